import {age, clockDoubtMs, type Moment, oldestOf} from '../../account/model/moment.ts';
import {
  type AmountByCurrency,
  type Guardrails,
  type Limits,
  minuteMs,
  paneNames,
} from '../../account/model/vocabulary.ts';
import {ownZone, startOfDay} from '../../account/portfolio/days.ts';
import {madeIn, madeNothing, premiumsOf} from '../../account/portfolio/made.ts';
import {
  type Position,
  positionsIn,
  premiumPaid,
  settlementUnknown,
} from '../../account/portfolio/positions.ts';
import {
  contractKey,
  fillsByOrder,
  isCounted,
  leftOf,
  unfilledOf,
} from '../../account/resources/arithmetic.ts';
import {rounded} from '../../account/resources/figures.ts';
import {isWorking} from '../../account/resources/orders.ts';
import {amountWords, asItCame, counted} from '../../account/words/text.ts';
import {ownClock} from '../../account/words/times.ts';
import {add, compare, isNegative, isZero, magnitude, negate, subtract, sum} from '../../api/wire/decimal.ts';
import type {Decimal, Millis, Order, Trade} from '../../api/wire/records.ts';
import {type Exposure, exposureOf} from './exposure.ts';
import {addedTo, isAllKnown, type Load, type Measure, measuresOf, roomIn, used} from './measures.ts';
import {
  type AccountStanding,
  countsUntil,
  isAccountedFor,
  type Knows,
  lately,
  type OrderPending,
  type SeenAccount,
  shownWithinMs,
} from './pending.ts';

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
type WritesLately = NonNullable<ReturnType<typeof rateIn>>;
/** A profit is a negative loss. */
type DayLoss = ReturnType<typeof dayLossesIn>[number];

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
  return read !== undefined && began !== undefined && age(began, now) <= read.readEveryMs;
}

/** Clocks differ, so an option counts for this long after its expiry. */
const expiryGraceMs = 300_000;

function exposureNow({placed, replaces}: Knows, read: SeenAccount): Exposure {
  const {rows, watch, lagMs, wall} = read;
  return exposureOf({
    rows,
    left: lately(watch, lagMs).map(({order, since}) => ({order, until: since.wall + shownWithinMs(read)})),
    without: replaces,
    placed,
    expiredBefore: wall - expiryGraceMs,
  });
}

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
function rateIn({maxWritesPerMinute: most}: Limits, {writes}: AccountStanding, now: Millis) {
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
) {
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
  return compare(size, found.left) <= 0 ? undefined : beyondLeftWords(found, size);
}

type Reducing = OrderPending & {readonly reduces?: string | undefined};
type Left = {readonly left: Decimal; readonly net: Decimal};

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
  const taken = sum([
    ...workingAgainst(position, {...order, replaces}, read),
    ...pendingAgainst(order, read, standing),
  ]);
  return {left: leftOf(size, taken), net: position.net};
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
): Decimal[] {
  const {rows, watch, lagMs} = read;
  const fills = fillsByOrder(trades);
  const isOfContract = (each: Order) => each.symbol === of.symbol || contractKey(each) === contract;
  return [...rows.orders.rows.filter(isWorking), ...lately(watch, lagMs).map(({order}) => order)]
    .filter(each => each.orderId !== replaces && isAgainst(each, of) && isOfContract(each))
    .map(({size, ...order}) => {
      // One without a size may take all of it.
      const most = isCounted(size) ? size : magnitude(net);
      return unfilledOf({...order, size: most}, fills.get(order.orderId));
    });
}

/** An order in doubt counts as pending, and again where it is listed. */
function pendingAgainst(of: Reducing, read: SeenAccount, {pending}: AccountStanding): Decimal[] {
  return pending.flatMap(each => {
    const {order, size} = each;
    const isMeant = order !== undefined && order.symbol === of.symbol && isAgainst(order, of);
    return isMeant && !isAccountedFor(each, read) ? size : [];
  });
}

/** An order without a position id may be of any position. */
const isAgainst = ({side, positionId}: OrderPending, of: Reducing) =>
  side === of.side && (positionId === undefined || positionId === of.positionId);

