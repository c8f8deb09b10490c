import {kindOf} from '../../intents/intent.ts';
import type {WrittenPane} from '../../model/vocabulary.ts';
import {resources} from '../../resources/resources.ts';
import {asItCame} from '../../words/amounts.ts';
import {capital} from '../../words/text.ts';
import type {Batch, BatchItem} from './several.ts';

type Stands = BatchItem['stands'];

export function nounOf(pane: WrittenPane, count: number): string {
  const {singular, plural} = resources[pane];
  return count === 1 ? singular : plural;
}

const counted = (pane: WrittenPane, count: number) => `${count} ${nounOf(pane, count)}`;

export function severalWords(pane: WrittenPane, count: number): string {
  return `${writes[pane].verb} ${counted(pane, count)}`;
}

export function severalTitle(pane: WrittenPane, count: number): string {
  return capital(severalWords(pane, count));
}

function paneOf({items: [first]}: Batch): WrittenPane {
  return first !== undefined && kindOf(first.draft).pane === 'easyOptions' ? 'easyOptions' : 'orders';
}

type Written = Readonly<Partial<Record<Stands, string>>> & {readonly verb: string};

const writes: Readonly<Record<WrittenPane, Written>> = {
  orders: {verb: 'cancel', done: 'canceled', asked: 'in progress', over: 'no longer open'},
  easyOptions: {verb: 'close', done: 'closing or closed', asked: 'in progress', over: 'over already'},
};

const told: readonly Stands[] = ['done', 'over', 'refused', 'UNKNOWN', 'NOT SENT', 'RESOLVED', 'asked'];

/** `20 of 30 canceled, 1 refused, 9 to go (rate limited, retry in 12 s)`; brief: `(429: 12 s)` */
export function progressWords(batch: Batch, waitMs: number, isBrief = false): string {
  const {items, stopped} = batch;
  const done = items.filter(each => each.stands === 'done').length;
  const left = items.filter(each => each.stands === 'waiting').length;
  const again = isBrief ? '429:' : 'rate limited, retry in';
  const wait = waitMs > 0 ? ` (${again} ${Math.ceil(waitMs / 1000)} s)` : '';
  const rest = stopped === undefined ? `${left} to go${wait}` : `${left} not sent`;
  return [
    `${done} of ${items.length} ${writes[paneOf(batch)].done}`,
    ...told.filter(each => each !== 'done' && each !== 'asked').flatMap(each => brief(batch, each)),
    ...(left === 0 ? [] : [rest]),
  ].join(', ');
}

function brief(batch: Batch, stands: Stands): string[] {
  const some = batch.items.filter(each => each.stands === stands);
  if (some.length === 0) return [];
  const names = stands === 'UNKNOWN' ? ` (${named(some)})` : '';
  return [`${some.length} ${wordOf(batch, stands)}${names}`];
}

const wordOf = (batch: Batch, stands: Stands) => writes[paneOf(batch)][stands] ?? stands;

const mostNamed = 3;

function named(items: readonly BatchItem[], say: (item: BatchItem) => string = idOf): string {
  const more = items.length > mostNamed ? `, and ${items.length - mostNamed} more` : '';
  return items.slice(0, mostNamed).map(say).join(', ') + more;
}

function idOf({draft}: BatchItem): string {
  return kindOf(draft).words.target(draft);
}

const withReason = (item: BatchItem) =>
  item.reason === '' ? idOf(item) : `${idOf(item)}: ${asItCame(item.reason).replace(/\.$/, '')}`;

/** `30 orders: 28 canceled, 1 refused (#9: its reason), 1 UNKNOWN (#8)` */
export function summary(batch: Batch): string {
  const parts = told.flatMap(stands => {
    const some = batch.items.filter(each => each.stands === stands);
    if (some.length === 0) return [];
    const isNamed = stands !== 'done' && stands !== 'over';
    const names = isNamed ? ` (${named(some, stands === 'UNKNOWN' ? idOf : withReason)})` : '';
    return [`${some.length} ${wordOf(batch, stands)}${names}`];
  });
  const left = batch.items.filter(each => each.stands === 'waiting').length;
  const why = batch.stopped === undefined ? '' : `: ${batch.stopped.replace(/\.$/, '')}`;
  const rest = left === 0 ? [] : [`${left} not sent${why}`];
  return `${counted(paneOf(batch), batch.items.length)}: ${[...parts, ...rest].join(', ')}`;
}

export function isWholeSuccess({items}: Batch): boolean {
  return items.every(each => each.stands === 'done' || each.stands === 'over');
}
