import {zoneCaution} from '../account/portfolio/days.ts';
import {answeredBy, nameLedger} from '../account/reading/ledger.ts';
import {isLoopbackHost} from '../api/base-url.ts';
import type {FetchOptions} from '../api/contract.ts';
import {ApiError, LinkError, ShapeError} from '../api/errors.ts';
import {
  type ClientOptions,
  type Credential,
  createClient,
  sealCredential,
  type TradingClient,
} from '../api/index.ts';
import type {Config} from '../config/config.ts';
import {ConfigError} from '../config/error.ts';
import {clientDialect, type ProfileDialect} from '../config/profile-dialect.ts';
import {readSource} from '../config/source.ts';
import {type BoundService, ledgerInKey} from '../core/journal/lease.ts';
import {fileOf, type ServiceName} from '../core/journal/place.ts';
import {readAddress} from '../paper/address.ts';
import {readHost} from './host.ts';
import {Unable} from './line/exit.ts';
import {say} from './output.ts';

export type Connection = Awaited<ReturnType<typeof connect>>;

/** @throws {Error} the service cannot start or the credential cannot be read; the message is a sentence */
export async function connect(
  config: Config,
  env: NodeJS.ProcessEnv,
  {fetchOptions, ...more}: Pick<ClientOptions, 'readsOnly' | 'onAnswer' | 'fetchOptions'> = {},
) {
  const {service} = config;
  const {baseUrl, ledger, close, ...plain}: Reached =
    service.kind === 'paper'
      ? await startPaper(config)
      : {baseUrl: service.baseUrl, credential: await credentialFor(config)};
  const {fault = new Promise<never>(() => {})} = plain;
  // Avoids an unhandled rejection before anyone awaits it.
  fault.catch(() => {});
  const credential = sealCredential(plain.credential);
  const common: ClientOptions = {
    baseUrl,
    // The paper service uses the interface's own spellings, whatever the profile says.
    dialect: service.kind === 'remote' ? clientDialect(config.dialect) : undefined,
    credential,
    fetchOptions: {...fetchOptions, ...(await trusting(config.caFile))},
    ...more,
    env,
  };
  const client = createClient(common);
  return {
    client,
    /** Names the embedded paper service, whose port changes. */
    ledger,
    credential,
    /** Never resolves; rejects when the embedded paper service fails. */
    fault,
    /** A client of the same service in another dialect; the caller closes it. */
    another: (dialect: ProfileDialect) =>
      createClient({
        ...common,
        dialect: clientDialect(dialect),
        credential: service.kind === 'paper' ? credential : inForm(credential, dialect),
      }),
    async close() {
      await client.close();
      await close?.();
    },
  };
}

type Reached = {
  readonly baseUrl: string;
  readonly credential: Credential;
  readonly ledger?: string;
  readonly fault?: Promise<never>;
  readonly close?: () => Promise<void>;
};

async function startPaper({statePaths: {paperDb: db}}: Config): Promise<Reached> {
  const {startEmbeddedPaper} = await import('../paper/embedded.ts');
  const workerUrl = new URL('./paper-worker.js', import.meta.url);
  const starting = startEmbeddedPaper({workerUrl, db});
  const {origin, token, ledgerId, close, ...paper} = await starting.catch(({message}: Error) => {
    throw new Unable(`The paper service cannot start on ${db}: ${message.replace(/\.?$/, '.')}`);
  });
  const fault = paper.fault.catch(({message}: Error) => {
    throw new Unable(message);
  });
  return {baseUrl: origin, credential: {scheme: 'bearer', token}, ledger: ledgerId, fault, close};
}

async function credentialFor({credential, dialect}: Config): Promise<Credential> {
  switch (credential.kind) {
    case 'none':
      return {scheme: 'none'};
    case 'signing':
      return {scheme: 'command', argv: dialect.auth.command ?? []};
    case 'token': {
      const {read, renew, advice} = credential;
      return inForm({scheme: 'bearer', token: await read(), renew, advice}, dialect);
    }
    default:
      return credential satisfies never;
  }
}

/** A token goes where the dialect wants it. */
function inForm(credential: Credential, {auth: {scheme, header}}: ProfileDialect): Credential {
  if (credential.scheme !== 'bearer' && credential.scheme !== 'header') return credential;
  const {token, renew, advice} = credential;
  return scheme === 'header' && header !== undefined
    ? {scheme, name: header, token, renew, advice}
    : {scheme: 'bearer', token, renew, advice};
}

/** @throws {ConfigError} */
async function trusting(path: string | undefined): Promise<FetchOptions> {
  if (path === undefined) return {};
  const wrong = (expectation: string) => new ConfigError({source: path, key: 'ca_file', expectation});
  const ca = readSource(path, wrong).text.replace(/^\uFEFF/, '');
  const {X509Certificate} = await import('node:crypto');
  try {
    new X509Certificate(ca);
  } catch {
    throw wrong('it holds no certificate in PEM.');
  }
  return {connect: {ca}};
}

