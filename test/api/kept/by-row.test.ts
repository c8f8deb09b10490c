import {inspect} from 'node:util';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {ShapeError} from '../../../src/api/errors.ts';
import {Redaction} from '../../../src/api/http/redact.ts';
import {type BodyReader, rowByRow} from '../../../src/api/http/shape.ts';
import type {CachedAnswer} from '../../../src/api/kept/recent.ts';
import {decodeCards, decodeEasyOptions, decodeOrders} from '../../../src/api/wire/decode.ts';
import {frozenPage} from '../../../src/api/wire/frozen.ts';
import type {Page} from '../../../src/api/wire/records.ts';
import {cases} from '../../helpers/cases.ts';

const seed = 20261122;
const token = 'canary-5f3a9c';
const asked = {page: 0, pageSize: 20};

const readings = {
  body: rowByRow<Page<object>>('body', (body, known) => frozenPage(decodeCards(body, asked, known))),
  content: rowByRow<Page<object>>('content', (body, known) =>
    frozenPage(decodeEasyOptions(body, asked, known)),
  ),
  items: rowByRow<Page<object>>('items', (body, known) => frozenPage(decodeOrders(body, asked, known))),
};
type ListName = keyof typeof readings;

const answered = (body: Buffer, redaction: Redaction) => ({
  status: 200,
  headers: {},
  body,
  latencyMs: 1,
  redaction,
});

type Outcome = {kept: CachedAnswer<Page<object>>} | {error: ShapeError};

function outcome(
  read: BodyReader<Page<object>>,
  body: Buffer,
  redaction: Redaction,
  before?: CachedAnswer<Page<object>>,
) {
  try {
    return {kept: read(answered(body, redaction), before)} satisfies Outcome;
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error;
    return {error} satisfies Outcome;
  }
}

const told = (result: Outcome) =>
  'error' in result
    ? `${result.error.message} ${result.error.body}`
    : inspect(result.kept.value, {depth: null, maxArrayLength: null, maxStringLength: null});

const spaces = fc.constantFrom('', '', ' ', '\n\t', '\r\n  ');

/** What a member of a row is, from the plain to the hostile. */
const values = fc.oneof(
  fc.constantFrom('1', '-0', '0.5', 'null', 'true', '[]', '{}', '"BTC"', '"UP"', '""'),
  fc.constantFrom('9007199254740993', '12345678.123456789012', '1e400', '1E-7', '-1234567890123456789'),
  fc.constantFrom(
    '"}{"',
    '"],["',
    '"\\""',
    '"\\\\"',
    '"\\\\\\"}"',
    '"\\u007f12"',
    '"\x7f12"',
    '"é€😀"',
    '"\\ud800"',
  ),
  fc.constantFrom(`"${token}"`, `"\\u0063${token.slice(1)}"`, `"${Buffer.from(token).toString('base64')}"`),
  fc.constantFrom('01', '1.', 'nul', "'x'", '"\n"', '[1,]', '{"a"}', '[}', '{]', '"', '"\\'),
  fc.json(),
);
const plain = fc.integer({min: 0, max: 9}).map(String);
const required = fc.constant(
  '"type":"T","underlying":"BTC","direction":"UP","targetPrice":1,"expiryDate":"2026-12-25","title":"t"',
);
const names = fc.constantFrom(
  'id',
  'orderId',
  'price',
  'title',
  'pl',
  '__proto__',
  'constructor',
  'new',
  'items',
);
const members = fc
  .array(fc.tuple(spaces, names, spaces, fc.oneof({arbitrary: plain, weight: 3}, values)), {maxLength: 3})
  .map(all => all.map(([before, name, behind, value]) => `,${before}"${name}"${behind}:${value}`).join(''));
const rows = fc.oneof(
  {
    arbitrary: fc
      .tuple(plain, required, members)
      .map(([id, fields, more]) => `{"id":${id},"orderId":${id},${fields}${more}}`),
    weight: 12,
  },
  {
    arbitrary: fc.constantFrom('{}', '{ }', '[]', '7', 'null', '"{}"', '{"id":1', '{"id":1}}', '{"a":[}'),
    weight: 1,
  },
);

/** What stands around the list. */
const arounds = fc.oneof(
  {arbitrary: fc.constantFrom('', '"page":0,', '"more":{"items":[1],"content":[{}]},"n":"]}",'), weight: 4},
  {
    arbitrary: fc.constantFrom('"items":[],', '"i\\u0074ems":[{}],', '"content":7,', 'x', `"${token}":1,`),
    weight: 1,
  },
);
const behinds = fc.oneof(
  {
    arbitrary: fc.constantFrom('', ',"total":9007199254740993', ',"totalElements":3,"empty":false'),
    weight: 4,
  },
  {
    arbitrary: fc.constantFrom(
      ',"items":[]',
      ',"con\\u0074ent":[{"id":5}]',
      ',"items":null',
      ',',
      ',"x":"\\n"',
      ']',
    ),
    weight: 1,
  },
);

type BodyPlan = {
  order: number[];
  marks: {bom: boolean; space: string; separator: string};
  before: string;
  behind: string;
  /** Cut there, or the byte there replaced. */
  damage: {at: number; byte: number | undefined} | undefined;
};

const answers: fc.Arbitrary<BodyPlan> = fc.record({
  order: fc.array(fc.nat(7), {maxLength: 8}),
  marks: fc.record({
    bom: fc.boolean(),
    space: spaces,
    separator: fc.oneof({arbitrary: fc.constantFrom(',', ' , '), weight: 15}, fc.constantFrom(';', ',,', '')),
  }),
  before: arounds,
  behind: behinds,
  damage: fc.option(fc.record({at: fc.nat(600), byte: fc.option(fc.nat(255), {nil: undefined})}), {
    nil: undefined,
    freq: 6,
  }),
});

