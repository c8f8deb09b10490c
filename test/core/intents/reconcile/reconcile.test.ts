import {describe, expect, it} from 'vitest';
import type {EasyOption, Order, Trade} from '../../../../src/api/wire/records.ts';
import type {Intent} from '../../../../src/core/intents/intent.ts';
import {cancelDraft} from '../../../../src/core/intents/kinds/cancel.ts';
import type {WholeRead} from '../../../../src/core/intents/kinds/kind.ts';
import {type Draft, sentKindOf} from '../../../../src/core/intents/kinds/kinds.ts';
import type {Outcome} from '../../../../src/core/intents/outcome.ts';
import {attempts, lost, order, own, start} from '../attempts.ts';

const unknown = (draft: Draft, outcome: Outcome = lost, fields: Partial<Intent> = {}): Intent =>
  ({
    id: 'i-1',
    draft,
    state: 'UNKNOWN',
    askedAt: start,
    changedAt: start.wall,
    reason: 'No answer came.',
    attempts: attempts(outcome),
    offsetAtSend: 0,
    ...fields,
  }) as Intent;

const reconcile = (intent: Intent, read: WholeRead, listLagMs = 0) =>
  sentKindOf(intent.draft).judge(intent, read, listLagMs);

type Rows = {easyOptions?: EasyOption[]; orders?: Order[]; trades?: Trade[]; offsetMs?: number | undefined};
const read = (rows: Rows): WholeRead => ({
  offsetMs: 0,
  easyOptions: [],
  orders: [],
  trades: [],
  ...rows,
});

describe('an open', () => {
  const draft: Draft = {kind: 'open', cardId: '7', investmentAmount: '25'};
  const option = (fields: Partial<EasyOption> = {}): EasyOption => ({
    id: '101',
    cardId: '7',
    status: 'PENDING',
    investmentAmount: '25.00',
    openTime: start.wall,
    ...fields,
  });
  const intent = unknown(draft, lost, {knownBefore: ['100']});
  const judge = (...easyOptions: EasyOption[]) => reconcile(intent, read({easyOptions}));

  it('is matched to the only new Easy Option of its card and amount, once it has an openTime', () => {
    expect(judge(option({id: '100'}), option())).toMatchObject({verdict: 'done', recordId: '101'});
    expect(judge(option({openTime: undefined}))).toMatchObject({verdict: 'undecided'});
  });

  it('is not matched to an existing one, to another card or to another amount', () => {
    expect(judge(option({id: '100'}))).toMatchObject({verdict: 'none'});
    expect(judge(option({cardId: '8'}))).toMatchObject({verdict: 'none'});
    expect(judge(option({investmentAmount: '25.01'}))).toMatchObject({verdict: 'none'});
  });

  it('is not matched to one that was opened before the send, even if it was listed only afterwards', () => {
    const at = (openTime: number, of = intent, offsetMs = 0) =>
      reconcile(of, read({easyOptions: [option({openTime})], offsetMs})).verdict;
    expect(at(start.wall - 4_500)).toBe('none');
    expect(at(start.wall - 2_001)).toBe('none');
    expect(at(start.wall - 2_000)).toBe('done');
    const ahead = 60_000;
    const then = unknown(draft, lost, {knownBefore: ['100'], offsetAtSend: 60_000});
    expect(at(start.wall + 55_000, then, ahead)).toBe('none');
    expect(at(start.wall + 60_100, then, ahead)).toBe('done');
  });

  it('is matched on a service whose clock runs sixty times as fast', () => {
    const at = (openTime: number) =>
      reconcile(intent, read({easyOptions: [option({openTime})], offsetMs: 59_000})).verdict;
    expect(at(start.wall + 300)).toBe('done');
    expect(at(start.wall + 30_000)).toBe('done');
    expect(at(start.wall - 2_001)).toBe('none');
  });

  it('lists one if the clock of the service is not known, or was not at the send', () => {
    const rows = {easyOptions: [option({openTime: start.wall - 4_500})]};
    expect(reconcile(intent, {...read(rows), offsetMs: undefined})).toMatchObject({verdict: 'undecided'});
    const then = unknown(draft, lost, {knownBefore: ['100'], offsetAtSend: undefined});
    expect(reconcile(then, read(rows))).toMatchObject({verdict: 'undecided'});
  });

  it('lists several new ones and chooses none', () => {
    expect(judge(option(), option({id: '102'}))).toMatchObject({
      verdict: 'undecided',
      reason: 'Possible matches: #101 PENDING 25.00; #102 PENDING 25.00.',
    });
  });

  it('lists one without the amount or the card, and does not choose it', () => {
    expect(judge(option({investmentAmount: undefined}))).toMatchObject({verdict: 'undecided'});
    expect(judge(option({cardId: undefined, status: undefined}))).toMatchObject({verdict: 'undecided'});
    expect(judge(option(), option({id: '102', investmentAmount: 'n/a'}))).toMatchObject({
      verdict: 'undecided',
    });
  });

  it('is never matched if the existing records were not noted', () => {
    expect(reconcile(unknown(draft), read({easyOptions: [option()]}))).toMatchObject({verdict: 'undecided'});
  });
});

