import type {Order, Trade} from '../../api/wire/records.ts';
import type {Draft, DraftOf, Intent} from '../intents/intent.ts';
import type {ActivityLine} from '../model/state.ts';
import {amountWords, asItCame} from './amounts.ts';
import {easyOptionWords} from './easy-options.ts';
import {askedWords, fillsOf, type KnownOrder, orderWords} from './orders.ts';

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
  const isUnderWay = intent.state === 'ASKED' || intent.state === 'SENDING';
  return isUnderWay || intent.reason === '' ? asked : `${asked}. ${intent.reason}`;
}

type Done = Extract<Intent, {state: 'DONE'}>;

function recordWords(intent: Done, trades: readonly Trade[]): string {
  const {draft, seen} = intent;
  switch (draft.kind) {
    case 'open':
      return easyOptionWords({...openedBy(intent, draft), ...seen?.easyOption});
    case 'close':
      return easyOptionWords({
        id: draft.easyOptionId,
        cardName: draft.label,
        status: 'CLOSED or CLOSING',
        ...seen?.easyOption,
      });
    case 'place': {
      const known = {...draft, orderId: intent.resolvedRecordId ?? '', ...orderSeen(intent)};
      return orderWords(known, fillsOf([...trades, ...(seen?.trades ?? [])]));
    }
    case 'cancel':
      return orderWords({...cancelledBy(draft), ...orderSeen(intent)}, fillsOf(trades));
    default:
      return draft satisfies never;
  }
}

function openedBy({resolvedRecordId = ''}: Done, {title, investmentAmount}: DraftOf<'open'>) {
  return {id: resolvedRecordId, cardName: title, investmentAmount};
}

function cancelledBy({orderId, symbol, side, price, size}: DraftOf<'cancel'>): KnownOrder {
  return {orderId, symbol, side, price, size, status: 'CANCELED'};
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
    case 'cancel':
      return [draft.size, draft.price].filter(part => part !== undefined).join(' at ');
    default:
      return draft satisfies never;
  }
}
