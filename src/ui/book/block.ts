import type {BookLine, BookSection} from '../../desk/book/pane/lines.ts';
import {percentShown} from '../../desk/model/figures.ts';
import {sanitize} from '../../term/text/sanitize.ts';
import type {Facts} from '../columns/column.ts';
import {nothing, padEnd, signed, width} from '../format.ts';
import type {Figures, FiguresLook} from '../table/figures.ts';
import type {Paint, Tone} from '../theme.ts';
import {expiry, expiryDay} from '../times.ts';
import {columnsFor, gain, money, soldWords} from './columns.ts';
import type {FigureBlock} from './pack.ts';

/** What lines of the Book depend on beside their figures. */
export type BlockLook = {
  readonly columns: number;
  /** The key of the line that is selected. */
  readonly selected: string | undefined;
  /** Nobody knows whether it is still so. */
  readonly isDim: boolean;
  readonly tintOf: FiguresLook['tint']['of'];
  readonly facts: Facts;
  readonly paint: Paint;
};

/** A section as it stands on the screen: under its title a line for each figure. */
export function sectionBlock(
  section: BookSection,
  hasCurrencies: boolean,
  look: BlockLook,
  figures: Figures,
): FigureBlock {
  const keys = section.lines.map(({key}) => key);
  if (section.name === 'glance')
    return {lines: section.lines.map(line => glanceLine(line, section.isPartial, hasCurrencies, look)), keys};
  const columns = columnsFor(section, hasCurrencies);
  const {paint, facts, isDim, tintOf, columns: room} = look;
  const lines = figures(
    columns,
    section.lines.map(line => columns.map(column => column.cell(line, facts, line.key))),
    {
      selected: look.selected === undefined ? -1 : keys.indexOf(look.selected),
      isDim: isDim || section.isPartial,
      tint: {of: tintOf, columns: room},
      paint,
    },
  );
  return {lines, keys: [undefined, ...keys]};
}

type Part = {readonly text: string; readonly tone: Tone; readonly weight: number};

/** One of the first lines: as much of it as has room, what matters least left out first. */
function glanceLine(line: BookLine, isPartial: boolean, hasCurrencies: boolean, look: BlockLook): string {
  const {columns, facts, paint, selected, isDim, tintOf} = look;
  const name = columns < 60 ? (briefly[line.name] ?? line.name) : line.name;
  const label = padEnd(name, columns < 60 ? 6 : 13);
  const room = columns - 2 - width(label);
  let parts = glanceParts(line, isPartial, hasCurrencies, facts);
  while (parts.length > 1 && lengthOf(parts) > room) {
    const least = Math.min(...parts.map(({weight}) => weight));
    parts = parts.filter(({weight}) => weight !== least);
  }
  const toned = (tone: Tone, text: string) => paint(isDim ? 'dim' : tone, text);
  const text = `${toned('strong', label)}${parts.map(part => toned(part.tone, part.text)).join(paint('dim', between))}`;
  if (line.key !== selected) return `  ${text}`;
  if (tintOf === 'name') return `${paint('selectedName', '▌')} ${text}`;
  const rest = Math.max(0, columns - 2 - width(label) - lengthOf(parts));
  return paint('selected', `▌ ${text}${' '.repeat(rest)}`);
}

const between = ' · ';
const lengthOf = (parts: readonly Part[]) =>
  parts.reduce((sum, {text}) => sum + width(text) + between.length, -between.length);

const briefly: Readonly<Record<string, string>> = {
  'expires next': 'next',
  'at risk': 'risk',
  'made today': 'today',
};

function glanceParts(
  line: BookLine,
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
