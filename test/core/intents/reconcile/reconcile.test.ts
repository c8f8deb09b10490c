import {describe, expect, it} from 'vitest';
import type {EasyOption, Order, Trade} from '../../../../src/api/wire/records.ts';
import type {Intent} from '../../../../src/core/intents/intent.ts';
import {cancelDraft} from '../../../../src/core/intents/kinds/cancel.ts';
import type {WholeRead} from '../../../../src/core/intents/kinds/kind.ts';
import {sentKindOf, type WriteDraft} from '../../../../src/core/intents/kinds/kinds.ts';
import type {Outcome} from '../../../../src/core/intents/outcome.ts';
import {intentFor} from '../../../helpers/intents.ts';
import {attempts, lost, order, own, start} from '../attempts.ts';

const unknown = (draft: WriteDraft, outcome: Outcome = lost, fields: Partial<Intent> = {}) =>
  intentFor(draft, {state: 'UNKNOWN', attempts: attempts(outcome), offsetAtSend: 0, ...fields}, start);

const reconcile = (intent: Intent, read: WholeRead, listLagMs = 0) =>
  sentKindOf(intent.draft).judge(intent, read, listLagMs);

/** The verdict, with the record that it names. */
function word(intent: Intent, read: WholeRead, listLagMs = 0): string {
  const found = reconcile(intent, read, listLagMs);
  return found.verdict === 'done' ? `done ${found.recordId}` : found.verdict;
}

type Rows = {easyOptions?: EasyOption[]; orders?: Order[]; trades?: Trade[]; offsetMs?: number | undefined};
const read = (rows: Rows): WholeRead => ({
  offsetMs: 0,
  easyOptions: [],
  orders: [],
  trades: [],
  ...rows,
});

/** The clock of the service is a minute ahead of ours. */
const ahead = {offsetAtSend: 60_000};

describe('an open', () => {
  const draft: WriteDraft = {kind: 'open', cardId: '7', investmentAmount: '25'};
  const option = (fields: Partial<EasyOption> = {}): EasyOption => ({
    id: '101',
    cardId: '7',
    status: 'PENDING',
    investmentAmount: '25.00',
    openTime: start.wall,
    ...fields,
  });
  const old = option({id: '100'});
  const known = {knownBefore: ['100']};
  const intent = unknown(draft, lost, known);

  it.each<[shows: string, verdict: string, rows: EasyOption[]]>([
    ['the only new one of its card and amount', 'done 101', [old, option()]],
    ['one that was listed before', 'none', [old]],
    ['one of another card', 'none', [option({cardId: '8'})]],
    ['one of another amount', 'none', [option({investmentAmount: '25.01'})]],
    ['one without its openTime', 'undecided', [option({openTime: undefined})]],
    ['one without its amount', 'undecided', [option({investmentAmount: undefined})]],
    ['one without its card', 'undecided', [option({cardId: undefined, status: undefined})]],
    ['two new ones', 'undecided', [option(), option({id: '102'})]],
    [
      'a second one with an odd amount',
      'undecided',
      [option(), option({id: '102', investmentAmount: 'n/a'})],
    ],
  ])('is judged by a read that shows %s: %s', (_, verdict, easyOptions) => {
    expect(word(intent, read({easyOptions}))).toBe(verdict);
  });

  it.each<[opened: string, verdict: string, ms: number, offsetMs: number | undefined, of?: Partial<Intent>]>([
    ['4.5 s before the send', 'none', -4_500, 0],
    ['just before what the clocks may differ by', 'none', -2_001, 0],
    ['within what the clocks may differ by', 'done 101', -2_000, 0],
    ['5 s before the send, by a clock ahead of ours', 'none', 55_000, 60_000, ahead],
    ['after the send, by a clock ahead of ours', 'done 101', 60_100, 60_000, ahead],
    ['after the send, by a clock that is sixty times as fast', 'done 101', 300, 59_000],
    ['later, by a clock that is sixty times as fast', 'done 101', 30_000, 59_000],
    ['before the send, by a clock that is sixty times as fast', 'none', -2_001, 59_000],
    ['before the send, by a clock that is not known', 'undecided', -4_500, undefined],
    [
      'before the send, by a clock that was not known then',
      'undecided',
      -4_500,
      0,
      {offsetAtSend: undefined},
    ],
  ])('is judged by one that was opened %s: %s', (_, verdict, ms, offsetMs, of = {}) => {
    const easyOptions = [option({openTime: start.wall + ms})];
    expect(word(unknown(draft, lost, {...known, ...of}), {...read({easyOptions}), offsetMs})).toBe(verdict);
  });

  it('lists several new ones', () => {
    expect(reconcile(intent, read({easyOptions: [option(), option({id: '102'})]}))).toMatchObject({
      reason: 'Possible matches: #101 PENDING 25.00; #102 PENDING 25.00.',
    });
  });

  it('is never matched if the existing records were not noted', () => {
    expect(word(unknown(draft), read({easyOptions: [option()]}))).toBe('undecided');
  });
});

