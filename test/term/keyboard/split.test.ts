import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {
  dueAt,
  emptySplit,
  type InputEvent,
  type SplitState,
  splitKeys,
} from '../../../src/term/keyboard/split.ts';
import {cases} from '../../helpers/cases.ts';

const bytes = (text: string) => Buffer.from(text, 'utf8');

/** Reads chunks 1 ms apart, then lets time pass until nothing is held back. */
function read(...chunks: (string | Uint8Array)[]): InputEvent[] {
  const [state, events] = feed(emptySplit, 0, ...chunks);
  return [...events, ...settle(state)[1]];
}

function feed(start: SplitState, at: number, ...chunks: (string | Uint8Array)[]): [SplitState, InputEvent[]] {
  let state = start;
  const all: InputEvent[] = [];
  chunks.forEach((chunk, index) => {
    const [next, events] = splitKeys(state, typeof chunk === 'string' ? bytes(chunk) : chunk, at + index);
    state = next;
    all.push(...events);
  });
  return [state, all];
}

function settle(start: SplitState): [SplitState, InputEvent[]] {
  let state = start;
  const all: InputEvent[] = [];
  for (let due = dueAt(state); due !== undefined; due = dueAt(state)) {
    const [next, events] = splitKeys(state, undefined, due);
    state = next;
    all.push(...events);
  }
  return [state, all];
}

/** Keys as words, e.g. 'ctrl-c', 'alt-x', 'shift-up', 'paste:text'; other events in brackets. */
const words = (events: InputEvent[]) =>
  events.map(event => {
    if (event.kind === 'reply') return `[${event.text.replaceAll('\x1b', '^')}]`;
    if (event.kind === 'focus') return event.gained ? '[focus]' : '[blur]';
    const {name, text, ctrl, alt, shift, pasted} = event.key;
    const modifiers = `${ctrl ? 'ctrl-' : ''}${alt ? 'alt-' : ''}${shift ? 'shift-' : ''}`;
    return pasted ? `paste:${text}` : modifiers + name;
  });

const keys = (...chunks: (string | Uint8Array)[]) => words(read(...chunks));

describe('one key', () => {
  it.each([
    ['a', 'a'],
    ['A', 'A'],
    [' ', ' '],
    ['?', '?'],
    ['é', 'é'],
    ['世', '世'],
    ['👩‍👩‍👧', '👩‍👩‍👧'],
    ['e\u0301', 'e\u0301'],
    ['\r', 'enter'],
    ['\n', 'enter'],
    ['\t', 'tab'],
    ['\x7f', 'backspace'],
    ['\b', 'backspace'],
    ['\x1b', 'escape'],
    ['\x03', 'ctrl-c'],
    ['\x0c', 'ctrl-l'],
    ['\x1a', 'ctrl-z'],
    ['\x1c', 'ctrl-\\'],
    ['\x00', 'ctrl- '],
    ['\x1b[A', 'up'],
    ['\x1bOA', 'up'],
    ['\x1b[H', 'home'],
    ['\x1b[1~', 'home'],
    ['\x1b[7~', 'home'],
    ['\x1bOF', 'end'],
    ['\x1b[4~', 'end'],
    ['\x1b[3~', 'delete'],
    ['\x1b[5~', 'pageup'],
    ['\x1b[6~', 'pagedown'],
    ['\x1b[Z', 'shift-tab'],
    ['\x1b[1;2A', 'shift-up'],
    ['\x1b[1;5C', 'ctrl-right'],
    ['\x1b[1;3D', 'alt-left'],
    ['\x1b[3;5~', 'ctrl-delete'],
    ['\x1bOP', 'f1'],
    ['\x1b[[A', 'f1'],
    ['\x1b[15~', 'f5'],
    ['\x1b[24~', 'f12'],
    ['\x1bOM', 'enter'],
    ['\x1bOq', '1'],
    ['\x1bx', 'alt-x'],
    ['\x1bX', 'alt-X'],
    ['\x1b\r', 'alt-enter'],
    ['\x1b[', 'alt-['],
    ['\x1bO', 'alt-O'],
    ['\x1bé', 'alt-é'],
    ['\x1b]', 'alt-]'],
    ['\x1b[97;5u', 'ctrl-a'],
    ['\x1b[97;2u', 'A'],
    ['\x1b[27;5;97~', 'ctrl-a'],
    ['\x1b[13u', 'enter'],
    ['\x1b[27u', 'escape'],
  ])('%j is %s', (sent, name) => {
    expect(keys(sent)).toEqual([name]);
    // However the link cuts it, as long as it comes within the time of a sequence.
    for (let cut = 1; cut < bytes(sent).length && !/^[👩e]/u.test(sent); cut += 1) {
      expect(keys(bytes(sent).subarray(0, cut), bytes(sent).subarray(cut))).toEqual([name]);
    }
  });

  it('has its typed text', () => {
    const text = (sent: string) => read(sent).map(event => event.kind === 'key' && event.key.text);
    expect(text('aé 世')).toEqual(['a', 'é', ' ', '世']);
    expect(text('\r\t\x7f\x1b[A\x03')).toEqual(['', '', '', '', '']);
    expect(text('\x1bx')).toEqual(['']);
  });

  it('is not reported on its release', () => {
    expect(keys('\x1b[97;1:3u')).toEqual(['[^[97;1:3u]']);
  });
});

