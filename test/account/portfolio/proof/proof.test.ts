import {describe, expect, it} from 'vitest';
import {cases} from '../../../helpers/cases.ts';
import {differencesOf} from './differences.ts';

/** A thousand take `npm run prove -- portfolio`. */
const accounts = cases(16, 60);

describe('the figures of accounts that traded on the paper engine', () => {
  it('match brute force over ledger and records', () => {
    const seeds = Array.from({length: accounts}, (_, index) => index + 1);
    expect(seeds.flatMap(differencesOf)).toEqual([]);
  });
});
