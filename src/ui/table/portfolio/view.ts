import {limitsNow} from '../../../desk/gate/gate.ts';
import {serviceClock, serviceNow} from '../../../desk/intents/looks.ts';
import {usedLossWords, usedRateWords, usedWords} from '../../../desk/limits/decide.ts';
import {freshness} from '../../../desk/model/freshness.ts';
import {rememberLast} from '../../../desk/once.ts';
import type {PortfolioLine, PortfolioSection} from '../../../desk/portfolio/pane/lines.ts';
import {figureInView, portfolioLines} from '../../../desk/portfolio/pane/move.ts';
import {sectionsShown} from '../../../desk/portfolio/pane/sections.ts';
import type {State} from '../../../desk/state.ts';
import {zoneOf} from '../../../desk/words/times.ts';
import {sanitize} from '../../../term/text/sanitize.ts';
import type {Facts} from '../../columns/column.ts';
import {cut, type Line} from '../../format.ts';
import type {Needs} from '../draw.ts';
import {type DrawBody, windowStart} from '../figures.ts';
import {type BlockLook, columnWidth, type FigureRow, pack, sectionBlock} from './block.ts';
import {columnsFor} from './columns.ts';

const widths = [
  {from: 180, count: 3},
  {from: 110, count: 2},
] as const;

/** Keeps scroll position and column widths, so that nothing jumps. */
export function createPortfolioView(): DrawBody {
  let [start, width] = [0, 0];
  const needs = new Map<string, Needs>();
  const limitWords = createLimitWords();
  return rememberLast((state, columns, height) => {
    if (width !== columns) needs.clear();
    width = columns;
    const at = serviceNow(state);
    const count = widths.find(({from}) => columns >= from)?.count ?? 1;
    const isInView = state.pane === 'portfolio';
    const look: BlockLook = {
      columns: columnWidth(columns, count),
      selected: isInView ? figureInView(state)?.key : undefined,
      isDim: freshness(state, 'portfolio').kind === 'stale',
      tintOf: state.way.isSlow ? 'name' : 'row',
      facts: {now: at, zone: zoneOf(state.settings.times, at)},
    };
    const sections = sectionsShown(state);
    const several =
      new Set(sections.flatMap(({lines}) => lines.flatMap(each => each.currency ?? []))).size > 1;
    // Limits cannot be selected and so not scrolled to; they come after the first block, where they are seen.
    const [glance = [], ...others] = sections.map(section => sectionBlock(section, several, look, needs));
    const limits = limitsBlock(limitWords(state), look.columns);
    const blocks = [glance, limits, ...others].filter(each => each.length > 0);
    const {lines, at: places} = pack(blocks, columns, count);
    const line = look.selected === undefined ? -1 : (places.get(look.selected) ?? -1);
    start = isInView ? windowStart(start, line, height, lines.length) : 0;
    const shown = lines.slice(start, start + height);
    return {lines: shown, below: lines.length - start - shown.length, fields: []};
  });
}

export function portfolioSentences(state: State): readonly string[] {
  const sections = sectionsShown(state);
  const selected = figureInView(state);
  const limits = limitSentences(state).map(each => `Limit of ${each}.`);
  if (selected === undefined) return ['The account has not been read yet.', ...limits];
  const at = serviceNow(state);
  const facts = {now: at, zone: zoneOf(state.settings.times, at)};
  const lines = portfolioLines(state);
  const place = `Figure ${lines.indexOf(selected) + 1} of ${lines.length}`;
  const section = sections.find(each => each.lines.includes(selected));
  const first = sections.filter(({name}) => name === 'glance');
  return [
    ...first.flatMap(each => each.lines.map(line => sentence(each, line, facts))),
    ...limits,
    ...(section === undefined ? [] : [`${place}. ${sentence(section, selected, facts)}`]),
  ];
}

/** The title of its section, its name, and each of its figures behind what stands over it. */
function sentence(section: PortfolioSection, line: PortfolioLine, facts: Facts): string {
  const columns = columnsFor(section, line.currency !== undefined);
  const parts = columns.flatMap(({name, heading, cell}) => {
    const {text} = cell(line, facts, line.key);
    const isShown = text.trim() !== '' && name !== 'bar' && name !== 'shape';
    return isShown ? [name === 'count' ? records(text) : `${heading} ${text}`.trim()] : [];
  });
  const isNext = section.name === 'glance' && line.figure.of === 'expiry';
  return `${isNext ? `${line.name} ` : ''}${parts.join(', ')}.`;
}

const records = (count: string) => (count === '1' ? '1 record' : `${count} records`);

/** Open amounts appear only after a complete read. */
function limitSentences(state: State): readonly string[] {
  const now = limitsNow(state);
  if (now === undefined) return [];
  const all = [
    ...now.measures.map(each => usedWords(each, at => serviceClock(state, at))),
    ...now.losses.map(usedLossWords),
    ...now.rates.map(usedRateWords),
  ];
  return all.map(each => sanitize(each));
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
  const heading: Line = [{text: '  Limits', tone: 'dim'}];
  return [heading, ...words.map((each): Line => [{text: `  ${cut(each, columns - 2)}`}])].map(line => ({
    line,
  }));
}
