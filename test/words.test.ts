import {expect, it} from 'vitest';
import {sentences} from './sentences.ts';

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
  'reads it again': 'refresh',
  'price moved on': 'price moved',
  'most lost': 'max loss',
  'loss without limit': 'unlimited loss',
  'kept to expiry': 'held to expiry',
  'last in the queue': 'loses queue priority',
  'in all': 'total',
  'taken off': 'reduces the new order',
  'goes? on': 'continues',
  'no longer open, filled': 'off the book',
  'without P/L': 'unpriced',
  'not proved yet': 'not confirmed yet',
  'a second empty read': 'waiting for a second check',
  'no answer came': 'no response',
  'end by hand': 'resolve',
  'lists lag': 'not listed yet',
  'was away': 'reconnected',
  'too many requests': 'rate limited',
  'narrowed here': 'filtered on this page only',
  "the service's own order": 'default order',
  'turn round': 'reverse',
  beyond: 'exceeds',
  'were lost': 'daily loss limit hit',
  'told by': 'source',
  'made today': 'realized today',
  partly: 'partial',
  'work on at': 'stay working',
  'as well': 'also',
  bears: 'has',
  'stands in': 'see',
  'in sentences, to be': 'for screen readers',
  'ASCII alone': 'only ASCII',
  'visited whole': 'model-checked exhaustively',
};

const phrases = Object.entries(instead).map(
  ([phrase, plain]) => [new RegExp(`\\b${phrase}(?!\\w)`, 'i'), plain] as const,
);

it('a sentence of the program uses no phrase that has a plain replacement', () => {
  const found = [...sentences()].flatMap(([file, texts]) =>
    texts.flatMap(text =>
      phrases.flatMap(([phrase, plain]) => (phrase.test(text) ? [`${file}: ${text} (${plain})`] : [])),
    ),
  );
  expect(found).toEqual([]);
});
