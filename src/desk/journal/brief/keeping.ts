import {isNoteDue, noteName, type StatusNote} from './note.ts';

type Given = {
  /** What is known now; undefined where that would be no whole account, or an old one. */
  readonly note: () => StatusNote | undefined;
  /** False where it could not be kept. */
  readonly keep: (name: string, text: string) => boolean;
  readonly after: (ms: number, then: () => void) => void;
};

const lookEveryMs = 5_000;

/** Leaves in the journal, now and then, what is known of the account: for `optty status`. */
export function keepStatus({note, keep, after}: Given): void {
  let kept: StatusNote | undefined;
  const look = () => {
    const known = note();
    if (known !== undefined && isNoteDue(known, kept) && keep(noteName, JSON.stringify(known))) kept = known;
    after(lookEveryMs, look);
  };
  after(lookEveryMs, look);
}
