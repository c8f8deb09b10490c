import {setTimeout as pause} from 'node:timers/promises';
import {clockDoubtMs, clockOffset, isSteady, type Moment} from '../../account/model/moment.ts';
import {ownId} from '../../account/model/rows.ts';
import type {FeedPane} from '../../account/model/vocabulary.ts';
import {
  type ListRead,
  lackOf,
  listOf,
  nextPage,
  nothingRead,
  type PagesRead,
  withPage,
} from '../../account/model/whole.ts';
import type {OrderSymbols, Position} from '../../account/portfolio/positions.ts';
import {tradedAs} from '../../account/resources/figures.ts';
import type {Answer} from '../../api/client.ts';
import type {Operations} from '../../api/contract.ts';
import {ApiError, LinkError, ShapeError, tooManyPages} from '../../api/errors.ts';
import {type EasyOptionCard, fromIso, type Id, type Page} from '../../api/wire/records.ts';
import type {Evidence, Reading, WholeRead} from '../../core/intents/kinds/kind.ts';
import {type ListsRead, nextList} from '../../core/intents/looks.ts';
import {explainHere} from '../feeds/advice.ts';
import {askPage, Discounted, type OwnService, whyOfAnother, whyOld} from '../feeds/lists.ts';
import type {Fault, QueryOf, RowOf, Sort} from '../state.ts';

export type Reader = {
  readonly client: Operations;
  readonly clock: () => Moment;
  readonly after?: (ms: number, then: () => void) => void;
};

export type Asking = Reader & {
  readonly mostPages: number;
  readonly signal?: AbortSignal;
};

type Wanted<P extends FeedPane> = {
  readonly pane: P;
  readonly query: QueryOf[P];
  readonly sort?: Sort | undefined;
  /** @throws {Discounted} */
  readonly check?: (answer: Answer<Page<RowOf[P]>>, asked: Moment) => void;
  /** Ends the reading before the list ends. */
  readonly isEnough?: (ids: readonly (string | undefined)[]) => boolean;
};

const pageSize = 100;
/** The service is asked to sort by id; the ids show whether it does. */
const sortable = {cards: [], easyOptions: ['id']};

/** Never rejects: the result has the fault. */
export async function readList<P extends FeedPane>(
  {mostPages, signal, ...reader}: Asking,
  {pane, query, sort, check, isEnough}: Wanted<P>,
): Promise<ListRead<RowOf[P]>> {
  const {client, clock} = reader;
  let read: PagesRead<RowOf[P]> = nothingRead(clock());
  let old: string | undefined;
  try {
    while (!read.isEnded) {
      if (read.pages === mostPages) throw new Discounted(tooManyPages(mostPages));
      await turnIn(reader, signal);
      const asked = clock();
      const wanted = {pane, query, sort, page: nextPage(read), pageSize};
      const answer = await askPage(client, wanted, sortable, {signal});
      check?.(answer, asked);
      old ??= whyOld(answer);
      read = withPage(read, answer.value, row => ownId(pane, row));
      if (isEnough?.(listOf(read).ids)) break;
    }
    return listOf(old === undefined ? read : {...read, fault: {text: old}});
  } catch (error) {
    return listOf({...read, fault: faultOf(error)});
  }
}

/** For a review or a position: 5,000 rows. A longer list is reported as not read to its end. */
export const mostPagesAsked = 50;
/** For lists that must be whole: the evidence of a write, and the rows of several writes. */
export const mostPagesWhole = 200;
/** For a halt: all Easy Options that the account ever had. */
export const mostPagesOfHalt = 1_000;

const mostInAWhile = 20;
const whileMs = 1_000;

/** When the last complete reads of a client, whoever wanted them, asked for a page. */
const turns = new WeakMap<Operations, number[]>();

/** At most 20 requests of a client in any second; the first 20 do not wait. */
export async function turnIn({client, clock, after}: Reader, signal: AbortSignal | undefined): Promise<void> {
  const starts = turns.get(client) ?? [];
  turns.set(client, starts);
  const now = clock().mono;
  const earliest = starts.length < mostInAWhile ? now : (starts.shift() ?? now) + whileMs;
  starts.push(Math.max(now, earliest));
  if (earliest <= now) return;
  const ms = earliest - now;
  await (after === undefined
    ? pause(ms, undefined, {signal})
    : new Promise<void>(resolve => after(ms, resolve)));
}

export function faultOf(error: unknown): Fault {
  if (error instanceof Discounted) return {kind: 'link', text: error.message};
  const text = explainHere(error);
  if (error instanceof ApiError) {
    if (error.status === 401 || error.status === 403) return {kind: 'credentials', text};
    const {status, retryAfter: retryAfterMs} = error;
    if (status === 429) return {kind: 'rate', text, retryAfterMs};
    return {kind: status >= 500 ? 'failed' : 'refused', text, retryAfterMs};
  }
  if (error instanceof LinkError) return {kind: error.kind === 'credentials' ? 'credentials' : 'link', text};
  if (error instanceof ShapeError) return {kind: 'shape', text};
  return {kind: 'link', text};
}