describe('a close', () => {
  const draft: Draft = {kind: 'close', easyOptionId: '101'};
  const judge = (fields: Partial<EasyOption>, intent = unknown(draft), offsetMs = 0) =>
    reconcile(intent, read({easyOptions: [{id: '101', ...fields}], offsetMs}));

  it('is done if its Easy Option is CLOSING, or CLOSED after the send minus the clock tolerance', () => {
    expect(judge({status: 'CLOSING'})).toMatchObject({verdict: 'done', recordId: '101'});
    expect(judge({status: 'CLOSED', closeTime: start.wall + 300})).toMatchObject({verdict: 'done'});
    expect(judge({status: 'CLOSED', closeTime: start.wall - 2_000})).toMatchObject({verdict: 'done'});
  });

  it('is refused if its Easy Option was closed before', () => {
    expect(judge({status: 'CLOSED', closeTime: start.wall - 2_001})).toEqual({
      verdict: 'refused',
      reason: 'Closed before.',
    });
  });

  it('is refused if its Easy Option ended without a close before the send', () => {
    const before = start.wall - 60_000;
    expect(judge({status: 'EXPIRED', closeTime: before})).toMatchObject({verdict: 'refused'});
  });

  it('is undecided if its Easy Option expired after the send, because it may have been CLOSING by then', () => {
    expect(judge({status: 'EXPIRED', closeTime: start.wall + 300})).toMatchObject({
      verdict: 'undecided',
      reason: expect.stringContaining('EXPIRED'),
    });
  });

  it('is not found while its Easy Option is ACTIVE, and undecided while it is TRIGGERED, PENDING or of unknown status', () => {
    expect(judge({status: 'ACTIVE'})).toMatchObject({verdict: 'none'});
    const before = {triggerTime: start.wall - 60_000};
    for (const status of ['TRIGGERED', 'PENDING', 'SLEEPING', undefined]) {
      expect(judge({status, ...before})).toMatchObject({verdict: 'undecided'});
    }
  });

  it('with a 422 is refused only if one read shows that the Easy Option continues', () => {
    const answered = unknown(draft, own(422));
    for (const status of ['ACTIVE', 'PENDING', 'TRIGGERED']) {
      expect(judge({status}, answered)).toEqual({
        verdict: 'refused',
        reason: `Rejected. as the service says The Easy Option is ${status}.`,
      });
    }
    expect(judge({status: 'CLOSING'}, answered)).toMatchObject({verdict: 'done'});
    expect(judge({status: 'CLOSED', closeTime: start.wall + 300}, answered)).toMatchObject({verdict: 'done'});
    expect(judge({status: 'CLOSED', closeTime: start.wall - 60_000}, answered)).toMatchObject({
      verdict: 'refused',
      reason: 'Closed before.',
    });
    expect(judge({status: 'EXPIRED', closeTime: start.wall + 300}, answered).verdict).toBe('undecided');
    const alienBody = unknown(draft, {...own(422), ownBody: false} as Outcome);
    expect(judge({status: 'ACTIVE'}, alienBody)).toMatchObject({verdict: 'none'});
    const twice = unknown(draft, lost, {attempts: attempts(lost, own(422))});
    expect(judge({status: 'ACTIVE'}, twice)).toMatchObject({verdict: 'none'});
  });

  it("compares times by the service's clock", () => {
    const ahead = 60_000;
    const intent = unknown(draft, lost, {offsetAtSend: 60_000});
    expect(judge({status: 'CLOSED', closeTime: start.wall + 60_100}, intent, ahead)).toMatchObject({
      verdict: 'done',
    });
    expect(judge({status: 'CLOSED', closeTime: start.wall + 30_000}, intent, ahead)).toMatchObject({
      verdict: 'refused',
    });
  });

  it('chooses nothing if the clocks leave it open', () => {
    const intent = unknown(draft, lost, {offsetAtSend: undefined});
    const before = {status: 'CLOSED', closeTime: start.wall - 60_000};
    expect(judge(before, intent)).toMatchObject({verdict: 'undecided'});
    expect(judge({status: 'CLOSED', closeTime: start.wall + 300}, intent)).toMatchObject({verdict: 'done'});
    expect(judge({status: 'CLOSED'})).toMatchObject({verdict: 'undecided'});
    expect(
      reconcile(unknown(draft), {...read({easyOptions: [{id: '101', ...before}]}), offsetMs: undefined}),
    ).toMatchObject({verdict: 'undecided'});
  });

  it('chooses nothing if a clock was set between the send and the read so that the service seems to go back', () => {
    const then = unknown(draft, lost, {offsetAtSend: 60_000});
    const at = (closeTime: number) => judge({status: 'CLOSED', closeTime}, then).verdict;
    expect(at(start.wall - 10_000)).toBe('refused');
    expect(at(start.wall + 1_000)).toBe('undecided');
    expect(at(start.wall + 61_000)).toBe('done');
  });

  it('uses the offset at the send if the service has gained time since then', () => {
    const gained = 60_000;
    const at = (closeTime: number) => judge({status: 'CLOSED', closeTime}, unknown(draft), gained).verdict;
    expect(at(start.wall - 10_000)).toBe('refused');
    expect(at(start.wall + 1_000)).toBe('done');
    expect(at(start.wall + 61_000)).toBe('done');
  });

  it('is refused if a 404 and the list agree that there is no such Easy Option', () => {
    expect(reconcile(unknown(draft, own(404)), read({}))).toMatchObject({verdict: 'refused'});
    expect(reconcile(unknown(draft, {...own(404), ownBody: false} as Outcome), read({}))).toMatchObject({
      verdict: 'undecided',
    });
    expect(reconcile(unknown(draft), read({}))).toMatchObject({verdict: 'undecided'});
    expect(reconcile(unknown(draft, own(500)), read({easyOptions: [{id: '102'}]}))).toMatchObject({
      verdict: 'undecided',
    });
  });

  it('is not treated as done because of a 404', () => {
    expect(judge({status: 'ACTIVE'}, unknown(draft, own(404)))).toMatchObject({verdict: 'none'});
  });
});

