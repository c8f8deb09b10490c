import {describe, expect, it} from 'vitest';
import {type PortfolioRows, unreadRows, type Whole} from '../../../src/account/portfolio/rows.ts';
import {initialReading} from '../../../src/account/reading/reading.ts';
import type {EasyOption, Order} from '../../../src/api/wire/records.ts';
import {type HaltEnd, type HaltRecord, type HaltWork, noHalt} from '../../../src/core/halt/halt.ts';
import {cancelable, type Halting, writesKnown} from '../../../src/core/halt/orders.ts';
import {
  closeToRepeat,
  inDoubt,
  lacking,
  newWork,
  provesFinal,
  withLists,
} from '../../../src/core/halt/round.ts';
import {type Intent, type Intents, initialIntents} from '../../../src/core/intents/intent.ts';
import type {Draft} from '../../../src/core/intents/kinds/kinds.ts';
import type {Outcome} from '../../../src/core/intents/outcome.ts';
import {emptyLimitsRoom} from '../../../src/core/limits/pending.ts';
import {order} from '../../helpers/desk.ts';
import {haltOf} from '../../helpers/halt.ts';
import {attempts, lost, start, unsent} from '../intents/attempts.ts';

const lags = {listLagMs: 120_000, tradesLagMs: 120_000};
const place = {kind: 'place', symbol: 'X', side: 'BUY', price: '1', size: '2'} as const satisfies Draft;
const refused = (status: number, ownBody = true): Outcome => ({kind: 'status', status, ownBody, words: ''});
const yes = (status: string): Outcome => ({kind: 'yes', order: {orderId: '1', status}});
const at = (ms: number) => ({mono: ms, wall: ms});

function intent(draft: Draft, more: object = {}): Intent {
  const unknown = {id: 'i', draft, state: 'UNKNOWN', reason: ''};
  return {...unknown, askedAt: start, changedAt: 0, attempts: [], ...more} as Intent;
}

/** A list that was read whole. */
const list = <Row>(rows: Row[], more: Partial<Whole<Row>> = {}): Whole<Row> => ({
  ...{rows, began: at(200_000), isWhole: true, total: rows.length, unreadable: 0, fault: undefined},
  ...more,
});

type Given = {
  readonly orders?: Whole<Order>;
  readonly easyOptions?: Whole<EasyOption>;
  readonly intents?: Partial<Intents>;
  readonly record?: Partial<HaltRecord>;
  readonly listLagMs?: number;
};

const closed: EasyOption[] = [
  {id: '1', status: 'CLOSED'},
  {id: '2', status: 'EXPIRED'},
];

function halting(given: Given = {}): Halting {
  const {orders = list<Order>([]), easyOptions = list(closed), intents, record, listLagMs = 120_000} = given;
  const rows: PortfolioRows = {...unreadRows(0), orders, easyOptions};
  return {
    rounds: {reading: {...initialReading(0), rows}},
    intents: {...initialIntents, ...intents},
    halt: {...noHalt, record: haltOf({wants: 'NO ORDERS', ...record})},
    ...{link: {venue: 'LIVE'}, settings: {...lags, listLagMs}, limits: emptyLimitsRoom},
  };
}

/** All that there is to prove. */
const all: HaltWork = {
  ...newWork(halting(), at(1_000)),
  empty: {first: at(2_000), last: at(122_000)},
};
const now = at(300_000);

