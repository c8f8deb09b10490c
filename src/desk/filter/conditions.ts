import type {Filtered} from '../../account/model/feed.ts';
import {rowId} from '../../account/model/rows.ts';
import type {FeedPane, Row} from '../../account/model/vocabulary.ts';
import type {FactsKnown, FilterKind, Need} from '../../account/resources/resource.ts';
import {sortKeyOf} from '../../account/resources/resources.ts';
import type {Millis} from '../../api/wire/records.ts';
import {type RangeEnd, ranges} from './read-values.ts';

/** Text is compared regardless of case. */
export type Demand =
  | {readonly is: 'one of' | 'part'; readonly values: readonly (string | number)[]}
  /** Each is anywhere in the record. */
  | {readonly is: 'words'; readonly values: readonly string[]}
  | {readonly is: 'between'; readonly from?: RangeEnd | undefined; readonly to?: RangeEnd | undefined};

export type Condition = {
  readonly text: string;
  readonly pane: FeedPane;
  /** A field of the records, or a computed column. */
  readonly field: string | undefined;
  /** The source of a computed column besides its row; without it, no row fits. */
  readonly needs: Need | undefined;
  readonly kind: FilterKind;
  /** The time of the service when it was asked. */
  readonly now: Millis;
  readonly isNegated: boolean;
  readonly demand: Demand;
  /** False: the condition is checked only here, on the page that came. */
  readonly isAsked: boolean;
};

/** Rows are checked here too, because a service may ignore a filter. */
export function narrowed<R extends Row>(
  rows: readonly R[],
  conditions: readonly Condition[],
  facts?: FactsKnown,
): {readonly kept: readonly R[]; readonly filtered: Filtered | undefined} {
  const disobeyed = conditions.find(each => each.isAsked && rows.some(row => contradicts(row, each)))?.text;
  if (disobeyed === undefined && conditions.every(each => each.isAsked))
    return {kept: rows, filtered: undefined};
  const checked = checkedHere(conditions, disobeyed);
  const kept = rows.filter(row => checked.every(each => fits(row, each, facts)));
  return {kept, filtered: {narrowedFrom: rows.length, disobeyed}};
}

/** A service that obeys may find a word in what its records do not show; several are looked for here. */
export function checkedHere(
  conditions: readonly Condition[],
  disobeyed: string | undefined,
): readonly Condition[] {
  return disobeyed === undefined
    ? conditions.filter(({demand, isAsked}) => demand.is !== 'words' || !isAsked)
    : conditions;
}

/** A row that contradicts a condition that was sent to the service. A missing value contradicts nothing. */
export function contradicts(row: Row, condition: Condition): boolean {
  if (condition.demand.is === 'words') return false;
  const value = valueIn(row, condition);
  return value !== undefined && meets(value, condition) === condition.isNegated;
}

/** A missing value passes if the service was asked to filter by it. */
export function fits(row: Row, condition: Condition, facts?: FactsKnown): boolean {
  const {demand} = condition;
  if (demand.is === 'words') return demand.values.every(each => textsIn(row).includes(each.toLowerCase()));
  const value = valueIn(row, condition, facts);
  if (value === undefined) return condition.isAsked || condition.isNegated;
  return meets(value, condition) !== condition.isNegated;
}

function textsIn(row: Row): string {
  const texts = Object.values(row).filter(each => typeof each === 'string');
  return texts.join('\n').toLowerCase();
}

function valueIn(row: Row, {pane, field, now}: Condition, facts?: FactsKnown): string | undefined {
  const value =
    field === undefined ? undefined : sortKeyOf(pane, field, {...facts, now})(row, () => rowId(pane, row, 0));
  return value === undefined || value === null ? undefined : String(value);
}

function meets(value: string, {demand, kind}: Condition): boolean {
  switch (demand.is) {
    case 'one of':
      return demand.values.some(each => value.toLowerCase() === String(each).toLowerCase());
    case 'part':
      return demand.values.some(each => value.toLowerCase().includes(String(each).toLowerCase()));
    case 'words':
      return false;
    case 'between':
      return isBetween(value, demand, kind);
    default:
      return demand satisfies never;
  }
}

function isBetween(value: string, {from, to}: Extract<Demand, {is: 'between'}>, kind: FilterKind): boolean {
  const isIn = (end: RangeEnd | undefined, sign: 1 | -1) => {
    const beyond = end && sign * (ranges[kind.is]?.compare(value, String(end.value)) ?? Number.NaN);
    return beyond === undefined || (end?.isStrict ? beyond > 0 : beyond >= 0);
  };
  return isIn(from, 1) && isIn(to, -1);
}
