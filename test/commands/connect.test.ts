import {createServer} from 'node:http';
import {createServer as createHttpsServer} from 'node:https';
import type {AddressInfo} from 'node:net';
import {expect, it} from 'vitest';
import {boundService, connect, serviceOf} from '../../src/commands/connect.ts';
import {loadConfig} from '../../src/commands/load-config.ts';
import {key, valid} from '../api/certificates.ts';
import {type Reply, scriptedService} from '../helpers/service.ts';
import {home} from './optty.ts';

it('takes a service that names no ledger for no paper service, also where one was last', async test => {
  const at = home(undefined, test.onTestFinished);
  let status = 404;
  const server = createServer((_, response) => response.writeHead(status).end()).listen(0, '127.0.0.1');
  const {port} = await new Promise<AddressInfo>(resolve =>
    server.once('listening', () => resolve(server.address() as AddressInfo)),
  );
  const origin = `http://127.0.0.1:${port}`;
  const config = await loadConfig({}, {HOME: at.folder, OPTTY_BASE_URL: origin});
  const last = {origin, path: '', ledger: 'last', fingerprint: 'a', credentialSource: 'paper'};
  const journal = await at.journal(last);
  await journal.account.claim(new Set());
  journal.close();
  expect(await serviceOf(config)).toEqual({origin, path: ''});
  status = 503;
  expect(await serviceOf(config)).toEqual({origin, path: '', ledger: 'last', isGuessed: true});
  await new Promise(resolve => server.close(resolve));
  expect(await serviceOf(config)).toEqual({origin, path: '', ledger: 'last', isGuessed: true});
});

it('takes the ledger from the answer to a list, and guesses only if there is none', async test => {
  const {folder} = home(undefined, test.onTestFinished);
  const items = {total: 0, page: 1, pageSize: 1, items: []};
  const busy = {status: 503};
  let listed: Reply | 'none' = busy;
  const gateway = await scriptedService(({path}) => (path === '/v1/orders' ? listed : busy));
  const config = await loadConfig({}, {HOME: folder, OPTTY_BASE_URL: gateway.origin, OPTTY_TOKEN: 't'});
  const named = async () => {
    const connection = await connect(config, {});
    const {ledger, isGuessed, answered} = await boundService(connection, config);
    await connection.close();
    return {ledger, isGuessed, answered};
  };
  const headers = {'optty-ledger': 'own'};
  const guess = {isGuessed: true};
  for (const [next, expected] of [
    [busy, guess],
    [{status: 429}, guess],
    ['none', guess],
    [{body: '<html>'}, guess],
    [
      {...busy, headers},
      {ledger: 'own', answered: {ledger: 'own'}},
    ],
    [{status: 401, body: {error: 'no'}}, {answered: {}}],
    [{body: items}, {answered: {}}],
    [
      {body: items, headers},
      {ledger: 'own', answered: {ledger: 'own'}},
    ],
  ] as const) {
    listed = next;
    expect(await named()).toEqual(expected);
  }
});

it('asks for the ledger as the client asks: with the authorities of the profile', async test => {
  const answer = {'optty-ledger': 'own'};
  const server = createHttpsServer({key, cert: valid}, (_, response) =>
    response.writeHead(401, answer).end(),
  );
  server.listen(0, '127.0.0.1');
  await new Promise<void>(resolve => server.once('listening', resolve));
  test.onTestFinished(() => void server.close());
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const at = home(undefined, test.onTestFinished);
  const path = at.write('ca.pem', `\ufeff${valid}\n${valid}\n`);
  const toml = `[profiles.a]\nbase_url = "${origin}/paper"\nca_file = "${path}"\n`;
  const config = await loadConfig({config: at.write('a.toml', toml)}, {HOME: at.folder});
  expect(await serviceOf(config)).toEqual({origin, path: '/paper', ledger: 'own'});
});
