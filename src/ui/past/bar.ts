import {isFeedPane} from '../../desk/model/vocabulary.ts';
import type {LiveNow, Past, PastEvent, PastKey} from '../../desk/past.ts';
import type {State} from '../../desk/state.ts';
import {flat} from '../../desk/words/text.ts';
import {inZone, zoneName, zoneOf} from '../../desk/words/times.ts';
import {sanitize} from '../../term/text/sanitize.ts';
import {type Edges, filled, present, summaryBelow} from '../early.ts';
import {cut, type Line, width, widthOf} from '../format.ts';
import {layoutOf} from '../layout.ts';
import {messageLines} from '../lines/footer.ts';
import {ageOf, environment, headerLine, type LinePart} from '../lines/header.ts';
import type {DrawTable} from '../table/view.ts';

/**
 * In `optty replay`: time bar and keys. Looking back: the live state, then the bar with as many keys as fit.
 */
export function timeLines(state: State): readonly Line[] {
  const {past, viewport} = state;
  if (past === undefined) return [];
  const room = viewport.columns - 2;
  if (past.live === undefined) {
    const bar = barLine(state, past, room);
    return layoutOf(state).time === 1 ? [bar] : [bar, keysOrWords(past, room)];
  }
  const live = liveLine(past.live, viewport.columns);
  if (past.asked !== undefined || past.said !== undefined) return [live, keysOrWords(past, room)];
  const keys = keyWords(past.keys, Math.max(firstKey(past.keys), room - leastBar));
  const bar = barLine(state, past, room - widthOf(keys) - 2);
  return [live, withKeys(bar, keys)];
}

const leastBar = 54;
const leastTrack = 8;

/** `paused 14:00:00 ━━━━●──┼── 15:00:00` */
function barLine(state: State, past: Past, room: number): Line {
  const age = ageBeside(state);
  const words = stateWords(past);
  const told = [
    ...(words === '' ? [] : [{tone: 'strong', text: words} as const]),
    ...(age === undefined ? [] : [age]),
  ];
  const taken = told.reduce((sum, {text}) => sum + width(text) + 1, 0);
  const [from, to] = endsOf(state, past, room - taken);
  const cells = room - taken - (from === '' ? 0 : width(from) + width(to) + 2);
  const ends = (text: string): Line[] => (text === '' ? [] : [[{text, tone: 'dim'}]]);
  const before = [...told.map(each => [each]), ...ends(from)];
  const parts = [...before, ...(cells < 1 ? [] : [track(past, cells)]), ...ends(to)];
  return parts.flatMap(part => [{text: ' '}, ...part]);
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

function track({from, to, at, events}: Past, cells: number): Line {
  const placeOf = (time: number) =>
    Math.max(0, Math.min(cells - 1, Math.round(((time - from) / Math.max(1, to - from)) * (cells - 1))));
  const here = placeOf(at);
  const marks = new Map<number, PastEvent['weight']>();
  for (const {at: time, weight} of events) {
    const place = placeOf(time);
    if (weight === 'grave' || !marks.has(place)) marks.set(place, weight);
  }
  return Array.from({length: cells}, (_, index): LinePart => {
    const mark = marks.get(index);
    if (index === here) return {text: '●', tone: 'strong'};
    if (mark !== undefined)
      return mark === 'grave' ? {text: '!', tone: 'danger'} : {text: '┼', tone: 'accent'};
    return index < here ? {text: '━', tone: 'strong'} : {text: '─', tone: 'dim'};
  });
}

function keysOrWords(past: Past, room: number): Line {
  const {asked, said, keys} = past;
  if (asked !== undefined) {
    const typed = `${flat(asked.what)}: ${sanitize(asked.text)}`;
    // Shows the end, where typing happens.
    const shown = width(typed) < room ? typed : `…${lastOf(typed, room - 2)}`;
    const typing: Line = [
      {text: ` ${shown}`, tone: 'accent'},
      {text: ' ', tone: 'tab'},
    ];
    return withKeys(typing, keyWords(keys, room - width(shown) - 3));
  }
  if (said === undefined) return [{text: ' '}, ...keyWords(keys, room)];
  const words = cut(flat(said), room);
  return withKeys([{text: ` ${words}`, tone: 'warning'}], keyWords(keys, room - width(words) - 2));
}

const withKeys = (line: Line, keys: Line): Line =>
  keys.length === 0 ? line : [...line, {text: '  '}, ...keys];

function lastOf(text: string, cells: number): string {
  const characters = [...text];
  while (characters.length > 0 && width(characters.join('')) > cells) characters.shift();
  return characters.join('');
}

const textOf = ({key, does}: PastKey) => `${key} ${does}`;

const firstKey = ([first]: readonly PastKey[]) => (first === undefined ? 0 : width(textOf(first)));

function keyWords(keys: readonly PastKey[], room: number): Line {
  let left = room + 2;
  const kept = keys.filter(each => {
    left -= left < 0 ? 0 : width(textOf(each)) + 2;
    return left >= 0;
  });
  return kept.flatMap(({key, does}, index) => [
    {text: index === 0 ? '' : '  '},
    {text: key, tone: 'accent'},
    {text: ` ${does}`},
  ]);
}

const moving = 'LIVE IS MOVING';

function liveLine(live: LiveNow, columns: number): Line {
  const {unknown, isStale, halt, fills} = live;
  const parts = (isBrief: boolean): LinePart[] => [
    ...(unknown > 0 ? [{text: `UNKNOWN ${unknown}`, tone: 'danger'} as const] : []),
    ...(isStale ? [{text: 'STALE', tone: 'stale'} as const] : []),
    ...(halt === undefined ? [] : [{text: isBrief ? 'HALT' : flat(halt), tone: 'danger'} as const]),
    ...(fills > 0 ? [{text: isBrief ? `+${fills}` : fillWords(fills), tone: 'warning'} as const] : []),
  ];
  const wide = parts(false).map(({text, tone}) => ({text: ` ${text} `, tone}));
  const isWide = width(moving) + 2 + wide.reduce((sum, {text}) => sum + width(text) + 1, 0) <= columns;
  const first = {text: `${isWide ? ' ' : ''}${moving}`, tone: 'warning'} as const;
  return [first, ...(isWide ? wide : parts(true)).flatMap(part => [{text: ' '}, part])];
}

const fillWords = (fills: number) => `${fills} ${fills === 1 ? 'fill' : 'fills'}`;

export function liveSentence({past}: State): string {
  if (past?.live === undefined) return '';
  const {unknown, isStale, halt, fills} = past.live;
  const told = [
    unknown > 0 ? `UNKNOWN ${unknown}` : '',
    isStale ? 'STALE' : '',
    halt ?? '',
    fills > 0 ? fillWords(fills) : '',
  ];
  return `${moving}. Now: ${told.filter(Boolean).map(flat).join(', ') || 'nothing UNKNOWN, no halt, no fill'}.`;
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
export function pastHeaderLine(state: State): Line {
  const {columns} = state.viewport;
  const text = badgeOf(state);
  const badge = {text, tone: 'stale'} as const;
  const room = columns - width(text);
  if (hasWholeHeader(state))
    return [badge, ...headerLine({...state, viewport: {...state.viewport, columns: room}})];
  const where = environmentOf(state);
  return [badge, {...where, text: cut(where.text, room)}];
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
function bottomLines(state: State, table: DrawTable): readonly Line[] {
  const {message} = layoutOf(state);
  const summary = summaryBelow(state, table);
  return [
    message > 0 ? summary : (messageLines(state, 1)[0] ?? summary),
    ...filled(messageLines(state, message), message),
    ...timeLines(state),
  ];
}