describe('the properties of a key', () => {
  const only = (events: InputEvent[]) => events.flatMap(event => (event.kind === 'key' ? [event.key] : []));

  it('mark a single key as alone, but not the keys of one read', () => {
    const [state, first] = feed(emptySplit, 5, 'y');
    expect(only(first)).toMatchObject([{name: 'y', alone: true, at: 5}]);
    expect(only(feed(state, 9, 'oy\r')[1])).toMatchObject([
      {name: 'o', alone: false, at: 9},
      {name: 'y', alone: false},
      {name: 'enter', alone: false},
    ]);
  });

  it('do not mark a key as alone next to a reply or to a part of a sequence', () => {
    expect(only(read('\x1b[0ny'))).toMatchObject([{name: 'y', alone: false}]);
    expect(only(read('\x1b[', 'Ay'))).toMatchObject([{name: 'up'}, {name: 'y', alone: false}]);
    expect(only(read('y\x1b[', 'A'))).toMatchObject([{name: 'y', alone: false}, {name: 'up'}]);
    expect(only(read('y\x1b'))).toMatchObject([
      {name: 'y', alone: false},
      {name: 'escape', alone: false},
    ]);
    expect(only(read('y', '\x1b'))).toMatchObject([
      {name: 'y', alone: true},
      {name: 'escape', alone: true},
    ]);
    expect(only(read(Buffer.from([0x79, 0xc3]), Buffer.from([0xa9])))).toMatchObject([
      {name: 'y', alone: false},
      {name: 'é', alone: false},
    ]);
  });
});

describe('a key in a read with anything else', () => {
  it.each([
    ['invalid UTF-8 before it', [0xff, 0xfe, 0x79]],
    ['invalid UTF-8 after it', [0x79, 0x9c]],
    ['an 8-bit control before it', [0xc2, 0x9d, 0x79]],
    ['a broken control sequence before it', [0x1b, 0x5b, 0x3b, 0x01, 0x79]],
    ['a key release before it', [...Buffer.from('\x1b[97;1:3uy')]],
    ['an empty paste before it', [...Buffer.from('\x1b[200~\x1b[201~y')]],
    ['a change of focus before it', [...Buffer.from('\x1b[Iy')]],
  ])('is not alone: %s', (_, bytes) => {
    const [, events] = splitKeys(emptySplit, Uint8Array.from(bytes), 0);
    const key = events.flatMap(event => (event.kind === 'key' && event.key.name === 'y' ? [event.key] : []));
    expect(key).toMatchObject([{name: 'y', alone: false}]);
  });
});

describe('the Escape key', () => {
  it('is distinguished from a sequence by a pause of 30 ms', () => {
    const [state, events] = feed(emptySplit, 100, '\x1b');
    expect(events).toEqual([]);
    expect(dueAt(state)).toBe(130);
    expect(words(splitKeys(state, undefined, 129)[1])).toEqual([]);
    expect(words(splitKeys(state, undefined, 130)[1])).toEqual(['escape']);
  });

  it('does not turn the rest of a late sequence into keys', () => {
    let [state] = feed(emptySplit, 0, '\x1b');
    [state] = splitKeys(state, undefined, 30);
    expect(words(splitKeys(state, bytes('[0n'), 300)[1])).toEqual(['[^[0n]']);
    expect(words(splitKeys(state, bytes('[A'), 300)[1])).toEqual(['up']);
    expect(words(splitKeys(state, bytes('['), 300)[1])).toEqual(['[']);
    expect(words(splitKeys(state, bytes('x'), 300)[1])).toEqual(['x']);
  });

  it('is not lost if a reply of the terminal follows immediately', () => {
    expect(words(read('\x1b\x1b[0n'))).toEqual(['escape', '[^[0n]']);
    expect(words(read('\x1b', '\x1b[0n'))).toEqual(['escape', '[^[0n]']);
    expect(words(read('\x1b\x1b[I'))).toEqual(['escape', '[focus]']);
    expect(words(read('\x1b\x1b[A'))).toEqual(['escape', 'up']);
  });

  it('counts twice if it is pressed twice', () => {
    expect(keys('\x1b\x1b')).toEqual(['escape', 'escape']);
    expect(keys('\x1b', '\x1b')).toEqual(['escape', 'escape']);
  });
});

