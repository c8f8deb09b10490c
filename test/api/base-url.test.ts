import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {isLoopbackHost, parseBaseUrl} from '../../src/api/base-url.ts';
import {createClient} from '../../src/api/client.ts';

describe('a base URL', () => {
  it.each([
    ['https://api.example.com', 'https://api.example.com', ''],
    ['https://api.example.com/', 'https://api.example.com', ''],
    ['  https://api.example.com/trading/api//  ', 'https://api.example.com', '/trading/api'],
    ['HTTPS://API.example.com:443/x', 'https://api.example.com', '/x'],
    ['http://127.0.0.1:8080/api', 'http://127.0.0.1:8080', '/api'],
    ['http://[::1]:8080', 'http://[::1]:8080', ''],
    ['https://api.example.com/v10', 'https://api.example.com', '/v10'],
    ['https://api.example.com/v1beta/trading', 'https://api.example.com', '/v1beta/trading'],
  ])('is accepted: %j', (text, origin, path) => {
    expect(parseBaseUrl(text, true)).toMatchObject({ok: true, baseUrl: {origin, path}});
  });

  it.each([
    ['https://api.example.com/api/v1', 'Use https://api.example.com/api instead.'],
    ['https://api.example.com/v1/', 'Use https://api.example.com instead.'],
    ['https://api.example.com/api//v1/easy-options/list', 'Use https://api.example.com/api instead.'],
    ['api.example.com/api', 'no scheme. Did you mean https://api.example.com/api?'],
    ['localhost:8787', 'no scheme. Did you mean http://localhost:8787?'],
    ['[::1]:8787', 'no scheme. Did you mean http://[::1]:8787?'],
    ['//api.example.com', 'no scheme. Did you mean https://api.example.com?'],
    ['ftp://api.example.com', 'must begin with https:// or http://, not ftp://.'],
    ['https://', 'cannot be read as an address.'],
    ['https://api.example.com:99999', 'cannot be read as an address.'],
    ['https://a b', 'contains a space or a control character.'],
    ['https://a\nb', 'contains a space or a control character.'],
    ['https://api.example.com?x=1', 'must not contain ? or #.'],
    ['https://api.example.com/#a', 'must not contain ? or #.'],
    ['', 'is empty: write https://, the host and the prefix of the service.'],
  ])('is refused with a suggestion: %j', (text, end) => {
    const result = parseBaseUrl(text, false);
    const message = result.ok ? 'accepted' : result.message;
    expect(message).toMatch(/^The base URL /);
    expect(message.slice(-end.length)).toBe(end);
  });

  it.each(['https://user:canary@api.example.com', 'user:canary@api.example.com', '//user:can@canary@x'])(
    'is refused without showing its password: %s',
    text => {
      expect(parseBaseUrl(text, false).ok).toBe(false);
      expect(JSON.stringify(parseBaseUrl(text, false))).not.toContain('canary@');
    },
  );

  it('stays the same if it is parsed again', () => {
    const urls = fc.webUrl({validSchemes: ['http', 'https'], withQueryParameters: false});
    fc.assert(
      fc.property(urls, text => {
        const first = parseBaseUrl(text, false);
        if (!first.ok) return;
        expect(parseBaseUrl(first.baseUrl.origin + first.baseUrl.path, false)).toEqual(first);
      }),
    );
  });

  it('takes a credential over https, and over http only to loopback', () => {
    for (const host of ['127.0.0.1', '127.8.9.1', 'localhost', '[::1]']) {
      expect(parseBaseUrl(`http://${host}:1`, true).ok).toBe(true);
    }
    for (const host of [
      '10.0.0.1',
      'api.example.com',
      'localhost.example.com',
      '127.0.0.1.example.com',
      '0.0.0.0',
      'localhost.',
    ]) {
      expect(parseBaseUrl(`http://${host}`, true)).toMatchObject({
        ok: false,
        message: expect.stringContaining('not sent over http'),
      });
      expect(parseBaseUrl(`http://${host}`, false).ok).toBe(true);
    }
  });

  it('recognizes loopback in every spelling', () => {
    expect(
      ['127.1', '0x7f.1', '2130706433'].map(host => isLoopbackHost(new URL(`http://${host}`).hostname)),
    ).toEqual([true, true, true]);
  });

  it('creates no client if it can never work', () => {
    const credential = {scheme: 'bearer', token: 'canary-token'} as const;
    expect(() => createClient({baseUrl: 'http://api.example.com', credential})).toThrow(/not sent over http/);
    expect(() => createClient({baseUrl: 'api.example.com'})).toThrow(/no scheme/);
  });
});
