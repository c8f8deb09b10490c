import {describe, expect, it, onTestFinished} from 'vitest';
import {leaveOlderJournal, unresolvedOlder, unresolvedOlderLines} from '../core/journal/older.ts';
import {rest} from '../helpers/holdings.ts';
import {startTestPaper, type TestPaper} from '../helpers/paper.ts';
import {passedOn, scriptedService} from '../helpers/service.ts';
import {home, placesIn} from './optty.ts';

it('optty resolve-old lists what an older optty left, and takes done or nothing for each', async () => {
  const at = home();
  const none = await at.asked(['resolve-old']);
  expect([none.code, none.stdout]).toEqual([0, 'Nothing is unresolved.\n']);
  leaveOlderJournal(placesIn(at.folder).oldJournal, unresolvedOlder);
  const first = await at.asked(['resolve-old'], {}, {input: 'later\nnothing\n'});
  expect(first.code).toBe(1);
  for (const line of unresolvedOlderLines) expect(first.stdout).toContain(`${line}, at https://svc.example`);
  expect(first.stdout).toContain('1 still unresolved.');
  const second = await at.asked(['resolve-old'], {}, {input: 'done\n'});
  expect([second.code, second.stdout]).toEqual([0, expect.stringContaining(unresolvedOlderLines[0] ?? '')]);
  expect((await at.asked(['resolve-old'])).stdout).toBe('Nothing is unresolved.\n');
});

describe('optty same-account', () => {
  const asking = (paper: TestPaper) => {
    const profile = (label: string) =>
      `[profiles.${label}]\nlabel = "${label}"\nbase_url = "${paper.origin}"\n`;
    const at = home(`${profile('desk')}${profile('other')}`);
    const said = (label: string, token: string, input = '') =>
      at.asked(['same-account', '--profile', label], {OPTTY_TOKEN: token}, {input});
    return {at, said};
  };

  it('asks whose a new credential is, and keeps the answer', async () => {
    const paper = await startTestPaper({token: ['first-token', 'second-token']}, onTestFinished);
    const {said} = asking(paper);
    const first = await said('desk', 'first-token');
    expect(first.stderr).toBe('');
    expect(first.stdout).toMatch(/^Credential [\da-f]{4} is of account desk\.\n$/);
    const question = /same account as account desk of a paper service\? Type same or another\.\n/;
    const none = await said('desk', 'second-token');
    expect([none.code, none.stdout]).toEqual([1, expect.stringMatching(question)]);
    const another = await said('desk', 'second-token', 'another\n');
    expect([another.code, another.stderr]).toEqual([1, expect.stringContaining('Set another label')]);
    expect((await said('desk', 'second-token', 'same\n')).stdout).toMatch(/ is of account desk\.\n$/);
    expect((await said('desk', 'second-token')).stdout).not.toMatch(question);
  });

  it('keeps nothing if the credential is of another label, or cannot be read with', async () => {
    const paper = await startTestPaper({token: 'first-token'}, onTestFinished);
    const {said} = asking(paper);
    await said('desk', 'first-token');
    const other = await said('other', 'first-token');
    expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('is of account desk of')]);
    expect((await said('desk', 'wrong-token', 'same\n')).code).toBe(4);
  });

  it('keeps nothing that a cache answered', async () => {
    const paper = await startTestPaper({token: ['first-token']}, onTestFinished);
    const cache = await scriptedService(async arrived => {
      const reply = await passedOn(paper.origin, arrived);
      return reply === 'none' ? reply : {...reply, headers: {...reply.headers, age: '32'}};
    });
    const said = () =>
      home().asked(['same-account'], {OPTTY_BASE_URL: cache.origin, OPTTY_TOKEN: 'first-token'});
    const {code, stdout, stderr} = await said();
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringMatching(/33 s old.* Nothing was kept\./)]);
  });

  it('is asked for before anything is sent with a new credential, and a halt stays set meanwhile', async () => {
    const paper = await startTestPaper({clock: 'real', token: ['test-token', 'other']}, onTestFinished);
    await rest(paper, '0.1', '5');
    const at = home(`[profiles.a]\nbase_url = "${paper.origin}"\n[profiles.a.dialect]\nlist_lag = 1\n`);
    const env = {OPTTY_BASE_URL: paper.origin, OPTTY_TOKEN: 'other'};
    await at.asked(['same-account'], {...env, OPTTY_TOKEN: 'test-token'});
    const refused = await at.asked(['halt'], env);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/New credential: run optty same-account .* The halt stays set/),
    ]);
    const status = await at.asked(['halt', '--status'], env);
    expect([status.code, status.stdout]).toEqual([1, '']);
    expect(status.stderr).toMatch(/New credential: run optty same-account/);
    await at.asked(['same-account'], env, {input: 'same\n'});
    expect((await at.asked(['halt'], env)).code).toBe(0);
    expect((await at.asked(['halt', '--status'], env)).code).toBe(0);
  });
});
