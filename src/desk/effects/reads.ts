import {setTimeout as pause} from 'node:timers/promises';
import type {Operations} from '../../api/client.ts';
import {ApiError, LinkError, ShapeError} from '../../api/errors.ts';
import type {Id, Order, Page, Trade} from '../../api/wire/records.ts';
import type {Desk} from '../desk.ts';
import {explainHere} from '../feeds/advice.ts';
import {bringsMore} from '../feeds/feeds.ts';
import {askFilteredPage, askPage, everyRow, findRows} from '../feeds/lists.ts';
import {fits, heldByOne, type PageAnswer} from '../filter/index.ts';
import type {CommandOf, ListAnswer, PollAnswer, RereadAnswer, SentMsg} from '../messages.ts';
import {clockOffset, isSteady} from '../model/freshness.ts';
import type {Moment} from '../model/moment.ts';
import {ownId} from '../model/rows.ts';
import {disorderOf, isSortedByService, type Sortable, sortedHere, sortRows} from '../model/sorting.ts';
import type {FeedPane, WrittenPane} from '../model/vocabulary.ts';
import type {PageAsked} from '../portfolio/reading/list.ts';
import type {PageCame} from '../portfolio/reading/reading.ts';
import type {Fault, Row, RowOf, Settings} from '../state.ts';
import type {World} from './world.ts';

type Given = {
  readonly client: Operations;
  readonly clock: () => Moment;
  readonly settings: Pick<Settings, 'sortable'>;
  readonly after?: (ms: number, then: () => void) => void;
};

type PositionRead = Pick<Extract<SentMsg, {type: 'positionRead'}>, 'orders' | 'trades' | 'fault'>;

type Asking = {readonly signal: AbortSignal; readonly pace: Pace; readonly maxPages: number};

type ReadCommand =
  | 'readPortfolio'
  | 'reread'
  | 'readList'
  | 'readPosition'
  | 'readTrade'
  | 'readFills'
  | 'leaveDialog';

export type Reads = Pick<World, ReadCommand> & {
  /** Rejects only for a defect of the program, which must not pass for an error of the service. */
  fetch(command: CommandOf<'fetch'>, send: Desk['send']): Promise<void>;
  stop(): void;
};

export function createReads(given: Given): Reads {
  const {client, clock, after} = given;
  const underWay = new Map<FeedPane, AbortController>();
  /** The account is read behind the pending polls. */
  const before = new Set<Promise<unknown>>();
  const other = new AbortController();
  const {signal} = other;
  const accountPace = createPace(clock, after);
  return {
    ...createDialogReads(given, signal),
    async fetch(command, send) {
      underWay.get(command.pane)?.abort();
      const abort = new AbortController();
      underWay.set(command.pane, abort);
      const page = fetchPage(given, command, abort.signal);
      const told = await inTurn(before, page);
      if (underWay.get(command.pane) === abort) underWay.delete(command.pane);
      if (told.type === 'arrived' || !abort.signal.aborted) send(told);
    },
    readPortfolio: ({asked}, send) =>
      void Promise.allSettled(before)
        .then(() => askAccount(client, asked, given.settings.sortable, {signal, pace: accountPace}))
        .then(came => send({type: 'portfolio', came})),
    readTrade: ({tradeId}, send) =>
      void client.getTrade(tradeId, {signal}).then(
        answer => send({type: 'tradeRead', trade: answer.value}),
        (error: unknown) => send({type: 'told', text: faultOf(error).text, level: 'warning'}),
      ),
    readFills({orderId}, send) {
      void fillsOfOrder(client, orderId, signal).then(trades => send({type: 'fillsRead', orderId, trades}));
    },
    stop() {
      other.abort();
      for (const each of underWay.values()) each.abort();
    },
  };
}

const askingOf = ({clock, after}: Given, signal: AbortSignal): Asking => ({
  signal,
  pace: createPace(clock, after),
  maxPages: mostPagesAsked,
});

function createDialogReads(
  given: Given,
  ended: AbortSignal,
): Pick<Reads, 'reread' | 'readList' | 'readPosition' | 'leaveDialog'> {
  const {client, clock} = given;
  let dialog = new AbortController();
  let gathering = new AbortController();
  const asking = ({signal}: AbortController) => askingOf(given, AbortSignal.any([signal, ended]));
  return {
    reread({review, of}, send) {
      const {signal: left} = dialog;
      void reread(client, of, asking(dialog)).then(
        answer => left.aborted || send({type: 'reread', review, answer}),
      );
    },
    readList(command, send) {
      gathering.abort();
      gathering = new AbortController();
      const {signal: left} = gathering;
      void readWholeList(client, command, asking(gathering), clock()).then(
        answer => left.aborted || send({type: 'listRead', number: command.number, answer}),
      );
    },
    readPosition({positionId}, send) {
      const {signal: left} = dialog;
      void readPosition(client, positionId, asking(dialog)).then(
        read => left.aborted || send({type: 'positionRead', positionId, ...read}),
      );
    },
    leaveDialog() {
      dialog.abort();
      dialog = new AbortController();
    },
  };
}

