import {isLoopbackHost} from '../api/base-url.ts';
import {ConfigError} from './error.ts';

/**
 * The base URL without a slash at its end.
 * @throws {ConfigError} where it cannot be one, with the address that was most likely meant
 */
export function parseBaseUrl(text: string, source: string, line?: number, key?: string): string {
  const wrong = (expectation: string) => new ConfigError({source, line, key, expectation});
  const trimmed = text.trim();
  if (trimmed === '') throw wrong('the base URL is empty.');
  if (/[\s\p{Cc}]/u.test(trimmed)) throw wrong('the base URL holds a space or a control character.');
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed)) {
    throw wrong(`the base URL has no scheme. Did you mean ${schemeFor(trimmed)}://${shown(trimmed)}?`);
  }
  const url = URL.parse(trimmed);
  if (url === null) throw wrong('the base URL cannot be read as an address.');
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw wrong(`the base URL must begin with https:// or http://, not ${url.protocol}//.`);
  if (url.username !== '' || url.password !== '') {
    throw wrong(
      'the base URL holds a user name or password; give credentials by OPTTY_TOKEN, token_file or token_command.',
    );
  }
  if (url.search !== '' || url.hash !== '') throw wrong('the base URL may hold no ? or #.');
  const path = url.pathname.replace(/\/+$/, '');
  const service = /^(.*?)\/+v1(\/.*)?$/.exec(path);
  if (service !== null) {
    throw wrong(
      `the base URL ends where /v1 begins, and optty adds /v1 itself. Use ${url.origin}${service[1]} instead.`,
    );
  }
  return `${url.origin}${path}`;
}

function schemeFor(address: string): string {
  return isLoopbackHost(/^(\[[^\]]*\]|[^:/]*)/.exec(address)?.[0] ?? '') ? 'http' : 'https';
}

/** What stands before an @ may be a password. */
function shown(address: string): string {
  return address.replace(/^\/*/, '').replace(/^[^/]*@/, '');
}
