import type {ComponentType} from 'react';
import type {Binding} from '../../desk/keys.ts';
import type {DialogName, OverlayOf} from '../../desk/model/overlay.ts';
import type {State} from '../../desk/state.ts';
import type {Paint} from '../theme.ts';

export type PanelSize = {readonly columns: number; readonly rows: number};

export type Drawing<K extends DialogName> = {
  /** The scroll limit, which the desk needs. */
  readonly most?: (state: State, overlay: OverlayOf<K>, room: PanelSize) => number;
} & (Lined<K> | {readonly Panel: ComponentType<PanelSize>; readonly lines?: never; readonly field?: never});

type Lined<K extends DialogName> = {
  readonly lines: (state: State, overlay: OverlayOf<K>, room: PanelSize, paint: Paint) => string[];
  readonly field?: LineField<K>;
};

type LineField<K extends DialogName> = {
  readonly name: string;
  readonly hint: (table: readonly Binding[]) => string;
  readonly error?: (overlay: OverlayOf<K>) => string | undefined;
};

export type DialogLines = (state: State, room: PanelSize, paint: Paint) => string[];
