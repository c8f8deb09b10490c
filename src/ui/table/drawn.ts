import type {State} from '../../desk/model/state.ts';
import type {Paint} from '../theme.ts';

/** For so many columns and lines. */
export type DrawBody<Result> = (state: State, columns: number, height: number, paint: Paint) => Result;

/** What a pane lists, as far as it is in view. */
export type DrawnBody = {
  readonly lines: string[];
  /** How many rows stand below them. */
  readonly below: number;
  /** The fields that the columns show which have room, left to right. */
  readonly fields: readonly string[];
};
