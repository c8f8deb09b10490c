import {deepStrictEqual} from 'node:assert';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {Msg} from '../../../src/desk/messages.ts';
import {createDecoder, Encoder, mostValues} from '../../../src/desk/recorder/codec.ts';
import {type Entry, RecordingError} from '../../../src/desk/recorder/entries.ts';
import {isSame} from '../../../src/desk/recorder/player/player.ts';
import {cases} from '../../helpers/cases.ts';
import {card, epoch, startDesk} from '../../helpers/desk.ts';
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
  it('return any plain data that was written, with the fields in order', () => {
    fc.assert(
      fc.property(entries, all => {
        const [encoder, decoder] = [new Encoder(), createDecoder()];
        for (const entry of all.filter(isTimed)) {
          const read = decoder.decode(encoder.encode(entry));
          deepStrictEqual(read, entry);
          expect(namesIn(read)).toEqual(namesIn(entry));
        }
      }),
      {numRuns: cases(40, 120)},
    );
  });

  it('can be read from any snapshot', () => {
    fc.assert(
      fc.property(entries, all => {
        const encoder = new Encoder();
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

  it('refer by number to a record that is the same as an earlier one in the segment', () => {
    const cards = Array.from({length: 40}, (_, at) => card(String(at)));
    const [encoder, decoder] = [new Encoder(), createDecoder()];
    const line = (entry: Entry) => {
      const written = encoder.encode(entry);
      deepStrictEqual(decoder.decode(written), entry);
      return written;
    };
    expect(line(arrived({rows: cards}, 1)).length).toBeGreaterThan(8_000);
    const numbers = cards.map((_, at) => `"~${at}"`);
    // Equal records are the same record, whether or not they are the same object.
    expect(line(arrived({rows: cards.map(each => ({...each}))}, 2))).toContain(
      `"rows":[${numbers.join(',')}]`,
    );
    const moved = card('7', {currentAskPrice: '10.5'});
    expect(line(arrived({rows: [cards[6], moved, cards[8]]}, 3))).toContain(
      `"rows":["~6",${JSON.stringify(moved)},"~8"]`,
    );
    expect(line(arrived({rows: [{...moved}, cards[7]]}, 4))).toContain('"rows":["~40","~7"]');
    expect(line(snapshot(cards.slice(0, 2)))).toContain(JSON.stringify(cards[0]));
    expect(line(arrived({rows: [cards[1]]}, 5))).toMatch(/"rows":\["~\d+"\]/);
  });

  it('return an object that a state uses several times as one object', () => {
    const rows = [card('1'), card('2')];
    const by = new Map([['1', rows[0]]]);
    const draft = {id: '7', price: {amount: '1'}};
    const later = {at: 1};
    const shared = {
      ...{rows, seen: [rows, by], by},
      same: [draft, {id: '7', price: {amount: '1'}}, draft.price, later, later],
    };
    const [encoder, decoder] = [new Encoder(), createDecoder()];
    const read = decoder.decode(encoder.encode(snapshot(shared)));
    const {rest} = (read.type === 'snapshot' ? read.state : {}) as {rest?: unknown};
    deepStrictEqual(rest, shared);
    const is = rest as typeof shared;
    expect(is.seen[0]).toBe(is.rows);
    expect(is.seen[1]).toBe(is.by);
    expect(is.by.get('1')).toBe(is.rows[0]);
    expect(is.same[2]).toBe((is.same[0] as typeof draft).price);
    expect(is.same[4]).toBe(is.same[3]);
    const after = decoder.decode(encoder.encode(arrived({rows: [card('2'), rows[0], draft]}, 1)));
    const {answer} = (after.type === 'msg' ? after.msg : {}) as {answer?: {rows: unknown[]}};
    expect([answer?.rows[0], answer?.rows[1], answer?.rows[2]]).toEqual([rows[1], rows[0], draft]);
    expect(answer?.rows[0]).toBe(is.rows[1]);
  });

  it('leave out what is not plain data, and number the rest as if it were missing', () => {
    const [encoder, decoder] = [new Encoder(), createDecoder()];
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

  it('read an empty slot of a list as undefined', () => {
    const sparse: unknown[] = ['first'];
    sparse[2] = 'third';
    for (const entry of [arrived({rows: sparse}, 1), snapshot(sparse)]) {
      expect(isSame(createDecoder().decode(new Encoder().encode(entry)), entry)).toBe(true);
    }
  });

  it('cause a readable error if they are invalid, and never another error', () => {
    const encoder = new Encoder();
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

  const told = (text: string) =>
    `{"msg":{"type":"told","level":"info","text":${text},"now":{"mono":1,"wall":1}}}`;

  it.each([
    ['a message without a time', '{"msg":{"type":"tick"}}', /holds no message/],
    ['an infinite time', '{"msg":{"type":"tick","now":{"mono":1e999,"wall":1}}}', /holds no message/],
    ['a reference to a missing record', told('"~0"'), /sign without meaning, ~0/],
    ['a reference that is not a number', told('["~-1","~length"]'), /sign without meaning, ~-1/],
    ['a reference to an unfinished record', told('{"id":"1","own":"~0"}'), /sign without meaning, ~0/],
    ['an unknown reference sign', told('"~z"'), /sign without meaning, ~z/],
    ['an incomplete map entry', told('["~map",[1]]'), /no pair/],
    ['an id that is not a string', told('[{"id":{"toString":1}},"~0"]'), /sign without meaning, ~0/],
    ['lists that nest too deep', told(`${'['.repeat(400)}${']'.repeat(400)}`), /nests too deep/],
    ['sets that nest too deep', told(`${'["~set",'.repeat(400)}1${']'.repeat(400)}`), /nests too deep/],
    ['a truncated line', '{"msg":{"type":"told",', /is no JSON/],
    ['a list', '[1]', /is no JSON/],
    ['an empty object', '{}', /no snapshot/],
    ['an empty snapshot', '{"snapshot":{"state":{}}}', /no snapshot/],
    ['an invalid beginning', '{"began":{"format":3}}', /does not start/],
  ])('are refused: %s', (_, line, words) => {
    expect(() => createDecoder().decode(line)).toThrow(words);
    expect(() => createDecoder().decode(line)).toThrow(RecordingError);
  });

  it('never change the prototype of an object', () => {
    const entry = createDecoder().decode(told('{"__proto__":{"isAdmin":true},"constructor":"~undefined"}'));
    const {text} = (entry.type === 'msg' ? entry.msg : {}) as {text?: unknown};
    expect(Object.getPrototypeOf(text)).toBe(Object.prototype);
    expect(Object.keys(Object(text))).toEqual(['__proto__', 'constructor']);
    expect(({} as {isAdmin?: true}).isAdmin).toBeUndefined();
  });

  it('hold no more than a desk can, however often they repeat it', () => {
    const twice = Array.from({length: 40}, (_, at) => `{"id":"${at}","both":["~${at}","~${at}"]}`);
    const line = told(`[{"id":"x"},${twice.join(',')}]`);
    expect(() => createDecoder().decode(line)).toThrow('holds too much');
    const decoder = createDecoder();
    expect(() => {
      for (const each of [told('{"id":"x"}'), ...twice.map(told)]) decoder.decode(each);
    }).toThrow('holds too much');
  });

  it('nest as deep as the reader accepts, and no deeper', () => {
    const nested = (depth: number) => {
      let value: unknown = new Map();
      for (let each = 1; each < depth; each++)
        value = [[value], new Map([[1, value]]), new Set([value]), {id: '1', value}][each % 4];
      return value;
    };
    const write = (depth: number) => new Encoder().encode(arrived(nested(depth), 1));
    expect(() => write(250)).toThrow(RangeError);
    const deepest = Array.from({length: 250}, (_, depth) => depth + 1).findLast(depth => isWritten(depth));
    expect(deepest).toBeGreaterThan(190);
    deepStrictEqual(createDecoder().decode(write(deepest ?? 0)), arrived(nested(deepest ?? 0), 1));

    function isWritten(depth: number): boolean {
      try {
        return write(depth) !== '';
      } catch {
        return false;
      }
    }
  });

  it('are counted before they are read, by the writer and by the reader', () => {
    const [encoder, decoder] = [new Encoder(), createDecoder()];
    const half = encoder.encode(arrived({rows: Array.from({length: mostValues / 2}, () => 0)}, 1));
    expect(encoder.values).toBeGreaterThan(mostValues / 2);
    expect(decoder.decode(half).type).toBe('msg');
    expect(() => decoder.decode(half)).toThrow('holds too much');
  });
});
