export type BaseUrl = {
  origin: string;
  /** Prefix before /v1: empty, or with a leading and without a trailing slash. */
  path: string;
  isLoopback: boolean;
};

export type BaseUrlResult = {ok: true; baseUrl: BaseUrl} | {ok: false; message: string};

/** Parses a base URL. Messages never contain a password. With a credential, http is for loopback only. */
export function parseBaseUrl(text: string, hasCredential: boolean): BaseUrlResult {
  const trimmed = text.trim();
  const wrong = faultIn(trimmed);
  if (wrong !== undefined) return {ok: false, message: `The base URL ${wrong}`};
  const {origin, host, hostname, protocol, pathname} = new URL(trimmed);
  const isLoopback = isLoopbackHost(hostname);
  if (hasCredential && protocol === 'http:' && !isLoopback) {
    const message = `A token is not sent over http to ${host}: use https, or http to this machine only.`;
    return {ok: false, message};
  }
  return {ok: true, baseUrl: {origin, path: withoutSlash(pathname), isLoopback}};
}

function faultIn(text: string): string | undefined {
  if (text === '') return 'is empty: write https://, the host and the prefix of the service.';
  if (/[\s\p{Cc}]/u.test(text)) return 'contains a space or a control character.';
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text))
    return `has no scheme. Did you mean ${schemeFor(text)}://${withoutPassword(text)}?`;
  const url = URL.parse(text);
  if (url === null) return 'cannot be read as an address.';
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return `must begin with https:// or http://, not ${url.protocol}//.`;
  if (url.username !== '' || url.password !== '')
    return 'contains a user name or password: remove them and set a token instead.';
  if (text.includes('?') || text.includes('#')) return 'must not contain ? or #.';
  const aboveV1 = /^([\s\S]*?)\/v1(?:\/[\s\S]*)?$/.exec(withoutSlash(url.pathname))?.[1];
  return aboveV1 === undefined
    ? undefined
    : `must end before /v1, which is added. Use ${url.origin}${withoutSlash(aboveV1)} instead.`;
}

export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

function schemeFor(address: string): string {
  return isLoopbackHost(/^(\[[^\]]*\]|[^:/]*)/.exec(address)?.[0] ?? '') ? 'http' : 'https';
}

function withoutPassword(address: string): string {
  const rest = address.slice(address.search(/[^/]|$/));
  const slash = rest.indexOf('/');
  const at = (slash < 0 ? rest : rest.slice(0, slash)).lastIndexOf('@');
  return rest.slice(at + 1);
}

function withoutSlash(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(0, end);
}
