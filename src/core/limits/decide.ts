import {age, clockDoubtMs, type Moment, oldestOf} from '../../account/model/moment.ts';
import {type AmountByCurrency, type Limits, minuteMs} from '../../account/model/vocabulary.ts';
import {ownZone, startOfDay} from '../../account/portfolio/days.ts';
import {madeIn, madeNothing} from '../../account/portfolio/made.ts';
import {type Position, positionsIn} from '../../account/portfolio/positions.ts';
import {
  contractKey,
  fillsByOrder,
  isCounted,
  leftOf,
  unfilledOf,
} from '../../account/resources/arithmetic.ts';
import {isWorking} from '../../account/resources/orders.ts';
import {add, compare, isNegative, isZero, magnitude, negate, sum} from '../../api/wire/decimal.ts';
import type {Decimal, Millis, Order, Trade} from '../../api/wire/records.ts';
import {type Exposure, exposureOf} from './exposure.ts';
import {addedTo, type Load, type Measure, measuresOf, used} from './measures.ts';
import {
  type AccountStanding,
  countsUntil,
  isAccountedFor,
  type Knows,
  lately,
  lateUntil,
  type OrderPending,
  type SeenAccount,
  shownWithinMs,
} from './pending.ts';
import {
  beyondLeftWords,
  beyondWords,
  type DayLoss,
  exitsPass,
  type Left,
  lossWords,
  nonePasses,
  rateWords,
  type Taken,
  unreadWords,
  type WritesLately,
} from './words.ts';

/**
 * The reason to refuse a write, with its numbers; undefined if it is allowed. The first rule that objects
 * decides. It runs inside the journal's transaction that asks for the write, so no other write can come between
 * the check and the commit.
 */
export function whyBeyond(knows: Knows, standing: AccountStanding): string | undefined {
  const {added, limits, read, now} = knows;
  if (added === undefined || !hasLimits(limits)) return undefined;

  const rate = rateIn(limits, standing, now.wall);
  if (rate !== undefined && rate.lately >= rate.most) return rateWords(rate);

  if (!needsRead(limits)) return undefined;
  // Only a complete and recent read shows the open risk.
  if (read === undefined || !isFresh(knows, read.watch.began)) return unreadWords(knows, read?.watch.began);

  const loss = dayLossesIn(limits, standing, read).find(each => compare(each.loss, each.most) >= 0);
  if (loss !== undefined) return lossWords(loss);

  const exposure = exposureNow(knows, read);
  const measures = measuresIn(exposure, standing, knows).filter(each => isAddedTo(each, added));
  const untold = measures
    .map(({what}) => (what === 'count' ? undefined : exposure.untold[what]))
    .find(Boolean);
  const wayOut = read.rows.trades.since > 0 ? nonePasses : exitsPass;
  if (untold !== undefined) return `${untold} The limit cannot be checked. ${wayOut}`;

  const beyond = measures.find(each => compare(add(used(each), addedTo(each, added)), each.limit) > 0);
  return beyond && beyondWords(beyond, addedTo(beyond, added), knows);
}

export function measuresNow(knows: Knows, standing: AccountStanding): readonly Measure[] {
  if (!hasLimits(knows.limits) || knows.read === undefined) return [];
  return measuresIn(exposureNow(knows, knows.read), standing, knows);
}

/** Why the measures are no figures of now, and the gate refuses by them. */
export function whyOldMeasures(knows: Knows): string | undefined {
  const began = knows.read?.watch.began;
  return needsRead(knows.limits) && !isFresh(knows, began) ? unreadWords(knows, began) : undefined;
}

/** Limits without exposure: once reached, they stop every write that adds risk. */
export type Gates = {readonly rates: readonly WritesLately[]; readonly losses: readonly DayLoss[]};

/** The day's loss is missing before the first complete read. */
export function gatesNow({limits, read, now}: Knows, standing: AccountStanding): Gates {
  const rate = rateIn(limits, standing, now.wall);
  return {
    rates: rate === undefined ? [] : [rate],
    losses: read === undefined ? [] : dayLossesIn(limits, standing, read, 'also where nothing was closed'),
  };
}

