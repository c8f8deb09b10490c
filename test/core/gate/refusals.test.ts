import {expect, it} from 'vitest';
import {type Guardrails, type Limits, noLimits} from '../../../src/account/model/vocabulary.ts';
import {type GateFacts, whyHeld} from '../../../src/core/gate/gate.ts';
import {haltedReason} from '../../../src/core/halt/halt.ts';
import type {Draft} from '../../../src/core/intents/kinds/kinds.ts';
import {start} from '../intents/attempts.ts';
import {opening, option, ordering, type Records, readOf, standing} from '../limits/account.ts';
import {unlimited} from '../limits/knows.ts';

type Case = {
  readonly guardrails?: Partial<Guardrails>;
  readonly limits?: Partial<Limits>;
  readonly halted?: string;
  readonly records?: Records;
  readonly draft?: Draft;
};

const open: Draft = {kind: 'open', cardId: '7', investmentAmount: '250', underlying: 'BTC'};
const place: Draft = {kind: 'place', symbol: 'BTC-C', side: 'BUY', price: '100', size: '100'};

function refusal({guardrails = {}, limits = {}, halted, records = {}, draft = open}: Case): string {
  const added = draft.kind === 'place' ? ordering('10000') : opening('250');
  const facts: GateFacts = {
    halted,
    knows: {
      ...unlimited,
      guardrails: {...unlimited.guardrails, ...guardrails},
      limits: {...noLimits, ...limits},
      added,
      read: readOf(records),
    },
    standing: standing(),
  };
  return whyHeld(facts, draft) ?? 'passes';
}

const lost = option('1', {status: 'CLOSED', closeTime: start.wall - 1_000, plClosed: '-803.96435'});
const each = (amount: string) => ({each: amount});

it.each<[what: string, of: Case, words: string]>([
  [
    'READ-ONLY of the profile',
    {guardrails: {readOnly: true}},
    'READ-ONLY: this profile sends no writes (read_only).',
  ],
  [
    'READ-ONLY of the session',
    {guardrails: {readOnly: true, isReadOnlyHere: true}},
    'READ-ONLY: you switched writes off for this session. READ-ONLY off in the palette allows them.',
  ],
  [
    'the halt',
    {halted: haltedReason({by: 'process 7'})},
    'HALTED by process 7: new risk blocked until you resume trading. Cancels, closes and reducing orders pass.',
  ],
  [
    'the investment of one opening',
    {guardrails: {maxInvestment: '200'}},
    'Investment 250 exceeds max 200: reduce it, or raise max_investment.',
  ],
  [
    'the notional of one order',
    {guardrails: {maxNotional: '5000'}, draft: place},
    'Notional 10,000 exceeds max 5,000: reduce it, or raise max_notional.',
  ],
  [
    'an underlying',
    {guardrails: {allowedUnderlyings: ['ETH']}},
    'BTC is not allowed; this profile allows only ETH (allowed_underlyings).',
  ],
  [
    'an unknown underlying',
    {guardrails: {allowedUnderlyings: ['ETH']}, draft: place},
    'The underlying of BTC-C is unknown, and this profile allows only ETH: place it from its card.',
  ],
  [
    'the loss of the day',
    {limits: {maxDayLoss: each('20')}, records: {options: [lost]}},
    'Daily loss limit hit (UTC): -803.96 of 20 USDT. New risk blocked. Reducing orders pass: close a position.',
  ],
  [
    'the open investment',
    {
      limits: {maxOpenInvestment: each('5000')},
      records: {options: [option('1', {investmentAmount: '4800'})]},
    },
    'Open investment would be 5,050 of 5,000 USDT: 4,800 open, 250 now. 200 left: close or cancel for more.',
  ],
  [
    'the open notional',
    {limits: {maxOpenNotional: '5000'}, draft: place},
    'Open notional would be 10,000 of 5,000: 0 open, 10,000 now. 5,000 left: reduce the amount.',
  ],
])('the refusal for %s names the number, the limit and the way out', (_, of, words) => {
  expect(refusal(of)).toBe(words);
});
