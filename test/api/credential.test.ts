import {execFile} from 'node:child_process';
import {execPath} from 'node:process';
import {inspect, promisify} from 'node:util';
import {describe, expect, it} from 'vitest';
import {createClient} from '../../src/api/client.ts';
import {explain} from '../../src/api/errors.ts';
import {type Credential, fingerprint, sealCredential} from '../../src/api/signing/credentials.ts';
import {dialectSchema} from '../../src/api/wire/dialect.ts';
import {clientOf, failureOf, scriptedService, unusedPort} from '../helpers/service.ts';
import {calls} from './facts/calls.ts';

const run = promisify(execFile);
const canary = 'canary-5f3a9c';
const bearer: Credential = {scheme: 'bearer', token: canary};
const command = (script: string, ...args: string[]): Credential => ({
  scheme: 'command',
  argv: [execPath, '-e', script, ...args],
});

/** Everything that a log or a person could come to see of it. */
const seen = (value: unknown) =>
  [inspect(value, {depth: 9, showHidden: true, getters: true}), JSON.stringify(value), String(value)].join(
    '\n',
  );

describe('a credential', () => {
  it('is sent as its scheme requires', async () => {
    const service = await scriptedService();
    await calls.cancelOrder(clientOf(service.baseUrl, {credential: bearer})).catch(() => undefined);
    expect(service.last().headers.authorization).toBe(`Bearer ${canary}`);
    const header: Credential = {scheme: 'header', name: 'X-Api-Key', token: canary};
    await calls.cancelOrder(clientOf(service.baseUrl, {credential: header})).catch(() => undefined);
    expect(service.last().headers).toMatchObject({'x-api-key': canary});
    expect(service.last().headers).not.toHaveProperty('authorization');
    await calls.cancelOrder(clientOf(service.baseUrl)).catch(() => undefined);
    expect(service.last().headers).not.toHaveProperty('authorization');
  });

  it.each([
    [true, Array(9).fill(true)],
    [false, [false, false, false, false, true, true, true, true, true]],
  ])(
    'is sent by every call, and by those of Easy Options if they need one: %s',
    async (easy_options, all) => {
      const service = await scriptedService();
      const dialect = dialectSchema().parse({auth: {easy_options}});
      const client = clientOf(service.baseUrl, {credential: bearer, dialect});
      const bearing = [];
      for (const call of Object.values(calls)) {
        await call(client).catch(() => undefined);
        bearing.push(service.last().headers.authorization === `Bearer ${canary}`);
      }
      expect(bearing).toEqual(all);
    },
  );

  it('never appears in the client, in its sealed form or in an error', async () => {
    const service = await scriptedService();
    const sealed = sealCredential(bearer);
    const client = clientOf(service.baseUrl, {credential: sealed});
    service.reply(({headers}) => ({
      status: 400,
      body: {
        error: headers.authorization,
        message: `bad ${headers.authorization}`,
        details: {you: headers.authorization},
      },
    }));
    const refused = await failureOf(client.cancelOrder('1'));
    service.reply(({headers}) => ({status: 502, body: `<p>${headers.authorization}</p>`}));
    const failed = await failureOf(client.cancelOrder('1'));
    const unreachable = clientOf(`http://127.0.0.1:${await unusedPort()}`, {credential: bearer});
    const lost = await failureOf(unreachable.cancelOrder('1'));
    for (const value of [client, unreachable, sealed, refused, failed, lost])
      expect(seen(value)).not.toContain(canary);
    for (const error of [refused, failed, lost]) expect(explain(error)).not.toContain(canary);
    expect(service.last().headers.authorization).toBe(`Bearer ${canary}`);
  });

  it('has a fingerprint that does not reveal it', () => {
    const prints = [bearer, {...bearer, token: 'other-token'}, command(''), {scheme: 'none'} as const].map(
      fingerprint,
    );
    expect(new Set(prints).size).toBe(4);
    expect(prints[0]).toMatch(/^[0-9a-f]{16}$/);
    expect(prints[3]).toBe('none');
    expect(fingerprint(sealCredential(bearer))).toBe(prints[0]);
  });

  it.each([
    ['an empty token', {scheme: 'bearer', token: ''}],
    ['a token with a line break', {scheme: 'bearer', token: 'a\r\nx: y'}],
    ['a token with non-ASCII characters', {scheme: 'bearer', token: 'tökén'}],
    ['a header reserved by HTTP', {scheme: 'header', name: 'Host', token: 'x'}],
    ['a header name with a space', {scheme: 'header', name: 'X Y', token: 'x'}],
    ['an empty command', {scheme: 'command', argv: []}],
  ] as [string, Credential][])('creates no client if it can never be sent: %s', (_name, credential) => {
    expect(() => createClient({baseUrl: 'https://api.example.com', credential})).toThrow(
      expect.objectContaining({name: 'LinkError', kind: 'credentials', sent: 'no'}),
    );
  });
});

