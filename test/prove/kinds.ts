import type {EasyOption, Id} from '../../src/api/wire/records.ts';
import type {Intent} from '../../src/core/intents/intent.ts';
import {makesRecord, type WriteDraft, type WriteKind} from '../../src/core/intents/kinds/kinds.ts';
import type {Outcome} from '../../src/core/intents/outcome.ts';
import {
  filledOf,
  type Lists,
  orderMade,
  refusal,
  type Service,
  withEffect,
  withOption,
  withOrder,
  withTruth,
} from './service.ts';
import type {World} from './world.ts';

type Request = {readonly draft: WriteDraft; readonly key: string | undefined; readonly by: string};
type Served = readonly [Service, Outcome];
type Done = Extract<Intent, {state: 'CONFIRMED'}>;

/** What the service does with a kind of write, and what may be claimed of it. */
type KindHere<D> = {
  /** Its own answer to a request that reached it. */
  serve(service: Service, request: Request & {readonly draft: D}, now: number): Served;
  /** Whether the service would still do it, for any client. */
  mayBeDone(draft: D, truth: Lists): boolean;
  /** The record is what was asked for, was not there before, and nobody else on the journal asked for it. */
  fits(draft: D, intent: Done, world: World): boolean;
  /** Whether lists that have caught up show how it ended, and no more than one way. */
  isTold(draft: D, intent: Intent, service: Service): boolean;
};

const kinds: {readonly [K in WriteKind]: KindHere<Extract<WriteDraft, {kind: K}>>} = {
  open: {
    serve(service, {draft: {cardId, investmentAmount}, by}, now) {
      const {options} = service.truth;
      const id = String(30 + options.length);
      const made: EasyOption = {id, cardId, investmentAmount, status: 'ACTIVE', openTime: now};
      const next = withTruth(service, {options: [...options, made]});
      return [withEffect(next, {by, kind: 'open', recordId: id}), {kind: 'yes'}];
    },
    mayBeDone: () => true,
    fits(draft, intent, world) {
      const {resolvedRecordId: id = ''} = intent;
      const row = world.service.truth.options.find(each => each.id === id);
      const isLike = row?.cardId === draft.cardId && row.investmentAmount === draft.investmentAmount;
      return isLike && isNew(intent, id, row.openTime, world) && isMadeByOurs(intent, id, world);
    },
    isTold(draft, intent, {truth, effects}) {
      const like = truth.options.filter(
        each =>
          each.cardId === draft.cardId &&
          isUnknownBefore(intent, each.id) &&
          (each.openTime ?? 0) >= sentAt(intent) - toleranceMs,
      );
      return like.length === 1 && effects.some(each => each.by === intent.id);
    },
  },
  close: {
    serve(service, {draft, by}, now) {
      const row = service.truth.options.find(each => each.id === draft.easyOptionId);
      if (row === undefined) return [service, refusal(404)];
      if (row.status !== 'ACTIVE') return [service, refusal(422)];
      const next = withOption(service, {...row, status: 'CLOSED', closeTime: now});
      return [withEffect(next, {by, kind: 'close', recordId: row.id}), {kind: 'yes'}];
    },
    mayBeDone: ({easyOptionId}, {options}) =>
      options.some(each => each.id === easyOptionId && each.status === 'ACTIVE'),
    fits(draft, _intent, {service: {truth}}) {
      const row = truth.options.find(each => each.id === draft.easyOptionId);
      return row?.status === 'CLOSED' || row?.status === 'CLOSING';
    },
    isTold(draft, intent, {truth, effects}) {
      const row = truth.options.find(each => each.id === draft.easyOptionId);
      const isAfter = (row?.closeTime ?? 0) >= sentAt(intent) - toleranceMs;
      return row?.status === 'CLOSED' && isAfter && effects.some(each => each.by === intent.id);
    },
  },
  place: {
    serve(service, {draft, key, by}, now) {
      const {orders} = service.truth;
      const known = key === undefined ? undefined : service.keys[key];
      if (known !== undefined)
        return [service, {kind: 'yes', order: orders.find(each => each.orderId === known)}];
      const order = {...orderMade(String(11 + orders.length), draft.price, now), size: draft.size};
      const made = {...order, sizeContracts: draft.size};
      const next = withTruth(service, {orders: [...orders, made]});
      const keyed = key === undefined ? next : {...next, keys: {...next.keys, [key]: made.orderId}};
      return [withEffect(keyed, {by, kind: 'place', recordId: made.orderId}), {kind: 'yes', order: made}];
    },
    mayBeDone: () => true,
    fits(draft, intent, world) {
      const {resolvedRecordId: id = ''} = intent;
      const row = world.service.truth.orders.find(each => each.orderId === id);
      const isLike = row?.symbol === draft.symbol && row.side === draft.side && row.size === draft.size;
      return isLike && isNew(intent, id, row.timestamp, world) && isMadeByOurs(intent, id, world);
    },
    isTold(draft, intent, {truth, effects}) {
      const like = truth.orders.filter(
        each =>
          each.symbol === draft.symbol && each.price === draft.price && isUnknownBefore(intent, each.orderId),
      );
      const isAfter = (like[0]?.timestamp ?? 0) >= sentAt(intent) - toleranceMs;
      const isListed = like[0]?.status !== 'CANCELED' && isAfter;
      return like.length === 1 && isListed && effects.some(each => each.by === intent.id);
    },
  },
  cancel: {
    serve(service, {draft, by}) {
      const order = service.truth.orders.find(each => each.orderId === draft.orderId);
      if (order === undefined) return [service, refusal(404)];
      if (order.status !== 'PENDING') return [service, refusal(409)];
      const canceled = {...order, status: 'CANCELED' as const};
      const next = withEffect(withOrder(service, canceled), {by, kind: 'cancel', recordId: order.orderId});
      return [next, {kind: 'yes', order: canceled}];
    },
    mayBeDone: ({orderId}, {orders}) =>
      orders.some(each => each.orderId === orderId && each.status === 'PENDING'),
    fits(draft, intent, {service: {truth}}) {
      // That the service calls it final does not say how it ended.
      const status = truth.orders.find(each => each.orderId === draft.orderId)?.status;
      return status === 'CANCELED' || (status !== 'PENDING' && intent.seen?.order === undefined);
    },
    isTold: (draft, _intent, service) => filledOf(service, draft.orderId) === draft.size,
  },
};

