import {describe, expect, it} from 'vitest';
import type {ListRead} from '../../../src/account/reading/whole.ts';
import type {EasyOption} from '../../../src/api/wire/records.ts';
import type {AccountRead, HaltFacts, HaltWork} from '../../../src/core/halt/halt.ts';
import {cancelable, type WritesKnown} from '../../../src/core/halt/orders.ts';
import {inDoubt, lacking, newWork, provesFinal, withRound} from '../../../src/core/halt/round.ts';
import type {Intent} from '../../../src/core/intents/intent.ts';
import type {Draft} from '../../../src/core/intents/kinds/kinds.ts';
import type {Outcome} from '../../../src/core/intents/outcome.ts';
import {order} from '../../helpers/desk.ts';
import {listRead} from '../../helpers/list-read.ts';
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

const list = <Row>(rows: Row[], more: Partial<ListRead<Row>> = {}) => listRead(at(200_000), rows, more);
const closed: EasyOption[] = [
  {id: '1', status: 'CLOSED'},
  {id: '2', status: 'EXPIRED'},
];
const read: AccountRead = {orders: list([]), easyOptions: list(closed), venue: 'LIVE'};
const facts: HaltFacts = {writes: '', intents: [], listed: []};
/** All that there is to prove. */
const all: HaltWork = {...newWork(1), facts, read, empty: {first: at(2_000), last: at(122_000)}};

describe('the proof of NO ORDERS', () => {
  const lack = (change: Partial<HaltWork>, unlisted = 0, given = lags) =>
    lacking('NO ORDERS', {...all, ...change}, unlisted, given);

  it('lacks nothing after two empty reads a lag apart', () => {
    expect(lack({})).toBeUndefined();
    expect(lack({empty: {first: at(2_000), last: at(2_001)}}, 0, {...lags, listLagMs: 0})).toBeUndefined();
  });

  it.each([
    ['writes have not ended', {facts: {...facts, intents: [intent(place)]}}],
    ['an empty read after the last write', {empty: undefined}],
    ['The account may be another.', {facts: {...facts, barred: 'The account may be another.'}}],
    ['a second read', {empty: {first: at(2_000), last: at(2_000)}}],
    ['empty reads 120 s apart (lists may lag by that)', {empty: {first: at(2_000), last: at(121_999)}}],
    ['No answer.', {read: {...read, orders: list([], {fault: 'No answer.'})}}],
    ['the journal lacks 2 later writes: empty reads 145 s apart', {facts: {...facts, lack: {count: 2}}}],
  ] as const)('lacks: %s', (words, change) => {
    expect(lack(change as Partial<HaltWork>)).toBe(words);
  });

  it('waits for a lack in the journal by its own reads, whatever the wall clock says', () => {
    const missing = {facts: {...facts, lack: {count: 2}}};
    expect(lack({...missing, empty: {first: at(2_000), last: {mono: 122_000, wall: 9_000_000}}})).toContain(
      'the journal lacks',
    );
    expect(lack({...missing, empty: {first: at(2_000), last: at(147_000)}})).toBeUndefined();
  });

  it('waits until a write that a person resolved can arrive no more, by both clocks or by its reads', () => {
    const begun = {...attempts(lost)[0], startedAt: at(1_000)};
    const said = {word: 'nothing', note: ''};
    const resolved = intent(place, {state: 'RESOLVED', said, attempts: [begun], offsetAtSend: 500});
    const after = (ms: number, offsetMs?: number, of = resolved) =>
      lacking(
        'NO ORDERS',
        {...all, facts: {...facts, intents: [of]}, empty: {first: at(ms - 1), last: at(ms)}},
        0,
        {...lags, listLagMs: 0},
        offsetMs,
      );
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
      expect(lack({facts: {...facts, intents: [cancel]}})).toBeUndefined();
      expect(lack({facts: {...facts, intents: [{...cancel, attempts: attempts(yes('PENDING'))}]}})).toBe(
        'writes have not ended',
      );
    },
  );

  it('lacks what the orders are that no list shows, and may work', () => {
    expect(lack({}, 1)).toBe('orders are not confirmed final');
  });

  it('waits for no write in doubt that leaves nothing to cancel, and for each other one', () => {
    const open = [intent(place), intent({kind: 'cancel', orderId: '1'}), intent(place, {state: 'SENDING'})];
    const others = [intent(place, {state: 'CONFIRMED', resolvedRecordId: '5'})];
    expect(inDoubt({...facts, intents: [...open, ...others]}, 0)).toEqual(open);
  });
});

