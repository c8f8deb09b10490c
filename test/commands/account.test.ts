import {describe, expect, it, onTestFinished} from 'vitest';
import {leaveOlderJournal, unresolvedOlder, unresolvedOlderLines} from '../desk/journal/older.ts';
import {rest} from '../helpers/holdings.ts';
import {startTestPaper} from '../helpers/paper.ts';
import {home, placesIn} from './optty.ts';

describe('optty resolve-old', () => {
  it('lists what an older optty left, and takes done or nothing for each', async () => {
    const at = home();
    const none = await at.optty(['resolve-old']);
    expect([none.code, none.stdout]).toEqual([0, 'Nothing is unresolved.\n']);
    leaveOlderJournal(placesIn(at.folder).oldJournal, unresolvedOlder);
    const first = await at.optty(['resolve-old'], {}, 'later\nnothing\n');
    expect(first.code).toBe(1);
    for (const line of unresolvedOlderLines)
      expect(first.stdout).toContain(`${line}, at https://svc.example`);
    expect(first.stdout).toContain('1 still unresolved.');
    const second = await at.optty(['resolve-old'], {}, 'done\n');
    expect([second.code, second.stdout]).toEqual([0, expect.stringContaining(unresolvedOlderLines[0] ?? '')]);
    expect((await at.optty(['resolve-old'])).stdout).toBe('Nothing is unresolved.\n');
  });
});

describe('optty same-account', () => {
  it('says that a new credential is of the account of the profile', async () => {
    const at = home('[profiles.live]\nlabel = "desk"\nbase_url = "https://svc.example"\n');
    const said = async (token: string) => (await at.optty(['same-account'], {OPTTY_TOKEN: token})).stdout;
    expect(await said('one')).toMatch(/^Credential [\da-f]{4} is of account desk\.\n$/);
    expect(await said('two')).not.toBe(await said('one'));
  });

  it('is asked for before anything is sent with a new credential, and a halt stays set meanwhile', async () => {
    const paper = await startTestPaper({clock: 'real', token: ['test-token', 'other']});
    onTestFinished(() => paper.close());
    await rest(paper, '0.1', '5');
    const at = home();
    const env = {OPTTY_BASE_URL: paper.origin, OPTTY_TOKEN: 'other'};
    await at.optty(['same-account'], {...env, OPTTY_TOKEN: 'test-token'});
    const refused = await at.optty(['halt'], env);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/New credential: run optty same-account .* The halt stays set/),
    ]);
    await at.optty(['same-account'], env);
    expect((await at.optty(['halt'], env)).code).toBe(0);
  });
});
