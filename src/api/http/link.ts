import type {Socket} from 'node:net';
import type {buildConnector, Dispatcher} from 'undici';
import buildConnect from 'undici/lib/core/connect.js';
import Client from 'undici/lib/dispatcher/client.js';
import type {FetchOptions} from '../contract.ts';
import {LinkError} from '../errors.ts';
import {type ProxyEnvironment, proxyFor} from './route.ts';

export type Link = ReturnType<typeof linkOver>;

export type LinkOptions = {
  origin: string;
  connectTimeoutMs: number;
  fetchOptions: FetchOptions;
  env: ProxyEnvironment;
};

export async function openLink(route: LinkOptions, isForOneCall: boolean): Promise<Link> {
  const proxy = proxyFor(route.origin, route.env);
  return proxy === undefined
    ? directLink(route, isForOneCall)
    : await proxiedLink(route, isForOneCall, proxy.address);
}

/** HTTP/1.1 with keep-alive and one request at a time. `pipelining: 0` sends `connection: close`. */
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

/** @param proxy its host, without its password */
function linkOver(dispatcher: Dispatcher, sockets: Iterable<Socket>, proxy: string | undefined) {
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
      // The caller has already been notified; later errors of the dispatcher do not matter.
      dispatcher.destroy().catch(() => undefined);
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function proxiedLink(route: LinkOptions, isForOneCall: boolean, address: string): Promise<Link> {
  refuseUnfitProxy(address);
  // The bundler makes no named exports for a CommonJS module that is loaded with import().
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

/** Checked here, because undici's message repeats the address and with it the password. */
function refuseUnfitProxy(proxy: string): void {
  if (/^(?:https?|socks5?):\/\//i.test(proxy) && URL.canParse(proxy)) return;
  throw new LinkError(
    'proxy',
    'no',
    'The address of the proxy cannot be read: it begins with http:// or https://.',
  );
}
