import {describe, expect, it, vi} from 'vitest';
import {readLine} from '../../../src/term/screen/cells.ts';
import {DifferenceScreen, type Screen} from '../../../src/term/screen/difference-screen.ts';
import {createPlainScreen} from '../../../src/term/screen/plain.ts';
import {createEmulator, type Emulator, picture, writeSync} from '../../helpers/emulator.ts';
import {fakeTime} from '../../helpers/fake-time.ts';

fakeTime('setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate', 'performance', 'queueMicrotask');

/** A terminal that takes writes when told to, or at once. */
type Link = {writes: string[]; isReading: boolean; emulator: Emulator; read(): void};

function open({isReading = true, ascii = false, columns = 40, rows = 6} = {}): [Screen, Link] {
  const waiting: (() => void)[] = [];
  const link: Link = {
    writes: [],
    isReading,
    emulator: createEmulator(columns, rows),
    read() {
      link.isReading = true;
      for (const written of waiting.splice(0)) written();
    },
  };
  const screen = new DifferenceScreen({
    write(bytes, written) {
      link.writes.push(bytes);
      writeSync(link.emulator, bytes);
      if (link.isReading) setImmediate(written);
      else waiting.push(written);
    },
    columns,
    rows,
    now: () => performance.now(),
    ascii,
  });
  return [screen, link];
}

const pass = (ms: number) => vi.advanceTimersByTime(ms);
const draw = (screen: Screen, ...lines: string[]) => {
  screen.stdout.write(lines.join('\n'));
};

