import {type HaltProgress, isEnd, liftingWord} from '../../desk/halt/record.ts';
import {isHalted} from '../../desk/halt/room.ts';
import {haltCounts, haltWord, listedAgain} from '../../desk/halt/words.ts';
import type {Intent} from '../../desk/intents/intent.ts';
import {heldInSight, inBanner, inFlight, needsPerson} from '../../desk/intents/selectors.ts';
import {describe, draftWords} from '../../desk/intents/words.ts';
import {type Action, type Binding, isOfPanes, isOn} from '../../desk/keys.ts';
import {isFeedPane, type Pane, type Tone} from '../../desk/model/vocabulary.ts';
import {noticeInView} from '../../desk/notices.ts';
import {blocked, blockedHere} from '../../desk/order/availability.ts';
import {isGoingOn, waitMs} from '../../desk/order/several/queue.ts';
import {progressWords} from '../../desk/order/several/words.ts';
import type {State} from '../../desk/state.ts';
import {keyLabel, labelOf} from '../../desk/words/keys.ts';
import {type Notice, signs} from '../../desk/words/notice.ts';
import {flat} from '../../desk/words/text.ts';
import {ownClock} from '../../desk/words/times.ts';
import {sanitize} from '../../term/text/sanitize.ts';
import {cut, type Line, noLine, width, wrapTo} from '../format.ts';
import {drawnFrom, rememberLast} from '../same.ts';

type KeysFacts = {
  readonly columns: number;
  readonly isCovered: boolean;
  readonly hinted: readonly Binding[];
  readonly mayTake: string;
  readonly corrects: boolean;
  /** The key for quitting first leaves the details. */
  readonly hasDetails: boolean;
  readonly isOfFigures: boolean;
};

/** As many keys of this pane as fit; always the one for help. */
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
    isOfFigures: pane === 'portfolio' && state.portfolio.list === undefined,
  };
}

function drawKeys(facts: KeysFacts): Line {
  const {columns, isCovered, hinted, mayTake, corrects, hasDetails, isOfFigures} = facts;
  if (isCovered) return noLine;
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
  return kept.flatMap((each, index) => [
    {text: `${index === 0 ? ' ' : '  '}${keyLabel(each.keys[0] ?? '')}`, tone: 'accent'},
    {text: ` ${hint(each)}`},
  ]);
}

/** The next step is at the end of a message, so it wraps to `most` lines and is not cut. */
export function messageLines(state: State, most: number): readonly Line[] {
  const progress = progressLines(state);
  const message = messageOf(state);
  if (message === undefined || most <= progress.length) return progress;
  const {tone, text, more = ''} = message;
  const lines = wrapTo(text, state.viewport.columns - 2 - width(more), most - progress.length);
  const said = lines.map((text, index): Line => {
    const after = index === lines.length - 1 ? more : '';
    return [{text: ' '}, {text, tone}, {text: after, tone: 'dim'}];
  });
  return [...progress, ...said];
}

function progressLines(state: State): readonly Line[] {
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
  return [
    [
      {text: ` ${text}`, tone: 'warning'},
      {text: keys, tone: 'dim'},
    ],
  ];
}

export function messageRows(state: State): number {
  const {rows} = state.viewport;
  if (rows < 16) return 0;
  return Math.max(1, messageLines(state, rows < 24 ? 2 : 3).length);
}

function moreWords({notices, settings}: State, shown: Notice): string {
  const others = notices.filter(each => each !== shown && !each.isHint).length;
  const list =
    others === 0
      ? ''
      : `  +${others} message${others === 1 ? '' : 's'} (${labelOf(settings.bindings, 'messages')})`;
  return shown.isHint ? list : `${list}  ${labelOf(settings.bindings, 'back')} clear`;
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

export function faultInView({pane, feeds, portfolio}: State): string | undefined {
  if (isFeedPane(pane)) return feeds[pane].fault?.text;
  const {easyOptions, orders, cards, trades} = portfolio.rows;
  return pane === 'portfolio'
    ? [easyOptions, orders, cards, trades].find(each => each.fault)?.fault
    : undefined;
}

/** The halt and UNKNOWN intents, on every pane until they end; own ones first. */
export function bannerLines(state: State, rows: number): readonly Line[] {
  const halt = haltLines(state).slice(0, rows);
  return [...halt, ...unknownLines(state, rows - halt.length)];
}

export function bannerRows(state: State, isLow: boolean): number {
  return haltLines(state).length + (hasBanner(state) ? (isLow ? 1 : 2) : 0);
}

function unknownLines(state: State, rows: number): readonly Line[] {
  if (rows === 0 || !hasBanner(state)) return [];
  const open = inBanner(state.intents);
  const first = open[0];
  if (first === undefined) return elsewhereLines(state, rows);
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
    return [[{text: ` ${cut(said, columns - 2 - brief.length)}${brief} `, tone: 'danger'}]];
  }
  const ways = hints.map(each => `${each.key} ${each.does}`).join('  ');
  return [[{text: ` ${cut(said, columns - 2)} `, tone: 'danger'}], [{text: ` ${ways}`, tone: 'warning'}]];
}

