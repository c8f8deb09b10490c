import {
  easyOptionWords,
  type Fills,
  fillsOf,
  type KnownOrder,
  orderWords,
  termsWords,
} from '../../account/words/records.ts';
import {amountWords} from '../../account/words/text.ts';
import {compare} from '../../api/wire/decimal.ts';
import type {EasyOption, Order, Trade} from '../../api/wire/records.ts';
import type {ActivityLine, OrderInLine} from '../events/line.ts';
import {reasons} from './classify.ts';
import {type Intent, isSending, leavesEarlier} from './intent.ts';
import {amendOf} from './kinds/cancel.ts';
import type {DoneRecord} from './kinds/kind.ts';
import {canceledBy, type Draft, kindOf, sentKindOf} from './kinds/kinds.ts';
import {replacedBy} from './kinds/place.ts';
import {ordersAnswered} from './outcome.ts';

/** `BUY 2 BTC-C at 5` */
export function draftWords(draft: Draft): string {
  return kindOf(draft).words.asked(draft);
}

/**
 * A done intent starts with its record, because the state of an intent is not the state of an order. Any
 * other starts with its state, then the request and the reason.
 */
export function describe(intent: Intent, trades: readonly Trade[] = []): string {
  const left = leftUnreplaced(intent);
  if (left !== undefined) return `NOT REPLACED: ${draftWords(intent.draft)}. ${left}`;
  if (intent.state === 'CONFIRMED') return recordWords(intent, trades);
  const asked = `${stateWords(intent)}: ${draftWords(intent.draft)}`;
  const isUnderWay = intent.state === 'QUEUED' || isSending(intent);
  return isUnderWay || intent.reason === '' ? asked : `${asked}. ${intent.reason}`;
}

/** Why an order is canceled and no other has taken its place. */
export function leftUnreplaced(intent: Intent): string | undefined {
  const {draft, state, reason, notReplaced} = intent;
  if (replacedBy(draft) !== undefined) return leavesEarlier(intent) ? `${state}: ${reason}` : undefined;
  return amendOf(draft) === undefined ? undefined : notReplaced;
}

export type Done = Extract<Intent, {state: 'CONFIRMED'}>;

function recordWords(intent: Done, trades: readonly Trade[]): string {
  const record = recordOf(intent);
  if ('words' in record) return record.words;
  const option = easyOptionOf(intent);
  if (option !== undefined) return easyOptionWords(option);
  const fills = fillsOf([...trades, ...(intent.seen?.trades ?? [])]);
  return doneWords(intent, orderOf(intent) ?? {}, fills);
}

export function doneWords({draft}: Done, order: KnownOrder, fills: Fills): string {
  return sentKindOf(draft).doneWords?.(draft, order, fills) ?? orderWords(order, fills);
}

function recordOf({draft, resolvedRecordId, proof}: Done): DoneRecord {
  return sentKindOf(draft).done(draft, {recordId: resolvedRecordId ?? '', proof});
}

export function easyOptionOf(intent: Done): EasyOption | undefined {
  const record = recordOf(intent);
  return 'easyOption' in record ? {...record.easyOption, ...intent.seen?.easyOption} : undefined;
}

export function orderOf(intent: Done): KnownOrder | undefined {
  const record = recordOf(intent);
  return 'order' in record ? {...record.order, ...orderSeen(intent)} : undefined;
}

const orderSeen = (intent: Done): Order | undefined => intent.seen?.order ?? ordersAnswered(intent).at(-1);

function stateWords(intent: Intent): string {
  switch (intent.state) {
    case 'RESOLVED':
      return `RESOLVED: ${intent.said.word}`;
    default:
      return intent.state;
  }
}

export function activityId({id}: Intent): string {
  return `intent ${id}`;
}

export function activityOf(intent: Intent): ActivityLine {
  const {words} = kindOf(intent.draft);
  const answered = intent.attempts.findLast(attempt => attempt.result !== undefined)?.result;
  return {
    id: activityId(intent),
    at: intent.changedAt,
    kind: 'intent',
    what: intent.draft.kind,
    target: words.target(intent.draft),
    amount: words.amount(intent.draft),
    ...resultOf(intent),
    requestId: answered?.requestId,
    latencyMs: answered?.latencyMs,
  };
}

function resultOf(intent: Intent): Pick<ActivityLine, 'state' | 'money' | 'recordId' | 'outcome' | 'order'> {
  const {state, draft, reason} = intent;
  const order = orderInLine(intent);
  const recordId = state === 'CONFIRMED' ? intent.resolvedRecordId : undefined;
  const {orderId: replaced, price: old} = replacedBy(draft) ?? {};
  const left = leftUnreplaced(intent) && intent.notReplaced;
  const link = replaced === undefined ? left && `NOT REPLACED: ${left}` : `replaces #${replaced}`;
  if (reason === reasons['yes, with its record'] && order?.price !== undefined) {
    // The terms of a canceled order must not look like a fill.
    const start = kindOf(draft).places(draft) === undefined ? 'order ' : '';
    const moved = old === undefined || compare(old, order.price) === 0 ? '' : `${amountWords(old)} → `;
    return {state, money: start + moved + termsWords(order), recordId, outcome: link ?? '', order};
  }
  const [, more = state === 'CONFIRMED' && intent.proof === 'matched' ? 'matched' : ''] =
    stateWords(intent).split(/[,:] /);
  return {state, recordId, outcome: [link, more, reason].filter(Boolean).join('. '), order};
}

export function orderInLine(intent: Intent): OrderInLine | undefined {
  const {draft} = intent;
  const recordId = intent.state === 'CONFIRMED' ? intent.resolvedRecordId : undefined;
  const record = sentKindOf(draft).done(draft, {recordId: recordId ?? '', proof: 'proved'});
  if (!('order' in record)) return undefined;
  const {side, size, symbol, price} = record.order;
  const ids = [recordId, canceledBy(draft), replacedBy(draft)?.orderId].filter(each => each !== undefined);
  return {ids: [...new Set(ids)], side, size, symbol, price};
}
