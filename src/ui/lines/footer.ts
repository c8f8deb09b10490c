import type {Intent} from '../../desk/intents/intent.ts';
import {heldInSight, inBanner, inFlight, needsPerson} from '../../desk/intents/selectors.ts';
import {type Action, type Binding, isOfPanes, isOn} from '../../desk/model/keys.ts';
import {noticeInView} from '../../desk/model/notices.ts';
import type {State} from '../../desk/model/state.ts';
import {isFeedPane, type Pane} from '../../desk/model/vocabulary.ts';
import {blocked, blockedHere} from '../../desk/order/availability.ts';
import {isGoingOn, waitMs} from '../../desk/order/several/queue.ts';
import {progressWords} from '../../desk/words/batch.ts';
import {describe, draftWords} from '../../desk/words/intents.ts';
import type {Notice} from '../../desk/words/notice.ts';
import {sanitize} from '../../term/text/sanitize.ts';
import {cut, width, wrapTo} from '../format.ts';
import {drawnFrom, rememberLast} from '../same.ts';
import {noPaint, type Paint, type Tone} from '../theme.ts';
import {keyLabel, labelOf} from './keys.ts';
import {stopLines} from './stop.ts';

type KeysFacts = {
  readonly columns: number;
  /** What is open above the table has the keys to itself, and names them itself. */
  readonly isCovered: boolean;
  /** The keys of the pane that are told of. */
  readonly hinted: readonly Binding[];
  /** The names of those of their actions that can be taken now. */
  readonly mayTake: string;
  /** An order was refused: its form opens with what was typed. */
  readonly corrects: boolean;
  /** Details are shown, which the key for quitting leaves first. */
  readonly hasDetails: boolean;
  /** What is selected is a figure of the Book, which has rows behind it. */
  readonly isOfFigures: boolean;
};

/** The keys that act on this pane, as many as there is room for; the one for help always. */
export const keysLine = drawnFrom(keysFactsOf, drawKeys);

const hintedOn = rememberLast((bindings: readonly Binding[], pane: Pane) =>
  bindings.filter(isOfPanes).filter(each => each.hint !== undefined && isOn(each, pane)),
);

function keysFactsOf(state: State): KeysFacts {
  const {viewport, overlay, settings, pane} = state;
  const hinted = hintedOn(settings.bindings, pane);
  const mayTake = hinted.map(each => each.action).filter(action => blockedHere(state, action) === undefined);
  return {
    columns: viewport.columns,
    isCovered: overlay.kind !== 'none',
    hinted,
    mayTake: mayTake.join(' '),
    corrects: state.tickets.refused !== undefined,
    hasDetails: state.details,
    isOfFigures: pane === 'book' && state.book.list === undefined,
  };
}

function drawKeys(
  {columns, isCovered, hinted, mayTake, corrects, hasDetails, isOfFigures}: KeysFacts,
  paint: Paint,
): string {
  if (isCovered) return '';
  const actions = mayTake.split(' ');
  const shown = hinted.filter(each => actions.includes(each.action));
  const help = shown.find(each => each.action === 'help');
  const hint = ({action, hint: usual}: Binding) => {
    if (action === 'place' && corrects) return 'correct';
    if (action === 'quit' && hasDetails) return 'back';
    return action === 'details' && isOfFigures ? 'rows' : usual;
  };
  const text = (each: Binding) => `${keyLabel(each.keys[0] ?? '')} ${hint(each)}`;
  let room = columns - 2 - (help === undefined ? 0 : width(text(help)));
  const kept = shown.filter(each => {
    if (each === help) return true;
    room -= width(text(each)) + 2;
    if (room < 0) room = -1;
    return room >= 0;
  });
  return ` ${kept.map(each => `${paint('accent', keyLabel(each.keys[0] ?? ''))} ${hint(each)}`).join('  ')}`;
}

/** How the weight of a message shows, in a sign as well as in a colour. */
export const signs: Record<Notice['level'], {readonly sign: string; readonly tone: Tone}> = {
  info: {sign: '', tone: 'plain'},
  good: {sign: '✓ ', tone: 'good'},
  warning: {sign: '! ', tone: 'warning'},
  danger: {sign: '!! ', tone: 'danger'},
};

