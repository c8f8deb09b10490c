import {describe, expect, it, vi} from 'vitest';
import {DifferenceScreen, type Screen} from '../../src/term/screen/difference-screen.ts';
import {answeredColumn, statusAnswer} from '../../src/term/sequences.ts';
import {picture, writeSync} from '../helpers/emulator.ts';
import {fakeTime} from '../helpers/fake-time.ts';
import {SlowLine} from '../helpers/slow-line.ts';

fakeTime('setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate', 'performance', 'queueMicrotask');

const columns = 120;
const rows = 40;
const second = 1000;
const minute = 60 * second;

/** A pane of 36 rows, a third of which move each second, over a line to a terminal that answers. */
function watch({bytesPerSecond = 9600, delayMs = 150, isRemote = true, doesAnswer = true} = {}) {
  let selected = 0;
  let pane = 'Cards';
  let time = -1;
  let clockReads = 0;
  const sent = {writes: 0, bytes: 0};
  const line: SlowLine = new SlowLine({
    columns,
    rows,
    bytesPerSecond,
    delayMs,
    onInput(bytes) {
      if (bytes === 'j' || bytes === '2') {
        screen.hurry();
        if (bytes === 'j') selected += 1;
        else pane = 'Orders';
        draw();
      } else if (doesAnswer && bytes === statusAnswer) screen.answered();
      else if (doesAnswer && answeredColumn(bytes) !== undefined) screen.answered(answeredColumn(bytes));
    },
  });
  const screen: Screen = new DifferenceScreen({
    write(bytes, written) {
      sent.writes += 1;
      sent.bytes += bytes.length;
      line.write(bytes);
      setImmediate(written);
    },
    columns,
    rows,
    now() {
      clockReads += 1;
      return performance.now();
    },
    isRemote,
  });
  const draw = () => {
    const [name, tail] =
      pane === 'Cards'
        ? ['BTC-USD', 'lots']
        : ['limit-order', 'rests at the venue until it is filled or canceled'];
    const table = Array.from({length: 36}, (_, row) => {
      const moved = Math.floor((time + (row % 3)) / 3);
      const price = (1000 + ((moved * 7919 * (row + 3)) % 99_991) / 100).toFixed(2);
      return (
        `${row === selected ? '>' : ' '} ${name}-${row} `.padEnd(40) +
        `${price}`.padStart(20) +
        ` ${row * 17} ${tail}`
      );
    });
    screen.stdout.write([`at ${time} s, row ${selected}`, pane, ...table, 'summary', 'keys'].join('\n'));
  };
  return {
    line,
    screen,
    sent,
    /** Time goes on, and the market with it. */
    pass(ms: number) {
      for (let at = 0; at < ms; at += 10) {
        if (Math.floor(performance.now() / second) !== time) {
          time = Math.floor(performance.now() / second);
          draw();
        }
        vi.advanceTimersByTime(10);
      }
    },
    /** How long until the terminal shows it, in ms. */
    until(is: (shown: string) => boolean, mostMs = 2 * minute): number {
      const began = performance.now();
      while (!is(picture(line.emulator)) && performance.now() - began < mostMs) this.pass(10);
      return performance.now() - began;
    },
    /** Seconds that the time on the screen is behind. */
    behind: (shown: string) =>
      performance.now() / second - Number(/at ([\d.]+) s/.exec(shown)?.[1] ?? Number.NaN),
    selected: () => selected,
    /** How often the screen looked at the time: whatever it does begins with that. */
    clockReads: () => clockReads,
  };
}

describe('the dashboard after a sleep', () => {
  it.each([
    [2, 9600, 1000],
    [5, 9600, 1000],
    [15, 9600, 1000],
    [5, 100_000, 1000],
    [5, 1200, 2500],
  ])(
    'of %i minutes over %i bytes a second shows the newest frame within %i ms and answers a key',
    (minutes, bytesPerSecond, mostMs) => {
      const at = watch({bytesPerSecond});
      at.pass(30 * second);
      at.line.sleep();
      at.pass(minutes * minute);
      expect(at.line.backlog).toBeLessThan(2500);
      at.line.wake();
      const paintedMs = at.until(shown => at.behind(shown) < 2);
      expect(paintedMs).toBeLessThan(mostMs);
      at.line.press('j');
      const keyMs = at.until(shown => shown.includes('row 1') && /^> BTC-USD-1 /m.test(shown));
      const bestMs = 2 * 150;
      expect(keyMs).toBeLessThan(bestMs + (1.5 * 1024 * second) / bytesPerSecond);
      at.pass(10 * second);
      expect(at.behind(picture(at.line.emulator))).toBeLessThan(2.5);
    },
  );

  it('redraws everything, even if other programs wrote on the screen', () => {
    const at = watch();
    at.pass(30 * second);
    at.line.sleep();
    at.pass(2 * minute);
    writeSync(at.line.emulator, '\x1b[20;1HBroadcast message');
    at.line.wake();
    at.pass(5 * second);
    expect(picture(at.line.emulator)).not.toContain('Broadcast');
    expect(picture(at.line.emulator).split('\n')).toHaveLength(rows);
  });

  it('draws nothing twice after a stall of a few seconds', () => {
    const at = watch();
    at.pass(30 * second);
    at.line.sleep();
    at.pass(10 * second);
    const before = at.sent.bytes;
    at.line.wake();
    at.pass(2 * second);
    expect(at.behind(picture(at.line.emulator))).toBeLessThan(2.5);
    expect(at.sent.bytes - before).toBeLessThan(1500);
  });
});

