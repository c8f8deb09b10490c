import type {ActivityLine} from '../model/state.ts';
import type {Draft, Intent} from './intent.ts';

/** What was asked for, in a few words: `BUY 2 BTC-C at 5`. */
export function draftWords(draft: Draft): string {
  switch (draft.kind) {
    case 'open':
      return `open ${draft.title ?? `card ${draft.cardId}`} for ${draft.investmentAmount}`;
    case 'close':
      return `close Easy Option ${draft.easyOptionId}${draft.label === undefined ? '' : ` (${draft.label})`}`;
    case 'place':
      return `${draft.side} ${draft.size} ${draft.symbol} at ${draft.price}`;
    case 'cancel':
      return `cancel order ${draft.orderId}${draft.symbol === undefined ? '' : ` (${draft.symbol})`}`;
    default:
      return draft satisfies never;
  }
}

/** How it stands, in its state's word: `DONE, matched #7`. */
function outcomeWords(intent: Intent): string {
  switch (intent.state) {
    case 'DONE': {
      const record = intent.resolvedRecordId === undefined ? '' : ` #${intent.resolvedRecordId}`;
      return `DONE, ${intent.proof}${record}`;
    }
    case 'UNKNOWN':
      return intent.noTrace ? 'UNKNOWN, no trace' : 'UNKNOWN';
    case 'BY HAND':
      return `BY HAND: ${intent.said.word}`;
    default:
      return intent.state;
  }
}

/** What was asked for, how it stands and why, in one line. */
export function describe(intent: Intent): string {
  return `${draftWords(intent.draft)}: ${outcomeWords(intent)}. ${intent.reason}`;
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
    amount: amountWords(intent.draft),
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

function amountWords(draft: Draft): string {
  switch (draft.kind) {
    case 'open':
      return draft.investmentAmount;
    case 'close':
      return [draft.investmentAmount, draft.investmentCurrency].filter(part => part !== undefined).join(' ');
    case 'place':
      return `${draft.size} at ${draft.price}`;
    case 'cancel':
      return [draft.size, draft.price].filter(part => part !== undefined).join(' at ');
    default:
      return draft satisfies never;
  }
}
