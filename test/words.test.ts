import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';

/** Phrases that are no trading English, and what is said instead. */
const instead: Readonly<Record<string, string>> = {
  'all the same': 'anyway',
  'at once': 'now',
  'by itself': 'without ...',
  'of now': 'current',
  'nothing that adds risk': 'new risk blocked',
  'in excess': 'overfill',
  'looked elsewhere': 'checked elsewhere',
  'by hand, as': 'resolve',
  'at it': 'while processing',
  'said yes': 'accepted',
  'asks to wait': 'rate limited',
  'lets through': 'no matches',
  'look again': 'recheck',
  'send again': 'resend',
  'is told': 'is shown',
  'do not tell': 'do not have',
  'does not tell': 'does not have',
  'tells no': 'has no',
  whoever: 'who',
  'as far as': 'so far',
  'held up': 'delayed',
  'has to end': 'must end',
  'what became of': 'the outcome of',
  'alone is': 'only',
  'is none of': 'is not one of',
};

const root = new URL('../src/', import.meta.url).pathname;
const sources = readdirSync(root, {recursive: true, encoding: 'utf8'}).filter(file => /\.tsx?$/.test(file));

/** Lines without comments, which only engineers read. */
const linesIn = (source: string) => source.split('\n').filter(line => !/^\s*(?:\/\/|\/?\*)/.test(line));

it('a sentence of the program has no phrase for which there is a plain one', () => {
  const found = sources.flatMap(file =>
    linesIn(readFileSync(join(root, file), 'utf8')).flatMap(line =>
      Object.keys(instead).flatMap(phrase =>
        new RegExp(`\\b${phrase}\\b`, 'i').test(line) ? [`${file}: ${line} (${instead[phrase]})`] : [],
      ),
    ),
  );
  expect(found).toEqual([]);
});
