import {Box, Text} from 'ink';
import {Table} from 'ink-table';
import type {PropsWithChildren} from 'react';
import type {Tone} from '../../desk/model/vocabulary.ts';
import type {BlockOf} from '../../desk/sheet.ts';
import {sgrText} from '../../term/screen/cells.ts';
import {Lines, useTheme} from '../desk.tsx';
import {fit, wrap} from '../format.ts';
import {scrolled} from './lists.ts';
import type {Drawn, Listed, Page, TableRow} from './page.ts';

/** Of ink-table: its rules and headings. */
export const tableEdges = 3;

export function tableDrawn(block: BlockOf<'table'>, page: Page, left: number): Listed {
  const {lines: rows, ...list} = scrolled(tableRows(block, page), block.at, left - tableEdges);
  return rows.length === 0
    ? {...list, lines: [[{text: ` ${block.none}`, tone: 'dim'}]]}
    : {...list, lines: [], table: rows};
}

function tableRows({all, found}: BlockOf<'table'>, {columns}: Page): readonly TableRow[] {
  const widest = (name: 'keys' | 'where') => Math.max(name.length, ...all.map(row => row[name].length));
  // Four rules, and a space on each side of each cell.
  const room = columns - 10 - widest('keys');
  const where = Math.min(widest('where'), Math.max(6, Math.floor(room / 3)));
  const what = Math.max(8, room - where);
  return wrapped(found, {keys: widest('keys'), what, where});
}

function wrapped(rows: readonly TableRow[], widths: Readonly<Record<string, number>>): readonly TableRow[] {
  return rows.flatMap(row => {
    const cells = Object.entries(widths).map(
      ([name, cells]) => [name, wrap(row[name] ?? '', cells)] as const,
    );
    const height = Math.max(...cells.map(([, lines]) => lines.length));
    return Array.from({length: height}, (_, line) =>
      Object.fromEntries(cells.map(([name, lines]) => [name, lines[line] ?? ''])),
    );
  });
}

export function HelpTable({table, lines, columns}: Drawn & {readonly columns: number}) {
  if (table === undefined) return <Lines lines={lines} columns={columns} />;
  return (
    <Box flexDirection="column" flexShrink={0}>
      <StillTable data={[...table]} columns={['keys', 'what', 'where']} {...look} />
    </Box>
  );
}

/** A table of ink-table without rules between rows. */
class StillTable<T extends Record<string, string>> extends Table<T> {
  override separator = () => <></>;
}

/** ink-table pads by characters; cells count. */
function Cell({children}: PropsWithChildren) {
  const text = String(children);
  return <Text>{fit(text.trimEnd(), text.length)}</Text>;
}

const toned =
  (tone: Tone) =>
  ({children}: PropsWithChildren) => (
    <Text wrap="truncate">{sgrText(useTheme()([{text: String(children), tone}]))}</Text>
  );

const look = {cell: Cell, header: toned('heading'), skeleton: toned('dim')};
