import * as z from 'zod/mini';
import {isInt64, sides} from '../../api/wire/records.ts';

const int64 = () => z.string().check(z.refine(isInt64, 'must be a whole number of 64 bits'));
const positive = () =>
  z.string().check(
    z.maxLength(64, 'is too long'),
    z.regex(/^\d+(\.\d+)?$/, 'must be a plain decimal such as 12.5'),
    z.refine(text => /[1-9]/.test(text), 'must be more than 0'),
  );
const decimal = () =>
  z.string().check(z.maxLength(64, 'is too long'), z.regex(/^\d+(\.\d+)?$/, 'must be a plain decimal'));
/** What people see beside it, as long as the service's texts may be. */
const shown = () => z.optional(z.string());
const symbol = () => z.string().check(z.minLength(1, 'is missing'), z.maxLength(1_000, 'is too long'));

/** What is known of the contract behind a symbol: a trade bears no symbol, so it is matched by these. */
const contract = () =>
  z.object({
    asset: shown(),
    type: shown(),
    strikePrice: shown(),
    expiryDate: z.optional(z.number()),
  });

/**
 * What the user wants done, as it is confirmed: validated here once, and believed ever after. Amounts are exact
 * plain decimals, ids int64 in digits. Described when the first is asked for.
 */
export const draftSchema = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('open'),
      cardId: int64(),
      investmentAmount: positive(),
      title: shown(),
      underlying: shown(),
    }),
    z.object({kind: z.literal('close'), easyOptionId: int64(), label: shown()}),
    z.object({
      kind: z.literal('place'),
      symbol: symbol(),
      side: z.enum(sides),
      price: positive(),
      size: positive(),
      positionId: z.optional(int64()),
      contract: z.optional(contract()),
    }),
    z.object({
      kind: z.literal('cancel'),
      orderId: int64(),
      symbol: shown(),
      side: shown(),
      price: shown(),
      /** The order's full size in contracts: what its trades add up to when it filled before the cancel. */
      size: shown(),
    }),
    /** Price or size of a working order: it is canceled, and what has not filled is placed anew. */
    z.object({
      kind: z.literal('replace'),
      orderId: int64(),
      symbol: symbol(),
      side: z.enum(sides),
      price: positive(),
      /** In contracts, in which its trades are summed. */
      size: positive(),
      newPrice: positive(),
      /** What the order is to come to in all: what of it has filled by then counts towards it. */
      newSize: positive(),
      /** What had filled when it was reviewed, where that was known. */
      filled: z.optional(decimal()),
      /** How late the service may show a trade (ms). */
      tradesLagMs: z.number(),
      positionId: z.optional(int64()),
      contract: z.optional(contract()),
    }),
  ]),
);

export type Draft = z.infer<typeof draftSchema>;
export type DraftKind = Draft['kind'];
export type DraftOf<K extends DraftKind> = Extract<Draft, {kind: K}>;
export type Contract = z.infer<ReturnType<typeof contract>>;

/** What goes out as one request; a replacement is two of them. */
export type WriteDraft = Exclude<Draft, {kind: 'replace'}>;
export type WriteKind = WriteDraft['kind'];

export const kinds = ['open', 'close', 'place', 'cancel'] as const satisfies readonly WriteKind[];

/** Of a draft, what tells the record that it would change; known before the rest of it is. */
export type Target =
  | Pick<DraftOf<'open'>, 'kind' | 'cardId'>
  | Pick<DraftOf<'close'>, 'kind' | 'easyOptionId'>
  | Pick<DraftOf<'place'>, 'kind' | 'side' | 'symbol'>
  | Pick<DraftOf<'cancel'>, 'kind' | 'orderId'>
  | Pick<DraftOf<'replace'>, 'kind' | 'orderId' | 'side' | 'symbol'>;

/** What a draft is about, in one text: no two of the same are asked for at once. */
export function target(of: Target): string {
  switch (of.kind) {
    case 'open':
      return `card ${of.cardId}`;
    case 'close':
      return `easy option ${of.easyOptionId}`;
    case 'place':
      return `${of.side} ${of.symbol}`;
    case 'cancel':
      return `order ${of.orderId}`;
    case 'replace':
      return `replacement of order ${of.orderId}`;
    default:
      return of satisfies never;
  }
}

/** What takes risk away: it is never held back for limits, nor for a disk that is full. */
export function isExit({kind}: {readonly kind: DraftKind}): boolean {
  return kind === 'close' || kind === 'cancel';
}

/** Everything that a draft would change: no two unresolved intents may have any of it in common. */
export function targets(of: Target): readonly string[] {
  if (of.kind !== 'replace') return [target(of)];
  const {orderId, symbol, side} = of;
  return [target({kind: 'cancel', orderId}), target({kind: 'place', symbol, side})];
}
