/** Each dialog adds its own line by declaration merging: the state need not import the dialogs. */
export interface Overlays {
  readonly none: unknown;
}

export type DialogName = Exclude<keyof Overlays, 'none'>;

export type OverlayOf<K extends keyof Overlays = DialogName> = {
  readonly [P in K]: {readonly kind: P} & Overlays[P];
}[K];

export type Overlay = OverlayOf<keyof Overlays>;
