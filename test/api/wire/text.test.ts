import {describe, expect, it} from 'vitest';
import {readApiError} from '../../../src/api/http/refusal.ts';
import {Redaction} from '../../../src/api/redact.ts';
import {
  decodeCards,
  decodeEasyOptions,
  decodeObject,
  decodeOrders,
  parseBody,
} from '../../../src/api/wire/decode.ts';
import {longestText, mostRows} from '../../../src/api/wire/values.ts';
import {card} from '../facts/calls.ts';

const redaction = Redaction.of({scheme: 'none'});
const asItIs = (value: unknown) => value;
const parse = (value: unknown) => parseBody(JSON.stringify(value), asItIs);
const asked = {page: 0, pageSize: 20};

const titleOf = (title: string) => decodeCards(parse([{...card, title}]), asked).rows[0]?.title;
const million = 'é'.repeat(1_000_000);
const capped = `${'é'.repeat(longestText)}… (cut: 1000000 characters)`;

describe('a long text', () => {
  it('is cut to a readable length, with its original length', () => {
    expect(titleOf(million)).toBe(capped);
    const option = {id: '1', pl: '9'.repeat(200_000), status: million};
    const {rows} = decodeEasyOptions(parse({content: [option]}), asked);
    expect(rows[0]).toMatchObject({
      pl: `${'9'.repeat(longestText)}… (cut: 200000 characters)`,
      status: capped,
    });
  });

  it('is cut anywhere in an answer without documented fields', () => {
    const answer = decodeObject(parse({note: million, more: [{deep: million}], short: 'kept'}));
    expect(answer).toEqual({note: capped, more: [{deep: capped}], short: 'kept'});
  });

  it('is unchanged at the maximum length', () => {
    expect(titleOf('x'.repeat(longestText))).toBe('x'.repeat(longestText));
    expect(titleOf('x'.repeat(longestText + 1))).toMatch(/^x{10000}… \(cut: 10001 characters\)$/);
  });

  it('is not cut inside a character', () => {
    const text = `${'x'.repeat(longestText - 1)}😀 and more`;
    expect(titleOf(text)).toMatch(/^x{9999}… /);
  });
});

describe('an id in text form', () => {
  const read = (fields: object) => decodeEasyOptions(parse({content: [fields]}), asked);

  it('is kept whole or makes its row unreadable, because a cut id could match another', () => {
    for (const field of ['id', 'positionId', 'orderId']) {
      expect(read({id: '1', [field]: 'x'.repeat(256)}).rows[0]).toHaveProperty(field, 'x'.repeat(256));
      expect(read({id: '1', [field]: 'x'.repeat(257)})).toMatchObject({
        rows: [],
        unreadable: [{reason: `${field} must be a text of at most 256 characters, not "${'x'.repeat(22)}…`}],
      });
    }
  });
});

it('a list is refused before its rows are read if it has too many', () => {
  const items = Array.from({length: mostRows}, (_, index) => ({orderId: index}));
  expect(decodeOrders(parse({items}), asked).rows).toHaveLength(mostRows);
  const zeros = `{"items":[${'0,'.repeat(3_000_000)}0]}`;
  expect(() => decodeOrders(parseBody(zeros, asItIs), asked)).toThrow(/3000001 rows/);
});

it('an error drops details that are too long', () => {
  const read = (details: object) => readApiError(JSON.stringify({message: 'm', details}), redaction);
  expect(read({limit: '5'})?.details).toEqual({limit: '5'});
  expect(read({all: Array.from({length: 10_000}, () => 'x')})).toEqual({message: 'm'});
});
