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
  ])('%j is understood', (text, origin, path) => {
    expect(parseBaseUrl(text, true)).toMatchObject({ok: true, baseUrl: {origin, path}});
  });

  it.each([
    ['', /empty/],
    ['api.example.com', /no scheme/],
    ['localhost:8080/api', /no scheme/],
    ['ftp://api.example.com', /ftp:\/\//],
    ['https://', /cannot be read/],
    ['https://api.example.com:99999', /cannot be read/],
    ['https://api.example.com/v1', /already holds \/v1/],
    ['https://api.example.com/v1/', /already holds \/v1/],
    ['https://api.example.com/v1/orders', /already holds \/v1/],
    ['https://api.example.com/?a=1', /query/],
    ['https://api.example.com/#a', /fragment/],
    ['https://user:canary@api.example.com', /user name or password/],
  ])('%j is refused', (text, message) => {
    const result = parseBaseUrl(text, false);
    expect(result).toMatchObject({ok: false, message: expect.stringMatching(message)});
    expect(JSON.stringify(result)).not.toContain('canary');
  });

  it('takes a credential over https, and over http to loopback alone', () => {
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

  it('knows loopback however it is spelt', () => {
    expect(
      ['127.1', '0x7f.1', '2130706433'].map(host => isLoopbackHost(new URL(`http://${host}`).hostname)),
    ).toEqual([true, true, true]);
  });

  it('that can never work makes no client', () => {
    const credential = {scheme: 'bearer', token: 'canary-token'} as const;
    expect(() => createClient({baseUrl: 'http://api.example.com', credential})).toThrow(/not sent over http/);
    expect(() => createClient({baseUrl: 'api.example.com'})).toThrow(/no scheme/);
  });
});
