import type {Player} from './player.ts';

/** What goes by itself: messages come at the distances that they had, as many times as fast as is asked for. */
export type Playing = {
  readonly isOn: boolean;
  readonly speed: number;
  start(): void;
  stop(): void;
  /** The next speed up or down. */
  change(by: 1 | -1): void;
  /**
   * Takes what is due.
   * @returns the ms until the next is, or why it is over
   */
  advance(now: number, isTimeUp: () => boolean): number | 'ended' | 'crashed';
  /** Somebody went elsewhere: it goes on from there. */
  moved(): void;
};

const speeds: readonly number[] = [0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 1_000];
/** A machine that slept is not waited for. */
const longestGapMs = 5_000;
/** A picture each so many ms is smooth. */
const frameMs = 33;

export function createPlaying(player: Player, startSpeed: number): Playing {
  let isOn = false;
  let speed = startSpeed;
  /** The moment that it plays from, by both clocks. */
  let base: {readonly now: number; readonly mono: number} | undefined;

  return {
    get isOn() {
      return isOn;
    },
    get speed() {
      return speed;
    },
    start() {
      isOn = true;
      base = undefined;
    },
    stop() {
      isOn = false;
    },
    change(by) {
      speed = (by === 1 ? speeds.find(each => each > speed) : speeds.findLast(each => each < speed)) ?? speed;
      base = undefined;
    },
    moved() {
      base = undefined;
    },
    advance(now, isTimeUp) {
      base ??= {now, mono: player.head.at.mono};
      while (!isTimeUp()) {
        const next = player.next();
        if (next === undefined) return 'ended';
        if (next.mono - player.head.at.mono > longestGapMs) base = {now, mono: next.mono};
        const waitMs = (next.mono - base.mono) / speed - (now - base.now);
        if (waitMs > 0) return Math.max(frameMs, waitMs);
        player.step(1);
        if (player.head.crash !== undefined) return 'crashed';
      }
      // The machine is not as fast as was asked for: what it did not come to is not made up for.
      base = {now, mono: player.head.at.mono};
      return frameMs;
    },
  };
}
