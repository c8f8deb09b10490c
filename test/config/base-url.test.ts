import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {isLoopbackHost} from '../../src/api/base-url.ts';
import {parseBaseUrl} from '../../src/config/base-url.ts';
import {ConfigError} from '../../src/config/error.ts';

const refused = (text: string) => {
  try {
    return `accepted: ${parseBaseUrl(text, '--base-url')}`;
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
};

describe('a base URL', () => {
  it.each([
    ['https://trading.example.com/api/', 'https://trading.example.com/api'],
    ['https://trading.example.com', 'https://trading.example.com'],
    ['https://trading.example.com:8443//', 'https://trading.example.com:8443'],
    ['http://127.0.0.1:8787', 'http://127.0.0.1:8787'],
    ['http://[::1]:8787/x', 'http://[::1]:8787/x'],
    ['https://gateway.example.com/v1beta/trading', 'https://gateway.example.com/v1beta/trading'],
    [' https://trading.example.com ', 'https://trading.example.com'],
  ])('%j becomes %j', (text, url) => {
    expect(parseBaseUrl(text, '--base-url')).toBe(url);
  });

  it.each([
    ['https://trading.example.com/api/v1', 'Use https://trading.example.com/api instead.'],
    ['https://trading.example.com/v1/', 'Use https://trading.example.com instead.'],
    ['https://trading.example.com/api/v1/easy-options/list', 'Use https://trading.example.com/api instead.'],
    ['trading.example.com/api', 'no scheme. Did you mean https://trading.example.com/api?'],
    ['localhost:8787', 'no scheme. Did you mean http://localhost:8787?'],
    ['//trading.example.com', 'no scheme. Did you mean https://trading.example.com?'],
    ['ftp://trading.example.com', 'must begin with https:// or http://, not ftp://.'],
    ['https://', 'cannot be read as an address.'],
    ['https://a b', 'holds a space or a control character.'],
    ['https://a\nb', 'holds a space or a control character.'],
    ['https://trading.example.com?x=1', 'may hold no ? or #.'],
    ['', 'is empty.'],
  ])('%j is refused with the way out', (text, end) => {
    expect(refused(text)).toMatch(/^--base-url: the base URL /);
    expect(refused(text).endsWith(end), refused(text)).toBe(true);
  });

  it('with a password in it is refused without showing it', () => {
    expect(refused('https://me:canary@trading.example.com')).not.toContain('canary');
    expect(refused('me:canary@trading.example.com')).not.toContain('canary');
  });

  it('that is accepted stays as it is when read again', () => {
    fc.assert(
      fc.property(fc.webUrl({validSchemes: ['http', 'https'], withQueryParameters: false}), url => {
        const once = refused(url);
        if (once.startsWith('accepted: ')) expect(refused(once.slice(10))).toBe(once);
      }),
    );
  });
});

describe('loopback', () => {
  it('is a matter of the name alone', () => {
    const is = ['localhost', '127.0.0.1', '127.1.2.3', '[::1]'];
    const isNot = [
      'localhost.example.com',
      '127.0.0.1.example.com',
      '10.0.0.1',
      '[::2]',
      'example.com',
      '0.0.0.0',
    ];
    expect(is.filter(isLoopbackHost)).toEqual(is);
    expect(isNot.filter(isLoopbackHost)).toEqual([]);
  });
});
