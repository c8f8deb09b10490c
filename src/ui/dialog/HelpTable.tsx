import {Table} from 'ink-table';
import type {Tone} from '../../account/model/vocabulary.ts';
import type {BlockOf} from '../../desk/sheet.ts';
import {Lines, type OneLine} from '../desk.tsx';
import {fit, type Line, widthOf, wrap} from '../format.ts';
import {scrolled} from './list-blocks.ts';
import type {Drawn, Listed, Panel, TableRow} from './panel.ts';

/** The rules and headings of ink-table take three rows. */
export const tableEdges = 3;

export function tableDrawn(block: BlockOf<'table'>, {columns}: Panel, left: number): Listed {
  const {all, items, at, none} = block;
  const widest = (name: 'keys' | 'where') => Math.max(name.length, ...all.map(row => row[name].length));
  // Four rules, and a space on each side of each cell.
  const room = columns - 10 - widest('keys');
  const where = Math.min(widest('where'), Math.max(6, Math.floor(room / 3)));
  const what = Math.max(8, room - where);
  const wrapped = items.flatMap(row => {
    const cells = [
      ['keys', wrap(row.keys, widest('keys'))],
      ['what', wrap(row.what, what)],
      ['where', wrap(row.where, where)],
    ] as const;
    const height = Math.max(...cells.map(([, lines]) => lines.length));
    return Array.from({length: height}, (_, line) =>
      Object.fromEntries(cells.map(([name, lines]) => [name, lines[line] ?? ''])),
    );
  });
  const {lines: table, ...list} = scrolled(wrapped, at, left - tableEdges);
  return table.length > 0
    ? {...list, lines: [], table}
    : {...list, lines: [[{text: ` ${none}`, tone: 'dim'}]]};
}

export function HelpTable({table, lines, columns}: Drawn & OneLine) {
  if (table === undefined) return <Lines lines={lines} columns={columns} />;
  return <StillTable data={[...table]} columns={['keys', 'what', 'where']} />;
}

type DrawRow = Table<TableRow>['data'];

const lineOf = (line: Line) => <Lines lines={[line]} columns={widthOf(line)} />;

const edge =
  (left: string, cross: string, right: string): DrawRow =>
  ({columns}) =>
    lineOf([{text: left + columns.map(({width}) => '─'.repeat(width)).join(cross) + right, tone: 'dim'}]);

const bar = {text: '│', tone: 'dim'} as const;

const row =
  (tone?: Tone): DrawRow =>
  ({columns, data}) => {
    const cells = columns.flatMap(({column, width}) => [
      bar,
      {text: ` ${fit(data[column] ?? '', width - 2)} `, tone},
    ]);
    return lineOf([...cells, bar]);
  };

/** ink-table without rules between rows. Each row is a line: Ink measures every text that it draws. */
class StillTable extends Table<TableRow> {
  override separator = () => <></>;
  override header = edge('┌', '┬', '┐');
  override heading = row('heading');
  override data = row();
  override footer = edge('└', '┴', '┘');
}
