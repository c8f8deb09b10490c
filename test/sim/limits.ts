import {type Limits, noLimits} from '../../src/account/model/vocabulary.ts';
import type {PortfolioRows, Whole} from '../../src/account/portfolio/rows.ts';
import {add, compare, multiply} from '../../src/api/wire/decimal.ts';
import type {Id} from '../../src/api/wire/records.ts';
import {type Intent, isResolved} from '../../src/core/intents/intent.ts';
import {amendOf} from '../../src/core/intents/kinds/cancel.ts';
import {type Draft, reducesRisk, riskOf} from '../../src/core/intents/kinds/kinds.ts';
import {alone, replacedBy} from '../../src/core/intents/kinds/place.ts';
import {describe} from '../../src/core/intents/words.ts';
import {exposureOf} from '../../src/core/limits/exposure.ts';
import {addedTo, type Load, measuresOf, used} from '../../src/core/limits/measures.ts';
import {loadOf} from '../core/limits/account.ts';
import {createChance} from './chance.ts';
import type {Store} from './memory-journal.ts';
import type {Morning} from './mornings.ts';
import {ask, type Deeds, oneOf} from './people.ts';
import type {Service} from './service.ts';
import type {Watch} from './watched-journal.ts';

/** The limits that the dashboards of a scenario were started with, by their names; most have none. */
export type LimitsPlan = ReadonlyMap<string, Limits>;

export const unlimited: LimitsPlan = new Map();

/** Drawn apart from all else, so that scenarios without limits stay the ones that they are. */
export function drawLimits(seed: number, {prices, size}: Morning): LimitsPlan {
  const chance = createChance(seed * 7 + 3);
  if (!chance.is(0.1)) return unlimited;
  const [low, near, high] = [prices.low, prices.near, prices.high].map(price => multiply(price, size));
  const open = add(multiply(low ?? '0', '3'), near ?? '0');
  const of = (): Limits => ({
    maxOpenInvestment: chance.is(0.8) ? {each: String(100 + chance.pick([25, 40, 65, 90]))} : undefined,
    maxOpenNotional: chance.is(0.7)
      ? add(open, multiply(high ?? '0', chance.pick(['0.3', '1', '1.7', '2.4'])))
      : undefined,
    maxOpenCount: chance.is(0.4) ? 4 + chance.from(1, 3) : undefined,
    maxWritesPerMinute: chance.is(0.2) ? chance.from(2, 4) : undefined,
    underlyings: {},
  });
  const first = of();
  // One of them may have been started with others, or with none.
  return new Map([
    ['dashboard 1', first],
    ['dashboard 2', chance.pick([first, first, of(), noLimits])],
  ]);
}

/** Both dashboards' users ask for more than there is room for, often at the same time. */
export function planRush(deeds: Deeds, seed: number): void {
  const {plan, world} = deeds;
  const chance = createChance(seed * 11 + 5);
  const {cards, symbol, prices, size} = plan.morning;
  const draw = (): Draft =>
    chance.is(0.5)
      ? {kind: 'open', cardId: String(chance.pick(cards).id), investmentAmount: chance.pick(['25', '40'])}
      : {
          kind: 'place',
          symbol,
          side: chance.is(0.9) ? 'BUY' : 'SELL',
          price: chance.pick(Object.values(prices)),
          size,
        };
  const begins = world.now();
  for (let times = chance.from(3, 7); times > 0; times--) {
    const drafts = [draw(), draw()];
    const when = begins + 3_000 + chance.next() * (plan.stormMs + 15_000);
    for (const draft of drafts)
      world.at(
        when,
        oneOf(deeds, chance, dashboard => ask(dashboard, draft, deeds)),
      );
  }
}

export type Watching = {
  readonly store: Store;
  readonly service: Service;
  /** True time: the clock of the service may run fast. */
  readonly now: () => number;
  readonly breach: (words: string) => void;
};

/**
 * What must hold of every write that the journal lets pass: all that is open on the account, and all of our own
 * that may yet arrive, is within the limits of the process that asks, but for what other programs have opened;
 * and no exit is held back.
 */
export function watchLimits(given: Watching): Watch {
  const askedAt = new Map<string, number>();
  return {
    asked(intent, {limits}) {
      askedAt.set(intent.id, given.now());
      checkAsked(given, intent, limits, askedAt);
    },
    refused(intent, {problem}) {
      if (problem === 'held' && riskOf({kind: (amendOf(intent.draft) ?? intent.draft).kind}) === 'reduces')
        given.breach(`An exit was refused by a limit: ${describe(intent)}`);
    },
  };
}