export function hasLimits(limits: Limits): boolean {
  return limits.maxWritesPerMinute !== undefined || needsRead(limits);
}

function needsRead({underlyings, maxWritesPerMinute: _, ...all}: Limits): boolean {
  const isSet = (bounds: object) => Object.values(bounds).some(each => each !== undefined);
  return isSet(all) || Object.values(underlyings).some(isSet);
}

const isAddedTo = (measure: Measure, added: Load) => compare(addedTo(measure, added), '0') > 0;

function isFresh({read, now}: Knows, began: Moment | undefined): boolean {
  return read !== undefined && began !== undefined && age(began, now) <= read.oldestMs;
}

/** Clocks differ, so an option counts for this long after its expiry. */
const expiryGraceMs = 300_000;

function exposureNow({placed, replaces}: Knows, read: SeenAccount): Exposure {
  return exposureOf({
    rows: read.rows,
    left: leftLately(read),
    without: replaces,
    placed,
    expiredBefore: read.wall - expiryGraceMs,
  });
}

const leftLately = (read: SeenAccount) =>
  lately(read.watch, read.lagMs).map(({order, since}) => ({order, until: since.wall + shownWithinMs(read)}));

function measuresIn(
  {loads, maybe}: Exposure,
  standing: AccountStanding,
  {added, limits, read}: Knows,
): readonly Measure[] {
  const pending = standing.pending
    .filter(each => read === undefined || !isAccountedFor(each, read))
    .map(each => ({...each.load, until: read && countsUntil(each, read)}));
  return measuresOf(limits, {open: loads, left: maybe, pending}, added);
}

/** The journal counts every opening and order but those that were not sent. */
function rateIn(
  {maxWritesPerMinute: most}: Limits,
  {writes}: AccountStanding,
  now: Millis,
): WritesLately | undefined {
  if (most === undefined) return undefined;
  const recent = writes.filter(at => Math.abs(now - at) < minuteMs).toSorted((a, b) => a - b);
  const lately = recent.length;
  return {lately, most, freeInMs: freeIn(recent[Math.max(0, lately - most)], now)};
}

/** Until one more write passes; undefined if none ever does. */
const freeIn = (at: Millis | undefined, now: Millis) => (at === undefined ? undefined : at + minuteMs - now);

/** Today's loss in each currency. A currency without its own limit uses `each`, else the lowest limit. */
function dayLossesIn(
  {maxDayLoss}: Limits,
  {zone: kept}: AccountStanding,
  {rows, wall}: SeenAccount,
  of?: 'also where nothing was closed',
): readonly DayLoss[] {
  if (maxDayLoss === undefined) return [];
  const zone = kept ?? ownZone(wall);
  const given = {easyOptions: rows.easyOptions.rows, positions: positionsIn(rows), now: wall};
  const made = madeIn(given, startOfDay(zone, wall));
  const idle = of === undefined ? [] : namedIn(maxDayLoss, made.size === 0).filter(each => !made.has(each));
  return [...made, ...idle.map(each => [each, madeNothing] as const)].flatMap(
    ([currency, {pl, unsettled, without}]) => {
      const most = mostIn(maxDayLoss, currency);
      return most === undefined ? [] : [{loss: negate(pl), most, currency, zone, unsettled, without}];
    },
  );
}

function namedIn({each, ...named}: AmountByCurrency, isAlone: boolean): readonly string[] {
  const names = Object.keys(named);
  return names.length === 0 && each !== undefined && isAlone ? [''] : names;
}

function mostIn(limits: AmountByCurrency, currency: string): Decimal | undefined {
  return limits[currency] ?? limits.each ?? Object.values(limits).toSorted(compare)[0];
}

/**
 * The reason why an order does not reduce the position that it names; undefined if it does. It runs inside the
 * journal's transaction that asks for the order, so no other write can take the same contracts in between.
 */