describe('replies of the terminal', () => {
  it.each([
    ['device attributes', '\x1b[?62;4;22c', '[^[?62;4;22c]'],
    ['secondary attributes', '\x1b[>41;377;0c', '[^[>41;377;0c]'],
    ['status', '\x1b[0n', '[^[0n]'],
    ['cursor position', '\x1b[12;40R', '[^[12;40R]'],
    ['cursor position on the first row', '\x1b[1;5R', '[^[1;5R]'],
    ['mode', '\x1b[?2026;2$y', '[^[?2026;2$y]'],
    ['kitty flags', '\x1b[?0u', '[^[?0u]'],
    ['window size', '\x1b[8;40;120t', '[^[8;40;120t]'],
    ['colour', '\x1b]11;rgb:0000/0000/0000\x1b\\', '[^]11;rgb:0000/0000/0000]'],
    ['colour with a BEL at its end', '\x1b]11;rgb:0000/0000/0000\x07', '[^]11;rgb:0000/0000/0000]'],
    ['version', '\x1bP>|tmux 3.4\x1b\\', '[^P>|tmux 3.4]'],
    ['termcap', '\x1bP1+r436f=323536\x1b\\', '[^P1+r436f=323536]'],
    ['graphics', '\x1b_Gi=1;OK\x1b\\', '[^_Gi=1;OK]'],
    ['mouse press', '\x1b[<0;3;4M', '[^[<0;3;4M]'],
    ['mouse release', '\x1b[<0;3;4m', '[^[<0;3;4m]'],
    ['mouse wheel', '\x1b[<65;120;40M', '[^[<65;120;40M]'],
    ['urxvt mouse', '\x1b[32;3;4M', '[^[32;3;4M]'],
    ['old mouse', '\x1b[M !!', '[^[M !!]'],
    ['focus', '\x1b[I', '[focus]'],
    ['loss of focus', '\x1b[O', '[blur]'],
  ])('are not keys, with any cut: %s', (_, sent, told) => {
    expect(keys(sent)).toEqual([told]);
    expect(keys(`j${sent}k`)).toEqual(['j', told, 'k']);
    for (let cut = 1; cut < sent.length; cut += 1)
      expect(keys(sent.slice(0, cut), sent.slice(cut))).toEqual([told]);
    expect(keys(...sent)).toEqual([told]);
  });

  it('are no keys where a slow link parts a mouse report', () => {
    const [state] = feed(emptySplit, 0, '\x1b[<0;1');
    const [later, events] = splitKeys(state, undefined, 4_000);
    expect(events).toEqual([]);
    expect(words(feed(later, 4_500, '2;7m', 'j')[1])).toEqual(['[^[<0;12;7m]', 'j']);
  });

  it('let Ctrl-C through before they are complete', () => {
    for (const start of [
      '\x1b',
      '\x1b[',
      '\x1b[12;',
      '\x1bO',
      '\x1b]52;c;',
      '\x1bPabc',
      '\x1bPabc\x1b',
      '\x1b[M!',
    ]) {
      expect(keys(`${start}\x03`), JSON.stringify(start)).toContain('ctrl-c');
      expect(keys(start, '\x03'), JSON.stringify(start)).toContain('ctrl-c');
    }
  });

  it('without an end are dropped after a second', () => {
    const [state] = feed(emptySplit, 0, '\x1b]52;c;', 'x'.repeat(70_000));
    expect(dueAt(state)).toBe(1000);
    expect(words(feed(settle(state)[0], 1200, 'j')[1])).toEqual(['j']);
  });
});

describe('a reply to a query of optty', () => {
  it.each([
    ['\x1bP>|XT', 'erm(379)\x1b\\', '[^P>|XTerm(379)]'],
    ['\x1b]11;rgb:0/', '0/0\x07', '[^]11;rgb:0/0/0]'],
    ['\x1b[?6', '2;22c', '[^[?62;22c]'],
  ])('is not a key, even if it pauses for seconds in the middle: %j', (start, rest, whole) => {
    const [state] = feed(emptySplit, 0, start);
    expect(dueAt(state)).toBe(5000);
    expect(words(feed(state, 4000, rest)[1])).toEqual([whole]);
  });
});

