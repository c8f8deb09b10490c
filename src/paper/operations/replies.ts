/** Error answers as ApiErrorV1 (docs/service.md). */
import type {CommandRefusal} from '../engine/book.ts';
import type {Wire} from './json.ts';
import type {Invalid} from './requests.ts';

export type Reply = {
  status: number;
  body: Wire;
  /** The body is rendered from this once the request id is known. */
  problem?: ProblemBody | undefined;
  headers?: Record<string, string> | undefined;
};

type ProblemBody = {
  error: string;
  message: string;
  details?: Wire;
};

export const isReply = (value: object): value is Reply =>
  'status' in value && typeof value.status === 'number';

export const okReply = (body: Wire): Reply => ({status: 200, body});

export const problemReply = (
  status: number,
  error: string,
  message: string,
  details?: Wire,
  headers?: Record<string, string>,
): Reply => ({status, body: undefined, problem: {error, message, details}, headers});

export function invalid(problems: readonly Invalid[]): Reply {
  const first = problems[0] ?? {field: 'body', problem: 'is not valid'};
  return problemReply(
    400,
    'INVALID_REQUEST',
    `${first.field} ${first.problem}`,
    Object.fromEntries(problems.map(({field, problem}) => [field, problem])),
  );
}

const statuses = {'not-found': 404, conflict: 409, business: 422} as const;

export const refusalReply = ({kind, error, message, details}: CommandRefusal): Reply =>
  problemReply(statuses[kind], error, message, details);

export const unauthorized = (challenge: string): Reply =>
  problemReply(401, 'UNAUTHORIZED', 'A token of this service is needed', {}, {'WWW-Authenticate': challenge});

export const tooMany = (seconds: number): Reply =>
  problemReply(
    429,
    'RATE_LIMITED',
    `Too many requests; wait ${seconds} s`,
    {},
    {'Retry-After': String(seconds)},
  );

export const notAllowed = (method: string, path: string, allowed: readonly string[]): Reply =>
  problemReply(
    405,
    'METHOD_NOT_ALLOWED',
    `${path} takes ${allowed.join(', ')}, not ${method}`,
    {},
    {Allow: allowed.join(', ')},
  );