describe('the proof of NO ORDERS', () => {
  const lack = (given: Given, change: Partial<HaltWork> = {}, unlisted = 0) =>
    lacking(halting(given), {...all, ...change}, unlisted);

  it.each([
    ['writes have not ended', {intents: {list: [intent(place)]}}, {}],
    ['writes have not ended', {intents: {asking: [place]}}, {}],
    ['The journal cannot be read.', {intents: {journalProblem: 'The journal cannot be read.'}}, {}],
    ['an empty read after the last write', {}, {empty: undefined}],
    ['a second read', {}, {empty: {first: at(2_000), last: at(2_000)}}],
    ['empty reads 120 s apart (lists may lag by that)', {}, {empty: {first: at(2_000), last: at(121_999)}}],
    ['No answer.', {orders: list<Order>([], {fault: 'No answer.'})}, {}],
    ['2 rows could not be read.', {orders: list<Order>([], {isWhole: false, unreadable: 2})}, {}],
    ['the journal lacks 2 later writes: empty reads 145 s apart', {record: {lack: 2}}, {}],
  ] as const)('lacks: %s', (words, given, change) => {
    expect(lack(given as Given, change)).toBe(words);
  });

  it('waits for a lack in the journal by its own reads, whatever the wall clock says', () => {
    const missing = {record: {lack: 2}};
    const first = at(2_000);
    expect(lack(missing, {empty: {first, last: {mono: 122_000, wall: 9_000_000}}})).toContain(
      'the journal lacks',
    );
    expect(lack(missing, {empty: {first, last: at(147_000)}})).toBeUndefined();
  });

  it('waits until a write that a person resolved can arrive no more, by both clocks or by its reads', () => {
    const begun = {...attempts(lost)[0], startedAt: at(1_000)};
    const said = {word: 'nothing', note: ''};
    const resolved = intent(place, {state: 'RESOLVED', said, attempts: [begun], offsetAtSend: 500});
    const after = (ms: number, offsetMs?: number, of = resolved) => {
      const clock = offsetMs === undefined ? undefined : {offsetMs, seenAt: now};
      const given = {intents: {list: [of], clock}, listLagMs: 0};
      return lack(given, {empty: {first: at(ms - 1), last: at(ms)}});
    };
    const late = 'a write that was resolved by hand may arrive late: empty reads 25 s apart';
    expect(after(10_000, 500)).toBe(late);
    expect(after(26_000, 500)).toBeUndefined();
    // One of the clocks was set, or is not known.
    expect(after(26_000, -3_000)).toBe(late);
    expect(after(26_000)).toBe(late);
    expect(after(10_000, 500, {...resolved, attempts: attempts(unsent)})).toBeUndefined();
    const cancel = intent({kind: 'cancel', orderId: '1'}, {state: 'RESOLVED', said, attempts: [begun]});
    expect(after(10_000, 500, cancel)).toBeUndefined();
  });

  it.each([yes('FILLED'), refused(409)])(
    'waits for no UNKNOWN cancel of an order that is final: %j',
    outcome => {
      const cancel = intent({kind: 'cancel', orderId: '1'}, {attempts: attempts(outcome)});
      expect(lack({intents: {list: [cancel]}})).toBeUndefined();
      const open = {...cancel, attempts: attempts(yes('PENDING'))};
      expect(lack({intents: {list: [open]}})).toBe('writes have not ended');
    },
  );

  it('lacks what the orders are that no list shows, and may work', () => {
    expect(lack({}, {}, 1)).toBe('the end of orders is not confirmed');
  });

  it('waits for no write in doubt that leaves nothing to cancel, and for each other one', () => {
    const open = [intent(place), intent({kind: 'cancel', orderId: '1'}), intent(place, {state: 'SENDING'})];
    const others = [intent(place, {state: 'CONFIRMED', resolvedRecordId: '5'})];
    expect(inDoubt(halting({intents: {list: [...open, ...others]}}))).toEqual(open);
  });
});

it('closes again only by a read that began long after a close in doubt, by both clocks', () => {
  const draft = {kind: 'close', easyOptionId: '1'} as const satisfies Draft;
  const begun = {...attempts(lost)[0], startedAt: at(1_000)};
  const close = intent(draft, {attempts: [begun], offsetAtSend: 500});
  const readAt = (ms: number, offsetMs: number, of = close) => {
    const clock = {offsetMs, seenAt: at(ms)};
    const easyOptions = list<EasyOption>([], {began: at(ms)});
    return closeToRepeat(halting({easyOptions, intents: {list: [of], clock}, listLagMs: 0}), draft);
  };
  expect(readAt(26_001, 500)).toBe(close);
  expect(readAt(26_000, 500)).toBeUndefined();
  // The wall clock was set, before the read or after it.
  expect(readAt(3_600_000, -3_590_000)).toBeUndefined();
  expect(readAt(26_001, 500, {...close, offsetAtSend: undefined})).toBeUndefined();
});

