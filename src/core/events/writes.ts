import {termsWords} from '../../account/words/records.ts';
import {amountWords} from '../../account/words/text.ts';
import {compare} from '../../api/wire/decimal.ts';
import {reasons} from '../intents/classify.ts';
import type {Intent} from '../intents/intent.ts';
import {canceledBy, kindOf, orderPlaced, sentKindOf} from '../intents/kinds/kinds.ts';
import {replacedBy} from '../intents/kinds/place.ts';
import {leftUnreplaced, stateWords} from '../intents/words.ts';
import type {ActivityLine, OrderInLine} from './line.ts';

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
  const left = leftUnreplaced(intent);
  if (left !== undefined) return {state: 'NOT REPLACED', recordId, outcome: left, order};
  const {orderId: replaced, price: old} = replacedBy(draft) ?? {};
  const over = state === 'UNKNOWN' ? ', no longer open' : '';
  const link = replaced === undefined ? undefined : `replaces #${replaced}${over}`;
  if (reason === reasons['yes, with its record'] && order?.price !== undefined) {
    // The terms of a canceled order must not look like a fill.
    const start = orderPlaced(draft) === undefined ? 'order ' : '';
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
