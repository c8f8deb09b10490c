import type {HaltRecord} from '../../src/core/halt/halt.ts';
import {epoch} from './intents.ts';

/** The flag of a halt, of which nothing more is known. */
export const haltOf = (given: Partial<HaltRecord>): HaltRecord => ({
  ...{number: 1, at: epoch, by: 'process 7', wants: undefined, progress: undefined},
  ...given,
});
