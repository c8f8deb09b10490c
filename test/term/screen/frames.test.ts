import fc from 'fast-check';
import {expect, it} from 'vitest';
import {createFrameReader, readLine} from '../../../src/term/screen/cells.ts';

it('a line from an earlier frame is read like a new line, at any position', () => {
  const texts = ['', 'abc', '\x1b[31mred', 'plain', '\x1b[0mend', '\x1b[7mon\x1b[27m off', '漢字'];
  const line = fc.constantFrom(...texts.map(readLine));
  const frame = fc.record({
    lines: fc.array(line, {maxLength: 6}),
    columns: fc.constantFrom(3, 8, 8, 8),
    rows: fc.constantFrom(2, 5, 5),
  });
  fc.assert(
    fc.property(fc.array(frame, {minLength: 1, maxLength: 8}), frames => {
      const remembering = createFrameReader(false);
      for (const {lines, columns, rows} of frames)
        expect(remembering(lines, columns, rows)).toEqual(createFrameReader(false)(lines, columns, rows));
    }),
    {seed: 20_261_122, numRuns: 500},
  );
});

it('an unchanged line keeps the same row object, at any position of the next frame', () => {
  const [one = [], two = [], three = []] = ['one', 'two', 'three'].map(readLine);
  const reader = createFrameReader(false);
  const [first] = reader([one, two], 8, 2);
  expect(reader([three, one], 8, 2)[1]).toBe(first);
});

it('a line contains nothing that controls a terminal, hides text or changes its width', () => {
  const hostile = [
    ...'\u2028\u2029\u200b\u202e\u2066\u00ad\u034f\ufe0f\u3164\ue000\u3248\u0085',
    '\u{e0041}',
  ];
  const safe =
    createFrameReader(false)([[{text: `a${hostile.join('b')}c`, style: 0}]], 60, 1)[0]?.chars.join('') ?? '';
  expect(safe).toMatch(/^a[b\ufffd]+c *$/);
  expect(
    createFrameReader(true)([[{text: `a${hostile.join('b')}c`, style: 0}]], 60, 1)[0]?.chars.join(''),
  ).toMatch(/^[ -~]+$/);
});
