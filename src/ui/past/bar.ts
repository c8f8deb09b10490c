import {isFeedPane, type Tone} from '../../desk/model/vocabulary.ts';
import type {LiveNow, Past, PastEvent, PastKey} from '../../desk/past.ts';
import type {State} from '../../desk/state.ts';
import {flat} from '../../desk/words/text.ts';
import {inZone, zoneName, zoneOf} from '../../desk/words/times.ts';
import {sanitize} from '../../term/text/sanitize.ts';
import {type Edges, filled, present, summaryBelow} from '../early.ts';
import {cut, width} from '../format.ts';
import {layoutOf} from '../layout.ts';
import {messageLine, messageLines} from '../lines/footer.ts';
import {ageOf, environment, headerLine, type LinePart} from '../lines/header.ts';
import type {DrawTable} from '../table/view.ts';
import type {Paint} from '../theme.ts';

/**
 * In `optty replay`: time bar and keys. Looking back: the live state, then the bar with as many keys as fit.
 */
export function timeLines(state: State, paint: Paint): string[] {
  const {past, viewport} = state;
  if (past === undefined) return [];
  const room = viewport.columns - 2;
  if (past.live === undefined) {
    const bar = barLine(state, past, room, paint);
    return layoutOf(state).time === 1 ? [bar] : [bar, keysOrWords(past, room, paint)];
  }
  const live = liveLine(past.live, viewport.columns, paint);
  if (past.asked !== undefined || past.said !== undefined) return [live, keysOrWords(past, room, paint)];
  const keys = keyWords(past.keys, Math.max(firstKey(past.keys), room - leastBar), paint);
  const bar = barLine(state, past, room - width(keys.text) - 2, paint);
  return [live, `${bar}  ${keys.painted}`];
}

const leastBar = 54;
const leastTrack = 8;

/** `paused 14:00:00 ━━━━●──┼── 15:00:00` */
function barLine(state: State, past: Past, room: number, paint: Paint): string {
  const age = ageBeside(state);
  const words = stateWords(past);
  const told = [
    ...(words === '' ? [] : [{tone: 'strong', text: words} as const]),
    ...(age === undefined ? [] : [age]),
  ];
  const taken = told.reduce((sum, {text}) => sum + width(text) + 1, 0);
  const [from, to] = endsOf(state, past, room - taken);
  const cells = room - taken - (from === '' ? 0 : width(from) + width(to) + 2);
  const ends = (text: string) => (text === '' ? [] : [paint('dim', text)]);
  const before = [...told.map(({tone, text}) => paint(tone, text)), ...ends(from)];
  return ` ${[...before, ...(cells < 1 ? [] : [track(past, cells, paint)]), ...ends(to)].join(' ')}`;
}

function stateWords({isPlaying, speed, keys}: Past): string {
  if (isPlaying) return `playing ${speed}x`;
  return keys.length === 0 ? '' : 'paused';
}

/** With days if they differ, to the minute if narrow; empty if they would leave no track. */
function endsOf({settings}: State, {from, to}: Past, room: number): readonly [string, string] {
  const texts = [from, to].map(at => inZone(at, zoneOf(settings.times, at)) ?? String(at));
  const [first, last] = texts.map(text => text.slice(0, 10));
  const spans = [
    [first === last ? 11 : 5, 19],
    [11, 16],
  ] as const;
  for (const [begin, end] of spans) {
    const [start = '', stop = ''] = texts.map(text => text.slice(begin, end).replace('T', ' '));
    if (room - width(start) - width(stop) - 2 >= leastTrack) return [start, stop];
  }
  return ['', ''];
}

