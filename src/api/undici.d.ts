// The two parts of undici that every call needs. Its index would load fetch, WebSocket, mocks and caches too, which
// doubles the time from start to first data.
declare module 'undici/lib/dispatcher/client.js' {
  export {Client as default} from 'undici';
}

declare module 'undici/lib/core/connect.js' {
  import type {Socket} from 'node:net';
  import type {buildConnector} from 'undici';

  /** Unlike the declared one, the real connector returns the socket that it is connecting. */
  export default function build(
    options: buildConnector.BuildOptions,
  ): (options: buildConnector.Options, callback: buildConnector.Callback) => Socket;
}
