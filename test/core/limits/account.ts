import type {Limits} from '../../../src/account/model/vocabulary.ts';
import type {EasyOption, EasyOptionCard, Order, Trade} from '../../../src/api/wire/records.ts';
import {addingKind, type Draft} from '../../../src/core/intents/kinds/kinds.ts';
import type {Load} from '../../../src/core/limits/measures.ts';
import {
  type AccountStanding,
  type Knows,
  noWatch,
  oldestRead,
  type Pending,
  type SeenAccount,
  withEnded,
  withListed,
} from '../../../src/core/limits/pending.ts';
import {wholeRows} from '../../helpers/whole.ts';
import {later, start} from '../intents/attempts.ts';
import {unlimited} from './knows.ts';

/** Accounts as a whole read tells them, for what is decided about limits. */
export type Records = {
  readonly options?: readonly EasyOption[];
  readonly orders?: readonly Order[];
  readonly cards?: readonly EasyOptionCard[];
  readonly trades?: readonly Trade[];
};

export const rowsOf = ({options = [], ...lists}: Records, began = start) =>
  wholeRows({easyOptions: options, ...lists}, began);

type Seen = {readonly ended?: readonly Pending[]; readonly lagMs?: number};

/** A process that knew of the ended writes, and then has read the account so, once. */
export function readOf(records: Records, {ended = [], lagMs = 120_000}: Seen = {}): SeenAccount {
  const rows = rowsOf(records);
  const watch = withListed(withEnded(noWatch, ended, later(-1_000)), rows, {began: start, lagMs});
  return {rows, watch, lagMs, oldestMs: oldestRead(2_000), wall: start.wall};
}

/** The same process after some more reads, each with its own seconds after the first. */
export function readOn(read: SeenAccount, more: readonly (readonly [number, Records])[]): SeenAccount {
  let {rows, watch, wall} = read;
  const {lagMs} = read;
  for (const [seconds, records] of more) {
    const began = later(seconds * 1_000);
    rows = rowsOf(records, began);
    watch = withListed(watch, rows, {began, lagMs});
    wall = began.wall;
  }
  return {...read, rows, watch, wall};
}

export const option = (id: string, fields: Partial<EasyOption> = {}): EasyOption => ({
  ...{id, cardId: '7', status: 'ACTIVE', investmentAmount: '100', investmentCurrency: 'USDT'},
  ...fields,
});
export const order = (orderId: string, fields: Partial<Order> = {}): Order => ({
  ...{orderId, symbol: 'BTC-C', side: 'BUY', price: '10', size: '5', sizeContracts: '5', asset: 'BTC'},
  ...fields,
});
export const trade = (tradeId: string, fields: Partial<Trade> = {}): Trade => ({
  ...{tradeId, orderId: `o${tradeId}`, positionId: '1', asset: 'BTC', type: 'CALL', strikePrice: '70000'},
  ...{expiryDate: start.wall + 3_600_000, tradeSide: 'BUY', openPrice: '10', filledSizeContracts: '5'},
  ...fields,
});
export const card = (id: string, underlying: string): EasyOptionCard => ({
  ...{id, underlying, type: 'UP_DOWN', direction: 'UP', targetPrice: '1', title: id},
  expiryDate: new Date(start.wall + 3_600_000).toISOString(),
});

export const opening = (investment: string, fields: Partial<Load> = {}): Load => ({
  ...{investment, notional: '0', count: 1, currency: 'USDT', underlying: 'BTC'},
  ...fields,
});
export const ordering = (notional: string, fields: Partial<Load> = {}): Load => ({
  ...{investment: '0', notional, count: 0, currency: 'USDT', underlying: 'BTC'},
  ...fields,
});

export function knows(limits: Partial<Limits>, added: Load, read: SeenAccount | undefined): Knows {
  const now = {...start, wall: read?.wall ?? start.wall, mono: read?.watch.began?.mono ?? start.mono};
  return {...unlimited, limits: {underlyings: {}, ...limits}, added, read, now};
}

export const pending = (fields: Partial<Pending> = {}): Pending => ({
  ...{intentId: 'i1', makes: 'easy option', load: opening('100'), size: '0', order: undefined},
  ...{isEnded: false, recordId: undefined},
  ...fields,
});

export const standing = (fields: Partial<AccountStanding> = {}): AccountStanding => ({
  ...{pending: [], writes: [], zone: 'UTC'},
  ...fields,
});

/** What a draft adds at most. */
export const loadOf = (draft: Draft, of: Pick<Load, 'currency' | 'underlying'>, filled = '0') =>
  addingKind(draft)?.load(draft, of, filled);
