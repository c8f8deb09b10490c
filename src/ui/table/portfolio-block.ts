import type {Tone} from '../../account/model/vocabulary.ts';
import {rememberLast} from '../../account/once.ts';
import {percentShown, rounded} from '../../account/resources/figures.ts';
import {counted, nothing, signed} from '../../account/words/text.ts';
import {expiryDay} from '../../account/words/times.ts';
import {serviceNow} from '../../core/intents/clock.ts';
import {freshness} from '../../desk/feeds/freshness.ts';
import {limitSentences} from '../../desk/order/gate-now.ts';
import type {PortfolioLine, PortfolioSection, SectionName} from '../../desk/portfolio/lines.ts';
import {figureInView} from '../../desk/portfolio/move.ts';
import {sectionsShown} from '../../desk/portfolio/sections.ts';
import {readSoFar} from '../../desk/portfolio/unlisted.ts';
import {signsBefore} from '../../desk/signs.ts';
import type {State} from '../../desk/state.ts';
import {sanitize} from '../../text/sanitize.ts';
import {cut, type Line, noLine, padEnd, width, widthOf, wrap} from '../format.ts';
import {type Facts, factsNow} from './columns.ts';
import {type DrawBody, drawTable, type RowLook, windowStart, withMarker} from './draw-rows.ts';
import type {Needs} from './fit.ts';
import {expiryLeft} from './portfolio-brief.ts';
import {columnsFor, gain, money} from './portfolio-columns.ts';

export type BlockLook = {
  readonly columns: number;
  readonly facts: Facts;
  readonly selected?: string | undefined;
  readonly signOf?: (key: string) => RowLook['sign'];
  readonly isDim?: boolean;
  readonly tint?: RowLook['tint'];
};

/** @param widths of the columns so far by section, kept so that a new digit moves nothing */
export function sectionBlock(
  section: PortfolioSection,
  hasCurrencies: boolean,
  look: BlockLook,
  widths = new Map<string, Needs>(),
): readonly FigureRow[] {
  const {name, lines, isPartial} = section;
  if (name === 'glance')
    return lines.map(line => ({line: glanceLine(line, isPartial, hasCurrencies, look), key: line.key}));
  const {facts, selected, signOf, tint, columns} = look;
  const chosen = columnsFor(name, section, hasCurrencies, columns);
  const isDim = look.isDim === true || isPartial;
  const cells = lines.map(line => chosen.map(column => column.cell(line, facts, line.key)));
  const drawn = drawTable(chosen, cells, {
    ...{width: columns, before: widths.get(name)},
    looks: lines.map(({key}) => ({isSelected: key === selected, sign: signOf?.(key), isDim, tint})),
  });
  widths.set(name, drawn.needs);
  return drawn.lines.map((line, index) => ({line, key: lines[index - 1]?.key}));
}

type Part = {readonly text: string; readonly tone: Tone; readonly weight: number};

/** A line that is too long shows the most important parts that fit. */
function glanceLine(line: PortfolioLine, isPartial: boolean, hasCurrencies: boolean, look: BlockLook): Line {
  const {columns, facts, selected, signOf, isDim, tint} = look;
  const label = padEnd(line.name, columns < 60 ? 13 : 18);
  const room = columns - 2 - width(label);
  const all = glanceParts(line, isPartial, hasCurrencies, facts, columns);
  const texts = new Map<Part, string>();
  for (const part of all.toSorted((one, other) => other.weight - one.weight)) {
    const left = room - width([...texts.values(), ''].join(between));
    // A caution is cut, for it begins with what matters most.
    const isCut = texts.size === 0 || (part.tone === 'warning' && left >= leastCaution);
    if (width(part.text) <= left) texts.set(part, part.text);
    else if (isCut) texts.set(part, cut(part.text, left));
  }
  const parts = all.flatMap(each => {
    const text = texts.get(each);
    return text === undefined ? [] : {...each, text};
  });
  const toned = (text: string, tone: Tone) => ({text, tone: isDim ? 'dim' : tone});
  const told = parts.flatMap(
    ({text, tone}, index): Line => [{text: index === 0 ? '' : between, tone: 'dim'}, toned(text, tone)],
  );
  const sign = signOf?.(line.key);
  return withMarker([toned(label, 'strong'), ...told], {isSelected: line.key === selected, sign, tint});
}

