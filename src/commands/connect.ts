import {
  type ClientOptions,
  type Credential,
  createClient,
  sealCredential,
  type TradingClient,
} from '../api/index.ts';
import type {Config} from '../config/config.ts';
import {clientDialect, type ProfileDialect} from '../config/dialect.ts';
import type {BoundService} from '../desk/journal/contract.ts';
import {Unable} from './line/exit.ts';
import {say} from './output/output.ts';

/** A client of the configured service, and what to end when it is no longer needed. */
export type Connection = {
  readonly client: TradingClient;
  /** Of the paper service: its ledger, which an intent is bound to, since its port changes. */
  readonly ledger: string | undefined;
  readonly baseUrl: string;
  readonly credential: Credential;
  /** A client of the same service that asks in another way. Whoever makes it closes it. */
  another(way: {readonly dialect: ProfileDialect; readonly credential: Credential}): TradingClient;
  close(): Promise<void>;
};

type Given = {
  readonly env: NodeJS.ProcessEnv;
  /** Told when the embedded paper service fails after it has started. */
  readonly onPaperError: (error: Error) => void;
};

type ConnectTarget = {
  readonly baseUrl: string;
  readonly credential: Credential;
  readonly ledger: string | undefined;
  close(): Promise<void>;
};

/**
 * Starts the embedded paper service where the configuration names no other, and makes the client.
 * @throws {Error} the service cannot be started, or the credential cannot be had, with the reason in a sentence
 */
export async function connect(config: Config, {env, onPaperError}: Given): Promise<Connection> {
  const {service} = config;
  const {
    baseUrl,
    credential: plain,
    ledger,
    ...there
  } = service.kind === 'remote'
    ? {
        baseUrl: service.baseUrl,
        credential: await credentialFor(config),
        ledger: undefined,
        close: async () => {},
      }
    : await startPaper(config, onPaperError);
  const credential = sealCredential(plain);
  const common: ClientOptions = {
    baseUrl,
    // The paper service has the interface's own spellings, whatever a profile says of another.
    dialect: service.kind === 'remote' ? clientDialect(config.dialect) : undefined,
    credential,
    env,
  };
  const client = createClient(common);
  return {
    client,
    ledger,
    baseUrl,
    credential,
    another: ({dialect, credential: other}) =>
      createClient({...common, dialect: clientDialect(dialect), credential: other}),
    async close() {
      await client.close();
      await there.close();
    },
  };
}

async function startPaper({statePaths}: Config, onError: Given['onPaperError']): Promise<ConnectTarget> {
  const {startEmbeddedPaper} = await import('../paper/embedded.ts');
  const workerUrl = new URL('./paper-worker.cjs', import.meta.url);
  const starting = startEmbeddedPaper({workerUrl, db: statePaths.paperDb, onError});
  const {origin, token, ledgerId, close} = await starting.catch((error: Error) => {
    const {message} = error;
    throw new Unable(
      `The paper service cannot start on ${statePaths.paperDb}: ${message.replace(/\.?$/, '.')}`,
    );
  });
  return {baseUrl: origin, credential: {scheme: 'bearer', token}, ledger: ledgerId, close};
}

async function credentialFor({credential, dialect}: Config): Promise<Credential> {
  const {scheme} = dialect.auth;
  switch (credential.kind) {
    case 'none':
      return {scheme: 'none'};
    case 'signing':
      return {scheme: 'command', argv: dialect.auth.command ?? []};
    case 'token': {
      const token = await credential.read();
      return scheme === 'header' && dialect.auth.header !== undefined
        ? {scheme: 'header', name: dialect.auth.header, token}
        : {scheme: 'bearer', token};
    }
    default:
      return credential satisfies never;
  }
}

/** What a journal is bound to. The embedded paper service has a credential of its own, and one account. */
export function boundService({client, ledger}: Connection, {credential}: Config): BoundService {
  const ownSource = credential.kind === 'none' ? 'none' : credential.sourceKey();
  return {...client.service, ledger, credentialSource: ledger === undefined ? ownSource : 'paper'};
}

export function sayOtherAddress({otherAddress}: Config, {stderr}: Pick<NodeJS.Process, 'stderr'>): void {
  if (otherAddress !== undefined) say(stderr, `optty: ${otherAddress}\n`);
}

/** Does something with the configured service and lets go of it, whatever happens. */
export async function withClient<Value>(
  config: Config,
  host: Pick<NodeJS.Process, 'env' | 'stderr'>,
  work: (client: TradingClient) => Promise<Value>,
): Promise<Value> {
  sayOtherAddress(config, host);
  const paper = Promise.withResolvers<never>();
  const connection = await connect(config, {env: host.env, onPaperError: paper.reject});
  try {
    return await Promise.race([work(connection.client), paper.promise]);
  } finally {
    await connection.close();
  }
}
