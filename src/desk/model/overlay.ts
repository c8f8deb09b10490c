/**
 * Overlays by kind. Each dialog adds its own line from its own file by declaration merging, so the state knows
 * every type without importing the dialogs.
 */
export interface Overlays {
  readonly none: unknown;
}

export type DialogName = Exclude<keyof Overlays, 'none'>;

export type OverlayOf<K extends keyof Overlays = DialogName> = {
  readonly [P in K]: {readonly kind: P} & Overlays[P];
}[K];

export type Overlay = OverlayOf<keyof Overlays>;