export async function boundService({client, ledger}: Connection, config: Config): Promise<BoundService> {
  const {credential, service} = config;
  const ownSource = credential.kind === 'none' ? 'none' : credential.sourceKey();
  const credentialSource = ledger === undefined ? ownSource : 'paper';
  const mayChange = service.kind === 'remote' && mayBePaper(service.baseUrl);
  const named: Partial<Named> = mayChange
    ? (answeredBy(client) ?? (await namedBy(client, config)))
    : {ledger};
  if (named.isGuessed !== true && (mayChange || ledger !== undefined)) nameLedger(client, named.ledger);
  return {
    ...{origin: client.service.origin, path: client.service.path, credentialSource},
    ...{ledger: named.ledger, isGuessed: named.isGuessed, mayChange},
    get answered() {
      return answeredBy(client);
    },
    // A token may be renewed.
    get fingerprint() {
      return client.service.fingerprint;
    },
  };
}

async function namedBy(client: TradingClient, config: Config): Promise<Partial<Named>> {
  return (await shownTo(client)) ?? (await serviceOf(config, 0)) ?? {};
}

type Shown = {readonly ledger: string | undefined};

/** A paper service names its ledger in every answer. A proxy answers for one that is away: then undefined. */
async function shownTo(client: TradingClient, timeoutMs?: number): Promise<Shown | undefined> {
  try {
    const {paperLedger} = await client.listOrders({page: 1, pageSize: 1}, {timeoutMs});
    return {ledger: paperLedger};
  } catch (error) {
    if (error instanceof LinkError || error instanceof ShapeError) return undefined;
    if (!(error instanceof ApiError)) throw error;
    const {status, paperLedger: ledger} = error;
    return ledger !== undefined || (status < 500 && status !== 429) ? {ledger} : undefined;
  }
}

/** On this machine, or without TLS. */
function mayBePaper(baseUrl: string): boolean {
  const {protocol, hostname} = new URL(baseUrl);
  return protocol === 'http:' || isLoopbackHost(hostname);
}

/** The journal of the profile's account, and whose it has to be. */
export const journalOf = ({statePaths: places, accountLabel: label}: Config, service: BoundService) =>
  fileOf({places, service, label});

export type Named = ServiceName & {readonly isGuessed?: true};

export const askingOn = 'The service does not answer. Asking until it does.';

/**
 * The name of the service, without its credential. Undefined before the embedded paper service has run.
 * @param waitMs for an answer; with 0, a paper service on a port counts as the last of its address
 */
export async function serviceOf(config: Config, waitMs?: number): Promise<Named | undefined> {
  const {service, statePaths, accountLabel} = config;
  if (service.kind === 'paper') {
    const ledger = await ledgerIn(statePaths.paperDb);
    return ledger === undefined ? undefined : {origin: '', path: '', ledger};
  }
  const {origin, path, baseUrl} = service;
  if (!mayBePaper(baseUrl)) return {origin, path};
  const shown = waitMs === 0 ? undefined : await shownAt(baseUrl, config, waitMs);
  if (shown !== undefined) return {origin, path, ...shown};
  const {readAccounts} = await journalLooks();
  const {seen} = readAccounts(statePaths, readHost(process.pid));
  const last = seen.find(each => each.address === `${origin}${path}` && each.label === accountLabel);
  return {origin, path, ledger: last && ledgerInKey(last.service), isGuessed: true};
}

/** It asks no service. */
export async function journalOfProfile(config: Config) {
  const service = await serviceOf(config, 0);
  return service && fileOf({places: config.statePaths, service, label: config.accountLabel});
}

/** Without a credential. */
async function shownAt(baseUrl: string, {caFile}: Config, timeoutMs?: number): Promise<Shown | undefined> {
  const client = createClient({baseUrl, fetchOptions: await trusting(caFile)});
  try {
    return await shownTo(client, timeoutMs);
  } finally {
    await client.close();
  }
}

export function sayCautions(
  {otherAddress, otherToken}: Config,
  {env, stderr}: Pick<NodeJS.Process, 'env' | 'stderr'>,
): void {
  for (const each of [otherAddress, otherToken, zoneCaution(env.TZ, Date.now())])
    if (each !== undefined) say(stderr, `optty: ${each}\n`);
}

export async function withClient<Value>(
  config: Config,
  host: Pick<NodeJS.Process, 'env' | 'stderr'>,
  work: (client: TradingClient, connection: Connection) => Promise<Value>,
): Promise<Value> {
  sayCautions(config, host);
  const connection = await connect(config, host.env);
  try {
    return await Promise.race([work(connection.client, connection), connection.fault]);
  } finally {
    await connection.close();
  }
}

/** Loaded at the first use, which is after the first rows of a dashboard. */
const journalLooks = () => import('../desk/effects/late.ts');

async function ledgerIn(paperDb: string): Promise<string | undefined> {
  const {readOnly} = await journalLooks();
  const id = readOnly(paperDb, db => db.prepare("SELECT value FROM fact WHERE name = 'id'").get());
  return id === undefined ? readAddress(paperDb)?.ledgerId : String(id.value);
}
