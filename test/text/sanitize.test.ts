import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';
import fc from 'fast-check';
import stringWidth from 'string-width';
import {describe, expect, it, onTestFinished, vi} from 'vitest';
import {
  codePointWidth,
  padEnd,
  padStart,
  sanitize,
  toAscii,
  truncate,
  width,
} from '../../src/text/sanitize.ts';
import {cases} from '../helpers/cases.ts';
import {createEmulator, writeSync} from '../helpers/emulator.ts';

const control = /[\x00-\x1f\x7f-\x9f]/;
const emulator = createEmulator(2000, 1);

/** Where the emulator's cursor is after it has read the text. */
function measured(text: string): number {
  writeSync(emulator, `\r\x1b[K${text}`);
  return emulator.buffer.active.cursorX;
}

const codePoint = fc.oneof(
  fc.integer({min: 0, max: 0x2ff}),
  fc.integer({min: 0x300, max: 0xffff}),
  fc.integer({min: 0x10000, max: 0x10ffff}),
  fc.constantFrom(
    ...[0x1b, 0x9b, 0x200d, 0xfe0f, 0x202e, 0x2066, 0x2028, 0xe0041, 0x20e3, 0x1f3fb, 0xd800, 0x301],
  ),
  fc.integer({min: 0x1f1e6, max: 0x1f1ff}),
  fc.integer({min: 0x1f300, max: 0x1f9ff}),
  fc.integer({min: 0x900, max: 0xeff}),
  fc.integer({min: 0x1100, max: 0x11ff}),
);
const text = fc
  .array(codePoint, {maxLength: 6, size: 'max'})
  .map(points => points.map(point => String.fromCodePoint(point)).join(''));

describe('width', () => {
  it('of a code point is the one that string-width measures', () => {
    for (let point = 0; point <= 0x10ffff; point += point < 0x3100 ? 1 : 41) {
      const wanted = Math.min(2, stringWidth(String.fromCodePoint(point)));
      if (codePointWidth(point) !== wanted) throw new Error(`U+${point.toString(16)} measures ${wanted}`);
    }
  });
});

