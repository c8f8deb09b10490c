import {Lines} from '../Line.tsx';
import {sameLines, useDesk, useSurroundings} from '../store.ts';

/** The rows of the pane that are in view. */
export function PaneTable({columns, height}: {readonly columns: number; readonly height: number}) {
  const {table} = useSurroundings();
  const lines = useDesk(
    (state, paint) => withEmptyNote(table(state, columns, height, paint), state, paint),
    sameLines,
  );
  return <Lines lines={lines} height={height} width={columns} />;
}

type Select = Parameters<typeof useDesk<string[]>>[0];

/** A table without rows says why. */
function withEmptyNote(lines: string[], ...[state, paint]: Parameters<Select>): string[] {
  if (lines.length > 1) return lines;
  return [...lines, ` ${paint('dim', emptyNote(state))}`];
}

function emptyNote({pane, feeds}: Parameters<Select>[0]): string {
  if (pane === 'activity') return ' Nothing has happened yet.';
  const {loadedAt, fault, filterText} = feeds[pane];
  if (loadedAt === undefined) return fault === undefined ? ' Loading…' : ' No data yet.';
  return filterText === '' ? ' There are none.' : ' None that the filter lets through.';
}
