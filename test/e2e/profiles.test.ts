import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, expect, it} from 'vitest';
import {startListening} from '../helpers/listener.ts';
import {startTestPaper, type TestPaper} from '../helpers/paper.ts';
import {type Program, startProgram} from '../helpers/program.ts';
import {scriptedService} from '../helpers/service.ts';

/** Two services, each with a token of its own, and the program that goes from one to the other. */
let papers: TestPaper[] = [];
let program: Program | undefined;
let home = '';

afterEach(async () => {
  await program?.end();
  for (const paper of papers) await paper.close();
  rmSync(home, {recursive: true, force: true});
  papers = [];
  program = undefined;
});

const entry = (name: string, url: string, token: string) =>
  `[profiles.${name}]\nlabel = "account-${name}"\nbase_url = "${url}"\ntoken_command = ["sh", "-c", "${token}"]\n`;

async function twoServices(more: string, ofA = '') {
  const a = await startTestPaper({clock: 'real', token: 'token-of-a'});
  const b = await startTestPaper({clock: 'real', token: 'token-of-b', seed: 11});
  papers = [a, b];
  home = mkdtempSync(join(tmpdir(), 'optty-e2e-'));
  mkdirSync(join(home, '.config/optty'), {recursive: true});
  const profiles = [entry('a', a.origin, 'echo token-of-a'), ofA, entry('b', b.origin, 'echo token-of-b')];
  writeFileSync(join(home, '.config/optty/config.toml'), profiles.join('') + more);
  return {a, b};
}

async function start(more: string, isByHand = false) {
  const {a, b} = await twoServices(more);
  const args = ['--profile', 'a', ...(isByHand ? ['--base-url', a.origin] : [])];
  const env = isByHand ? {OPTTY_TOKEN: 'token-of-a'} : {};
  const screen = startProgram({home, args, env});
  program = screen;
  await screen.waitFor('account-a');
  await screen.waitFor('BTC above');
  return {a, b, screen};
}

/** Until the journal is open it is refused, as everything is that needs it. */
async function goTo(screen: Program, name: string, until: string | RegExp) {
  for (let tries = 0; tries < 20; tries++) {
    screen.press(':');
    await screen.waitFor(/choose/);
    screen.press(`profile ${name}`);
    await screen.waitFor(new RegExp(`profile ${name}`));
    screen.press('\r');
    const seen = await screen.waitFor(text => {
      const isThere = typeof until === 'string' ? text.includes(until) : until.test(text);
      return isThere || text.includes('journal is still being opened');
    });
    if (!seen.includes('journal is still being opened')) return;
    screen.press('\x1b');
    await screen.waitFor(text => !text.includes('journal is still being opened'));
  }
  throw new Error(`profile ${name} is not gone to`);
}

it('shows the account of the selected profile, with its token, and comes back', async () => {
  const {a, b, screen} = await start('');
  await goTo(screen, 'b', 'account-b');
  await screen.waitFor('BTC above');
  const shown = screen.screen();
  expect(shown).toContain(new URL(b.origin).host);
  expect(shown).not.toContain('account-a');
  expect(shown).not.toMatch(/\b401\b/);
  await goTo(screen, 'a', 'account-a');
  await screen.waitFor('BTC above');
  expect(screen.screen()).toContain(new URL(a.origin).host);
  screen.press('q');
  expect((await screen.exit).code).toBe(0);
});

it('switches in spoken mode and keeps the selected amount of speech', async () => {
  // The profile alone says that it is listened to; the one that is gone to says nothing of it.
  await twoServices('', 'screen_reader = true\nverbosity = "short"\nsay_pl = 60\n');
  const listener = startListening({home, args: ['--profile', 'a'], env: {INK_SCREEN_READER: ''}});
  program = listener.program;
  await listener.hear(/account-a[\s\S]*\nBTC/);
  await listener.press('v', /Verbosity normal\./);
  await listener.press('v', /Verbosity all\./);
  await listener.press('V', /Spoken P L is off\./);
  await listener.press('V', /every minute\./);
  const typed = ':profile b';
  for (const letter of typed) await listener.press(letter, /^/);
  await listener.hear(/profile b\./);
  await listener.press('\r', /Switching to profile b[\s\S]*account-b[\s\S]*Row 1, BTC/);
  await listener.press('v', /Verbosity short\./);
  await listener.press('V', /every 5 minutes\./);
});

it('reports a profile that cannot be used, and stays', async () => {
  const {screen} = await start(entry('c', 'https://127.0.0.1:1', 'exit 3'));
  await goTo(screen, 'c', 'profile c cannot be used');
  expect(screen.screen()).toContain('account-a');
  screen.press('q');
  expect((await screen.exit).code).toBe(0);
});

it('does not take the address and token of the command line and environment to another profile', async () => {
  const {origin, arrived} = await scriptedService({status: 401, body: {}});
  const bare = `[profiles.bare]\nlabel = "account-bare"\nbase_url = "${origin}"\n`;
  const {screen} = await start(bare, true);
  await goTo(screen, 'bare', 'account-bare');
  await screen.waitFor(() => arrived.length > 0);
  expect(screen.screen()).toContain(new URL(origin).host);
  expect(arrived.filter(({headers}) => headers.authorization !== undefined)).toEqual([]);
});

it('switches between profiles, to the embedded paper service and back', async () => {
  const {screen} = await start('[profiles.p]\nlabel = "account-p"\n');
  await goTo(screen, 'p', 'account-p');
  await screen.waitFor('BTC above');
  await goTo(screen, 'paper', 'embedded');
  await screen.waitFor(text => !text.includes('account-p') && text.includes('BTC above'));
  await goTo(screen, 'a', 'account-a');
  await screen.waitFor('BTC above');
});
