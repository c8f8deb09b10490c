/** Each dialog adds its own line by declaration merging: the state need not import the dialogs. */
export interface Overlays {
  readonly none: unknown;
}

export type DialogName = Exclude<keyof Overlays, 'none'>;

export type OverlayOf<K extends keyof Overlays = DialogName> = {
  readonly [P in K]: {readonly kind: P} & Overlays[P];
}[K];

export type Overlay = OverlayOf<keyof Overlays>;

export type Question = {
  readonly number: number;
  /** Rises with every change that the screen must show before the key counts. */
  readonly revision: number;
  readonly key: string;
  /** Monotonic ms at which the frame with this revision was written. */
  readonly shownAt: number | undefined;
  /** The screen lacks room for all that it decides on. */
  readonly isClipped?: boolean;
  readonly notice: string | undefined;
  readonly said?: SaidWords | undefined;
};

export type SaidWords = {
  readonly revision: number;
  readonly words: number;
  /** Monotonic ms by which all written words are spoken. */
  readonly heardAt: number;
};
