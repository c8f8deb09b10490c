import type {AccountHalt} from '../../src/desk/halt/halt.ts';
import {epoch} from './desk.ts';

/** A halt of the account `main` that cancels its orders, and of which nothing is known yet. */
export const accountHalt = (given: Partial<AccountHalt>): AccountHalt => ({
  ...{account: 'main', askedAt: epoch, wants: 'no orders', progress: undefined, workedAt: epoch},
  ...given,
});
