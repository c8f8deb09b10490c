import {isInt64} from '../../api/wire/records.ts';
import {type Intent, target, targets} from '../intents/intent.ts';
import {isFinal} from '../model/figures.ts';
import type {State} from '../model/state.ts';
import {cancelDraft, closeDraft} from '../order/availability.ts';
import {easyOptionWords} from '../words/easy-options.ts';
import {draftWords} from '../words/intents.ts';
import {askedWords} from '../words/orders.ts';
import {heldContracts} from './proof.ts';
import type {StopEnd, StopWants} from './record.ts';
import {type StopWork, serviceTimeOf} from './work.ts';

/** Something that a stop has not ended yet, and why. */
export type LeftItem = {
  readonly words: string;
  /** It does not move by itself, nor by what the stop may do. */
  readonly isStuck: boolean;
};

/** After so many tries in vain it is said that it cannot be ended; it is tried on all the same. */
const stuckAfter = 3;

/** All that is left, those that are stuck first. */
export function leftItems(
  state: State,
  work: StopWork,
  wants: StopWants,
  proved: StopEnd | undefined,
): LeftItem[] {
  const {facts, read} = work;
  if (facts === undefined) return [];
  const items = [
    ...facts.open.map(openItem),
    ...orderItems(state, work),
    ...(wants === 'flat' ? easyOptionItems(state, work) : []),
    ...unlistedItems(work),
    ...[read?.orders, read?.easyOptions, read?.trades].flatMap(each =>
      each?.fault === undefined ? [] : [{words: `A list cannot be read: ${each.fault.text}`, isStuck: false}],
    ),
    ...(proved === 'NO ORDERS, NO EASY OPTIONS' && wants === 'flat' ? contractItems(state, work) : []),
  ];
  return items.sort((a, b) => Number(b.isStuck) - Number(a.isStuck));
}

function openItem({state, draft}: Intent): LeftItem {
  const isStuck = state === 'UNKNOWN';
  return {
    words: `${state}: ${draftWords(draft)}${isStuck ? ', to be ended by a read or by hand' : ''}`,
    isStuck,
  };
}

function orderItems(state: State, work: StopWork): LeftItem[] {
  const done = new Set(
    state.intents.list.filter(each => each.state === 'DONE').map(each => target(each.draft)),
  );
  return (work.read?.orders.rows ?? []).flatMap(order => {
    const draft = cancelDraft(order);
    if (isUnderWay(work, target(draft)) || done.has(target(draft))) return [];
    return [
      failedItem(state, work, `order #${order.orderId} ${askedWords(order)}`, target(draft), order.orderId),
    ];
  });
}

function easyOptionItems(state: State, work: StopWork): LeftItem[] {
  return (work.read?.easyOptions?.rows ?? []).flatMap(option => {
    const draft = closeDraft(option);
    if (isFinal(option.status) || isUnderWay(work, target(draft))) return [];
    const words = easyOptionWords(option);
    switch (option.status) {
      case 'ACTIVE':
        return [failedItem(state, work, words, target(draft), option.id)];
      case 'PENDING':
        return [{words: `${words}: closed once it is ACTIVE`, isStuck: false}];
      case 'TRIGGERED':
      case 'CLOSING':
        return [{words: `${words}: ends by itself`, isStuck: false}];
      default:
        return [{words: `${words}: its status is not known here`, isStuck: true}];
    }
  });
}

function isUnderWay({facts}: StopWork, wanted: string): boolean {
  return facts?.open.some(each => targets(each.draft).includes(wanted)) === true;
}

/** With the reason that the last try came back with. */
function failedItem(state: State, {tries}: StopWork, words: string, wanted: string, id: string): LeftItem {
  if (!isInt64(id)) return {words: `${words}: its id is no whole number of 64 bits`, isStuck: true};
  const last = state.intents.list.findLast(each => target(each.draft) === wanted);
  const why = last === undefined || last.state === 'DONE' ? '' : `: ${last.state}. ${last.reason}`;
  return {words: `${words}${why}`, isStuck: (tries.get(wanted)?.count ?? 0) >= stuckAfter};
}

/** Orders that the journal knows and no list shows. */
function unlistedItems({facts, read, tries}: StopWork): LeftItem[] {
  const listed = new Set(read?.orders.rows.map(each => each.orderId));
  const named = new Set(facts?.open.flatMap(({draft}) => ('orderId' in draft ? [draft.orderId] : [])));
  return (facts?.unproved ?? [])
    .filter(id => !listed.has(id) && !named.has(id))
    .map(id => ({
      words: `order #${id}: not listed, and not proved final`,
      isStuck: (tries.get(`final ${id}`)?.count ?? 0) > stuckAfter,
    }));
}

function contractItems({now}: State, {read}: StopWork): LeftItem[] {
  const trades = read?.trades;
  if (trades === undefined) return [];
  return heldContracts(trades.rows, serviceTimeOf(read, now)).map(held => ({
    words: `${held} held: no operation closes it`,
    isStuck: true,
  }));
}
