import * as z from 'zod/mini';
import {parseDecimal} from '../../api/wire/decimal.ts';
import {fastest, longestAdvanceMs} from '../clock.ts';
import {FaultSpecError} from '../errors.ts';
import {readJson} from '../operations/exact-json.ts';
import {invalid, isReply, okReply, problemReply, type Reply} from '../operations/operation.ts';
import {invalidId, readBody} from '../operations/requests.ts';
import type {PaperClock} from '../options.ts';
import {type Faults, parseFaults} from './faults.ts';
import {type Endpoint, type Tokens, unauthorized} from './router.ts';
import type {ReceivedRequest} from './send.ts';

export type Control = Endpoint & {control(request: ReceivedRequest, id: string): Reply};

export type Levers = {
  faults: Faults;
  clock: PaperClock & {speed(): number};
  reset(): void;
  fillOrder(orderId: string, size: string | undefined): Reply;
};

const clockBody = z.strictObject(
  {speed: z.optional(upTo(fastest)), advance: z.optional(upTo(longestAdvanceMs))},
  'an object with speed, advance or both',
);
const fillSize = z.string('digits').check(z.refine(text => parseDecimal(text) !== undefined, 'digits'));
const fillBody = z.strictObject({size: z.optional(fillSize)}, 'an object, with size or empty');
const faultsBody = z.object({faults: z.string()});

export function controls({faults, clock, reset, fillOrder}: Levers, tokens: Tokens): Control[] {
  const shownClock = () => ({
    time: clock.now(),
    iso: new Date(clock.now()).toISOString(),
    speed: clock.speed(),
  });
  const showClock = () => okReply(shownClock());
  const setClock = ({body}: ReceivedRequest) => {
    const change = readBody(clockBody, readJson(body || '{}'));
    if (isReply(change)) return change;
    if (change.speed !== undefined) clock.setSpeed(change.speed);
    if (change.advance !== undefined) clock.advance(change.advance);
    return showClock();
  };
  const showFaults = () => okReply({faults: faults.list().map(shownFault)});
  const setFaults = ({body}: ReceivedRequest) => faultsRefusal(faults, body) ?? showFaults();
  const clearFaults = () => {
    faults.set([]);
    return showFaults();
  };
  const startAgain = () => {
    reset();
    return showClock();
  };
  const fill = ({body}: ReceivedRequest, id: string) => {
    const refused = invalidId(id, 'id');
    if (refused !== undefined) return refused;
    const asked = readBody(fillBody, readJson(body || '{}'));
    return isReply(asked) ? asked : fillOrder(id, asked.size);
  };
  const guarded: readonly (readonly [method: string, path: string, control: Control['control']])[] = [
    ['GET', '/_paper/faults', showFaults],
    ['PUT', '/_paper/faults', setFaults],
    ['DELETE', '/_paper/faults', clearFaults],
    ['GET', '/_paper/clock', showClock],
    ['PUT', '/_paper/clock', setClock],
    ['POST', '/_paper/reset', startAgain],
    ['POST', '/_paper/orders/:id/fill', fill],
  ];
  return [
    {method: 'GET', path: '/_paper/health', control: () => okReply({status: 'ok', ...shownClock()})},
    ...guarded.map(([method, path, control]) => ({method, path, control: guardedBy(tokens, control)})),
  ];
}

const guardedBy =
  (tokens: Tokens, control: Control['control']): Control['control'] =>
  (request, id) => {
    if (!isLoopback(request.from)) return problemReply(403, 'LOOPBACK_ONLY', 'Only from the machine itself');
    return tokens.accountOf(request.headers) === undefined ? unauthorized(tokens) : control(request, id);
  };

function faultsRefusal(faults: Faults, body: string): Reply | undefined {
  try {
    const asked = faultsBody.safeParse(JSON.parse(body));
    if (!asked.success) throw new FaultSpecError('The body must be {"faults": "ROUTE:ACTION"}.');
    faults.set(parseFaults(asked.data.faults));
    return undefined;
  } catch (error) {
    if (!(error instanceof FaultSpecError) && !(error instanceof SyntaxError)) throw error;
    return invalid('faults', error.message);
  }
}

const shownFault = ({method, path, actions, left, percent}: ReturnType<Faults['list']>[number]) => ({
  route: method === undefined ? path : `${method} ${path}`,
  actions: actions.map(({kind}) => kind),
  left: Number.isFinite(left) ? left : null,
  percent,
});

function upTo(most: number) {
  const problem = `a number from 0 to ${most}`;
  return z.number(problem).check(z.refine(value => value >= 0 && value <= most, problem));
}

const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && /^(::ffff:)?127\.|^::1$/.test(address);