/**
 * The last message; what matters stays until Esc. Without one, what is on its way, or why no data comes. What
 * to do next stands at the end of a message, so it takes up to `most` lines rather than being cut.
 */
export function messageLines(state: State, most: number, paint: Paint): string[] {
  const progress = progressLines(state, paint);
  const message = messageOf(state);
  if (message === undefined || most <= progress.length) return progress;
  const {tone, text, more = ''} = message;
  const lines = wrapTo(text, state.viewport.columns - 2 - width(more), most - progress.length);
  const said = lines.map((line, index) => {
    const after = index === lines.length - 1 ? paint('dim', more) : '';
    return ` ${paint(tone, line)}${after}`;
  });
  return [...progress, ...said];
}

/** How far several writes have come, in a line above whatever else is told, and the key that stops the rest. */
function progressLines(state: State, paint: Paint): string[] {
  const {batch, viewport, settings, now} = state;
  if (batch === undefined) return [];
  const way = isGoingOn(state) ? `  ${labelOf(settings.bindings, 'back')} stops the rest` : '';
  const key = way === '' ? '' : `  ${labelOf(settings.bindings, 'back')}`;
  const ms = isGoingOn(state) ? waitMs(state, now) : 0;
  const [words, brief] = [progressWords(batch, ms), progressWords(batch, ms, true)];
  const room = viewport.columns - 2;
  const said = [
    [words, way],
    [words, key],
    [brief, key],
  ] as const;
  const [text, keys] = said.find(each => width(each.join('')) <= room) ?? [
    cut(brief, room - width(key)),
    key,
  ];
  return [` ${paint('warning', text)}${paint('dim', keys)}`];
}

/** The message in one line, for a screen that is low or read out. */
export function messageLine(state: State, paint: Paint): string {
  return messageLines(state, 1, paint)[0] ?? '';
}

/** Lines that the message has on this screen: where there are rows enough, as many as it needs. */
export function messageRows(state: State): number {
  const {rows} = state.viewport;
  if (rows < 16) return 0;
  return Math.max(1, messageLines(state, rows < 24 ? 2 : 3, noPaint).length);
}

/** How many other messages nobody has taken note of, and the keys that show them and that clear them. */
function moreWords({notices, settings}: State, shown: Notice): string {
  const others = notices.filter(each => each !== shown && !each.isHint).length;
  const list = others === 0 ? '' : `  ${others} more: ${labelOf(settings.bindings, 'messages')}`;
  return shown.isHint ? list : `${list}  ${labelOf(settings.bindings, 'back')}`;
}

type Message = {readonly tone: Tone; readonly text: string; readonly more?: string};

function messageOf(state: State): Message | undefined {
  const notice = noticeInView(state);
  if (notice !== undefined) {
    const {sign, tone} = signs[notice.level];
    return {tone, text: sign + sanitize(notice.text), more: moreWords(state, notice)};
  }
  const sending = inFlight(state.intents)[0];
  if (sending !== undefined && state.batch === undefined) return {tone: 'warning', text: describe(sending)};
  const {unsaved} = state.intents;
  if (unsaved !== undefined)
    return {tone: 'danger', text: `!! The journal cannot be written: ${sanitize(unsaved.reason)}`};
  const fault = faultInView(state);
  return fault === undefined ? undefined : {tone: 'warning', text: `! ${sanitize(fault)}`};
}

/** Why the pane in view has no newer data. */
export function faultInView({pane, feeds, book}: State): string | undefined {
  if (isFeedPane(pane)) return feeds[pane].fault?.text;
  const {easyOptions, orders, cards, trades} = book.rows;
  return pane === 'book' ? [easyOptions, orders, cards, trades].find(each => each.fault)?.fault : undefined;
}

/** A stop, and what is UNKNOWN with its ways out: on every pane until they end; ours first, then others'. */
export function bannerLines(state: State, rows: number, paint: Paint): string[] {
  const stop = stopLines(state, paint).slice(0, rows);
  return [...stop, ...unknownLines(state, rows - stop.length, paint)];
}

