import {describe, expect, it} from 'vitest';
import {unreadRows} from '../../../src/account/portfolio/rows.ts';
import type {EasyOption, Order, Trade} from '../../../src/api/wire/records.ts';
import {type Intent, type Intents, initialIntents} from '../../../src/core/intents/intent.ts';
import type {WriteDraft} from '../../../src/core/intents/kinds/kinds.ts';
import {knownBefore, mayBeOfLater} from '../../../src/core/intents/known.ts';
import {intentFor} from '../../helpers/intents.ts';
import {attempts, later, lost, order, start, yes} from './attempts.ts';

const open: WriteDraft = {kind: 'open', cardId: '7', investmentAmount: '25'};
const contract = {asset: 'BTC', type: 'CALL', strikePrice: '100', expiryDate: start.wall};
const place: WriteDraft = {kind: 'place', symbol: 'BTC-C', side: 'BUY', price: '5', size: '2', contract};

type Ended = Partial<Omit<Intent, 'state'>> & {readonly state: Intent['state']} & Record<string, unknown>;

/** It was asked for at the start, and has ended then where nothing else is said. */
const earlier = (fields: Ended, draft: WriteDraft = open): Intent =>
  intentFor(
    draft,
    {offsetAtSend: 0, attempts: attempts(fields.state === 'CONFIRMED' ? yes : lost), ...fields},
    start,
  );

const accepted = earlier({state: 'CONFIRMED', proof: 'proved'});
const resolved = earlier({state: 'RESOLVED', said: {word: 'nothing', note: ''}});

type Given = {
  readonly list?: readonly Intent[];
  readonly lagMs?: number;
  /** How long after the start the read began, by either clock. */
  readonly beganMs?: number;
  readonly wallMs?: number;
  readonly intents?: Partial<Intents>;
  readonly rows?: {easyOptions?: EasyOption[]; orders?: Order[]; trades?: Trade[]};
};

function knownTo(draft: WriteDraft, given: Given = {}) {
  const {list = [], lagMs = 0, beganMs = 600_000, wallMs = beganMs, intents, rows = {}} = given;
  const all = unreadRows(0);
  const {easyOptions = [], orders = [], trades = []} = rows;
  const began = {mono: start.mono + beganMs, wall: start.wall + wallMs};
  const now = {mono: began.mono + 100, wall: began.wall + 100};
  const read = {
    ...{cards: all.cards, easyOptions: {...all.easyOptions, rows: easyOptions}},
    ...{orders: {...all.orders, rows: orders}, trades: {...all.trades, rows: trades}},
  };
  const clock = {offsetMs: beganMs - wallMs, seenAt: now};
  return knownBefore({...initialIntents, list, clock, ...intents}, draft, {rows: read, began, lagMs});
}

