import type {EasyOption, EasyOptionCard, Id, Order, Trade} from '../../src/api/wire/records.ts';
import type {WriteKind} from '../../src/core/intents/kinds/kinds.ts';
import {apply, type BookCommand, type BookEvent} from '../../src/paper/engine/apply.ts';
import type * as Rows from '../../src/paper/engine/book.ts';
import {type CommandRefusal, openOrders} from '../../src/paper/engine/book.ts';
import {idOf, numberOf} from '../../src/paper/operations/requests.ts';
import type {Chance} from './chance.ts';
import type {Morning} from './mornings.ts';
import {cardRecord, copies, easyOptionRecord, orderRecord, tradeRecord} from './records.ts';

/** What the service is like in one scenario. */
export type Nature = {
  /** The service's clock less true time (ms). */
  readonly skewMs: number;
  /** How fast the service's clock runs: seconds of it in a second. */
  readonly clockRate: number;
  /** Lists are cut to this many rows, whatever was asked for. */
  readonly pageSize: number;
  /** How probable it is that a new row comes late into the lists, and how late at most (ms). */
  readonly lateRows: number;
  readonly latestRowMs: number;
  /** Lists show what was true this long ago (ms). */
  readonly staleMs: number;
  /** After this long a key is forgotten (ms). */
  readonly keyLifeMs: number;
  /** Optional fields that this service never fills in. */
  readonly withoutTimes: boolean;
  readonly withoutAccount: boolean;
  /** The number that answers give to the first page of orders and trades, which are asked for from 1. */
  readonly namesPagesFrom: 0 | 1;
};

/** What carries out each kind of write. */
const commands: Readonly<Record<WriteKind, BookCommand['type']>> = {
  open: 'openEasyOption',
  close: 'closeEasyOption',
  place: 'placeOrder',
  cancel: 'cancelOrder',
};

export function kindOfCommand({type}: BookCommand): WriteKind {
  const found = (Object.keys(commands) as WriteKind[]).find(kind => commands[kind] === type);
  if (found === undefined) throw new Error(`No write is a ${type}.`);
  return found;
}

/** Something that was done, by an attempt of an intent or by another program. */
export type Commit = {
  readonly by: 'intent' | 'foreign';
  readonly intentId: string | undefined;
  readonly kind: WriteKind;
  readonly recordId: Id;
  readonly at: number;
};

export type Service = {
  readonly nature: Nature;
  readonly commits: readonly Commit[];
  /** The service's clock. */
  time(): number;
  /**
   * Does a write for good; a Refusal says that nothing was done. `lateRows` is how probable its row comes late.
   */
  write(
    command: BookCommand,
    by: Pick<Commit, 'by' | 'intentId'>,
    lateRows?: number,
  ): Rows.BookOrder | Rows.BookEasyOption | CommandRefusal;
  cards(): EasyOptionCard[];
  easyOptions(query: {cardId?: Id | undefined; id?: Id | undefined}): EasyOption[];
  openOrders(): Order[];
  trades(query: {symbol?: string | undefined; orderId?: Id | undefined; start?: number | undefined}): Trade[];
  /** Everything as it truly is. */
  truth(): {easyOptions: EasyOption[]; orders: Order[]; trades: Trade[]};
  /** The order as it truly is. */
  order(id: Id): Rows.BookOrder | undefined;
  easyOption(id: Id): Rows.BookEasyOption | undefined;
  /** All as it truly is. */
  book(): Rows.Book;
  /** Until then in true time. */
  tradesBefore(until: number): Trade[];
  /** In true time. */
  madeAt(order: Rows.BookOrder): number;
  /** In true time. */
  openedAt(id: Id): number | undefined;
  /** From now on lists show everything as it is, and nothing happens by itself any more. */
  calm(): void;
};

