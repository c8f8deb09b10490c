import {randomBytes} from 'node:crypto';
import {fromIso} from '../api/wire/records.ts';
import {publishAddress, withdrawAddress} from './address.ts';
import {
  type ClockChange,
  fastest,
  isBetween,
  longestAdvanceMs,
  type ServiceClock,
  startClock,
} from './clock.ts';
import {PaperOptionError} from './errors.ts';
import {controls, type Levers} from './http/control.ts';
import {createFaults, parseFaults} from './http/faults.ts';
import {createHandler, listen} from './http/handler.ts';
import {createRateLimit, createTokens} from './http/router.ts';
import {createPaperService, type Ledger, openLedger, type PaperService} from './ledger.ts';
import {hash, uniform} from './market/chance.ts';
import {readingOf} from './operations/dialect.ts';
import {numberOf} from './operations/requests.ts';
import {doneReply} from './operations/routes.ts';
import type {Logger, Paper, PaperOptions} from './options.ts';

const defaultLimits = {reads: {perSecond: 100, burst: 400}, writes: {perSecond: 50, burst: 200}};
const tickMs = 250;
export const longestLag = 3_600;

/** Starts the paper service. @throws {PaperOptionError | FaultSpecError | LedgerInUse} */
export async function startPaper(options: PaperOptions = {}): Promise<Paper> {
  const checked = checkOptions(options);
  const {db, seed, start, wall} = checked;
  const ledger = openLedger({file: db, seed, now: start ?? wall()});
  try {
    return await serve(checked, ledger, options.now === undefined);
  } catch (error) {
    ledger.close();
    throw error;
  }
}

