import type {ComponentType} from 'react';
import type {Binding} from '../../desk/model/keys.ts';
import type {DialogName, OverlayOf} from '../../desk/model/overlay.ts';
import type {State} from '../../desk/model/state.ts';
import type {Paint} from '../theme.ts';

export type PanelSize = {readonly columns: number; readonly rows: number};

/** How a dialog is drawn: in lines, with or without a field below them, or by a part of its own. */
export type Drawing<K extends DialogName> = {
  /** How far its list scrolls there, for the desk to know. */
  readonly most?: (state: State, overlay: OverlayOf<K>, room: PanelSize) => number;
} & (Lined<K> | {readonly Panel: ComponentType<PanelSize>; readonly lines?: never; readonly field?: never});

type Lined<K extends DialogName> = {
  readonly lines: (state: State, overlay: OverlayOf<K>, room: PanelSize, paint: Paint) => string[];
  readonly field?: LineField<K>;
};

/** A line to type the answer in. */
type LineField<K extends DialogName> = {
  /** Its name in the messages to the desk. */
  readonly name: string;
  readonly hint: (table: readonly Binding[]) => string;
  /** What is wrong with what was typed. */
  readonly error?: (overlay: OverlayOf<K>) => string | undefined;
};

/** The lines of whatever is open. */
export type DialogLines = (state: State, room: PanelSize, paint: Paint) => string[];
