import {isInt64} from '../../api/wire/records.ts';
import {kinship} from '../intents/account.ts';
import {type Intent, type Intents, target, targets, type WriteDraft} from '../intents/intent.ts';
import {writeOf} from '../intents/replace/write.ts';
import {canAct, lockOn} from '../intents/selectors.ts';
import {isFinal} from '../model/figures.ts';
import type {Moment} from '../model/moment.ts';
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
  /** Whether the stop is about to end it, waits for others while it tries on, or can never end it. */
  readonly how: 'ends' | 'waits' | 'stuck';
};

/** After so many tries in vain it is HELD, and tried on all the same: an outage may last. */
const heldAfter = 3;

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
    ...facts.open.map(each => openItem(state, each)),
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

const oddId = 'its id is no whole number of 64 bits';
const item = (words: string, how: LeftItem['how']): LeftItem => ({words, how});

const ranks: readonly LeftItem['how'][] = ['stuck', 'waits', 'ends'];

function openItem({intents}: State, intent: Intent): LeftItem {
  const words = `${intent.state}: ${draftWords(intent.draft)}`;
  if (intent.state !== 'UNKNOWN') return item(words, 'ends');
  const {candidates, noTrace} = intent;
  const holder = intents.held.find(each => each.intent.id === intent.id && each.presence === 'alive');
  if (holder !== undefined) return item(`${words}, held by ${holder.holder}`, 'waits');
  if (kinship(intent, intents.accountId) !== 'ours')
    return item(`${words}, asked for with another credential`, 'stuck');
  if (writeOf(intent).draft.kind === 'cancel') return item(`${words}, the DELETE is sent again`, 'waits');
  return noTrace || candidates.length > 0
    ? item(`${words}, to be ended by hand`, 'stuck')
    : item(`${words}, to be ended by a read`, 'waits');
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
  {intents, now}: State,
  {tries}: StopWork,
  draft: WriteDraft,
  words: string,
  id: string,
): LeftItem {
  if (!isInt64(id)) return item(`${words}: ${oddId}`, 'stuck');
  const wanted = target(draft);
  const last = intents.list.findLast(each => target(each.draft) === wanted);
  const isInVain = (tries.get(wanted)?.count ?? 0) >= heldAfter;
  return item(`${words}: ${whyLeft(intents, draft, last, now)}`, isInVain ? 'waits' : 'ends');
}

function whyLeft(intents: Intents, draft: WriteDraft, last: Intent | undefined, now: Moment): string {
  if (last?.state === 'DONE') return 'was asked for, and is listed still';
  if (last !== undefined) return `${last.state}. ${last.reason}`;
  const may = canAct(intents, draft.kind, now);
  return may === true ? (lockOn(intents, target(draft))?.reason ?? 'not asked for yet') : may;
}

/** Orders that the journal knows and no list shows. */
function unlistedItems({facts, read, tries}: StopWork): LeftItem[] {
  const listed = new Set(read?.orders.rows.map(each => each.orderId));
  const named = new Set(facts?.open.flatMap(({draft}) => ('orderId' in draft ? [draft.orderId] : [])));
  return (facts?.unproved ?? [])
    .filter(id => !listed.has(id) && !named.has(id))
    .map(id => {
      const words = `order #${id}: not listed, and not proved final`;
      if (!isInt64(id)) return item(`${words}, ${oddId}`, 'stuck');
      return item(words, (tries.get(`final ${id}`)?.count ?? 0) > heldAfter ? 'waits' : 'ends');
    });
}

function contractItems({now}: State, {read}: StopWork): LeftItem[] {
  const trades = read?.trades;
  if (trades === undefined) return [];
  const held = heldContracts(trades.rows, serviceTimeOf(read, now));
  return held.map(each => item(`${each} held: no operation closes it`, 'stuck'));
}
