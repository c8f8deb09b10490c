import type {Answer, CallOptions, Operations} from '../../src/api/client.ts';
import type {Writes} from '../../src/api/contract.ts';
import {ApiError, LinkError} from '../../src/api/errors.ts';
import {
  type Order,
  type Page,
  type WriteBody,
  type WriteName,
  type WriteRow,
  writeNames,
  writes,
} from '../../src/api/wire/records.ts';
import {sentKindOf, type WriteDraft, type WriteKind} from '../../src/core/intents/kinds/kinds.ts';
import type {BookCommand} from '../../src/paper/engine/apply.ts';
import type * as Rows from '../../src/paper/engine/book.ts';
import type {CommandRefusal} from '../../src/paper/engine/book.ts';
import {commands} from '../../src/paper/operations/routes.ts';
import type {Fault} from './faults.ts';
import {isDoneOnce} from './kinds.ts';
import {orderRecord} from './records.ts';
import {kindOfCommand, type Service as Served} from './service.ts';
import type {World} from './world.ts';

/** A write as it goes onto the wire. */
export type Wire = {
  readonly kind: WriteKind;
  readonly command: BookCommand;
  readonly bytes: string;
};

type Given = {
  readonly world: World;
  readonly service: Served;
  readonly faultOfRead: () => Fault;
  readonly faultOfWrite: (wire: Wire) => Fault;
  /** Called as the first byte of a write leaves; says which intent it is of. */
  readonly leaving: (wire: Wire) => string | undefined;
  /** How long it takes to sign a write (ms). */
  readonly signMs: () => number;
  /** How long its connection takes to be made, in which the machine may sleep (ms). */
  readonly connectMs: () => number;
  /** How often it is asked if a write may still go out: before the connection, and before its first byte. */
  readonly asks: number;
  readonly holdsBack: (reason: string) => boolean;
  /** From the last time that it is asked to the first byte: 0, unless it is broken on purpose. */
  readonly pauseMs: number;
  /** Runs what the client's process would do; never, if that process is gone. */
  readonly inProcess: (work: () => void) => void;
  readonly tell: (words: () => string) => void;
};

/** The client as the desk calls it, on the simulated service and a link on which anything may go wrong. */
export function createSimClient(given: Given): Operations {
  const {world, service} = given;

  const read = <Value>(
    what: string,
    answer: () => Value,
    options: CallOptions | undefined,
  ): Promise<Answer<Value>> =>
    new Promise((resolve, reject) => {
      const fault = given.faultOfRead();
      const asked = world.now();
      const signal = options?.signal;
      const hear = (work: () => void) =>
        world.answerAt(asked + fault.heardMs, () =>
          given.inProcess(() => {
            if (signal?.aborted === true) reject(new LinkError('aborted', 'maybe', 'Aborted.'));
            else work();
          }),
        );
      if (fault.answer !== undefined) {
        const error = fault.answer();
        hear(() => reject(error));
        return;
      }
      world.at(asked + (fault.arrivesMs ?? 0), () => {
        const value = answer();
        const serverDate = Math.floor(service.time() / 1_000) * 1_000;
        hear(() => {
          given.tell(() => `reads ${what}`);
          resolve({value, venue: 'LIVE', latencyMs: fault.heardMs, serverDate});
        });
      });
    });

  const pause = (ms: number) =>
    new Promise<void>(resolve => world.answerAt(world.now() + ms, () => given.inProcess(resolve)));

  const write: Writing = async (wire, {answer}, options) => {
    const holdBack = () => {
      const reason = options?.holdBack?.();
      if (reason !== undefined && given.holdsBack(reason)) throw new LinkError('aborted', 'no', reason);
    };
    const signMs = given.signMs();
    if (signMs > 0) await pause(signMs);
    if (given.asks > 0) holdBack();
    const connectMs = given.connectMs();
    if (connectMs > 0) await pause(connectMs);
    if (given.asks > 1) holdBack();
    if (given.pauseMs > 0) await pause(given.pauseMs);
    const fault = given.faultOfWrite(wire);
    const done = await send(wire, fault);
    const value = answer === 'the order' ? toOrder(done) : {};
    return {value, venue: 'LIVE', latencyMs: fault.heardMs, requestId: 'r-1'};
  };

  const send = (wire: Wire, fault: Fault) =>
    new Promise<Rows.BookOrder | Rows.BookEasyOption>((resolve, reject) => {
      const asked = world.now();
      const isSent = fault.arrivesMs !== undefined || !isUnsent(fault);
      const intentId = isSent ? given.leaving(wire) : undefined;
      const hear = (work: () => void) => world.answerAt(asked + fault.heardMs, () => given.inProcess(work));
      if (fault.answer !== undefined) {
        const error = fault.answer();
        hear(() => reject(error));
      }
      if (fault.arrivesMs === undefined) return;
      world.at(asked + fault.arrivesMs, () => {
        const write = () => service.write(wire.command, {by: 'intent', intentId});
        if (fault.isTwice && isDoneOnce(wire)) write();
        const done = write();
        given.tell(() => `${wire.bytes} reaches the service: ${doneWords(done)}`);
        if (fault.answer === undefined)
          hear(() => (isRefusal(done) ? reject(refusalError(done)) : resolve(done)));
      });
    });

  const page = <Row>(
    rows: Row[],
    number: number,
    asked: number | undefined,
    {isTotalled = true, from: first = 0} = {},
  ): Page<Row> => {
    const pageSize = Math.min(service.nature.pageSize, asked ?? 20);
    const from = number * pageSize;
    const total = isTotalled ? rows.length : undefined;
    return {
      rows: rows.slice(from, from + pageSize),
      unreadable: [],
      total,
      page: number + first,
      pageSize,
      isLast: from + pageSize >= rows.length,
    };
  };
  const named = {from: service.nature.namesPagesFrom};
  const toOrder = (done: Rows.BookOrder | Rows.BookEasyOption): Order =>
    orderRecord(done as Rows.BookOrder, at => at, {withoutTimes: service.nature.withoutTimes});

  return {
    listCards: (query, options) =>
      read(
        'cards',
        () => page(service.cards(), query?.pageNumber ?? 0, query?.pageSize, {isTotalled: false}),
        options,
      ),
    searchEasyOptions: (query, options) =>
      read(
        'Easy Options',
        () => {
          const rows = service.easyOptions(query ?? {});
          const sorted = query?.sortByField === 'id' ? rows.toReversed() : rows;
          return page(sorted, query?.pageNumber ?? 0, query?.pageSize);
        },
        options,
      ),
    listOrders: (query, options) =>
      read(
        'orders',
        () => page(service.openOrders(), (query?.page ?? 1) - 1, query?.pageSize, named),
        options,
      ),
    listTrades: (query, options) =>
      read(
        'trades',
        () => page(service.trades(query ?? {}), (query?.page ?? 1) - 1, query?.pageSize, named),
        options,
      ),
    getTrade: () => Promise.reject(new LinkError('input', 'no', 'Not simulated.')),
    ...writingBy(write),
  };
}

