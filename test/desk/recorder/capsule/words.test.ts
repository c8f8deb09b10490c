import {expect, it} from 'vitest';
import {ownWords as known} from '../../../../src/desk/recorder/capsule/words.ts';
import {ownWords} from './own-words.ts';

const words = new Set(known.flatMap(line => line.split(' ')));

it('lets a capsule say most of all that the program says by now: npm run words writes it anew', () => {
  const said = ownWords();
  expect(said.filter(word => !words.has(word)).length).toBeLessThan(said.length / 5);
});

it('lets a capsule say no name of the market', () => {
  expect([...words].filter(word => /^(?:BTC|ETH|SOL|XRP|bitcoin)$/.test(word))).toEqual([]);
});
