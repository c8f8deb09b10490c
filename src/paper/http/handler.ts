/** From a request to an answer: faults, token, rate limit, operation, and what every answer bears. */
import {randomBytes} from 'node:crypto';
import {setTimeout as wait} from 'node:timers/promises';
import type {FastifyInstance, FastifyReply, FastifyRequest} from 'fastify';
import type {Reading} from '../operations/dialect.ts';
import {decodeBody} from '../operations/json.ts';
import type {Remember} from '../operations/memory.ts';
import type {Operation} from '../operations/operation.ts';
import {failed, invalid, ok, type Reply, unauthorized} from '../operations/replies.ts';
import type {Service} from '../service.ts';
import {control} from './control.ts';
import type {Action, Faults} from './faults.ts';
import type {RateLimit} from './rate-limit.ts';
import {type Answer, answerOf, send, spoil} from './send.ts';
import type {Tokens} from './tokens.ts';

export interface Logger {
  info(message: string): void;
  error(message: string): void;
}

export interface Wiring {
  app: FastifyInstance;
  service: Service;
  faults: Faults;
  tokens: Tokens;
  reading: Reading;
  limits: {reads: RateLimit; writes: RateLimit} | undefined;
  remember: Remember;
  ledgerId: string;
  /** Epoch milliseconds of service time, which the Date header shows: records and skew must tell the same time. */
  serviceTime: () => number;
  logger: Logger | undefined;
  routes: readonly (readonly ['GET' | 'POST' | 'DELETE', string, Operation])[];
}

export function createHandler(wiring: Wiring): void {
  const {app, routes} = wiring;
  const nextId = requestIds();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', {parseAs: 'buffer'}, (_request, body, done) =>
    done(null, body),
  );
  for (const [method, url, operation] of routes) {
    app.route({
      method,
      url,
      handler: (request, reply) =>
        answer(wiring, request, reply, nextId(), () => work(wiring, request, operation)),
    });
  }
  app.get('/openapi.json', (request, reply) =>
    answer(wiring, request, reply, nextId(), () => describe(wiring)),
  );
  app.route({
    method: ['GET', 'PUT', 'POST', 'DELETE'],
    url: '/_paper/faults',
    handler: (request, reply) => respond(wiring, request, reply, nextId(), control(wiring, request), []),
  });
  app.setNotFoundHandler((request, reply) =>
    respond(
      wiring,
      request,
      reply,
      nextId(),
      failed(404, 'NOT_FOUND', `There is no ${request.method} ${pathOf(request)}`),
      [],
    ),
  );
  app.setErrorHandler((error, request, reply) =>
    respond(wiring, request, reply, nextId(), replyToError(error, wiring.logger), []),
  );
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

const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '';

/** Plays the faults around the work. What must go wrong before it leaves the work undone. */
async function answer(
  wiring: Wiring,
  request: FastifyRequest,
  reply: FastifyReply,
  requestId: string,
  doWork: () => Reply | Promise<Reply>,
): Promise<void> {
  const actions = wiring.faults.pick(request.method, pathOf(request));
  reply.hijack();
  for (const action of actions) {
    if (action.kind === 'latency') await wait(action.ms);
    if (action.kind === 'hang-before') return;
    if (action.kind === 'drop-before' || action.kind === 'reset-before') return drop(reply, action.kind);
    const instead = insteadOfWork(action);
    if (instead !== undefined) return respond(wiring, request, reply, requestId, instead, []);
  }
  const done = await attempt(doWork, wiring.logger);
  for (const action of actions) {
    if (action.kind === 'latency-after') await wait(action.ms);
    if (action.kind === 'hang-after') return;
    if (action.kind === 'drop-after' || action.kind === 'reset-after') return drop(reply, action.kind);
    if (action.kind === 'status-after')
      return respond(wiring, request, reply, requestId, faultStatus(action.status), []);
  }
  return respond(wiring, request, reply, requestId, done, actions);
}

function drop(reply: FastifyReply, kind: string): void {
  const {socket} = reply.raw;
  if (kind.startsWith('reset')) socket?.resetAndDestroy();
  else socket?.destroy();
}

function insteadOfWork(action: Action): Reply | undefined {
  if (action.kind === 'status') return faultStatus(action.status);
  if (action.kind !== 'rate-limit') return undefined;
  const headers: Record<string, string> =
    action.retryAfter === undefined ? {} : {'Retry-After': action.retryAfter};
  return failed(429, 'RATE_LIMITED', 'Too many requests', {}, headers);
}

const faultStatus = (status: number): Reply => failed(status, 'FAULT', `A fault on request: ${status}`);

async function attempt(doWork: () => Reply | Promise<Reply>, logger: Logger | undefined): Promise<Reply> {
  try {
    return await doWork();
  } catch (error) {
    return replyToError(error, logger);
  }
}

function work(wiring: Wiring, request: FastifyRequest, operation: Operation): Reply {
  const account = wiring.tokens.accountOf(request.headers.authorization);
  if (account === undefined) return unauthorized();
  const limit = request.method === 'GET' ? wiring.limits?.reads : wiring.limits?.writes;
  const seconds = limit?.take(account);
  if (seconds !== undefined) {
    return failed(
      429,
      'RATE_LIMITED',
      `Too many requests; wait ${seconds} s`,
      {},
      {'Retry-After': String(seconds)},
    );
  }
  const body = decodeBody(request.body);
  if (body === null) return invalid([{field: 'body', problem: 'must be UTF-8'}]);
  const {id = ''} = (request.params ?? {}) as {id?: string};
  const at = request.url.indexOf('?');
  const query = at < 0 ? '' : request.url.slice(at + 1);
  const {service, reading, remember} = wiring;
  return operation({account, query, id, body}, {...service, reading, remember});
}

/** Loaded when it is first asked for: the service starts without it. */
async function describe({reading}: Wiring): Promise<Reply> {
  const {openApi} = await import('../openapi.ts');
  return ok(openApi(reading));
}

/** What Fastify itself refuses is the client's mistake; anything else is ours, and only the log learns what it was. */
function replyToError(error: unknown, logger: Logger | undefined): Reply {
  const {statusCode = 500, message = String(error)} = (error ?? {}) as {
    statusCode?: number;
    message?: string;
  };
  if (statusCode === 413) return failed(413, 'REQUEST_TOO_LARGE', 'The body is too large');
  if (statusCode === 415) return invalid([{field: 'Content-Type', problem: 'must be application/json'}]);
  if (statusCode >= 400 && statusCode < 500) return failed(400, 'INVALID_REQUEST', message);
  logger?.error(error instanceof Error ? (error.stack ?? message) : message);
  return failed(500, 'INTERNAL_ERROR', 'The paper service failed; its log says why');
}

function respond(
  wiring: Wiring,
  request: FastifyRequest,
  reply: FastifyReply,
  requestId: string,
  made: Reply,
  actions: readonly Action[],
): void {
  if (!reply.sent) reply.hijack();
  const {'accept-encoding': acceptEncoding, 'if-none-match': ifNoneMatch} = request.headers;
  const answer: Answer = answerOf(made, {
    requestId,
    headers: {
      'Optty-Venue': 'paper',
      'Optty-Ledger': wiring.ledgerId,
      'X-Request-Id': requestId,
      Date: new Date(wiring.serviceTime()).toUTCString(),
    },
    acceptEncoding: String(acceptEncoding ?? ''),
    ifNoneMatch,
    isRead: request.method === 'GET' || request.method === 'HEAD',
  });
  if (!spoil(reply.raw, answer, actions)) send(reply.raw, answer);
}
