/** The socket's side of the service: limits of time, what is no HTTP, and an orderly end. */
import {once} from 'node:events';
import {createServer, type RequestListener, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import type {Duplex} from 'node:stream';
import {problemReply, type Reply} from '../operations/replies.ts';
import type {Handler} from './handler.ts';
import {announcesTooMuch} from './receive.ts';
import {sendRaw} from './send.ts';

export type Listener = {
  /** Scheme, host and port, under which this machine reaches it. */
  origin: string;
  /** Takes no more requests, and gives those under way a second to end. */
  stop(): Promise<void>;
};

const graceMs = 1_000;

/** @throws {Error} the port or the address cannot be had, with Node's code */
export async function listen(
  handler: Handler,
  {host, port}: {host: string; port: number},
): Promise<Listener> {
  const server = createServer({requestTimeout: 30_000, keepAliveTimeout: 75_000, requireHostHeader: false});
  const handle: RequestListener = (incoming, response) => void handler.handle(incoming, response);
  server.on('request', handle);
  server.on('checkContinue', (incoming, response) => {
    if (!announcesTooMuch(incoming)) response.writeContinue();
    handle(incoming, response);
  });
  // Node would answer an expectation that it does not know without a body; the work needs none of it.
  server.on('checkExpectation', handle);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else sendRaw(socket, handler.refuse(refusalOf(error.code)));
  });
  server.on('connect', (_incoming, socket: Duplex) =>
    sendRaw(
      socket,
      handler.refuse(
        problemReply(405, 'METHOD_NOT_ALLOWED', 'This is no proxy', {}, {Allow: 'GET, POST, DELETE'}),
      ),
    ),
  );
  server.listen({host, port});
  await once(server, 'listening');
  return {origin: originOf(server, host), stop: () => stop(server)};
}

function refusalOf(code: string | undefined): Reply {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return problemReply(431, 'REQUEST_TOO_LARGE', 'The headers are too large');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return problemReply(408, 'REQUEST_TIMEOUT', 'The request did not come to an end in time');
    default:
      return problemReply(400, 'INVALID_REQUEST', 'This is no HTTP request');
  }
}

function stop(server: Server): Promise<void> {
  // What still hangs after the grace, by a fault for one, is cut.
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  return new Promise(resolve => {
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}

function originOf(server: Server, host: string): string {
  const {port} = server.address() as AddressInfo;
  const reached = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`;
}
