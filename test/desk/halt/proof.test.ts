import {describe, expect, it} from 'vitest';
import type {EasyOption, Trade} from '../../../src/api/wire/records.ts';
import {
  type AccountRead,
  type HaltFacts,
  haltEnds,
  heldContracts,
  lacking,
  newWork,
  type ProofFacts,
  proofFacts,
  provedEnd,
} from '../../../src/desk/halt/halt.ts';
import type {ListRead} from '../../../src/desk/model/whole.ts';
import {listRead} from '../../helpers/list-read.ts';

const quiet = 1_000;
const later = {mono: 200_000, wall: 0};

const list = <Row>(rows: Row[], more: Partial<ListRead<Row>> = {}) => listRead(later, rows, more);

const closed: EasyOption[] = [
  {id: '1', status: 'CLOSED'},
  {id: '2', status: 'EXPIRED'},
];
const bought: Trade = {
  tradeId: '1',
  asset: 'BTC',
  type: 'CALL',
  strikePrice: '75500',
  expiryDate: 5_000,
  tradeSide: 'BUY',
  filledSizeContracts: '0.5',
};
const sold: Trade = {...bought, tradeId: '2', tradeSide: 'SELL'};
const read: AccountRead = {
  orders: list([]),
  easyOptions: list(closed),
  trades: list([bought, sold]),
  venue: 'LIVE',
};
/** All that there is to prove. */
const all: ProofFacts = {
  intents: 0,
  unproved: 0,
  quietSince: quiet,
  empty: {first: 2_000, last: 122_000},
  read,
  listLagMs: 120_000,
  tradesLagMs: 120_000,
  serviceTime: 0,
  lack: undefined,
};

describe('the end states of a halt', () => {
  it('are all proved if nothing is missing', () => {
    expect(provedEnd(all)).toBe('FLAT');
    for (const word of haltEnds) expect(lacking(word, all)).toBeUndefined();
  });

  it.each([
    ['writes have not ended', {intents: 1}],
    ['orders are not confirmed final', {unproved: 1}],
    ['orders are still listed', {empty: undefined}],
    ['waiting for an empty read after the last write', {empty: {first: 999, last: 200_000}}],
    ['waiting for a second check', {empty: {first: 2_000, last: 2_000}}],
    ['empty reads 120 s apart (lists may lag by that)', {empty: {first: 2_000, last: 121_999}}],
    ['the journal lacks 2 later writes: an empty read 145 s after that was found', {lack: 2}],
  ] as const)('do not include NO ORDERS yet: %s', (lack, change) => {
    const facts = {...all, ...change};
    expect(lacking('NO ORDERS', facts)).toBe(lack);
    expect(provedEnd(facts)).toBeUndefined();
  });

  it('wait for an empty read after the writes that the journal lacks may have arrived', () => {
    const facts: HaltFacts = {
      ...{writes: '', open: [], unproved: [], listed: [], closing: []},
      lack: {count: 1, at: 10_000},
    };
    const at = (wall: number) => ({mono: wall, wall});
    const lackAfter = (last: number) => {
      const work = {...newWork(1), read, empty: {first: at(0), last: at(last)}};
      return proofFacts(work, facts, {listLagMs: 5_000, tradesLagMs: 0}, 0).lack;
    };
    expect([lackAfter(39_999), lackAfter(40_000)]).toEqual([1, undefined]);
  });

  it('need two reads even if lists have no lag', () => {
    const facts = {...all, listLagMs: 0};
    expect(lacking('NO ORDERS', {...facts, empty: {first: 2_000, last: 2_000}})).toBe(
      'waiting for a second check',
    );
    expect(lacking('NO ORDERS', {...facts, empty: {first: 2_000, last: 2_001}})).toBeUndefined();
  });

  it.each([
    ['a read of the Easy Options', undefined],
    ['a later read of the Easy Options', list(closed, {began: {mono: 999, wall: 0}})],
    [
      'a read of all Easy Options, with one total on its first and last page',
      list(closed, {fault: {text: 'No answer.'}}),
    ],
    ['a read of all Easy Options, with one total on its first and last page', list(closed, {totals: [2, 3]})],
    ['a read of all Easy Options, with one total on its first and last page', list(closed, {totals: [3, 3]})],
    ['a read of all Easy Options, with one total on its first and last page', list(closed, {unreadable: 1})],
    [
      'a read of all Easy Options, with one total on its first and last page',
      list(closed, {ids: ['1', '1']}),
    ],
    ['Easy Options in order of their ids', list(closed, {pages: 2, ids: ['2', '1']})],
    ['Easy Options are not ended', list([{id: '1', status: 'ACTIVE'}])],
    ['Easy Options are not ended', list([{id: '1', status: 'SETTLING'}])],
    ['Easy Options are not ended', list([{id: '1'}])],
  ])('do not include NO EASY OPTIONS yet: %s', (lack, easyOptions) => {
    const facts = {...all, read: {...read, easyOptions}};
    expect(lacking('NO ORDERS, NO EASY OPTIONS', facts)).toBe(lack);
    expect(provedEnd(facts)).toBe('NO ORDERS');
  });

  it.each([
    ['a read of the trades', undefined],
    ['a later read of the trades', list([bought, sold], {began: {mono: quiet + 119_999, wall: 0}})],
    [
      'a read of all trades, with one total on its first and last page',
      list([bought, sold], {totals: [2, 1]}),
    ],
    ['contracts are held', list([bought])],
    ['contracts are held', list([bought, {...sold, strikePrice: '80000'}])],
    ['contracts are held', list([bought, {...sold, filledSizeContracts: undefined}])],
  ])('do not include FLAT yet: %s', (lack, trades) => {
    const facts = {...all, read: {...read, trades}};
    expect(lacking('FLAT', facts)).toBe(lack);
    expect(provedEnd(facts)).toBe('NO ORDERS, NO EASY OPTIONS');
  });

  it('are never skipped: FLAT is not proved before NO ORDERS', () => {
    expect(provedEnd({...all, intents: 1})).toBeUndefined();
    expect(lacking('FLAT', {...all, intents: 1})).toBe('writes have not ended');
  });
});

describe('the held contracts', () => {
  it('are the sum of all trades of each unexpired contract, by name', () => {
    const put: Trade = {...bought, type: 'PUT', tradeSide: 'SELL', filledSizeContracts: '0.2'};
    expect(heldContracts([bought, bought, sold, put], 4_999)).toEqual([
      '0.5 BTC 75500 CALL 1970-01-01 00:00',
      '-0.2 BTC 75500 PUT 1970-01-01 00:00',
    ]);
    expect(heldContracts([bought, put], 5_000)).toEqual([]);
  });

  it('are an unknown number if a trade has no size or no side', () => {
    const {filledSizeContracts: _size, ...sizeless} = bought;
    expect(heldContracts([sizeless], 0)).toEqual(['an unknown number of BTC 75500 CALL 1970-01-01 00:00']);
    expect(heldContracts([{...bought, tradeSide: 'HOLD'}], 0)[0]).toMatch(/^an unknown number/);
  });
});
