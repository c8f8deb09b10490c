import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {expect, it} from 'vitest';
import {serviceOf} from '../../src/commands/connect.ts';
import {readHost} from '../../src/commands/host.ts';
import {loadConfig} from '../../src/commands/settings.ts';
import {openJournal} from '../../src/desk/journal/journal.ts';
import {journalPath} from '../../src/desk/journal/place.ts';
import {JournalError} from '../../src/desk/journal/problem.ts';
import {home} from './optty.ts';

it('takes a service that names no ledger for no paper service, also where one was last', async test => {
  const {folder} = home(undefined, test.onTestFinished);
  const server = createServer((_, response) => response.writeHead(404).end()).listen(0, '127.0.0.1');
  const {port} = await new Promise<AddressInfo>(resolve =>
    server.once('listening', () => resolve(server.address() as AddressInfo)),
  );
  const origin = `http://127.0.0.1:${port}`;
  const config = await loadConfig({}, {HOME: folder, OPTTY_BASE_URL: origin});
  const {statePaths: places, accountLabel: label} = config;
  const last = {origin, path: '', ledger: 'last', fingerprint: 'a', credentialSource: 'paper'};
  const journal = await openJournal({path: journalPath(places, last, label), places, host: readHost(1)});
  if (journal instanceof JournalError) throw journal;
  await journal.bind(last, label).account.claim(new Set());
  journal.close();
  expect(await serviceOf(config)).toEqual({origin, path: ''});
  await new Promise(resolve => server.close(resolve));
  expect(await serviceOf(config)).toEqual({origin, path: '', ledger: 'last'});
});
