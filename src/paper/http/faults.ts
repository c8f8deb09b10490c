/** Faults on request, for practice and tests. docs/paper.md has the grammar and says what each of them does. */
import type {ServerResponse} from 'node:http';
import {setTimeout as wait} from 'node:timers/promises';
import {FaultSpecError} from '../errors.ts';
import {problemReply, type Reply} from '../operations/operation.ts';
import {type Route, routes} from '../operations/routes.ts';
import {type EncodedReply, send} from './send.ts';

export type FaultEnding = Reply | {kind: 'hang' | 'drop' | 'reset'};

export type FaultAction = {kind: FaultKind} & FaultValue;

type FaultValue = {
  ms?: number | undefined;
  status?: number | undefined;
  error?: string | undefined;
  retryAfter?: string | undefined;
};

type Fault = {
  /** Before the work, between the work and its answer, or in the answer. */
  when: 'before' | 'after' | 'answer';
  read?: (value: string | undefined, name: string) => FaultValue;
  end?: (action: FaultValue) => FaultEnding;
  spoil?: (response: ServerResponse, answer: EncodedReply, action: FaultValue) => void;
};

type FaultKind = keyof typeof faults;

const faults = {
  latency: {when: 'before', read: readMs},
  'latency-after': {when: 'after', read: readMs},
  status: {when: 'before', read: readStatus, end: statusReply},
  'status-after': {when: 'after', read: readStatus, end: statusReply},
  'rate-limit': {
    when: 'before',
    read: value => ({retryAfter: value === 'none' ? undefined : (value ?? '1')}),
    end: ({retryAfter}) =>
      problemReply(
        429,
        'RATE_LIMITED',
        'Too many requests',
        {},
        retryAfter === undefined ? {} : {'Retry-After': retryAfter},
      ),
  },
  'drop-before': {when: 'before', end: () => ({kind: 'drop'})},
  'drop-after': {when: 'after', end: () => ({kind: 'drop'})},
  'reset-before': {when: 'before', end: () => ({kind: 'reset'})},
  'reset-after': {when: 'after', end: () => ({kind: 'reset'})},
  'hang-before': {when: 'before', end: () => ({kind: 'hang'})},
  'hang-after': {when: 'after', end: () => ({kind: 'hang'})},
  garbage: {when: 'answer', spoil: instead('{"orderId": 12, ]]> \u0000 not json')},
  html: {
    when: 'answer',
    spoil: instead('<!doctype html><title>Sign in</title><p>Please sign in to this network.', {
      'Content-Type': 'text/html',
    }),
  },
  empty: {when: 'answer', spoil: instead('')},
  cut: {
    when: 'answer',
    spoil(response, answer) {
      writeHead(response, answer);
      response.write(answer.body.subarray(0, Math.floor(answer.body.length / 2)), () => response.destroy());
    },
  },
  drip: {
    when: 'answer',
    read: readMs,
    spoil(response, answer, {ms = 0}) {
      writeHead(response, answer);
      drip(response, answer.body, ms);
    },
  },
} as const satisfies Record<string, Fault>;

const faultNamed = (kind: FaultKind): Fault => faults[kind];

function readMs(value: string | undefined, name: string): FaultValue {
  if (value !== undefined && /^\d{1,7}$/.test(value)) return {ms: Number(value)};
  throw new FaultSpecError(`The fault ${name} needs milliseconds: ${name}=500.`);
}

function readStatus(value: string | undefined, name: string): FaultValue {
  const [, code, error] = /^(\d{3})(?:\/(\w{1,60}))?$/.exec(value ?? '') ?? [];
  const status = Number(code);
  if (status >= 200 && status <= 599) return {status, error};
  throw new FaultSpecError(
    `The fault ${name} needs a status from 200 to 599, and may name the error: ${name}=503, ${name}=422/NO_FUNDS.`,
  );
}

function statusReply({status = 500, error = 'FAULT'}: FaultValue): Reply {
  return problemReply(status, error, `A fault on request: ${status}`);
}

function instead(text: string, more: Record<string, string> = {}): NonNullable<Fault['spoil']> {
  return (response, {headers}) =>
    send(response, {status: 200, headers: {...headers, ...more}, body: Buffer.from(text)});
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
    const fault = faultNamed(action.kind);
    if (fault.when !== when) continue;
    if (fault.end !== undefined) return fault.end(action);
    await wait(action.ms, undefined, {ref: false});
  }
  return undefined;
}

/** Sends the answer, spoilt by the first action that spoils answers. */
export function sendSpoilt(
  response: ServerResponse,
  answer: EncodedReply,
  actions: readonly FaultAction[],
): void {
  const action = actions.find(({kind}) => faultNamed(kind).spoil !== undefined);
  if (action === undefined) send(response, answer);
  else faultNamed(action.kind).spoil?.(response, answer, action);
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
  if (isFaultKind(name)) return {kind: name, ...faultNamed(name).read?.(value, name)};
  const [last, ...others] = Object.keys(faults).reverse();
  throw new FaultSpecError(
    `There is no fault "${name}". There are ${others.reverse().join(', ')} and ${last}.`,
  );
}

const isFaultKind = (name: string): name is FaultKind => Object.hasOwn(faults, name);

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
