import {EventEmitter} from 'node:events';
import {expect, it, vi} from 'vitest';
import {openSession} from '../../src/term/session.ts';
import {fakeTime} from '../helpers/fake-time.ts';

fakeTime('setTimeout', 'clearTimeout', 'performance');

/** A host whose terminal takes every byte and answers only what the test gives to `type`. */
function scriptedHost() {
  const modes: boolean[] = [];
  const stdin = Object.assign(new EventEmitter(), {
    isTTY: true,
    setRawMode: (isRaw: boolean) => modes.push(isRaw),
    resume: () => {},
    pause: () => {},
  });
  const stdout = Object.assign(new EventEmitter(), {
    ...{isTTY: true, columns: 80, rows: 24, writableLength: 0, destroyed: false},
    write: (_: string, written?: () => void) => written?.(),
  });
  const stops: string[] = [];
  const kill = (_: number, signal: string) => stops.push(signal);
  const host = Object.assign(new EventEmitter(), {stdin, stdout, stderr: stdout, kill, env: {}, pid: 1});
  const type = (bytes: string) => stdin.emit('data', Buffer.from(bytes));
  return {host: host as unknown as NodeJS.Process, modes, stops, type};
}

const attributes = '\x1b[?62c';

it.each([
  ['an end', false],
  ['a suspension', true],
])(
  '%s leaves raw mode only when the terminal has answered what it was asked, 1.5 s late',
  async (_, isStop) => {
    const {host, modes, stops, type} = scriptedHost();
    const session = openSession({host, now: () => performance.now()});
    await vi.advanceTimersByTimeAsync(100);
    if (isStop) session.suspend();
    else void session.close();
    await vi.advanceTimersByTimeAsync(1_400);
    expect([modes.at(-1), stops]).toEqual([true, []]);
    type(attributes);
    await vi.advanceTimersByTimeAsync(10);
    expect([modes.at(-1), stops]).toEqual([false, isStop ? ['SIGTSTP'] : []]);
  },
);

it('a terminal that never answers is left after two seconds', async () => {
  const {host, modes} = scriptedHost();
  const session = openSession({host, now: () => performance.now()});
  void session.close();
  await vi.advanceTimersByTimeAsync(1_990);
  expect(modes.at(-1)).toBe(true);
  await vi.advanceTimersByTimeAsync(20);
  expect(modes.at(-1)).toBe(false);
});
