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

export type Connection = {
  readonly client: TradingClient;
  /** Intents for paper are bound to its ledger, since its port changes. */
  readonly ledger: string | undefined;
  readonly baseUrl: string;
  readonly credential: Credential;
  /** Another client of the same service; the caller closes it. */
  another(access: {readonly dialect: ProfileDialect; readonly credential: Credential}): TradingClient;
  close(): Promise<void>;
};

type Given = {readonly env: NodeJS.ProcessEnv; readonly onPaperError: (error: Error) => void};

type ConnectTarget = {
  readonly baseUrl: string;
  readonly credential: Credential;
  readonly ledger: string | undefined;
  close(): Promise<void>;
};

/** @throws {Error} the service cannot start or the credential cannot be read; the message is a sentence */
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
    // The paper service uses the interface's own spellings, whatever the profile says.
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
  const workerUrl = new URL('./paper-worker.js', import.meta.url);
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

export function boundService({client, ledger}: Connection, {credential}: Config): BoundService {
  const ownSource = credential.kind === 'none' ? 'none' : credential.sourceKey();
  return {...client.service, ledger, credentialSource: ledger === undefined ? ownSource : 'paper'};
}

export function sayOtherAddress({otherAddress}: Config, {stderr}: Pick<NodeJS.Process, 'stderr'>): void {
  if (otherAddress !== undefined) say(stderr, `optty: ${otherAddress}\n`);
}

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
