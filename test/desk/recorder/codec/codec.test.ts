import {deepStrictEqual} from 'node:assert';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {Msg} from '../../../../src/desk/messages.ts';
import {createDecoder} from '../../../../src/desk/recorder/codec/decoder.ts';
import {createEncoder} from '../../../../src/desk/recorder/codec/encoder.ts';
import type {Entry} from '../../../../src/desk/recorder/entries.ts';
import {RecordingError} from '../../../../src/desk/recorder/error.ts';
import {hashOf} from '../../../../src/desk/recorder/hash.ts';
import {cases} from '../../../helpers/cases.ts';
import {card, epoch, startDesk} from '../../../helpers/desk.ts';
import {plainData} from './plain-data.ts';

const table = {rows: {of: '', start: 0, needs: new Map()}, figures: {start: 0, width: 0, needs: new Map()}};
const {state} = startDesk();

/** Whatever it is, in the place of what the service sent. */
const arrived = (answer: unknown, mono: number): Entry => ({
  type: 'msg',
  msg: {type: 'arrived', pane: 'cards', answer, now: {mono, wall: epoch + mono}} as unknown as Msg,
});
const snapshot = (rest: unknown): Entry => ({
  type: 'snapshot',
  state: {...state, rest} as typeof state,
  table,
  hash: 'h',
});

const entries: fc.Arbitrary<Entry[]> = fc.array(
  fc.oneof(
    {weight: 6, arbitrary: fc.tuple(plainData, fc.double()).map(([data, mono]) => arrived(data, mono || 0))},
    {weight: 1, arbitrary: plainData.map(snapshot)},
  ),
  {maxLength: 12},
);

const isTimed = (entry: Entry) => entry.type !== 'msg' || Number.isFinite(entry.msg.now.mono);

/** The names of all fields, deep down, as they follow each other: equality does not look at their order. */
function namesIn(value: unknown): unknown {
  if (value instanceof Map || value instanceof Set) return [...value].map(namesIn);
  if (Array.isArray(value)) return value.map(namesIn);
  return typeof value === 'object' && value !== null
    ? Object.entries(value).map(([name, held]) => [name, namesIn(held)])
    : [];
}