function track({from, to, at, events}: Past, cells: number, paint: Paint): string {
  const placeOf = (time: number) =>
    Math.max(0, Math.min(cells - 1, Math.round(((time - from) / Math.max(1, to - from)) * (cells - 1))));
  const here = placeOf(at);
  const marks = new Map<number, PastEvent['weight']>();
  for (const {at: time, weight} of events) {
    const place = placeOf(time);
    if (weight === 'grave' || !marks.has(place)) marks.set(place, weight);
  }
  const pieces = Array.from({length: cells}, (_, index): LinePart => {
    const mark = marks.get(index);
    if (index === here) return {text: '●', tone: 'strong'};
    if (mark !== undefined)
      return mark === 'grave' ? {text: '!', tone: 'danger'} : {text: '┼', tone: 'accent'};
    return index < here ? {text: '━', tone: 'strong'} : {text: '─', tone: 'dim'};
  });
  return painted(pieces, paint);
}

function painted(pieces: readonly LinePart[], paint: Paint): string {
  const runs: {tone: Tone; text: string}[] = [];
  for (const {tone, text} of pieces) {
    const last = runs.at(-1);
    if (last?.tone === tone) last.text += text;
    else runs.push({tone, text});
  }
  return runs.map(({tone, text}) => paint(tone, text)).join('');
}

function keysOrWords(past: Past, room: number, paint: Paint): string {
  const {asked, said, keys} = past;
  if (asked !== undefined) {
    const typed = `${flat(asked.what)}: ${sanitize(asked.text)}`;
    // Shows the end, where typing happens.
    const shown = width(typed) < room ? typed : `…${lastOf(typed, room - 2)}`;
    const after = keyWords(keys, room - width(shown) - 3, paint);
    return ` ${paint('accent', shown)}${paint('tab', ' ')}${after.text === '' ? '' : `  ${after.painted}`}`;
  }
  if (said === undefined) return ` ${keyWords(keys, room, paint).painted}`;
  const words = cut(flat(said), room);
  const after = keyWords(keys, room - width(words) - 2, paint);
  return ` ${paint('warning', words)}${after.text === '' ? '' : `  ${after.painted}`}`;
}

function lastOf(text: string, cells: number): string {
  const characters = [...text];
  while (characters.length > 0 && width(characters.join('')) > cells) characters.shift();
  return characters.join('');
}

const textOf = ({key, does}: PastKey) => `${key} ${does}`;

const firstKey = ([first]: readonly PastKey[]) => (first === undefined ? 0 : width(textOf(first)));

function keyWords(keys: readonly PastKey[], room: number, paint: Paint): {text: string; painted: string} {
  let left = room + 2;
  const kept = keys.filter(each => {
    left -= left < 0 ? 0 : width(textOf(each)) + 2;
    return left >= 0;
  });
  return {
    text: kept.map(textOf).join('  '),
    painted: kept.map(({key, does}) => `${paint('accent', key)} ${does}`).join('  '),
  };
}

const moving = 'LIVE IS MOVING';

function liveLine(live: LiveNow, columns: number, paint: Paint): string {
  const {unknown, isStale, stop, fills} = live;
  const parts = (isBrief: boolean): LinePart[] => [
    ...(unknown > 0 ? [{text: `UNKNOWN ${unknown}`, tone: 'danger'} as const] : []),
    ...(isStale ? [{text: 'STALE', tone: 'stale'} as const] : []),
    ...(stop === undefined ? [] : [{text: isBrief ? 'STOP' : flat(stop), tone: 'danger'} as const]),
    ...(fills > 0 ? [{text: isBrief ? `+${fills}` : fillWords(fills), tone: 'warning'} as const] : []),
  ];
  const wide = parts(false).map(({text, tone}) => ({text: ` ${text} `, tone}));
  const isWide = width(moving) + 2 + wide.reduce((sum, {text}) => sum + width(text) + 1, 0) <= columns;
  const shown = isWide
    ? [{text: moving, tone: 'warning'} as const, ...wide]
    : [{text: moving, tone: 'warning'} as const, ...parts(true)];
  return `${isWide ? ' ' : ''}${shown.map(({text, tone}) => paint(tone, text)).join(' ')}`;
}

