import {lookup as systemLookup} from 'node:dns';
import {isIP, type Socket} from 'node:net';
import type {buildConnector} from 'undici';
import buildConnect from 'undici/lib/core/connect.js';
import Client from 'undici/lib/dispatcher/client.js';
import type {Address, FetchOptions, Lookup} from '../contract.ts';
import {LinkError} from '../errors.ts';
import {proxyError} from './failure.ts';
import {type ProxyEnvironment, proxyFor} from './route.ts';

export type Link = Awaited<ReturnType<typeof openLink>>;

export type LinkOptions = {
  origin: string;
  connectTimeoutMs: number;
  fetchOptions: FetchOptions;
  env: ProxyEnvironment;
};

/** The whole time of a look-up, and how long its answer counts. */
export const lookUpMs = 10_000;

/** Begins a time of its own: the look-up of the name, and each attempt at an address. */
export type LinkStep = 'look-up' | 'connect';

type Route = LinkOptions & {readonly onStep: (step: LinkStep) => void};

/** @param openedAt by the clock of the caller */
export async function openLink(given: LinkOptions, isForOneCall: boolean, openedAt: number) {
  const ended = new AbortController();
  const steps: {told: Route['onStep']} = {told: () => {}};
  const route: Route = {...given, onStep: step => steps.told(step)};
  const proxy = proxyFor(route.origin, route.env);
  // HTTP/1.1 with keep-alive and one request at a time. `pipelining: 0` sends `connection: close`.
  const options = {allowH2: false, pipelining: isForOneCall ? 0 : 1, headersTimeout: 0, bodyTimeout: 0};
  const dispatcher =
    proxy === undefined
      ? new Client(route.origin, {...options, connect: connectorOf(route, ended.signal)})
      : await proxied(route, proxy.address, ended.signal, options);
  return {
    dispatcher,
    openedAt,
    steps,
    /** Its host, without its password. */
    proxy: proxy && new URL(proxy.address).host,
    get isCut() {
      return ended.signal.aborted;
    },
    cut() {
      if (ended.signal.aborted) return;
      // The caller has already been notified; later errors of the dispatcher do not matter.
      dispatcher.destroy().catch(() => undefined);
      ended.abort();
    },
  };
}

function connectorOf(route: Route, signal: AbortSignal): buildConnector.connector {
  const {connect, lookup} = route.fetchOptions;
  return typeof connect === 'function'
    ? (connect as buildConnector.connector)
    : racingConnector(socketOptions(route, signal), lookup, signal, route.onStep);
}

function socketOptions({fetchOptions: {connect}, connectTimeoutMs}: LinkOptions, signal: AbortSignal) {
  const given = typeof connect === 'object' ? connect : {};
  const own = {signal, timeout: connectTimeoutMs, allowH2: false};
  return {...strict, ...given, ...own} as buildConnector.BuildOptions;
}

/** Else NODE_TLS_REJECT_UNAUTHORIZED and NODE_OPTIONS decide. */
const strict = {rejectUnauthorized: true, minVersion: 'TLSv1.2'} as const;

/** When another address is tried beside one that has not connected yet (RFC 8305). */
const nextAddressMs = 250;

/** Node drops an address after 250 ms when there is another. Here all go on, and the first one wins. */
function racingConnector(
  options: buildConnector.BuildOptions,
  lookup: FetchOptions['lookup'] = systemLookup,
  signal: AbortSignal,
  onStep: Route['onStep'] = () => {},
): buildConnector.connector {
  const connect = buildConnect(options);
  return (asked, callback) => {
    if (isIP(asked.hostname) !== 0) return void connect(asked, callback);
    onStep('look-up');
    lookup(asked.hostname, {all: true}, (error, found, family = 0) => {
      if (error) return callback(error, null);
      const addresses = typeof found === 'string' ? [{address: found, family}] : found;
      const start: Start = (address, then) => {
        onStep('connect');
        return connect({...asked, hostname: address}, then);
      };
      race(alternating(addresses), start, callback, signal);
    });
  };
}

type Found = Parameters<Parameters<Lookup>[2]>;

/**
 * One look-up of a name for all calls within 10 s: the system makes two at a time, and a dead name server holds
 * each for 5 s, which is all the time of a read.
 */
export function sharedLookup(now: () => number, lookup: Lookup = systemLookup): Lookup {
  const begun = new Map<string, {readonly at: number; readonly found: Promise<Found>}>();
  const begin = (hostname: string, at: number) => {
    const {promise: found, resolve} = Promise.withResolvers<Found>();
    const begunNow = {at, found};
    begun.set(hostname, begunNow);
    lookup(hostname, {all: true}, (...answer) => {
      if (answer[0] && begun.get(hostname) === begunNow) begun.delete(hostname);
      resolve(answer);
    });
    return found;
  };
  return (hostname, _all, callback) => {
    const last = begun.get(hostname);
    const isRecent = last !== undefined && now() - last.at < lookUpMs;
    void (isRecent ? last.found : begin(hostname, now())).then(answer => callback(...answer));
  };
}

type Start = (address: string, callback: buildConnector.Callback) => Socket;

function race(
  addresses: string[],
  start: Start,
  callback: buildConnector.Callback,
  signal: AbortSignal,
): void {
  const attempts = new Set<Socket>();
  let timer: NodeJS.Timeout | undefined;
  const next = () => {
    clearTimeout(timer);
    const address = addresses.shift();
    if (address === undefined || signal.aborted) return;
    const socket = start(address, (...[error, connected]: Parameters<buildConnector.Callback>) => {
      if (error === null) return callback(null, connected);
      attempts.delete(socket);
      next();
      if (attempts.size === 0) callback(error, null);
    });
    attempts.add(socket);
    socket.once('connect', () => {
      clearTimeout(timer);
      addresses.length = 0;
      attempts.delete(socket);
      for (const other of attempts) other.destroy();
      attempts.clear();
    });
    timer = setTimeout(next, nextAddressMs);
  };
  next();
}

/** One of each family in turn, first the one that the system prefers. */
function alternating(addresses: readonly Address[]): string[] {
  const families = Map.groupBy(addresses, ({family}) => family);
  const rank = (each: Address) => families.get(each.family)?.indexOf(each) ?? 0;
  return addresses.toSorted((a, b) => rank(a) - rank(b)).map(({address}) => address);
}

async function proxied(route: Route, address: string, signal: AbortSignal, options: Client.Options) {
  refuseUnfitProxy(address);
  // The bundler makes no named exports for a CommonJS module that is loaded with import().
  const {default: undici} = await import('undici');
  const tls = socketOptions(route, signal);
  const toProxy = racingConnector(tls, route.fetchOptions.lookup, signal, route.onStep);
  const connect: buildConnector.connector = (asked, callback) =>
    toProxy(asked, (...[error, socket]: Parameters<buildConnector.Callback>) =>
      error === null ? callback(null, socket) : callback(proxyError(error, new URL(address).host), null),
    );
  return new undici.ProxyAgent({
    ...options,
    uri: address,
    connections: 1,
    connectTimeout: route.connectTimeoutMs,
    requestTls: tls,
    // Also for http: the answer to a request that a proxy forwards may be the proxy's own.
    proxyTunnel: true,
    clientFactory: url => new undici.Client(url, {connect}),
  });
}

/** Checked here, because undici's message repeats the address and with it the password. */
function refuseUnfitProxy(proxy: string): void {
  if (/^https?:\/\//i.test(proxy) && URL.canParse(proxy)) return;
  throw new LinkError(
    'proxy',
    'no',
    'The address of the proxy cannot be used: it must begin with http:// or https://.',
  );
}
