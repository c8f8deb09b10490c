import {once} from 'node:events';
import {connect as connectTcp, isIP} from 'node:net';
import {connect as connectTls, TLSSocket} from 'node:tls';
import {isWithoutTls} from '../../api/http/failure.ts';
import {type ProxyEnvironment, proxyFor} from '../../api/http/route.ts';
import {type Check, ok, skipped, warning, wrong} from './finding.ts';

const patienceMs = 3_000;
const soonMs = 14 * 24 * 3600 * 1000;

const names = ['DNS', 'connect', 'TLS'] as const;
type Step = (typeof names)[number];

/** The events of one socket, each if the ones before it came. */
export async function checkLink(baseUrl: string, env: ProxyEnvironment, now: number): Promise<Check[]> {
  const url = new URL(baseUrl);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isTls = url.protocol === 'https:';
  const port = Number(url.port || (isTls ? 443 : 80));
  const proxy = proxyFor(url.origin, env);
  if (proxy !== undefined) return names.map(name => skipped(name, `through the proxy of ${proxy.variable}`));
  const isAddress = isIP(host) !== 0;
  const server = isAddress ? {} : {servername: host};
  const socket = isTls ? connectTls({host, port, ...server}) : connectTcp({host, port});
  const addresses: string[] = [];
  socket.on('lookup', (_, address) => addresses.push(address)).on('error', () => {});
  const found: Readonly<Record<Step, (took: string) => Check>> = {
    DNS: took => ok('DNS', `${addresses.join(', ')} in ${took}`),
    connect: took => ok('connect', `${host}:${port} in ${took}`),
    TLS: took => certificate(socket, took, now),
  };
  const advice: Readonly<Record<Step, (error: unknown) => string>> = {
    DNS: () => `The name ${host} has no address here. Check the base URL and the network.`,
    connect: () => `Nothing answers at ${host} port ${port}. Check the base URL and the firewall.`,
    TLS: error =>
      isWithoutTls(error)
        ? `${host}:${port} does not speak TLS. Check https:// and the port.`
        : "The certificate cannot be trusted. Send no token until that is fixed; set NODE_EXTRA_CA_CERTS for a company's own authority.",
  };
  const checks: Check[] = [];
  let lacking: string | undefined;
  for (const name of names) {
    const began = performance.now();
    if (lacking !== undefined) checks.push(skipped(name, lacking));
    else if (name === 'DNS' && isAddress) checks.push(skipped(name, `${host} is an address`));
    else if (name === 'TLS' && !isTls)
      checks.push(skipped(name, 'http, to this machine or without credentials only'));
    else
      try {
        const [failed] = await once(socket, events[name], {signal: AbortSignal.timeout(patienceMs)});
        if (failed instanceof Error) throw failed;
        checks.push(found[name](`${Math.max(1, Math.round(performance.now() - began))} ms`));
      } catch (error) {
        checks.push(wrong(name, codeOf(error), advice[name](error)));
        lacking = name === 'DNS' ? 'no address' : 'no connection';
      }
  }
  socket.destroy();
  return checks;
}

const events: Readonly<Record<Step, string>> = {DNS: 'lookup', connect: 'connect', TLS: 'secureConnect'};

function certificate(socket: object, took: string, now: number): Check {
  if (!(socket instanceof TLSSocket)) return skipped('TLS', 'none');
  const until = Date.parse(socket.getPeerCertificate().valid_to);
  const found = `${socket.getProtocol()} in ${took}, certificate until ${Number.isNaN(until) ? 'an unknown date' : new Date(until).toISOString().slice(0, 10)}`;
  return until - now < soonMs
    ? warning('TLS', found, 'The certificate ends within two weeks.')
    : ok('TLS', found);
}

function codeOf(error: unknown): string {
  const {name, code, message} = error as NodeJS.ErrnoException;
  return name === 'AbortError' ? `no answer in ${patienceMs / 1000} s` : (code ?? message);
}
