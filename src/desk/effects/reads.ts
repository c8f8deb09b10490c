import type {Operations} from '../../api/client.ts';
import type {Id, Order, Page, Trade} from '../../api/wire/records.ts';
import type {PageAsked} from '../book/reading/list.ts';
import type {Desk} from '../desk.ts';
import {askFilteredPage, askPage, everyRow, findRows} from '../feeds/lists.ts';
import {bringsMore} from '../feeds/paging.ts';
import type {PageAnswer} from '../filter/index.ts';
import {clockOffset, isSteady} from '../model/freshness.ts';
import type {Command, PollAnswer, RereadAnswer, SentMsg} from '../model/messages.ts';
import type {Moment} from '../model/moment.ts';
import {disorderOf, isSortedByService, sortedHere, sortRows} from '../model/sorting.ts';
import type {Row, Settings} from '../model/state.ts';
import type {FeedPane} from '../model/vocabulary.ts';
import {askAccount} from './account.ts';
import {faultOf} from './faults.ts';
import {createPace, mostPagesAsked, type Pace} from './pace.ts';
import {readWholeList} from './whole-list.ts';

/** The reads of the desk: polls, the second reading of a review, the orders and trades of a position. */
type Given = {
  readonly client: Operations;
  readonly clock: () => Moment;
  readonly settings: Pick<Settings, 'sortable'>;
  /** How a read waits for its turn; by timers, unless given. */
  readonly after?: (ms: number, then: () => void) => void;
};

type FetchCommand = Extract<Command, {type: 'fetch'}>;
type ListCommand = Extract<Command, {type: 'readList'}>;
type RereadCommand = Extract<Command, {type: 'reread'}>;
type PositionRead = Pick<Extract<SentMsg, {type: 'positionRead'}>, 'orders' | 'trades' | 'fault'>;

/** How a question of a dialog is asked. */
type Asking = {readonly signal: AbortSignal; readonly pace: Pace; readonly maxPages: number};

export type Reads = {
  /** Rejects only by a fault of the program, which must not pass for one of the service. */
  fetch(command: FetchCommand, send: Desk['send']): Promise<void>;
  readBook(asked: PageAsked, send: Desk['send']): void;
  reread(command: RereadCommand, send: Desk['send']): void;
  readList(command: ListCommand, send: Desk['send']): void;
  readPosition(positionId: Id, send: Desk['send']): void;
  readTrade(tradeId: Id, send: Desk['send']): void;
  readFills(orderId: Id, send: Desk['send']): void;
  readEasyOption(id: Id, send: Desk['send']): void;
  /** Ends the reading of a review or a position that has closed: nothing is told of it. */
  leaveDialog(): void;
  /** Ends every read under way. */
  stop(): void;
};

export function createReads(given: Given): Reads {
  const {client, clock, after} = given;
  const underWay = new Map<FeedPane, AbortController>();
  /** What reads of what left a list wait for: the polls that are under way, and each other. */
  const before = new Set<Promise<unknown>>();
  const other = new AbortController();
  const {signal} = other;
  const accountPace = createPace(clock, after);
  return {
    ...createDialogReads(client, clock, signal),
    /** A newer question of a pane ends the one under way. */
    async fetch(command, send) {
      underWay.get(command.pane)?.abort();
      const abort = new AbortController();
      underWay.set(command.pane, abort);
      const page = fetchPage(given, command, abort.signal);
      const told = await inTurn(before, page);
      if (underWay.get(command.pane) === abort) underWay.delete(command.pane);
      if (told.type === 'arrived' || !abort.signal.aborted) send(told);
    },
    readBook: (asked, send) =>
      void Promise.allSettled(before)
        .then(() => askAccount(client, asked, given.settings.sortable, {signal, pace: accountPace}))
        .then(came => send({type: 'book', came})),
    readTrade: (tradeId, send) =>
      void client.getTrade(tradeId, {signal}).then(
        answer => send({type: 'tradeRead', trade: answer.value}),
        (error: unknown) => send({type: 'told', text: faultOf(error).text, level: 'warning'}),
      ),
    readFills(orderId, send) {
      void behind(before, () => fillsOfOrder(client, orderId, signal)).then(trades =>
        send({type: 'fillsRead', orderId, trades}),
      );
    },
    readEasyOption(id, send) {
      void behind(before, () => reread(client, {kind: 'easyOption', id}, askingOf(clock, signal))).then(
        answer =>
          send({
            type: 'easyOptionRead',
            id,
            option: answer.kind === 'easyOption' ? answer.option : undefined,
          }),
      );
    },
    stop() {
      other.abort();
      for (const each of underWay.values()) each.abort();
    },
  };
}

