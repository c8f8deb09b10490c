import {lookup as systemLookup} from 'node:dns';
import {isIP, type Socket} from 'node:net';
import type {buildConnector} from 'undici';
import buildConnect from 'undici/lib/core/connect.js';
import Client from 'undici/lib/dispatcher/client.js';
import type {Address, FetchOptions} from '../contract.ts';
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

/** @param openedAt by the clock of the caller */
export async function openLink(route: LinkOptions, isForOneCall: boolean, openedAt: number) {
  const ended = new AbortController();
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

function connectorOf(route: LinkOptions, signal: AbortSignal): buildConnector.connector {
  const {connect} = route.fetchOptions;
  return typeof connect === 'function'
    ? (connect as buildConnector.connector)
    : racingConnector(socketOptions(route, signal), route.fetchOptions.lookup, signal);
}

function socketOptions(
  {fetchOptions: {connect, lookup}, connectTimeoutMs}: LinkOptions,
  signal: AbortSignal,
) {
  const given = typeof connect === 'object' ? connect : {};
  const own = {signal, timeout: connectTimeoutMs, allowH2: false};
  return {...strict, ...given, ...(lookup && {lookup}), ...own} as buildConnector.BuildOptions;
}

/** Else NODE_TLS_REJECT_UNAUTHORIZED and NODE_OPTIONS decide. */
export const strict = {rejectUnauthorized: true, minVersion: 'TLSv1.2'} as const;

/** When another address is tried beside one that has not connected yet (RFC 8305). */
const nextAddressMs = 250;

/** Node drops an address after 250 ms when there is another. Here all go on, and the first one wins. */
export function racingConnector(
  options: buildConnector.BuildOptions,
  lookup: FetchOptions['lookup'] = systemLookup,
  signal: AbortSignal,
): buildConnector.connector {
  const connect = buildConnect(options);
  return (asked, callback) => {
    if (isIP(asked.hostname) !== 0) return void connect(asked, callback);
    lookup(asked.hostname, {all: true}, (error, found, family = 0) => {
      if (error) return callback(error, null);
      const addresses = typeof found === 'string' ? [{address: found, family}] : found;
      const start: Start = (address, then) => connect({...asked, hostname: address}, then);
      race(alternating(addresses), start, callback, signal);
    });
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

async function proxied(route: LinkOptions, address: string, signal: AbortSignal, options: Client.Options) {
  refuseUnfitProxy(address);
  // The bundler makes no named exports for a CommonJS module that is loaded with import().
  const {default: undici} = await import('undici');
  const tls = socketOptions(route, signal);
  const toProxy = racingConnector(tls, route.fetchOptions.lookup, signal);
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
