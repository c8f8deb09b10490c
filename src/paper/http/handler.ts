/**
 * The way of a request, whole: received, routed, met by a fault or let through, let in by its token, counted by
 * the rate limit, worked on, answered. The answer always says which request it is of and that this is paper.
 */
import {randomBytes} from 'node:crypto';
import type {IncomingMessage, ServerResponse} from 'node:http';
import {ignoredIn} from '../operations/ignored.ts';
import {bodyText} from '../operations/json.ts';
import type {Work} from '../operations/operation.ts';
import {invalid, isReply, problemReply, type Reply, tooMany, unauthorized} from '../operations/replies.ts';
import type {Route} from '../operations/routes.ts';
import type {Logger} from '../options.ts';
import type {Control} from './control.ts';
import {endBefore, endInstead, type FaultEnding, spoil} from './fault-play.ts';
import type {FaultAction, Faults} from './faults.ts';
import type {RateLimit} from './rate-limit.ts';
import {type ReceivedRequest, receive} from './receive.ts';
import {createRouter} from './router.ts';
import {answerOf, type EncodedReply, send} from './send.ts';
import type {Tokens} from './tokens.ts';

export type Wiring = {
  routes: readonly Route[];
  controls: readonly Control[];
  /** What stands before every path; empty or like `/api`. */
  prefix: string;
  work: Work;
  faults: Faults;
  tokens: Tokens;
  /** Whether a request without a token may use the Easy Options operations, as the first account. */
  easyOptionsAreOpen: boolean;
  limits: {reads: RateLimit; writes: RateLimit} | undefined;
  ledgerId: () => string;
  /** Epoch milliseconds of service time, which the Date header shows: records and skew must tell the same. */
  serviceTime: () => number;
  logger: Logger | undefined;
};

export type Handler = {
  /** Answers a request, or leaves it unanswered where a fault says so; never rejects. */
  handle(incoming: IncomingMessage, response: ServerResponse): Promise<void>;
  /** The answer to what never became a request. */
  refuse(made: Reply): EncodedReply;
};

export function createHandler(wiring: Wiring): Handler {
  const find = createRouter<Route | Control>([...wiring.routes, ...wiring.controls]);
  const nextId = requestIds();

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const finish = (made: FaultEnding, actions: readonly FaultAction[] = []): void => {
      if (!isReply(made)) {
        leave(response, made.kind);
        return;
      }
      const answer = answerOf(made, about(incoming));
      if (!spoil(response, answer, actions)) send(response, answer);
    };
    try {
      const request = await receive(incoming, wiring.prefix);
      if (isReply(request)) return finish(request);
      const found = find(request.method, request.path);
      if (isReply(found)) return finish(found);
      const {endpoint, id} = found;
      if ('control' in endpoint) return finish(endpoint.control(request, id));
      const actions = wiring.faults.pick(request.method, request.path);
      const early = await endBefore(actions);
      if (early !== undefined) return finish(early);
      const done = attempt(() => operate(wiring, endpoint, id, request));
      return finish((await endInstead(actions)) ?? done, actions);
    } catch (error) {
      // Who has hung up hears no answer.
      if (!response.destroyed) finish(failure(error, wiring.logger));
    }
  }

  function attempt(work: () => Reply): Reply {
    try {
      return work();
    } catch (error) {
      return failure(error, wiring.logger);
    }
  }

  /** What the answer depends on besides the reply. */
  function about(incoming: IncomingMessage | undefined) {
    const requestId = nextId();
    return {
      requestId,
      headers: {
        'Optty-Venue': 'paper',
        'Optty-Ledger': wiring.ledgerId(),
        'X-Request-Id': requestId,
        Date: new Date(wiring.serviceTime()).toUTCString(),
      },
      acceptEncoding: incoming?.headers['accept-encoding']?.toString(),
      ifNoneMatch: incoming?.headers['if-none-match'],
      isRead: incoming?.method === 'GET' || incoming?.method === 'HEAD',
    };
  }

  return {handle, refuse: made => answerOf(made, about(undefined))};
}

/** Who asks, whether he may, and the work itself. */
function operate(wiring: Wiring, route: Route, id: string, request: ReceivedRequest): Reply {
  const {tokens, limits, work} = wiring;
  const isOpen = wiring.easyOptionsAreOpen && route.path.startsWith('/v1/easy-options/');
  const account = tokens.accountOf(request.headers) ?? (isOpen ? 0 : undefined);
  if (account === undefined) return unauthorized(tokens.challenge);
  const seconds = (route.method === 'GET' ? limits?.reads : limits?.writes)?.take(account);
  if (seconds !== undefined) return tooMany(seconds);
  const body = bodyText(request.body);
  if (body === null) return invalid([{field: 'body', problem: 'must be UTF-8'}]);
  const asked = {account, query: request.query, id, body};
  const reply = route.operation(asked, work);
  const ignored = ignoredIn(route, asked, work.reading);
  return ignored === undefined ? reply : {...reply, headers: {...reply.headers, 'Optty-Warning': ignored}};
}

/** Ours is the fault, and only the log learns what it was. */
function failure(error: unknown, logger: Logger | undefined): Reply {
  logger?.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return problemReply(500, 'INTERNAL_ERROR', 'The paper service failed; its log says why');
}

/** Ends a connection without an answer, or leaves it open for ever. */
function leave({socket}: ServerResponse, kind: 'hang' | 'drop' | 'reset'): void {
  if (kind === 'reset') socket?.resetAndDestroy();
  if (kind === 'drop') socket?.destroy();
}

/** Ids that differ between processes and count within one. */
function requestIds(): () => string {
  const prefix = randomBytes(4).toString('hex');
  let count = 0;
  return () => {
    count += 1;
    return `${prefix}-${count.toString(36)}`;
  };
}