describe('the records known before a write', () => {
  it('are those of the last whole read that are like it, or may be', () => {
    const rows = {
      easyOptions: [{id: '1', cardId: '7', investmentAmount: '30'}, {id: '2', cardId: '8'}, {id: '3'}],
      orders: [
        order({orderId: '4', price: '9'}),
        order({orderId: '5', side: 'SELL'}),
        order({orderId: '6', symbol: 'X'}),
        order({orderId: '7', side: undefined}),
      ],
      trades: [
        {tradeId: 'a', orderId: '8', tradeSide: 'BUY', ...contract},
        {tradeId: 'b', orderId: '9', tradeSide: 'BUY', ...contract, strikePrice: '200'},
        {tradeId: 'c', orderId: '10'},
        {tradeId: 'd', tradeSide: 'BUY', ...contract},
      ],
    };
    expect(knownTo(open, {rows})).toEqual(['1', '3']);
    expect(knownTo(place, {rows})).toEqual(['4', '7', '8', '10']);
  });

  it('are not known before the account was read, or while the journal cannot be', () => {
    const unread = {rows: unreadRows(0), began: undefined, lagMs: 0};
    expect(knownBefore(initialIntents, open, unread)).toBeUndefined();
    expect(knownTo(open, {intents: {journalProblem: 'The journal was moved away.'}})).toBeUndefined();
  });

  it.for(['SENDING', 'UNKNOWN'] as const)('are not known while an earlier one is %s', state => {
    const list = [earlier({state})];
    expect(knownTo(open, {list})).toBeUndefined();
    expect(knownTo({...open, cardId: '8'}, {list})).toEqual([]);
  });

  it.for(['REJECTED', 'NOT SENT'] as const)('do not wait for one that made none: %s', state => {
    expect(knownTo(open, {list: [earlier({state})], beganMs: 0})).toEqual([]);
  });

  it.for([
    ['accepted without a record', accepted, 0, 2_000],
    ['accepted without a record, on lists that lag', accepted, 120_000, 120_000],
    ['resolved by hand, and it may still arrive', resolved, 120_000, 145_000],
  ] as const)('need a read that began a lag after the end of one %s', ([_name, one, lagMs, ms]) => {
    const list = [one];
    expect(knownTo(open, {list, lagMs, beganMs: ms - 1})).toBeUndefined();
    expect(knownTo(open, {list, lagMs, beganMs: ms})).toEqual([]);
    // For another amount of the same card as well.
    expect(knownTo({...open, investmentAmount: '26'}, {list, lagMs, beganMs: ms - 1})).toBeUndefined();
  });

  it('wait for what a late repeat may have made under a forgotten key', () => {
    const [first] = attempts(lost);
    const again = {...first, number: 2, startedAt: later(60_000)};
    const record = {state: 'CONFIRMED', proof: 'proved', resolvedRecordId: '9'};
    const changedAt = start.wall + 60_100;
    const list = [earlier({...record, changedAt, attempts: [first, again]} as Ended, place)];
    expect(knownTo(place, {list, beganMs: 80_000})).toBeUndefined();
    expect(knownTo(place, {list, beganMs: 90_000})).toEqual(['9']);
  });

  it('are known only if both clocks prove that time, and the clock of the service is known', () => {
    const of = {list: [accepted], lagMs: 120_000};
    expect(knownTo(open, {...of, beganMs: 60_000, wallMs: 180_000})).toBeUndefined();
    expect(knownTo(open, {...of, beganMs: 180_000, wallMs: 60_000})).toBeUndefined();
    expect(knownTo(open, {...of, intents: {clock: undefined}})).toBeUndefined();
    // The wall clock was set back after the read, and the offset is that of the clock as it is now.
    const clock = {offsetMs: 60_000, seenAt: {mono: start.mono + 121_000, wall: start.wall + 61_000}};
    expect(knownTo(open, {...of, beganMs: 120_000, intents: {clock}})).toBeUndefined();
    expect(knownTo(open, {...of, list: [{...accepted, offsetAtSend: undefined}]})).toBeUndefined();
  });
});

it('a record may be of a later write of the target, unless that knew it, or has one of its own', () => {
  const [first, second] = [accepted, {...resolved, id: 'i-2'}];
  const isOfLater = (intent: Intent, ...list: Intent[]) =>
    mayBeOfLater({...initialIntents, list}, intent, '101');
  expect(isOfLater(first, first, second)).toBe(true);
  expect(isOfLater(second, first, second)).toBe(false);
  expect(isOfLater(first, first, {...second, knownBefore: ['101']})).toBe(false);
  expect(isOfLater(first, first, {...second, draft: {...open, cardId: '8'}})).toBe(false);
  const done = earlier({id: 'i-2', state: 'CONFIRMED', proof: 'proved', resolvedRecordId: '102'});
  expect(isOfLater(first, first, done)).toBe(false);
  expect(isOfLater(first, first, earlier({id: 'i-2', state: 'REJECTED'}))).toBe(false);
});
