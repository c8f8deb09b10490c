import {readFileSync} from 'node:fs';
import {expect, it} from 'vitest';
import {wordsFile, wordsPath} from './own-words.ts';

it('knows the words that the program says by now: npm run words writes them', () => {
  expect(readFileSync(wordsPath, 'utf8')).toBe(wordsFile());
});