describe('a close', () => {
  const draft: WriteDraft = {kind: 'close', easyOptionId: '101'};
  const is = (status: string | undefined, ms?: number) => ({
    status,
    ...(ms === undefined ? {} : {closeTime: start.wall + ms}),
  });
  const alien = {...own(422), ownBody: false} as Outcome;
  const refused = unknown(draft, own(422));
  const dated = unknown(draft, lost, ahead);
  const undated = unknown(draft, lost, {offsetAtSend: undefined});

  it.each<
    [verdict: string, shows: string, row: Partial<EasyOption>, of?: Intent | undefined, offsetMs?: number]
  >([
    ['done 101', 'CLOSING', is('CLOSING')],
    ['done 101', 'CLOSED after the send', is('CLOSED', 300)],
    ['done 101', 'CLOSED within what the clocks may differ by', is('CLOSED', -2_000)],
    ['refused', 'CLOSED before the send', is('CLOSED', -2_001)],
    ['undecided', 'CLOSED at no time', is('CLOSED')],
    ['refused', 'EXPIRED before the send', is('EXPIRED', -60_000)],
    ['undecided', 'EXPIRED after the send: it may have been CLOSING', is('EXPIRED', 300)],
    ['none', 'ACTIVE', is('ACTIVE')],
    ['none', 'ACTIVE, after a 404', is('ACTIVE'), unknown(draft, own(404))],
    ['undecided', 'TRIGGERED', {...is('TRIGGERED'), triggerTime: start.wall - 60_000}],
    ['undecided', 'PENDING', is('PENDING')],
    ['undecided', 'a status that nobody documented', is('SLEEPING')],
    ['undecided', 'no status', is(undefined)],
    ['refused', 'ACTIVE, after a 422', is('ACTIVE'), refused],
    ['refused', 'PENDING, after a 422', is('PENDING'), refused],
    ['refused', 'TRIGGERED, after a 422', is('TRIGGERED'), refused],
    ['done 101', 'CLOSING, after a 422', is('CLOSING'), refused],
    ['done 101', 'CLOSED after the send, after a 422', is('CLOSED', 300), refused],
    ['refused', 'CLOSED before the send, after a 422', is('CLOSED', -60_000), refused],
    ['undecided', 'EXPIRED after the send, after a 422', is('EXPIRED', 300), refused],
    ['none', 'ACTIVE, after a 422 of somebody else', is('ACTIVE'), unknown(draft, alien)],
    [
      'none',
      'ACTIVE, after a 422 to the second attempt',
      is('ACTIVE'),
      unknown(draft, lost, {attempts: attempts(lost, own(422))}),
    ],
    ['done 101', 'CLOSED after the send, by a clock ahead of ours', is('CLOSED', 60_100), dated, 60_000],
    ['refused', 'CLOSED before the send, by a clock ahead of ours', is('CLOSED', 30_000), dated, 60_000],
    ['undecided', 'CLOSED before the send, by a clock not known then', is('CLOSED', -60_000), undated],
    ['done 101', 'CLOSED after the send, by a clock not known then', is('CLOSED', 300), undated],
    ['refused', 'CLOSED before the send, by a clock that went back', is('CLOSED', -10_000), dated],
    ['undecided', 'CLOSED since then, by a clock that went back', is('CLOSED', 1_000), dated],
    ['done 101', 'CLOSED after both, by a clock that went back', is('CLOSED', 61_000), dated],
    ['refused', 'CLOSED before the send, by a clock that gained', is('CLOSED', -10_000), undefined, 60_000],
    ['done 101', 'CLOSED since then, by a clock that gained', is('CLOSED', 1_000), undefined, 60_000],
    ['done 101', 'CLOSED after both, by a clock that gained', is('CLOSED', 61_000), undefined, 60_000],
  ])('is %s if its Easy Option is %s', (verdict, _, row, of = unknown(draft), offsetMs = 0) => {
    expect(word(of, read({easyOptions: [{id: '101', ...row}], offsetMs}))).toBe(verdict);
  });

  it('is undecided by a clock that is not known', () => {
    const easyOptions = [{id: '101', ...is('CLOSED', -60_000)}];
    expect(word(unknown(draft), {...read({easyOptions}), offsetMs: undefined})).toBe('undecided');
  });

  it.each([
    ['Closed before.', unknown(draft), is('CLOSED', -60_000)],
    ['Closed before.', refused, is('CLOSED', -60_000)],
    ['by this close or by another one', refused, is('CLOSED', -1_000)],
    ['EXPIRED', unknown(draft), is('EXPIRED', 300)],
    ['still ACTIVE', unknown(draft), is('ACTIVE')],
    ['Rejected. as the service says The Easy Option is ACTIVE.', refused, is('ACTIVE')],
  ])('says why: %s', (reason, of, row) => {
    expect(reconcile(of, read({easyOptions: [{id: '101', ...row}]}))).toMatchObject({
      reason: expect.stringContaining(reason),
    });
  });

  it.each<[string, string, Outcome, EasyOption[]]>([
    ['refused', 'a 404', own(404), []],
    ['undecided', 'a 404 of somebody else', {...own(404), ownBody: false} as Outcome, []],
    ['undecided', 'no answer', lost, []],
    ['undecided', 'a 500', own(500), [{id: '102'}]],
  ])('is %s after %s if no list has its Easy Option', (verdict, _, outcome, easyOptions) => {
    expect(word(unknown(draft, outcome), read({easyOptions}))).toBe(verdict);
  });
});

