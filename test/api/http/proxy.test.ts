/**
 * Proxies from the environment, as real CONNECT proxies. The service has a name that resolves through the proxy
 * alone.
 */
import {once} from 'node:events';
import {describe, expect, it, onTestFinished, vi} from 'vitest';
import {
  clientOf,
  connectProxy,
  failureOf,
  rawService,
  scriptedService,
  unusedPort,
} from '../../helpers/service.ts';
import {tlsService, valid} from '../certificates.ts';

const credential = {scheme: 'bearer', token: 'canary-token'} as const;
const baseUrl = 'https://service.example';
const fetchOptions = {connect: {ca: valid}, connectTimeoutMs: 60_000, writeTimeoutMs: 60_000};
const brief = {...fetchOptions, connectTimeoutMs: 500};

describe('a proxy', () => {
  it('tunnels reads and writes over https', async () => {
    const service = await tlsService(valid);
    const proxy = await connectProxy(service.port);
    const client = clientOf(baseUrl, {credential, fetchOptions, env: {HTTPS_PROXY: proxy.url}});
    expect((await client.listOrders()).value.rows).toEqual([]);
    expect((await client.cancelOrder('7')).value.orderId).toBe('7');
    expect(service.seen).toEqual([
      'GET /v1/orders Bearer canary-token',
      'DELETE /v1/orders/7 Bearer canary-token',
    ]);
    expect(proxy.tunnels).toEqual(['service.example:443', 'service.example:443']);
  });

  it('sends nothing of a write that is held back after the tunnel is open', async () => {
    const service = await tlsService(valid);
    const proxy = await connectProxy(service.port);
    const client = clientOf(baseUrl, {credential, fetchOptions, env: {HTTPS_PROXY: proxy.url}});
    const holdBack = () => (proxy.tunnels.length > 0 ? 'HALTED' : undefined);
    const failure = await failureOf(client.cancelOrder('7', {holdBack}));
    expect(failure).toMatchObject({kind: 'aborted', sent: 'no', message: 'HALTED'});
    expect(service.seen).toEqual([]);
  });

  it('gets its own password, and no error repeats it', async () => {
    const service = await tlsService(valid);
    const proxy = await connectProxy(service.port, 403);
    const env = {https_proxy: proxy.url.replace('//', '//user:hidden@')};
    const error = await failureOf(clientOf(baseUrl, {fetchOptions, env}).cancelOrder('7'));
    expect(proxy.tunnels).toEqual([`service.example:443 Basic ${btoa('user:hidden')}`]);
    expect(error).toMatchObject({kind: 'proxy', sent: 'no'});
    expect(JSON.stringify(error)).not.toContain('hidden');
  });

  it.each([
    [403, 'refused the call to service.example (status 403).'],
    [407, 'wants a user name and a password (status 407).'],
    [429, 'refused the call to service.example (status 429).'],
    [502, 'cannot reach service.example (status 502).'],
  ])('is named with its own answer %i, which is not that of the service', async (status, words) => {
    for (const scheme of ['http', 'https']) {
      const {url} = await connectProxy(1, status);
      const client = clientOf(`${scheme}://service.example`, {env: {HTTP_PROXY: url, HTTPS_PROXY: url}});
      const told = {kind: 'proxy', sent: 'no', message: `The proxy ${url.slice(7)} ${words}`};
      expect(await failureOf(client.cancelOrder('7'))).toMatchObject(told);
      expect(await failureOf(client.listOrders())).toMatchObject(told);
    }
  });

  it.each([
    ['refuses the tunnel', async () => (await connectProxy(1, 407)).url, 'proxy'],
    ['hangs', async () => (await rawService(() => undefined)).baseUrl, 'connect-timeout'],
    ['closes', async () => (await rawService(socket => socket.destroy())).baseUrl, 'proxy'],
    ['has an invalid URL', async () => 'nonsense://[', 'proxy'],
  ])('proves that nothing was sent if it %s', async (_name, open, kind) => {
    const env = {HTTPS_PROXY: await open()};
    const client = clientOf(baseUrl, {fetchOptions: kind === 'connect-timeout' ? brief : fetchOptions, env});
    expect(await failureOf(client.cancelOrder('7'))).toMatchObject({kind, sent: 'no'});
  });

  it.each(['http', 'https'])(
    'is named in the error, not the service, if it cannot be reached: over %s',
    async scheme => {
      const port = await unusedPort();
      const withProxy = (proxy: string) =>
        failureOf(
          clientOf(`${scheme}://service.example`, {
            fetchOptions: {
              ...fetchOptions,
              lookup: (name, _options, callback) =>
                callback(Object.assign(new Error(`no ${name}`), {code: 'ENOTFOUND'}), ''),
            },
            env: {HTTP_PROXY: proxy, HTTPS_PROXY: proxy},
          }).cancelOrder('7'),
        );
      expect(await withProxy(`http://user:hidden@127.0.0.1:${port}`)).toMatchObject({
        kind: 'proxy',
        sent: 'no',
        message: `The proxy 127.0.0.1:${port} refused the connection.`,
        cause: {code: 'ECONNREFUSED'},
      });
      expect(await withProxy('http://proxy.example:8080')).toMatchObject({
        kind: 'proxy',
        sent: 'no',
        message: 'No address was found for the proxy proxy.example:8080.',
      });
    },
  );

  it('of a stranger gets nothing, whatever the environment says', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    onTestFinished(() => void vi.unstubAllEnvs());
    const {port, seen} = await tlsService(valid);
    const env = {HTTPS_PROXY: `https://user:hidden@127.0.0.1:${port}`};
    const stranger = clientOf(baseUrl, {env, credential});
    expect(await failureOf(stranger.cancelOrder('7'))).toMatchObject({
      kind: 'proxy',
      sent: 'no',
      message: `The certificate or the TLS of the proxy 127.0.0.1:${port} cannot be trusted.`,
    });
    const service = clientOf(`https://127.0.0.1:${port}`, {credential});
    expect(await failureOf(service.listOrders())).toMatchObject({kind: 'tls', sent: 'no'});
    const tunnel = {HTTPS_PROXY: (await connectProxy(port)).url};
    const behind = clientOf(baseUrl, {env: tunnel, credential});
    expect(await failureOf(behind.cancelOrder('7'))).toMatchObject({kind: 'tls', sent: 'no'});
    expect(seen).toEqual([]);
  });

  it('leaves it open whether the request arrived if the service is silent', async () => {
    const late = () => ended.abort(new DOMException('late', 'TimeoutError'));
    let ended = new AbortController();
    const overHttp = await rawService(late);
    const client = clientOf('http://service.example', {
      fetchOptions,
      env: {HTTP_PROXY: (await connectProxy(overHttp.port)).url},
    });
    const unknown = {kind: 'timeout', sent: 'maybe'};
    expect(await failureOf(client.cancelOrder('7', {signal: ended.signal}))).toMatchObject(unknown);
    expect(overHttp.requests).toBe(1);
    ended = new AbortController();
    const service = await tlsService(valid, late);
    const env = {HTTPS_PROXY: (await connectProxy(service.port)).url};
    const tunnelled = clientOf(baseUrl, {fetchOptions, env});
    expect(await failureOf(tunnelled.cancelOrder('7', {signal: ended.signal}))).toMatchObject(unknown);
    expect(service.seen).toHaveLength(1);
  });

  it('has its connection closed if it hangs', async () => {
    const proxy = await rawService(() => undefined);
    const client = clientOf(baseUrl, {fetchOptions: brief, env: {HTTPS_PROXY: proxy.baseUrl}});
    await failureOf(client.cancelOrder('7'));
    await Promise.all(proxy.connections.map(socket => socket.destroyed || once(socket, 'close')));
    expect(proxy.connections).toHaveLength(1);
  });

  it('is never used for loopback or for hosts in NO_PROXY', async () => {
    const service = await scriptedService({body: {items: []}});
    const proxy = await rawService(socket => socket.destroy());
    const env = {HTTP_PROXY: proxy.baseUrl, HTTPS_PROXY: proxy.baseUrl};
    await clientOf(service.baseUrl, {env}).listOrders();
    await clientOf(service.baseUrl.replace('127.0.0.1', 'localhost'), {env}).listOrders();
    const tls = await tlsService(valid);
    const direct = clientOf(`https://service.example:${tls.port}`, {
      env: {...env, NO_PROXY: 'example'},
      fetchOptions: {
        ...fetchOptions,
        lookup: (_name, options, callback) =>
          options.all === true
            ? callback(null, [{address: '127.0.0.1', family: 4}])
            : callback(null, '127.0.0.1', 4),
      },
    });
    await direct.listOrders();
    expect(tls.seen).toHaveLength(1);
    expect(proxy.connections).toEqual([]);
  });
});
