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
  const variable = firstSet(protocol === 'https:' ? 'https_proxy' : 'http_proxy', env);
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
      if (name === '*') return true;
      const domain = bare(name.replace(/^\*?\./, ''));
      return (!name.startsWith('*') && host === domain) || host.endsWith(`.${domain}`);
    });
}

function split(entry: string): readonly [name: string, port: number | undefined] {
  const match = /^(\[[^\]]+\]|[^:]*):(\d+)$/.exec(entry);
  return match === null ? [entry, undefined] : [match[1] ?? '', Number(match[2])];
}
