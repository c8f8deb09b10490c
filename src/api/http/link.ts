import {lookup as systemLookup} from 'node:dns';
import {isIP} from 'node:net';
import type {buildConnector} from 'undici';
import buildConnect from 'undici/lib/core/connect.js';
import Client from 'undici/lib/dispatcher/client.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import type {Address, FetchOptions, Lookup} from '../contract.ts';
import {LinkError} from '../errors.ts';
import {proxyError} from './failure.ts';
import {type ProxyEnvironment, proxyFor} from './route.ts';

export type Link = Awaited<ReturnType<typeof openLink>>;

export type LinkOptions = {
  origin: string;
  connectTimeoutMs: number;
  connect?: FetchOptions['connect'];
  names: Names;
  env: ProxyEnvironment;
};

/** Reads must not stay with an address that the service had before. */
const longestKeptMs = 30_000;

/** @param connections that reads share and keep; without it, a connection for one call */
export async function openLink(route: LinkOptions, connections?: number) {
  const attempts = attemptsToConnect();
  const proxy = proxyFor(route.origin, route.env);
  // HTTP/1.1 and one request at a time. `pipelining: 0` sends `connection: close`.
  const kept =
    connections === undefined ? {pipelining: 0} : {pipelining: 1, connections, clientTtl: longestKeptMs};
  const options = {...kept, allowH2: false, headersTimeout: 0, bodyTimeout: 0};
  const connect = connectorOf(route, attempts);
  const One = connections === undefined ? Client : Pool;
  const dispatcher =
    proxy === undefined
      ? new One(route.origin, {...options, connect})
      : await proxied(route, proxy.address, attempts, {connections: 1, ...options});
  return {
    dispatcher,
    /** Its host, without its password. */
    proxy: proxy && new URL(proxy.address).host,
    names: route.names,
    cut() {
      // The caller has already been notified; later errors of the dispatcher do not matter.
      dispatcher.destroy().catch(() => undefined);
      attempts.end();
    },
  };
}

type Attempts = ReturnType<typeof attemptsToConnect>;

/**
 * Ends the connections that are being made. A signal keeps each socket that listens to it: one for all would
 * keep every closed socket of a long watch in memory.
 */
function attemptsToConnect() {
  const begun = new Set<AbortController>();
  return {
    begin(then: buildConnector.Callback) {
      const attempt = new AbortController();
      begun.add(attempt);
      const callback = (...came: Parameters<buildConnector.Callback>) => {
        begun.delete(attempt);
        then(...came);
      };
      return {signal: attempt.signal, callback};
    },
    end() {
      for (const attempt of begun) attempt.abort();
    },
  };
}

/** The time to connect begins after the look-up. */
function connectorOf(route: LinkOptions, attempts: Attempts): buildConnector.connector {
  if (typeof route.connect === 'function') return route.connect as buildConnector.connector;
  return (asked, then) => {
    const {signal, callback} = attempts.begin(then);
    const options = {...socketOptions(route), signal};
    if (isIP(asked.hostname) !== 0) return void buildConnect(options)(asked, callback);
    route.names.lookUp(asked.hostname, (error, addresses) => {
      if (error) return callback(error, null);
      const lookup: Lookup = (_name, _options, then) => then(null, addresses);
      buildConnect({...options, lookup} as buildConnector.BuildOptions)(asked, callback);
    });
  };
}

function socketOptions({connect, connectTimeoutMs}: LinkOptions) {
  const given = typeof connect === 'object' ? connect : {};
  const own = {timeout: connectTimeoutMs, allowH2: false, ...inTurn(connectTimeoutMs)};
  return {...strict, ...given, ...own} as buildConnector.BuildOptions;
}

/** Node drops an address after 250 ms when there is another: too soon where a packet was lost. */
const inTurn = (connectTimeoutMs: number) => ({
  autoSelectFamily: true,
  autoSelectFamilyAttemptTimeout: Math.ceil(connectTimeoutMs / 3),
});

/** Else NODE_TLS_REJECT_UNAUTHORIZED and NODE_OPTIONS decide. */
const strict = {rejectUnauthorized: true, minVersion: 'TLSv1.2'} as const;

/** The whole time of a look-up, and how long its answer counts. */
const lookUpMs = 10_000;

type Found = [error: Error | null, addresses: Address[]];

export type Names = ReturnType<typeof sharedNames>;

/**
 * One look-up of a name for all calls within 10 s: the system makes two at a time, and a dead name server holds
 * each for 5 s, which is all the time of a read.
 */
export function sharedNames(now: () => number, lookup: Lookup = systemLookup) {
  const begun = new Map<string, {readonly at: number; readonly found: Promise<Found>}>();
  let waiting = 0;
  const begin = (hostname: string, at: number) => {
    const {promise: found, resolve} = Promise.withResolvers<Found>();
    const begunNow = {at, found};
    begun.set(hostname, begunNow);
    waiting += 1;
    const late = Object.assign(new Error('The name servers do not answer.'), {code: 'EAI_AGAIN'});
    const timer = setTimeout(() => resolve([late, []]), lookUpMs).unref();
    lookup(hostname, {all: true}, (error, given, family = 0) =>
      resolve([error, typeof given === 'string' ? [{address: given, family}] : given]),
    );
    void found.then(([error]) => {
      clearTimeout(timer);
      waiting -= 1;
      if (error && begun.get(hostname) === begunNow) begun.delete(hostname);
    });
    return found;
  };
  return {
    lookUp(hostname: string, callback: (...found: Found) => void) {
      const last = begun.get(hostname);
      const isRecent = last !== undefined && now() - last.at < lookUpMs;
      void (isRecent ? last.found : begin(hostname, now())).then(found => callback(...found));
    },
    isWaiting: () => waiting > 0,
  };
}

async function proxied(route: LinkOptions, address: string, attempts: Attempts, options: Pool.Options) {
  refuseUnfitProxy(address);
  // The bundler makes no named exports for a CommonJS module that is loaded with import().
  const {default: undici} = await import('undici');
  const {connectTimeoutMs} = route;
  const toProxy = connectorOf({...route, connect: undefined}, attempts);
  const connect: buildConnector.connector = (asked, callback) =>
    toProxy(asked, (...[error, socket]: Parameters<buildConnector.Callback>) =>
      error === null ? callback(null, socket) : callback(proxyError(error, new URL(address).host), null),
    );
  return new undici.ProxyAgent({
    ...options,
    uri: address,
    connectTimeout: connectTimeoutMs,
    requestTls: socketOptions(route),
    // Also for http: the answer to a request that a proxy forwards may be the proxy's own.
    proxyTunnel: true,
    clientFactory: url => new undici.Pool(url, {connect, headersTimeout: connectTimeoutMs}),
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
