import {lookup as systemLookup} from 'node:dns';
import {readFileSync} from 'node:fs';
import {isIP, Socket} from 'node:net';
import {connect as connectTls, TLSSocket} from 'node:tls';
import type {Address, FetchOptions, Lookup} from '../../api/contract.ts';
import {isWithoutTls} from '../../api/http/failure.ts';
import {lookUpMs, racingConnector, strict} from '../../api/http/link.ts';
import {type ProxyEnvironment, proxyFor} from '../../api/http/route.ts';
import {type Check, ok, skipped, warning, wrong} from './finding.ts';

const patienceMs = 3_000;
/** The connector ends each of its attempts by itself. */
const patience = {DNS: lookUpMs, connect: undefined, TLS: patienceMs} as const;
const soonMs = 14 * 24 * 3600 * 1000;

const names = ['DNS', 'connect', 'TLS'] as const;
type Step = (typeof names)[number];

type Way = Pick<FetchOptions, 'lookup'> & {readonly ca?: string | undefined};

/** In the way of the client. Each step needs the one before it. */
export async function checkLink(
  baseUrl: string,
  env: ProxyEnvironment,
  now: number,
  way: Way = {},
): Promise<Check[]> {
  const url = new URL(baseUrl);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isTls = url.protocol === 'https:';
  const port = url.port || (isTls ? '443' : '80');
  const proxy = proxyFor(url.origin, env);
  if (proxy !== undefined) return names.map(name => skipped(name, `through the proxy of ${proxy.variable}`));
  const {steps, found, end} = stepsTo(host, port, way, now);
  const checks: Check[] = [];
  let lacking: string | undefined;
  for (const name of names) {
    const began = performance.now();
    if (lacking !== undefined) checks.push(skipped(name, lacking));
    else if (name === 'DNS' && isIP(host) !== 0) checks.push(skipped(name, `${host} is an address`));
    else if (name === 'TLS' && !isTls)
      checks.push(skipped(name, 'http, to this machine or without credentials only'));
    else
      try {
        await inTime(steps[name], patience[name]);
        checks.push(found[name](`${Math.max(1, Math.round(performance.now() - began))} ms`));
      } catch (error) {
        checks.push(wrong(name, codeOf(error), adviceOn(name, error, host, port)));
        lacking = name === 'DNS' ? 'no address' : 'no connection';
      }
  }
  end();
  return checks;
}

function stepsTo(host: string, port: string, {lookup = systemLookup, ca}: Way, now: number) {
  const over = new AbortController();
  let addresses: Parameters<Parameters<Lookup>[2]>[1] = '';
  let socket = new Socket();
  const steps: Readonly<Record<Step, (done: (error: Error | null) => void) => void>> = {
    DNS: done =>
      lookup(host, {all: true}, (error, found) => {
        addresses = found;
        done(error);
      }),
    connect: done =>
      racingConnector(
        {timeout: patienceMs},
        (_, __, then) => then(null, addresses),
        over.signal,
      )({hostname: host, protocol: 'http:', port}, (error, connected) => {
        socket = connected ?? socket;
        done(error);
      }),
    TLS: done => {
      socket = connectTls({...strict, ca, socket, ...(isIP(host) === 0 ? {servername: host} : {host})});
      socket.once('secureConnect', () => done(null)).on('error', done);
    },
  };
  const found: Readonly<Record<Step, (took: string) => Check>> = {
    DNS: took => ok('DNS', `${[addresses].flat().map(addressOf).join(', ')} in ${took}`),
    connect: took => ok('connect', `${host}:${port} in ${took}`),
    TLS: took => certificate(socket, took, now),
  };
  const end = () => {
    over.abort();
    socket.destroy();
  };
  return {steps, found, end};
}

function adviceOn(step: Step, error: unknown, host: string, port: string): string {
  switch (step) {
    case 'DNS':
      return `The name ${host} has no address here. Check the base URL and the network.`;
    case 'connect':
      return `Nothing answers at ${host} port ${port}. Check the base URL and the firewall.`;
    case 'TLS':
      return isWithoutTls(error)
        ? `${host}:${port} does not speak TLS. Check https:// and the port.`
        : "The certificate cannot be trusted. Send no token until that is fixed; set ca_file in the profile for a company's own authority.";
    default:
      return step satisfies never;
  }
}

function inTime(step: (done: (error: Error | null) => void) => void, ms: number | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = ms && setTimeout(() => reject(new Error(noAnswerIn(ms))), ms);
    step(error => {
      clearTimeout(late);
      if (error) reject(error);
      else resolve();
    });
  });
}

const noAnswerIn = (ms: number) => `no answer in ${ms / 1_000} s`;

const addressOf = (each: Address | string) => (typeof each === 'string' ? each : each.address);

function certificate(socket: object, took: string, now: number): Check {
  if (!(socket instanceof TLSSocket)) return skipped('TLS', 'none');
  const until = Date.parse(socket.getPeerCertificate().valid_to);
  const found = `${socket.getProtocol()} in ${took}, certificate until ${Number.isNaN(until) ? 'an unknown date' : new Date(until).toISOString().slice(0, 10)}`;
  return until - now < soonMs
    ? warning('TLS', found, 'The certificate ends within two weeks.')
    : ok('TLS', found);
}

function codeOf(error: unknown): string {
  const {code, message} = error as NodeJS.ErrnoException;
  return code === 'UND_ERR_CONNECT_TIMEOUT' ? noAnswerIn(patienceMs) : (code ?? message);
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables of Node that optty does not follow, or that cannot work. */
export function checkRuntime(env: Environment): Check[] {
  return [...asked(env)].map(([found, more]) => warning('Node', found, more));
}

function* asked(env: Environment): Generator<readonly [found: string, more: string]> {
  const {NODE_OPTIONS = '', NODE_EXTRA_CA_CERTS, NODE_TLS_REJECT_UNAUTHORIZED, NODE_DEBUG} = env;
  if (NODE_TLS_REJECT_UNAUTHORIZED === '0')
    yield [
      'NODE_TLS_REJECT_UNAUTHORIZED=0',
      "NODE_TLS_REJECT_UNAUTHORIZED=0 asks to accept every certificate. optty checks them anyway: unset it, and set ca_file in the profile for a company's own authority.",
    ];
  const trouble = NODE_EXTRA_CA_CERTS ? troubleWith(NODE_EXTRA_CA_CERTS) : undefined;
  if (trouble !== undefined)
    yield ['NODE_EXTRA_CA_CERTS', `NODE_EXTRA_CA_CERTS: ${trouble}, so no authority is added.`];
  for (const option of NODE_OPTIONS.split(/\s+/).filter(each => weakening.test(each)))
    yield [
      `NODE_OPTIONS ${option}`,
      `NODE_OPTIONS has ${option}, which weakens the encryption of every Node program: remove it.`,
    ];
  if (NODE_DEBUG)
    yield [`NODE_DEBUG=${NODE_DEBUG}`, 'NODE_DEBUG: the text of Node goes to the log of the dashboard.'];
}

/** Protocols below TLS 1.2 are refused all the same. */
const weakening =
  /^--(?:tls-(?:min-v1\.[01]|max-v1\.[01]|keylog|cipher-list)|openssl-legacy|security-revert)/;

function troubleWith(path: string): string | undefined {
  try {
    const isPem = readFileSync(path, 'latin1').includes('-----BEGIN CERTIFICATE-----');
    return isPem ? undefined : `${path} holds no certificate in PEM`;
  } catch (error) {
    return `${path} cannot be read (${(error as NodeJS.ErrnoException).code})`;
  }
}
