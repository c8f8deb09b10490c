import {add, compare, negate} from '../../api/wire/decimal.ts';
import type {Decimal, Millis} from '../../api/wire/records.ts';
import type {AmountByCurrency} from '../model/vocabulary.ts';
import {ownZone, startOfDay} from '../portfolio/days.ts';
import {positionsIn, realizedSince, soleCurrency} from '../portfolio/positions.ts';
import type {PortfolioRows} from '../portfolio/rows.ts';
import {closedSince} from './exposure.ts';
import type {InForce} from './measures.ts';
import type {AccountStanding, SeenAccount} from './reserved.ts';

/** Limits without reservations: once reached, they stop every write that adds risk. */
export type Gates = {readonly rates: readonly WritesLately[]; readonly losses: readonly DayLoss[]};
export type WritesLately = ReturnType<typeof ratesIn>[number];
/** A profit is a negative loss. */
export type DayLoss = ReturnType<typeof dayLossesIn>[number];

const minuteMs = 60_000;

/** The journal counts every opening and order of every dashboard, whatever its outcome. */
export function ratesIn(inForce: readonly InForce[], {writes}: AccountStanding, now: Millis) {
  const recent = writes.filter(at => Math.abs(now - at) < minuteMs).toSorted((a, b) => a - b);
  const lately = recent.length;
  return inForce.flatMap(({limits: {maxWritesPerMinute: most}, holder}) =>
    most === undefined
      ? []
      : [{lately, most, freeInMs: freeIn(recent[Math.max(0, lately - most)], now), holder}],
  );
}

/** Until one more write passes; undefined if none ever does. */
const freeIn = (at: Millis | undefined, now: Millis) => (at === undefined ? undefined : at + minuteMs - now);

function madeSince(rows: PortfolioRows, since: Millis): ReadonlyMap<string, Decimal> {
  const made = closedSince(rows.easyOptions.rows, since);
  const traded = realizedSince(positionsIn(rows), since);
  if (traded === undefined) return made;
  const only = soleCurrency(
    rows.easyOptions.rows.flatMap(({investmentCurrency}) => investmentCurrency ?? []),
  );
  return new Map([...made, [only, add(made.get(only) ?? '0', traded)]]);
}

/** Today's loss in each currency. A currency without its own limit uses `each`, else the lowest limit. */
export function dayLossesIn(
  inForce: readonly InForce[],
  {zone: kept}: AccountStanding,
  {rows, wall}: SeenAccount,
  of?: 'also where nothing was closed',
) {
  const gates = inForce.filter(({limits}) => limits.maxDayLoss !== undefined);
  if (gates.length === 0) return [];
  const zone = kept ?? ownZone();
  const made = madeSince(rows, startOfDay(zone, wall));
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

/** Interval in ms: dashboards that cannot see this process rely on the announcement. */
export const announceEveryMs = 600_000;
