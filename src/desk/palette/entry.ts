import type {Action} from '../model/keys.ts';
import type {Moment} from '../model/moment.ts';
import {tell} from '../model/notices.ts';
import type {State} from '../model/state.ts';
import type {Step} from '../step.ts';

/** What the palette offers. */
export type PaletteEntry = {
  readonly label: string;
  /** By what else it is found. */
  readonly words: string;
  /** What does the same over the panes. */
  readonly keys: readonly string[];
  /** Why it cannot be done now. */
  readonly blocked: (state: State) => string | undefined;
  readonly choose: (state: State, now: Moment, run: RunAction) => Step;
};

/** Carries out what may be done over the panes, or says why it cannot be. */
type RunAction = (state: State, action: Action) => Step;

/** An entry of the palette alone, which no key stands for. */
export function entryOf(
  label: string,
  act: (state: State, now: Moment) => Step,
  blocked: PaletteEntry['blocked'] = () => undefined,
): PaletteEntry {
  const choose = (state: State, now: Moment): Step => {
    const reason = blocked(state);
    return reason === undefined ? act(state, now) : [tell(state, reason, 'info', now), []];
  };
  return {label, words: '', keys: [], blocked, choose};
}
