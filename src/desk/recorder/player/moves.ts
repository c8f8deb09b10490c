import type {Past} from '../past.ts';
import type {Player} from './player.ts';
import {clockText, typedMoment} from './times.ts';
import type {Cue} from './walk.ts';

/** Where a key leads in a recording. Each returns what is to be said of it, if anything is. */
export type Moves = {
  step(by: 1 | -1): string | undefined;
  minute(by: 1 | -1): string | undefined;
  toEnd(of: 'start' | 'end'): string | undefined;
  /** To a time as it was typed. */
  toTime(text: string): string | undefined;
  toCue(cue: Cue): string | undefined;
  /** What is to be known of where it stands, by whatever way it came there. */
  told(): string | undefined;
  /** There is nothing behind the last message. */
  ending(): string;
};

const minuteMs = 60_000;

export function createMoves(player: Player, kind: Past['kind']): Moves {
  const {recording} = player;
  let isDifferenceTold = false;

  const clock = (at: number) => clockText(at, player.state().settings.times);
  const ending = () => {
    if (kind === 'back') return 'This is as far as it was written';
    return recording.isTorn ? 'The recording is cut here' : 'The recording ends here';
  };
  const told = () => {
    const {head, differsFrom} = player;
    if (head.crash !== undefined) return `The program ended here: ${head.crash}`;
    if (head.isAfterGap) return 'What came just before was too much to be recorded';
    if (differsFrom === undefined || isDifferenceTold) return undefined;
    isDifferenceTold = true;
    return `From ${clock(differsFrom)} on this is not what optty ${recording.began.version} recorded`;
  };
  const going = (go: () => void) => {
    go();
    return told();
  };

  return {
    told,
    ending,
    toCue: cue => going(() => player.goTo(cue)),
    toEnd: of => going(() => player.seek(of === 'end' ? Number.MAX_VALUE : -Number.MAX_VALUE)),
    step(by) {
      if (player.step(by)) return told();
      return by === 1 ? ending() : 'This is the beginning';
    },
    minute(by) {
      const {at} = player.head;
      const next = player.next();
      if (by === -1) return going(() => player.seek(at.wall - minuteMs));
      if (next === undefined) return ending();
      // Over a longer gap to what comes behind it.
      return going(() => player.seek(Math.max(at.wall + minuteMs, next.wall)));
    },
    toTime(text) {
      const {from, to} = recording;
      const near = player.head.at.wall;
      const typed = typedMoment(text, {times: player.state().settings.times, near, from, to});
      return 'wrong' in typed ? sentence(typed.wrong) : going(() => player.seek(typed.at));
    },
  };
}

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