function bodyOf(
  list: ListName,
  pool: readonly string[],
  {order, marks, before, behind, damage}: BodyPlan,
): Buffer {
  const {space, separator} = marks;
  const items = `[${space}${order.map(index => pool[index % pool.length]).join(separator)}${space}]`;
  const text = list === 'body' ? items : `{${space}${before}"${list}"${space}:${space}${items}${behind}}`;
  const bytes = Buffer.from(`${marks.bom ? '\ufeff' : ''}${space}${text}${space}`);
  if (damage === undefined || damage.at >= bytes.length) return bytes;
  if (damage.byte === undefined) return bytes.subarray(0, damage.at);
  bytes[damage.at] = damage.byte;
  return bytes;
}

const lists = fc.constantFrom<ListName>('body', 'content', 'items');
const plainRow = (id: number, more = '') =>
  `{"id":${id},"type":"T","underlying":"BTC","direction":"UP","targetPrice":${id}.5,"expiryDate":"d","title":"t"${more}}`;
const none = Redaction.of({scheme: 'none'});

/** What comes of these bodies, one after the other. */
function reading(list: ListName, bodies: readonly string[], redaction = none) {
  let kept: CachedAnswer<Page<object>> | undefined;
  return bodies.map(body => {
    kept = readings[list](answered(Buffer.from(body), redaction), kept);
    return kept.value.rows;
  });
}

describe('a list that is read with its last answer at hand', () => {
  it('is what it is without, whatever a service sends', () => {
    let taken = 0;
    fc.assert(
      fc.property(
        lists,
        fc.array(rows, {minLength: 1, maxLength: 8}),
        fc.array(answers, {minLength: 2, maxLength: 5}),
        fc.boolean(),
        (list, pool, all, hasToken) => {
          const redaction = hasToken ? Redaction.of({scheme: 'bearer', token}) : none;
          const read = readings[list];
          let kept: CachedAnswer<Page<object>> | undefined;
          for (const each of all) {
            const body = bodyOf(list, pool, each);
            const result = outcome(read, body, redaction, kept);
            expect(told(result)).toBe(told(outcome(read, body, redaction)));
            if ('error' in result) continue;
            const known = new Set(kept?.value.rows);
            taken += result.kept.value.rows.filter(row => known.has(row)).length;
            kept = result.kept;
          }
        },
      ),
      {seed, numRuns: cases(1_200, 6_000)},
    );
    expect(taken).toBeGreaterThan(cases(400, 2_000));
  });

  it('keeps each row of which no byte changed as the same object', () => {
    const body = (ask: number) =>
      `[${plainRow(1)}, ${plainRow(2, `,"currentAskPrice":${ask}`)},${plainRow(3)}]`;
    const [first = [], second = [], third = []] = reading('body', [body(10), body(11), body(12)]);
    expect(second.map((row, index) => row === first[index])).toEqual([true, false, true]);
    expect(third.map((row, index) => row === second[index])).toEqual([true, false, true]);
    expect(third[1]).toMatchObject({currentAskPrice: '12'});
  });

  it('finds rows again that moved to other places', () => {
    const content = (...ids: number[]) => `{"content":[${ids.map(id => plainRow(id)).join()}]}`;
    const [before = [], after = []] = reading('content', [content(1, 2, 3, 4), content(9, 4, 1, 2, 3)]);
    expect(after.map(row => before.indexOf(row))).toEqual([-1, 3, 0, 1, 2]);
  });

  it('reads a row again that could not be read, and tells its place now', () => {
    const bad = '{"id":"x"}';
    const read = readings.body;
    const first = read(answered(Buffer.from(`[${bad},${plainRow(1)}]`), none));
    const second = read(answered(Buffer.from(`[${plainRow(2)},${plainRow(1)},${bad}]`), none), first);
    expect(second.value.rows[1]).toBe(first.value.rows[0]);
    expect(second.value.unreadable).toMatchObject([{index: 2, reason: expect.stringContaining('id')}]);
  });

  it('reads hundreds of changed rows as it does without, beside others that stayed', () => {
    const read = readings.body;
    const body = (poll: number, bad = '') => {
      const all = Array.from({length: 700}, (_, id) =>
        id === 500 && poll > 0 ? `{"id":"x${poll}"}` : plainRow(id, id % 7 < poll ? `,"pl":${poll}` : ''),
      );
      return Buffer.from(`[${all.join(' , ')}${bad}]`);
    };
    let kept = read(answered(body(0), none));
    for (const poll of [1, 5, 7]) {
      const next = read(answered(body(poll), none), kept);
      expect(told({kept: next})).toBe(told(outcome(read, body(poll), none)));
      expect(next.slices?.from.length).toBe(700);
      kept = next;
    }
    const cut = body(6, ',{"id":1,}');
    expect(told(outcome(read, cut, none, kept))).toBe(told(outcome(read, cut, none)));
  });

  it('cleans a row that it left as it was when the answer held no sign of the token', () => {
    const redaction = Redaction.of({scheme: 'bearer', token});
    const encoded = Buffer.from(token).toString('base64');
    const filler = plainRow(3, `,"description":"${'x'.repeat(1_100_000)}"`);
    const row = plainRow(1, `,"tradingIdea":"${encoded}"`);
    const [, after = []] = reading(
      'body',
      [`[${row},${filler}]`, `[${row},${plainRow(2, ',"x":"\\n"')},${filler}]`],
      redaction,
    );
    expect(JSON.stringify(after)).not.toContain(encoded);
  });
});
