/** How to reach the service, in types without undici or Node: the published client needs neither. */
export type FetchOptions = {
  /** Socket and TLS options of Node, such as `ca`; or a connector of undici's kind. */
  connect?: SocketOptions | Connector | undefined;
  /** In place of the look-up of names by the system; of Node's kind. */
  lookup?: Lookup | undefined;
  /** 3,000 unless told. */
  connectTimeoutMs?: number | undefined;
  /** In all, for a read and its retries; 5,000 unless told. */
  readTimeoutMs?: number | undefined;
  /** In all, for a write; 10,000 unless told. */
  writeTimeoutMs?: number | undefined;
  /** For a signing program or function; 5,000 unless told. */
  signTimeoutMs?: number | undefined;
  /** Reads that may be under way at once, a connection each; the rest wait in turn. 8 unless told. */
  connections?: number | undefined;
};

export type SocketOptions = {
  /** Certificates to trust in place of the system's, PEM. */
  ca?: string | string[] | undefined;
  /** A certificate and key of our own, PEM. */
  cert?: string | undefined;
  key?: string | undefined;
  [option: string]: unknown;
};

/** Calls back with an error, or with null and a connected socket. */
export type Connector = (options: object, callback: (error: Error | null, socket: never) => void) => void;

export type Address = {
  address: string;
  family: number;
};

/** With `all`, calls back with a list of addresses; else with one and its family. */
export type Lookup = (
  hostname: string,
  options: {all?: boolean | undefined},
  callback: (error: Error | null, address: string | Address[], family?: number) => void,
) => void;
