import fc from 'fast-check';
import {expect, it} from 'vitest';
import {FrameReader} from '../../../src/term/screen/cells.ts';

const look = {ascii: false, color: true};

it('reads a line that stood in a frame before as it reads it for the first time, wherever it stands now', () => {
  // A style that is left open colours what follows until it ends.
  const line = fc.constantFrom(
    '',
    'abc',
    '\x1b[31mred',
    'plain',
    '\x1b[0mend',
    '\x1b[7mon\x1b[27m off',
    '漢字',
  );
  const frame = fc.record({
    lines: fc.array(line, {maxLength: 6}),
    columns: fc.constantFrom(3, 8, 8, 8),
    rows: fc.constantFrom(2, 5, 5),
  });
  fc.assert(
    fc.property(fc.array(frame, {minLength: 1, maxLength: 8}), frames => {
      const remembering = new FrameReader(look);
      for (const {lines, columns, rows} of frames)
        expect(remembering.read(lines, columns, rows)).toEqual(
          new FrameReader(look).read(lines, columns, rows),
        );
    }),
    {seed: 20_261_122, numRuns: 500},
  );
});

it('has the very rows again of the last frame and of the one before it', () => {
  const reader = new FrameReader(look);
  const [first] = reader.read(['one', 'two'], 8, 2);
  reader.read(['three', 'two'], 8, 2);
  expect(reader.read(['two', 'one'], 8, 2)[1]).toBe(first);
});

it('draws nothing that could steer a terminal, hide or change its width, whoever made the line', () => {
  const hostile = [
    ...'\u2028\u2029\u200b\u202e\u2066\u00ad\u034f\ufe0f\u3164\ue000\u3248\u0085',
    '\u{e0041}',
  ];
  const safe = new FrameReader(look).read([`a${hostile.join('b')}c`], 60, 1)[0]?.chars.join('') ?? '';
  expect(safe).toMatch(/^a[b\ufffd]+c *$/);
  expect(
    new FrameReader({...look, ascii: true}).read([`a${hostile.join('b')}c`], 60, 1)[0]?.chars.join(''),
  ).toMatch(/^[ -~]+$/);
});
