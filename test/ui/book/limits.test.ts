import {expect, it} from 'vitest';
import {createLimitWords, limitsBlock} from '../../../src/ui/book/limits.ts';
import {option} from '../../desk/limits/account.ts';
import {limits, opened} from '../../desk/limits/opened.ts';
import {startDesk} from '../../helpers/desk.ts';

it('the Book says of each limit what is used and left, once the account was read whole', () => {
  expect(createLimitWords()(startDesk({limits}).state)).toEqual([]);
  const {state} = opened([option('1', {investmentAmount: '4800'})]);
  const words = createLimitWords();
  expect(words(state)).toEqual(['investment: 4,800 of 5,000 USDT, 200 left', 'Easy Options: 1 of 3, 2 left']);
  expect(words({...state})).toBe(words(state));
});

it('limits are a section without a figure to select, and none where there are no limits', () => {
  expect(limitsBlock([], 40, (_tone, text) => text)).toEqual([]);
  const [block] = limitsBlock(['investment: 4,800 of 5,000 USDT, 200 left'], 30, (_tone, text) => text);
  expect(block?.lines).toEqual(['  Limits', '  investment: 4,800 of 5,000 …']);
  expect(block?.keys).toEqual([undefined, undefined]);
});
