import {add, compare} from '../../api/wire/decimal.ts';
import {age} from '../model/freshness.ts';
import type {Limits} from '../model/vocabulary.ts';
import {type Exposure, exposureOf} from './exposure.ts';
import {dayLossesIn, type Gates, ratesIn} from './gates.ts';
import {addedTo, type InForce, type Load, type Measure, measuresOf, used} from './measures.ts';
import {type AccountStanding, isAccountedFor, type Knows, lately, type SeenAccount} from './reserved.ts';
import {beyondWords, exitsPass, lossWords, rateWords, unreadWords} from './words.ts';

/**
 * The reason to refuse a write, with its numbers; undefined if it is allowed. The first rule that objects
 * decides. It runs inside the journal's transaction that reserves the write, so no other write can come between
 * the check and the reservation.
 */
export function whyBeyond(knows: Knows, standing: AccountStanding): string | undefined {
  const {added, read, now} = knows;
  const inForce = limitsInForce(knows.limits, standing);
  if (added === undefined || inForce.length === 0) return undefined;

  const rate = ratesIn(inForce, standing, now.wall).find(({lately, most}) => lately >= most);
  if (rate !== undefined) return rateWords(rate);

  if (!inForce.some(({limits}) => needsRead(limits))) return undefined;
  // Only a complete and recent read shows the open risk.
  if (read === undefined || !isFresh(knows, read)) return unreadWords(read?.watch.began, now);

  const loss = dayLossesIn(inForce, standing, read).find(each => compare(each.loss, each.most) >= 0);
  if (loss !== undefined) return lossWords(loss);

  const exposure = exposureNow(knows, read);
  const measures = measuresIn(exposure, inForce, standing, knows).filter(each => isAddedTo(each, added));
  const untold = measures
    .map(({what}) => (what === 'count' ? undefined : exposure.untold[what]))
    .find(Boolean);
  if (untold !== undefined) return `${untold} The limit cannot be checked. ${exitsPass}`;

  const beyond = measures.find(each => compare(add(used(each), addedTo(each, added)), each.limit) > 0);
  return beyond && beyondWords(beyond, addedTo(beyond, added));
}

export function measuresNow(knows: Knows, standing: AccountStanding): readonly Measure[] {
  const inForce = limitsInForce(knows.limits, standing);
  if (inForce.length === 0 || knows.read === undefined) return [];
  return measuresIn(exposureNow(knows, knows.read), inForce, standing, knows);
}

/** The day's loss is missing before the first complete read. */
export function gatesNow({limits, read, now}: Knows, standing: AccountStanding): Gates {
  const inForce = limitsInForce(limits, standing);
  return {
    rates: ratesIn(inForce, standing, now.wall),
    losses: read === undefined ? [] : dayLossesIn(inForce, standing, read, 'also where nothing was closed'),
  };
}

/** The limits of all running dashboards apply, so the lowest one decides. */
function limitsInForce(own: Limits, {others}: AccountStanding): readonly InForce[] {
  return [{limits: own, holder: undefined}, ...others].filter(({limits}) => hasLimits(limits));
}

export function hasLimits(limits: Limits): boolean {
  return limits.maxWritesPerMinute !== undefined || needsRead(limits);
}

function needsRead({underlyings, maxWritesPerMinute: _, ...all}: Limits): boolean {
  const isSet = (bounds: object) => Object.values(bounds).some(each => each !== undefined);
  return isSet(all) || Object.values(underlyings).some(isSet);
}

const isAddedTo = (measure: Measure, added: Load) => compare(addedTo(measure, added), '0') > 0;

export function isFresh({staleAfterMs, now}: Knows, {watch: {began}}: SeenAccount): boolean {
  return began !== undefined && age(began, now) <= staleAfterMs;
}

/** Clocks differ, so an option counts for this long after its expiry. */
const expiryGraceMs = 300_000;

function exposureNow({placed, amends}: Knows, {rows, watch, lagMs, wall}: SeenAccount): Exposure {
  return exposureOf({
    rows,
    left: lately(watch, lagMs),
    without: amends,
    placed,
    expiredBefore: wall - expiryGraceMs,
  });
}

function measuresIn(
  {loads}: Exposure,
  inForce: readonly InForce[],
  {reservations}: AccountStanding,
  {added, read}: Knows,
): readonly Measure[] {
  const pending = reservations.filter(each => read === undefined || !isAccountedFor(each, read));
  const of = (isOurs: boolean) => pending.filter(each => each.isOurs === isOurs).map(({load}) => load);
  return measuresOf(inForce, {open: loads, here: of(true), elsewhere: of(false)}, added);
}
