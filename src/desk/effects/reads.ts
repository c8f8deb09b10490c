import type {Answer, Operations} from '../../api/client.ts';
import type {EasyOptionCard, Id, Order, Page, Trade} from '../../api/wire/records.ts';
import type {Desk} from '../desk.ts';
import {defaultPageSize} from '../feeds.ts';
import type {Arrived, Command, RereadAnswer} from '../messages.ts';
import type {Moment} from '../moment.ts';
import {sortRows} from '../sorting.ts';
import type {QueryOf, Row, Settings} from '../state.ts';
import type {FeedPane} from '../vocabulary.ts';
import {faultOf} from './faults.ts';

/** The reads of the desk: polls, the second reading of a review, the orders and trades of a position. */
type Given = {
  readonly client: Operations;
  readonly clock: () => Moment;
  readonly settings: Pick<Settings, 'sortable'>;
};

type Fetch = Extract<Command, {type: 'fetch'}>;

export type Reads = {
  /** Rejects only by a fault of the program, which must not pass for one of the service. */
  fetch(command: Fetch, send: Desk['send']): Promise<void>;
  reread(
    command: Extract<Command, {type: 'reread'}>,
    seen: (pane: 'cards', id: Id) => EasyOptionCard | undefined,
    send: Desk['send'],
  ): void;
  readPosition(positionId: Id, send: Desk['send']): void;
  readTrade(tradeId: Id, send: Desk['send']): void;
  /** Ends every read under way. */
  stop(): void;
};

export function createReads({client, clock, settings}: Given): Reads {
  const underWay = new Map<FeedPane, AbortController>();
  const other = new AbortController();
  const {signal} = other;

  const fetch = async (command: Fetch, send: Desk['send']) => {
    underWay.get(command.pane)?.abort();
    const abort = new AbortController();
    underWay.set(command.pane, abort);
    const began = clock();
    const {pane, request} = command;
    // Told outside of the attempt: what fails while the desk takes an answer is no failure of the read.
    const told = await list(client, settings, command, abort.signal).then(
      answer =>
        ({
          type: 'arrived',
          pane,
          request,
          began,
          answer: toArrived(answer, command, settings, clock()),
        }) as const,
      (error: unknown) => ({type: 'failed', pane, request, fault: faultOf(error)}) as const,
    );
    if (told.type === 'arrived' || !abort.signal.aborted) send(told);
  };

  const answerReread = async (
    {of}: Extract<Command, {type: 'reread'}>,
    seen: (pane: 'cards', id: Id) => EasyOptionCard | undefined,
  ): Promise<RereadAnswer> => {
    try {
      switch (of.kind) {
        case 'card':
          return {kind: 'card', card: await findCard(client, of.id, seen('cards', of.id), signal)};
        case 'easyOption': {
          const {value} = await client.searchEasyOptions({id: of.id}, {signal});
          return {kind: 'easyOption', option: value.rows.find(each => each.id === of.id)};
        }
        case 'orders':
          return {kind: 'orders', orders: await allOrders(client, signal)};
        default:
          return of satisfies never;
      }
    } catch (error) {
      return {kind: 'failed', fault: faultOf(error)};
    }
  };

  return {
    fetch,
    reread: (command, seen, send) =>
      void answerReread(command, seen).then(answer => send({type: 'reread', review: command.review, answer})),
    readPosition: (positionId, send) => void readPosition(client, positionId, signal, send),
    readTrade: (tradeId, send) =>
      void client.getTrade(tradeId, {signal}).then(
        answer => send({type: 'tradeRead', trade: answer.value}),
        (error: unknown) => send({type: 'told', text: faultOf(error).text, level: 'warning'}),
      ),
    stop() {
      other.abort();
      for (const each of underWay.values()) each.abort();
    },
  };
}

type AnyPage = Answer<Page<Row>>;

function list(
  client: Operations,
  {sortable}: Given['settings'],
  command: Fetch,
  signal: AbortSignal,
): Promise<AnyPage> {
  const {pane, query, sort, page, pageSize} = command;
  const bySort = {sortByField: sort?.field, sortByDirection: sort?.descending ? 'DESC' : 'ASC'} as const;
  switch (pane) {
    case 'cards': {
      const sorted = sort && sortable.cards.includes(sort.field) ? bySort : {};
      return client.listCards(
        {...(query as QueryOf['cards']), ...sorted, pageNumber: page, pageSize},
        {signal},
      );
    }
    case 'easyOptions': {
      const sorted = sort && sortable.easyOptions.includes(sort.field) ? bySort : {};
      return client.searchEasyOptions(
        {...(query as QueryOf['easyOptions']), ...sorted, pageNumber: page, pageSize},
        {signal},
      );
    }
    case 'orders':
      return client.listOrders({...(query as QueryOf['orders']), page: page + 1, pageSize}, {signal});
    case 'trades':
      return client.listTrades({...(query as QueryOf['trades']), page: page + 1, pageSize}, {signal});
    default:
      return pane satisfies never;
  }
}

function toArrived(
  answer: AnyPage,
  {pane, sort}: Fetch,
  {sortable}: Given['settings'],
  now: Moment,
): Arrived {
  const {rows, unreadable, total, isLast} = answer.value;
  const isSortedHere =
    sort !== undefined &&
    !((pane === 'cards' || pane === 'easyOptions') && sortable[pane].includes(sort.field));
  return {
    rows: isSortedHere ? sortRows(rows, sort) : rows,
    unreadable,
    total,
    isLast,
    venue: answer.venue,
    latencyMs: answer.latencyMs,
    // The Date header counts whole seconds, so half of one is the likeliest rest.
    skewMs: answer.serverDate === undefined ? undefined : answer.serverDate + 500 - now.wall,
  };
}

/** How many pages a second reading looks through before it calls a record gone. */
const mostPages = 25;

/**
 * The list of cards cannot be asked for one id; it can be narrowed to the underlying. Its pages are of the documented
 * size: where a service gives fewer rows than it was asked for, a whole page would look like the last one.
 */
async function findCard(
  client: Operations,
  id: Id,
  seen: EasyOptionCard | undefined,
  signal: AbortSignal,
): Promise<EasyOptionCard | undefined> {
  const narrowed = seen === undefined ? {} : {underlying: seen.underlying};
  for (let pageNumber = 0; pageNumber < mostPages; pageNumber++) {
    const {value} = await client.listCards(
      {...narrowed, pageNumber, pageSize: defaultPageSize('cards')},
      {signal},
    );
    const card = value.rows.find(each => each.id === id);
    if (card !== undefined || value.isLast) return card;
  }
  return undefined;
}

async function allOrders(client: Operations, signal: AbortSignal): Promise<Order[]> {
  const orders: Order[] = [];
  for (let page = 1; page <= mostPages; page++) {
    const {value} = await client.listOrders({page, pageSize: 100}, {signal});
    orders.push(...value.rows);
    if (value.isLast) break;
  }
  return orders;
}

async function readPosition(
  client: Operations,
  positionId: Id,
  signal: AbortSignal,
  send: Desk['send'],
): Promise<void> {
  const orders: Order[] = [];
  const trades: Trade[] = [];
  let fault: string | undefined;
  try {
    orders.push(...(await allOrders(client, signal)).filter(each => each.positionId === positionId));
    trades.push(...(await client.listTrades({positionId, pageSize: 100}, {signal})).value.rows);
  } catch (error) {
    fault = faultOf(error).text;
  }
  send({type: 'positionRead', positionId, orders, trades, fault});
}
