import {expect, it} from 'vitest';
import {rows} from '../../src/desk/keys.ts';
import {sentences} from '../sentences.ts';

const printable = rows.flatMap(each => each.keys).filter(key => [...key].length === 1 && !/\d/.test(key));

/** Units, words and a legend that are no keys. */
const noKeys = /[\d}] s\b|\bP L\b|e\.g\.|S strike|\ba\b/g;

/** `u` in `on Activity (u)`, `s` in `use s to sort`. */
function keysNamed(sentence: string): readonly string[] {
  const words = sentence.replaceAll(noKeys, '').split(/[\s().,;:·]+/);
  return words.filter(each => printable.includes(each) && /[\p{L}[\]]/u.test(each));
}

it('no sentence of the desk and the screen names a key: a profile may have moved it', () => {
  const said = [...sentences()].filter(([file]) => /^(?:desk|ui)\//.test(file));
  const named = said.flatMap(([file, texts]) =>
    texts.filter(each => keysNamed(each).length > 0).map(each => `${file}: ${each}`),
  );
  expect(named).toEqual([]);
});
