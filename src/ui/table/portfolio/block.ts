import type {Tone} from '../../../desk/model/vocabulary.ts';
import type {PortfolioLine, PortfolioSection} from '../../../desk/portfolio/pane/lines.ts';
import {percentShown} from '../../../desk/resources/figures.ts';
import {nothing, signed} from '../../../desk/words/text.ts';
import {expiry, expiryDay} from '../../../desk/words/times.ts';
import {sanitize} from '../../../term/text/sanitize.ts';
import type {Facts} from '../../columns/column.ts';
import {type Line, noLine, padEnd, tinted, width, widthOf} from '../../format.ts';
import type {Figures, FiguresLook} from '../figures.ts';
import {columnsFor, gain, money, soldWords} from './columns.ts';

export type BlockLook = {
  readonly columns: number;
  readonly selected: string | undefined;
  readonly isDim: boolean;
  readonly tintOf: FiguresLook['tint']['of'];
  readonly facts: Facts;
};

export function sectionBlock(
  section: PortfolioSection,
  hasCurrencies: boolean,
  look: BlockLook,
  figures: Figures,
): FigureBlock {
  const keys = section.lines.map(({key}) => key);
  if (section.name === 'glance')
    return {lines: section.lines.map(line => glanceLine(line, section.isPartial, hasCurrencies, look)), keys};
  const columns = columnsFor(section, hasCurrencies);
  const {facts, isDim, tintOf, columns: room} = look;
  const lines = figures(
    columns,
    section.lines.map(line => columns.map(column => column.cell(line, facts, line.key))),
    {
      selected: look.selected === undefined ? -1 : keys.indexOf(look.selected),
      isDim: isDim || section.isPartial,
      tint: {of: tintOf, columns: room},
    },
  );
  return {lines, keys: [undefined, ...keys]};
}

type Part = {readonly text: string; readonly tone: Tone; readonly weight: number};

/** If a line is too long, the least important parts are left out first. */
function glanceLine(line: PortfolioLine, isPartial: boolean, hasCurrencies: boolean, look: BlockLook): Line {
  const {columns, facts, selected, isDim, tintOf} = look;
  const name = columns < 60 ? (briefly[line.name] ?? line.name) : line.name;
  const label = padEnd(name, columns < 60 ? 6 : 15);
  const room = columns - 2 - width(label);
  let parts = glanceParts(line, isPartial, hasCurrencies, facts);
  while (parts.length > 1 && lengthOf(parts) > room) {
    const least = Math.min(...parts.map(({weight}) => weight));
    parts = parts.filter(({weight}) => weight !== least);
  }
  const toned = (text: string, tone: Tone) => ({text, tone: isDim ? 'dim' : tone});
  const told = parts.flatMap(
    ({text, tone}, index): Line => [{text: index === 0 ? '' : between, tone: 'dim'}, toned(text, tone)],
  );
  const spans: Line = [toned(label, 'strong'), ...told];
  if (line.key !== selected) return [{text: '  '}, ...spans];
  if (tintOf === 'name') return [{text: '▌', tone: 'selectedName'}, {text: ' '}, ...spans];
  return tinted([{text: '▌ '}, ...spans], columns);
}

const between = ' · ';
const lengthOf = (parts: readonly Part[]) =>
  parts.reduce((sum, {text}) => sum + width(text) + between.length, -between.length);

const briefly: Readonly<Record<string, string>> = {
  'expires next': 'next',
  'at risk': 'risk',
  'realized today': 'today',
};

