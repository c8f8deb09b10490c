import {compare, isDecimal} from '../../api/wire/decimal.ts';
import type {Millis, Order} from '../../api/wire/records.ts';
import type {Command} from '../model/messages.ts';
import type {Moment} from '../model/moment.ts';
import {log, tell} from '../model/notices.ts';
import type {ActivityLine, State} from '../model/state.ts';
import type {FeedPane} from '../model/vocabulary.ts';

/** Something that became of a record, in a sentence: told once, by whatever learns of it first. */
export type News = {
  /** The record, as the targets of writes are named. */
  readonly about: string;
  /** How far it has come: the same stage of the same record is no news. */
  readonly stage: string;
  readonly text: string;
  readonly level: 'good' | 'info' | 'warning';
  /** Where the record is to be looked for. */
  readonly pane: FeedPane;
};

/** What one answer tells: lines of Activity, news, and the orders that their trades are yet to tell of. */
export type Happened = {
  readonly lines: readonly ActivityLine[];
  readonly news: readonly News[];
  readonly left: readonly Order[];
};

/** What an order may end as, by what the interface tells. */
const orderEnds: readonly string[] = ['FILLED', 'CANCELED'];
/** It is no longer listed, and nothing tells how it ended. */
export const goneStage = 'GONE';

/** Whether a stage goes beyond the one that was told last: parts of an order are told by their sum. */
function isFurther(stage: string, told: string | undefined): boolean {
  if (told === undefined) return true;
  if (told === stage || orderEnds.includes(told)) return false;
  if (told === goneStage) return orderEnds.includes(stage);
  return !(isDecimal(stage) && isDecimal(told)) || compare(stage, told) > 0;
}

/** Records of which it is remembered what was told of them. */
const mostTold = 2_000;

/** Notes what was told of a record. */
export function noteTold(state: State, about: string, stage: string): State {
  const told = new Map(state.told);
  told.delete(about);
  told.set(about, stage);
  const [oldest] = told.keys();
  if (told.size > mostTold && oldest !== undefined) told.delete(oldest);
  return {...state, told};
}

/**
 * Tells what is news and marks the pane that it is on until that is visited; keeps the lines in the journal, in
 * one commit. Rings and notifies once, whatever came with one answer, and not again for an order that was told
 * to be no longer open.
 */
export function announce(state: State, lines: readonly ActivityLine[], news: readonly News[], now: Moment) {
  const fresh = news.filter(each => isFurther(each.stage, state.told.get(each.about)));
  const isRinging = fresh.some(each => state.told.get(each.about) !== goneStage);
  const alert = lines.find(each => each.kind === 'alert');
  let next = log(state, lines);
  for (const {about, stage, text, level, pane} of fresh) {
    next = noteTold(tell(next, text, level, now, {about}), about, stage);
    if (pane !== next.pane) next = {...next, unvisited: new Set(next.unvisited).add(pane)};
  }
  const {bell, desktopNotifications} = state.settings;
  const commands: Command[] = lines.length === 0 ? [] : [{type: 'keepActivity', lines}];
  if ((bell && isRinging) || alert !== undefined) commands.push({type: 'ring'});
  const text = fresh[0]?.text ?? alert?.outcome;
  const count = fresh.length + (alert === undefined ? 0 : 1);
  const more = count > 1 ? `, and ${count - 1} more in Activity` : '';
  if (desktopNotifications && text !== undefined && (isRinging || alert !== undefined))
    commands.push({type: 'notify', text: `${text}${more}`});
  return [next, commands] as const;
}

/** A line of Activity about an event. */
export function eventLine(
  at: Millis,
  kind: ActivityLine['kind'],
  told: Pick<ActivityLine, 'what' | 'target' | 'amount' | 'outcome'>,
  id = `${kind}:${told.target}:${at}`,
): ActivityLine {
  return {id, at, kind, ...told, requestId: undefined, latencyMs: undefined};
}