export function whyNotReducing(
  knows: Knows,
  standing: AccountStanding,
  order: Reducing & {readonly size: Decimal},
): string | undefined {
  const found = leftToReduce(knows, standing, order);
  if ('refused' in found) return found.refused;
  const size = knows.takes ?? order.size;
  if (compare(size, found.left) <= 0) return undefined;
  return beyondLeftWords({...found, size, over: leftOf(size, order.size)}, knows);
}

type Reducing = OrderPending & {readonly reduces?: string | undefined};

/** The size of the position less what working and unresolved orders may take off it. */
export function leftToReduce(
  knows: Knows,
  standing: AccountStanding,
  order: Reducing,
): Left | {readonly refused: string} {
  const {read, replaces} = knows;
  // Easy Options may be older: a trade that may be of a new one proves nothing.
  const began = oldestOf([read?.rows.orders.began, read?.rows.trades.began]);
  if (read === undefined || !isFresh(knows, began)) return {refused: unreadWords(knows, began)};
  const position = positionsIn(read.rows).find(({id}) => id === order.reduces);
  if (position === undefined || isZero(position.net) || order.side !== closingSide(position))
    return {refused: 'The position is no longer held.'};
  if (!position.isComplete)
    return {refused: 'The position is not proved: some of its trades are missing or incomplete.'};
  if (!position.trades.every(trade => isKnownAsOrder(trade, knows.placed, read)))
    return {refused: 'A new trade may be of an Easy Option that is not listed yet: wait for the next reads.'};
  const size = magnitude(position.net);
  const taken = [
    ...workingAgainst(position, {...order, replaces}, read),
    ...pendingAgainst(order, read, standing),
  ].filter(each => !isZero(each.size));
  return {left: leftOf(size, sum(taken.map(each => each.size))), net: position.net, taken};
}

/** An order of this machine, or a trade so old that its Easy Option would be listed. */
function isKnownAsOrder(
  {orderId = '', openDate}: Trade,
  placed: Knows['placed'],
  {rows, lagMs, skewMs = 0}: SeenAccount,
): boolean {
  const listedUntil = (rows.easyOptions.began?.wall ?? 0) + skewMs - lagMs - clockDoubtMs;
  return placed.has(orderId) || (openDate !== undefined && openDate <= listedUntil);
}

export function closingSide({net}: Pick<Position, 'net'>): 'BUY' | 'SELL' {
  return isNegative(net) ? 'BUY' : 'SELL';
}

function workingAgainst(
  {net, contract, trades}: Position,
  {replaces, ...of}: Reducing & Pick<Knows, 'replaces'>,
  read: SeenAccount,
): Taken[] {
  const fills = fillsByOrder(trades);
  const isOfContract = (each: Order) => each.symbol === of.symbol || contractKey(each) === contract;
  const working = read.rows.orders.rows.filter(isWorking).map(order => ({order, until: undefined}));
  return [...working, ...leftLately(read)]
    .filter(({order}) => order.orderId !== replaces && isAgainst(order, of) && isOfContract(order))
    .map(({order, until}) => {
      // One without a size may take all of it.
      const most = isCounted(order.size) ? order.size : magnitude(net);
      return {order, size: unfilledOf({...order, size: most}, fills.get(order.orderId)), until};
    });
}

/** An order in doubt counts as pending, and again where it is listed. */
function pendingAgainst(of: Reducing, read: SeenAccount, {pending}: AccountStanding): Taken[] {
  return pending.flatMap(each => {
    const {order, size, recordId: orderId} = each;
    const isMeant = order !== undefined && order.symbol === of.symbol && isAgainst(order, of);
    if (!isMeant || isAccountedFor(each, read)) return [];
    return {order: {...order, orderId}, size, until: lateUntil(each, read)};
  });
}

/** An order without a position id may be of any position. */
const isAgainst = ({side, positionId}: OrderPending, of: Reducing) =>
  side === of.side && (positionId === undefined || positionId === of.positionId);