const between = ' · ';
/** Cells for `at worst,…`. */
const leastCaution = 10;

function glanceParts(
  line: PortfolioLine,
  isPartial: boolean,
  hasCurrencies: boolean,
  {now}: Facts,
  columns = Number.POSITIVE_INFINITY,
): readonly Part[] {
  const {of, name, count, held = 1, invested, risk = invested, expiry: at, percent, note} = line;
  const isExpiry = of === 'expiry';
  const isHeld = line.held !== undefined;
  const isToday = of === 'today';
  const isOpen = isExpiry || isHeld || of === 'open';
  const currency = sanitize(line.currency === '' && !isToday ? 'no currency' : (line.currency ?? ''));
  const {text, tone = 'plain'} = gain(line, rounded);
  const amount = `${money(line, risk, rounded).text} ${currency}`;
  const profit = `P/L ${text}${hasCurrencies ? ` ${currency}` : ''}`;
  const parts: readonly (readonly [text: string | false, weight: number, tone?: Tone | undefined])[] = [
    [isPartial && readSoFar[columns < 60 ? 1 : 0], 9, 'warning'],
    [isExpiry && (at === undefined ? name : `${expiryDay(at)} ${expiryLeft(at, now)}`), 10],
    [isToday && text !== '' && `${text} ${currency} net`, 10, tone],
    [isToday && `realized net ${signed(rounded(line.realized, line.currency))}`, 7],
    [isToday && `open ${signed(rounded(line.open, line.currency))}`, 6],
    [of === 'open' && amount, 10],
    [isOpen && (isHeld ? `${held} held` : `${count} open`), 6],
    [isHeld && at !== undefined && `expires ${expiryLeft(at, now)}`, 5],
    [isExpiry && amount, 5],
    [
      isOpen && held > 0 && text !== nothing && (isHeld ? `u${profit.replace('P/L', 'P/L at ask')}` : profit),
      7,
      tone,
    ],
    [of === 'open' && percent !== undefined && `${signed(percentShown(percent))} %`, 4, tone],
    [note, 8, 'warning'],
  ];
  return parts.flatMap(([text, weight, tone = 'plain']) => (text ? [{text, weight, tone}] : []));
}

export type FigureRow = {readonly line: Line; readonly key?: string | undefined};

const gutter = 3;

/** Fills the first column, then the next, so that stepping follows the reading order. */
function pack(blocks: readonly (readonly FigureRow[])[], own: number, count: number) {
  const [whole = []] = filledTo(blocks, Number.POSITIVE_INFINITY);
  let most = Math.ceil(whole.length / count);
  while (filledTo(blocks, most).length > count) most++;
  const stacks = filledTo(blocks, most);
  const height = Math.max(0, ...stacks.map(each => each.length));
  const lines = Array.from({length: height}, (_, row) =>
    stacks.flatMap((stack, index): Line => {
      const {line} = stack[row] ?? blank;
      const missing = index === stacks.length - 1 ? 0 : own + gutter - widthOf(line);
      return missing <= 0 ? line : [...line, {text: ' '.repeat(missing)}];
    }),
  );
  const at = new Map(stacks.flatMap(stack => stack.map(({key = ''}, row) => [key, row] as const)));
  return {lines, at};
}

const blank: FigureRow = {line: noLine};

function filledTo(blocks: readonly (readonly FigureRow[])[], most: number): readonly FigureRow[][] {
  const stacks: FigureRow[][] = [];
  for (const rows of blocks) {
    const last = stacks.at(-1);
    if (last !== undefined && last.length + 1 + rows.length <= most) last.push(blank, ...rows);
    else stacks.push([...rows]);
  }
  return stacks;
}

const widths = [
  {from: 180, count: 3},
  {from: 110, count: 2},
] as const;

const beforeLimits: readonly SectionName[] = ['glance', 'today', 'positions', 'orders'];

/** Behind the last of those that is shown, whatever stands between them. */
export const placeOfLimits = (sections: readonly Pick<PortfolioSection, 'name'>[]) =>
  sections.findLastIndex(({name}) => beforeLimits.includes(name)) + 1;

