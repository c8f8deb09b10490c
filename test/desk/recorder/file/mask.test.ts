import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {Msg} from '../../../../src/desk/messages.ts';
import {createDecoder, Encoder} from '../../../../src/desk/recorder/codec.ts';
import type {Entry} from '../../../../src/desk/recorder/entries.ts';
import {createMask} from '../../../../src/desk/recorder/file/open-recorder.ts';
import {key} from '../../../helpers/desk.ts';

const secret = 'Zx9-4kQ7_pL2mV8w';
const now = {mono: 1, wall: 1};

describe('a mask', () => {
  it('replaces every eight characters in a row of a secret, at the same length', () => {
    const {text: hide} = createMask([secret]);
    expect(hide(`Bearer ${secret}!`)).toBe(`Bearer ${'*'.repeat(16)}!`);
    expect(hide(`${secret.slice(3, 11)} and ${secret.slice(8)}`)).toBe('******** and ********');
    expect(hide(secret.slice(0, 7))).toBe(secret.slice(0, 7));
  });

  it('replaces a short secret as a whole, but not one that is part of many words', () => {
    expect(createMask(['abc123']).text('xabc123x')).toBe('x******x');
    expect(createMask(['the']).text('the other')).toBe('the other');
  });

  it('finds the secret in any place, and changes nothing else', () => {
    const clean = {rows: [{id: '1'}], map: new Map([['a', new Set(['b'])]]), at: -Infinity, none: undefined};
    const deep = {...clean, map: new Map([[secret, new Set([secret])]]), rows: [{id: '1'}, {id: secret}]};
    const instead = '*'.repeat(16);
    const hidden = {
      ...clean,
      map: new Map([[instead, new Set([instead])]]),
      rows: [{id: '1'}, {id: instead}],
    };
    for (const [answer, wanted] of [
      [clean, clean],
      [deep, hidden],
    ]) {
      const entry = {type: 'msg', msg: {type: 'arrived', answer, now}} as unknown as Entry;
      const line = new Encoder(createMask([secret]).text).encode(entry);
      expect(createDecoder().decode(line)).toEqual({
        type: 'msg',
        msg: {type: 'arrived', answer: wanted, now},
      });
    }
    expect(deep.rows[1]?.id).toBe(secret);
  });

  it('leaves no eight characters of the secret in any text', () => {
    const piece = fc
      .tuple(fc.nat(secret.length), fc.nat(secret.length))
      .map(([from, to]) => secret.slice(Math.min(from, to), Math.max(from, to)));
    const text = fc
      .array(fc.oneof(piece, fc.string({maxLength: 4})), {maxLength: 8})
      .map(all => all.join(''));
    const {text: hide} = createMask([secret]);
    fc.assert(
      fc.property(text, given => {
        const hidden = hide(given);
        const found = Array.from({length: secret.length - 7}, (_, at) => secret.slice(at, at + 8));
        expect(hidden).toHaveLength(given.length);
        expect(found.filter(each => hidden.includes(each))).toEqual([]);
        for (const [at, letter] of [...hidden].entries())
          if (letter !== '*') expect(letter).toBe([...given][at]);
      }),
    );
  });

  it('replaces the keys of a secret that is typed outside a field', () => {
    const mask = createMask([secret]);
    const typed = [...`j${secret}k`].map((name): Msg => ({type: 'pressed', key: key(name), now}));
    const texts = typed.map(mask.key).map(msg => (msg.type === 'pressed' ? msg.key.text : ''));
    expect(texts.join('')).toBe(`j${secret.slice(0, 7)}${'*'.repeat(9)}k`);
  });

  it('does nothing without a secret', () => {
    expect(createMask([]).text(secret)).toBe(secret);
  });
});
