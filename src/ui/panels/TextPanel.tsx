import {Lines} from '../Line.tsx';
import {sameLines} from '../same.ts';
import {useDesk} from '../store.ts';
import type {DialogLines, PanelSize} from './drawing.ts';

/** A panel that is lines and nothing else. */
export function TextPanel({room, draw}: {readonly room: PanelSize; readonly draw: DialogLines}) {
  const lines = useDesk((state, paint) => draw(state, room, paint), sameLines);
  return <Lines lines={lines} height={room.rows} width={room.columns} />;
}
