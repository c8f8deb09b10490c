import {compare} from '../../api/wire/decimal.ts';
import type {Decimal} from '../../api/wire/records.ts';
import type {Draft} from '../intents/intent.ts';
import type {State} from '../model/state.ts';
import {leavesWords} from '../words/bounds.ts';
import {gatesNow, measuresNow, whyBeyond} from './decide.ts';
import type {Gates} from './gates.ts';
import {knowsOf} from './knowledge.ts';
import type {Load} from './load.ts';
import {addedTo, type Measure, roomIn} from './measures.ts';

/** What a draft would leave of the limits in force, or why it would go beyond one. */
type Left = {readonly words: string; readonly isBeyond: boolean};

/** As the journal and the last whole read tell it; undefined for an exit, and where no limit is in force. */
export function leftBy(state: State, draft: Draft): Left | undefined {
  const {standing} = state.limits;
  const knows = knowsOf(state, draft, state.now);
  const {added} = knows;
  if (standing === undefined || added === undefined) return undefined;
  const reason = whyBeyond(knows, standing);
  if (reason !== undefined) return {words: reason, isBeyond: true};
  const least = leastOfEach(measuresNow(knows, standing), added);
  if (least.length === 0) return undefined;
  return {words: least.map(each => leavesWords(each, addedTo(each, added))).join(', '), isBeyond: false};
}

/** The limits in force, each with what weighs against it or has happened. */
export type LimitsNow = Gates & {readonly measures: readonly Measure[]};

/** As the journal and the last whole read tell them; undefined before the journal is open. */
export function limitsNow(state: State): LimitsNow | undefined {
  const {standing} = state.limits;
  if (standing === undefined) return undefined;
  const exit: Draft = {kind: 'cancel', orderId: '0'};
  const knows = knowsOf(state, exit, state.now);
  const {rates, losses} = gatesNow(knows, standing);
  return {
    measures: leastOf(measuresNow(knows, standing), scopeOf, ({limit}) => limit),
    losses: leastOf(
      losses,
      ({currency}) => currency,
      ({most}) => most,
    ),
    rates: leastOf(
      rates,
      () => '',
      ({most}) => String(most),
    ),
  };
}

const scopeOf = ({what, currency = '', underlying = ''}: Measure) =>
  JSON.stringify([what, currency, underlying]);

/** Of several dashboards' limits on the same, the one that holds; its own goes before an equal one. */
function leastOf<T>(all: readonly T[], kind: (each: T) => string, most: (each: T) => Decimal): readonly T[] {
  return [...Map.groupBy(all, kind).values()].flatMap(
    each => each.toSorted((a, b) => compare(most(a), most(b)))[0] ?? [],
  );
}

/** Of the limits that a load weighs on, of each kind the one that leaves least. */
function leastOfEach(measures: readonly Measure[], load: Load): readonly Measure[] {
  const weighed = measures.filter(each => compare(addedTo(each, load), '0') > 0);
  const kinds = Map.groupBy(weighed, ({what}) => what);
  return [...kinds.values()].flatMap(each => each.toSorted((a, b) => compare(roomIn(a), roomIn(b)))[0] ?? []);
}

/** Why a draft would be refused by a limit, as far as is known before the journal is asked. */
export function beyondNow(state: State, draft: Draft): string | undefined {
  const left = leftBy(state, draft);
  return left?.isBeyond === true ? left.words : undefined;
}