describe('the screen', () => {
  it('paints the first frame after a pause immediately and in one write', () => {
    const [screen, link] = open();
    draw(screen, 'one', 'two');
    pass(1);
    expect(link.writes).toHaveLength(1);
    expect(picture(link.emulator)).toBe('one\ntwo');
    pass(1000);
    draw(screen, 'one', 'twice');
    pass(1);
    expect(picture(link.emulator)).toBe('one\ntwice');
    expect(link.writes[1]).toBe('\bice');
  });

  it('sends nothing for a frame without changes', () => {
    const [screen, link] = open();
    draw(screen, 'one');
    pass(100);
    draw(screen, 'one');
    draw(screen, '\x1b[1m\x1b[22mone');
    pass(10_000);
    expect(link.writes).toHaveLength(1);
  });

  it('paints at most 30 frames a second, and the newest at the end', () => {
    const [screen, link] = open();
    for (let tick = 0; tick < 1000; tick += 1) {
      draw(screen, `tick ${tick}`);
      pass(1);
    }
    expect(link.writes.length).toBeGreaterThanOrEqual(28);
    expect(link.writes.length).toBeLessThanOrEqual(31);
    pass(50);
    expect(picture(link.emulator)).toBe('tick 999');
  });

  it('does not delay the answer to a key by the frame rate, which stays the same', () => {
    const [screen, link] = open();
    draw(screen, 'price 1');
    pass(5);
    screen.hurry();
    draw(screen, 'price 1', 'key');
    pass(1);
    expect(picture(link.emulator)).toBe('price 1\nkey');
    const before = link.writes.length;
    for (let key = 0; key < 1000; key += 1) {
      screen.hurry();
      draw(screen, `key ${key}`);
      pass(1);
    }
    expect(link.writes.length - before).toBeLessThanOrEqual(31);
  });

  it('sends the second frame immediately, ignoring the frame rate', () => {
    const [screen, link] = open();
    draw(screen, 'loading');
    pass(1);
    draw(screen, 'data');
    pass(1);
    expect(picture(link.emulator)).toBe('data');
    draw(screen, 'newer');
    pass(1);
    expect(picture(link.emulator)).toBe('data');
    pass(40);
    expect(picture(link.emulator)).toBe('newer');
  });

  it('shows lines before Ink starts, and sends nothing if Ink draws the same', () => {
    const [screen, link] = open();
    screen.show(['one', '\x1b[1mtwo\x1b[22m'].map(readLine));
    pass(1);
    expect(picture(link.emulator)).toBe('one\ntwo');
    draw(screen, 'one   ', '\x1b[1mtwo\x1b[22m', '');
    pass(1000);
    expect(link.writes).toHaveLength(1);
  });

  it('keeps only the newest frame for a terminal that does not read', () => {
    const [screen, link] = open({isReading: false});
    for (let tick = 0; tick < 1000; tick += 1) {
      draw(screen, `tick ${tick}`);
      pass(10);
    }
    expect(link.writes).toHaveLength(1);
    expect(picture(link.emulator)).toBe('tick 0');
    link.read();
    pass(50);
    expect(link.writes).toHaveLength(2);
    expect(picture(link.emulator)).toBe('tick 999');
  });

  it('does not treat a mode switch of Ink as a frame, and does not send it', () => {
    const [screen, link] = open();
    draw(screen, 'frame');
    pass(1);
    for (const control of ['\x1b[?25l', '\x1b[?25h', '\x1b[?2004h', '\x1b[?2026h', '\x1b[<u', '\x1b[?u']) {
      screen.stdout.write(control);
    }
    let isFlushed = false;
    screen.stdout.write('', () => {
      isFlushed = true;
    });
    pass(100);
    expect(isFlushed).toBe(true);
    expect(link.writes).toHaveLength(1);
    draw(screen, '');
    pass(100);
    expect(picture(link.emulator)).toBe('');
  });

  it('lets only styles of a frame through, and no other controls', () => {
    const [screen, link] = open();
    draw(
      screen,
      'a\x1b]52;c;aGk=\x07b\x1b[2Jc\rd\x07e\x1b]8;;http://x\x1b\\f\x9bg\x1bPq\x1b\\h\x1b[31mi\x7f\u202e',
    );
    pass(1);
    expect(picture(link.emulator)).toBe('abcdefghi');
    const body = (link.writes[0] ?? '').replace('\x1b[m\x1b[H\x1b[J', '').replace('\x1b[31m', '');
    expect(body).toBe('abcdefghi');
  });

  it('clips a frame to the screen', () => {
    const [screen, link] = open({columns: 4, rows: 2});
    draw(screen, 'abcdef', 'abc世', 'third');
    pass(1);
    expect(picture(link.emulator)).toBe('abcd\nabc');
  });

  it('redraws everything after a resize or on request', () => {
    const [screen, link] = open();
    draw(screen, 'left', 'below');
    pass(100);
    writeSync(link.emulator, '\x1b[2J\x1b[HBroadcast message');
    screen.redraw();
    pass(1);
    expect(picture(link.emulator)).toBe('left\nbelow');
    pass(100);
    let size = '';
    screen.stdout.on('resize', () => {
      size = `${screen.stdout.columns}x${screen.stdout.rows}`;
      draw(screen, 'new');
    });
    link.emulator.resize(10, 3);
    screen.resize(10, 3);
    pass(1);
    expect(size).toBe('10x3');
    expect(picture(link.emulator)).toBe('new');
    expect(link.writes).toHaveLength(3);
  });

  it('draws nothing during a pause, and everything afterwards', () => {
    const [screen, link] = open();
    draw(screen, 'one');
    pass(100);
    screen.pause();
    draw(screen, 'two');
    pass(1000);
    expect(link.writes).toHaveLength(1);
    writeSync(link.emulator, '\x1b[H$ fg');
    screen.resume();
    pass(1);
    expect(picture(link.emulator)).toBe('two');
  });

  it('brackets only large differences as synchronized', () => {
    const [screen, link] = open({columns: 120, rows: 40});
    draw(screen, ...Array<string>(40).fill('x'.repeat(120)));
    pass(100);
    screen.answered();
    draw(screen, ...Array<string>(40).fill('x'.repeat(119)));
    pass(100);
    expect(link.writes[0]).toMatch(/^\x1b\[\?2026h.*\x1b\[\?2026l\x1b\[5n$/s);
    expect(link.writes[1]).not.toContain('2026');
  });

  it('writes other output after the frames, in order', () => {
    const [screen, link] = open();
    draw(screen, 'one');
    expect(screen.write('\x07')).toBe(true);
    pass(10);
    expect(link.writes.join('')).toMatch(/one\x07$/);
  });

  it('refuses other output when too much of it waits', () => {
    const [screen] = open({isReading: false});
    draw(screen, 'one');
    pass(10);
    expect(screen.write('x'.repeat(200_000))).toBe(true);
    expect(screen.write('x'.repeat(200_000))).toBe(false);
  });

  it('is redrawn in ASCII when the terminal turns out to have only that, and back', () => {
    const [screen, link] = open();
    draw(screen, '▲ 25,027.09 │ 57.43…');
    pass(100);
    screen.drawInAscii(true);
    pass(100);
    expect(picture(link.emulator)).toBe('^ 25,027.09 | 57.43~');
    expect(link.writes.at(-1)).toMatch(/^\x1b\[m\x1b\[H\x1b\[J[\x1b -~]*$/);
    const sent = link.writes.length;
    screen.drawInAscii(true);
    pass(100);
    expect(link.writes).toHaveLength(sent);
    screen.drawInAscii(false);
    pass(100);
    expect(picture(link.emulator)).toBe('▲ 25,027.09 │ 57.43…');
  });

  it('uses ASCII on request', () => {
    const [screen, link] = open({ascii: true});
    draw(screen, '┌─▲ Å\x1b[1m世\x1b[0m');
    pass(1);
    expect(link.writes[0]).toBe('\x1b[m\x1b[H\x1b[J+-^ A\x1b[1m??');
  });
});

describe('the time at which a frame is written', () => {
  /** What became of a promise, as words. */
  function fate(promise: Promise<number>) {
    const told = {is: 'pending'};
    void promise.then(at => {
      told.is = `written at ${at}`;
    });
    return told;
  }
  const settle = async () => {
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };

  it('is that of the newest frame, and asks the terminal nothing', async () => {
    const [screen, link] = open();
    draw(screen, 'one');
    pass(10_000);
    draw(screen, 'review');
    const told = fate(screen.whenWritten());
    await settle();
    expect(told.is).toBe('pending');
    pass(10);
    await settle();
    expect(told.is).toMatch(/^written at 100/);
    expect(picture(link.emulator)).toBe('review');
    expect(link.writes.join('')).not.toContain('\x1b[5n');
    pass(10_000);
    const again = fate(screen.whenWritten());
    await settle();
    expect(again.is).toMatch(/^written at 200/);
  });

  it('comes when the terminal has taken the bytes of that frame, not of an earlier one', async () => {
    const [screen, link] = open({isReading: false});
    draw(screen, 'one');
    pass(100);
    draw(screen, 'review');
    const told = fate(screen.whenWritten());
    pass(2000);
    await settle();
    expect(told.is).toBe('pending');
    link.read();
    pass(50);
    await settle();
    expect(told.is).toContain('written');
    expect(picture(link.emulator)).toBe('review');
  });

  it('comes, on a line that is held back, when the line has sent the frame', async () => {
    const [screen, link] = open({columns: 120, rows: 40});
    const full = (sign: string) => draw(screen, ...Array<string>(40).fill(sign.repeat(119)));
    full('a');
    pass(900);
    screen.answered();
    full('b');
    pass(100);
    full('c');
    const told = fate(screen.whenWritten());
    pass(1000);
    await settle();
    expect(picture(link.emulator)).toMatch(/^b/);
    expect(told.is).toBe('pending');
    screen.answered();
    pass(10);
    await settle();
    expect(picture(link.emulator)).toMatch(/^c/);
    expect(told.is).toMatch(/^written at 20/);
  });

  it('comes after a pause with the picture that is drawn again', async () => {
    const [screen, link] = open();
    draw(screen, 'review');
    screen.pause();
    const told = fate(screen.whenWritten());
    pass(1000);
    await settle();
    expect(told.is).toBe('pending');
    screen.resume();
    pass(10);
    await settle();
    expect(told.is).toMatch(/^written at 10/);
    expect(picture(link.emulator)).toBe('review');
  });
});

describe('the screen for screen readers', () => {
  it('tells when its text is written, and asks the terminal nothing', async () => {
    const writes: string[] = [];
    const taken: (() => void)[] = [];
    const screen = createPlainScreen({
      write(bytes, written) {
        writes.push(bytes);
        taken.push(written);
      },
      columns: 40,
      rows: 6,
      now: () => 7,
    });
    draw(screen, 'one');
    draw(screen, 'review');
    const at: number[] = [];
    void screen.whenWritten().then(time => at.push(time));
    taken.shift()?.();
    await Promise.resolve();
    expect(at).toEqual([]);
    taken.shift()?.();
    await Promise.resolve();
    expect(at).toEqual([7]);
    expect(writes).toEqual(['one', 'review']);
  });

  it('starts on a new line after typed text', () => {
    let written = '';
    const screen = createPlainScreen({
      write(bytes, taken) {
        written += bytes;
        taken();
      },
      columns: 40,
      rows: 6,
      now: () => performance.now(),
    });
    draw(screen, 'Price.\n');
    screen.type('5');
    screen.type('0');
    draw(screen, 'Size.\n');
    draw(screen, 'Filled.\n');
    screen.type('7');
    screen.pause();
    expect(written).toBe('Price.\n50\nSize.\nFilled.\n7\n');
  });
});

describe('a link that accepts everything', () => {
  it('gets few queries: one in 512 bytes', () => {
    const [screen, link] = open();
    for (let tick = 0; tick < 200; tick += 1) {
      draw(screen, `tick ${1000 + tick}`);
      pass(50);
      if (link.writes.at(-1)?.endsWith('\x1b[5n')) screen.answered();
    }
    const sent = link.writes.join('');
    const queries = sent.split('\x1b[5n').length - 1;
    expect(queries).toBeLessThanOrEqual(Math.floor(sent.length / 512));
  });
});