const fillWords = (fills: number) => `${fills} ${fills === 1 ? 'fill' : 'fills'}`;

export function liveSentence({past}: State): string {
  if (past?.live === undefined) return '';
  const {unknown, isStale, stop, fills} = past.live;
  const told = [
    unknown > 0 ? `UNKNOWN ${unknown}` : '',
    isStale ? 'STALE' : '',
    stop ?? '',
    fills > 0 ? fillWords(fills) : '',
  ];
  return `${moving}. Now: ${told.filter(Boolean).map(flat).join(', ') || 'nothing UNKNOWN, no stop, no fill'}.`;
}

export function keysSentence({past}: State): string {
  if (past === undefined) return '';
  const {asked, said, keys} = past;
  if (asked !== undefined) return `${flat(asked.what)}: ${sanitize(asked.text)}`;
  return [said === undefined ? '' : `${flat(said)}.`, `Keys: ${keys.map(textOf).join('  ')}`]
    .filter(Boolean)
    .join(' ');
}

/** Least width of the recorded header that still shows where one is and the data's age. */
const usefulColumns = 40;

/** REPLAY and the time are always shown; the recorded header gets the rest of the line. */
export function pastHeaderLine(state: State, paint: Paint): string {
  const {columns} = state.viewport;
  const badge = badgeOf(state);
  const room = columns - width(badge);
  const rest = headerLine({...state, viewport: {...state.viewport, columns: room}}, paint);
  if (hasWholeHeader(state)) return paint('stale', badge) + rest;
  const where = environmentOf(state);
  return paint('stale', badge) + paint(where.tone, cut(where.text, room));
}

function hasWholeHeader(state: State): boolean {
  return state.viewport.columns - width(badgeOf(state)) >= usefulColumns;
}

/** `REPLAY, paused, 2026-11-22 14:03:07 UTC`, for speech. */
export function pastSentence(state: State): string {
  const {past} = state;
  if (past === undefined) return '';
  return `REPLAY, ${past.isPlaying ? 'playing' : 'paused'}, ${timeOf(state, 19)}`;
}

/** With milliseconds while paused, without the year on a narrow screen. */
function badgeOf(state: State): string {
  const {columns} = state.viewport;
  const fits = (time: string) => columns - width(time) - 9 >= usefulColumns;
  const full = timeOf(state, state.past?.isPlaying === true ? 19 : 23);
  const time = [full, timeOf(state, 19)].find(fits) ?? timeOf(state, 19).slice(5);
  return ` REPLAY ${time} `;
}

/** @param length of an ISO 8601 time: 16 to the minute, 19 to the second, 23 to the millisecond */
function timeOf({past, settings}: State, length: number): string {
  const at = past?.at ?? 0;
  const zone = zoneOf(settings.times, at);
  return `${inZone(at, zone)?.slice(0, length).replace('T', ' ') ?? String(at)} ${zoneName(zone)}`;
}

function environmentOf({link, feeds, pane}: State) {
  const {fault} = feeds[isFeedPane(pane) ? pane : 'cards'];
  return environment({venue: link.venue, fault: fault?.kind});
}

function ageBeside(state: State): ReturnType<typeof ageOf> | undefined {
  return hasWholeHeader(state) ? undefined : ageOf(state);
}

export function edgesOf({past}: State): Edges {
  return past === undefined ? present : ofThePast;
}

const ofThePast: Edges = {header: pastHeaderLine, bottom: bottomLines};

/** The recorded keys do nothing, so the time bar replaces them. */
function bottomLines(state: State, paint: Paint, table: DrawTable): string[] {
  const {message} = layoutOf(state);
  const summary = summaryBelow(state, paint, table);
  return [
    message > 0 ? summary : messageLine(state, paint) || summary,
    ...filled(messageLines(state, message, paint), message),
    ...timeLines(state, paint),
  ];
}
