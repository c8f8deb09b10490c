import {describe, expect, it} from 'vitest';
import type {Program} from '../helpers/program.ts';
import {startWithPaper} from './start.ts';

/** Whatever is wrong outside is a clear sentence on the screen, and the program goes on. */
async function quits(screen: Program) {
  screen.press('q');
  expect((await screen.exit).code).toBe(0);
  expect(screen.emulator.buffer.active.type).toBe('normal');
  expect(screen.transcript).not.toMatch(/\n\s+at .*\.js:\d+/);
}

describe('a service that cannot be read', () => {
  it('refuses the token: the screen shows that and contains no token', async () => {
    const {screen} = await startWithPaper({env: {OPTTY_TOKEN: 'wrong-canary-token'}});
    await screen.waitFor(/401|credential|token/i);
    expect(screen.transcript).not.toContain('canary');
    await quits(screen);
  });
});

describe('a terminal', () => {
  it('of 30x8 shows the required size, and shows the dashboard when it grows', async () => {
    const {screen} = await startWithPaper({columns: 30, rows: 8});
    await screen.waitFor('40x10');
    screen.resize(80, 24);
    await screen.waitFor('BTC above');
    screen.resize(40, 10);
    await screen.waitFor(shown => shown.includes('BTC') && !shown.includes('Trades 0  5 Activity'));
    await quits(screen);
  });
});
