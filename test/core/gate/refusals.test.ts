import {expect, it} from 'vitest';
import {type Guardrails, type Limits, noLimits} from '../../../src/account/model/vocabulary.ts';
import {type GateFacts, whyHeld} from '../../../src/core/gate/gate.ts';
import {haltedReason} from '../../../src/core/halt/halt.ts';
import type {Draft} from '../../../src/core/intents/kinds/kinds.ts';
import {start} from '../intents/attempts.ts';
import {opening, option, order, ordering, type Records, readOf, standing} from '../limits/account.ts';
import {unlimited} from '../limits/knows.ts';

type Case = {
  readonly guardrails?: Partial<Guardrails>;
  readonly limits?: Partial<Limits>;
  readonly halted?: string;
  readonly records?: Records;
  readonly draft?: Draft;
  readonly writes?: readonly number[];
  readonly unread?: true;
};

const open: Draft = {kind: 'open', cardId: '7', investmentAmount: '250', underlying: 'BTC'};
const place: Draft = {kind: 'place', symbol: 'BTC-C', side: 'BUY', price: '100', size: '100'};

function refusal({guardrails = {}, limits = {}, halted, records = {}, unread, ...of}: Case): string {
  const {draft = open, writes = []} = of;
  const added = draft.kind === 'place' ? ordering('10000') : opening('250');
  const facts: GateFacts = {
    halted,
    knows: {
      ...unlimited,
      guardrails: {...unlimited.guardrails, ...guardrails},
      limits: {...noLimits, ...limits},
      added,
      read: unread ? undefined : readOf(records),
    },
    standing: standing({writes}),
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
    'writes in a minute',
    {limits: {maxWritesPerMinute: 2}, writes: [-50_000, -40_000, -30_000].map(ms => start.wall + ms)},
    '3 of 2 openings and orders in the last minute. Next in 20 s. Reducing orders pass: close a position.',
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
  [
    'the number of Easy Options',
    {limits: {maxOpenCount: 1}, records: {options: [option('1')]}},
    'Open Easy Options would be 2 of 1: 1 open, 1 now. 0 left: close or cancel for more.',
  ],
  [
    'an open record without an amount',
    {limits: {maxOpenNotional: '50000'}, records: {orders: [order('5', {price: undefined})]}, draft: place},
    'Order #5 has no price or size. The limit cannot be checked. Reducing orders pass: close a position.',
  ],
  [
    'an account that is not read yet',
    {limits: {maxOpenCount: 1}, unread: true},
    'Not yet: the account is being read. Retry in a few seconds.',
  ],
])('the refusal for %s names the number, the limit and the way out', (_, of, words) => {
  expect(refusal(of)).toBe(words);
});
