import type {FeedPane} from '../account/model/vocabulary.ts';
import type {Id} from '../api/wire/records.ts';
import type {AlertPlace, Watched} from './kept.ts';
import type {Form, Question, Review, SeveralReview} from './order/ordering.ts';

type Overlays = {
  none: object;
  /** `pick`: the symbol chosen below its field; without one what is typed counts. */
  form: {form: Form; pick?: string | undefined};
  review: Review;
  several: SeveralReview;
  help: Scrolled & {readonly search: string};
  search: {text: string};
  messages: Scrolled;
  palette: {text: string; at: number};
  /** `entry`: of the history. `before`: the filter when it opened, with the record that was selected. */
  filter: {pane: FeedPane; text: string; entry: number; before: string; selected: string | undefined};
  /** `fields`: the visible columns when it opened, for the dialog leaves space for fewer. */
  sort: {pane: FeedPane; at: number; fields: readonly string[]};
  /** `on`: what a new alert is on, as it was seen. `at`: the choice, of which the first is the new one. */
  alert: {text: string; on: (AlertPlace & {readonly seen: Watched}) | undefined; at: number};
  /** `isWarned`: it was told that the write may still leave. */
  resolve: {intentId: string; text: string; error: string | undefined; isWarned?: boolean};
  position: {positionId: Id};
  outcomes: Scrolled & {readonly intentId: string};
  controls: Question;
  lift: {text: string; error: string | undefined};
  halt: Question & Scrolled & {readonly closes: boolean};
  /** `selected`: by id, so that what comes or goes moves nothing. */
  proposals: {selected: string | undefined};
  decline: {ids: readonly string[]; of: string; text: string};
  quit: Question & {readonly text: string};
};

export type DialogName = Exclude<keyof Overlays, 'none'>;

/** The state of a dialog while it is open. */
export type OverlayOf<K extends keyof Overlays = DialogName> = {
  readonly [P in K]: {readonly kind: P} & Readonly<Overlays[P]>;
}[K];

export type Overlay = OverlayOf<keyof Overlays>;

/**
 * The first row in view. A list goes by these names: `top` scrolls, `at` is the row that is chosen. Rows that a
 * poll may move are chosen by their id.
 */
export type Scrolled = {readonly top: number};