async function serve(options: CheckedOptions, ledger: Ledger, ticks: boolean): Promise<Paper> {
  const {db, dialect, reading, prefix, wall, lag, logger, limits: rates = defaultLimits} = options;
  const clock = startClock(ledger.clock ?? ledger.genesis, options.speed, wall, ledger.book.time);
  ledger.setClock(clock.anchor());
  const service = createPaperService(ledger, clock);
  const given = Object.values(options.tokens);
  for (let have = service.book().accounts.length; have < given.length; have++)
    service.run({type: 'addAccount'});
  const tokens = createTokens(given, dialect?.auth);
  const limits = limitsOf(rates, wall);
  const levers = leversOf(options, ledger, clock, service, () => {
    limits?.reads.forget();
    limits?.writes.forget();
    publish();
  });
  const handler = createHandler({
    controls: controls(levers, tokens),
    prefix,
    work: {...service, wall, ago: clock.ago, reading, tradesLagMs: lag * 1_000},
    faults: levers.faults,
    tokens,
    easyOptionsAreOpen: dialect?.auth?.easy_options === false,
    limits,
    ledgerId: () => ledger.id,
    serviceTime: clock.now,
    logger,
  });
  const {origin, stop} = await listen(handler, options);
  const [token = ''] = given;
  // A dashboard that finds the ledger in use takes the default dialect and no lag for granted.
  const publish = () =>
    dialect === undefined &&
    lag === 0 &&
    publishAddress(db, {origin: origin + prefix, token, ledgerId: ledger.id});
  publish();
  const timer = ticks ? setInterval(() => tick(service, logger), tickMs).unref() : undefined;

  const close = once(async () => {
    clearInterval(timer);
    await stop();
    withdrawAddress(db);
    ledger.close();
  });
  return {
    baseUrl: origin + prefix,
    origin,
    token,
    tokens: options.tokens,
    get ledgerId() {
      return ledger.id;
    },
    seed: ledger.seed,
    clock: levers.clock,
    setFaults: spec => levers.faults.set(parseFaults(spec)),
    fillOrder: (orderId, size) => orThrow(levers.fillOrder(orderId, size)),
    reset: levers.reset,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function orThrow({problem}: ReturnType<Levers['fillOrder']>): void {
  if (problem !== undefined) throw new Error(`${problem.message}.`);
}

function limitsOf(rates: NonNullable<CheckedOptions['limits']>, wall: () => number) {
  if (rates === 'none') return undefined;
  return {reads: createRateLimit(rates.reads, wall), writes: createRateLimit(rates.writes, wall)};
}

/** A second end could withdraw the address of the ledger's next service. */
function once(end: () => Promise<void>): () => Promise<void> {
  let ended: Promise<void> | undefined;
  return () => (ended ??= end());
}

function leversOf(
  options: CheckedOptions,
  ledger: Ledger,
  clock: ServiceClock,
  service: PaperService,
  afterReset: () => void,
): Levers {
  const faults = createFaults(options.firstFaults(), chanceOf(options.seed));
  const turn = (change: ClockChange): void => {
    clock.change(change);
    ledger.setClock(clock.anchor());
  };
  return {
    faults,
    clock: {
      now: clock.now,
      speed: () => clock.anchor().speed,
      setSpeed(speed) {
        mustBeBetween('speed', speed, fastest);
        turn({speed});
      },
      advance(ms) {
        mustBeBetween('advance', ms, longestAdvanceMs);
        turn({advance: ms});
        service.book();
      },
    },
    fillOrder: (orderId, size) =>
      doneReply(service.run({type: 'fillOrder', order: numberOf('order', orderId), size}), service.book),
    reset() {
      clock.change({time: options.start ?? options.wall(), speed: options.speed});
      service.reset();
      ledger.setClock(clock.anchor());
      faults.set(options.firstFaults());
      afterReset();
    },
  };
}

function mustBeBetween(what: string, given: number, most: number): void {
  if (!isBetween(given, most))
    throw new RangeError(`The clock's ${what} must be a number from 0 to ${most}, not ${String(given)}.`);
}

function tick(service: PaperService, logger: Logger | undefined): void {
  try {
    service.book();
  } catch (error) {
    // The disk may be full; the next tick retries from the stored book.
    const reason = error instanceof Error ? error.message : String(error);
    logger?.error(`The paper market could not move on: ${reason}`);
  }
}

/** Seeded, so that faults with a percentage can be repeated. */
function chanceOf(seed: number): () => number {
  let drawn = 0;
  return () => uniform(hash(seed, drawn++));
}

type CheckedOptions = ReturnType<typeof checkOptions>;

function checkOptions(options: PaperOptions) {
  const {db = ':memory:', host = '127.0.0.1', port = 0, prefix = '', seed = 1, speed = 1, ...more} = options;
  const {now: wall = Date.now, faults = '', start, token, ...rest} = more;
  const {dialect, lag = 0, limits, logger, ...others} = rest;
  const [unknown = ''] = Object.keys(others);
  const isKnown = Object.keys(others).length === 0;
  must(isKnown, unknown, `there is no option ${JSON.stringify(unknown)}; see docs/paper.md.`);
  const isPath = /^(\/[\w.~-]+)*$/.test(prefix);
  must(isPath, 'prefix', `expected a path like /api, not ${JSON.stringify(prefix)}.`);
  must(isBetween(speed, fastest), 'speed', `expected a number from 0 to ${fastest}, not ${speed}.`);
  must(isBetween(lag, longestLag), 'lag', `expected seconds from 0 to ${longestLag}, not ${lag}.`);
  parseFaults(faults);
  return {
    ...{
      dialect,
      reading: readingOf(dialect),
      lag,
      limits,
      logger,
      db,
      host,
      port,
      prefix,
      seed,
      speed,
    },
    start: start === undefined ? undefined : timeOf(start),
    tokens: tokensOf(token),
    firstFaults: () => parseFaults(faults),
    wall,
  };
}

function must(isSo: boolean, option: string, message: string): void {
  if (!isSo) throw new PaperOptionError(option, message);
}

const earliest = Date.UTC(2000, 0, 1);
const latest = Date.UTC(2098, 0, 1);

function timeOf(start: number | Date | string): number {
  const time = typeof start === 'string' ? fromIso(start) : Number(start);
  if (time !== undefined && time >= earliest && time < latest) return time;
  const given = JSON.stringify(start);
  const expected = `expected a time from 2000 to 2097 like 2026-11-19T12:00:00Z, not ${given}.`;
  throw new PaperOptionError('start', expected);
}

function tokensOf(token: PaperOptions['token'] = ''): Record<string, string> {
  const list = typeof token === 'string' ? [token] : token;
  const given: [string, string][] =
    token.length === 0
      ? [['account1', randomBytes(24).toString('base64url')]]
      : Array.isArray(list)
        ? list.map((each: string, at) => [`account${at + 1}`, each])
        : Object.entries(list);
  const seen = new Map<string, string>();
  for (const [name, each] of given) {
    // Objects sort numeric names first, but the order assigns the accounts.
    const isName = /^[A-Za-z][\w-]*$/.test(name);
    must(isName, 'token', `expected a name of letters, digits, - and _, not ${JSON.stringify(name)}.`);
    const isToken = /^[\x21-\x7e]+$/.test(each);
    must(isToken, 'token', 'expected letters, digits and signs without a space.');
    const other = seen.get(each);
    const isOwn = other === undefined;
    must(isOwn, 'token', `accounts ${other} and ${name} have the same token; each needs its own.`);
    seen.set(each, name);
  }
  return Object.fromEntries(given);
}
