/**
 * A link is what one call at a time goes through: an undici dispatcher of a single connection. Each can be cut
 * at once, even while it connects: a signal or `dispatcher.destroy()` alone would leave the socket trying.
 */
import type {Socket} from 'node:net';
import type {buildConnector, Dispatcher} from 'undici';
import buildConnect from 'undici/lib/core/connect.js';
import Client from 'undici/lib/dispatcher/client.js';
import {LinkError} from '../errors.ts';
import type {FetchOptions} from '../fetch-options.ts';
import {type ProxyEnvironment, proxyFor} from './route.ts';

export type Link = {
  dispatcher: Dispatcher;
  /** The host of the proxy that it goes through; never its password. */
  readonly proxy: string | undefined;
  readonly isCut: boolean;
  /** Ends it and every socket of it, connecting or connected. */
  cut(): void;
};

export type LinkOptions = {
  origin: string;
  connectTimeoutMs: number;
  fetchOptions: FetchOptions;
  env: ProxyEnvironment;
};

/**
 * Opens a link; nothing is connected yet.
 * @param isForOneCall the connection is closed behind the answer
 */
export async function openLink(route: LinkOptions, isForOneCall: boolean): Promise<Link> {
  const proxy = proxyFor(route.origin, route.env);
  return proxy === undefined
    ? directLink(route, isForOneCall)
    : await proxiedLink(route, isForOneCall, proxy.address);
}

/** HTTP/1.1 only, and a keep-alive of one request at a time: pipelining 0 says `connection: close`. */
function dispatcherOptions(isForOneCall: boolean) {
  return {allowH2: false, pipelining: isForOneCall ? 0 : 1, headersTimeout: 0, bodyTimeout: 0} as const;
}

function directLink(route: LinkOptions, isForOneCall: boolean): Link {
  const sockets = new Set<Socket>();
  const connect = route.fetchOptions.connect;
  const connector =
    typeof connect === 'function' ? (connect as buildConnector.connector) : trackedConnector(route, sockets);
  const dispatcher = new Client(route.origin, {...dispatcherOptions(isForOneCall), connect: connector});
  return linkOver(dispatcher, sockets, undefined);
}

function trackedConnector(route: LinkOptions, sockets: Set<Socket>): buildConnector.connector {
  const connect = buildConnect({...socketOptions(route), timeout: route.connectTimeoutMs});
  return (options, callback) => {
    const socket = connect(options, callback);
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  };
}

function socketOptions({fetchOptions: {connect, lookup}}: LinkOptions): buildConnector.BuildOptions {
  const given = typeof connect === 'object' ? connect : {};
  return {...given, ...(lookup === undefined ? {} : {lookup}), allowH2: false} as buildConnector.BuildOptions;
}

function linkOver(dispatcher: Dispatcher, sockets: Iterable<Socket>, proxy: string | undefined): Link {
  let isCut = false;
  return {
    dispatcher,
    proxy,
    get isCut() {
      return isCut;
    },
    cut() {
      if (isCut) return;
      isCut = true;
      // Whoever waits has been told already; what the dispatcher says on its way out is of no use.
      dispatcher.destroy().catch(() => undefined);
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** The whole of undici is loaded only where a proxy is in force. */
async function proxiedLink(route: LinkOptions, isForOneCall: boolean, address: string): Promise<Link> {
  refuseUnfitProxy(address);
  // Its default export: a bundler makes no others of a CommonJS package that is loaded late.
  const {default: undici} = await import('undici');
  const options = socketOptions(route);
  const dispatcher = new undici.ProxyAgent({
    ...dispatcherOptions(isForOneCall),
    uri: address,
    connections: 1,
    connect: options,
    connectTimeout: route.connectTimeoutMs,
    requestTls: options,
    proxyTls: options,
  });
  return linkOver(dispatcher, [], new URL(address).host);
}

/** Found here, and not by undici, whose reason would repeat the address and with it the password. */
function refuseUnfitProxy(proxy: string): void {
  if (/^(?:https?|socks5?):\/\//i.test(proxy) && URL.canParse(proxy)) return;
  throw new LinkError(
    'proxy',
    'no',
    'The address of the proxy cannot be read: it begins with http:// or https://.',
  );
}
