/**
 * What may be over the panes, and what each of it holds there. A dialog adds its own line to this from its own
 * file, as modules may to an interface: so the state knows the type of each without knowing their files, and
 * the union is never written down.
 */
export interface Overlays {
  readonly none: unknown;
}

/** What opens over the panes and has keys of its own. */
export type DialogName = Exclude<keyof Overlays, 'none'>;

/** What is open, by its kind; without one whatever dialog it is. */
export type OverlayOf<K extends keyof Overlays = DialogName> = {
  readonly [P in K]: {readonly kind: P} & Overlays[P];
}[K];

export type Overlay = OverlayOf<keyof Overlays>;
