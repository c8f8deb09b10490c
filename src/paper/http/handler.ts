/** Every answer has a request id and is marked as paper. */
import {randomBytes} from 'node:crypto';
import {once} from 'node:events';
import {createServer, type IncomingMessage, type Server, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {isReply, problemReply, type Reply, type Work} from '../operations/operation.ts';
import {perform, type Route, routes} from '../operations/routes.ts';
import type {Logger} from '../options.ts';
import type {Control} from './control.ts';
import {endAt, type FaultAction, type FaultEnding, type Faults, sendSpoilt} from './faults.ts';
import {createRouter, type RateLimit, type Tokens, unauthorized} from './router.ts';
import {answerOf, type ReceivedRequest, receive} from './send.ts';

type Wiring = {
  controls: readonly Control[];
  prefix: string;
  work: Work;
  faults: Faults;
  tokens: Tokens;
  /** If true, the Easy Options operations need no token and use the first account. */
  easyOptionsAreOpen: boolean;
  limits: {reads: RateLimit; writes: RateLimit} | undefined;
  ledgerId: () => string;
  /** Epoch milliseconds for the Date header, so that records and clock skew agree. */
  serviceTime: () => number;
  logger: Logger | undefined;
};

type Handler = ReturnType<typeof createHandler>;

/** Answers a request, or not if a fault says so. Never rejects. */
export function createHandler(wiring: Wiring) {
  const find = createRouter<Route | Control>([...routes, ...wiring.controls]);
  const idPrefix = randomBytes(4).toString('hex');
  let requests = 0;
  const about = () => ({
    'Optty-Venue': 'paper',
    'Optty-Trades-Lag': String(wiring.work.tradesLagMs / 1_000),
    'Optty-Ledger': wiring.ledgerId(),
    'X-Request-Id': `${idPrefix}-${(++requests).toString(36)}`,
    Date: new Date(wiring.serviceTime()).toUTCString(),
  });

  return async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const finish = (made: FaultEnding, actions: readonly FaultAction[] = []): void => {
      if (isReply(made)) sendSpoilt(response, answerOf(made, about()), actions);
      else leave(response, made.kind);
    };
    try {
      const request = await receive(incoming, wiring.prefix);
      if (isReply(request)) return finish(request);
      const found = find(request.method, request.path);
      if (isReply(found)) return finish(found);
      const {endpoint, id} = found;
      if ('control' in endpoint) return finish(endpoint.control(request, id));
      const actions = wiring.faults.pick(endpoint);
      const early = await endAt('before', actions);
      if (early !== undefined) return finish(early);
      const done = operate(wiring, endpoint, id, request);
      return finish((await endAt('after', actions)) ?? done, actions);
    } catch (error) {
      // The client may have disconnected.
      if (!response.destroyed) finish(failure(error, wiring.logger));
    }
  };
}

function operate(wiring: Wiring, route: Route, id: string, request: ReceivedRequest): Reply {
  const {tokens, limits, work} = wiring;
  const isOpen = wiring.easyOptionsAreOpen && route.path.startsWith('/v1/easy-options/');
  const account = tokens.accountOf(request.headers) ?? (isOpen ? 0 : undefined);
  if (account === undefined) return unauthorized(tokens);
  const refused = (route.method === 'GET' ? limits?.reads : limits?.writes)?.take(account);
  if (refused !== undefined) return refused;
  return perform(route, {account, query: request.query, id, body: request.body}, work);
}

/** An internal error: only the log gets the details. */
function failure(error: unknown, logger: Logger | undefined): Reply {
  logger?.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return problemReply(500, 'INTERNAL_ERROR', 'The paper service failed; its log says why');
}

function leave({socket}: ServerResponse, kind: 'hang' | 'drop' | 'reset'): void {
  if (kind === 'reset') socket?.resetAndDestroy();
  if (kind === 'drop') socket?.destroy();
}

/** @throws {Error} with Node's code if the port or address is not available */
export async function listen(handler: Handler, {host, port}: {host: string; port: number}) {
  const server = createServer({requestTimeout: 30_000, keepAliveTimeout: 75_000}, handler);
  server.listen({host, port});
  await once(server, 'listening');
  return {origin: originOf(server, host), stop: () => stop(server)};
}

const graceMs = 1_000;

/** Stops accepting requests; running ones get one second to finish. */
async function stop(server: Server): Promise<void> {
  // Requests that still hang (by a fault) are cut after the grace period.
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await once(server.close(), 'close');
  clearTimeout(cut);
}

function originOf(server: Server, host: string): string {
  const {port} = server.address() as AddressInfo;
  const reached = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`;
}
