import {compare, negate} from '../../api/wire/decimal.ts';
import type {Decimal, Millis} from '../../api/wire/records.ts';
import type {AmountByCurrency} from '../model/vocabulary.ts';
import {ownZone, startOfDay} from './day.ts';
import {closedSince} from './exposure.ts';
import type {InForce} from './measures.ts';
import type {AccountStanding, SeenAccount} from './reserved.ts';

/** Limits that reserve nothing: they shut for all that adds risk while what has happened reaches them. */
export type Gates = {readonly rates: readonly WritesLately[]; readonly losses: readonly DayLoss[]};

/** Openings and orders of the last minute. */
export type WritesLately = {
  readonly lately: number;
  readonly most: number;
  readonly holder: string | undefined;
};

export type DayLoss = {
  /** What the day has cost so far; below 0 where it made something. */
  readonly loss: Decimal;
  readonly most: Decimal;
  /** Empty where records tell none. */
  readonly currency: string;
  /** That the account's day is counted in. */
  readonly zone: string;
  readonly holder: string | undefined;
};

const minuteMs = 60_000;

/** Counted by the journal: whoever asked for them, and whatever became of them once they could be sent. */
export function ratesIn(
  inForce: readonly InForce[],
  {writes}: AccountStanding,
  now: Millis,
): readonly WritesLately[] {
  const lately = writes.filter(at => Math.abs(now - at) < minuteMs).length;
  return inForce.flatMap(({limits: {maxWritesPerMinute: most}, holder}) =>
    most === undefined ? [] : [{lately, most, holder}],
  );
}

/**
 * What was lost today in each currency, beside the most that may be. One whose currency is not told counts by
 * the tightest limit.
 * @param of `also where nothing was closed` for a currency that a limit names as well
 */
export function dayLossesIn(
  inForce: readonly InForce[],
  {zone: kept}: AccountStanding,
  {rows, wall}: SeenAccount,
  of?: 'also where nothing was closed',
): readonly DayLoss[] {
  const gates = inForce.filter(({limits}) => limits.maxDayLoss !== undefined);
  if (gates.length === 0) return [];
  const zone = kept ?? ownZone();
  const made = closedSince(rows.easyOptions.rows, startOfDay(zone, wall));
  return gates.flatMap(({limits: {maxDayLoss = {}}, holder}) => {
    const idle = of === undefined ? [] : namedIn(maxDayLoss, made.size === 0).filter(each => !made.has(each));
    return [...made, ...idle.map(each => [each, '0'] as const)].flatMap(([currency, pl]) => {
      const most = mostIn(maxDayLoss, currency);
      return most === undefined ? [] : [{loss: negate(pl), most, currency, zone, holder}];
    });
  });
}

function namedIn({each, ...named}: AmountByCurrency, isAlone: boolean): readonly string[] {
  const names = Object.keys(named);
  return names.length === 0 && each !== undefined && isAlone ? [''] : names;
}

function mostIn(limits: AmountByCurrency, currency: string): Decimal | undefined {
  return limits[currency] ?? limits.each ?? Object.values(limits).toSorted(compare)[0];
}
