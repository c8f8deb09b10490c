import type {Figure} from '../../desk/book/behind.ts';
import type {AccountBook} from '../../desk/book/book.ts';
import {factsOf} from '../../desk/book/facts.ts';
import {sectionsOf} from '../../desk/book/pane/sections.ts';
import type {BookRows} from '../../desk/book/rows.ts';
import type {Sortable} from '../../desk/model/sorting.ts';
import {paneSlugs, type Times} from '../../desk/model/vocabulary.ts';
import {number} from '../../desk/words/text.ts';
import {absolute, zoneName, zoneOf} from '../../desk/words/times.ts';
import {sgrText} from '../../term/screen/cells.ts';
import {factsAt} from '../../ui/columns/column.ts';
import {type Line, wrap} from '../../ui/format.ts';
import {sectionBlock} from '../../ui/table/book/block.ts';
import {createFigures} from '../../ui/table/figures.ts';
import type {Styled} from '../../ui/theme.ts';
import {partialLines, unsortedLines} from './partial.ts';

type Given = {
  readonly now: number;
  readonly times: Times;
  readonly columns: number;
  readonly styled: Styled;
  readonly sortable: Sortable;
};

export function bookText(book: AccountBook, rows: BookRows, given: Given): string {
  const {now, times, columns, styled} = given;
  const zone = zoneOf(times, now);
  const hasCurrencies = book.currencies.length > 1;
  const look = {
    columns,
    selected: undefined,
    isDim: false,
    tintOf: 'row',
    facts: factsAt(now, zone),
  } as const;
  const blocks = sectionsOf(book, rows).map(section => {
    const {lines} = sectionBlock(section, hasCurrencies, look, createFigures());
    const [first] = section.lines;
    const made =
      first === undefined || section.name === 'glance' ? [] : madeLines(first.figure, book, rows, given);
    return [...lines, ...made].map(line => sgrText(styled(line)));
  });
  const days = `days of what is closed by ${zoneName(zone)}, of expiries by UTC`;
  const since = `trades since ${absolute(book.tradeFees.since)}`;
  const asOf = `As of ${absolute(book.asOf)}; ${days}; ${since}`;
  const unsorted = unsortedLines(given.sortable).flatMap(each => wrap(each, columns));
  const head = [...wrap(asOf, columns), ...unsorted, ...partialLines(rows)];
  return `${[head, ...blocks].map(block => block.map(line => `${line.trimEnd()}\n`).join('')).join('\n')}`;
}

/** `from maker, fee of 4 trades` */
function madeLines(
  figure: Figure,
  {days}: AccountBook,
  rows: BookRows,
  {columns}: Pick<Given, 'columns'>,
): readonly Line[] {
  const made = factsOf(rows, figure, days).lists.map(
    ({pane, fields, whole}) => `${fields.join(', ')} of ${count(whole.read)} ${paneSlugs[pane]}`,
  );
  return wrap(`from ${made.join('; ')}`, Math.max(columns - 2, 20)).map(line => [
    {text: `  ${line}`, tone: 'dim'},
  ]);
}

const count = (of: number) => number(String(of));
