import type {Sortable} from '../../desk/model/sorting.ts';
import {paneSlugs, type Times} from '../../desk/model/vocabulary.ts';
import type {Figure} from '../../desk/portfolio/behind.ts';
import {factsOf} from '../../desk/portfolio/facts.ts';
import {sectionsOf} from '../../desk/portfolio/pane/sections.ts';
import type {AccountPortfolio} from '../../desk/portfolio/portfolio.ts';
import type {PortfolioRows} from '../../desk/portfolio/rows.ts';
import {number} from '../../desk/words/text.ts';
import {absolute, zoneName, zoneOf} from '../../desk/words/times.ts';
import {sgrText} from '../../term/screen/cells.ts';
import {factsAt} from '../../ui/columns/column.ts';
import {type Line, wrap} from '../../ui/format.ts';
import {createFigures} from '../../ui/table/figures.ts';
import {sectionBlock} from '../../ui/table/portfolio/block.ts';
import type {Styled} from '../../ui/theme.ts';
import {partialLines, unsortedLines} from './partial.ts';

type Given = {
  readonly now: number;
  readonly times: Times;
  readonly columns: number;
  readonly styled: Styled;
  readonly sortable: Sortable;
};

export function portfolioText(portfolio: AccountPortfolio, rows: PortfolioRows, given: Given): string {
  const {now, times, columns, styled} = given;
  const zone = zoneOf(times, now);
  const hasCurrencies = portfolio.currencies.length > 1;
  const look = {
    columns,
    selected: undefined,
    isDim: false,
    tintOf: 'row',
    facts: factsAt(now, zone),
  } as const;
  const blocks = sectionsOf(portfolio, rows).map(section => {
    const {lines} = sectionBlock(section, hasCurrencies, look, createFigures());
    const [first] = section.lines;
    const made =
      first === undefined || section.name === 'glance' ? [] : madeLines(first.figure, portfolio, rows, given);
    return [...lines, ...made].map(line => sgrText(styled(line)));
  });
  const days = `closed by day in ${zoneName(zone)}, expiries in UTC`;
  const since = `trades since ${absolute(portfolio.tradeFees.since)}`;
  const asOf = `As of ${absolute(portfolio.asOf)}; ${days}; ${since}`;
  const unsorted = unsortedLines(given.sortable).flatMap(each => wrap(each, columns));
  const head = [...wrap(asOf, columns), ...unsorted, ...partialLines(rows)];
  return `${[head, ...blocks].map(block => block.map(line => `${line.trimEnd()}\n`).join('')).join('\n')}`;
}

/** `from maker, fee of 4 trades` */
function madeLines(
  figure: Figure,
  {days}: AccountPortfolio,
  rows: PortfolioRows,
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