describe('sanitized text', () => {
  it('has no control byte, and the width that emulator and layout measure, for any input', () => {
    fc.assert(
      fc.property(text, raw => {
        const safe = sanitize(raw);
        if (control.test(safe)) throw new Error(`control in ${JSON.stringify(safe)}`);
        const all = [width(safe), stringWidth(safe), measured(safe)];
        if (new Set(all).size > 1) throw new Error(`${JSON.stringify(safe)} measures ${all}`);
      }),
      {numRuns: cases(4_000, 200_000), seed: 7},
    );
  });

  it('stays the same when it is sanitized again', () => {
    fc.assert(
      fc.property(text, raw => {
        expect(sanitize(sanitize(raw))).toBe(sanitize(raw));
      }),
      {numRuns: cases(2_000, 5_000), seed: 8},
    );
  });

  it.each([
    ['OSC 52', 'a\x1b]52;c;aGk=\x07b', 'a␛]52;c;aGk=␇b'],
    ['OSC 0', '\x1b]0;pwned\x1b\\', '␛]0;pwned␛\\'],
    ['OSC 8', '\x1b]8;;http://evil\x1b\\x', '␛]8;;http://evil␛\\x'],
    ['CSI 2J', '\x1b[2Jx', '␛[2Jx'],
    ['SGR 8', '\x1b[8mx', '␛[8mx'],
    ['DCS', '\x1bP+q\x1b\\', '␛P+q␛\\'],
    ['APC', '\x1b_Ga=d\x1b\\', '␛_Ga=d␛\\'],
    ['C1', 'a\x9b2Jb\x9dc', 'a�2Jb�c'],
    ['CR', 'BUY\rSELL', 'BUY␍SELL'],
    ['BS', '1\b2', '1␈2'],
    ['NUL', '1\x002', '1␀2'],
    ['BEL', '\x07', '␇'],
    ['DEL', 'a\x7fb', 'a␡b'],
    ['newline and tab', 'a\n\tb', 'a␊␉b'],
    ['bidi overrides', 'a\u202eb\u202c', 'a�b�'],
    ['bidi isolates', '\u2066a\u2069', '�a�'],
    ['zero width', 'a\u200bb\u200dc\ufeff\u2060', 'a�b�c��'],
    ['soft hyphen', 'a\u00adb', 'a�b'],
    ['tag characters', 'a\u{e0041}\u{e007f}b', 'a��b'],
    ['line separators', 'a\u2028b\u2029c', 'a�b�c'],
    ['lone surrogates', 'a\ud83db\ude42c', 'a�b�c'],
    ['50 marks', `z${'\u0335'.repeat(50)}a`, `z${'\u0335'.repeat(3)}�a`],
    ['a mark without a base', '\u0301a', '�a'],
    ['a private character', '\ue0b0', '�'],
    ['no-break and wide spaces', 'a\u00a0b\u3000c', 'a b c'],
    ['an incomplete flag', '\u{1f1fa}x', '�x'],
  ])('shows %s as a placeholder', (_, raw, safe) => {
    expect(sanitize(raw)).toBe(safe);
  });

  it.each([
    'ÅNGSTRÖM',
    'é',
    'Ελλάδα',
    'Україна',
    '世界',
    '한국',
    'ไทย',
    'עברית',
    '€₿',
    '─▁▂▃█',
    '🙂',
    '🇺🇸',
    '❤',
  ])('keeps %s', kept => {
    expect(sanitize(kept)).toBe(kept.normalize('NFC'));
  });

  it('drops variation selectors that only choose a font', () => {
    expect(sanitize('❤\ufe0f!')).toBe('❤!');
    expect(sanitize('a\ufe0f')).toBe('a�');
  });

  it('has no character that terminals measure differently: trigrams, circled numbers on black', () => {
    for (const character of ['\u2630', '\u2637', '\u268a', '\u268f', '\u3248', '\u324f'])
      expect(sanitize(`a${character}b`)).toBe('a\ufffdb');
  });

  it('cuts 1 MB of text, of which it looks at no more than could be shown', () => {
    const [pointsRead, normalized] = [
      vi.spyOn(String.prototype, 'codePointAt'),
      vi.spyOn(String.prototype, 'normalize'),
    ];
    const looks = () => normalized.mock.contexts.map(String).join('').length + pointsRead.mock.calls.length;
    onTestFinished(() => void vi.restoreAllMocks());
    for (const letter of ['x', '世', '\x1b', 'e\u0301\u0301\u0301\u0301']) {
      vi.clearAllMocks();
      const safe = sanitize(letter.repeat(1_000_000 / letter.length), {maxCells: 40});
      // A cell has at most 16 code units: each is normalized, read, and measured for the width and for the cut.
      expect(looks()).toBeLessThan(4 * (40 * 16 + 64));
      expect(width(safe)).toBeLessThanOrEqual(40);
      expect(safe.endsWith('…')).toBe(true);
    }
    expect(sanitize('e\u0301'.repeat(500_000)).length).toBeLessThan(4000);
  });

  it('is made in time linear to its length', () => {
    const pointsRead = vi.spyOn(String.prototype, 'codePointAt');
    onTestFinished(() => pointsRead.mockRestore());
    const looksAt = (text: string) => {
      pointsRead.mockClear();
      sanitize(text, {maxCells: text.length});
      return pointsRead.mock.calls.length;
    };
    for (const part of ['世', '\x1b[8m', 'e\u0301\u0301\u0301\u0301', '🇺🇸🇺', '❤\ufe0f', 'ำ']) {
      looksAt(part.repeat(500));
      expect(looksAt(part.repeat(2_000))).toBeLessThan(2.1 * looksAt(part.repeat(1_000)));
    }
  });
});

describe('the character cache', () => {
  it('stays small after every Unicode character', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const heldMiB = () => {
      collect();
      return process.memoryUsage().heapUsed / 2 ** 20;
    };
    const before = heldMiB();
    for (let codePoint = 0; codePoint <= 0x10ffff; codePoint++) sanitize(String.fromCodePoint(codePoint));
    expect(heldMiB() - before).toBeLessThan(20);
  });
});

describe('width', () => {
  it('cuts at whole characters and adds a mark', () => {
    expect(truncate('abcdef', 4)).toBe('abc…');
    expect(truncate('abcd', 4)).toBe('abcd');
    expect(truncate('世界人', 4)).toBe('世…');
    expect(truncate('ab', 0)).toBe('');
    expect(truncate('e\u0301f', 2)).toBe('e\u0301f');
    expect(truncate('abcdef', 4, '..')).toBe('ab..');
  });

  it('pads by cells', () => {
    expect(padEnd('世', 4)).toBe('世  ');
    expect(padStart('12', 5)).toBe('   12');
    expect(padStart('12345', 3)).toBe('12345');
  });
});

describe('ASCII', () => {
  it('keeps the width of sanitized text', () => {
    fc.assert(
      fc.property(text, raw => {
        const safe = sanitize(raw);
        const plain = toAscii(safe);
        expect(plain).toMatch(/^[\x20-\x7e]*$/);
        expect(plain.length).toBe(width(safe));
      }),
      {numRuns: cases(3_000, 10_000), seed: 9},
    );
  });

  it('has similar characters for borders, sparklines, marks and letters', () => {
    expect(toAscii('┌─┬─┐│├═╬╯')).toBe('+-+-+|+=++');
    expect(toAscii('▁▂▃▄▅▆▇█')).toBe('_.,-~=*#');
    expect(toAscii('▲▼●…→×')).toBe('^v*~>x');
    expect(toAscii('Ångström 世')).toBe('Angstrom ??');
    expect(toAscii('e\u0301')).toBe('e');
  });
});
