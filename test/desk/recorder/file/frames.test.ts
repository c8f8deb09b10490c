import {deflateRawSync} from 'node:zlib';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {
  createPacker,
  type Framed,
  framesOf,
  linesFramed,
  magic,
  type PackedFrame,
} from '../../../../src/desk/recorder/file/frames.ts';

const textOf = (lines: readonly string[]) => lines.map(line => `${line}\n`).join('');

const line = fc.string({unit: 'grapheme', maxLength: 40}).map(text => text.replaceAll('\n', ''));
const messages = fc.record({
  kind: fc.constant<'messages'>('messages'),
  at: fc.integer({min: 0, max: 2 ** 41}),
  lines: fc.array(line, {minLength: 1, maxLength: 8}),
});
const segment = fc
  .tuple(messages, fc.array(messages, {maxLength: 6}))
  .map(([first, rest]) => [{...first, kind: 'snapshot' as const}, ...rest]);
const segments = fc.array(segment, {minLength: 1, maxLength: 4});

const packed = (frames: readonly Framed[]): Buffer[] => frames.map(createPacker());

const framed = (each: {kind: Framed['kind']; at: number; lines: readonly string[]}): Framed => ({
  ...{kind: each.kind, at: each.at},
  text: textOf(each.lines),
});

/** Frames that each begin with a snapshot. */
function segmentsOf(frames: readonly PackedFrame[]): PackedFrame[][] {
  const all: PackedFrame[][] = [];
  for (const frame of frames) {
    if (frame.kind === 'snapshot') all.push([]);
    all.at(-1)?.push(frame);
  }
  return all;
}

describe('frames', () => {
  it('are read back as they were written', () => {
    fc.assert(
      fc.property(segments, written => {
        const {frames, isTorn} = framesOf(Buffer.concat([magic, ...packed(written.flat().map(framed))]));
        expect(isTorn).toBe(false);
        expect(frames.map(({kind, at}) => [kind, at])).toEqual(
          written.flat().map(({kind, at}) => [kind, at]),
        );
        expect(segmentsOf(frames).map(each => [...linesFramed(each)])).toEqual(
          written.map(each => each.flatMap(({lines}) => lines)),
        );
      }),
    );
  });

  it('are read up to the first truncated one, wherever the cut is', () => {
    const written = [
      {kind: 'snapshot' as const, at: 1, lines: ['all of it']},
      {kind: 'messages' as const, at: 2, lines: ['one', 'two']},
      {kind: 'messages' as const, at: 3, lines: ['three']},
    ];
    const each = packed(written.map(framed));
    const bytes = Buffer.concat([magic, ...each]);
    const ends = each.map((_, index) => magic.length + Buffer.concat(each.slice(0, index + 1)).length);
    for (let cut = magic.length; cut <= bytes.length; cut++) {
      const whole = ends.filter(end => end <= cut).length;
      const {frames, isTorn} = framesOf(bytes.subarray(0, cut));
      expect([...linesFramed(frames)]).toEqual(written.slice(0, whole).flatMap(({lines}) => lines));
      expect(isTorn).toBe(cut !== magic.length && !ends.includes(cut));
    }
  });

  it('are read up to the first damaged one, whichever bit is wrong', () => {
    const each = packed(
      [1, 2, 3].map(at => framed({kind: at === 1 ? 'snapshot' : 'messages', at, lines: [`line ${at}`]})),
    );
    const bytes = Buffer.concat([magic, ...each]);
    const second = magic.length + (each[0]?.length ?? 0);
    const third = second + (each[1]?.length ?? 0);
    for (let place = second; place < third; place++) {
      for (let bit = 0; bit < 8; bit++) {
        const damaged = Buffer.from(bytes);
        damaged[place] = (damaged[place] ?? 0) ^ (1 << bit);
        const {frames, isTorn} = framesOf(damaged);
        expect([[...linesFramed(frames)], isTorn]).toEqual([['line 1'], true]);
      }
    }
  });

  it('repeat earlier lines of their segment in a few bytes', () => {
    const rows = Array.from({length: 200}, (_, index) => `row ${index} ${Math.imul(index, 2654435761)}`);
    const [first, second] = packed([
      framed({kind: 'snapshot', at: 1, lines: rows}),
      framed({kind: 'messages', at: 2, lines: rows}),
    ]);
    expect(first?.length).toBeGreaterThan(1_000);
    expect(second?.length).toBeLessThan(150);
  });

  it('inflate to no more than their stated size', () => {
    const payload = deflateRawSync(Buffer.alloc(1_000_000));
    expect(() => [...linesFramed([{kind: 'snapshot', at: 1, plain: 1_000, payload}])]).toThrow(
      /larger than 1000 bytes/,
    );
  });
});