export function createService(given: {
  morning: Morning;
  nature: Nature;
  chance: Chance;
  now: () => number;
}): Service {
  const {morning, nature, chance, now} = given;
  const began = now();
  const commits: Commit[] = [];
  const history: {at: number; book: Rows.Book}[] = [{at: began, book: morning.book}];
  const late = new Map<string, number>();
  // What the morning brought is in the lists already.
  const known = {
    order: morning.book.orders.length,
    trade: morning.book.trades.length,
    easyOption: morning.book.easyOptions.length,
  };
  let frozenAt: number | undefined;
  /** Keys get another name in the book when the service has forgotten them. */
  const keys = new Map<string, {name: string; until: number}>();

  // The book lives at its morning; only what is shown bears the service's own clock.
  const bookTime = () => morning.now + ((frozenAt ?? now()) - began);
  const trueTime = (at: number) => at - morning.now + began;
  const serviceTime = (at: number) => Math.floor(began + (at - began) * nature.clockRate) + nature.skewMs;
  const shown = (at: number) => serviceTime(trueTime(at));
  const current = () => (history.at(-1) as {book: Rows.Book}).book;

  const keep = (book: Rows.Book, events: readonly BookEvent[], lateRows = nature.lateRows) => {
    history.push({at: now(), book});
    if (history.length > 200) history.splice(0, 100);
    for (const event of events) {
      if (event.type !== 'order' && event.type !== 'trade' && event.type !== 'easyOption') continue;
      const name = `${event.type} ${event.row.number}`;
      if (late.has(name) || event.row.number < known[event.type]) continue;
      late.set(name, chance.is(lateRows) ? now() + chance.next() * nature.latestRowMs : 0);
    }
  };

  const catchUp = (): Rows.Book => {
    const before = current();
    const time = bookTime();
    if (time <= before.time) return before;
    const [book, events] = apply(before, {type: 'wait'}, time);
    keep(book, events);
    return book;
  };

  /** The book of an earlier moment, with all that time alone had done by then. */
  const bookAt = (at: number): Rows.Book => {
    const {book} = history.findLast(each => each.at <= at) ?? (history[0] as {book: Rows.Book});
    const time = morning.now + (at - began);
    return time <= book.time ? book : apply(book, {type: 'wait'}, time)[0];
  };

  /** What lists are made from: perhaps an older book, and without what comes late. */
  const view = (): {book: Rows.Book; isShown: (kind: string, number: number) => boolean} => {
    const book = catchUp();
    if (frozenAt !== undefined) return {book, isShown: () => true};
    return {
      book: nature.staleMs === 0 ? book : bookAt(now() - nature.staleMs),
      isShown: (kind, number) => (late.get(`${kind} ${number}`) ?? 0) <= now(),
    };
  };

  const nameOfKey = (key: string): string => {
    const known = keys.get(key);
    if (known !== undefined && known.until > now()) return known.name;
    const name = known === undefined ? key : `${key} forgotten at ${now()}`;
    keys.set(key, {name, until: now() + nature.keyLifeMs});
    return name;
  };

  const toCard = copies(cardRecord);
  const toEasyOption = copies((row: Rows.BookEasyOption) => easyOptionRecord(row, shown, nature));
  const toOrder = copies((row: Rows.BookOrder) => orderRecord(row, shown, nature));
  const toTrade = copies((row: Rows.BookTrade) => tradeRecord(row, shown));

  return {
    nature,
    commits,
    time: () => serviceTime(now()),
    write(command, by, lateRows) {
      const before = catchUp();
      const named = command.type === 'placeOrder' ? {...command, key: nameOfKey(command.key)} : command;
      const [book, events] = apply(before, named, bookTime());
      keep(book, events, lateRows);
      const done = events.at(-1);
      if (done?.type === 'refused') return done;
      if (done?.type === 'orderDone') {
        const isNew = done.order.number >= before.orders.length || command.type === 'cancelOrder';
        if (isNew)
          commits.push({
            ...by,
            kind: kindOfCommand(command),
            recordId: idOf('order', done.order.number),
            at: now(),
          });
        return done.order;
      }
      if (done?.type !== 'easyOptionDone') throw new Error(`The engine answered ${done?.type} to a write.`);
      const kind = kindOfCommand(command);
      commits.push({...by, kind, recordId: idOf('easyOption', done.easyOption.number), at: now()});
      return done.easyOption;
    },
    cards: () => morning.cards.map(toCard),
    truth() {
      const book = catchUp();
      return {
        easyOptions: book.easyOptions.map(toEasyOption),
        orders: openOrders(book).map(toOrder),
        trades: book.trades.map(toTrade),
      };
    },
    easyOptions({cardId, id}) {
      const {book, isShown} = view();
      return book.easyOptions
        .filter(row => isShown('easyOption', row.number))
        .filter(row => cardId === undefined || String(row.cardId) === cardId)
        .filter(row => id === undefined || idOf('easyOption', row.number) === id)
        .reverse()
        .map(toEasyOption);
    },
    openOrders() {
      const {book, isShown} = view();
      return openOrders(book)
        .filter(({number}) => isShown('order', number))
        .map(toOrder)
        .reverse();
    },
    trades({symbol, orderId, start}) {
      const {book, isShown} = view();
      return book.trades
        .filter(row => isShown('trade', row.number))
        .filter(row => symbol === undefined || row.symbol === symbol)
        .filter(row => orderId === undefined || idOf('order', row.order) === orderId)
        .filter(row => start === undefined || shown(row.at) >= start)
        .reverse()
        .map(toTrade);
    },
    order: id => catchUp().orders[numberOf('order', id)],
    book: catchUp,
    madeAt: order => trueTime(order.createdAt),
    tradesBefore: until =>
      catchUp()
        .trades.filter(row => trueTime(row.at) < until)
        .map(toTrade),
    easyOption: id => catchUp().easyOptions[numberOf('easyOption', id)],
    openedAt(id) {
      const at = catchUp().easyOptions[numberOf('easyOption', id)]?.openedAt;
      return at === undefined ? undefined : trueTime(at);
    },
    calm() {
      frozenAt ??= now();
    },
  };
}