function beyondLeftWords({left, net}: Left, size: Decimal): string {
  const taken = subtract(magnitude(net), left);
  const others = isZero(taken) ? '' : `: working or unresolved orders take ${amountWords(taken)}`;
  const out = isZero(taken) ? 'Reduce the size.' : 'Reduce the size, or cancel or resolve them first.';
  return `Reduces ${amountWords(size)}, but ${amountWords(left)} of ${amountWords(magnitude(net))} is left${others}. ${out}`;
}

/** The way out while a limit or the halt blocks new risk. */
const exitsPass = 'Reducing orders pass: close a position.';
const nonePasses = 'No order is proved to reduce a position: cancel, or change max_open_notional.';

/** Times of the service, as the profile wants them. */
type ClockWords = (at: Millis) => string;

const clockOf =
  ({times = 'local', read}: Knows): ClockWords =>
  at =>
    ownClock({settings: {times}}, at + (read?.skewMs ?? 0));

/** `Open investment would be 5,050 of 5,000 USDT: 4,600 open, 250 now. 400 left: close or cancel for more.` */
function beyondWords(measure: Measure, added: Decimal, knows: Knows): string {
  const {waiting} = knows;
  const {open, left, pending, limit} = measure;
  const would = add(used(measure), added);
  const parts = [
    `${amountWords(open)} open`,
    ...(isZero(left) ? [] : [`${amountWords(left)} off the list, may have filled`]),
    ...(isZero(pending) ? [] : [`${amountWords(pending)} pending`]),
    `${amountWords(added)} now${waiting === undefined ? '' : ' (the old order may fill too)'}`,
  ];
  const of = `${amountWords(limit)}${currencyWords(measure)}`;
  const head = isAllKnown(measure) ? 'would be' : 'would be up to';
  const way = (waiting && waitingWords(measure, waiting)) ?? wayOut(measure, added, clockOf(knows));
  return `Open ${nameOf(measure)} ${head} ${amountWords(would)} of ${of}: ${parts.join(', ')}. ${way}`;
}

/** A longer wait of the amend may be enough: the old order does not count then. */
function waitingWords(measure: Measure, {added, waitMs}: NonNullable<Knows['waiting']>): string | undefined {
  const would = add(used(measure), addedTo(measure, added));
  if (compare(would, measure.limit) > 0) return undefined;
  return `With amend_wait = ${waitMs / 1_000} in the profile it would be ${amountWords(would)}.`;
}

/** If only the worst case is beyond the limit, time or a resolved write helps, and nothing that is closed. */
function wayOut(measure: Measure, added: Decimal, clock: ClockWords): string {
  const {open, limit, until} = measure;
  if (compare(add(open, added), limit) <= 0)
    return until === undefined
      ? `${amountWords(open)} is known: the rest is in doubt. Resolve what is UNKNOWN, or wait for its answer.`
      : `Only ${amountWords(open)} is known to be open: the reads show the rest by ${clock(until)}. Try again then.`;
  const least = isAllKnown(measure) ? '' : 'at least ';
  const left = `${least}${amountWords(roomIn(measure))} left`;
  if (!isZero(open)) return `${left}: close or cancel for more.`;
  return isZero(limit) ? 'This limit allows none.' : `${left}: reduce the amount.`;
}

function nameOf({what, underlying}: Measure): string {
  const name = what === 'count' ? 'Easy Options' : what;
  return underlying === undefined ? name : `${name} in ${asItCame(underlying)}`;
}

/** A sum, as the screen has money. */
const sumWords = (sum: Decimal, currency: string | undefined) => amountWords(rounded(sum, currency) ?? sum);

const currencyWords = ({currency}: Measure) => (currency === undefined ? '' : ` ${asItCame(currency)}`);

function rateWords({lately, most, freeInMs}: WritesLately): string {
  const wait = freeInMs === undefined ? '' : ` Next in ${Math.ceil(freeInMs / 1_000)} s.`;
  return `${lately} of ${most} openings and orders in the last minute.${wait} ${exitsPass}`;
}

function lossWords(of: DayLoss): string {
  const {loss, most, currency, zone} = of;
  const lost = sumWords(loss, currency);
  const head = `Daily loss limit hit (${asItCame(zone)}): -${lost} of ${inCurrency(most, currency)}`;
  return `${head}${includesWords(of)}. New risk blocked. ${exitsPass}`;
}

