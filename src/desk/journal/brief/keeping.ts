import type {State} from '../../model/state.ts';
import {isNoteDue, noteName, type StatusNote, statusNote} from './note.ts';

type Given = {
  readonly getState: () => State;
  /** False where it could not be kept. */
  readonly keep: (name: string, text: string) => boolean;
  readonly after: (ms: number, then: () => void) => void;
};

const lookEveryMs = 5_000;

/** Leaves in the journal, now and then, what the dashboard shows: for `optty status`. */
export function keepStatus({getState, keep, after}: Given): void {
  let kept: StatusNote | undefined;
  const look = () => {
    const note = statusNote(getState());
    if (note !== undefined && isNoteDue(note, kept) && keep(noteName, JSON.stringify(note))) kept = note;
    after(lookEveryMs, look);
  };
  after(lookEveryMs, look);
}
