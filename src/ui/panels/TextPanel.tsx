import type {State} from '../../desk/model/state.ts';
import {Lines} from '../Line.tsx';
import {sameLines, useDesk} from '../store.ts';
import type {Paint} from '../theme.ts';

type Props = {
  readonly columns: number;
  readonly rows: number;
  readonly draw: (state: State, columns: number, rows: number, paint: Paint) => string[];
};

/** A panel that is lines and nothing else. */
export function TextPanel({columns, rows, draw}: Props) {
  const lines = useDesk((state, paint) => draw(state, columns, rows, paint), sameLines);
  return <Lines lines={lines} height={rows} width={columns} />;
}
