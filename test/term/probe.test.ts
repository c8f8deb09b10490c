import {beforeEach, describe, expect, it, vi} from 'vitest';
import {Probe, type TerminalReport} from '../../src/term/capabilities.ts';
import {emptySplit, splitKeys} from '../../src/term/keyboard/split.ts';
import {answerFor, createEmulator, darkTerminal, picture, writeSync} from '../helpers/emulator.ts';
import {fakeTime} from '../helpers/fake-time.ts';

let told: TerminalReport[];

fakeTime();
beforeEach(() => {
  told = [];
});

const probe = (takesOsc = true) =>
  new Probe({
    now: () => vi.getMockedSystemTime()?.getTime() ?? 0,
    takesOsc,
    onProbed: each => told.push(each),
  });

const nothing: TerminalReport = {background: undefined, utf8: undefined};
const attributes = '\x1b[?62;22c';

function answering(...replies: readonly string[]): TerminalReport[] {
  const asking = probe();
  asking.ask();
  for (const reply of replies) asking.answered(reply);
  expect(told).toEqual([]);
  asking.answered(attributes);
  return told;
}

describe('the answers of a terminal', () => {
  it('are reported when the last one has arrived', () => {
    const background = '\x1b]11;rgb:fdfd/f6f6/e3e3';
    expect(answering(background, '\x1b[7;2R')).toEqual([{background: 'light', utf8: true}]);
  });

  it.each([
    ['rgb:0000/2b2b/3636', 'dark'],
    ['rgb:fdfd/f6f6/e3e3', 'light'],
    ['rgb:ffff/ffff/ffff', 'light'],
    ['rgb:00/00/00', 'dark'],
    ['rgb:f/f/f', 'light'],
    ['rgba:1c1c/1c1c/1c1c/ffff', 'dark'],
    ['black', undefined],
    ['rgb:00000/0/0', undefined],
  ])('report the background %s: %s', (color, background) => {
    expect(answering(`\x1b]11;${color}`)).toEqual([{...nothing, background}]);
  });

  it.each([
    [1, undefined],
    [2, true],
    [3, false],
    [80, undefined],
  ])('with the cursor in column %i after one UTF-8 character report: %s', (column, utf8) => {
    expect(answering(`\x1b[7;${column}R`)).toEqual([{...nothing, utf8}]);
  });

  it('are not taken from unrelated replies', () => {
    const replies = ['\x1b[0n', '\x1b[?2026;2$y', '\x1b]10;rgb:0/0/0', '\x1bP1$r0m'];
    expect(answering(...replies)).toEqual([nothing]);
  });
});

describe('a slow terminal', () => {
  it('is reported as silent after a second, and with its answers if they come later', () => {
    const asking = probe();
    asking.ask();
    vi.advanceTimersByTime(999);
    expect(told).toEqual([]);
    expect(asking.isAsking).toBe(true);
    vi.advanceTimersByTime(1);
    expect(told).toEqual([nothing]);
    // Its answers may still come, and would land in the shell of who leaves now.
    vi.advanceTimersByTime(999);
    expect(asking.isAsking).toBe(true);
    vi.advanceTimersByTime(1);
    expect(asking.isAsking).toBe(false);
    asking.answered('\x1b[7;2R');
    expect(asking.isAsking).toBe(true);
    asking.answered(attributes);
    expect(told).toEqual([nothing, {...nothing, utf8: true}]);
    expect(asking.isAsking).toBe(false);
  });

  it('is asked again after a suspension, and earlier answers are ignored', () => {
    const asking = probe();
    asking.ask();
    asking.answered('\x1b]11;rgb:0/0/0');
    asking.ask();
    asking.answered(attributes);
    asking.answered('\x1b[7;2R');
    asking.answered(attributes);
    expect(told).toEqual([nothing, {...nothing, utf8: true}]);
  });

  it('is not reported after the session is closed', () => {
    const asking = probe();
    asking.ask();
    asking.close();
    vi.advanceTimersByTime(5000);
    asking.answered(attributes);
    expect(told).toEqual([]);
  });
});

describe('the queries', () => {
  it('get answers, leave nothing on the screen, and cause no keys', () => {
    const emulator = createEmulator(20, 5);
    answerFor(emulator, darkTerminal);
    const asking = probe();
    let state = emptySplit;
    const keys: unknown[] = [];
    emulator.onData(data => {
      const [next, events] = splitKeys(state, Buffer.from(data), 0);
      state = next;
      for (const event of events)
        if (event.kind === 'reply') asking.answered(event.text);
        else keys.push(event);
    });
    writeSync(emulator, asking.ask());
    expect(told).toEqual([{background: 'dark', utf8: true}]);
    expect(keys).toEqual([]);
    expect(picture(emulator)).toBe('');
  });

  it('are few bytes, and none that the terminal might print', () => {
    expect(Buffer.byteLength(probe().ask())).toBeLessThanOrEqual(36);
    expect(probe(false).ask()).not.toContain('\x1b]');
  });
});
