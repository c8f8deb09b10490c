import {add, compare} from '../../api/wire/decimal.ts';
import {age} from '../model/freshness.ts';
import type {Limits} from '../model/vocabulary.ts';
import {beyondWords, lossWords, rateWords, unreadWords} from '../words/bounds.ts';
import {type Exposure, exposureOf} from './exposure.ts';
import {dayLossesIn, type Gates, ratesIn} from './gates.ts';
import type {Load} from './load.ts';
import {addedTo, type InForce, type Measure, measuresOf, used} from './measures.ts';
import {type AccountStanding, isAccountedFor, type Knows, type SeenAccount} from './reserved.ts';
import {lately} from './watch.ts';

/**
 * Why a write is not asked for, in words with numbers; undefined where it may be. Read top to bottom: the first
 * row that speaks against it decides. It is called inside of the journal's transaction that keeps what is
 * asked, so that no two writes can pass between what one of them saw and what it took.
 */
export function whyBeyond(knows: Knows, standing: AccountStanding): string | undefined {
  const {added, read, now} = knows;
  const inForce = limitsInForce(knows.limits, standing);
  // An exit is never held back, and neither is anything where no dashboard has limits.
  if (added === undefined || inForce.length === 0) return undefined;

  const rate = ratesIn(inForce, standing, now.wall).find(({lately, most}) => lately >= most);
  if (rate !== undefined) return rateWords(rate);

  if (!inForce.some(({limits}) => needsRead(limits))) return undefined;
  // What is open is known by a whole read alone, and by no old one.
  if (read === undefined || !isFresh(knows, read)) return unreadWords(read?.watch.began, now);

  const loss = dayLossesIn(inForce, standing, read).find(each => compare(each.loss, each.most) >= 0);
  if (loss !== undefined) return lossWords(loss);

  const exposure = exposureNow(knows, read);
  const measures = measuresIn(exposure, inForce, standing, knows).filter(each => isAddedTo(each, added));
  // A record that does not tell what it comes to may come to anything.
  const untold = measures
    .map(({what}) => (what === 'count' ? undefined : exposure.untold[what]))
    .find(Boolean);
  if (untold !== undefined) return untold;

  const beyond = measures.find(each => compare(add(used(each), addedTo(each, added)), each.limit) > 0);
  return beyond && beyondWords(beyond, addedTo(beyond, added));
}

/** The limits on what is open, each with what weighs against it; none before a whole read. */
export function measuresNow(knows: Knows, standing: AccountStanding): readonly Measure[] {
  const inForce = limitsInForce(knows.limits, standing);
  if (inForce.length === 0 || knows.read === undefined) return [];
  return measuresIn(exposureNow(knows, knows.read), inForce, standing, knows);
}

/** The gates in force and how far each has come; none of the day's loss before a whole read. */
export function gatesNow({limits, read, now}: Knows, standing: AccountStanding): Gates {
  const inForce = limitsInForce(limits, standing);
  return {
    rates: ratesIn(inForce, standing, now.wall),
    losses: read === undefined ? [] : dayLossesIn(inForce, standing, read, 'also where nothing was closed'),
  };
}

/** Its own limits and those of all other dashboards that run: the least of each holds, for each is asked. */
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

function isFresh({staleAfterMs, now}: Knows, {watch: {began}}: SeenAccount): boolean {
  return began !== undefined && age(began, now) <= staleAfterMs;
}

/** Clocks differ: an option counts for this long after it has expired. */
const expiryGraceMs = 300_000;

function exposureNow({placed, replaces, now}: Knows, {rows, watch, lagMs}: SeenAccount): Exposure {
  return exposureOf({
    rows,
    left: lately(watch, lagMs),
    without: replaces,
    placed,
    expiredBefore: now.wall - expiryGraceMs,
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
