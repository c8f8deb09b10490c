/** Where the service is, and whether a credential may go there. */

export interface BaseUrl {
  /** Scheme, host and port. */
  origin: string;
  /** The prefix below which /v1 sits: empty, or with a leading and without a trailing slash. */
  path: string;
  isLoopback: boolean;
}

export type BaseUrlResult = {ok: true; baseUrl: BaseUrl} | {ok: false; message: string};

/**
 * Reads a base URL as a person wrote it; a trailing slash is dropped. A message never repeats a password.
 * @param hasCredential a credential goes over https, or http to loopback only
 */
export function parseBaseUrl(text: string, hasCredential: boolean): BaseUrlResult {
  const trimmed = text.trim();
  if (trimmed === '')
    return refused('The base URL is empty: write https://, the host and the prefix of the service.');
  if (!/^https?:\/\//i.test(trimmed)) return refused(schemeMessage(trimmed));
  if (!URL.canParse(trimmed))
    return refused('The base URL cannot be read: write https://, the host and the prefix of the service.');
  const url = new URL(trimmed);
  if (url.username !== '' || url.password !== '') {
    return refused('The base URL holds a user name or password: leave them out and set a token instead.');
  }
  if (url.search !== '' || url.hash !== '' || trimmed.includes('?') || trimmed.includes('#')) {
    return refused('The base URL has a query or a fragment: end it with the prefix of the service.');
  }
  const path = url.pathname.replace(/\/+$/, '');
  if (/\/v1(?:\/|$)/.test(path))
    return refused('The base URL already holds /v1: leave it off, optty adds it.');
  const isLoopback = isLoopbackHost(url.hostname);
  if (hasCredential && url.protocol === 'http:' && !isLoopback) {
    return refused(`A token is not sent over http to ${url.host}: use https, or http to this machine alone.`);
  }
  return {ok: true, baseUrl: {origin: url.origin, path, isLoopback}};
}

/** Names and addresses that never leave this machine. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

function schemeMessage(text: string): string {
  const other = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text);
  if (other !== null)
    return `The base URL begins with ${other[1]}://: only https:// and http:// are understood.`;
  return 'The base URL has no scheme: begin it with https:// (or http:// for this machine).';
}

function refused(message: string): BaseUrlResult {
  return {ok: false, message};
}
