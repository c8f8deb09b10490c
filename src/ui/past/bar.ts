import type {LiveNow, Past, PastKey} from '../../desk/past.ts';
import type {State} from '../../desk/state.ts';
import {counted, flat} from '../../desk/words/text.ts';
import {inZone, zoneName, zoneOf} from '../../desk/words/times.ts';
import {sanitize} from '../../term/text/sanitize.ts';
import {cut, fittingHints, hintSpans, type Line, noLine, width} from '../format.ts';
import {layoutOf} from '../layout.ts';
import {ageOf, environment, headerLine, type LinePart} from '../lines/top.ts';

/** The bar of time, or while one looks back what has to be known of now; then what is said, and the keys. */
export function timeLines(state: State): readonly Line[] {
  const {past, viewport} = state;
  if (past === undefined) return [];
  const room = viewport.columns - 2;
  if (past.live === undefined)
    return [barLine(state, past, room), keysOrWords(past, room)].slice(0, layoutOf(state).time);
  const age = ageBeside(state);
  const aged: Line = age === undefined ? noLine : [{text: ' '}, age];
  const keys = keysOrWords(past, room - (age === undefined ? 0 : width(age.text) + 1));
  return [liveLine(past.live, viewport.columns), [...aged, ...keys]];
}

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

function track({from, to, at}: Past, cells: number): Line {
  const here = Math.round(((at - from) / Math.max(1, to - from)) * (cells - 1));
  const before = Math.max(0, Math.min(cells - 1, here));
  return [
    {text: '━'.repeat(before), tone: 'strong'},
    {text: '●', tone: 'strong'},
    {text: '─'.repeat(cells - 1 - before), tone: 'dim'},
  ];
}

function keysOrWords({typed, said, keys}: Past, room: number): Line {
  if (typed !== undefined) {
    const asked = cut(`time: ${sanitize(typed)}`, room - 2);
    const typing: Line = [
      {text: ` ${asked}`, tone: 'accent'},
      {text: ' ', tone: 'tab'},
    ];
    return withKeys(typing, keyWords(keys, room - width(asked) - 3));
  }
  if (said === undefined) return [{text: ' '}, ...keyWords(keys, room)];
  const words = cut(flat(said), room);
  return withKeys([{text: ` ${words}`, tone: 'warning'}], keyWords(keys, room - width(words) - 2));
}

const withKeys = (line: Line, keys: Line): Line =>
  keys.length === 0 ? line : [...line, {text: '  '}, ...keys];

const keyWords = (keys: readonly PastKey[], room: number) => hintSpans(fittingHints(keys, room));

const moving = 'NOW IS MOVING';

type LivePart = LinePart & {readonly brief?: string};

function livePart({unknown, isStale, halt, fills}: LiveNow): readonly LivePart[] {
  const filled = counted(fills, 'fill');
  return [
    ...(unknown > 0 ? [{text: `UNKNOWN ${unknown}`, tone: 'danger'} as const] : []),
    ...(isStale ? [{text: 'STALE', tone: 'stale'} as const] : []),
    ...(halt === undefined ? [] : [{text: flat(halt), brief: 'HALT', tone: 'danger'} as const]),
    ...(fills > 0 ? [{text: filled, brief: `+${fills}`, tone: 'warning'} as const] : []),
  ];
}

function liveLine(live: LiveNow, columns: number): Line {
  const parts = livePart(live);
  const isWide = width(moving) + 2 + parts.reduce((sum, {text}) => sum + width(text) + 3, 0) <= columns;
  const told = parts.flatMap(
    ({text, brief = text, tone}): Line => [{text: ' '}, {text: isWide ? ` ${text} ` : brief, tone}],
  );
  return [{text: `${isWide ? ' ' : ''}${moving}`, tone: 'warning'}, ...told];
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
  const where = environment(state);
  return [badge, {...where, text: cut(where.text, room)}];
}

function hasWholeHeader(state: State): boolean {
  return state.viewport.columns - width(badgeOf(state)) >= usefulColumns;
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

function ageBeside(state: State): ReturnType<typeof ageOf> | undefined {
  return hasWholeHeader(state) ? undefined : ageOf(state);
}
