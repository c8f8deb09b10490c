import {Lines} from '../Line.tsx';
import {sameLines} from '../same.ts';
import {useDesk, useSurroundings} from '../store.ts';
import {withEmptyNote} from './empty.ts';

/** The rows of the pane that are in view. */
export function PaneTable({columns, height}: {readonly columns: number; readonly height: number}) {
  const {table} = useSurroundings();
  const lines = useDesk(
    (state, paint) => withEmptyNote(table(state, columns, height, paint), state, paint),
    sameLines,
  );
  return <Lines lines={lines} height={height} width={columns} />;
}
