import type {Millis} from '../../../api/wire/records.ts';
import type {Intent, Intents} from '../intent.ts';
import {writeOf} from '../replace/write.ts';
import {maySendAgain} from '../selectors.ts';
import type {PossibleWorld} from './worlds.ts';

/** What would tell the worlds of an UNKNOWN intent apart. */
export type Tell =
  /** A read: of which list, of which row, by which fields; only a row from then on, by the service's clock. */
  | {
      readonly by: 'read';
      readonly list: 'Easy Options' | 'Orders' | 'Trades';
      readonly of: string;
      readonly from: Millis | undefined;
      readonly fields: readonly string[];
      readonly world: PossibleWorld['kind'];
    }
  /** Sending it once more, which cannot double it: the answer tells. */
  | {readonly by: 'sendAgain'}
  /** Nothing that the interface has: whoever runs the service finds it by this. */
  | {readonly by: 'asking'; readonly name: 'key' | 'request id' | undefined; readonly value: string};

export function tellsOf(intents: Intents, intent: Intent): readonly Tell[] {
  const again: readonly Tell[] = maySendAgain(intents, intent) ? [{by: 'sendAgain'}] : [];
  return [...readsFor(intent), ...again, asking(intent)];
}

/** The fields are those that the reconciler goes by. */
function readsFor(intent: Intent): readonly Tell[] {
  const {draft, attempts} = writeOf(intent);
  const sentAt = attempts[0]?.startedAt.wall;
  const from = sentAt === undefined ? undefined : sentAt + (intent.offsetAtSend ?? 0);
  switch (draft.kind) {
    case 'open': {
      const fields = ['id', 'cardId', 'investmentAmount', 'openTime'];
      const of = `card ${draft.cardId}`;
      return [{by: 'read', list: 'Easy Options', of, from, fields, world: 'done'}];
    }
    case 'close': {
      const row = {by: 'read', list: 'Easy Options', of: `#${draft.easyOptionId}`} as const;
      return [
        {...row, from, fields: ['status CLOSING', 'status CLOSED and closeTime'], world: 'done'},
        {...row, from: undefined, fields: ['closeTime before the send'], world: 'ended otherwise'},
      ];
    }
    case 'place': {
      const fields = ['orderId', 'symbol', 'side', 'price', 'size', 'timestamp'];
      const of = `${draft.side} ${draft.symbol}`;
      return [
        {by: 'read', list: 'Orders', of, from, fields, world: 'done'},
        {...{by: 'read', list: 'Trades', of, from}, fields: tradeFields, world: 'done'},
      ];
    }
    case 'cancel': {
      const fields = ['the sum of filledSizeContracts is its size'];
      const trades = {by: 'read', list: 'Trades', of: `order #${draft.orderId}`} as const;
      return [
        {
          by: 'read',
          list: 'Orders',
          of: `#${draft.orderId}`,
          from,
          fields: ['it is listed'],
          world: 'not done',
        },
        {...trades, from: undefined, fields, world: 'ended otherwise'},
      ];
    }
    default:
      return draft satisfies never;
  }
}

const tradeFields = [
  'orderId',
  'asset',
  'strikePrice',
  'type',
  'tradeSide',
  'filledSizeContracts',
  'openDate',
];

function asking(intent: Intent): Tell {
  const {draft, attempts} = writeOf(intent);
  const {idempotencyKey: key} = intent;
  if (draft.kind === 'place' && key !== undefined) return {by: 'asking', name: 'key', value: key};
  const value = attempts.findLast(each => each.result?.requestId !== undefined)?.result?.requestId;
  return {by: 'asking', name: value === undefined ? undefined : 'request id', value: value ?? ''};
}
