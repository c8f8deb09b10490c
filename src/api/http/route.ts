import {BlockList, isIP} from 'node:net';
import {isLoopbackHost} from '../base-url.ts';

export type ProxyEnvironment = Readonly<Record<string, string | undefined>>;

type Proxy = {
  /** May contain a password. */
  address: string;
  variable: string;
};

/** Undefined for a direct connection. Loopback never uses a proxy. */
export function proxyFor(origin: string, env: ProxyEnvironment): Proxy | undefined {
  const {protocol, hostname, port} = new URL(origin);
  if (isLoopbackHost(hostname)) return undefined;
  const own = firstSet(protocol === 'https:' ? 'https_proxy' : 'http_proxy', env);
  const variable = env[own] === undefined ? firstSet('all_proxy', env) : own;
  const address = env[variable] ?? '';
  const excluded = env[firstSet('no_proxy', env)] ?? '';
  if (address === '' || isExcluded(bare(hostname), portOf(protocol, port), excluded)) return undefined;
  return {address, variable};
}

/** Lower case takes precedence, as in curl and undici; an empty value disables the proxy. */
function firstSet(name: string, env: ProxyEnvironment): string {
  return env[name] === undefined ? name.toUpperCase() : name;
}

function portOf(protocol: string, port: string): number {
  return Number(port) || (protocol === 'https:' ? 443 : 80);
}

function bare(hostname: string): string {
  const name = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return (name.length > 1 && name.endsWith('.') ? name.slice(0, -1) : name).toLowerCase();
}

/** `*` matches all hosts, `.example.com` also the host itself, `*.example.com` only its subdomains. */
function isExcluded(host: string, port: number, excluded: string): boolean {
  return excluded
    .split(/[,\s]/)
    .filter(entry => entry !== '')
    .some(entry => {
      const [name, ofPort] = split(entry);
      if (ofPort !== undefined && ofPort !== port) return false;
      if (name === '*' || isInSubnet(host, name)) return true;
      const domain = bare(name.replace(/^\*?\./, ''));
      return (!name.startsWith('*') && host === domain) || host.endsWith(`.${domain}`);
    });
}

/** An address may be written in several ways, or be that of a network: `10.0.0.0/8`. */
function isInSubnet(host: string, entry: string): boolean {
  const [network = '', bits] = entry.replace(/[[\]]/g, '').split('/');
  const longest = {4: 32, 6: 128, 0: -1}[isIP(network)] ?? -1;
  const prefix = /^\d{1,3}$/.test(bits ?? String(longest)) ? Number(bits ?? longest) : -1;
  if (isIP(host) !== isIP(network) || prefix < 0 || prefix > longest) return false;
  const list = new BlockList();
  const family = longest === 32 ? 'ipv4' : 'ipv6';
  list.addSubnet(network, prefix, family);
  return list.check(host, family);
}

function split(entry: string): readonly [name: string, port: number | undefined] {
  const match = /^(\[[^\]]+\]|[^:]*):(\d+)$/.exec(entry);
  return match === null ? [entry, undefined] : [match[1] ?? '', Number(match[2])];
}
