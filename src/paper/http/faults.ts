/**
 * Faults on request, for practice and tests.
 *
 *   SPEC   = rule {"," rule}
 *   rule   = route ":" action {"+" action} ["*" count] ["%" percent]
 *   route  = "*" | [METHOD " "] path        a "*" in the path matches any text: GET /v1/orders, /v1/*
 *   action = latency=MS | latency-after=MS  wait, before the work or between the work and the answer
 *          | status=CODE[/ERROR] | status-after=CODE[/ERROR]
 *                                           answer this, with this `error` (FAULT); the work not done, or done
 *          | rate-limit[=RETRY]             429 with this Retry-After (1; "none": without), the work not done
 *          | drop-before | drop-after       close the connection without an answer
 *          | reset-before | reset-after     the same with a TCP reset
 *          | hang-before | hang-after       never answer
 *          | garbage | html | empty         do the work, then answer 200 with no JSON, a page or nothing
 *          | cut | drip=MS                  do the work, then answer half of the body, or a byte each MS
 *
 * A rule without a count stays until it is removed. The first matching rule with uses left applies.
 */

import {routes} from '../operations/routes.ts';
import type {Endpoint} from './router.ts';

export type FaultAction =
  | {kind: 'latency' | 'latency-after' | 'drip'; ms: number}
  | {kind: 'status' | 'status-after'; status: number; error?: string | undefined}
  | {kind: 'rate-limit'; retryAfter: string | undefined}
  | {
      kind:
        | 'drop-before'
        | 'drop-after'
        | 'reset-before'
        | 'reset-after'
        | 'hang-before'
        | 'hang-after'
        | 'garbage'
        | 'html'
        | 'empty'
        | 'cut';
    };

export type FaultRule = {
  method: string | undefined;
  path: string;
  actions: FaultAction[];
  /** Remaining uses; Infinity without a count. */
  left: number;
  percent: number;
};

/** An invalid specification; the message names the part and the valid form. */
export class FaultSpecError extends Error {
  override readonly name = 'FaultSpecError';
}

/** @throws {FaultSpecError} */
export function parseFaults(spec: string): FaultRule[] {
  return spec
    .split(',')
    .map(rule => rule.trim())
    .filter(rule => rule !== '')
    .map(parseRule);
}

function parseRule(rule: string): FaultRule {
  const match = /^(?:([A-Z]+) +)?(\*|\/[^\s:,]*):([^%*]+)(?:\*(\d+))?(?:%(\d+))?$/.exec(rule);
  if (match === null) {
    throw new FaultSpecError(
      `The fault "${rule}" cannot be read. Write ROUTE:ACTION, like POST /v1/orders:drop-after*2 or /v1/*:latency=500.`,
    );
  }
  const [, method, path = '*', actions = '', count, percent] = match;
  if (!routes.some(route => isMet({method, path}, route))) {
    const all = routes.map(route => `${route.method} ${route.path}`).join(', ');
    throw new FaultSpecError(
      `The fault "${rule}" fits no operation. The operations, without a prefix, are ${all}.`,
    );
  }
  return {
    method,
    path,
    actions: actions.split('+').map(action => parseAction(action.trim())),
    left: count === undefined ? Number.POSITIVE_INFINITY : Number(count),
    percent: percent === undefined ? 100 : Number(percent),
  };
}

function parseAction(text: string): FaultAction {
  const [name = '', value] = text.split('=', 2);
  const number = value !== undefined && /^\d{1,7}$/.test(value) ? Number(value) : undefined;
  switch (name) {
    case 'latency':
    case 'latency-after':
    case 'drip':
      if (number === undefined)
        throw new FaultSpecError(`The fault ${name} needs milliseconds: ${name}=500.`);
      return {kind: name, ms: number};
    case 'status':
    case 'status-after':
      return {kind: name, ...parseStatus(name, value)};
    case 'rate-limit':
      return {kind: name, retryAfter: value === 'none' ? undefined : (value ?? '1')};
    case 'drop-before':
    case 'drop-after':
    case 'reset-before':
    case 'reset-after':
    case 'hang-before':
    case 'hang-after':
    case 'garbage':
    case 'html':
    case 'empty':
    case 'cut':
      return {kind: name};
    default:
      throw new FaultSpecError(
        `There is no fault "${name}". There are latency, latency-after, status, status-after, rate-limit, drop-before, ` +
          'drop-after, reset-before, reset-after, hang-before, hang-after, garbage, html, empty, cut and drip.',
      );
  }
}

function parseStatus(name: string, value = ''): {status: number; error?: string} {
  const [, code, error] = /^(\d{3})(?:\/(\w{1,60}))?$/.exec(value) ?? [];
  const status = Number(code);
  if (!(status >= 200 && status <= 599)) {
    throw new FaultSpecError(
      `The fault ${name} needs a status from 200 to 599, and may name the error: ${name}=503, ${name}=422/NO_FUNDS.`,
    );
  }
  return error === undefined ? {status} : {status, error};
}

export type Faults = {
  pick(method: string, path: string): readonly FaultAction[];
  set(faults: FaultRule[]): void;
  list(): readonly FaultRule[];
};

export function createFaults(initial: FaultRule[], chance: () => number): Faults {
  let faults = initial;
  return {
    pick(method, path) {
      const fault = faults.find(
        each =>
          each.left > 0 && fits(each, method, path) && (each.percent >= 100 || chance() * 100 < each.percent),
      );
      if (fault === undefined) return [];
      fault.left -= 1;
      return fault.actions;
    },
    set(next) {
      faults = next;
    },
    list: () => faults,
  };
}

function fits(fault: FaultRule, method: string, path: string): boolean {
  if (fault.method !== undefined && fault.method !== method) return false;
  return isLike(path, fault.path);
}

/** The id in the route may be any that the pattern names. */
function isMet({method, path}: Pick<FaultRule, 'method' | 'path'>, route: Endpoint): boolean {
  if (method !== undefined && method !== route.method && !(method === 'HEAD' && route.method === 'GET'))
    return false;
  const ids = [...path.split('/').map(segment => segment.replaceAll('*', '')), '1'];
  return ids.some(id => id !== '' && isLike(route.path.replace(':id', id), path));
}

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
  return path.length - last.length >= at && path.endsWith(last);
}