function glanceParts(
  line: PortfolioLine,
  isPartial: boolean,
  hasCurrencies: boolean,
  {now}: Facts,
): readonly Part[] {
  const {figure, count, invested, expiry: at, percent, wins, note} = line;
  const currency = sanitize(line.currency === '' ? 'no currency' : (line.currency ?? ''));
  const part = (text: string, weight: number, tone: Tone = 'plain'): readonly Part[] =>
    text === '' ? [] : [{text, tone, weight}];
  const made = gain(line);
  const amount = `${money(line, invested).text} ${currency}`;
  const named = hasCurrencies ? ` ${currency}` : '';
  const told = [...part(note, 8, 'warning'), ...part(soldWords(line), 3, 'warning')];
  const soFar = part(isPartial ? 'so far' : '', 9, 'warning');
  switch (figure.of) {
    case 'expiry':
      return [
        ...soFar,
        ...part(at === undefined ? line.name : `${expiryDay(at)} ${expiry(at, now)}`, 10),
        ...part(`${count} open`, 6),
        ...part(amount, 5),
        ...part(made.text === nothing ? '' : `P/L ${made.text}${named}`, 7, made.tone),
        ...told,
      ];
    case 'open':
      return [
        ...soFar,
        ...part(amount, 10),
        ...part(`${count} open`, 6),
        ...part(made.text === nothing ? '' : `P/L ${made.text}${named}`, 7, made.tone),
        ...part(percent === undefined ? '' : `${signed(percentShown(percent))} %`, 4, made.tone),
        ...told,
      ];
    default:
      return [
        ...soFar,
        ...part(`${made.text} ${currency}`, 10, made.tone),
        ...part(wins === undefined || wins.of === 0 ? '' : `${wins.won} of ${wins.of} won`, 6),
        ...told,
      ];
  }
}

export type FigureBlock = {
  readonly lines: readonly Line[];
  readonly keys: readonly (string | undefined)[];
};

type Packed = {
  readonly lines: readonly Line[];
  readonly at: ReadonlyMap<string, number>;
};

const gutter = 3;

export function columnWidth(columns: number, count: number): number {
  return Math.floor((columns - gutter * (count - 1)) / count);
}

/** Fills the first column, then the next, so that stepping follows the reading order. */
export function pack(blocks: readonly FigureBlock[], columns: number, count: number): Packed {
  const stacks = stacksOf(blocks, count);
  const own = columnWidth(columns, count);
  const height = Math.max(0, ...stacks.map(heightOf));
  const drawn = stacks.map(linesOf);
  const lines = Array.from({length: height}, (_, row) =>
    drawn.flatMap((stack, index): Line => {
      const line = stack[row] ?? noLine;
      const missing = index === drawn.length - 1 ? 0 : own + gutter - widthOf(line);
      return missing <= 0 ? line : [...line, {text: ' '.repeat(missing)}];
    }),
  );
  const at = new Map(
    stacks.flatMap(stack =>
      keysOf(stack).flatMap((key, row): [string, number][] => (key === undefined ? [] : [[key, row]])),
    ),
  );
  return {lines, at};
}

function stacksOf(blocks: readonly FigureBlock[], count: number): readonly (readonly FigureBlock[])[] {
  const whole = heightOf(blocks);
  for (let most = Math.ceil(whole / count); most < whole; most++) {
    const stacks = filledTo(blocks, most);
    if (stacks.length <= count) return stacks;
  }
  return [blocks];
}

function filledTo(blocks: readonly FigureBlock[], most: number): readonly (readonly FigureBlock[])[] {
  const stacks: FigureBlock[][] = [];
  for (const block of blocks) {
    const last = stacks.at(-1);
    if (last !== undefined && heightOf([...last, block]) <= most) last.push(block);
    else stacks.push([block]);
  }
  return stacks;
}

const heightOf = (stack: readonly FigureBlock[]) =>
  stack.reduce((sum, {lines}) => sum + lines.length + 1, stack.length === 0 ? 0 : -1);

const linesOf = (stack: readonly FigureBlock[]) =>
  stack.flatMap(({lines}, index) => (index === 0 ? lines : [noLine, ...lines]));

const keysOf = (stack: readonly FigureBlock[]) =>
  stack.flatMap(({keys}, index) => (index === 0 ? keys : [undefined, ...keys]));
