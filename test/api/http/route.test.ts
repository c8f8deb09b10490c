import {describe, expect, it} from 'vitest';
import {proxyFor} from '../../../src/api/http/route.ts';

const proxy = 'http://proxy.example:3128';

describe('the route to an origin', () => {
  it('uses the proxy of its own scheme, lower-case variable first', () => {
    const env = {HTTPS_PROXY: 'http://upper', https_proxy: proxy, HTTP_PROXY: 'http://other'};
    expect(proxyFor('https://service.example', env)).toEqual({address: proxy, variable: 'https_proxy'});
    expect(proxyFor('http://service.example', env)).toEqual({
      address: 'http://other',
      variable: 'HTTP_PROXY',
    });
  });

  it('uses the proxy of all schemes, as curl does, where its own scheme names none', () => {
    const env = {ALL_PROXY: 'http://upper', all_proxy: proxy, HTTP_PROXY: ''};
    expect(proxyFor('https://service.example', env)).toEqual({address: proxy, variable: 'all_proxy'});
    expect(proxyFor('https://service.example', {ALL_PROXY: proxy, NO_PROXY: '*'})).toBeUndefined();
    expect(proxyFor('http://service.example', env)).toBeUndefined();
  });

  it('is direct if the variable that counts is empty', () => {
    expect(proxyFor('https://service.example', {https_proxy: '', HTTPS_PROXY: proxy})).toBeUndefined();
    expect(proxyFor('https://service.example', {})).toBeUndefined();
  });

  it.each(['http://localhost:1', 'http://127.0.0.1', 'https://127.8.9.1:444', 'http://[::1]:80'])(
    'is direct to this machine: %s',
    origin => expect(proxyFor(origin, {http_proxy: proxy, https_proxy: proxy})).toBeUndefined(),
  );

  it('is not direct to a host whose name only starts like this machine', () => {
    expect(proxyFor('https://127.example.com', {https_proxy: proxy})?.address).toBe(proxy);
    expect(proxyFor('https://localhost.example.com', {https_proxy: proxy})?.address).toBe(proxy);
  });

  it.each([
    ['service.example', 'https://service.example', true],
    ['service.example', 'https://api.service.example', true],
    ['.service.example', 'https://service.example', true],
    ['*.service.example', 'https://service.example', false],
    ['*.service.example', 'https://api.service.example', true],
    ['service.example', 'https://otherservice.example', false],
    ['SERVICE.example.', 'https://service.example.', true],
    ['other.example, service.example', 'https://service.example', true],
    ['other.example service.example', 'https://service.example', true],
    ['service.example:444', 'https://service.example', false],
    ['service.example:443', 'https://service.example', true],
    ['*:8443', 'https://service.example:8443', true],
    ['*:8443', 'https://service.example', false],
    ['none.invalid,*', 'https://service.example', true],
    ['2001:db8::1', 'https://[2001:db8::1]', true],
    ['[2001:db8::1]', 'https://[2001:db8::1]:444', true],
    ['[2001:db8::1]:443', 'https://[2001:db8::1]:444', false],
    ['', 'https://service.example', false],
    ['10.0.0.0/8', 'https://10.2.3.4', true],
    ['10.0.0.0/8', 'https://11.2.3.4', false],
    ['10.0.0.0/8', 'https://service.example', false],
    ['0.0.0.0/0', 'https://10.0.0.1', true],
    ['10.0.0.0/33', 'https://10.0.0.1', false],
    ['10.0.0.0/', 'https://10.0.0.0', false],
    ['10.0.0.0/8:444', 'https://10.0.0.1', false],
    ['fd00::/8', 'https://[fd12::1]', true],
    ['[2001:db8::]/32', 'https://[2001:db8::5]', true],
    ['2001:DB8:0::1', 'https://[2001:db8::1]', true],
  ])('NO_PROXY=%s makes %s direct: %s', (excluded, origin, isStraight) => {
    const way = proxyFor(origin, {https_proxy: proxy, NO_PROXY: excluded});
    expect(way === undefined).toBe(isStraight);
  });
});