describe('a paste', () => {
  const paste = (text: string) => `\x1b[200~${text}\x1b[201~`;

  it('is one event of plain text on one line', () => {
    expect(keys(paste('oy\r'))).toEqual(['paste:oy']);
    expect(keys(paste('1\r\n2\t3\n\n'))).toEqual(['paste:1 2 3']);
    expect(keys(paste('a\x1b[31mb\x07\x7f'))).toEqual(['paste:a[31mb']);
    expect(keys(`j${paste('x')}k`)).toEqual(['j', 'paste:x', 'k']);
    expect(keys(paste(''), paste('\n'))).toEqual([]);
  });

  it('is the same with any cut', () => {
    const sent = paste('price é \x1b[201 12');
    for (let cut = 1; cut < bytes(sent).length; cut += 1) {
      expect(keys(bytes(sent).subarray(0, cut), bytes(sent).subarray(cut))).toEqual([
        'paste:price é [201 12',
      ]);
    }
    expect(keys(...[...bytes(sent)].map(byte => Uint8Array.of(byte)))).toEqual(['paste:price é [201 12']);
  });

  it('of 20 MB is cut at 4 kB, and the rest is dropped', () => {
    const chunk = 'oy\r'.repeat(21_845);
    const events = read('\x1b[200~', ...Array<string>(320).fill(chunk), '\x1b[201~', 'j');
    expect(events.map(event => (event.kind === 'key' ? event.key.text.length : 0))).toEqual([4096, 1]);
    expect(words(events).at(-1)).toBe('j');
  });

  it('is passed on at its maximum length, and no more of it is kept', () => {
    const [state, events] = feed(emptySplit, 0, '\x1b[200~', 'x'.repeat(4096), 'y'.repeat(4096));
    expect(events).toHaveLength(1);
    expect(JSON.stringify(state).length).toBeLessThan(1000);
  });

  it('without an end is passed on after a second, and its rest is dropped until half a second of quiet', () => {
    let [state, events] = feed(emptySplit, 0, '\x1b[200~12');
    expect(dueAt(state)).toBe(1000);
    [state, events] = splitKeys(state, undefined, 1000);
    expect(words(events)).toEqual(['paste:12']);
    [state, events] = feed(state, 1300, 'oy\r');
    expect(events).toEqual([]);
    expect(dueAt(state)).toBe(1800);
    [state] = splitKeys(state, undefined, 1800);
    expect(words(feed(state, 1900, 'j')[1])).toEqual(['j']);
  });

  it('never delays Ctrl-C', () => {
    expect(keys('\x1b[200~12\x03')).toEqual(['paste:12', 'ctrl-c']);
    expect(keys('\x1b[200~', 'x'.repeat(100_000), '\x03')).toContain('ctrl-c');
  });
});

describe('a flood without marks', () => {
  const reads = Array<string>(50);

  it.each(['j', 'я', '👩‍👩‍👧', '\x1b[A', '\x1b', '世x'])(
    'of %j is read as a few keys, and Ctrl-C behind it counts',
    text => {
      const flood = reads.fill(text.repeat(Math.floor(4000 / text.length)));
      const [, events] = feed(emptySplit, 0, ...flood, '\x03');
      expect(events.length).toBeLessThanOrEqual(1001);
      expect(words(events).at(-1)).toBe('ctrl-c');
    },
  );

  it('is dropped until half a second of quiet', () => {
    const [state, events] = feed(emptySplit, 0, 'j'.repeat(4000), 'oy\r');
    expect(events).toHaveLength(1000);
    expect(dueAt(state)).toBe(501);
    expect(words(feed(splitKeys(state, undefined, 501)[0], 600, 'k')[1])).toEqual(['k']);
  });
});

describe('any input', () => {
  it('is read without a failure, is never delayed for ever, and never hides Ctrl-C', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '\x1b',
        '[',
        'O',
        ']',
        'P',
        '200~',
        '201~',
        '\x1b[200~',
        '\x1b[201~',
        'M',
        '0n',
        ';',
        '?',
        '\x07',
      ),
      fc.constantFrom('\x1b\\', 'y', 'é', '\x9b', '\x00', '\x18', '👍🏽', '\ud83d'),
      fc.string({maxLength: 3}),
    );
    const chunk = fc.array(piece, {maxLength: 6}).map(pieces => pieces.join(''));
    fc.assert(
      fc.property(fc.array(chunk, {maxLength: 6}), chunks => {
        const [state] = feed(emptySplit, 0, ...chunks);
        const [settled] = settle(state);
        expect(dueAt(settled)).toBeUndefined();
        expect(words(feed(settled, 10_000, 'j')[1])).toContain('j');
        expect(words(feed(state, 10, '\x03')[1]).at(-1)).toBe('ctrl-c');
      }),
      {numRuns: cases(4_000, 20_000), seed: 4},
    );
  });
});