describe('a placed order', () => {
  const contract = {asset: 'BTC', type: 'CALL', strikePrice: '100', expiryDate: start.wall + 1e9};
  const draft: Draft = {kind: 'place', symbol: 'BTC-C', side: 'BUY', price: '5', size: '2', contract};
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
  const judge = (rows: Rows) => reconcile(intent, read(rows));

  it('is matched by symbol, side, price, size and time', () => {
    expect(judge({orders: [order({price: '5.0'})]})).toMatchObject({verdict: 'done', recordId: '9'});
  });

  it('is not matched if one of these differs', () => {
    const others: Partial<Order>[] = [
      {symbol: 'BTC-P'},
      {side: 'SELL'},
      {price: '5.1'},
      {size: '3'},
      {timestamp: start.wall - 2_001},
      {orderId: '8'},
    ];
    for (const fields of others) expect(judge({orders: [order(fields)]})).toMatchObject({verdict: 'none'});
  });

  it('lists an order without one of these', () => {
    for (const name of ['symbol', 'side', 'price', 'size', 'timestamp'] as const) {
      expect(judge({orders: [order({[name]: undefined})]})).toMatchObject({verdict: 'undecided'});
    }
    expect(judge({orders: [order({side: undefined, price: undefined, size: undefined})]})).toMatchObject({
      verdict: 'undecided',
    });
  });

  it('is only a candidate if the orders were not read before the send, and says why', () => {
    const blind = unknown(draft, lost, {knownBefore: undefined});
    const reason = 'Possible match, may be from before: order #9 BUY 2 at 5.';
    expect(reconcile(blind, read({orders: [order()]}))).toMatchObject({verdict: 'undecided', reason});
  });

  it('lists two matching orders and chooses none', () => {
    expect(judge({orders: [order(), order({orderId: '10'})]})).toMatchObject({verdict: 'undecided'});
    expect(judge({orders: [order()], trades: [trade({orderId: '10'})]})).toMatchObject({
      verdict: 'undecided',
    });
  });

  it('is found by its trades if it filled immediately', () => {
    expect(judge({trades: [trade()]})).toMatchObject({verdict: 'done', recordId: '9'});
    const halves = [
      trade({filledSizeContracts: '0.5'}),
      trade({tradeId: '21', filledSizeContracts: '1.5', tradeSide: 'buy'}),
    ];
    expect(judge({trades: halves})).toMatchObject({verdict: 'done', recordId: '9'});
  });

  it('counts a trade that is on two pages only once', () => {
    expect(judge({trades: [trade(), trade()]})).toMatchObject({verdict: 'done'});
  });

  it('is matched to its order while the order is listed, whatever its trades show', () => {
    expect(judge({orders: [order()], trades: [trade({filledSizeContracts: '1'})]})).toMatchObject({
      verdict: 'done',
    });
  });

  it('is not found in trades of another contract, side, time, order or size', () => {
    const others: Partial<Trade>[] = [
      {asset: 'ETH'},
      {type: 'PUT'},
      {strikePrice: '101'},
      {tradeSide: 'SELL'},
      {openDate: start.wall - 5_000},
      {orderId: '8'},
      {filledSizeContracts: '3'},
      {expiryDate: start.wall},
    ];
    for (const fields of others) expect(judge({trades: [trade(fields)]})).toMatchObject({verdict: 'none'});
  });

  it('is not found in trades that filled a smaller order', () => {
    const own = trade({filledSizeContracts: '1', fillType: 'PARTIAL_FILL'});
    expect(judge({trades: [own]})).toMatchObject({verdict: 'undecided'});
    expect(judge({trades: [{...own, fillType: 'FILL'}]})).toMatchObject({verdict: 'none'});
    expect(
      judge({trades: [own, trade({tradeId: '21', filledSizeContracts: '1', fillType: 'FILL'})]}),
    ).toMatchObject({verdict: 'done'});
  });

  it('is not certain in trades beyond its limit', () => {
    const {price} = draft;
    expect(judge({trades: [trade({openPrice: price})]})).toMatchObject({verdict: 'done'});
    expect(judge({trades: [trade({openPrice: `${price}.5`})]})).toMatchObject({verdict: 'undecided'});
  });

  it('lists unclear trades', () => {
    const doubtful: Partial<Trade>[] = [
      {filledSizeContracts: '1'},
      {filledSizeContracts: undefined},
      {orderId: undefined},
      {openDate: undefined},
      {asset: undefined},
    ];
    for (const fields of doubtful)
      expect(judge({trades: [trade(fields)]})).toMatchObject({verdict: 'undecided'});
    expect(
      judge({trades: [trade({tradeId: '', filledSizeContracts: '1'}), trade({tradeId: ''})]}),
    ).toMatchObject({verdict: 'undecided'});
    expect(judge({trades: [trade({expiryDate: contract.expiryDate})]})).toMatchObject({verdict: 'done'});
  });

  it('is found in trades by the terms that its symbol names if no record showed them before', () => {
    const {contract: _, ...bare} = draft;
    const named = unknown({...bare, symbol: 'BTC-04DEC26-100-C'} as Draft, lost, {knownBefore: ['8']});
    const terms = {strikePrice: '100', expiryDate: Date.parse('2026-12-04T08:00:00Z')};
    const found = (fields: Partial<Trade>) =>
      reconcile(named, read({trades: [trade({...terms, ...fields})]})).verdict;
    expect(found({})).toBe('done');
    for (const other of [{strikePrice: '101'}, {type: 'PUT'}, {asset: 'ETH'}, {expiryDate: undefined}])
      expect(found(other)).toBe('undecided');
    expect(found({expiryDate: Date.parse('2026-12-05T08:00:00Z')})).toBe('undecided');
    expect(found({openPrice: '5.1'})).toBe('undecided');
  });

  it('is not found in trades if its contract is unknown', () => {
    const {contract: _, ...bare} = draft;
    expect(reconcile(unknown(bare, lost, {knownBefore: []}), read({trades: [trade()]}))).toMatchObject({
      verdict: 'undecided',
    });
  });
});