async function inTurn<T>(before: Set<Promise<unknown>>, work: Promise<T>): Promise<T> {
  before.add(work);
  try {
    return await work;
  } finally {
    before.delete(work);
  }
}

/** Filters again, in case the service ignores the filter: every trade names its order. */
async function fillsOfOrder(
  client: Operations,
  orderId: Id,
  signal: AbortSignal,
): Promise<readonly Trade[] | undefined> {
  try {
    const {value} = await client.listTrades({orderId, pageSize: 100}, {signal});
    return value.rows.filter(each => each.orderId === orderId);
  } catch {
    return undefined;
  }
}

/** Returns the message instead of sending it: an error thrown while the desk takes it is not a failed read. */
async function fetchPage(given: Given, command: CommandOf<'fetch'>, signal: AbortSignal) {
  const {client, clock, settings} = given;
  const began = clock();
  const {pane, request} = command;
  try {
    const {answer, filtered} = await askFilteredPage(client, command, settings.sortable, {signal});
    const arrived = toArrived(answer, command, settings, {began, now: clock()});
    const isMore = command.looksBeyond ? await lookBeyond(given, command, answer.value, signal) : undefined;
    return {type: 'arrived', pane, request, began, answer: {...arrived, filtered, isMore}} as const;
  } catch (error) {
    return {type: 'failed', pane, request, fault: faultOf(error)} as const;
  }
}

async function lookBeyond(
  {client, settings}: Given,
  command: CommandOf<'fetch'>,
  {rows, isLast, total}: Page<Row>,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  if (isLast || total !== undefined) return undefined;
  const next = {...command, page: command.page + 1};
  return askPage(client, next, settings.sortable, {signal}).then(
    answer => bringsMore(command.pane, rows, answer.value.rows),
    () => undefined,
  );
}

async function reread(client: Operations, of: CommandOf<'reread'>['of'], how: Asking): Promise<RereadAnswer> {
  try {
    switch (of.kind) {
      case 'card': {
        const [card] = await findRows(client, 'cards', {underlying: of.underlying}, [of.id], how);
        return {kind: 'card', card};
      }
      case 'easyOption': {
        const {value} = await client.searchEasyOptions({id: of.id}, {signal: how.signal});
        return {kind: 'easyOption', option: value.rows.find(each => each.id === of.id)};
      }
      case 'orders':
        return {kind: 'orders', orders: await findRows(client, 'orders', {}, of.ids, how)};
      case 'amended': {
        const {orderId, isGone} = of;
        const [order] = isGone ? [] : await findRows(client, 'orders', {}, [orderId], how);
        return {kind: 'amended', order, fills: await everyFill(client, orderId, how)};
      }
      default:
        return of satisfies never;
    }
  } catch (error) {
    return {kind: 'failed', fault: faultOf(error)};
  }
}

async function everyFill(client: Operations, orderId: Id, how: Asking): Promise<Trade[]> {
  const fills: Trade[] = [];
  for await (const trade of everyRow(client, 'trades', {orderId}, {...how, onUnreadable: () => {}}))
    fills.push(trade);
  return fills;
}

function toArrived(
  answer: PageAnswer,
  command: CommandOf<'fetch'>,
  {sortable}: Given['settings'],
  {began, now}: {readonly began: Moment; readonly now: Moment},
): PollAnswer {
  const {rows, unreadable, total, isLast} = answer.value;
  const {pane, sort} = command;
  const isAsked = sort !== undefined && isSortedByService(sortable, pane, sort.field);
  const disorder = isAsked ? disorderOf(rows, sort) : undefined;
  return {
    rows:
      sort !== undefined && disorder !== undefined
        ? sortRows(pane, rows, sort)
        : sortedHere(sortable, command, rows),
    disorder,
    unreadable,
    total,
    isLast,
    pageSize: answer.value.pageSize,
    otherPage: answer.otherPage,
    venue: answer.venue,
    latencyMs: Math.round(answer.latencyMs * 10) / 10,
    offsetMs: isSteady(began, now) ? clockOffset(answer, now.wall) : undefined,
  };
}

async function readPosition(client: Operations, positionId: Id, how: Asking): Promise<PositionRead> {
  const orders: Order[] = [];
  const trades: Trade[] = [];
  let fault: string | undefined;
  try {
    const open = everyRow(client, 'orders', {}, {...how, onUnreadable: () => {}});
    for await (const order of open) if (order.positionId === positionId) orders.push(order);
    const {rows} = (await client.listTrades({positionId, pageSize: 100}, {signal: how.signal})).value;
    // A service that ignores the filter gives the trades of every position.
    trades.push(...rows.filter(each => each.positionId === undefined || each.positionId === positionId));
  } catch (error) {
    fault = faultOf(error).text;
  }
  return {orders, trades, fault};
}

