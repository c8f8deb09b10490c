import type {Standing} from './reserved.ts';
import {noWatch, type Watch} from './watch.ts';

/** What the desk knows of the limits of the account. */
export type LimitsRoom = {
  /** As the journal told it last; undefined before that is open. */
  readonly standing: Standing | undefined;
  readonly watch: Watch;
};

export const emptyLimitsRoom: LimitsRoom = {standing: undefined, watch: noWatch};
