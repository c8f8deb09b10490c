import type {EasyOption, Order, Trade} from '../../api/wire/records.ts';
import type {Draft, Intent} from '../intents/intent.ts';
import {writeOf} from '../intents/replace/write.ts';
import {isSending} from '../intents/transitions.ts';
import type {ActivityLine} from '../model/state.ts';
import {amountWords, asItCame} from './amounts.ts';
import {easyOptionWords} from './easy-options.ts';
import {
  askedWords,
  type Fills,
  fillsOf,
  type KnownOrder,
  movedWords,
  noLongerOpen,
  orderWords,
} from './orders.ts';

/** What was asked for, in a few words: `BUY 2 BTC-C at 5`. */
export function draftWords(draft: Draft): string {
  switch (draft.kind) {
    case 'open':
      return `open ${asItCame(draft.title ?? `card ${draft.cardId}`)} for ${amountWords(draft.investmentAmount)}`;
    case 'close':
      return `close Easy Option ${draft.easyOptionId}${draft.label === undefined ? '' : ` (${asItCame(draft.label)})`}`;
    case 'place':
      return askedWords(draft);
    case 'cancel':
      return `cancel order ${draft.orderId}${draft.symbol === undefined ? '' : ` (${asItCame(draft.symbol)})`}`;
    case 'replace':
      return `move ${askedWords(draft)} to ${amountWords(draft.newSize)} at ${amountWords(draft.newPrice)}`;
    default:
      return draft satisfies never;
  }
}

/**
 * An intent for a person. What is done begins with what the record is, for the state of an intent is no state
 * of an order; all else begins with how it ended, then what was asked for and why.
 * @param trades of the order that it is about, where some are known
 */
export function describe(intent: Intent, trades: readonly Trade[] = []): string {
  if (intent.state === 'DONE') return recordWords(intent, trades);
  const asked = `${stateWords(intent)}: ${draftWords(intent.draft)}`;
  const isUnderWay = intent.state === 'ASKED' || isSending(intent);
  return isUnderWay || intent.reason === '' ? asked : `${asked}. ${intent.reason}`;
}

type Done = Extract<Intent, {state: 'DONE'}>;

function recordWords(intent: Done, trades: readonly Trade[]): string {
  const option = easyOptionOf(intent);
  if (option !== undefined) return easyOptionWords(option);
  const fills = fillsOf([...trades, ...(intent.seen?.trades ?? [])]);
  return doneWords(intent, orderOf(intent) ?? {}, fills);
}

/** An order that came of an intent: of a replacement, that it was moved. */
export function doneWords(intent: Done, order: KnownOrder, fills: Fills): string {
  if (intent.draft.kind !== 'replace') return orderWords(order, fills);
  return intent.resolvedRecordId === undefined
    ? `${orderWords(order)}. ${intent.reason}`
    : movedWords(order, fills);
}

/** The Easy Option that an intent opened or closed, as far as it is known. */
export function easyOptionOf({draft, seen, resolvedRecordId = ''}: Done): EasyOption | undefined {
  if (draft.kind === 'open') {
    const {title: cardName, investmentAmount} = draft;
    return {id: resolvedRecordId, cardName, investmentAmount, ...seen?.easyOption};
  }
  if (draft.kind !== 'close') return undefined;
  const {easyOptionId: id, label: cardName} = draft;
  return {id, cardName, status: 'CLOSED or CLOSING', ...seen?.easyOption};
}

/** The order that an intent placed or cancelled, as far as it is known. */
export function orderOf(intent: Done): KnownOrder | undefined {
  const {resolvedRecordId = ''} = intent;
  const {draft} = intent.resolvedRecordId === undefined ? intent : writeOf(intent);
  if (draft.kind === 'place') {
    const {symbol, side, size, price} = draft;
    const asked = {orderId: resolvedRecordId, symbol, side, size, price, orderType: 'LIMIT'};
    return {...asked, ...orderSeen(intent)};
  }
  if (draft.kind !== 'cancel' && draft.kind !== 'replace') return undefined;
  const {orderId, symbol, side, price, size} = draft;
  // A read tells that it is over, not how: trades may come late.
  const status = draft.kind === 'cancel' && intent.proof === 'matched' ? noLongerOpen : 'CANCELED';
  return {orderId, symbol, side, price, size, status, ...orderSeen(intent)};
}

/** The order's own record: from a read, else from the answer to the write. */
function orderSeen({seen, attempts}: Done): Order | undefined {
  if (seen?.order !== undefined) return seen.order;
  const yes = attempts.findLast(({result}) => result?.outcome.kind === 'yes')?.result?.outcome;
  return yes?.kind === 'yes' ? yes.order : undefined;
}

/** How an intent stands, in its state's word. */
function stateWords(intent: Intent): string {
  switch (intent.state) {
    case 'UNKNOWN':
      return intent.noTrace ? 'UNKNOWN, no trace' : 'UNKNOWN';
    case 'BY HAND':
      return `BY HAND: ${intent.said.word}`;
    default:
      return intent.state;
  }
}

/** How an intent stands, for Activity and the journal: `DONE, matched #7`. */
function outcomeWords(intent: Intent): string {
  if (intent.state !== 'DONE') return stateWords(intent);
  const record = intent.resolvedRecordId === undefined ? '' : ` #${intent.resolvedRecordId}`;
  return `DONE, ${intent.proof}${record}`;
}

/** What the line of an intent in Activity is known by. */
export function activityId({id}: Intent): string {
  return `intent ${id}`;
}

/** The line of an intent in Activity. */
export function activityOf(intent: Intent): ActivityLine {
  const answered = intent.attempts.findLast(attempt => attempt.result !== undefined)?.result;
  return {
    id: activityId(intent),
    at: intent.changedAt,
    kind: 'intent',
    what: intent.draft.kind,
    target: targetWords(intent.draft),
    amount: sizeWords(intent.draft),
    outcome: `${outcomeWords(intent)}. ${intent.reason}`,
    requestId: answered?.requestId,
    latencyMs: answered?.latencyMs,
  };
}

function targetWords(draft: Draft): string {
  switch (draft.kind) {
    case 'open':
      return draft.title ?? `card ${draft.cardId}`;
    case 'close':
      return `#${draft.easyOptionId}`;
    case 'place':
      return `${draft.side} ${draft.symbol}`;
    case 'cancel':
    case 'replace':
      return `#${draft.orderId}`;
    default:
      return draft satisfies never;
  }
}

function sizeWords(draft: Draft): string {
  switch (draft.kind) {
    case 'open':
      return draft.investmentAmount;
    case 'close':
      return '';
    case 'place':
      return `${draft.size} at ${draft.price}`;
    case 'replace':
      return `${draft.newSize} at ${draft.newPrice}`;
    case 'cancel':
      return [draft.size, draft.price].filter(part => part !== undefined).join(' at ');
    default:
      return draft satisfies never;
  }
}
