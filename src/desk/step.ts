import type {Command} from './messages.ts';
import type {State} from './state.ts';

export type Step = readonly [State, readonly Command[]];
