import {
  cardFields,
  directions,
  easyOptionFields,
  easyOptionStatuses,
  easyOptionTypes,
  limits,
  optionTypes,
  orderFields,
  sides,
  tradeFields,
} from '../../api/wire/records.ts';
import type {FeedPane} from '../vocabulary.ts';

/**
 * What each list can be filtered by (interface.md 4.1 to 4.3), as the filter language names it. A pair of members
 * such as `qtyMin` and `qtyMax` is one range here, `qty:0.1..2`; a pattern such as `titleContains` is `title~word`.
 */
export type Kind =
  | {readonly is: 'text'}
  | {readonly is: 'id'}
  | {readonly is: 'integer'; readonly least: number; readonly most: number}
  | {readonly is: 'word'; readonly values: readonly string[]; readonly isClosed?: true}
  | {readonly is: 'decimals'}
  | {readonly is: 'times'; readonly sentAs: 'text' | 'number'};

export type Member = {
  readonly name: string;
  readonly kind: Kind;
  /** The members of the service's query that it becomes: the exact value, the pattern, or the ends of the range. */
  readonly exact?: string;
  readonly contains?: string;
  readonly from?: string;
  readonly to?: string;
  /** Other spellings of the member. */
  readonly also?: readonly string[];
  /** What it narrows by, in the completion. */
  readonly about: string;
};

const text = {is: 'text'} as const;
const id = {is: 'id'} as const;
const int32 = {is: 'integer', least: -2_147_483_648, most: 2_147_483_647} as const;

const exact = (name: string, kind: Kind, about: string, also?: readonly string[]): Member => ({
  name,
  kind,
  exact: name,
  about,
  ...(also && {also}),
});

const decimals = (name: string, about: string): Member => ({
  name,
  kind: {is: 'decimals'},
  from: `${name}Min`,
  to: `${name}Max`,
  about,
});

const times = (name: string, about: string): Member => ({
  name,
  kind: {is: 'times', sentAs: 'text'},
  from: `${name}From`,
  to: `${name}To`,
  about,
});

const pageSize = (most: number): Member =>
  exact('pageSize', {is: 'integer', least: 1, most}, `rows on a page, 1 to ${most}`);

/** No larger page is documented for the lists without a limit; one of 10,000 rows is still read in one answer. */
const largestPage = 10_000;

export const members: Record<FeedPane, readonly Member[]> = {
  cards: [
    {name: 'search', kind: text, exact: 'search', about: 'words anywhere in the card'},
    exact('type', {is: 'word', values: easyOptionTypes}, 'UP_DOWN or TOUCH'),
    exact('direction', {is: 'word', values: directions}, 'UP or DOWN'),
    {
      name: 'underlying',
      kind: text,
      exact: 'underlying',
      contains: 'underlyingContains',
      about: 'asset; ~ for a part of it',
    },
    {name: 'title', kind: text, contains: 'titleContains', about: '~ a part of the title'},
    exact('active', {is: 'word', values: ['true', 'false']}, 'whether the card is active'),
    exact('wl', int32, 'whitelist filter value'),
    pageSize(largestPage),
  ],
  easyOptions: [
    {name: 'search', kind: text, exact: 'search', about: 'words anywhere in the Easy Option'},
    exact('status', {is: 'word', values: easyOptionStatuses}, 'ACTIVE, CLOSED, …'),
    exact('type', {is: 'word', values: easyOptionTypes}, 'UP_DOWN or TOUCH'),
    exact('direction', {is: 'word', values: directions}, 'UP or DOWN'),
    decimals('investmentAmount', 'amount invested, a range'),
    exact('investmentCurrency', text, 'currency of the investment'),
    decimals('qty', 'quantity, a range'),
    decimals('entryPrice', 'entry price, a range'),
    decimals('targetPrice', 'target price, a range'),
    decimals('triggerPrice', 'trigger price, a range'),
    times('openTime', 'when it was opened, a range'),
    times('closeTime', 'when it was closed, a range'),
    times('triggerTime', 'when it was triggered, a range'),
    {
      name: 'optionSymbol',
      kind: text,
      exact: 'optionSymbol',
      contains: 'optionSymbolContains',
      about: 'option symbol; ~ for a part of it',
      also: ['symbol'],
    },
    exact('id', id, 'one Easy Option'),
    exact('cardId', id, 'opened from this card'),
    exact('positionId', id, 'of this position'),
    exact('orderId', id, 'of this order'),
    exact('accountId', id, 'of this account'),
    exact('wl', int32, 'whitelist filter value'),
    pageSize(largestPage),
  ],
  orders: [
    exact('asset', text, 'underlying asset', ['underlying']),
    exact('type', {is: 'word', values: optionTypes}, 'CALL or PUT'),
    pageSize(limits.ordersPageSize),
  ],
  trades: [
    exact('symbol', text, 'option symbol'),
    exact('orderId', id, 'fills of this order'),
    exact('positionId', id, 'of this position'),
    {
      name: 'side',
      kind: {is: 'word', values: sides, isClosed: true},
      exact: 'side',
      about: 'BUY or SELL',
      also: ['tradeSide'],
    },
    {
      name: 'time',
      kind: {is: 'times', sentAs: 'number'},
      from: 'start',
      to: 'end',
      about: 'when it was made, a range',
      also: ['timestamp'],
    },
    pageSize(largestPage),
  ],
};

