import type {Command} from './model/messages.ts';
import type {State} from './model/state.ts';

/** What a message makes of the desk, and what is to be done about it. */
export type Step = readonly [State, readonly Command[]];
