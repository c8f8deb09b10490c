/** `optty/client`: the typed client of the trading service, without a terminal. */
export {type BaseUrl, type BaseUrlResult, parseBaseUrl} from './base-url.ts';
export {createClient} from './client.ts';
export type {
  Address,
  Answer,
  AnswerCame,
  CallOptions,
  ClientOptions,
  Connector,
  FetchOptions,
  Lookup,
  Operations,
  RequestMade,
  Service,
  SocketOptions,
  TradingClient,
  WalkOptions,
  Walks,
} from './contract.ts';
export {type Credential, type Sign, type Signable, sealCredential} from './credential.ts';
export {
  ApiError,
  isConflict,
  isInvalid,
  isLinkFailure,
  isNotFound,
  isRateLimited,
  isServiceFailure,
  isUnauthorized,
  isUnsent,
  LinkError,
  type LinkFailure,
  linkFailures,
  maySent,
  ShapeError,
} from './errors.ts';
export {explain} from './explain.ts';
export type {ProxyEnvironment} from './http/route.ts';
export {createOrderMembers, openEasyOptionMembers} from './wire/bodies.ts';
export * from './wire/decimal.ts';
export {type Dialect, type DialectSettings, defaultDialect} from './wire/dialect.ts';
export {
  type CardQuery,
  type CreateOrder,
  cardQueryMembers,
  defaultPageSizes,
  type EasyOptionQuery,
  easyOptionQueryMembers,
  limits,
  type OpenEasyOption,
  type OrderQuery,
  orderQueryMembers,
  type SortDirection,
  type TradeQuery,
  tradeQueryMembers,
} from './wire/inputs.ts';
export {
  type ApiErrorV1,
  cardFields,
  type Documented,
  type EasyOption,
  type EasyOptionCard,
  type EasyOptionPage,
  easyOptionFields,
  type Order,
  orderFields,
  type Page,
  type Trade,
  tradeFields,
  type Undocumented,
  type Unreadable,
} from './wire/records.ts';
export {
  type Decimal,
  type Direction,
  directions,
  type EasyOptionStatus,
  type EasyOptionType,
  easyOptionStatuses,
  easyOptionTypes,
  type FillType,
  fillTypes,
  type Id,
  type JsonObject,
  type JsonValue,
  type Millis,
  type OptionType,
  type OrderStatus,
  type OrderType,
  optionTypes,
  orderStatuses,
  orderTypes,
  type Side,
  sides,
} from './wire/values.ts';