const askingOf = (clock: Given['clock'], signal: AbortSignal): Asking => ({
  signal,
  pace: createPace(clock),
  maxPages: mostPagesAsked,
});

/** What a dialog waits for ends with it: nothing is told of it then. */
function createDialogReads(
  client: Operations,
  clock: Given['clock'],
  ended: AbortSignal,
): Pick<Reads, 'reread' | 'readList' | 'readPosition' | 'leaveDialog'> {
  let dialog = new AbortController();
  let gathering = new AbortController();
  const asking = ({signal}: AbortController) => askingOf(clock, AbortSignal.any([signal, ended]));
  return {
    reread({review, of}, send) {
      const {signal: left} = dialog;
      void reread(client, of, asking(dialog)).then(
        answer => left.aborted || send({type: 'reread', review, answer}),
      );
    },
    /** A newer one ends the one under way. */
    readList(command, send) {
      gathering.abort();
      gathering = new AbortController();
      const {signal: left} = gathering;
      void readWholeList(client, command, asking(gathering), clock()).then(
        answer => left.aborted || send({type: 'listRead', number: command.number, answer}),
      );
    },
    readPosition(positionId, send) {
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

/** Begins once all that is under way has ended; what is asked for later waits for it in turn. */
function behind<T>(before: Set<Promise<unknown>>, work: () => Promise<T>): Promise<T> {
  return inTurn(before, Promise.allSettled(before).then(work));
}

/** A service that does not obey the filter is not believed: every trade names its order. */
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

/** Told rather than sent: what fails while the desk takes an answer is no failure of the read. */
async function fetchPage(given: Given, command: FetchCommand, signal: AbortSignal) {
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

/** Whether the next page brings rows that are new; undefined where that cannot be known now, or need not be. */
async function lookBeyond(
  {client, settings}: Given,
  command: FetchCommand,
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

async function reread(client: Operations, of: RereadCommand['of'], how: Asking): Promise<RereadAnswer> {
  try {
    switch (of.kind) {
      case 'card': {
        // The list cannot be asked for one id; it can be narrowed to the underlying.
        const [card] = await findRows(client, 'cards', {underlying: of.underlying}, [of.id], how);
        return {kind: 'card', card};
      }
      case 'easyOption': {
        const {value} = await client.searchEasyOptions({id: of.id}, {signal: how.signal});
        return {kind: 'easyOption', option: value.rows.find(each => each.id === of.id)};
      }
      case 'orders':
        return {kind: 'orders', orders: await findRows(client, 'orders', {}, of.ids, how)};
      case 'replaced': {
        const {orderId, isGone} = of;
        const [order] = isGone ? [] : await findRows(client, 'orders', {}, [orderId], how);
        return {kind: 'replaced', order, fills: await everyFill(client, orderId, how)};
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
  command: FetchCommand,
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
        ? sortRows(rows, sort)
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
    // A service that does not know the filter by its name gives the trades of every position.
    trades.push(...rows.filter(each => each.positionId === undefined || each.positionId === positionId));
  } catch (error) {
    fault = faultOf(error).text;
  }
  return {orders, trades, fault};
}
