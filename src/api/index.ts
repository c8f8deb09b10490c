/** `optty/client`: the typed client of the trading service, without a terminal. */
export {type BaseUrl, type BaseUrlResult, parseBaseUrl} from './base-url.ts';
export {
  type Answer,
  type CallOptions,
  type ClientOptions,
  createClient,
  type Service,
  type TradingClient,
} from './client.ts';
export {type Credential, sealCredential} from './credential.ts';
export * from './decimal.ts';
export {type Dialect, defaultDialect} from './dialect.ts';
export {ApiError, explain, LinkError, type LinkFailure, ShapeError} from './errors.ts';
export type {Address, Connector, FetchOptions, Lookup, SocketOptions} from './fetch-options.ts';
export * from './resources.ts';
export type {ProxyEnvironment} from './route.ts';