/** Keeps scroll position and column widths, so that nothing jumps. */
export function createPortfolioView(): DrawBody {
  let [start, width] = [0, 0];
  const needs = new Map<string, Needs>();
  const limitWords = createLimitWords();
  return rememberLast((state, columns, height) => {
    if (width !== columns) needs.clear();
    width = columns;
    const count = widths.find(({from}) => columns >= from)?.count ?? 1;
    const own = Math.floor((columns - gutter * (count - 1)) / count);
    const look: BlockLook = {
      columns: own,
      selected: figureInView(state)?.key,
      signOf: key => signsBefore(state, 'portfolio', key)[0]?.sign,
      isDim: freshness(state, 'portfolio').kind === 'stale',
      tint: state.way.isSlow ? 'name' : own,
      facts: factsNow(state),
    };
    const sections = sectionsShown(state);
    const several =
      new Set(sections.flatMap(({lines}) => lines.flatMap(each => each.currency ?? []))).size > 1;
    const drawn = sections.map(section => sectionBlock(section, several, look, needs));
    const limits = limitsBlock(limitWords(state), own);
    const blocks = drawn.toSpliced(placeOfLimits(sections), 0, limits).filter(each => each.length > 0);
    const {lines, at: places} = pack(blocks, own, count);
    const line = look.selected === undefined ? -1 : (places.get(look.selected) ?? -1);
    start = windowStart(start, line, height, lines.length);
    const shown = lines.slice(start, start + height);
    const isEmpty = drawn.every(each => each.length === 0);
    return {lines: shown, isEmpty, below: lines.length - start - shown.length};
  });
}

/** The figures that come first, and the limits. */
export function portfolioSentences(state: State): readonly string[] {
  const glance = sectionsShown(state).find(({name}) => name === 'glance');
  return [
    ...(glance?.lines ?? []).map(line => figureInWords(state, line)),
    ...limitSentences(state).map(each => `Limit of ${each}`),
  ];
}

/** The title of its section, its name, and each of its figures behind what stands over it. */
export function figureInWords(state: State, line: PortfolioLine): string {
  const section = sectionsShown(state).find(({lines}) => lines.includes(line));
  if (section === undefined) return line.name;
  const {name: table, isPartial} = section;
  const facts = factsNow(state);
  if (table === 'glance')
    return [line.name, ...glanceParts(line, isPartial, true, facts).map(({text}) => text)].join(', ');
  const parts = columnsFor(table, section, line.currency !== undefined).map(({name, heading, cell}) => {
    const {text} = cell(line, facts, line.key);
    if (text.trim() === '' || name === 'shape') return '';
    return name === 'count' ? counted(line.count, 'record') : `${heading} ${text}`.trim();
  });
  return parts.filter(Boolean).join(', ');
}

/** Writes leave the last minute without an event. */
const lookAgainMs = 5_000;

/** Depends on the Portfolio as shown and on steps of 5 s. */
export function createLimitWords(): (state: State) => readonly string[] {
  let state: State;
  const words = rememberLast((..._madeOf: readonly unknown[]) => limitSentences(state));
  return next => {
    const {limits, portfolio, settings, intents, now, rounds} = next;
    const {rows} = portfolio;
    const ms = now.wall % lookAgainMs;
    // Both clocks go back: the time of the service is known only while they agree.
    const stepped = {mono: now.mono - ms, wall: now.wall - ms};
    state = {...next, now: stepped, rounds: {...rounds, reading: {...rounds.reading, rows}}};
    return words(limits, rows, settings, intents.list, stepped.wall, serviceNow(state));
  };
}

/** A limit has no records, so its line cannot be selected. */
export function limitsBlock(words: readonly string[], columns: number): readonly FigureRow[] {
  if (words.length === 0) return [];
  // No figure is cut: the end says until when a worst case counts.
  const lines = words.flatMap(each =>
    wrap(each, columns - 4).map((text, index) => ({line: [{text: `  ${index === 0 ? '' : '  '}${text}`}]})),
  );
  return [{line: [{text: '  Limits', tone: 'dim'}]}, ...lines];
}