it.each([
  ['a read of the Easy Options', undefined],
  ['a whole read of the Easy Options, with its total', list(closed, {fault: ''})],
  ['a whole read of the Easy Options, with its total', list(closed, {isWhole: false})],
  ['a whole read of the Easy Options, with its total', list(closed, {total: undefined})],
  ['Easy Options are not ended', list([{id: '1', status: 'ACTIVE'}])],
  ['Easy Options are not ended', list([{id: '1', status: 'SETTLING'}])],
  ['Easy Options are not ended', list([{id: '1'}])],
  [undefined, list(closed)],
])('the proof of NO EASY OPTIONS lacks: %s', (words, easyOptions) => {
  const work = {...all, read: {...read, easyOptions}};
  expect(lacking('NO ORDERS, NO EASY OPTIONS', work, 0, lags)).toBe(words);
});

const known: WritesKnown = {owners: new Map(), exits: [], now: start, clock: undefined};

describe('a round', () => {
  const round = (
    work: HaltWork,
    ms: number,
    writes: string,
    orders: AccountRead['orders'] = listRead(at(ms), []),
  ) => withRound(work, {...facts, writes}, {...read, orders}, lags);

  it('counts empty reads only from the last write on', () => {
    const first = round(newWork(1), 1_000, '1');
    expect(first.empty).toEqual({first: at(1_000), last: at(1_000)});
    const second = round(first, 3_000, '1');
    expect(second.empty).toEqual({first: at(1_000), last: at(3_000)});
    expect(round(second, 5_000, '2').empty).toEqual({first: at(5_000), last: at(5_000)});
    expect(round(second, 5_000, '1', listRead(at(5_000), [order('5')])).empty).toBeUndefined();
  });

  it('counts no order as open that has ended, also if the list shows it', () => {
    const shown = (status: string) => listRead(at(1_000), [order('5', {status})]);
    for (const status of ['EXPIRED', 'REJECTED', 'CANCELED', 'FILLED']) {
      const work = round(newWork(1), 1_000, '1', shown(status));
      expect(work.empty).toEqual({first: at(1_000), last: at(1_000)});
      expect(work.seen.size).toBe(0);
      expect(cancelable({...read, orders: shown(status)}, known)).toEqual([]);
      const before = round(newWork(1), 500, '1', shown('PENDING'));
      expect(round(before, 1_000, '1', shown(status)).seen.size).toBe(0);
    }
    expect(round(newWork(1), 1_000, '1', shown('HALTED')).empty).toBeUndefined();
    // An order may have moved from one page to the other.
    const two = listRead(at(1_000), [order('5', {status: 'EXPIRED'})], {isWhole: false});
    expect(round(newWork(1), 1_000, '1', two).empty).toBeUndefined();
    expect(cancelable({...read, orders: shown('HALTED')}, known)).toHaveLength(1);
  });

  it('keeps the empty reads while the list fails, and forgets an order that was seen twice the lag ago', () => {
    const fault = 'No answer.';
    const first = round(newWork(1), 1_000, '1', listRead(at(1_000), [order('5')]));
    const second = round(first, 241_000, '1');
    expect([...second.seen.keys()]).toEqual(['5']);
    const third = round(second, 241_001, '1', listRead(at(241_001), [], {fault}));
    expect([...third.seen.keys()]).toEqual([]);
    expect(third.empty).toEqual(second.empty);
    // A row that cannot be read may be an order.
    const lost = listRead(at(241_001), [], {fault: '1 cannot be read.', unreadable: 1});
    expect(round(second, 241_001, '1', lost).empty).toBeUndefined();
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
  const lost: Outcome = {kind: 'lost', words: ''};

  it('by its own record, a 409 of the service itself, or a second 404, and by nothing else', () => {
    for (const proof of [[yes('CANCELED')], [yes('FILLED')], [refused(409)], [refused(404), refused(404)]])
      expect(proves(proof)).toBe(true);
    const others = [refused(409, false), refused(422), refused(500), {kind: 'garbled', words: ''}] as const;
    for (const none of [[yes('PENDING'), {kind: 'yes'} as const], [refused(404)], others])
      expect(proves(none)).toBe(false);
    expect(provesFinal([], listLagMs)).toBe(false);
    expect(proves([refused(404), refused(404, false)])).toBe(false);
  });

  it('by two 404s only with the lag of the lists between them', () => {
    const half = listLagMs / 2;
    expect(proves([refused(404), refused(404)], listLagMs - 1)).toBe(false);
    expect(proves([refused(404), lost, refused(404)], half)).toBe(true);
    expect(proves([lost, refused(404), refused(404)], half)).toBe(false);
  });
});