type Writing = (wire: Wire, row: WriteRow, options: CallOptions | undefined) => Promise<Answer<unknown>>;

const writingBy = (write: Writing): Writes =>
  Object.fromEntries(writeNames.map(name => [name, writeBy(name, write)])) as unknown as Writes;

function writeBy<Name extends WriteName>(name: Name, write: Writing) {
  const row: WriteRow = writes[name];
  return (...input: unknown[]): Promise<Answer<unknown>> => {
    const given = [...input];
    const id = row.id === undefined ? '' : String(given.shift());
    const body = row.body === undefined ? undefined : given.shift();
    const command = commands[name]({account: 0, id, body: body as WriteBody<Name>, at: undefined});
    const bytes = [name, id, body === undefined ? '' : JSON.stringify(body)].filter(Boolean).join(' ');
    return write({kind: kindOfCommand(command), command, bytes}, row, given.shift() as CallOptions);
  };
}

/** What a program that is no dashboard asks the service for. */
export function commandOf(draft: WriteDraft, key: string): BookCommand {
  const sent: BookCommand[] = [];
  const keep: Writing = ({command}) => {
    sent.push(command);
    return Promise.reject(new LinkError('input', 'no', 'It is not sent.'));
  };
  const client = writingBy(keep) as Operations;
  const write = {draft, idempotencyKey: key, attempts: [], askedAt: {mono: 0, wall: 0}};
  sentKindOf(draft)
    .send(client, write, undefined)
    .catch(() => {});
  const [command] = sent;
  if (command === undefined) throw new Error(`No request is a ${draft.kind}.`);
  return command;
}

function isUnsent(fault: Fault): boolean {
  const error = fault.answer?.();
  return error instanceof LinkError && error.sent === 'no';
}

export function isRefusal(
  done: Rows.BookOrder | Rows.BookEasyOption | CommandRefusal,
): done is CommandRefusal {
  return 'type' in done && done.type === 'refused';
}

const statuses = {'not-found': 404, conflict: 409, business: 422} as const;

function refusalError({kind, message, error}: CommandRefusal): ApiError {
  return new ApiError(message, {status: statuses[kind], code: error, recognised: true, requestId: 'r-1'});
}

function doneWords(done: Rows.BookOrder | Rows.BookEasyOption | CommandRefusal): string {
  return isRefusal(done) ? `refused, ${done.message}` : `done, now ${done.status}`;
}