describe('a placed order', () => {
  const contract = {asset: 'BTC', type: 'CALL', strikePrice: '100', expiryDate: start.wall + 1e9};
  const draft: WriteDraft = {kind: 'place', symbol: 'BTC-C', side: 'BUY', price: '5', size: '2', contract};
  const {contract: _, ...bare} = draft;
  const intent = unknown(draft, lost, {knownBefore: ['8']});
  const trade = (fields: Partial<Trade> = {}): Trade => ({
    tradeId: '20',
    orderId: '9',
    asset: 'BTC',
    type: 'CALL',
    strikePrice: '100.0',
    filledSizeContracts: '2',
    openDate: start.wall + 100,
    tradeSide: 'BUY',
    ...fields,
  });
  const half = trade({filledSizeContracts: '1', fillType: 'PARTIAL_FILL'});
  const part = {...half, filledSizeContracts: '0.5'};

  it.each<[verdict: string, shows: string, orders: Order[], trades?: Trade[]]>([
    ['done 9', 'one order with its terms', [order({price: '5.0'})]],
    ['done 9', 'its order, whatever trades show', [order()], [trade({filledSizeContracts: '1'})]],
    ['none', 'an order of another symbol', [order({symbol: 'BTC-P'})]],
    ['none', 'an order of the other side', [order({side: 'SELL'})]],
    ['none', 'an order of another price', [order({price: '5.1'})]],
    ['none', 'an order of another size', [order({size: '3'})]],
    ['none', 'an order of an earlier time', [order({timestamp: start.wall - 2_001})]],
    ['none', 'an order that was listed before', [order({orderId: '8'})]],
    ['undecided', 'an order without a symbol', [order({symbol: undefined})]],
    ['undecided', 'an order without a side', [order({side: undefined})]],
    ['undecided', 'an order without a price', [order({price: undefined})]],
    ['undecided', 'an order without a size', [order({size: undefined})]],
    ['undecided', 'an order without a time', [order({timestamp: undefined})]],
    ['undecided', 'an order without terms', [order({side: undefined, price: undefined, size: undefined})]],
    ['undecided', 'two orders with its terms', [order(), order({orderId: '10'})]],
    ['undecided', 'an order, and a trade of another one', [order()], [trade({orderId: '10'})]],
  ])('is %s by a read that shows %s', (verdict, _, orders, trades = []) => {
    expect(word(intent, read({orders, trades}))).toBe(verdict);
  });

  it.each<[verdict: string, shows: string, ...trades: Partial<Trade>[]]>([
    ['done 9', 'are one of its size', {}],
    [
      'done 9',
      'are of its size together',
      {filledSizeContracts: '0.5'},
      {tradeId: '21', filledSizeContracts: '1.5', tradeSide: 'buy'},
    ],
    ['done 9', 'are one, twice', {}, {}],
    ['done 9', 'are of its price', {openPrice: '5'}],
    ['done 9', 'are of its expiry', {expiryDate: contract.expiryDate}],
    ['done 9', 'complete it', half, {...half, tradeId: '21', fillType: 'FILL'}],
    ['none', 'complete a smaller order', {...half, fillType: 'FILL'}],
    ['none', 'complete a smaller one in parts', part, {...part, tradeId: '21', fillType: 'FILL'}],
    ['none', 'are of another asset', {asset: 'ETH'}],
    ['none', 'are of another type', {type: 'PUT'}],
    ['none', 'are of another strike', {strikePrice: '101'}],
    ['none', 'are of another expiry', {expiryDate: start.wall}],
    ['none', 'are of the other side', {tradeSide: 'SELL'}],
    ['none', 'are of an earlier time', {openDate: start.wall - 5_000}],
    ['none', 'are of an order that was listed before', {orderId: '8'}],
    ['none', 'are of a larger size', {filledSizeContracts: '3'}],
    ['undecided', 'are of a part of it', half],
    ['undecided', 'are of a smaller size', {filledSizeContracts: '1'}],
    ['undecided', 'are beyond its limit', {openPrice: '5.5'}],
    ['undecided', 'have no size', {filledSizeContracts: undefined}],
    ['undecided', 'have no order', {orderId: undefined}],
    ['undecided', 'have no time', {openDate: undefined}],
    ['undecided', 'have no asset', {asset: undefined}],
    ['undecided', 'have no ids', {tradeId: '', filledSizeContracts: '1'}, {tradeId: ''}],
  ])('is %s if all that a read shows are trades that %s', (verdict, _, ...trades) => {
    expect(word(intent, read({trades: trades.map(trade)}))).toBe(verdict);
  });

  it('is only a candidate if the orders were not read before the send, and says why', () => {
    const reason = 'Possible match, may be from before: order #9 BUY 2 at 5.';
    expect(reconcile(unknown(draft), read({orders: [order()]}))).toMatchObject({
      verdict: 'undecided',
      reason,
    });
  });

  it('is found in trades by the terms that its symbol names if no record showed them before', () => {
    const named = unknown({...bare, symbol: 'BTC-04DEC26-100-C'} as WriteDraft, lost, {knownBefore: ['8']});
    const terms = {strikePrice: '100', expiryDate: Date.parse('2026-12-04T08:00:00Z')};
    const found = (fields: Partial<Trade>) => word(named, read({trades: [trade({...terms, ...fields})]}));
    expect(found({})).toBe('done 9');
    for (const other of [{strikePrice: '101'}, {type: 'PUT'}, {asset: 'ETH'}, {expiryDate: undefined}])
      expect(found(other)).toBe('undecided');
    expect(found({expiryDate: Date.parse('2026-12-05T08:00:00Z')})).toBe('undecided');
    expect(found({openPrice: '5.1'})).toBe('undecided');
  });

  it('is not found in trades if its contract is unknown', () => {
    expect(word(unknown(bare, lost, {knownBefore: []}), read({trades: [trade()]}))).toBe('undecided');
  });
});

