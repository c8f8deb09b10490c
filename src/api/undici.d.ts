// Its index also loads fetch, WebSocket, mocks and caches: twice the time from start to first data.
declare module 'undici/lib/dispatcher/client.js' {
  export {Client as default} from 'undici';
}

declare module 'undici/lib/core/connect.js' {
  import type {Socket} from 'node:net';
  import type {buildConnector} from 'undici';

  /** Unlike undici's declaration, the real connector returns the connecting socket. */
  export default function build(
    options: buildConnector.BuildOptions,
  ): (options: buildConnector.Options, callback: buildConnector.Callback) => Socket;
}