function includesWords({unsettled, without, currency}: DayLoss): string {
  const parts = [
    ...(unsettled.length === 0 ? [] : [unsettledWords(unsettled, currency)]),
    ...(without === 0 ? [] : [`${counted(without, 'Easy Option')} unpriced: counted as lost`]),
  ];
  return parts.map(each => `. ${each}`).join('');
}

/** `Includes 14.73 for 1 expired, settlement unknown` */
function unsettledWords(unsettled: readonly Position[], currency: string): string {
  const long = unsettled.filter(each => premiumPaid(each) !== undefined);
  const paid = premiumsOf(long);
  const shorts = unsettled.length - long.length;
  const included = `Includes ${sumWords(paid, currency)} for ${long.length} ${settlementUnknown}`;
  return [
    ...(long.length === 0 ? [] : [included]),
    ...(shorts === 0 ? [] : [`${shorts} short ${settlementUnknown}: not counted`]),
  ].join('. ');
}

const inCurrency = (amount: Decimal, currency: string) =>
  currency === '' ? amountWords(amount) : `${amountWords(amount)} ${asItCame(currency)}`;

function unreadWords({failing, now}: Knows, began: Moment | undefined): string {
  const failed =
    failing.length === 0 ? '' : ` Failing: ${failing.map(pane => paneNames[pane].title).join(', ')}.`;
  return began === undefined
    ? `Not yet: the account is being read.${failed} Try again in a few seconds.`
    : `Not now: this needs a newer read of the account, the last is ${Math.floor(age(began, now) / 1_000)} s old.${failed} It is read again: retry in a few seconds.`;
}

/** `250 of 5,000 USDT`: what is left afterwards. */
export function leavesWords(measure: Measure, added: Decimal): string {
  const left = roomIn({...measure, open: add(measure.open, added)});
  const options = compare(measure.limit, '1') === 0 ? ' Easy Option' : ' Easy Options';
  const kinds = {investment: currencyWords(measure), notional: ' notional', count: options};
  const of = `${sumWords(left, measure.currency)} of ${amountWords(measure.limit)}${kinds[measure.what]}`;
  const least = isAllKnown(measure) ? of : `at least ${of}`;
  return measure.underlying === undefined ? least : `${least} in ${asItCame(measure.underlying)}`;
}

/** `notional: 0 left of 1,000, 524.47 known, up to 1,731.47 until 10:41:52`; else `60 used`. */
export function usedWords(measure: Measure, clock: ClockWords): string {
  const {open, limit, currency, until} = measure;
  const most = sumWords(used(measure), currency);
  const of = isAllKnown(measure)
    ? `${most} used`
    : `${sumWords(open, currency)} known, up to ${most} until ${until === undefined ? 'no write is in doubt' : clock(until)}`;
  const left = `${sumWords(roomIn(measure), currency)} left of ${amountWords(limit)}${currencyWords(measure)}`;
  return `${nameOf(measure)}: ${left}, ${of}`;
}

/** `writes: 7 left of 10 in a minute`. */
export function usedRateWords({lately, most}: WritesLately): string {
  return `writes: ${Math.max(0, most - lately)} left of ${most} in a minute`;
}

/** `daily loss: 488 left of 500 USDT, 12 lost today`. */
export function usedLossWords(of: DayLoss): string {
  const {loss, most, currency} = of;
  const lost = compare(loss, '0') > 0 ? loss : '0';
  const left = compare(most, lost) > 0 ? subtract(most, lost) : '0';
  const room = `${sumWords(left, currency)} left of ${inCurrency(most, currency)}`;
  return `daily loss: ${room}, ${sumWords(lost, currency)} lost today${includesWords(of)}`;
}

export function limitWords({
  maxInvestment,
  maxNotional,
  allowedUnderlyings,
}: Guardrails): Readonly<Record<'opening' | 'order' | 'underlyings', string>> {
  return {
    opening: maxInvestment === undefined ? '' : `max ${amountWords(maxInvestment)} per position`,
    order: maxNotional === undefined ? '' : `max ${amountWords(maxNotional)} per order`,
    underlyings:
      allowedUnderlyings === undefined ? '' : `${allowedUnderlyings.map(asItCame).join(', ')} only`,
  };
}