/** Spellings of one end of a range, as interface.md names them: `qtyMin:1` is `qty:1..`. */
const extraEnds: Partial<
  Record<FeedPane, Record<string, {readonly member: string; readonly end: 'from' | 'to'}>>
> = {
  trades: {
    startTimestamp: {member: 'time', end: 'from'},
    endTimestamp: {member: 'time', end: 'to'},
  },
};

const fields: Record<FeedPane, readonly string[]> = {
  cards: cardFields,
  easyOptions: easyOptionFields,
  orders: orderFields,
  trades: tradeFields,
};

const byAKey: Record<string, string> = {
  pageNumber: 'the page is turned with [ and ]',
  page: 'the page is turned with [ and ]',
  sortByField: 'the order is chosen with s',
  sortByDirection: 'the order is chosen with s',
  sort: 'the order is chosen with s',
};

/** How a name before an operator is to be read on a pane. */
export type Found =
  | {readonly as: 'member'; readonly member: Member}
  | {readonly as: 'end'; readonly member: Member; readonly end: 'from' | 'to'}
  | {readonly as: 'contains'; readonly member: Member}
  | {readonly as: 'refused'; readonly reason: string}
  | {readonly as: 'unknown'};

export function findMember(pane: FeedPane, name: string): Found {
  const wanted = name.toLowerCase();
  const is = (spelling: string | undefined) => spelling?.toLowerCase() === wanted;
  for (const member of members[pane]) {
    if (is(member.name) || member.also?.some(is)) return {as: 'member', member};
    if (is(member.contains)) return {as: 'contains', member};
    if (is(member.from)) return {as: 'end', member, end: 'from'};
    if (is(member.to)) return {as: 'end', member, end: 'to'};
  }
  const extra = Object.entries(extraEnds[pane] ?? {}).find(([spelling]) => is(spelling))?.[1];
  const ofExtra = members[pane].find(member => member.name === extra?.member);
  if (extra && ofExtra) return {as: 'end', member: ofExtra, end: extra.end};
  const key = Object.keys(byAKey).find(is);
  if (key) return {as: 'refused', reason: byAKey[key] ?? ''};
  const field = fields[pane].find(is);
  if (field) return {as: 'refused', reason: `the service cannot filter ${listTitles[pane]} by ${field}`};
  return {as: 'unknown'};
}

export const listTitles: Record<FeedPane, string> = {
  cards: 'cards',
  easyOptions: 'Easy Options',
  orders: 'orders',
  trades: 'trades',
};
