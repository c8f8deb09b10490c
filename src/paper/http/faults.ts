/** Faults on request, for practice and tests. docs/paper.md has the grammar and says what each of them does. */
import type {ServerResponse} from 'node:http';
import {setTimeout as wait} from 'node:timers/promises';
import {FaultSpecError} from '../errors.ts';
import {problemReply, type Reply} from '../operations/operation.ts';
import {type Route, routes} from '../operations/routes.ts';
import {type EncodedReply, send} from './send.ts';

export type FaultEnding = Reply | {kind: 'hang' | 'drop' | 'reset'};

/** Before the work, or between the work and its answer. What spoils the answer does so in any case. */
export type FaultAction = {kind: string; when: 'before' | 'after'} & Effect;

type Effect = {waitMs: number} | {end: FaultEnding} | {spoil: Spoil};

type Spoil = (response: ServerResponse, answer: EncodedReply) => void;

/** By the name and the value in the specification. */
type Fault = (kind: string, value: string | undefined) => Effect;

const waits: Fault = (kind, value) => ({waitMs: msIn(kind, value)});
const answers: Fault = (kind, value) => ({end: statusReply(kind, value)});
const leaves = (kind: 'hang' | 'drop' | 'reset') => () => ({end: {kind}});

const faults: Readonly<Record<string, Fault>> = {
  latency: waits,
  'latency-after': waits,
  status: answers,
  'status-after': answers,
  'rate-limit': (_, value = '1') => ({end: tooManyReply(value)}),
  'drop-before': leaves('drop'),
  'drop-after': leaves('drop'),
  'reset-before': leaves('reset'),
  'reset-after': leaves('reset'),
  'hang-before': leaves('hang'),
  'hang-after': leaves('hang'),
  garbage: instead('{"orderId": 12, ]]> \u0000 not json'),
  html: instead('<!doctype html><title>Sign in</title><p>Please sign in to this network.', {
    'Content-Type': 'text/html',
  }),
  empty: instead(''),
  cut: () => ({
    spoil(response, answer) {
      writeHead(response, answer);
      response.write(answer.body.subarray(0, Math.floor(answer.body.length / 2)), () => response.destroy());
    },
  }),
  drip(kind, value) {
    const everyMs = msIn(kind, value);
    return {
      spoil(response, answer) {
        writeHead(response, answer);
        drip(response, answer.body, everyMs);
      },
    };
  },
};

function msIn(kind: string, value: string | undefined): number {
  if (value !== undefined && /^\d{1,7}$/.test(value)) return Number(value);
  throw new FaultSpecError(`The fault ${kind} needs milliseconds: ${kind}=500.`);
}

function statusReply(kind: string, value: string | undefined): Reply {
  const [, code, error = 'FAULT'] = /^(\d{3})(?:\/(\w{1,60}))?$/.exec(value ?? '') ?? [];
  const status = Number(code);
  if (status >= 200 && status <= 599) return problemReply(status, error, `A fault on request: ${status}`);
  throw new FaultSpecError(
    `The fault ${kind} needs a status from 200 to 599, and may name the error: ${kind}=503, ${kind}=422/NO_FUNDS.`,
  );
}

function tooManyReply(retryAfter: string): Reply {
  const headers = retryAfter === 'none' ? {} : {'Retry-After': retryAfter};
  return problemReply(429, 'RATE_LIMITED', 'Too many requests', {}, headers);
}

function instead(text: string, more: Record<string, string> = {}): Fault {
  const spoil: Spoil = (response, {headers}) =>
    send(response, {status: 200, headers: {...headers, ...more}, body: Buffer.from(text)});
  return () => ({spoil});
}

function writeHead(response: ServerResponse, {status, headers, body}: EncodedReply): void {
  response.writeHead(status, {...headers, 'Content-Length': String(body.length)});
}

function drip(response: ServerResponse, body: Buffer, ms: number): void {
  if (response.destroyed) return;
  if (body.length <= 1) {
    response.end(body);
    return;
  }
  response.write(body.subarray(0, 1));
  setTimeout(drip, ms, response, body.subarray(1), ms).unref();
}

/** Waits as the actions of this moment say. @returns what ends the request, if one does */
export async function endAt(
  when: 'before' | 'after',
  actions: readonly FaultAction[],
): Promise<FaultEnding | undefined> {
  for (const action of actions) {
    if (action.when !== when) continue;
    if ('end' in action) return action.end;
    if ('waitMs' in action) await wait(action.waitMs, undefined, {ref: false});
  }
  return undefined;
}

/** Sends the answer, spoilt by the first action that spoils answers. */
export function sendSpoilt(
  response: ServerResponse,
  answer: EncodedReply,
  actions: readonly FaultAction[],
): void {
  const {spoil} = actions.find(action => 'spoil' in action) ?? {spoil: send};
  spoil(response, answer);
}

export type FaultRule = {
  method: string | undefined;
  path: string;
  actions: FaultAction[];
  left: number;
  percent: number;
};

export function parseFaults(spec: string): FaultRule[] {
  return spec
    .split(',')
    .map(rule => rule.trim())
    .filter(rule => rule !== '')
    .map(parseRule);
}

function parseRule(rule: string): FaultRule {
  const match = /^(?:([A-Z]+) +)?(\*|\/[\w/*-]*):([^%*]+)(?:\*(\d+))?(?:%(\d+))?$/.exec(rule);
  if (match === null)
    throw new FaultSpecError(
      `The fault "${rule}" cannot be read. Write ROUTE:ACTION, like POST /v1/orders:drop-after*2 or /v1/*:latency=500.`,
    );
  const [, method, path = '*', actions = '', count = Number.POSITIVE_INFINITY, percent = 100] = match;
  if (!routes.some(route => fits({method, path}, route))) {
    const all = routes.map(route => `${route.method} ${route.path}`).join(', ');
    throw new FaultSpecError(
      `The fault "${rule}" fits no operation. The operations, without a prefix, are ${all}.`,
    );
  }
  return {
    method,
    path,
    actions: actions.split('+').map(action => parseAction(action.trim())),
    left: Number(count),
    percent: Number(percent),
  };
}

function parseAction(text: string): FaultAction {
  const [name = '', value] = text.split('=', 2);
  const fault = Object.hasOwn(faults, name) ? faults[name] : undefined;
  const when = name.endsWith('-after') ? 'after' : 'before';
  if (fault !== undefined) return {...fault(name, value), kind: name, when};
  const [last, ...others] = Object.keys(faults).reverse();
  throw new FaultSpecError(
    `There is no fault "${name}". There are ${others.reverse().join(', ')} and ${last}.`,
  );
}

export type Faults = ReturnType<typeof createFaults>;

export function createFaults(initial: FaultRule[], chance: () => number) {
  let rules = initial;
  return {
    pick(route: Route): readonly FaultAction[] {
      const rule = rules.find(
        each => each.left > 0 && fits(each, route) && (each.percent >= 100 || chance() * 100 < each.percent),
      );
      if (rule === undefined) return [];
      rule.left -= 1;
      return rule.actions;
    },
    set(next: FaultRule[]) {
      rules = next;
    },
    list: () => rules,
  };
}

const fits = ({method, path}: Pick<FaultRule, 'method' | 'path'>, route: Route): boolean =>
  (method ?? route.method) === route.method && isLike(route.path.replace(':id', '1'), path);

/** Any text stands for a `*`. */
function isLike(path: string, pattern: string): boolean {
  const [first = '', ...parts] = pattern.split('*');
  const last = parts.pop();
  if (last === undefined) return path === pattern;
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const part of parts) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return path.slice(at).endsWith(last);
}
