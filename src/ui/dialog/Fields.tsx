import {Box} from 'ink';
import type {Tone} from '../../account/model/vocabulary.ts';
import {flat, unbroken} from '../../account/words/text.ts';
import type {BlockOf} from '../../desk/sheet.ts';
import {messageSigns, selection} from '../../desk/signs.ts';
import {Lines} from '../desk.tsx';
import {cut, type Line, noLine, padEnd, truncate, width, widthOf, wrapTo} from '../format.ts';
import type {Drawn, Input, Listed, Panel} from './panel.ts';
import {TextField} from './TextField.tsx';
import {promptColumns} from './text-blocks.ts';

/** The lines of a field or of several; what is typed goes into the text field on one of them. */
export function Fields({lines, input, columns: all}: Drawn & {readonly columns: number}) {
  if (input === undefined) return <Lines lines={lines} columns={all} />;
  const {row, before, after, ...field} = input;
  return (
    <Box flexDirection="column" flexShrink={0}>
      <Lines lines={lines.slice(0, row)} columns={all} />
      <Box height={1} flexShrink={0}>
        <Lines lines={[before]} columns={widthOf(before)} />
        <TextField key={field.name} {...field} />
        <Lines lines={[after]} columns={widthOf(after)} />
      </Box>
      <Lines lines={lines.slice(row + 1)} columns={all} />
    </Box>
  );
}

export function fieldDrawn(block: BlockOf<'field'>, {columns, room}: Panel): Listed {
  const {name, prompt, value, error, beside = ''} = block;
  const taken = beside === '' ? 4 : beside.length + 5;
  const input: Input = {
    ...{row: 0, before: [{text: padEnd(` ${prompt}`, promptColumns), tone: 'accent'}]},
    ...{name, value, columns: Math.max(4, columns - taken), isMarked: false},
    after: beside === '' ? noLine : [{text: ` ${beside}`, tone: 'dim'}],
  };
  const {sign, tone} = messageSigns.warning;
  const said = error ? [{text: ` ${cut(sign + unbroken(error), room)}`, tone}] : noLine;
  return {lines: [stillLine(input), ...(error === undefined ? [] : [said])], input};
}

/** The line while nothing can be typed into it. */
const stillLine = ({before, value, columns, after}: Input): Line => [
  ...before,
  {text: padEnd(truncate(value, columns), columns)},
  ...after,
];

const labelColumns = 14;

export function fieldsDrawn({fields, focus, isMarked, sideKeys}: BlockOf<'fields'>, panel: Panel): Listed {
  const {columns, rows, isLow} = panel;
  const room = Math.max(8, columns - labelColumns - 3);
  const indent = isLow ? 2 : labelColumns + 2;
  // The title, every field and the keys come first where rows are few.
  const errorRows = isLow ? Math.max(1, Math.min(2, rows - fields.length - 2)) : rows;
  const lines: Line[] = [];
  let typed: Input | undefined;
  for (const [index, field] of fields.entries()) {
    const {name, label, is, value, error} = field;
    const sends = field.sends && `sends ${flat(field.sends)}`;
    const isFocused = index === focus;
    const short = width(label) <= labelColumns ? label : cut(label.replace(/ \([^()]*\)$/, ''), labelColumns);
    const text = padEnd(`${isFocused ? selection.sign : ' '} ${short}`, labelColumns + 2);
    const before = {text, tone: isFocused ? 'accent' : 'plain'} as const;
    const isBeside = sends !== '' && width(value) + width(sends) + 3 <= room;
    const input: Input = {
      ...{row: lines.length, before: [before], name, value, isMarked},
      columns: isBeside ? width(value) + 2 : room,
      after: isBeside ? [{text: sends, tone: 'strong'}] : noLine,
    };
    const isSide = is === 'side';
    lines.push(isSide ? sideLine(input, isFocused ? sideKeys : '') : stillLine(input));
    if (isFocused && !isSide) typed = input;
    const below = error === undefined ? (isBeside ? '' : sends) : messageSigns.warning.sign + error;
    const tone: Tone = error === undefined ? 'strong' : 'warning';
    const isBlank = below === '' || (isLow && !isFocused);
    const told = isBlank ? [] : wrapTo(flat(below), columns - indent - 1, errorRows);
    lines.push(...told.map((each): Line => [{text: ' '.repeat(indent) + each, tone}]));
    if (isBlank && !isLow) lines.push(noLine);
  }
  return {lines, input: typed};
}

function sideLine({before, value}: Input, keys: string): Line {
  const option = (side: string, sign: string): Line[number] =>
    value === side ? {text: `[${sign} ${side}]`, tone: 'strong'} : {text: ` ${sign} ${side} `};
  const line = [...before, option('BUY', '▲'), {text: ' '}, option('SELL', '▼')];
  return keys === '' ? line : [...line, {text: `  ${keys}`, tone: 'dim'}];
}
