import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {PageRequest} from '../../../src/account/model/feed.ts';
import type {Moment} from '../../../src/account/model/moment.ts';
import {ownId} from '../../../src/account/model/rows.ts';
import {type FeedPane, feedPanes, type Row, type RowOf} from '../../../src/account/model/vocabulary.ts';
import {
  initialReading,
  nextRounds,
  type PortfolioReading,
  takeCame,
  takeShown,
  wholeSince,
} from '../../../src/account/reading/reading.ts';
import {type RoundAsked, roundOf, takeAnswer} from '../../../src/account/reading/round.ts';
import {AccountService, type Character, ending, type Lived} from '../../helpers/account-service.ts';
import {cases} from '../../helpers/cases.ts';
import {card} from '../../helpers/desk.ts';
import {type Answered, firstRound, RoundsUnderWay, readRound} from '../../helpers/rounds.ts';

const start = 1_000_000_000;
const periodMs = 1_000;
const pace = {everyMs: periodMs, wholeMs: 10 * periodMs};

type Flight = {
  readonly request: PageRequest;
  readonly of: Pick<RoundAsked, 'pane' | 'number'>;
  readonly askedAt: number;
  readonly readAt: number;
  readonly cameAt: number;
  answered?: Answered;
};

const isThere = ({endedAt}: Lived<unknown>) => endedAt === undefined;
const seenBy = <R>(all: readonly Lived<R>[], {wall}: Moment) => all.filter(({seenFrom}) => seenFrom <= wall);

/** These rows of a list are all those that it must have, and none that it may not have. */
function holds<P extends FeedPane>(
  pane: P,
  rows: readonly RowOf[P][],
  must: readonly Lived<RowOf[P]>[],
  mayNot: readonly Lived<RowOf[P]>[] = [],
): void {
  const ids = new Set(rows.map(row => ownId(pane, row)));
  const isHeld = ({row}: Lived<RowOf[P]>) => ids.has(ownId(pane, row));
  const missing = must.filter(each => !isHeld(each));
  expect(missing, `${pane} that are missing`).toEqual([]);
  expect(mayNot.filter(isHeld), `${pane} that have ended`).toEqual([]);
}

/** A reading of a made-up service: requests take their time on the way there and on the way back. */
class Run {
  readonly service: AccountService;
  reading: PortfolioReading;
  now = start;
  /** As often as the reading was whole and was looked at. */
  looks = 0;
  /** The most cards that a whole list of them had to show. */
  cards = 0;
  /** As often as what a pane was shown spared a request. */
  spared = 0;
  readonly #rounds = new RoundsUnderWay();
  #flights: Flight[] = [];
  #shown: Flight[] = [];
  readonly #showing: number;
  #wakeAt: number | undefined;

  /** @param showing how often something that happens is a pane that asks as well, from 0 to 1 */
  constructor(seed: number, character: Character, size: number, showing: number) {
    this.#showing = showing;
    this.service = new AccountService(seed, start, character, size);
    this.reading = initialReading(character.lagMs);
  }

  #before: PortfolioReading['rows'] | undefined;

