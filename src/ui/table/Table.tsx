import {Lines} from '../Line.tsx';
import {sameLines} from '../same.ts';
import {useDesk, useSurroundings} from '../store.ts';
import {withEmptyNote} from './empty.ts';

/** The rows of the pane that are in view. */
export function PaneTable({columns, height}: {readonly columns: number; readonly height: number}) {
  const {table} = useSurroundings();
  // As high as the state has it, of which the room tells a moment later: the window moves once.
  const lines = useDesk(
    (state, paint) => withEmptyNote(table.onScreen(state, paint), state, paint),
    sameLines,
  );
  return <Lines lines={lines} height={height} width={columns} />;
}
