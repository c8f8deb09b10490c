import type {Msg} from '../../../../src/desk/messages.ts';
import type {State} from '../../../../src/desk/state.ts';

/** What a desk was, as it happened: each message with the state that it led to. */
export type Session = {
  readonly name: string;
  readonly first: State;
  readonly steps: readonly {readonly msg: Msg; readonly state: State}[];
};
