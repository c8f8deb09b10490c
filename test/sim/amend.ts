import {ApiError} from '../../src/api/errors.ts';
import {add, compare, subtract, sum} from '../../src/api/wire/decimal.ts';
import type {Decimal, Id} from '../../src/api/wire/records.ts';
import {unreplaced} from '../../src/core/intents/follow.ts';
import {type Intent, initialIntents} from '../../src/core/intents/intent.ts';
import {mayOverfill, overfillOf, waitOf} from '../../src/core/intents/kinds/amend.ts';
import {type AmendDraft, amendOf} from '../../src/core/intents/kinds/cancel.ts';
import type {Replaced} from '../../src/core/intents/kinds/kind.ts';
import {replacedBy} from '../../src/core/intents/kinds/place.ts';
import {describe} from '../../src/core/intents/words.ts';
import type {State} from '../../src/desk/state.ts';
import {fromMicro} from '../../src/paper/market/money.ts';
import {idOf} from '../../src/paper/operations/requests.ts';
import type {Wire} from './client.ts';
import type {Fault} from './faults.ts';
import type {Store} from './memory-journal.ts';
import type {Service} from './service.ts';

/**
 * What must hold of the cancel of an amend and of the place that follows: the one order goes before the other
 * comes, no fill is had twice, and an order that is gone is never gone in silence.
 */

type Following = {
  readonly cancel: Intent;
  readonly amend: AmendDraft;
  readonly replaces: Replaced;
  /** It followed by itself: its confirmation is that of the cancel. */
  readonly isByItself: boolean;
};

/** The amend that a place is of, as it was confirmed. */
export function followingOf(place: Intent, {rows}: Pick<Store, 'rows'>): Following | undefined {
  const replaces = replacedBy(place.draft);
  const row = replaces && rows.get(replaces.cancelId);
  const amend = row && amendOf(row.asked);
  if (replaces === undefined || row === undefined || amend === undefined) return undefined;
  // One that does not wait although it should is of the same key too.
  const afterMs = place.askedAt.wall - row.intent.askedAt.wall;
  return {cancel: row.intent, amend, replaces, isByItself: afterMs === 0 || afterMs === waitOf(amend)};
}

/** As the first byte of a place leaves: the order that it replaces is over, less what that filled. */
export function breachOfFollowing(
  wire: Wire,
  place: Intent,
  store: Store,
  service: Service,
): string | undefined {
  const of = followingOf(place, store);
  if (of === undefined) return undefined;
  const {cancel, amend, isByItself} = of;
  if (service.order(amend.orderId)?.status === 'PENDING')
    return `Placed while its order is open: ${wire.bytes}`;
  if (othersFor(cancel, place, store).some(({id}) => service.commits.some(each => each.intentId === id)))
    return `Placed once more for one cancel: ${wire.bytes}`;
  if (!isByItself) return undefined;
  // A later attempt may be of a person, in any process.
  if (cancel.attempts.at(-1)?.epoch !== place.attempts[0]?.epoch)
    return `Followed by another process: ${wire.bytes}`;
  const {size} = wire.command as {size: string};
  const filled = mayOverfill(amend)
    ? (amend.filled ?? '0')
    : fromMicro(service.order(amend.orderId)?.filled ?? 0);
  return compare(add(size, filled), amend.newSize) > 0
    ? `Places ${size}, and ${filled} of ${amend.newSize} are filled: ${wire.bytes}`
    : undefined;
}

/** The other orders that are to take the place of the same one. */
export const othersFor = (cancel: Intent, place: Intent, {rows}: Pick<Store, 'rows'>): Intent[] =>
  [...rows.values()]
    .map(({intent}) => intent)
    .filter(
      each => each.id !== place.id && replacedBy(each.draft)?.cancelId === cancel.id && !isSaidNothing(each),
    );

/** A person took it for nothing, and asked for another one in its place: both may be executed. */
export const isSaidNothing = (intent: Intent): boolean =>
  intent.isContradicted === true || (intent.state === 'RESOLVED' && intent.said.word === 'nothing');

/** The service never says of an open order that it is final: undefined for a fault that would. */
export function truthful(fault: Fault, wire: Wire, service: Service): Fault | undefined {
  if (wire.command.type !== 'cancelOrder') return fault;
  const orderId = idOf('order', wire.command.order);
  const error = fault.answer?.();
  const saysFinal = error instanceof ApiError && error.recognised && [404, 409].includes(error.status);
  return saysFinal && service.order(orderId)?.status === 'PENDING' ? undefined : fault;
}

/** At rest: what both orders filled. */
export function overfills(store: Store, service: Service): string[] {
  return [...store.rows.values()].flatMap(({intent}) => {
    const of = followingOf(intent, store);
    return of === undefined ? [] : overfilled(intent, of, service);
  });
}

/** Where the key was forgotten and a person sent it again, that was said. */
function overfilled(place: Intent, {amend, replaces, isByItself}: Following, service: Service): string[] {
  const placed = service.commits.filter(each => each.intentId === place.id && each.kind === 'place');
  if (placed.length !== 1) return [];
  const filledOf = (id: Id) => service.order(id)?.filled ?? 0;
  const filled = fromMicro(filledOf(amend.orderId) + filledOf(placed[0]?.recordId ?? ''));
  const wanted = isByItself ? mostWanted(amend) : sum([largestOf(amend), replaces.unseen]);
  return compare(filled, wanted) > 0 ? [`Overfilled by ${subtract(filled, wanted)}: ${describe(place)}`] : [];
}

export const largestOf = ({size, newSize}: AmendDraft): Decimal =>
  compare(size, newSize) > 0 ? size : newSize;

/** The review says how much it may overfill. */
const mostWanted = (amend: AmendDraft): Decimal =>
  mayOverfill(amend) ? add(amend.newSize, overfillOf(amend)) : largestOf(amend);

/** Whoever has the controls has said of every canceled order that none has taken its place. */
export function unsaidAmends(
  states: readonly State[],
  intents: readonly Intent[],
  settled: ReadonlySet<Intent>,
): string[] {
  const isHeld = states.some(each => each.journal.status === 'open' && each.intents.viewing === undefined);
  return unsaidCancels(isHeld ? intents : [])
    .filter(cancel => settled.has(cancel))
    .map(cancel => `NOT REPLACED, and nobody has said so: ${describe(cancel)}`);
}

/** Of these that none has replaced, those of which nobody has said so. */
export const unsaidCancels = (list: readonly Intent[]): Intent[] =>
  unreplaced({...initialIntents, list})
    .map(({cancel}) => cancel)
    .filter(({notReplaced}) => notReplaced === undefined)
    .filter(({id}) => list.every(each => replacedBy(each.draft)?.cancelId !== id));
