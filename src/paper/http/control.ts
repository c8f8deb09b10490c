import * as z from 'zod/mini';
import {fastest, longestAdvanceMs} from '../clock.ts';
import {bodyText, type Wire} from '../operations/json.ts';
import {invalid, isReply, okReply, problemReply, type Reply, unauthorized} from '../operations/replies.ts';
import {check, pathId, wireDecimal} from '../operations/requests.ts';
import type {PaperClock} from '../options.ts';
import {FaultSpecError, type Faults, parseFaults} from './faults.ts';
import type {Endpoint} from './router.ts';
import type {ReceivedRequest} from './send.ts';
import type {Tokens} from './tokens.ts';

export type Control = Endpoint & {
  control(request: ReceivedRequest, id: string): Reply;
};

export type Levers = {
  faults: Faults;
  clock: PaperClock & {speed(): number};
  reset(): void;
  fillOrder(orderId: string, size: string | undefined): Reply;
};

const clockBody = z.strictObject({
  speed: z.optional(between(0, fastest)),
  advance: z.optional(between(0, longestAdvanceMs)),
});
const fillBody = z.strictObject({size: z.optional(wireDecimal)});

export function controls(levers: Levers, tokens: Tokens): Control[] {
  const {clock} = levers;
  const guarded =
    (work: Control['control']): Control['control'] =>
    (request, id) => {
      if (!isLoopback(request.from))
        return problemReply(403, 'LOOPBACK_ONLY', 'Only from the machine itself');
      if (tokens.accountOf(request.headers) === undefined) return unauthorized(tokens.challenge);
      return work(request, id);
    };
  const setClock = guarded(request => {
    const change = read(clockBody, request);
    if (isReply(change)) return change;
    if (change.speed !== undefined) clock.setSpeed(change.speed);
    if (change.advance !== undefined) clock.advance(change.advance);
    return okReply(shownClock(clock));
  });
  return [
    {method: 'GET', path: '/_paper/health', control: () => okReply({status: 'ok', ...shownClock(clock)})},
    ...faultControls(levers.faults).map(each => ({...each, control: guarded(each.control)})),
    {method: 'GET', path: '/_paper/clock', control: guarded(() => okReply(shownClock(clock)))},
    {method: 'PUT', path: '/_paper/clock', control: setClock},
    {method: 'POST', path: '/_paper/clock', control: setClock},
    {
      method: 'POST',
      path: '/_paper/reset',
      control: guarded(() => {
        levers.reset();
        return okReply(shownClock(clock));
      }),
    },
    {
      method: 'POST',
      path: '/_paper/orders/:id/fill',
      control: guarded((request, id) => {
        const asked = check(pathId, {id});
        if (Array.isArray(asked)) return invalid(asked);
        const body = read(fillBody, request);
        return isReply(body) ? body : levers.fillOrder(asked.id, body.size);
      }),
    },
  ];
}

function faultControls(faults: Faults): Control[] {
  const path = '/_paper/faults';
  const set = (request: ReceivedRequest): Reply => {
    try {
      faults.set(parseFaults(specIn(request)));
    } catch (error) {
      if (!(error instanceof FaultSpecError) && !(error instanceof SyntaxError)) throw error;
      return invalid([{field: 'faults', problem: error.message}]);
    }
    return okReply(shownFaults(faults));
  };
  const clear = (): Reply => {
    faults.set([]);
    return okReply(shownFaults(faults));
  };
  return [
    {method: 'GET', path, control: () => okReply(shownFaults(faults))},
    {method: 'PUT', path, control: set},
    {method: 'POST', path, control: set},
    {method: 'DELETE', path, control: clear},
  ];
}

function shownFaults(faults: Faults): Wire {
  const list = faults.list().map(({method, path, actions, left, percent}) => ({
    route: method === undefined ? path : `${method} ${path}`,
    actions: actions.map(({kind}) => kind),
    left: Number.isFinite(left) ? left : null,
    percent,
  }));
  return {faults: list};
}

const shownClock = (clock: Levers['clock']): {time: number; iso: string; speed: number} => ({
  time: clock.now(),
  iso: new Date(clock.now()).toISOString(),
  speed: clock.speed(),
});

function specIn(request: ReceivedRequest): string {
  const parsed: unknown = JSON.parse(bodyText(request.body) ?? '');
  if (
    typeof parsed === 'object' &&
    parsed !== null &&
    'faults' in parsed &&
    typeof parsed.faults === 'string'
  ) {
    return parsed.faults;
  }
  throw new FaultSpecError('The body must be {"faults": "ROUTE:ACTION"}.');
}

function read<Output extends object>(schema: z.ZodMiniType<Output>, {body}: ReceivedRequest): Output | Reply {
  let parsed: unknown;
  try {
    parsed = JSON.parse(bodyText(body) ?? '{}');
  } catch (error) {
    if (!(error instanceof SyntaxError) && !(error instanceof RangeError)) throw error;
    return invalid([{field: 'body', problem: 'must be JSON'}]);
  }
  const asked = check(schema, parsed);
  return Array.isArray(asked) ? invalid(asked) : asked;
}

function between(least: number, most: number) {
  const problem = `must be a number from ${least} to ${most}`;
  return z.number(problem).check(z.refine(value => value >= least && value <= most, problem));
}

const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && /^(::ffff:)?127\.|^::1$/.test(address);
