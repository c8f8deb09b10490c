import type {AccountStanding} from './reserved.ts';
import {type AccountWatch, noWatch} from './watch.ts';

/** What the desk knows of the limits of the account. */
export type LimitsRoom = {
  /** As the journal told it last; undefined before that is open. */
  readonly standing: AccountStanding | undefined;
  readonly watch: AccountWatch;
};

export const emptyLimitsRoom: LimitsRoom = {standing: undefined, watch: noWatch};
