import {
  easyOptionWords,
  type Fills,
  fillsOf,
  type KnownOrder,
  orderWords,
} from '../../account/words/records.ts';
import type {EasyOption, Order, Trade} from '../../api/wire/records.ts';
import {type Intent, isSending, leavesEarlier} from './intent.ts';
import {amendOf} from './kinds/cancel.ts';
import type {DoneRecord} from './kinds/kind.ts';
import {type Draft, kindOf, sentKindOf} from './kinds/kinds.ts';
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
  return isSending(intent) || intent.reason === '' ? asked : `${asked}. ${intent.reason}`;
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

export function doneWords(intent: Done, order: KnownOrder, fills: Fills): string {
  return sentKindOf(intent.draft).doneWords?.(intent, order, fills) ?? orderWords(order, fills);
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

export const stateWords = (intent: Intent): string =>
  intent.state === 'RESOLVED' ? `RESOLVED: ${intent.said.word}` : intent.state;