describe('a large difference over 1,200 bytes a second', () => {
  it('is sent in pieces for the first screen, top rows first', () => {
    const at = watch({bytesPerSecond: 1200});
    expect(at.until(shown => shown.includes('BTC-USD-5'))).toBeLessThan(1600);
    expect(picture(at.line.emulator)).not.toContain('BTC-USD-30');
    expect(at.until(shown => shown.includes('keys'))).toBeLessThan(4000);
  });

  it('is sent in pieces for another pane, without rows of the previous pane', () => {
    const at = watch({bytesPerSecond: 1200});
    at.pass(30 * second);
    at.line.press('2');
    expect(at.until(shown => shown.includes('Orders'))).toBeLessThan(1500);
    expect(picture(at.line.emulator)).toContain('limit-order-2');
    expect(picture(at.line.emulator)).not.toMatch(/BTC-USD|limit-order-35/);
    expect(at.until(shown => shown.includes('limit-order-35'))).toBeLessThan(5000);
  });

  it('does not delay the answer to a key', () => {
    const at = watch({bytesPerSecond: 1200});
    at.pass(30 * second);
    at.line.press('2');
    at.until(shown => shown.includes('Orders'));
    at.line.press('j');
    const keyMs = at.until(shown => shown.includes('row 1'));
    // A way there and back, what is on its way, and a piece of its own.
    expect(keyMs).toBeLessThan(2000);
    expect(picture(at.line.emulator)).not.toContain('limit-order-35');
  });

  it('is sent in one piece on a fast line', () => {
    const at = watch({bytesPerSecond: 1_000_000, delayMs: 1});
    at.pass(30.5 * second);
    const before = at.sent.writes;
    at.line.press('2');
    at.pass(100);
    expect(at.sent.writes - before).toBe(1);
    expect(picture(at.line.emulator)).toContain('limit-order-35');
  });
});

describe('a line that carries a fraction of what is drawn', () => {
  /** A frame of other prices every 50 ms: five times what the line can carry. */
  const overload = (doesAnswer: boolean) => {
    const at = watch({bytesPerSecond: 1200, delayMs: 50, doesAnswer});
    const drawn: number[] = [];
    for (let frame = 0; frame < 300; frame += 1) {
      const noise = Array.from(
        {length: 12},
        (_, row) => `row ${row} ${(frame * (row + 13) * 7919) % 99_991}`,
      );
      at.screen.stdout.write([`at ${performance.now() / second} s`, ...noise].join('\n'));
      vi.advanceTimersByTime(50);
      if (frame > 100) drawn.push(at.behind(picture(at.line.emulator)));
    }
    return {most: Math.max(...drawn), painted: at.sent.writes};
  };

  it('is never more than a second and a half behind', () => {
    expect(overload(true).most).toBeLessThan(1.5);
  });

  it('gets every frame if its terminal answers nothing', () => {
    expect(overload(false).painted).toBeGreaterThan(200);
  });
});

describe('a silent line', () => {
  it('gets only a query now and then', () => {
    const at = watch();
    at.pass(30 * second);
    at.line.sleep();
    at.pass(minute);
    const before = at.sent.bytes;
    at.pass(14 * minute);
    expect(at.sent.bytes - before).toBeGreaterThan(0);
    expect(at.sent.bytes - before).toBeLessThan(100);
  });

  it('is not checked in a busy loop', () => {
    const at = watch();
    at.pass(30 * second);
    at.line.sleep();
    at.pass(minute);
    const before = at.clockReads();
    at.pass(minute);
    // A frame comes each second all the while.
    expect(at.clockReads() - before).toBeLessThan(60 * 20);
  });

  it('counts as a new terminal after a redraw, which is sent in one piece with its own query', () => {
    const at = watch({bytesPerSecond: 100_000, delayMs: 10});
    at.pass(10 * second);
    at.line.isHeard = false;
    at.pass(20 * second);
    writeSync(at.line.emulator, '\x1b[2J');
    at.line.isHeard = true;
    at.screen.redraw();
    at.pass(500);
    expect(at.behind(picture(at.line.emulator))).toBeLessThan(2);
  });

  it('is not flooded by repeated redraws', () => {
    const at = watch({bytesPerSecond: 1200});
    at.pass(30 * second);
    at.line.sleep();
    at.pass(20 * second);
    const before = at.sent.bytes;
    for (let times = 0; times < 40; times += 1) {
      at.screen.redraw();
      at.pass(100);
    }
    expect(at.sent.bytes - before).toBeLessThan(2500);
  });
});