describe('the lines of a recording', () => {
  it('give back whatever plain data was written, with its fields in their order', () => {
    fc.assert(
      fc.property(entries, all => {
        const [encoder, decoder] = [createEncoder(), createDecoder()];
        for (const entry of all.filter(isTimed)) {
          const read = decoder.decode(encoder.encode(entry));
          deepStrictEqual(read, entry);
          expect(namesIn(read)).toEqual(namesIn(entry));
        }
      }),
      {numRuns: cases(40, 120)},
    );
  });

  it('can be read from any snapshot on', () => {
    fc.assert(
      fc.property(entries, all => {
        const encoder = createEncoder();
        const lines = all.filter(isTimed).map(entry => ({entry, line: encoder.encode(entry)}));
        lines.forEach(({entry}, from) => {
          if (entry.type !== 'snapshot') return;
          const decoder = createDecoder();
          for (const {entry: wanted, line} of lines.slice(from))
            deepStrictEqual(decoder.decode(line), wanted);
        });
      }),
      {numRuns: 100},
    );
  });

  it('tell of an answer only what is other than in the last one', () => {
    const cards = Array.from({length: 40}, (_, at) => card(String(at)));
    const encoder = createEncoder();
    const poll = (rows: typeof cards, request: number): Entry => {
      const now = {mono: request * 1_000.1, wall: epoch + request * 1_000};
      const began = {mono: now.mono - 30.4, wall: now.wall - 30};
      const answer = {rows, unreadable: [], total: 40, isLast: true, latencyMs: 30.4, offsetMs: 3} as const;
      return {
        type: 'msg',
        msg: {type: 'arrived', pane: 'cards', request, began, answer: {...answer, venue: 'PAPER'}, now},
      };
    };
    expect(encoder.encode(poll(cards, 1)).length).toBeGreaterThan(8_000);
    expect(encoder.encode(poll([...cards], 2))).toBe('[10001,0,0,{"request":2,"began":["@",-304,0]}]');
    const moved = cards.with(7, card('7', {currentAskPrice: '10.5'}));
    expect(encoder.encode(poll(moved, 3))).toContain('"answer":{"rows":{"7":{"currentAskPrice":"10.5"}}}');
    const shorter = moved.toSpliced(3, 2).toSpliced(0, 0, card('new'));
    expect(encoder.encode(poll(shorter, 4)).length).toBeLessThan(400);
  });

  it('leave out what is no plain data, and count the rest as if it were not there', () => {
    const [encoder, decoder] = [createEncoder(), createDecoder()];
    const twice = {draft: {price: '1'}};
    const failed = arrived({error: new Error('cut'), twice}, 1);
    const left = arrived({error: undefined, twice}, 1);
    for (const [entry, wanted] of [
      [failed, left],
      [snapshot([new Error('cut'), twice, twice]), snapshot([undefined, twice, twice])],
      [failed, left],
    ] as const)
      deepStrictEqual(decoder.decode(encoder.encode(entry)), wanted);
    const moved = arrived({error: undefined, twice: {draft: {price: '2'}}}, 1);
    deepStrictEqual(decoder.decode(encoder.encode(moved)), moved);
  });

  it('tell a place of a list that was never filled as undefined', () => {
    const sparse: unknown[] = ['first'];
    sparse[2] = 'third';
    for (const entry of [arrived({rows: sparse}, 1), snapshot(sparse)]) {
      expect(hashOf(createDecoder().decode(createEncoder().encode(entry)))).toBe(hashOf(entry));
    }
  });

  it('tell of a record only what is other than when any answer told it', () => {
    const encoder = createEncoder();
    const decoder = createDecoder();
    const now = {mono: 1, wall: epoch};
    const read = {kind: 'read', pane: 'cards', number: 1} as const;
    const book = (...rows: ReturnType<typeof card>[]): Entry => ({
      type: 'msg',
      msg: {
        type: 'book',
        came: {...read, page: {rows, unreadable: [], page: 0, pageSize: 100, isLast: true}},
        now,
      },
    });
    const first = arrived({rows: [card('1'), card('2')]}, 1);
    expect(decoder.decode(encoder.encode(first))).toStrictEqual(first);
    for (const entry of [book(card('2', {currentAskPrice: '11'})), arrived({rows: [card('2')]}, 2)]) {
      const line = encoder.encode(entry);
      expect(line.length).toBeLessThan(200);
      expect(decoder.decode(line)).toStrictEqual(entry);
    }
  });

  it('end in words where they are no lines, and never in anything else', () => {
    const encoder = createEncoder();
    const rows = Array.from({length: 3}, (_, at) => card(String(at)));
    const good = [
      encoder.encode(snapshot({rows, again: rows})),
      encoder.encode(arrived({rows}, 1)),
      encoder.encode(arrived({rows: rows.slice(1)}, 2)),
      encoder.encode(arrived({rows: rows.toReversed()}, 3)),
    ];
    const edit = fc.tuple(
      fc.nat(),
      fc.nat(6),
      fc.constantFrom('', '"', '[', '}', ',', '9', '-1', '~', 'null'),
    );
    fc.assert(
      fc.property(fc.array(edit, {minLength: 1, maxLength: 3}), fc.nat(3), (edits, which) => {
        const decoder = createDecoder();
        const lines = good.with(
          which,
          edits.reduce((line, [at, cut, put]) => {
            const place = at % line.length;
            return line.slice(0, place) + put + line.slice(place + cut);
          }, good[which] ?? ''),
        );
        try {
          for (const line of lines) decoder.decode(line);
        } catch (error) {
          expect(error).toBeInstanceOf(RecordingError);
        }
      }),
      {numRuns: cases(150, 600)},
    );
  });

  it.each([
    ['a prototype', '[1,1,[{"type":"told","text":"a","level":"info","__proto__":{"type":"x"}}]]', undefined],
    ['what nobody sends', '[1,1,[{"type":"sell"}]]', /does not know, "sell"/],
    ['no time', '[1e999,1,[{"type":"tick"}]]', /has no time/],
    ['a stream that nothing began', '[1,1,3]', /nothing began/],
    ['a record that nothing told', '[1,1,[{"type":"told","text":{"~k":[0,"1",{}]}}]]', /nothing told/],
    ['a depth', `[1,1,[${'['.repeat(400)}${']'.repeat(400)}]]`, /nests too deep/],
    ['an unknown sign', '[1,1,[{"type":"told","text":{"~z":1}}]]', /does not know, ~z/],
    ['half a line', '[1,1,[{"type":"told",', /is no JSON/],
  ])('refuse %s', (_, line, words) => {
    const decode = () => createDecoder().decode(line);
    if (words !== undefined) return expect(decode).toThrow(words);
    const entry = decode();
    expect(entry).toMatchObject({msg: {type: 'told'}});
    expect(Object.getPrototypeOf(entry.type === 'msg' && entry.msg)).toBe(Object.prototype);
    return expect(({} as {type?: string}).type).toBeUndefined();
  });

  it('hold no more than a desk can, however often they repeat it', () => {
    const twice = Array.from({length: 40}, (_, at) => `[{"~r":${at}},{"~r":${at}}]`);
    const line = `{"now":[1,1],"snapshot":{"state":[["x"],${twice.join(',')}]}}`;
    expect(() => createDecoder().decode(line)).toThrow('holds too much');
  });
});
