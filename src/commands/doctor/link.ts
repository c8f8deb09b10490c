import {lookup} from 'node:dns/promises';
import {once} from 'node:events';
import {connect as connectTcp, isIP} from 'node:net';
import {connect as connectTls, type TLSSocket} from 'node:tls';
import {isWithoutTls} from '../../api/http/failure.ts';
import {type ProxyEnvironment, proxyFor} from '../../api/http/route.ts';
import {type Check, ok, skipped, warning, wrong} from './finding.ts';

const patienceMs = 3_000;
const soonMs = 14 * 24 * 3600 * 1000;

export async function checkLink(baseUrl: string, env: ProxyEnvironment, now: number): Promise<Check[]> {
  const url = new URL(baseUrl);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  const proxy = proxyFor(url.origin, env);
  if (proxy !== undefined) {
    const found = `through the proxy of ${proxy.variable}`;
    return [skipped('DNS', found), skipped('connect', found), skipped('TLS', found)];
  }
  const name = await checkName(host);
  if (name.result === 'wrong') return [name, skipped('connect', 'no address'), skipped('TLS', 'no address')];
  const connection = await checkConnection(host, port);
  if (connection.result === 'wrong') return [name, connection, skipped('TLS', 'no connection')];
  if (url.protocol === 'http:')
    return [name, connection, skipped('TLS', 'http, to this machine or without credentials only')];
  return [name, connection, await checkTls(host, port, now)];
}

async function checkName(host: string): Promise<Check> {
  if (isIP(host) !== 0) return skipped('DNS', `${host} is an address`);
  const began = performance.now();
  try {
    const addresses = await inTime(lookup(host, {all: true}));
    return ok('DNS', `${addresses.map(({address}) => address).join(', ')} in ${since(began)}`);
  } catch (error) {
    return wrong(
      'DNS',
      codeOf(error),
      `The name ${host} has no address here. Check the base URL and the network.`,
    );
  }
}

async function checkConnection(host: string, port: number): Promise<Check> {
  const began = performance.now();
  const socket = connectTcp({host, port});
  try {
    await inTime(once(socket, 'connect'));
    return ok('connect', `${host}:${port} in ${since(began)}`);
  } catch (error) {
    return wrong(
      'connect',
      codeOf(error),
      `Nothing answers at ${host} port ${port}. Check the base URL and the firewall.`,
    );
  } finally {
    socket.destroy();
  }
}

async function checkTls(host: string, port: number, now: number): Promise<Check> {
  const began = performance.now();
  const socket = connectTls({host, port, ...(isIP(host) === 0 ? {servername: host} : {})});
  try {
    await inTime(once(socket, 'secureConnect'));
    return certificate(socket, since(began), now);
  } catch (error) {
    if (isWithoutTls(error))
      return wrong('TLS', codeOf(error), `${host}:${port} does not speak TLS. Check https:// and the port.`);
    return wrong(
      'TLS',
      codeOf(error),
      "The certificate cannot be trusted. Send no token until that is fixed; set NODE_EXTRA_CA_CERTS for a company's own authority.",
    );
  } finally {
    socket.destroy();
  }
}

function certificate(socket: TLSSocket, took: string, now: number): Check {
  const until = Date.parse(socket.getPeerCertificate().valid_to);
  const found = `${socket.getProtocol()} in ${took}, certificate until ${Number.isNaN(until) ? 'an unknown date' : new Date(until).toISOString().slice(0, 10)}`;
  return until - now < soonMs
    ? warning('TLS', found, 'The certificate ends within two weeks.')
    : ok('TLS', found);
}

async function inTime<Value>(work: Promise<Value>): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no answer in ${patienceMs / 1000} s`)), patienceMs);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function since(began: number): string {
  return `${Math.max(1, Math.round(performance.now() - began))} ms`;
}

function codeOf(error: unknown): string {
  const {code, message} = error as NodeJS.ErrnoException;
  return code ?? message;
}
