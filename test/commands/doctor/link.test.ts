import {expect, it, vi} from 'vitest';
import type {FetchOptions} from '../../../src/api/contract.ts';
import {checkLink} from '../../../src/commands/doctor/link.ts';
import {scriptedService} from '../../helpers/service.ts';

const env = {HTTP_PROXY: 'http://127.0.0.1:1', HTTPS_PROXY: 'http://127.0.0.1:1'};

it('a route through a proxy is not checked step by step, and its variable is named', async () => {
  const checks = await checkLink('https://service.example/api', env, 0);
  expect(checks.map(({result, found}) => `${result} ${found}`)).toEqual(
    Array(3).fill('skipped through the proxy of HTTPS_PROXY'),
  );
});

it('loopback uses no proxy, as in the client', async () => {
  const {origin} = await scriptedService();
  const [, connection] = await checkLink(origin, env, 0);
  expect(connection).toMatchObject({name: 'connect', result: 'ok'});
});

it('a host is reached at its second address, as in the client', async () => {
  const {origin} = await scriptedService();
  const {port} = new URL(origin);
  const lookup: FetchOptions['lookup'] = (_name, _options, callback) =>
    callback(null, [
      {address: '::1', family: 6},
      {address: '127.0.0.1', family: 4},
    ]);
  const [dns, connection] = await checkLink(`http://service.example:${port}`, {}, 0, {lookup});
  expect(dns).toMatchObject({result: 'ok', found: expect.stringContaining('::1, 127.0.0.1 in ')});
  expect(connection).toMatchObject({name: 'connect', result: 'ok'});
});

it('a name has 10 s, because a dead name server takes 5 s', async ({onTestFinished}) => {
  const {origin} = await scriptedService();
  const {port} = new URL(origin);
  vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout']});
  onTestFinished(() => void vi.useRealTimers());
  const lookup: FetchOptions['lookup'] = (_name, _options, callback) => {
    setTimeout(callback, 5_000, null, [{address: '127.0.0.1', family: 4}]);
    setImmediate(() => vi.advanceTimersByTime(5_000));
  };
  const checks = await checkLink(`http://service.example:${port}`, {}, 0, {lookup});
  expect(checks.slice(0, 2)).toMatchObject([{result: 'ok'}, {result: 'ok'}]);
});
