import {afterEach, describe, expect, it} from 'vitest';
import {startTestPaper, type TestPaper} from '../helpers/paper.ts';
import {type Program, startProgram} from '../helpers/program.ts';

/** Whatever is wrong outside is a clear sentence on the screen, and the program goes on. */
let program: Program | undefined;
let paper: TestPaper | undefined;

afterEach(async () => {
  await program?.end();
  await paper?.close();
  program = paper = undefined;
});

function start(env: Record<string, string>, columns = 100, rows = 30): Program {
  program = startProgram({columns, rows, env});
  return program;
}

async function quits(screen: Program) {
  screen.press('q');
  expect((await screen.exit).code).toBe(0);
  expect(screen.emulator.buffer.active.type).toBe('normal');
  expect(screen.transcript).not.toMatch(/\n\s+at .*\.js:\d+/);
}

describe('a service that cannot be read', () => {
  it('refuses the token: the screen shows that and contains no token', async () => {
    paper = await startTestPaper({clock: 'real'});
    const screen = start({OPTTY_BASE_URL: paper.origin, OPTTY_TOKEN: 'wrong-canary-token'});
    await screen.waitFor(/401|credential|token/i);
    expect(screen.transcript).not.toContain('canary');
    await quits(screen);
  });
});

describe('a terminal', () => {
  it('of 30x8 shows the required size, and shows the dashboard when it grows', async () => {
    paper = await startTestPaper({clock: 'real'});
    const screen = start({OPTTY_BASE_URL: paper.origin, OPTTY_TOKEN: paper.token}, 30, 8);
    await screen.waitFor('40x10');
    screen.resize(80, 24);
    await screen.waitFor('BTC above');
    screen.resize(40, 10);
    await screen.waitFor(shown => shown.includes('BTC') && !shown.includes('Trades 0  5 Activity'));
    await quits(screen);
  });
});