export const kindsHere = Object.keys(kinds) as readonly WriteKind[];

export const kindHere = ({kind}: {readonly kind: WriteKind}) => kinds[kind] as KindHere<WriteDraft>;

export const serve = (service: Service, request: Request, now: number): Served =>
  kindHere(request.draft).serve(service, request, now);

/** The same request once more: the second answer is the one that is heard. */
export function serveTwice(service: Service, request: Request, now: number): Served {
  const [{effects, ...rest}] = serve(service, request, now);
  const marked = effects.map(each => (each.by === request.by ? {...each, isTwice: true} : each));
  return serve({...rest, effects: marked}, request, now);
}

/** The clocks of a read and of the service are told apart by this much and no finer (ms). */
const toleranceMs = 2_000;

const sentAt = (intent: Intent): number => intent.attempts[0]?.startedAt.wall ?? 0;

const isUnknownBefore = ({knownBefore}: Intent, id: Id): boolean => knownBefore?.includes(id) === false;

/** A match knew when the attempt was committed. Its first byte, later, may have been told after the match. */
function isNew(
  {id, knownBefore}: Intent,
  recordId: Id,
  madeAt: number | undefined,
  {store}: Pick<World, 'store'>,
): boolean {
  const {committedAt = 0} = store.rows.get(id) ?? {};
  return knownBefore?.includes(recordId) !== true && (madeAt ?? 0) >= committedAt - toleranceMs;
}

/**
 * A match claims a record like it: another client may have made that, and no other intent of ours. Only where
 * another client's record was taken for that one's first, the two have changed places, and nobody could tell.
 */
function isMadeByOurs({id}: Intent, recordId: Id, {service: {effects}, store}: World): boolean {
  const makerOf = (record: Id | undefined) =>
    effects.find(each => each.recordId === record && makesRecord(each))?.by;
  const by = makerOf(recordId);
  if (by === id || by === 'twin') return true;
  const other = by === undefined ? undefined : store.rows.get(by)?.intent;
  return other?.state === 'CONFIRMED' && makerOf(other.resolvedRecordId) === 'twin';
}