describe('a cancel', () => {
  const draft: Draft = {kind: 'cancel', orderId: '9', size: '2'};
  const trade = (filledSizeContracts: string | undefined, tradeId = '20'): Trade => ({
    tradeId,
    orderId: '9',
    filledSizeContracts,
  });
  const judge = (rows: Rows, asked: Draft = draft) => reconcile(unknown(asked), read(rows));

  it('is done if a status says so', () => {
    expect(judge({orders: [order({status: 'CANCELED'})]})).toMatchObject({verdict: 'done', recordId: '9'});
  });

  it('is still open while its order is listed', () => {
    expect(judge({orders: [order()]})).toMatchObject({verdict: 'none'});
    expect(judge({orders: [order({status: undefined})]})).toMatchObject({verdict: 'none'});
  });

  it('is refused by a listed status that says how else the order ended', () => {
    for (const status of ['EXPIRED', 'REJECTED'])
      expect(judge({orders: [order({status})]})).toEqual({
        verdict: 'refused',
        reason: `The order is ${status}.`,
      });
    // Trades say how much filled.
    expect(judge({orders: [order({status: 'FILLED'})]})).toMatchObject({verdict: 'none'});
  });

  it('is refused if the trades add up to the size, because the order filled before', () => {
    expect(judge({trades: [trade('0.5'), trade('1.50', '21')]})).toMatchObject({verdict: 'refused'});
  });

  it('is not treated as done because its order has left the list', () => {
    expect(judge({})).toMatchObject({verdict: 'none'});
    expect(judge({trades: [trade('1')]})).toMatchObject({verdict: 'none'});
    expect(judge({trades: [{...trade('2'), orderId: '10'}]})).toMatchObject({verdict: 'none'});
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

  it('makes no statement about fills if the trades or the size leave it open', () => {
    expect(judge({trades: [trade(undefined)]})).toMatchObject({verdict: 'none'});
    expect(judge({trades: [trade('1', ''), trade('1', '')]})).toMatchObject({verdict: 'none'});
    expect(judge({trades: [trade('2')]}, {kind: 'cancel', orderId: '9'})).toMatchObject({verdict: 'none'});
    expect(judge({trades: [trade('2', '')]})).toMatchObject({verdict: 'refused'});
    // The size may be in another unit than that of trades.
    const unsized = cancelDraft(order({size: '2', sizeContracts: undefined}));
    expect(judge({trades: [trade('2')]}, unsized)).toMatchObject({verdict: 'none'});
  });
});