/** How many lines of it there are on a screen that is low, or not. */
export function bannerRows(state: State, isLow: boolean): number {
  return stopLines(state, noPaint).length + (hasBanner(state) ? (isLow ? 1 : 2) : 0);
}

function unknownLines(state: State, rows: number, paint: Paint): string[] {
  if (rows === 0 || !hasBanner(state)) return [];
  const open = inBanner(state.intents);
  const first = open[0];
  if (first === undefined) return elsewhereLines(state, rows, paint);
  const key = (action: Action) => labelOf(state.settings.bindings, action);
  const hints = waysOn(state, first).map(([action, does]) => ({key: key(action), does}));
  const number = open.length + heldInSight(state.intents).length;
  const count = number === 1 ? '' : ` 1 of ${number}`;
  const {columns} = state.viewport;
  const noTrace =
    first.state === 'UNKNOWN' && first.noTrace && !/no trace/i.test(first.reason) ? 'no trace. ' : '';
  const said = `${first.state}${count} ${sanitize(`${draftWords(first.draft)}: ${noTrace}${first.reason}`)}`;
  if (rows === 1) {
    const brief = `  ${hints.map(each => each.key).join(' ')}`;
    return [paint('danger', ` ${cut(said, columns - 2 - brief.length)}${brief} `)];
  }
  const ways = hints.map(each => `${each.key} ${each.does}`).join('  ');
  return [paint('danger', ` ${cut(said, columns - 2)} `), ` ${paint('warning', ways)}`];
}

/** What may be done about the first of them, each with its word. */
export function waysOn(state: State, {state: stands}: Intent): readonly (readonly [Action, string])[] {
  if (stands === 'CANCELED NOT PLACED')
    return [
      ['goOn', 'go on'],
      ['lookAgain', 'read its trades again'],
      ['byHand', 'leave it'],
    ];
  const again: readonly (readonly [Action, string])[] =
    blocked(state, 'sendAgain') === undefined ? [['sendAgain', 'send again']] : [];
  return [['lookAgain', 'look again'], ...again, ['byHand', 'end by hand'], ['worlds', 'why']];
}

/** What is unresolved and not ours to end, and a journal of which nobody knows what is unresolved in it. */
function elsewhereLines(state: State, rows: number, paint: Paint): string[] {
  const {columns} = state.viewport;
  const key = blocked(state, 'takeOver') === undefined ? labelOf(state.settings.bindings, 'takeOver') : '';
  // One line has room for no more than the key.
  const brief = rows === 1 && key !== '' ? `  ${key}` : '';
  const lines = elsewhereWords(state, key).map(text => cut(sanitize(text), columns - 2 - brief.length));
  return lines
    .slice(0, rows)
    .map((line, index) =>
      index === 0 ? paint('danger', ` ${line}${brief} `) : ` ${paint('warning', line)}`,
    );
}

function elsewhereWords({intents, journal}: State, key: string): string[] {
  const held = heldInSight(intents);
  const [first] = held;
  if (first === undefined)
    return ['There may be unresolved writes: the journal cannot be read.', reasonOf(journal)];
  const count = held.length === 1 ? '' : ` 1 of ${held.length}`;
  const {draft, state} = first.intent;
  const way = {
    alive: `${first.holder} has it, and it has to end there.`,
    elsewhere: `${key === '' ? '' : `${key} take over, once it is known to be gone: `}${first.holder} has it.`,
    gone: `${first.holder} left it. It is taken over and looked for once the journal can be written.`,
  };
  return [
    `${state === 'CANCELED NOT PLACED' ? state : 'UNKNOWN'}${count} ${draftWords(draft)}: ${needsPerson(first.intent) ? '' : `${state} when last seen. `}${first.intent.reason}`,
    way[first.presence],
  ];
}

function reasonOf(journal: State['journal']): string {
  return journal.status === 'failed' ? journal.reason : '';
}

/** Whether anything has to stay in sight on every pane. */
function hasBanner({intents, journal}: State): boolean {
  const isUnread = journal.status === 'failed' && journal.isUnread;
  return inBanner(intents).length > 0 || heldInSight(intents).length > 0 || isUnread;
}