const unread = 'a whole read of the Easy Options, with its total';
it.each([
  [unread, unreadRows(0).easyOptions],
  [unread, list(closed, {isWhole: false})],
  [unread, list(closed, {total: undefined})],
  ['Easy Options are not ended', list([{id: '1', status: 'ACTIVE'}])],
  ['Easy Options are not ended', list([{id: '1', status: 'SETTLING'}])],
  ['Easy Options are not ended', list([{id: '1'}])],
  ['a read of the Easy Options 120 s after the last write', list(closed, {began: at(120_999)})],
  [undefined, list(closed, {began: at(121_000)})],
])('the proof of NO EASY OPTIONS lacks: %s', (words, easyOptions) => {
  const wants: HaltEnd = 'NO ORDERS, NO EASY OPTIONS';
  expect(lacking(halting({easyOptions, record: {wants}}), all, 0)).toBe(words);
});

describe('the work of a halt', () => {
  const none: Intents['list'] = [];
  const step = (
    work: HaltWork,
    ms: number,
    writes: Intents['list'] = none,
    orders: Whole<Order> = list<Order>([], {began: at(ms)}),
  ) => withLists(work, halting({orders, intents: {list: writes}}), at(ms));
  const begun = () => step(newWork(halting(), at(1_000)), 1_000);
  const shown = (ms: number, status = 'PENDING', more: Partial<Whole<Order>> = {}) =>
    list([order('5', {status})], {began: at(ms), ...more});

  it('counts empty reads only from the last write on', () => {
    const first = step(begun(), 2_000);
    const second = step(first, 3_000);
    expect(second.empty).toEqual({first: at(1_000), last: at(3_000)});
    const write: readonly Intent[] = [intent(place)];
    // The list was asked for before that.
    const written = step(second, 5_000, write, list<Order>([], {began: at(4_999)}));
    expect([written.empty, written.quietSince]).toEqual([undefined, at(5_000)]);
    expect(step(written, 6_000, write, list<Order>([], {began: at(4_999)})).empty).toBeUndefined();
    expect(step(written, 6_000, write).empty).toEqual({first: at(6_000), last: at(6_000)});
    expect(step(second, 5_000, none, shown(5_000)).empty).toBeUndefined();
  });

  it('counts no order as open that has ended, also if the list shows it', () => {
    const known = writesKnown(halting(), now);
    for (const status of ['EXPIRED', 'REJECTED', 'CANCELED', 'FILLED']) {
      const work = step(begun(), 2_000, none, shown(2_000, status));
      expect(work.empty).toEqual({first: at(1_000), last: at(2_000)});
      expect(work.seen.size).toBe(0);
      expect(cancelable(halting({orders: shown(2_000, status)}), known)).toEqual([]);
      const before = step(begun(), 1_500, none, shown(1_500));
      expect(step(before, 2_000, none, shown(2_000, status)).seen.size).toBe(0);
    }
    expect(step(begun(), 2_000, none, shown(2_000, 'HALTED')).empty).toBeUndefined();
    // An order may have moved from one page to the other.
    expect(step(begun(), 2_000, none, shown(2_000, 'EXPIRED', {isWhole: false})).empty).toBeUndefined();
    expect(cancelable(halting({orders: shown(2_000, 'HALTED')}), known)).toHaveLength(1);
  });

  it('keeps the empty reads while the list fails, and forgets an order that was seen twice the lag ago', () => {
    const first = step(begun(), 2_000, none, shown(2_000));
    const second = step(first, 241_999);
    expect([...second.seen.keys()]).toEqual(['5']);
    const failed = list<Order>([], {began: at(241_999), fault: 'No answer.'});
    const third = step(second, 242_000, none, failed);
    expect([...third.seen.keys()]).toEqual([]);
    expect(third.empty).toEqual(second.empty);
    // A row that cannot be read may be an order.
    const lost = list<Order>([], {began: at(241_999), isWhole: false, unreadable: 1});
    expect(step(second, 242_000, none, lost).empty).toBeUndefined();
  });

  it('begins with the orders that left the list lately, and those that an earlier process saw', () => {
    const left = new Map([['6', {order: order('6'), since: at(500)}]]);
    const watch = {...emptyLimitsRoom.watch, orders: {rows: [order('5')]}, left};
    const work = newWork({...halting(), limits: {watch}}, at(1_000));
    expect([...work.seen.keys()]).toEqual(['5', '6']);
  });
});