/**
 * The reads that settle intents. A read counts only if it is whole: a list that changed while it was paged
 * through may lack the one row that matters.
 */
type Given = Reader & {readonly service: OwnService};

/**
 * A row that ends during the read moves another row onto a page that was already read, and no total shows it.
 * So a list of several pages counts only if two reads in a row have the same rows. It is read at most this many
 * times.
 */
const mostTimes = 4;
type Clock = WholeRead['clock'];

/** Never rejects: a failed read is evidence of nothing, with the reason. */
export async function gather(given: Given, reading: Reading): Promise<Evidence> {
  const beganAt = given.clock();
  const reader = createReader(given);
  try {
    let lists: ListsRead = {};
    for (;;) {
      const wanted = nextList(reading, lists, reader.clock());
      if (wanted === undefined) {
        const another = whyOfAnother(given.client, given.service);
        if (another !== undefined) throw new Discounted(another);
        return {kind: 'read', beganAt, clock: reader.clock(), ...nothing, ...lists};
      }
      const {list} = wanted;
      const pane = list === 'fills' ? 'trades' : list;
      lists = {...lists, [list]: await reader.all(pane, 'query' in wanted ? wanted.query : {})};
    }
  } catch (error) {
    return {kind: 'failure', words: error instanceof Discounted ? error.message : explainHere(error)};
  }
}

const nothing = {easyOptions: [], orders: [], trades: []};

function createReader(given: Given) {
  const {clock: now} = given;
  let clock: Clock;
  const how = {...given, mostPages: mostPagesWhole};
  const check = (answer: Answer<Page<unknown>>, asked: Moment) => {
    // Its Date header gives no offset then, and without one an old record could pass for a new one.
    if (!isSteady(asked, now()))
      throw new Discounted('The machine slept or its clock changed during the read.');
    clock = better(clock, clockOf(answer, now()));
    const {unreadable} = answer.value;
    const [lost] = unreadable;
    if (lost !== undefined)
      throw new Discounted(`${unreadable.length} of the rows could not be read (${lost.reason}).`);
  };
  return {
    clock: () => clock,
    async all<P extends FeedPane>(pane: P, query: QueryOf[P]): Promise<readonly RowOf[P][]> {
      let before: string | undefined;
      let lack: string | undefined;
      for (let time = 0; time < mostTimes; time++) {
        const read = await readList(how, {pane, query, check});
        const seen = read.ids.join(' ');
        lack = lackOf(read, 'stable', seen === before);
        if (lack === undefined) return read.rows;
        if (lackOf(read, 'ended') !== undefined) break;
        before = seen;
      }
      throw new Discounted(lack);
    },
  };
}

/** The Date header is truncated to a second, and was set at some time between our request and the answer. */
function clockOf(answer: Answer<unknown>, now: Moment): Clock {
  const offsetMs = clockOffset(answer, now.wall);
  const toleranceMs = Math.max(clockDoubtMs, Math.ceil(1_000 + answer.latencyMs));
  return offsetMs === undefined ? undefined : {offsetMs, toleranceMs, seenAt: now};
}

function better(before: Clock, after: Clock): Clock {
  if (before === undefined || after === undefined) return before ?? after;
  return after.toleranceMs < before.toleranceMs ? after : before;
}

/**
 * The symbols of positions that no record names, by order id. A trade has no symbol, but the service filters
 * trades by one: it is asked for those of each card with the underlying and the expiry of such a position.
 */
export async function readSymbols(
  client: Operations,
  positions: readonly Position[],
  cards: readonly EasyOptionCard[],
): Promise<OrderSymbols> {
  const symbols = new Map<Id, string>();
  const unnamed = positions.filter(({symbol, net}) => symbol === undefined && net !== '0');
  const isMeant = ({underlying, expiryDate}: EasyOptionCard) =>
    unnamed.some(({asset, expiry}) => asset === underlying && expiry === fromIso(expiryDate));
  const candidates = new Set(cards.filter(isMeant).flatMap(card => tradedAs(card) ?? []));
  const tradesOf = async (symbol: string) => (await client.listTrades({symbol, pageSize: 100})).value.rows;
  try {
    // A service that ignores the filter gives trades of any symbol.
    if (candidates.size === 0 || (await tradesOf('-')).length > 0) return symbols;
    for (const symbol of candidates)
      for (const {orderId} of await tradesOf(symbol)) if (orderId !== undefined) symbols.set(orderId, symbol);
  } catch (error) {
    // Without the names the positions have no ask.
    if (![ApiError, LinkError, ShapeError].some(kind => error instanceof kind)) throw error;
  }
  return symbols;
}
