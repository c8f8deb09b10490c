import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {canonicalDecimal} from '../../../src/api/wire/decimal.ts';
import {decodeJson, exactNumber, isMarked, numberText, unmark} from '../../../src/api/wire/json.ts';
import {cases} from '../../helpers/cases.ts';

const seed = 20261121;

/** JSON numbers as a service may write them, long and short. */
const numbers = fc.oneof(
  fc.stringMatching(/^-?(0|[1-9]\d{0,25})$/),
  fc.stringMatching(/^-?(0|[1-9]\d{0,20})\.\d{1,20}$/),
  fc.stringMatching(/^-?(0|[1-9]\d{0,20})(\.\d{1,8})?[eE][+-]?\d{1,2}$/),
);

/** Text that tries to pass for numbers, names and the ends of strings. */
const texts = fc
  .array(
    fc.oneof(
      fc.string({unit: 'binary'}),
      fc.constantFrom('"', '\\', ':', ',', '[', '\x7f', '\\u007f', '1234567890123456', '":', 'a":', '-'),
    ),
  )
  .map(parts => parts.join(''));

type Tree =
  | {kind: 'number'; text: string}
  | {kind: 'other'; value: null | boolean | string}
  | {kind: 'list'; items: Tree[]}
  | {kind: 'object'; members: [string, Tree][]};

const {tree} = fc.letrec<{tree: Tree}>(tie => ({
  tree: fc.oneof(
    {maxDepth: 4},
    numbers.map(text => ({kind: 'number' as const, text})),
    fc.oneof(fc.constant(null), fc.boolean(), texts).map(value => ({kind: 'other' as const, value})),
    fc.array(tie('tree'), {maxLength: 5}).map(items => ({kind: 'list' as const, items})),
    fc
      .uniqueArray(fc.tuple(texts, tie('tree')), {maxLength: 5, selector: ([name]) => name})
      .map(members => ({kind: 'object' as const, members})),
  ),
}));

/** Writes the tree as JSON, with white space where JSON allows it. */
function write(node: Tree, gap: string): string {
  switch (node.kind) {
    case 'number':
      return node.text;
    case 'other':
      return JSON.stringify(node.value);
    case 'list':
      return `[${gap}${node.items.map(item => write(item, gap)).join(`${gap},${gap}`)}${gap}]`;
    case 'object':
      return `{${gap}${node.members.map(([name, value]) => `${JSON.stringify(name)}${gap}:${gap}${write(value, gap)}`).join(`,${gap}`)}${gap}}`;
    default:
      return node satisfies never;
  }
}

/** The mark in a text of the service gives way to a visible character. */
const visible = (text: string) => text.replaceAll('\x7f', '\ufffd');

function expectSame(node: Tree, value: unknown): void {
  if (node.kind === 'number') {
    const digits = numberText(value);
    expect(canonicalDecimal(digits ?? '')).toBe(canonicalDecimal(node.text));
  } else if (node.kind === 'other') {
    expect(value).toBe(typeof node.value === 'string' ? visible(node.value) : node.value);
  } else if (node.kind === 'list') {
    expect(Array.isArray(value)).toBe(true);
    for (const [index, item] of node.items.entries()) expectSame(item, (value as unknown[])[index]);
  } else {
    const members = new Map(node.members.map(([name, member]) => [visible(name), member]));
    for (const [name, member] of members) expectSame(member, (value as Record<string, unknown>)[name]);
  }
}

