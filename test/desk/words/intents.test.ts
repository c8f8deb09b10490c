import {describe, expect, it} from 'vitest';
import {activityOf} from '../../../src/core/events/writes.ts';
import {reasons} from '../../../src/core/intents/classify.ts';
import type {Intent} from '../../../src/core/intents/intent.ts';
import {closeDraft} from '../../../src/core/intents/kinds/close.ts';
import type {WriteDraft} from '../../../src/core/intents/kinds/kinds.ts';
import {describe as words} from '../../../src/core/intents/words.ts';
import {outcomeWords} from '../../../src/desk/blotter.ts';
import {attempts, own, yesWith} from '../../core/intents/attempts.ts';
import {intentFor} from '../../helpers/intents.ts';

const drafts = {
  open: {kind: 'open', cardId: '7', investmentAmount: '250', title: 'BTC above 75500'},
  close: {kind: 'close', easyOptionId: '101', label: 'BTC above 75500'},
  place: {kind: 'place', symbol: 'X', side: 'BUY', price: '4000', size: '0.5'},
  cancel: {kind: 'cancel', orderId: '9', symbol: 'X', side: 'BUY', price: '4000', size: '0.5'},
} as const satisfies Record<string, WriteDraft>;

function done(draft: WriteDraft, more: Partial<Extract<Intent, {state: 'CONFIRMED'}>> = {}): Intent {
  const reason = 'A read shows it.';
  return intentFor(draft, {reason, state: 'CONFIRMED', proof: 'proved', resolvedRecordId: '9', ...more});
}

const order = {symbol: 'X', price: '4000', size: '0.5', sizeContracts: '0.5'};
const option = {id: '101', cardName: 'BTC above 75500', investmentAmount: '250', investmentCurrency: 'USDT'};

const answer = (fields: object = {}) => ({attempts: attempts(yesWith({...order, ...fields}))});
const shown = (fields: object) => ({seen: {easyOption: {...option, ...fields}}});
const fill = {tradeId: '1', orderId: '9', filledSizeContracts: '0.5', openPrice: '3998.2'};
const matched = {proof: 'matched', seen: {trades: [fill]}} as const;
const ended = (draft: WriteDraft, state: string, reason: string, more: object = {}) =>
  intentFor(draft, {state, reason, ...more});

const filled = 'FILLED BUY 0.5 X @ 3,998.2 #9';
const said: readonly (readonly [words: string, intent: Intent])[] = [
  ['WORKING: BUY 0.5 X @ 4,000 (0/0.5 filled) #9', done(drafts.place, answer())],
  [filled, done(drafts.place, answer({status: 'FILLED', openPrice: '3998.2'}))],
  [filled, done(drafts.place, matched)],
  ['ACCEPTED: BUY 0.5 X @ 4,000 #9', done(drafts.place)],
  ['CANCELED: BUY 0.5 X @ 4,000 #9', done(drafts.cancel, answer({status: 'CANCELED'}))],
  ['CANCELED: BUY 0.5 X @ 4,000 #9', done(drafts.cancel)],
  ['OPENING: BTC above 75500 for 250 USDT #101', done(drafts.open, shown({status: 'PENDING'}))],
  ['OPENED: BTC above 75500 for 250 #9', done(drafts.open)],
  ['CLOSING: BTC above 75500 for 250 USDT #101', done(drafts.close, shown({status: 'CLOSING'}))],
  [
    'CLOSED P/L -9.92 USDT: BTC above 75500 #101',
    done(drafts.close, shown({status: 'CLOSED', plClosed: '-9.91738'})),
  ],
  ['CLOSE ACCEPTED: BTC above 75500 #101', done(drafts.close)],
  ['CLOSED or CLOSING: BTC above 75500 #101', done(drafts.close, {proof: 'matched'})],
  ['SENDING: BUY 0.5 X @ 4,000', intentFor(drafts.place, {state: 'SENDING'})],
  ['REJECTED: BUY 0.5 X @ 4,000. Too small.', ended(drafts.place, 'REJECTED', 'Too small.')],
  ['NOT SENT: open BTC above 75500 for 250. No.', ended(drafts.open, 'NOT SENT', 'No.')],
  ['UNKNOWN: close Easy Option 101 (BTC above 75500). No.', ended(drafts.close, 'UNKNOWN', 'No.')],
  [
    'RESOLVED: done: cancel order 9 (X). I looked.',
    ended(drafts.cancel, 'RESOLVED', 'I looked.', {said: {word: 'done', note: ''}}),
  ],
];

describe('an intent as a sentence for a person', () => {
  it.each(said)('%s', (text, intent) => {
    expect(words(intent)).toBe(text);
  });

  it('includes the filled size of a cancel if trades are known', () => {
    const trade = {tradeId: '1', orderId: '9', filledSizeContracts: '0.2'};
    expect(words(done(drafts.cancel), [trade])).toBe(
      'CANCELED (0.2/0.5 filled, per trades so far): BUY 0.5 X @ 4,000 #9',
    );
  });

  it('uses no word of the journal, and no id twice', () => {
    const all = [...said.map(([, intent]) => words(intent)), ...Object.values(reasons)];
    for (const text of all) {
      expect(text).not.toMatch(/\bDONE\b|proved|A read shows|with its record:/);
      expect([...text.matchAll(/#(9|101)\b/g)].length).toBeLessThan(2);
    }
  });

  it('names the Easy Option and what was invested in the line of a close', () => {
    const draft = closeDraft(option);
    expect(activityOf(done(draft))).toMatchObject({target: 'BTC above 75500', amount: '250'});
    expect(activityOf(done({...draft, label: undefined}))).toMatchObject({target: '#101'});
  });

  it('leaves the state of the intent and its proof to Activity', () => {
    expect(outcomeWords(activityOf(done(drafts.close, {reason: 'The Easy Option is CLOSING.'})))).toBe(
      'CONFIRMED #9 The Easy Option is CLOSING.',
    );
    const refused = {state: 'REJECTED', reason: 'Too small.', attempts: attempts(own(422))};
    expect(outcomeWords(activityOf(intentFor(drafts.place, refused)))).toBe('REJECTED Too small.');
  });
});
