import {createClient, type TradingClient} from '../api/index.ts';
import type {Config} from '../config/config.ts';

/** A client of the configured service, and what to end when it is no longer needed. */
export type Connection = {
  readonly client: TradingClient;
  /** Of the paper service: its ledger, which an intent is bound to, since its port changes. */
  readonly ledger: string | undefined;
  close(): Promise<void>;
};

type Given = {
  readonly env: NodeJS.ProcessEnv;
  /** Told when the embedded paper service fails after it has started. */
  readonly onPaperError: (error: Error) => void;
};

/**
 * Starts the embedded paper service where the configuration names no other, and makes the client.
 * @throws {Error} the service cannot be started, or the credential cannot be had, with the reason in a sentence
 */
export async function connect(config: Config, {env, onPaperError}: Given): Promise<Connection> {
  const version = OPTTY_VERSION;
  if (config.service.kind === 'remote') {
    const credential = await credentialFor(config);
    const client = createClient({
      baseUrl: config.service.baseUrl,
      dialect: config.dialect,
      credential,
      env,
      version,
    });
    return {client, ledger: undefined, close: () => client.close()};
  }
  const {startEmbeddedPaper} = await import('../paper/embedded.ts');
  const workerUrl = new URL('./paper-worker.js', import.meta.url);
  const paper = await startEmbeddedPaper({workerUrl, db: config.statePaths.paperDb, onError: onPaperError});
  const credential = {scheme: 'bearer', token: paper.token} as const;
  const client = createClient({baseUrl: paper.origin, credential, env, version});
  return {
    client,
    ledger: paper.ledgerId,
    async close() {
      await client.close();
      await paper.close();
    },
  };
}

async function credentialFor({credential, dialect}: Config) {
  const {scheme} = dialect.auth;
  switch (credential.kind) {
    case 'none':
      return {scheme: 'none'} as const;
    case 'signing':
      return {scheme: 'command', argv: dialect.auth.command ?? []} as const;
    case 'token': {
      const token = await credential.read();
      return scheme === 'header' && dialect.auth.header !== undefined
        ? ({scheme: 'header', name: dialect.auth.header, token} as const)
        : ({scheme: 'bearer', token} as const);
    }
    default:
      return credential satisfies never;
  }
}
