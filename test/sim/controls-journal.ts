import type {Millis} from '../../src/api/wire/records.ts';
import {whyViewing} from '../../src/desk/gate/gate.ts';
import type {BoundJournal} from '../../src/desk/journal/journal.ts';
import {JournalError} from '../../src/desk/journal/problem.ts';
import type {ControlsSeen} from '../../src/desk/model/vocabulary.ts';

type Taking = {
  readonly epoch: number;
  readonly pid: number;
  readonly at: Millis;
  readonly isReleased: boolean;
  readonly several?: string | undefined;
};

/** Who has the controls, in memory: all takings by service and account, the newest last. */
export type ControlsStore = Map<string, readonly Taking[]>;

type Given = {
  readonly controls: ControlsStore;
  /** Of the service and the account. */
  readonly of: string;
  readonly pid: number;
  readonly isAlive: (pid: number) => boolean;
  /** Broken on purpose: nobody looks who has them. */
  readonly isUnfenced: boolean;
};

export const holderIn = (controls: ControlsStore, of: string): number | undefined => {
  const newest = controls.get(of)?.at(-1);
  return newest?.isReleased === false ? newest.pid : undefined;
};

export function bindControls({controls, of, pid, isAlive, isUnfenced}: Given) {
  const takings = () => controls.get(of) ?? [];
  const seen = (): ControlsSeen => {
    const newest = takings().at(-1);
    if (newest === undefined) return {is: 'free', epoch: 0, by: '', since: 0, isReturned: false};
    const isOurs = (newest.pid === pid && !newest.isReleased) || isUnfenced;
    const is = isOurs ? 'ours' : newest.isReleased || !isAlive(newest.pid) ? 'free' : 'held';
    const several = (is === 'held' ? newest : is === 'ours' ? takings().at(-2) : undefined)?.several;
    return {
      is,
      epoch: newest.epoch,
      by: `process ${newest.pid}`,
      since: newest.at,
      isReturned: false,
      several,
    };
  };
  const bound: BoundJournal['controls'] = {
    seen,
    take(at, isForced) {
      const {is} = seen();
      if (is === 'ours' || (is === 'held' && !isForced)) return;
      const epoch = [...controls.values()].reduce((sum, each) => sum + each.length, 1);
      controls.set(of, [...takings(), {epoch, pid, at, isReleased: false}]);
    },
    release() {
      const newest = takings().at(-1);
      if (newest !== undefined && seen().is === 'ours')
        controls.set(of, [...takings().slice(0, -1), {...newest, isReleased: true}]);
    },
    keepSeveral(several) {
      const newest = takings().at(-1);
      if (newest !== undefined && seen().is === 'ours')
        controls.set(of, [...takings().slice(0, -1), {...newest, several}]);
    },
    whyLost(epoch) {
      const now = seen();
      return now.is === 'ours' && now.epoch === epoch ? undefined : whyViewing(now);
    },
  };
  return {
    bound,
    isOurs: () => seen().is === 'ours',
    had: (other: number) => takings().some(each => each.pid === other),
    require() {
      const now = seen();
      if (now.is !== 'ours') throw new JournalError('viewer', whyViewing(now));
      return now.epoch;
    },
  };
}