  #moment() {
    return {mono: this.now - start, wall: this.now};
  }

  ask(): void {
    const {reading, asked, wakeAfterMs} = nextRounds(this.reading, this.#moment(), () => pace);
    this.reading = reading;
    for (const of of asked) this.#fly(of, this.#rounds.ask(of));
    this.#wakeAt = wakeAfterMs === undefined ? undefined : this.now + wakeAfterMs;
  }

  #fly(of: Flight['of'], request: PageRequest | undefined): void {
    if (request !== undefined) this.#flights.push(this.#flight(of, request));
  }

  #flight(of: Flight['of'], request: PageRequest): Flight {
    const readAt = this.now + 100 * this.service.draw();
    return {of, request, askedAt: this.now, readAt, cameAt: readAt + 100 * this.service.draw()};
  }

  /** A pane asks for the first page of its list. */
  show(): void {
    const pane = this.service.pick(['orders', 'trades', 'easyOptions'] as const);
    this.#shown.push(this.#flight({pane, number: 0}, {pane, query: {}, page: 0, pageSize: 20}));
  }

  /** To the next thing that happens: a request is read, an answer comes, or it is time to look again. */
  step(): void {
    const flights = [...this.#flights, ...this.#shown];
    const times = flights.map(each => (each.answered === undefined ? each.readAt : each.cameAt));
    const at = Math.min(...times, this.#wakeAt ?? Number.POSITIVE_INFINITY);
    expect(at, 'something to wait for').toBeLessThan(Number.POSITIVE_INFINITY);
    this.service.passTo(at);
    this.now = at;
    for (const flight of flights)
      if (flight.answered === undefined && flight.readAt <= at)
        flight.answered = this.service.answer(flight.request);
    const [came] = this.#flights.filter(each => each.answered !== undefined && each.cameAt <= at);
    if (came?.answered !== undefined) this.#take(came, came.answered);
    this.#flights = this.#flights.filter(each => each !== came);
    this.#takeShown();
    if (this.#shown.length === 0 && this.#showing > this.service.draw()) this.show();
    this.ask();
  }

  #takeShown(): void {
    const now = this.#moment();
    for (const {request, askedAt, answered, cameAt} of this.#shown) {
      if (cameAt > this.now || answered?.kind !== 'read') continue;
      const {pane} = request;
      const began = {mono: askedAt - start, wall: askedAt};
      const before = this.reading;
      this.reading = takeShown(before, pane, {page: answered.page, began, now}, true);
      if (this.reading !== before) this.spared++;
      this.check();
    }
    this.#shown = this.#shown.filter(({cameAt}) => cameAt > this.now);
  }

  #take({of, askedAt}: Flight, answered: Answered): void {
    const now = this.#moment();
    const given = {periodMs, draw: this.service.draw(), now};
    const told = this.#rounds.take(of, answered, {mono: askedAt - start, wall: askedAt});
    if (told === undefined) return;
    this.#fly(of, told.next);
    this.reading = takeCame(this.reading, told.came, given);
    this.check();
  }

  /** What is proved stays proved: rows leave a whole list only by another proof. */
  checkProof(): void {
    const [before, after] = [this.#before, this.reading.rows];
    this.#before = after;
    for (const pane of feedPanes) {
      const [was, is] = [before?.[pane], after[pane]];
      if (was === undefined || !was.isWhole || !is.isWhole || was.began !== is.began) continue;
      const held = new Set(is.rows.map(row => ownId(pane, row)));
      expect(
        was.rows.map(row => ownId(pane, row)).filter(id => !held.has(id)),
        `${pane} that left without a proof`,
      ).toEqual([]);
    }
  }

  /** What a whole reading says holds between the beginning that it tells and now. */
  check(): void {
    this.checkProof();
    const {easyOptions, orders, trades, cards} = this.reading.rows;
    const {service} = this;
    const endedBefore = <R>(all: readonly Lived<R>[], at: number) =>
      all.filter(({endedAt = this.now}) => endedAt < at);
    if (cards.isWhole && cards.began !== undefined) {
      const seen = seenBy(service.cards, cards.began);
      this.cards = Math.max(this.cards, seen.length);
      holds('cards', cards.rows, seen);
    }
    if (easyOptions.isWhole && easyOptions.began !== undefined) {
      this.looks++;
      const {rows, began, asOf = began} = easyOptions;
      const open = rows.filter(({status = ''}) => !ending.includes(status));
      const seen = seenBy(service.options, began);
      expect(asOf.wall).toBeGreaterThanOrEqual(began.wall);
      holds('easyOptions', rows, seen);
      holds('easyOptions', open, seen.filter(isThere), endedBefore(service.options, asOf.wall));
    }
    if (orders.isWhole && orders.began !== undefined) {
      const seen = seenBy(service.orders, orders.began).filter(isThere);
      holds('orders', orders.rows, seen, endedBefore(service.orders, orders.began.wall));
    }
    if (trades.isWhole && trades.began !== undefined)
      holds('trades', trades.rows, seenBy(service.trades, trades.began));
  }

  untilWhole(since: number, end: number): void {
    while ((wholeSince(this.reading)?.wall ?? 0) <= since) {
      expect(this.now, 'whole once the service rests').toBeLessThan(end);
      this.step();
    }
  }

  until(end: number): void {
    while (this.now < end) this.step();
  }
}

const characters: fc.Arbitrary<Character> = fc.record({
  order: fc.constantFrom('as asked', 'as text', 'newest first', 'last changed'),
  mostOnPage: fc.integer({min: 2, max: 12}),
  tellsPageSize: fc.boolean(),
  lagMs: fc.constantFrom(0, 2_000),
  faults: fc.constantFrom(0, 0.05, 0.3),
  gaps: fc.constantFrom(0, 0.05, 0.3),
  everyMs: fc.constantFrom(40, 150, 2_000),
});

const plain: Character = {
  ...{order: 'as asked', mostOnPage: 20, tellsPageSize: false},
  ...{lagMs: 0, faults: 0, gaps: 0, everyMs: 40},
};
type Example = [seed: number, character: Character, size: number];

/** A service whose cards take several pages, which few of those that are drawn do. */
const manyCards: Example = [212, {...plain, mostOnPage: 3}, 27];

/** Cards that move to the front while later pages are read. */
const movedCards: Example = [10, {...plain, order: 'last changed', mostOnPage: 2, lagMs: 2_000}, 52];

/** Pages smaller than asked for, and faults on later ones. */
const textPages: Character = {...plain, order: 'as text', mostOnPage: 2, faults: 0.3, gaps: 0.3};
const shortPages: Example = [-401_816_954, textPages, 3];

/** A row that could not be read, and then a list that changes each time it is read. */
const slower: Character = {...plain, mostOnPage: 5, lagMs: 2_000, faults: 0.3, everyMs: 150};
const unreadable: Example = [-2_058_473_833, slower, 12];

/** A first page of trades that is empty and tells no total. */
const untoldTrades: Example = [-1_844_160_142, {...plain, mostOnPage: 4, faults: 0.3, gaps: 0.3}, 56];

/** Orders that a pane has shown until they are due to be read whole. */
const telling: Character = {...plain, tellsPageSize: true, lagMs: 2_000, faults: 0.05};
const shownOrders: Example = [-2_147_483_630, telling, 1];

/** Read while the service changes, and until all of it is known once that rests. */
function lived(seed: number, character: Character, size: number, showing: number): Run {
  const run = new Run(seed, character, size, showing);
  run.ask();
  run.until(start + 20_000);
  run.service.isResting = true;
  const restedAt = run.now + character.lagMs;
  run.untilWhole(restedAt, restedAt + 1_500_000);
  const {easyOptions, orders, trades} = run.reading.rows;
  expect(easyOptions.rows).toEqual(run.service.options.map(({row}) => row));
  const open = run.service.orders.filter(({endedAt}) => endedAt === undefined);
  expect(orders.rows).toEqual(open.map(({row}) => row));
  expect(trades.rows).toEqual(run.service.trades.map(({row}) => row));
  return run;
}

describe('the read of the whole account', () => {
  it('is complete only with rows that existed, and becomes complete when the service is quiet', () => {
    let [looks, cards] = [0, 0];
    fc.assert(
      fc.property(fc.integer(), characters, fc.integer({min: 0, max: 60}), (seed, character, size) => {
        const run = lived(seed, character, size, 0);
        looks += run.looks;
        cards = Math.max(cards, run.cards);
      }),
      {numRuns: cases(32, 140), examples: [manyCards, movedCards, unreadable, untoldTrades, shortPages]},
    );
    expect(looks).toBeGreaterThan(cases(2_000, 10_000));
    expect(cards, 'cards of several pages').toBeGreaterThan(12);
  });

  it('claims no more if a complete list on a pane saves it a round', () => {
    let spared = 0;
    fc.assert(
      fc.property(fc.integer(), characters, fc.integer({min: 0, max: 8}), (seed, character, size) => {
        spared += lived(seed, {...character, mostOnPage: 20}, size, 0.6).spared;
      }),
      {numRuns: cases(14, 100), examples: [shownOrders]},
    );
    expect(spared).toBeGreaterThan(cases(14, 100));
  });
});

describe('a list of orders without an end', () => {
  /**
   * The reading of an account whose orders are other ones on every page, at 20 ms a page, until `isOver`.
   * @param still pages before the orders begin to change
   */
  function read(
    isOver: (reading: PortfolioReading, pages: number) => boolean,
    size = 1,
    length = 1_000_000,
    still = 0,
  ) {
    let reading = initialReading(0);
    let now = {mono: 0, wall: start};
    const times: number[] = [];
    const rounds = new RoundsUnderWay();
    const waiting: {of: RoundAsked; request: PageRequest | undefined}[] = [];
    while (!isOver(reading, times.length)) {
      const wanted = nextRounds(reading, now, () => pace);
      reading = wanted.reading;
      waiting.push(...wanted.asked.map(of => ({of, request: rounds.ask(of)})));
      const {of, request} = waiting.shift() ?? {};
      const began = now;
      const ms = request === undefined ? (wanted.wakeAfterMs ?? 0) : 20;
      now = {mono: now.mono + ms, wall: now.wall + ms};
      if (of === undefined || request === undefined) continue;
      const {pane, page} = request;
      const isOfOrders = pane === 'orders';
      if (isOfOrders) times.push(now.mono);
      const first = times.length <= still ? page : 1_000_000 + times.length;
      const total = pane === 'cards' ? undefined : isOfOrders ? length : 0;
      const ids = isOfOrders ? Array.from({length: size}, (_, at) => first * size + at) : [];
      const rows = ids.map(id => ({orderId: String(id)}));
      const told = rounds.take(of, {kind: 'read', page: {rows, unreadable: [], total}}, began);
      if (told === undefined) continue;
      if (told.next !== undefined) waiting.push({of, request: told.next});
      reading = takeCame(reading, told.came, {periodMs, draw: 0, now});
    }
    return {reading, times};
  }

  it('costs no copy of what is known for each page', () => {
    const known = new WeakSet<object>();
    let held = 0;
    const count = (value: unknown) => {
      if (typeof value !== 'object' || value === null || known.has(value)) return;
      known.add(value);
      if (Array.isArray(value)) held += value.length;
      for (const each of Object.values(value)) count(each);
    };
    const {reading} = read(next => {
      count(next.lists.orders);
      return next.lists.orders.ended !== undefined;
    }, 20);
    const {length} = reading.lists.orders.rows;
    expect(length).toBe(20_000);
    // Rows and ids come once each, and the known rows are merged ever more rarely.
    expect(held / length).toBeLessThan(60);
  });

  it('keeps no more than a round has read, if its ids change all the time', () => {
    let most = 0;
    const faults = new Set<string | undefined>();
    read(
      ({lists: {orders}}, pages) => {
        most = Math.max(most, orders.rows.length);
        faults.add(orders.fault);
        return pages > 200;
      },
      100,
      300,
    );
    expect(faults).toContain('The list changed while it was read.');
    // Four readings of 300 rows each, behind those of the round before.
    expect(most).toBeLessThanOrEqual(2 * 4 * 300);
  });

  it('keeps what was proved, until it gives up the proof too', () => {
    const idsOf = ({lists: {orders}}: PortfolioReading) => orders.rows.map(({orderId}) => orderId);
    let wasWhole = false;
    const {reading} = read(
      next => {
        const {isWhole} = next.rows.orders;
        if (isWhole) expect(idsOf(next)).toEqual(expect.arrayContaining(['0', '1', '2']));
        const isOver = wasWhole && !isWhole;
        wasWhole ||= isWhole;
        return isOver;
      },
      ...[1, 3, 6],
    );
    expect(wholeSince(reading)).toBeUndefined();
    expect(reading.rows.orders.fault).toBe('The list changed while it was read.');
    // Four readings of three rows each.
    expect(idsOf(reading)).toHaveLength(4 * 3);
  });
});

/** Asks for what is due, and answers each page at once, until none is left. */
function answerAll(
  before: PortfolioReading,
  rounds: RoundsUnderWay,
  now: {mono: number; wall: number},
  answerOf: (request: PageRequest) => Answered,
): PortfolioReading {
  const wanted = nextRounds(before, now, () => pace);
  let {reading} = wanted;
  for (const of of wanted.asked)
    for (let request = rounds.ask(of); request !== undefined; ) {
      const told = rounds.take(of, answerOf(request), now);
      if (told !== undefined) reading = takeCame(reading, told.came, {periodMs, draw: 0, now});
      request = told?.next;
    }
  return reading;
}

const failed: Answered = {
  ...{kind: 'failed', fault: {text: 'The service answered 502.', isRefused: false}, error: undefined},
};

/** A page of orders with these ids; the other lists are empty. */
function pageOfOrders(pane: PageRequest['pane'], ids: readonly string[], total: number): Answered {
  if (pane !== 'orders') return pageOf([], pane === 'cards' ? undefined : 0);
  return pageOf(
    ids.map(orderId => ({orderId})),
    total,
  );
}

const pageOf = (rows: readonly Row[], total: number | undefined): Answered => ({
  ...{kind: 'read', page: {rows, unreadable: [], total}},
});

it('a pane brings its rows while a later page of a list keeps failing', () => {
  let reading = initialReading(0);
  const rounds = new RoundsUnderWay();
  const ids = Array.from({length: 150}, (_, at) => String(1_000 + at));
  const shown = () => reading.rows.orders.rows.some(({orderId}) => orderId === '999');
  for (let ms = 0; ms < 60_000; ms += 1_000) {
    const now = {mono: ms, wall: start + ms};
    if (ms > 1_000) {
      const rows = [{orderId: '999'}, ...ids.slice(0, 19).map(orderId => ({orderId}))];
      const page = {rows, unreadable: [], total: 151};
      reading = takeShown(reading, 'orders', {page, began: now, now}, true);
    }
    reading = answerAll(reading, rounds, now, ({pane, page}) =>
      page > 0 ? failed : pageOfOrders(pane, ids.slice(0, 100), 150),
    );
    if (ms > 30_000) expect(shown(), `after ${ms} ms`).toBe(true);
  }
  expect(reading.rows.orders).toMatchObject({isWhole: false, fault: 'The service answered 502.'});
});

it('a first round goes on with the page that failed, though a pane brings rows meanwhile', () => {
  let reading = initialReading(0);
  const rounds = new RoundsUnderWay();
  const pages = new Map<number, number>();
  for (let ms = 0; ms < 60_000 && !reading.rows.orders.isWhole; ms += 1_000) {
    const now = {mono: ms, wall: start + ms};
    const shown = {rows: [{orderId: '1000', price: String(ms)}], unreadable: [], total: 300};
    if (ms > 1_000) reading = takeShown(reading, 'orders', {page: shown, began: now, now}, true);
    reading = answerAll(reading, rounds, now, ({pane, page}) => {
      const asked = pages.get(page) ?? 0;
      if (pane === 'orders') pages.set(page, asked + 1);
      const ids = Array.from({length: 100}, (_, at) => String(1_000 + 100 * page + at));
      return pane === 'orders' && page === 1 && asked < 2 ? failed : pageOfOrders(pane, ids, 300);
    });
  }
  expect(reading.rows.orders.isWhole).toBe(true);
  // The second pass has to show the same.
  expect(pages.get(0)).toBe(2);
});

it('a round tells the total of its list, and not that of a part of it', () => {
  const first = firstRound('easyOptions');
  const rows = [
    {id: '1', status: 'ACTIVE'},
    {id: '2', status: 'PENDING'},
  ];
  const asked: RoundAsked = {...first, isCheck: true, list: {...first.list, rows}};
  const page = {rows: rows.slice(0, 1), unreadable: [], total: 1};
  const now = {mono: 0, wall: start};
  expect(takeAnswer(roundOf(undefined, asked), {asked: now, page})).toMatchObject({
    kind: 'part',
    total: undefined,
  });
  const orders = {rows: [{orderId: '1'}], unreadable: [], total: 2};
  const told = takeAnswer(roundOf(undefined, firstRound('orders')), {asked: now, page: orders});
  expect(told).toMatchObject({kind: 'part', total: 2});
});

it('a list has at least the rows that were read, and those that could not be', () => {
  const now = {mono: 0, wall: start};
  const page = {rows: [{orderId: '1'}, {orderId: '2'}], unreadable: [{index: 2, reason: 'no id'}], total: 2};
  const reading = answerAll(initialReading(0), new RoundsUnderWay(), now, ({pane}) =>
    pane === 'orders' ? {kind: 'read', page} : pageOfOrders(pane, [], 0),
  );
  expect(reading.rows.orders).toMatchObject({isWhole: false, unreadable: 1, total: 3});
});

it('lists are read by one request at a time, and by two while one of them fails', () => {
  const at = (mono: number) => ({mono, wall: start + mono});
  const mostAtOnce = (failing?: FeedPane) => {
    const rounds = new RoundsUnderWay();
    const answer = ({pane}: PageRequest) => (pane === failing ? failed : pageOfOrders(pane, [], 0));
    const first = answerAll(initialReading(0), rounds, at(0), answer);
    const {asked} = nextRounds(answerAll(first, rounds, at(20_000), answer), at(60_000), () => pace);
    return new Set(asked.map(each => each.mostAtOnce));
  };
  expect([mostAtOnce(), mostAtOnce('easyOptions')]).toEqual([new Set([1]), new Set([2])]);
});

describe('a check of the cards', () => {
  /** The pages that it asks for, if these cards are active now. */
  const asked = (active: readonly string[]) => {
    const known = firstRound('cards');
    const {list} = known;
    const at = {mono: 0, wall: start};
    const check = {
      ...known,
      isCheck: true,
      list: {...list, walk: {...list.walk, at, active: new Set(['0', '1'])}},
    };
    const requests: [object, number][] = [];
    const came = readRound(check, request => {
      const {query, page} = request;
      requests.push([query, page]);
      const isListed = page === 0 && 'active' in query && query.active === 'true';
      const rows = isListed ? active.map(id => card(id)) : [];
      return {rows, unreadable: [], total: undefined};
    });
    return {requests, end: came.kind === 'read' ? came.end : undefined};
  };

  it('asks for the active ones alone, and proves their asks', () => {
    const {requests, end} = asked(['0', '1']);
    expect(requests).toEqual([[{active: 'true'}, 0]]);
    expect(end).toMatchObject({isCheck: true, read: {isWhole: true}});
  });

  it.each([
    ['one has left', ['0']],
    ['another has come in place of one', ['0', '2']],
  ])('reads all cards if %s', (_, ids) => {
    const {requests, end} = asked(ids);
    expect(requests).toContainEqual([{active: 'false'}, 0]);
    expect(end).toMatchObject({isOfAll: true, walk: {active: new Set(ids)}});
  });
});

it.each([
  [10_000, undefined],
  [10_001, Date.UTC(2026, 9, 23)],
])(
  'trades of an account are read from the beginning, unless there are more than 10,000: %i',
  (total, since) => {
    const now = {mono: 0, wall: Date.UTC(2026, 10, 22)};
    let reading = initialReading(0);
    const starts: (number | undefined)[] = [];
    const rounds = new RoundsUnderWay();
    while (starts.length < 2)
      reading = answerAll(reading, rounds, now, ({pane, query}) => {
        if (pane !== 'trades') return pageOf([], 0);
        if (starts.length < 2) starts.push('start' in query ? query.start : undefined);
        return pageOf([{tradeId: '1', openDate: Date.UTC(2026, 9, 1)}], total);
      });
    expect(starts).toEqual([undefined, since]);
    expect(reading.rows.trades.since).toBe(since ?? 0);
  },
);
