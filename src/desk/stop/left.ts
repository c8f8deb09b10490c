import {isInt64} from '../../api/wire/records.ts';
import {type Intent, target, targets, type WriteDraft} from '../intents/intent.ts';
import {isFinal} from '../model/figures.ts';
import type {State} from '../model/state.ts';
import {cancelDraft, closeDraft} from '../order/availability.ts';
import {easyOptionWords} from '../words/easy-options.ts';
import {draftWords} from '../words/intents.ts';
import {askedWords} from '../words/orders.ts';
import {heldContracts} from './proof.ts';
import type {StopEnd, StopWants} from './record.ts';
import {soldBy, wasEnded} from './spared.ts';
import {type StopWork, serviceTimeOf} from './work.ts';

/** Something that a stop has not ended yet, and why. */
export type LeftItem = {
  readonly words: string;
  /** Whether the stop is about to end it, it ends by itself, or neither. */
  readonly how: 'ends' | 'waits' | 'stuck';
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
      each?.fault === undefined ? [] : [item(`A list cannot be read: ${each.fault.text}`, 'ends')],
    ),
    ...(proved === 'NO ORDERS, NO EASY OPTIONS' && wants === 'flat' ? contractItems(state, work) : []),
  ];
  return items.sort((a, b) => ranks.indexOf(a.how) - ranks.indexOf(b.how));
}

const item = (words: string, how: LeftItem['how']): LeftItem => ({words, how});

const ranks: readonly LeftItem['how'][] = ['stuck', 'waits', 'ends'];

function openItem({state, draft}: Intent): LeftItem {
  return state === 'UNKNOWN'
    ? item(`UNKNOWN: ${draftWords(draft)}, to be ended by a read or by hand`, 'stuck')
    : item(`${state}: ${draftWords(draft)}`, 'ends');
}

function orderItems(state: State, work: StopWork): LeftItem[] {
  const {read} = work;
  if (read === undefined) return [];
  return read.orders.rows.flatMap(order => {
    const draft = cancelDraft(order);
    if (isUnderWay(work, target(draft)) || wasEnded(state, draft, read)) return [];
    const words = `order #${order.orderId} ${askedWords(order)}`;
    const sold = soldBy(order, read.easyOptions?.rows ?? []);
    if (sold !== undefined)
      return [item(`${words}: sells Easy Option #${sold.id}, and fills by itself`, 'waits')];
    return [failedItem(state, work, draft, words, order.orderId)];
  });
}

function easyOptionItems(state: State, work: StopWork): LeftItem[] {
  return (work.read?.easyOptions?.rows ?? []).flatMap(option => {
    const draft = closeDraft(option);
    if (isFinal(option.status) || isUnderWay(work, target(draft))) return [];
    const words = easyOptionWords(option);
    switch (option.status) {
      case 'ACTIVE':
        return [failedItem(state, work, draft, words, option.id)];
      case 'PENDING':
        return [item(`${words}: closed once it is ACTIVE`, 'waits')];
      case 'CLOSING':
        return [item(`${words}: ends by itself`, 'waits')];
      case 'TRIGGERED':
        return option.closeTime === undefined
          ? [item(`${words}: sells by itself`, 'waits')]
          : [item(`${words}: sold, but only CLOSED or EXPIRED proves that it is over`, 'stuck')];
      default:
        return [item(`${words}: its status is not known here`, 'stuck')];
    }
  });
}

function isUnderWay({facts}: StopWork, wanted: string): boolean {
  return facts?.open.some(each => targets(each.draft).includes(wanted)) === true;
}

/** With the reason that the last try came back with. */
function failedItem(
  {intents}: State,
  {tries}: StopWork,
  draft: WriteDraft,
  words: string,
  id: string,
): LeftItem {
  if (!isInt64(id)) return item(`${words}: its id is no whole number of 64 bits`, 'stuck');
  const wanted = target(draft);
  const last = intents.list.findLast(each => target(each.draft) === wanted);
  const why =
    last === undefined
      ? ''
      : last.state === 'DONE'
        ? ': was asked for, and is listed still'
        : `: ${last.state}. ${last.reason}`;
  const isInVain =
    (tries.get(wanted)?.count ?? 0) >= stuckAfter || intents.disabled[draft.kind] !== undefined;
  return item(`${words}${why}`, isInVain ? 'stuck' : 'ends');
}

/** Orders that the journal knows and no list shows. */
function unlistedItems({facts, read, tries}: StopWork): LeftItem[] {
  const listed = new Set(read?.orders.rows.map(each => each.orderId));
  const named = new Set(facts?.open.flatMap(({draft}) => ('orderId' in draft ? [draft.orderId] : [])));
  return (facts?.unproved ?? [])
    .filter(id => !listed.has(id) && !named.has(id))
    .map(id => {
      const isInVain = (tries.get(`final ${id}`)?.count ?? 0) > stuckAfter;
      return item(`order #${id}: not listed, and not proved final`, isInVain ? 'stuck' : 'ends');
    });
}

function contractItems({now}: State, {read}: StopWork): LeftItem[] {
  const trades = read?.trades;
  if (trades === undefined) return [];
  const held = heldContracts(trades.rows, serviceTimeOf(read, now));
  return held.map(each => item(`${each} held: no operation closes it`, 'stuck'));
}