const noRows = {orders: [], easyOptions: []} as const;

async function readWholeList(
  client: Operations,
  command: CommandOf<'readList'>,
  how: Omit<Asking, 'maxPages'>,
  began: Moment,
): Promise<ListAnswer> {
  if (command.pane === 'orders') {
    const {rows, ...read} = await readRows(client, 'orders', command, how);
    return {...noRows, ...read, orders: rows, began};
  }
  const {rows, ...read} = await readRows(client, 'easyOptions', command, how);
  return {...noRows, ...read, easyOptions: rows, began};
}

async function readRows<P extends WrittenPane>(
  client: Operations,
  pane: P,
  {through, ids}: CommandOf<'readList'>,
  how: Omit<Asking, 'maxPages'>,
) {
  const missing = ids === undefined ? undefined : new Set(ids);
  const rows: RowOf[P][] = [];
  let total: number | undefined;
  let unreadable = 0;
  const options = {
    ...how,
    maxPages: mostPagesWhole,
    onUnreadable: () => void unreadable++,
    onTotal: (told: number | undefined) => {
      total = told;
    },
  };
  try {
    for await (const row of everyRow(client, pane, {}, options)) {
      rows.push(row);
      missing?.delete(ownId(pane, row) ?? '');
      if (missing?.size === 0) return {rows, total, unreadable, isWhole: false};
    }
  } catch (error) {
    return {rows, total, unreadable, isWhole: false, fault: faultOf(error).text};
  }
  const narrowed = through === undefined ? undefined : await narrowedIds(client, pane, through, how);
  return {rows, total, unreadable, isWhole: true, narrowed};
}

/**
 * Ids of the rows that pass a filter: those that the service gives, less those that contradict the filter or do
 * not prove the conditions that the service cannot apply.
 */
async function narrowedIds(
  client: Operations,
  pane: WrittenPane,
  through: NonNullable<CommandOf<'readList'>['through']>,
  how: Omit<Asking, 'maxPages'>,
): Promise<ListAnswer['narrowed']> {
  const ids = new Set<string>();
  try {
    const options = {...how, maxPages: mostPagesWhole, onUnreadable: () => {}};
    const held = heldByOne(through);
    for await (const row of everyRow<WrittenPane>(client, pane, through.query, options))
      if (held.every(each => fits(row, each))) ids.add(ownId(pane, row) ?? '');
  } catch (error) {
    return {fault: faultOf(error).text};
  }
  return {ids};
}

export async function askAccount(
  client: Operations,
  asked: PageAsked,
  sortable: Sortable,
  {signal, pace}: {readonly signal: AbortSignal; readonly pace: Pace},
): Promise<PageCame> {
  const {pane, number} = asked;
  try {
    await pace(signal);
    const {value} = await askPage(client, asked, sortable, {signal});
    return {kind: 'read', pane, number, page: value};
  } catch (error) {
    const {text, retryAfterMs} = faultOf(error);
    return {kind: 'failed', pane, number, error, fault: {text, retryAfterMs, isRefused: isRefused(error)}};
  }
}

export function isRefused(error: unknown): boolean {
  return error instanceof ApiError && [400, 413, 422].includes(error.status);
}

/** For a review or a position: 5,000 rows. A longer list is reported as not read to its end. */
const mostPagesAsked = 50;
/** For lists that must be whole: the evidence of a write, and the rows of a batch. */
export const mostPagesWhole = 200;
/** For a halt: FLAT is proved by all trades that the account ever made. */
export const mostPagesOfHalt = 1_000;

const mostInAWhile = 20;
const whileMs = 1_000;

export type Pace = (signal?: AbortSignal) => Promise<void>;

/** At most 20 requests in any second; the first 20 do not wait. */
export function createPace(clock: () => Moment, after?: (ms: number, then: () => void) => void): Pace {
  const starts: number[] = [];
  return async signal => {
    const now = clock().mono;
    const earliest = starts.length < mostInAWhile ? now : (starts.shift() ?? now) + whileMs;
    starts.push(Math.max(now, earliest));
    if (earliest <= now) return;
    const ms = earliest - now;
    await (after === undefined
      ? pause(ms, undefined, {signal})
      : new Promise<void>(resolve => after(ms, resolve)));
  };
}

export function faultOf(error: unknown): Fault {
  const text = explainHere(error);
  if (error instanceof ApiError) {
    if (error.status === 401 || error.status === 403) return {kind: 'credentials', text};
    if (error.status === 429) return {kind: 'rate', text, retryAfterMs: error.retryAfter};
    return {kind: 'refused', text};
  }
  if (error instanceof LinkError) return {kind: error.kind === 'credentials' ? 'credentials' : 'link', text};
  if (error instanceof ShapeError) return {kind: 'shape', text};
  return {kind: 'link', text};
}
