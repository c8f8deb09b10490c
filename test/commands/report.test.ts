import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {hostname} from 'node:os';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {LinkError} from '../../src/api/errors.ts';
import {openLog, openRequests} from '../../src/commands/dashboard/log-files.ts';
import {startTestPaper} from '../helpers/paper.ts';
import {startProgram} from '../helpers/program.ts';
import {home} from './optty.ts';

const config = `
[profiles.canarybroker]
base_url = "https://canaryhost/canaryprefix"
label = "Canary Smith"
token_file = "~/canarytoken"
on_event = ["/opt/canary"]
theme = "light"

[profiles.canarybroker.guardrails]
max_notional = "4711"
read_only = true

[profiles.canarybroker.filters.orders]
canaryfilter = "asset:CANARY"
`;

it('prints versions, settings, requests and messages, and nothing private', async test => {
  const {folder, asked, write} = home(config, test.onTestFinished);
  write('canarytoken', 'canary-token-5f3a9c\n');
  const state = join(folder, '.local/state/optty');
  const log = openLog(join(state, 'optty.log'));
  for (const message of [
    'good: FILLED 5 @ 4711 BTC-26NOV27-4711-CANARY, order 900719925474099312, "canary title"',
    'danger: Cannot reach canaryhost: refused. Canary Smith (canarybroker) at https://canaryhost/canaryprefix',
    'warning: The token of canary_user@canary.example was refused, see #canary and /home/canary/x',
    `crash: Error: no rows in ${folder}\n    at drawRow (file:///home/canary/optty/dist/chunk-AB12.js:3:141)`,
  ])
    log.write(message);
  log.close();
  const requests = openRequests(join(state, 'requests.log'));
  const made = {attempt: 1, latencyMs: 12.3, requestId: 'req-7'};
  requests.write({...made, method: 'GET', path: '/canaryprefix/v1/orders?asset=CANARY', status: 200});
  requests.write({
    ...made,
    method: 'DELETE',
    path: '/canaryprefix/v1/orders/900719925474099312',
    status: 409,
  });
  const error = new LinkError('timeout', 'maybe', 'canaryhost does not answer.');
  requests.write({
    method: 'POST',
    path: '/v1/easy-options/canary/close',
    attempt: 2,
    latencyMs: 10_000,
    error,
  });
  requests.close();

  const {code, stdout, stderr} = await asked(['report']);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^optty \d.*, Node \d+\..*\nTerminal: TERM /);
  expect(stdout).toContain('Settings:\n');
  expect(stdout).toContain('  theme = light (file)\n');
  expect(stdout).toContain('  guardrails.read_only = true (file)\n');
  expect(stdout).toContain('  guardrails.max_notional (file)\n');
  expect(stdout).toContain('Unresolved writes:\n  none\n');
  expect(stdout).toMatch(/ GET \/\{\}\/v1\/orders 200 12 ms req-7\n/);
  expect(stdout).toMatch(/ DELETE \/\{\}\/v1\/orders\/\{\} 409 12 ms req-7\n/);
  expect(stdout).toMatch(/ POST \/v1\/easy-options\/\{\}\/close timeout 10000 ms attempt 2\n/);
  expect(stdout).toMatch(/Z good: FILLED … … … … order … …\n/);
  expect(stdout).toContain('at drawRow (chunk-AB12.js:3:141)');
  expect(stdout).not.toMatch(/canary|4711|9007199/i);
  for (const name of [hostname(), folder]) expect(stdout).not.toContain(name);
});

it('has the requests of a dashboard, and is not there without one', async test => {
  const paper = await startTestPaper({clock: 'real', token: 'canary-token-5f3a9c'}, test.onTestFinished);
  const {folder, asked} = home(undefined, test.onTestFinished);
  const env = {OPTTY_BASE_URL: paper.origin, OPTTY_TOKEN: 'canary-token-5f3a9c'};
  expect((await asked(['report'], env)).stdout).toContain('Last requests of the dashboard:\n  none\n');
  const screen = startProgram({home: folder, env});
  test.onTestFinished(() => screen.end());
  await screen.waitFor('BTC above');
  screen.press('q');
  await screen.exit;
  const {stdout} = await asked(['report'], env);
  expect(stdout).toMatch(/ GET \/v1\/easy-options\/list 200 \d+ ms/);
  expect(stdout).not.toContain('canary');
  expect(stdout).not.toContain(new URL(paper.origin).host);
});

it('keeps the last requests alone', test => {
  const {folder} = home(undefined, test.onTestFinished);
  const path = join(folder, 'requests.log');
  mkdirSync(folder, {recursive: true});
  writeFileSync(path, Array.from({length: 5_000}, (_, index) => `old ${index}\n`).join(''));
  const requests = openRequests(path);
  const lines = () => readFileSync(path, 'utf8').trim().split('\n');
  const made = {method: 'GET', path: '/v1/orders', attempt: 1, latencyMs: 1, status: 200} as const;
  requests.write(made);
  expect([lines().length, lines()[0]]).toEqual([200, 'old 4801']);
  for (let index = 0; index < 5_000; index++) requests.write(made);
  expect(lines().length).toBeLessThanOrEqual(1_000);
  requests.close();
});