describe('JSON from the service', () => {
  it('keeps every number exactly, and never takes text for a number', () => {
    fc.assert(
      fc.property(tree, fc.constantFrom('', ' ', '\n  ', '\t\r\n'), (node, gap) =>
        expectSame(node, decodeJson(write(node, gap))),
      ),
      {seed, numRuns: 2000},
    );
  });

  it('is refused in the same cases as by JSON.parse', () => {
    const numbers = ['1234567890123456789', '01234567890123456'] as const;
    const pieces = fc.constantFrom(
      ...'{}[]:,"',
      ...['"a"', '\\', numbers[0]],
      ...'-.e01 ',
      ...['true', numbers[1]],
    );
    const outcome = (parse: () => unknown) => {
      try {
        parse();
        return 'parsed';
      } catch (error) {
        return error instanceof SyntaxError ? 'refused' : error;
      }
    };
    fc.assert(
      fc.property(fc.array(pieces, {maxLength: 12}), parts => {
        const text = parts.join('');
        expect(outcome(() => decodeJson(text))).toBe(outcome(() => JSON.parse(text)));
      }),
      {seed, numRuns: 5000},
    );
  });

  it.each([
    ['{"a":9007199254740993}', {a: '9007199254740993'}],
    ['{"a":[12345678.123456789012,1]}', {a: ['12345678.123456789012', 1]}],
    ['[":1234567890123456,"]', [':1234567890123456,']],
    ['{"a\\":1234567890123456":1}', {'a":1234567890123456': 1}],
    ['{"a\\\\":1234567890123456}', {'a\\': '1234567890123456'}],
    ['["\\\\u007f1","\\u007F1","\x7f1"]', ['\\u007f1', '\ufffd1', '\ufffd1']],
    ['1234567890123456789', '1234567890123456789'],
    [
      '{"__proto__":{"a":1234567890123456789},"a":1,"a":2}',
      JSON.parse('{"__proto__":{"a":"1234567890123456789"},"a":2}'),
    ],
    ['{"a":1e400,"b":1e21}', {a: 'Infinity', b: 1e21}],
  ])('reads %s', (text, value) => {
    const root = {value: decodeJson(text)};
    expect(unmark(root)).toBe(true);
    expect(root.value).toEqual(value);
    expect(({} as Record<string, unknown>).a).toBeUndefined();
  });

  it.each([
    ['backslashes', '\\'],
    ['digits', '7'],
    ['escapes of the mark', '\\u007f'],
    ['escaped escapes of the mark', '\\\\u007f'],
    ['numbers in a string', '1234567890123456,'],
  ])('decodes a megabyte of %s', (_, part) => {
    const body = (bytes: number) => `{"a":"${part.repeat(bytes / part.length)}","b":"\\u0070"}`;
    // By the square of its length it takes many minutes.
    try {
      decodeJson(body(1_000_000));
    } catch (error) {
      expect(error).toBeInstanceOf(SyntaxError);
    }
  });

  it('removes a forged mark from text in any context', () => {
    const pieces = fc.constantFrom('\\', '\\\\', 'u007f', 'u007F', '\\u007', 'f', 'F', 'u', '7', 'a');
    fc.assert(
      fc.property(fc.array(pieces, {maxLength: 14}), parts => {
        const text = `"${parts.join('')}"`;
        let plain: unknown;
        try {
          plain = JSON.parse(text);
        } catch {
          return;
        }
        expect(decodeJson(text)).toBe(visible(String(plain)));
      }),
      {seed, numRuns: cases(4_000, 20_000)},
    );
  });

  it('marks only numbers that a float may not keep exactly', () => {
    const values = decodeJson(
      '[123456789012345,0.1234567890123,-123456789012345,1e5,1234567890123456]',
    ) as unknown[];
    expect(values.map(isMarked)).toEqual([false, false, false, false, true]);
  });
});

it('JSON to the service writes any int64 and any decimal exactly', () => {
  fc.assert(
    fc.property(fc.bigInt(-(1n << 63n), (1n << 63n) - 1n), id => {
      expect(JSON.stringify({id: exactNumber(String(id))})).toBe(`{"id":${id}}`);
    }),
    {seed},
  );
  fc.assert(
    fc.property(fc.stringMatching(/^-?\d{1,20}(\.\d{1,20})?$/), decimal => {
      const written = JSON.stringify(exactNumber(decimal));
      expect(canonicalDecimal(numberText(decodeJson(written)) ?? '')).toBe(canonicalDecimal(decimal));
    }),
    {seed},
  );
});
