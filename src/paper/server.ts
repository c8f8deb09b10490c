/** The paper service over HTTP. */
import {randomBytes} from 'node:crypto';
import type {AddressInfo, Socket} from 'node:net';
import fastify, {type FastifyInstance} from 'fastify';
import {publishAddress, withdrawAddress} from './address.ts';
import {startClock} from './clock.ts';
import {createFaults, parseFaults} from './http/faults.ts';
import {createHandler, type Logger} from './http/handler.ts';
import {createRateLimit, type Rate} from './http/rate-limit.ts';
import {createTokens} from './http/tokens.ts';
import {type Ledger, openLedger} from './ledger.ts';
import {type DialectChoice, readingOf} from './operations/dialect.ts';
import {createMemory} from './operations/memory.ts';
import * as reads from './operations/reads.ts';
import * as writes from './operations/writes.ts';
import {createService, type Service} from './service.ts';

export {LedgerInUse} from './ledger.ts';

export interface PaperOptions {
  /** A path, or `:memory:`. */
  db: string;
  /** Loopback when not given. */
  host?: string | undefined;
  /** A free one when 0 or not given. */
  port?: number | undefined;
  /** Of a new ledger; an existing one keeps its own. */
  seed?: number | undefined;
  /** How many seconds of service time pass in a second. */
  speed?: number | undefined;
  /** One token for each account; a random one when none is given. */
  token?: string | readonly string[] | undefined;
  /** See faults.ts for the grammar. */
  faults?: string | undefined;
  /** The one spelling of queries to obey; without it the default names and every encoding of searchDto. */
  dialect?: DialectChoice | undefined;
  /** Requests a second for each account; `none` for no limit. */
  limits?: {reads: Rate; writes: Rate} | 'none' | undefined;
  /** The wall clock in epoch milliseconds. With one given, time passes only when somebody asks. */
  now?: (() => number) | undefined;
  logger?: Logger | undefined;
}

export interface Paper {
  /** The base URL, without /v1. */
  origin: string;
  /** The token of the first account. */
  token: string;
  ledgerId: string;
  /** Of the ledger, which is not the one asked for when the ledger was there before. */
  seed: number;
  /** Answers what has begun, then closes the ledger. */
  close(): Promise<void>;
}

const defaultLimits = {reads: {perSecond: 100, burst: 400}, writes: {perSecond: 50, burst: 200}};
/** How often the book catches up with time when nobody asks. */
const tickMs = 250;

/**
 * Starts the paper service.
 * @throws {LedgerInUse} another process has the ledger open
 * @throws {FaultSpecError} `faults` cannot be read
 */
export async function startPaper(options: PaperOptions): Promise<Paper> {
  const faults = createFaults(parseFaults(options.faults ?? ''), chanceOf(options.seed ?? 1));
  const wall = options.now ?? Date.now;
  const ledger = openLedger({file: options.db, seed: options.seed ?? 1, now: wall()});
  try {
    return await serve(options, ledger, wall, faults);
  } catch (error) {
    ledger.close();
    throw error;
  }
}

async function serve(
  options: PaperOptions,
  ledger: Ledger,
  wall: () => number,
  faults: ReturnType<typeof createFaults>,
): Promise<Paper> {
  const {host = '127.0.0.1', port = 0, speed = 1, logger} = options;
  const tokens = tokensOf(options.token);
  const clock = startClock(ledger.clock, speed, wall, ledger.book.time);
  ledger.setClock(clock.anchor);
  const service = createService(ledger, clock);
  addAccounts(service, tokens.length);
  const app = fastify({
    logger: false,
    bodyLimit: 65_536,
    requestTimeout: 30_000,
    keepAliveTimeout: 75_000,
    forceCloseConnections: 'idle',
    clientErrorHandler: refuseNonsense,
    routerOptions: {maxParamLength: 1_000},
  });
  const limits = options.limits ?? defaultLimits;
  createHandler({
    app,
    service,
    faults,
    tokens: createTokens(tokens),
    reading: readingOf(options.dialect),
    limits:
      limits === 'none'
        ? undefined
        : {reads: createRateLimit(limits.reads, wall), writes: createRateLimit(limits.writes, wall)},
    remember: createMemory(),
    ledgerId: ledger.id,
    serviceTime: clock.now,
    logger,
    routes: [
      ['GET', '/v1/easy-options/list', reads.listCards],
      ['GET', '/v1/easy-options/search', reads.searchEasyOptions],
      ['POST', '/v1/easy-options/open', writes.openEasyOption],
      ['POST', '/v1/easy-options/:id/close', writes.closeEasyOption],
      ['GET', '/v1/orders', reads.listOrders],
      ['POST', '/v1/orders', writes.createOrder],
      ['DELETE', '/v1/orders/:id', writes.cancelOrder],
      ['GET', '/v1/trades', reads.listTrades],
      ['GET', '/v1/trades/:id', reads.getTrade],
    ],
  });
  await app.listen({host, port});
  const address = {origin: originOf(app, host), token: tokens[0] ?? '', ledgerId: ledger.id};
  publishAddress(options.db, address);
  const stopTicking = options.now === undefined ? tick(service, logger) : () => {};
  return {
    ...address,
    seed: ledger.seed,
    async close() {
      stopTicking();
      await stop(app);
      withdrawAddress(options.db);
      ledger.close();
    },
  };
}

/** Answers what is no HTTP; a peer that is gone gets nothing. */
function refuseNonsense(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status =
    error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
  const body = JSON.stringify({error: 'INVALID_REQUEST', message: 'This is no HTTP request', details: {}});
  socket.end(
    `HTTP/1.1 ${status}\r\nOptty-Venue: paper\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
}

function tokensOf(token: string | readonly string[] | undefined): readonly string[] {
  if (token === undefined || token.length === 0) return [randomBytes(24).toString('base64url')];
  return typeof token === 'string' ? [token] : token;
}

function addAccounts(service: Service, wanted: number): void {
  for (let have = service.book().accounts.size; have < wanted; have++) service.run({type: 'addAccount'});
}

function tick(service: Service, logger: Logger | undefined): () => void {
  const timer = setInterval(() => {
    try {
      service.book();
    } catch (error) {
      // The disk may be full for now; the next tick tries again from the book that is on disk.
      logger?.error(
        `The paper market could not move on: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }, tickMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Requests under way get a second to end; what still hangs then, by a fault for one, is cut. */
async function stop(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), 1_000);
  await app.close();
  clearTimeout(cut);
}

function originOf(app: FastifyInstance, host: string): string {
  const {port} = app.server.address() as AddressInfo;
  const reached = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`;
}

/** A small seeded generator (mulberry32), so that a fault with a percentage can be played again. */
function chanceOf(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}