export function waysOn(state: State, {state: stands}: Intent): readonly (readonly [Action, string])[] {
  if (stands === 'CANCELED, NOT REPLACED')
    return [
      ['goOn', 'send it'],
      ['lookAgain', 'reread its trades'],
      ['byHand', 'drop it'],
    ];
  const again: readonly (readonly [Action, string])[] =
    blocked(state, 'sendAgain') === undefined ? [['sendAgain', 'resend (same key)']] : [];
  return [['lookAgain', 'recheck'], ...again, ['byHand', 'resolve'], ['worlds', 'details']];
}

function elsewhereLines(state: State, rows: number): readonly Line[] {
  const {columns} = state.viewport;
  const key = blocked(state, 'takeOver') === undefined ? labelOf(state.settings.bindings, 'takeOver') : '';
  // A single line has room only for the key.
  const brief = rows === 1 && key !== '' ? `  ${key}` : '';
  const lines = elsewhereWords(state, key).map(text => cut(sanitize(text), columns - 2 - brief.length));
  return lines
    .slice(0, rows)
    .map((line, index) => [
      index === 0 ? {text: ` ${line}${brief} `, tone: 'danger'} : {text: ` ${line}`, tone: 'warning'},
    ]);
}

function elsewhereWords({intents, journal}: State, key: string): string[] {
  const held = heldInSight(intents);
  const [first] = held;
  if (first === undefined)
    return ['There may be unresolved writes: the journal cannot be read.', reasonOf(journal)];
  const count = held.length === 1 ? '' : ` 1 of ${held.length}`;
  const {draft, state} = first.intent;
  const way = {
    alive: `${first.holder} holds it: it must end there.`,
    elsewhere: `${key === '' ? '' : `${key} take over if it is known to be gone: `}${first.holder} has it.`,
    gone: `${first.holder} left it. It is taken over and rechecked once the journal can be written.`,
  };
  return [
    `${state === 'CANCELED, NOT REPLACED' ? state : 'UNKNOWN'}${count} ${draftWords(draft)}: ${needsPerson(first.intent) ? '' : `${state} when last seen. `}${first.intent.reason}`,
    way[first.presence],
  ];
}

function reasonOf(journal: State['journal']): string {
  return journal.status === 'failed' ? journal.reason : '';
}

function hasBanner({intents, journal}: State): boolean {
  const isUnread = journal.status === 'failed' && journal.isUnread;
  return inBanner(intents).length > 0 || heldInSight(intents).length > 0 || isUnread;
}

/** Shown on every pane from setting the halt to lifting it; a low screen has only the first line. */
export function haltLines(state: State): readonly Line[] {
  if (!isHalted(state)) return [];
  const {settings, viewport} = state;
  const room = viewport.columns - 2;
  const way = `  ${labelOf(settings.bindings, 'pane.activity')} ${labelOf(settings.bindings, 'lift')} ${liftingWord}`;
  const text = ` ${cut(flat(sanitize(standing(state))), room - way.length)}${way} `;
  const first: Line = [{text, tone: 'danger'}];
  if (viewport.rows < 16) return [first];
  return [first, [{text: ` ${cut(flat(sanitize(leftWords(state))), room)}`, tone: 'warning'}]];
}

function standing(state: State): string {
  const {record, unkept} = state.halt;
  if (record === undefined)
    return `HALTED ${ownClock(state, unkept?.at ?? 0)} here only (journal not written): new risk blocked.`;
  const {progress, asked} = record;
  const word = haltWord(record);
  if (asked === undefined || progress === undefined)
    return `${word} ${ownClock(state, asked?.at ?? record.at)} by ${record.by}: new risk blocked.`;
  const again = listedAgain(state);
  if (again > 0) return `LISTED AGAIN: ${again} open, was ${progress.word} ${ownClock(state, progress.at)}.`;
  if (isEnd(progress.word)) return `${word} ${ownClock(state, progress.at)}: new risk blocked.`;
  return [word, haltCounts(progress), nothingListed(state, progress)].filter(Boolean).join(' · ');
}

function nothingListed(state: State, {nothingListedSince: since, proved}: HaltProgress): string {
  if (proved !== undefined) return proved;
  return since === undefined ? '' : `NOTHING LISTED since ${ownClock(state, since)}`;
}

function leftWords(state: State): string {
  const {settings} = state;
  const {record} = state.halt;
  const key = labelOf(settings.bindings, 'halt');
  if (record?.asked === undefined) return `${key} cancels and closes what is open. Halts this machine only.`;
  const {left = [], word} = record.progress ?? {};
  if (listedAgain(state) > 0) return `${key} cancels and closes what is open now.`;
  if (word !== undefined && isEnd(word))
    return "Per this machine's journal and the service's lists at that time.";
  const [first, ...others] = left;
  if (first === undefined) return 'Reading what is left. Halts this machine only.';
  return others.length === 0 ? first : `1 of ${left.length}: ${first}`;
}
