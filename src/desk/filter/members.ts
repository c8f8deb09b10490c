import {
  cardQueryTable,
  easyOptionQueryTable,
  limits,
  type MemberKind,
  orderQueryTable,
  tradeQueryTable,
} from '../../api/wire/records.ts';
import {overStates} from '../model/figures.ts';
import {fieldsOf} from '../model/rows.ts';
import type {FeedPane} from '../model/vocabulary.ts';
import {kindsHere} from './here.ts';

/**
 * What each list can be filtered by, as the filter language names it: members of the service's query, whose
 * kinds are told there. A pair of them such as `qtyMin` and `qtyMax` is one range here, `qty:0.1..2`; a pattern
 * such as `titleContains` is `title~word`.
 */
export type Member = {
  readonly name: string;
  /** Of the value, or of either end of the range. */
  readonly kind: MemberKind;
  /** The members of the service's query that it becomes: the exact value, the pattern, or the range's ends. */
  readonly exact?: string;
  readonly contains?: string;
  readonly from?: string;
  readonly to?: string;
  /** The service cannot filter by it: the page that is shown is narrowed by it here. */
  readonly isHere?: true;
  /** Other spellings of the member. */
  readonly also?: readonly string[];
  /** The field of the records that it is about, where that has another name. */
  readonly field?: string;
  /** What it narrows by, in the completion. */
  readonly about: string;
};

/** Makes the members of one list from the table of its query: a name that is not in it does not compile. */
const membersOf = <Table extends {readonly [Name in keyof Table]: MemberKind}>(table: Table) => {
  type Name = keyof Table & string;
  type More = {readonly contains?: Name; readonly also?: readonly string[]};
  return {
    exact: (name: Name, about: string, more: More = {}): Member => ({
      name,
      kind: table[name],
      exact: name,
      about,
      ...more,
    }),
    pattern: (name: string, contains: Name, about: string): Member => ({
      name,
      kind: table[contains],
      contains,
      about,
    }),
    range: (
      name: string,
      from: Name,
      to: Name,
      about: string,
      more: Pick<Member, 'also' | 'field'> = {},
    ): Member => ({
      name,
      kind: table[from],
      from,
      to,
      about,
      ...more,
    }),
    pageSize: (exact: Name, most: number): Member => ({
      name: exact,
      kind: {is: 'integer', least: 1, most},
      exact,
      about: `rows on a page, 1 to ${most}`,
    }),
  };
};

/** No larger page is documented for lists without a limit; one of 10,000 rows is still read in one answer. */
const largestPage = 10_000;

const card = membersOf(cardQueryTable);
const option = membersOf(easyOptionQueryTable);
const order = membersOf(orderQueryTable);
const trade = membersOf(tradeQueryTable);

const asked: Record<FeedPane, readonly Member[]> = {
  cards: [
    card.exact('search', 'words anywhere in the card'),
    card.exact('type', 'UP_DOWN or TOUCH'),
    card.exact('direction', 'UP or DOWN'),
    card.exact('underlying', 'asset; ~ for a part of it', {contains: 'underlyingContains'}),
    card.pattern('title', 'titleContains', '~ a part of the title'),
    card.exact('active', 'whether the card is active'),
    card.exact('wl', 'whitelist filter value'),
    card.pageSize('pageSize', largestPage),
  ],
  easyOptions: [
    option.exact('search', 'words anywhere in the Easy Option'),
    option.exact('status', 'ACTIVE, CLOSED, …'),
    option.exact('type', 'UP_DOWN or TOUCH'),
    option.exact('direction', 'UP or DOWN'),
    option.range(
      'investmentAmount',
      'investmentAmountMin',
      'investmentAmountMax',
      'amount invested, a range',
    ),
    option.exact('investmentCurrency', 'currency of the investment'),
    option.range('qty', 'qtyMin', 'qtyMax', 'quantity, a range'),
    option.range('entryPrice', 'entryPriceMin', 'entryPriceMax', 'entry price, a range'),
    option.range('targetPrice', 'targetPriceMin', 'targetPriceMax', 'target price, a range'),
    option.range('triggerPrice', 'triggerPriceMin', 'triggerPriceMax', 'trigger price, a range'),
    option.range('openTime', 'openTimeFrom', 'openTimeTo', 'when it was opened, a range'),
    option.range('closeTime', 'closeTimeFrom', 'closeTimeTo', 'when it was closed, a range'),
    option.range('triggerTime', 'triggerTimeFrom', 'triggerTimeTo', 'when it was triggered, a range'),
    option.exact('optionSymbol', 'option symbol; ~ for a part of it', {
      contains: 'optionSymbolContains',
      also: ['symbol'],
    }),
    option.exact('id', 'one Easy Option'),
    option.exact('cardId', 'opened from this card'),
    option.exact('positionId', 'of this position'),
    option.exact('orderId', 'of this order'),
    option.exact('accountId', 'of this account'),
    option.exact('wl', 'whitelist filter value'),
    option.pageSize('pageSize', largestPage),
  ],
  orders: [
    order.exact('asset', 'underlying asset', {also: ['underlying']}),
    order.exact('type', 'CALL or PUT'),
    order.pageSize('pageSize', limits.ordersPageSize),
  ],
  trades: [
    trade.exact('symbol', 'option symbol'),
    trade.exact('orderId', 'fills of this order'),
    trade.exact('positionId', 'of this position'),
    trade.exact('side', 'BUY or SELL', {also: ['tradeSide']}),
    trade.range('time', 'start', 'end', 'when it was made, a range', {
      also: ['timestamp'],
      field: 'openDate',
    }),
    trade.pageSize('pageSize', largestPage),
  ],
};

