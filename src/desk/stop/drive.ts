import {isInt64} from '../../api/wire/records.ts';
import {andThen} from '../chain.ts';
import {type DraftKind, type DraftOf, type Intent, target} from '../intents/intent.ts';
import {writeOf} from '../intents/replace/write.ts';
import {canAct, inFlight, lockOn, maySendAgain, unresolved} from '../intents/selectors.ts';
import type {Moment} from '../model/moment.ts';
import type {State} from '../model/state.ts';
import {cancelDraft, closeDraft} from '../order/availability.ts';
import {tellIntents} from '../order/batch.ts';
import type {Step} from '../step.ts';
import type {StopWants} from './record.ts';
import {cancelable, wasEnded} from './spared.ts';
import {mayTry, type StopWork, tried} from './work.ts';

/**
 * The writes of a stop: cancels and closes, each kind one after another and neither waiting for the other. Each
 * is an intent like any other. A 429 is waited out, what is UNKNOWN is left to its reads, and the rest goes on.
 */
export function writeNext(state: State, now: Moment): Step {
  return andThen(askOne(state, 'cancel', now), next => askOne(next, 'close', now));
}

function askOne(state: State, kind: 'cancel' | 'close', now: Moment): Step {
  const {record, work} = state.stop;
  if (work?.facts === undefined || record?.asked === undefined) return [state, []];
  if (isBusy(state, work, kind, now) || canAct(state.intents, kind, now) !== true) return [state, []];
  const again = unfinished(state, work, kind, now);
  const draft =
    again?.draft ?? draftsOf(work, kind, record.asked.wants).find(each => isDue(state, work, each, now));
  if (draft === undefined) return [state, []];
  const tries = tried(work, target(again === undefined ? draft : writeOf(again).draft), now);
  const next = {...state, stop: {...state.stop, work: tries}};
  const msg =
    again === undefined
      ? ({type: 'ask', draft} as const)
      : ({type: 'sendAgain', intentId: again.id} as const);
  return tellIntents(next, msg, now);
}

/** One of a kind at a time: what is asked for next is decided by what came of the one before. */
function isBusy({intents}: State, work: StopWork, kind: DraftKind, now: Moment): boolean {
  // The journal answers at once; what it was asked for by others, and never answered, holds nothing up.
  const isAsked = intents.asking.some(each => each.kind === kind && !mayTry(work, target(each), now));
  return isAsked || inFlight(intents).some(each => each.draft.kind === kind);
}

/**
 * A cancel that is UNKNOWN, that of a replacement too: another DELETE is another attempt of it. Of an order
 * that is proved final it would tell nothing more, whatever a list that lags shows.
 */
function unfinished({intents}: State, work: StopWork, kind: DraftKind, now: Moment): Intent | undefined {
  if (kind !== 'cancel') return undefined;
  const unproved = work.facts?.unproved ?? [];
  return intents.list.find(each => {
    const {draft} = writeOf(each);
    const isDue =
      draft.kind === 'cancel' && unproved.includes(draft.orderId) && mayTry(work, target(draft), now);
    return isDue && maySendAgain(intents, each);
  });
}

/** A PENDING one cannot be closed yet, and a TRIGGERED one sells by itself. */
function draftsOf(
  {read}: StopWork,
  kind: 'cancel' | 'close',
  wants: StopWants,
): readonly DraftOf<'cancel' | 'close'>[] {
  if (read === undefined) return [];
  if (kind === 'cancel')
    return cancelable(read)
      .filter(each => isInt64(each.orderId))
      .map(cancelDraft);
  if (wants !== 'flat') return [];
  const options = read.easyOptions?.rows ?? [];
  return options.filter(each => each.status === 'ACTIVE' && isInt64(each.id)).map(closeDraft);
}

function isDue(state: State, work: StopWork, draft: DraftOf<'cancel' | 'close'>, now: Moment): boolean {
  const wanted = target(draft);
  if (!mayTry(work, wanted, now) || lockOn(state.intents, wanted) !== undefined) return false;
  return work.read !== undefined && !wasEnded(state, draft, work.read);
}

/** The next order to be proved final by a DELETE of its id: known to the journal, and on no list. */
export function checkNext(state: State, now: Moment): Step {
  const {work} = state.stop;
  if (work?.facts === undefined || work.checking !== undefined || now.mono < work.checksRestUntil)
    return [state, []];
  const {open, unproved} = work.facts;
  const {read} = work;
  if (read === undefined || read.orders.fault !== undefined) return [state, []];
  const others = new Set([
    ...read.orders.rows.map(each => each.orderId),
    // Of an order whose cancel has not ended a further DELETE is another attempt of that: of those that the
    // journal held when the round began, and of those that were asked for since then.
    ...[...open, ...unresolved(state.intents)].flatMap(({draft}) =>
      'orderId' in draft ? [draft.orderId] : [],
    ),
  ]);
  const orderId = unproved.find(id => !others.has(id) && isInt64(id) && mayTry(work, `final ${id}`, now));
  if (orderId === undefined) return [state, []];
  const next = {...tried(work, `final ${orderId}`, now), checking: orderId};
  return [{...state, stop: {...state.stop, work: next}}, [{type: 'stop', command: {type: 'check', orderId}}]];
}
