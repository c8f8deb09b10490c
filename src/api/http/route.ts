/**
 * The way to an origin: straight, or through a proxy of the environment. One rule for whoever opens a
 * connection and for whoever tells a person how it would be opened.
 */
import {isLoopbackHost} from '../base-url.ts';

/** The environment as far as proxies go: HTTPS_PROXY, HTTP_PROXY and NO_PROXY, in either case. */
export type ProxyEnvironment = Readonly<Record<string, string | undefined>>;

export type Proxy = {
  /** As the environment gives it; it may hold a password. */
  address: string;
  /** The variable that names it. */
  variable: string;
};

/**
 * The proxy that stands between here and an origin; undefined where the way is straight. Loopback never goes
 * through one, whatever the environment says.
 */
export function proxyFor(origin: string, env: ProxyEnvironment): Proxy | undefined {
  const {protocol, hostname, port} = new URL(origin);
  if (isLoopbackHost(hostname)) return undefined;
  const variable = firstSet(protocol === 'https:' ? 'https_proxy' : 'http_proxy', env);
  const address = env[variable] ?? '';
  const excluded = env[firstSet('no_proxy', env)] ?? '';
  if (address === '' || isExcluded(bare(hostname), portOf(protocol, port), excluded)) return undefined;
  return {address, variable};
}

/** The lower case goes before the upper, as curl and undici have it; one set to nothing says no proxy. */
function firstSet(name: string, env: ProxyEnvironment): string {
  return env[name] === undefined ? name.toUpperCase() : name;
}

function portOf(protocol: string, port: string): number {
  return Number(port) || (protocol === 'https:' ? 443 : 80);
}

/** A name without the brackets of IPv6 and without the dot that ends a full one. */
function bare(hostname: string): string {
  const name = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return (name.length > 1 && name.endsWith('.') ? name.slice(0, -1) : name).toLowerCase();
}

/**
 * Whether NO_PROXY lets a host out: `*` is all of them, `example.com` and `.example.com` the host and what is
 * below it, `*.example.com` only what is below it; each may end in a port.
 */
function isExcluded(host: string, port: number, excluded: string): boolean {
  return excluded
    .split(/[,\s]/)
    .filter(entry => entry !== '')
    .some(entry => {
      const [name, ofPort] = split(entry);
      if (ofPort !== undefined && ofPort !== port) return false;
      if (name === '*') return true;
      const domain = bare(name.replace(/^\*?\./, ''));
      return (!name.startsWith('*') && host === domain) || host.endsWith(`.${domain}`);
    });
}

/** An address of IPv6 holds colons of its own: with a port behind it, it stands in brackets. */
function split(entry: string): readonly [name: string, port: number | undefined] {
  const match = /^(\[[^\]]+\]|[^:]*):(\d+)$/.exec(entry);
  return match === null ? [entry, undefined] : [match[1] ?? '', Number(match[2])];
}