/** By the fields that are left. */
const narrowing = (pane: FeedPane): readonly Member[] =>
  Object.entries(kindsHere[pane]).map(([name, kind]) => ({
    name,
    kind,
    isHere: true,
    about: 'this page only',
  }));

/** Everything that a pane can be narrowed by; what the service is asked for first. */
export const members: Readonly<Record<FeedPane, readonly Member[]>> = {
  cards: [...asked.cards, ...narrowing('cards')],
  easyOptions: [...asked.easyOptions, ...narrowing('easyOptions')],
  orders: [...asked.orders, ...narrowing('orders')],
  trades: [...asked.trades, ...narrowing('trades')],
};

/** The panes whose records can be over. */
export function hasOpen(pane: FeedPane): pane is keyof typeof overStates {
  return Object.hasOwn(overStates, pane);
}

/** The field of the records that a member is about, if they bear it. */
export function fieldOfMember(pane: FeedPane, {name, also = [], field = name}: Member): string | undefined {
  return [field, ...also].find(each => fieldsOf[pane].includes(each));
}

/** The words that are documented for a value of this kind; undefined where none are. */
export function wordsOf(kind: MemberKind): readonly string[] | undefined {
  return kind.is === 'word' || kind.is === 'one of' ? kind.words : undefined;
}

/** Amounts and times are asked for between two ends. */
export function isRange({is}: MemberKind): boolean {
  return is === 'decimal' || is === 'date-time' || is === 'millis';
}

/** Spellings of one end of a range, as interface.md names them: `qtyMin:1` is `qty:1..`. */
const extraEnds: Partial<
  Record<FeedPane, Record<string, {readonly member: string; readonly end: 'from' | 'to'}>>
> = {
  trades: {
    startTimestamp: {member: 'time', end: 'from'},
    endTimestamp: {member: 'time', end: 'to'},
  },
};

const byAKey: Record<string, string> = {
  pageNumber: 'the page is turned with [ and ]',
  page: 'the page is turned with [ and ]',
  sortByField: 'the order is chosen with s',
  sortByDirection: 'the order is chosen with s',
  sort: 'the order is chosen with s',
};

/** How a name before an operator is to be read on a pane. */
export type FoundMember =
  | {readonly as: 'member'; readonly member: Member}
  | {readonly as: 'end'; readonly member: Member; readonly end: 'from' | 'to'}
  | {readonly as: 'contains'; readonly member: Member}
  | {readonly as: 'refused'; readonly reason: string}
  | {readonly as: 'unknown'};

export function findMember(pane: FeedPane, name: string): FoundMember {
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
  return {as: 'unknown'};
}

export const listTitles: Record<FeedPane, string> = {
  cards: 'cards',
  easyOptions: 'Easy Options',
  orders: 'orders',
  trades: 'trades',
};
