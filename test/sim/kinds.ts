import type {Intent} from '../../src/core/intents/intent.ts';
import {hasKey, makesRecord, type WriteDraft, type WriteKind} from '../../src/core/intents/kinds/kinds.ts';
import type {State} from '../../src/desk/state.ts';
import type {Chance} from './chance.ts';
import type {Morning} from './mornings.ts';
import type {Service} from './service.ts';

type Matched = Extract<Intent, {state: 'CONFIRMED'}>;

/** What a scenario does with a kind of write, and what must be true of one that is done. */
type KindHere<D> = {
  draw(chance: Chance, morning: Morning, state: State): D;
  /** What another program asks for instead: perhaps with another amount, or at another price. */
  twin?(draft: D, chance: Chance, morning: Morning): D;
  /** Whether a request asks for just this. */
  isSentAs(bytes: string, draft: D, intent: Intent): boolean;
  /** Whether a record that is matched has what was asked for. */
  fits(draft: D, id: string, service: Service, intent: Matched): boolean;
  /** Whose record a match may claim if not its own: with `late`, also one of before that a list shows late. */
  readonly claims: 'any' | 'of another program' | 'of another program, or late';
};

const kinds: {readonly [K in WriteKind]: KindHere<Extract<WriteDraft, {kind: K}>>} = {
  open: {
    draw: (chance, {cards}) => ({
      kind: 'open',
      cardId: String(chance.pick(cards).id),
      investmentAmount: chance.pick(['25', '40']),
    }),
    twin: (draft, chance) => ({
      ...draft,
      investmentAmount: chance.is(0.5) ? draft.investmentAmount : chance.pick(['25', '40', '60']),
    }),
    isSentAs: (bytes, draft) =>
      bytes === `openEasyOption {"cardId":"${draft.cardId}","investmentAmount":"${draft.investmentAmount}"}`,
    fits(draft, id, service) {
      const row = service.easyOption(id);
      const isLike = row?.investment === Number(draft.investmentAmount) * 1_000_000;
      return isLike && String(row.cardId) === draft.cardId;
    },
    claims: 'of another program',
  },
  close: {
    draw: (chance, {easyOptionIds}, {feeds}) => ({
      kind: 'close',
      easyOptionId: chance.pick([...easyOptionIds, ...feeds.easyOptions.rows.map(row => row.id)]),
    }),
    isSentAs: (bytes, draft) => bytes === `closeEasyOption ${draft.easyOptionId}`,
    // One that was being closed when its option expired is EXPIRED in the end.
    fits: (draft, _id, service) =>
      service.commits.some(each => each.kind === 'close' && each.recordId === draft.easyOptionId),
    // Whoever closed it: an earlier close may have done it as well.
    claims: 'any',
  },
  place: {
    draw: (chance, {symbol, prices, size, hugeSize}) => ({
      kind: 'place',
      symbol,
      side: chance.is(0.85) ? 'BUY' : 'SELL',
      price: chance.pick([prices.low, prices.near, prices.high]),
      size: chance.is(0.85) ? size : hugeSize,
    }),
    twin: (draft, chance, {prices}) => ({...draft, price: chance.is(0.5) ? draft.price : prices.low}),
    isSentAs: (bytes, _draft, {idempotencyKey}) =>
      bytes.startsWith('createOrder ') && bytes.includes(`"idempotencyKey":"${idempotencyKey}"`),
    fits(draft, id, service) {
      const row = service.order(id);
      // Trades bear no price: what filled is known by contract, side and size alone.
      const isPriced = row?.status !== 'PENDING' || row.price === Number(draft.price) * 1_000_000;
      return row?.symbol === draft.symbol && row.side === draft.side && isPriced;
    },
    claims: 'of another program, or late',
  },
  cancel: {
    draw(chance, {orderIds, size}, {feeds}) {
      const row = chance.is(0.5) ? chance.pick(feeds.orders.rows) : undefined;
      const orderId = row?.orderId ?? chance.pick(orderIds);
      return {kind: 'cancel', orderId, size: row?.sizeContracts ?? size};
    },
    isSentAs: (bytes, {orderId}) => bytes === `cancelOrder ${orderId}`,
    fits(draft, _id, service, intent) {
      const status = service.order(draft.orderId)?.status;
      return status === 'CANCELED' || (status !== 'PENDING' && intent.seen?.order === undefined);
    },
    // The service says that its order is final, and not how it ended.
    claims: 'any',
  },
};

/** Delivered twice, it is done once. Of another kind it would be two, and no client could help it. */
export const isDoneOnce = (of: {readonly kind: WriteKind}): boolean => !makesRecord(of) || hasKey(of);

const names = Object.keys(kinds) as WriteKind[];

export const kindHere = ({kind}: {readonly kind: WriteKind}) => kinds[kind] as KindHere<WriteDraft>;

export const drawDraft = (chance: Chance, morning: Morning, state: State): WriteDraft =>
  kindHere({kind: names[chance.from(0, names.length - 1)] ?? 'open'}).draw(chance, morning, state);