describe('a signing command', () => {
  const echo = `let text='';process.stdin.on('data',part=>text+=part).on('end',()=>console.log(JSON.stringify({'X-Signed':text,'X-Arg':process.argv[1]})))`;

  it('receives method, path and body, and returns the headers', async () => {
    const service = await scriptedService();
    const client = clientOf(service.baseUrl, {credential: command(echo, '$(whoami); "quoted"')});
    await calls.openEasyOption(client);
    expect(JSON.parse(String(service.last().headers['x-signed']))).toEqual({
      method: 'POST',
      path: '/api/v1/easy-options/open',
      body: '{"cardId":7,"investmentAmount":100}',
    });
    expect(service.last().headers['x-arg']).toBe('$(whoami); "quoted"');
    await calls.cancelOrder(client).catch(() => undefined);
    expect(JSON.parse(String(service.last().headers['x-signed']))).toEqual({
      method: 'DELETE',
      path: '/api/v1/orders/7',
      body: null,
    });
    service.reply({body: {items: []}});
    await client.listOrders({page: 2});
    expect(JSON.parse(String(service.last().headers['x-signed']))).toMatchObject({
      method: 'GET',
      path: '/api/v1/orders?page=2',
    });
  });

  it.each<[string, Credential, RegExp]>([
    [
      'exits with an error code',
      command(`console.error('${canary}');process.exit(3)`),
      /failed with exit code 3/,
    ],
    ['does not write JSON', command(`console.log('${canary}')`), /did not write a JSON object/],
    ['writes a list', command('console.log("[]")'), /did not write a JSON object/],
    ['writes a number', command('console.log(JSON.stringify({a:1}))'), /header that cannot be sent/],
    [
      'writes a header reserved by HTTP',
      command(`console.log('{"host":"other"}')`),
      /header that cannot be sent/,
    ],
    [
      'never stops writing',
      command('setInterval(()=>console.log("x".repeat(1000)),0)'),
      /more than 65536 char/,
    ],
    [
      'does not exist',
      {scheme: 'command', argv: ['/nowhere/to/be/found']},
      /^The signing command was not found\.$/,
    ],
  ])('proves that nothing was sent if it %s', async (_name, credential, message) => {
    const service = await scriptedService();
    const error = await failureOf(calls.cancelOrder(clientOf(service.baseUrl, {credential})));
    expect(error).toMatchObject({
      ...{name: 'LinkError', kind: 'credentials', sent: 'no', message: expect.stringMatching(message)},
    });
    expect(seen(error)).not.toContain(canary);
    expect(service.arrived).toEqual([]);
  });

  it('cannot print a secret to our output', async () => {
    const client = new URL('../../src/api/client.ts', import.meta.url).href;
    const argv = JSON.stringify([execPath, '-e', `console.error('${canary}');process.exit(1)`]);
    const script = `const {createClient} = await import('${client}');
      const client = createClient({baseUrl: 'http://127.0.0.1:1', credential: {scheme: 'command', argv: ${argv}}});
      console.log((await client.cancelOrder('1').catch(error => error)).message);`;
    const {stdout, stderr} = await run(execPath, ['--input-type=module', '-e', script]);
    expect(stdout).toBe('The signing command failed with exit code 1.\n');
    expect(stderr).not.toContain(canary);
  });

  it('ends at its deadline', async () => {
    const service = await scriptedService();
    const credential = command('setInterval(()=>{},1000)');
    const client = clientOf(service.baseUrl, {credential, fetchOptions: {signTimeoutMs: 199.6}});
    expect(await failureOf(calls.cancelOrder(client))).toMatchObject({
      kind: 'credentials',
      sent: 'no',
      message: 'The signing command did not end within 0.2 s and was stopped.',
    });
  });
});
