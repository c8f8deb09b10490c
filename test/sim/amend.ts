import {ApiError} from '../../src/api/errors.ts';
import {add, compare, subtract} from '../../src/api/wire/decimal.ts';
import type {Id} from '../../src/api/wire/records.ts';
import {currentWrite, type Intent} from '../../src/desk/intents/intent.ts';
import {type AmendDraft, mayOverfill, overfillOf} from '../../src/desk/intents/kinds/amend.ts';
import {inBanner} from '../../src/desk/intents/selectors.ts';
import {describe} from '../../src/desk/intents/words.ts';
import {leftOf} from '../../src/desk/resources/arithmetic.ts';
import type {State} from '../../src/desk/state.ts';
import {fromMicro} from '../../src/paper/market/money.ts';
import {idOf} from '../../src/paper/operations/requests.ts';
import type {Wire} from './client.ts';
import type {Fault} from './faults.ts';
import type {Store} from './memory-journal.ts';
import type {Service} from './service.ts';

/**
 * What must hold of the two writes of an amend together: the one order goes before the other comes, no
 * fill is had twice, and an order that is gone is never gone in silence.
 */

type Amend = Intent & {readonly draft: AmendDraft};

export function isAmend(intent: Intent): intent is Amend {
  return intent.draft.kind === 'amend';
}

/** As the first byte leaves: the lists were read; of its place its order is over, less what that filled. */
export function breachOfAmend(wire: Wire, intent: Intent, service: Service): string | undefined {
  if (!isAmend(intent)) return undefined;
  if (intent.knownBefore === undefined) return `Sent before orders and trades were read: ${wire.bytes}`;
  if (wire.kind !== 'place') return undefined;
  const {draft, amending} = intent;
  const order = service.order(draft.orderId);
  if (order?.status === 'PENDING') return `Placed while its order is open: ${wire.bytes}`;
  const isPlaced = service.commits.some(each => each.intentId === intent.id && each.kind === 'place');
  const isSameKey = currentWrite(intent).attempts.length > 1;
  if (isPlaced && !isSameKey) return `Placed once more with another key: ${wire.bytes}`;
  const rest = leftOf(draft.newSize, fromMicro(order?.filled ?? 0));
  const {size} = wire.command as {size: string};
  const most = mayOverfill(draft) ? leftOf(draft.newSize, draft.filled ?? '0') : rest;
  // Who goes on while trades may be missing was told what may come of it.
  return compare(size, most) > 0 && amending?.isInsisted !== true
    ? `Places ${size}, and no more than ${most} is left: ${wire.bytes}`
    : undefined;
}

/** The service never says of an open order that it is final: undefined for a fault that would. */
export function truthful(fault: Fault, wire: Wire, service: Service): Fault | undefined {
  if (wire.command.type !== 'cancelOrder') return fault;
  const orderId = idOf('order', wire.command.order);
  const error = fault.answer?.();
  const saysFinal = error instanceof ApiError && error.recognised && [404, 409].includes(error.status);
  return saysFinal && service.order(orderId)?.status === 'PENDING' ? undefined : fault;
}

/** Whether the end of an amend agrees with what the service did. */
export function breachOfEnd(intent: Amend, service: Service): string | undefined {
  const {draft, state} = intent;
  const own = service.commits.filter(each => each.intentId === intent.id);
  const isCanceled = own.some(each => each.kind === 'cancel');
  const placed = own.filter(each => each.kind === 'place');
  const order = service.order(draft.orderId);
  const isOver = order !== undefined && order.status !== 'PENDING';
  switch (state) {
    case 'NOT SENT':
    case 'REJECTED':
      return own.length > 0 ? `${state}, but its order was ${isCanceled ? 'canceled' : 'placed'}` : undefined;
    case 'CANCELED, NOT REPLACED':
      if (placed.length > 0) return 'CANCELED, NOT REPLACED, but it was placed';
      return isOver ? undefined : 'CANCELED, NOT REPLACED, but its order is open';
    case 'CONFIRMED':
      if (!isOver) return 'CONFIRMED, but its order is open';
      if (intent.resolvedRecordId !== undefined) return undefined;
      return placed.length > 0 || compare(leftOf(draft.newSize, fromMicro(order.filled)), '0') > 0
        ? 'CONFIRMED with nothing left, but something is'
        : undefined;
    default:
      return undefined;
  }
}

/** At rest: what both orders filled. */
export function overfills(store: Store, service: Service): string[] {
  return [...store.rows.values()].flatMap(({intent, asked: draft}) => {
    const asked = {...intent, draft};
    return isAmend(asked) ? overfilled(asked, service) : [];
  });
}

/** Where the key was forgotten and a person sent it again, or went on with trades missing, both was said. */
function overfilled(intent: Amend, service: Service): string[] {
  const {draft, amending} = intent;
  const placed = service.commits.filter(each => each.intentId === intent.id && each.kind === 'place');
  if (placed.length !== 1 || amending?.isInsisted === true) return [];
  const filledOf = (id: Id) => service.order(id)?.filled ?? 0;
  const filled = fromMicro(filledOf(draft.orderId) + filledOf(placed[0]?.recordId ?? ''));
  const largest = compare(draft.size, draft.newSize) > 0 ? draft.size : draft.newSize;
  // The review says how much it may overfill.
  const wanted = mayOverfill(draft) ? add(draft.newSize, overfillOf(draft)) : largest;
  return compare(filled, wanted) > 0
    ? [`Overfilled by ${subtract(filled, wanted)}: ${describe(intent)}`]
    : [];
}

/** What was CANCELED, NOT REPLACED in the journal before the last polls stands on every screen. */
export function unsaidAmends(states: readonly State[], intents: readonly Intent[]): string[] {
  const isSaid = ({intents: known}: State, {id}: Intent) => inBanner(known).some(each => each.id === id);
  return intents
    .filter(intent => intent.state === 'CANCELED, NOT REPLACED')
    .filter(intent => states.some(each => each.journal.status === 'open' && !isSaid(each, intent)))
    .map(intent => `CANCELED, NOT REPLACED, and a screen does not say so: ${describe(intent)}`);
}