function checkAsked(
  given: Watching,
  intent: Intent,
  limits: Limits,
  askedAt: ReadonlyMap<string, number>,
): void {
  const added = loadOf(intent.draft, {currency: 'USDT', underlying: undefined});
  if (added === undefined || isDoubled(given)) return;
  const weights = {open: trulyOpen(given, intent), left: [], pending: mayArrive(given, intent)};
  for (const measure of measuresOf(limits, weights, added)) {
    const more = addedTo(measure, added);
    if (compare(more, '0') > 0 && compare(add(used(measure), more), measure.limit) > 0)
      given.breach(
        `Over a limit of ${measure.what}: ${used(measure)} and ${more} of ${measure.limit}, ${describe(intent)}`,
      );
  }
  checkRate(given, limits, askedAt);
}

/** By true time; clocks that somebody sets count minutes of their own. */
function checkRate(
  {store, now, breach}: Watching,
  {maxWritesPerMinute: most}: Limits,
  askedAt: ReadonlyMap<string, number>,
) {
  const writes = [...store.rows.values()].filter(
    ({intent}) =>
      !reducesRisk(intent.draft) &&
      intent.state !== 'NOT SENT' &&
      now() - (askedAt.get(intent.id) ?? 0) < 59_000,
  );
  const isOwnTime = writes.every(
    ({intent}) => Math.abs(intent.askedAt.wall - (askedAt.get(intent.id) ?? 0)) < 1_000,
  );
  if (isOwnTime && most !== undefined && writes.length > most)
    breach(`${writes.length} writes within a minute, and ${most} at most`);
}

/** A service that forgets keys may place one order twice, by the word of the user. */
function isDoubled({service}: Watching): boolean {
  const placed = service.commits.filter(({kind, by}) => kind === 'place' && by === 'intent');
  return new Set(placed.map(({intentId}) => intentId)).size < placed.length;
}

/** What the service holds that was there before, or is of ours; what the user ended by his word is his. */
function trulyOpen({store, service, now}: Watching, {draft}: Intent): readonly Load[] {
  const excused = excusedRecords(store, service);
  const {easyOptions, orders, trades} = service.truth();
  const without = replacedBy(draft)?.orderId;
  const rows: PortfolioRows = {
    easyOptions: whole(easyOptions.filter(each => !excused.has(each.id))),
    orders: whole(orders.filter(each => !excused.has(each.orderId))),
    cards: whole([]),
    trades: {
      ...whole(trades.filter(each => each.tradeSide === 'SELL' || !excused.has(each.orderId ?? ''))),
      since: 0,
    },
  };
  return exposureOf({rows, left: [], without, placed: new Map(), expiredBefore: now()}).loads;
}

export function excusedRecords(store: Store, service: Service): ReadonlySet<Id> {
  const foreign = new Set(service.commits.filter(({by}) => by === 'foreign').map(({recordId}) => recordId));
  const ids = new Set(foreign);
  const byIntent = Map.groupBy(service.commits, ({intentId = ''}) => intentId);
  for (const {intent} of store.rows.values()) {
    const isForeigns = intent.state === 'CONFIRMED' && foreign.has(intent.resolvedRecordId ?? '');
    if (intent.state === 'RESOLVED' || isForeigns)
      for (const {recordId} of byIntent.get(intent.id) ?? []) ids.add(recordId);
  }
  const {easyOptions, orders} = service.truth();
  // The orders of Easy Options go with them, also those that end them.
  const gone = easyOptions.filter(({id}) => ids.has(id));
  const ended = new Set(gone.map(({optionSymbol}) => optionSymbol));
  for (const {orderId} of gone) if (orderId) ids.add(orderId);
  for (const {orderId, orderType, symbol} of orders)
    if (orderType === 'MARKET' && ended.has(symbol)) ids.add(orderId);
  return ids;
}

/** Our own that have not been done, and may yet be. */
function mayArrive({store, service}: Watching, asked: Intent): readonly Load[] {
  const done = new Set(
    service.commits.filter(({kind}) => kind === 'open' || kind === 'place').map(({intentId}) => intentId),
  );
  return [...store.rows.values()].flatMap(({intent}) => {
    const isPending = !isResolved(intent) && !done.has(intent.id);
    const load = loadOf(alone(intent.draft), {currency: 'USDT', underlying: undefined});
    return isPending && intent.id !== asked.id && load !== undefined ? [load] : [];
  });
}

function whole<Row>(rows: readonly Row[]): Whole<Row> {
  return {rows, began: undefined, isWhole: true, total: rows.length, unreadable: 0, fault: undefined};
}