describe('a cancel', () => {
  const draft: WriteDraft = {kind: 'cancel', orderId: '9', size: '2'};
  const trade = (filledSizeContracts: string | undefined, tradeId = '20'): Trade => ({
    tradeId,
    orderId: '9',
    filledSizeContracts,
  });
  // The size may be in another unit than that of trades.
  const unsized = cancelDraft(order({size: '2', sizeContracts: undefined}));

  it.each<[verdict: string, shows: string, rows: Rows, of?: WriteDraft]>([
    ['done 9', 'its order CANCELED', {orders: [order({status: 'CANCELED'})]}],
    ['none', 'its order working', {orders: [order()]}],
    ['none', 'its order without a status', {orders: [order({status: undefined})]}],
    ['refused', 'its order EXPIRED', {orders: [order({status: 'EXPIRED'})]}],
    ['refused', 'its order REJECTED', {orders: [order({status: 'REJECTED'})]}],
    ['none', 'its order FILLED: trades say how much', {orders: [order({status: 'FILLED'})]}],
    ['refused', 'trades of its whole size', {trades: [trade('0.5'), trade('1.50', '21')]}],
    ['refused', 'a trade of its whole size without an id', {trades: [trade('2', '')]}],
    ['none', 'its order on no list', {}],
    ['none', 'trades of a part of it', {trades: [trade('1')]}],
    ['none', 'trades of another order', {trades: [{...trade('2'), orderId: '10'}]}],
    ['none', 'a trade without a size', {trades: [trade(undefined)]}],
    ['none', 'trades that may be one', {trades: [trade('1', ''), trade('1', '')]}],
    ['none', 'trades, and its size is not known', {trades: [trade('2')]}, {kind: 'cancel', orderId: '9'}],
    ['none', 'trades, and its size in contracts is not known', {trades: [trade('2')]}, unsized],
  ])('is %s by a read that shows %s', (verdict, _, rows, of = draft) => {
    expect(word(unknown(of), read(rows))).toBe(verdict);
  });

  it('is refused with the status of its order', () => {
    expect(reconcile(unknown(draft), read({orders: [order({status: 'EXPIRED'})]}))).toMatchObject({
      reason: 'The order is EXPIRED.',
    });
  });

  it('is done after two 404s only if they are as far apart as lists may lag', () => {
    const asked = unknown(draft, lost, {attempts: attempts(own(404), own(404))});
    expect(reconcile(asked, read({}), 1_000)).toMatchObject({verdict: 'done'});
    expect(reconcile(asked, read({}), 1_001)).toMatchObject({verdict: 'none'});
    expect(reconcile(asked, read({orders: [order()]}), 1_000)).toMatchObject({verdict: 'none'});
  });

  it('is not done after two 404s between which the clock was set forward, but by who knows no other', () => {
    const [first, second] = attempts(own(404), own(404));
    const startedAt = {mono: start.mono + 999, wall: start.wall + 60_000};
    const given = (process: 'this' | 'earlier') =>
      unknown(draft, lost, {
        attempts: [
          {...first, process},
          {...(second ?? first), startedAt},
        ],
      });
    expect(reconcile(given('this'), read({}), 1_000)).toMatchObject({verdict: 'none'});
    expect(reconcile(given('earlier'), read({}), 1_000)).toMatchObject({verdict: 'done'});
  });
});