describe('a listed order that may close a position', () => {
  const sell = {kind: 'place', symbol: 'X', side: 'SELL', price: '5', size: '1'} as const;
  const exit: Draft = {...sell, positionId: '1', reduces: '1'};
  const placed = {state: 'CONFIRMED', proof: 'proved', resolvedRecordId: '5'};
  const unknown = {attempts: [{...attempts(lost)[0], startedAt: at(1_000)}], offsetAtSend: 0};
  const resolved = (word: string) => ({...unknown, state: 'RESOLVED', said: {word, note: ''}});
  const canceled = (fields: object, ...writes: Intent[]) => {
    const row = order('5', {...sell, orderType: 'LIMIT', ...fields});
    const given = halting({orders: list([row]), intents: {list: writes, clock: {offsetMs: 0, seenAt: now}}});
    return cancelable(given, writesKnown(given, now)).length > 0;
  };

  it.each<[string, boolean, object, object]>([
    ['stays if the answer to an exit of this halt names it', false, {}, placed],
    ['is canceled if its exit was asked for under another halt', true, {}, {...placed, underHalt: 0}],
    ['is canceled if its exit was asked for before', true, {}, {...placed, underHalt: undefined}],
    ['stays if it is like an exit under way', false, {}, {state: 'SENDING'}],
    ['is canceled if its price is not that of the exit under way', true, {price: '6'}, {state: 'SENDING'}],
    ['is canceled if it was listed before an UNKNOWN exit', true, {}, {knownBefore: ['5']}],
    ['stays if it came after an UNKNOWN exit was sent', false, {timestamp: 1_500}, unknown],
    ['is canceled if it came before that', true, {timestamp: -60_000}, unknown],
    ['stays if a person said that the exit was done', false, {timestamp: 1_500}, resolved('done')],
    ['is canceled if a person said that nothing came of it', true, {timestamp: 1_500}, resolved('nothing')],
  ])('%s', (_, isCanceled, fields, more) => {
    const asked = intent(exit, {underHalt: 1, ...more});
    expect(canceled(fields, asked)).toBe(isCanceled);
    // That of another write is no exit, however like one it is.
    const other = intent({...exit, size: '2'}, {...placed, id: 'other'});
    expect(canceled(fields, other, {...asked, resolvedRecordId: undefined} as Intent)).toBe(true);
  });
});

describe('an order is proved final', () => {
  const {listLagMs} = lags;
  /** DELETEs that were answered so, each as long after the one before. */
  const proves = (outcomes: readonly Outcome[], apartMs = listLagMs) =>
    provesFinal(
      attempts(...outcomes).map((each, index) => ({...each, startedAt: at(index * apartMs)})),
      listLagMs,
    );

  it('by its own record, a 409 of the service itself, or a second 404, and by nothing else', () => {
    for (const proof of [[yes('CANCELED')], [yes('FILLED')], [refused(409)], [refused(404), refused(404)]])
      expect(proves(proof)).toBe(true);
    const others = [refused(409, false), refused(422), refused(500), {kind: 'garbled', words: ''}] as const;
    for (const none of [[yes('PENDING'), {kind: 'yes'} as const], [refused(404)], others])
      expect(proves(none)).toBe(false);
    expect(provesFinal([], listLagMs)).toBe(false);
    expect(proves([refused(404), refused(404, false)])).toBe(false);
  });
});
