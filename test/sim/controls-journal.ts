import type {ControlsSeen} from '../../src/account/model/vocabulary.ts';
import type {Millis} from '../../src/api/wire/records.ts';
import {whyViewing} from '../../src/core/gate/gate.ts';
import type {BoundJournal} from '../../src/core/journal/journal.ts';
import {JournalError} from '../../src/core/journal/problem.ts';

type Taking = {
  readonly epoch: number;
  readonly pid: number;
  readonly at: Millis;
  readonly isReleased: boolean;
  readonly several?: string | undefined;
};

/** Who has the controls, in memory: all takings, the newest last. */
export type ControlsStore = Taking[];

type Given = {
  readonly controls: ControlsStore;
  readonly pid: number;
  readonly isAlive: (pid: number) => boolean;
  /** Broken on purpose: nobody looks who has them. */
  readonly isUnfenced: boolean;
};

export const holderIn = (controls: ControlsStore): number | undefined => {
  const newest = controls.at(-1);
  return newest?.isReleased === false ? newest.pid : undefined;
};

export function bindControls({controls, pid, isAlive, isUnfenced}: Given) {
  const seen = (): ControlsSeen => {
    const newest = controls.at(-1);
    if (newest === undefined) return {is: 'free', epoch: 0, by: '', since: 0, isReturned: false};
    const isOurs = (newest.pid === pid && !newest.isReleased) || isUnfenced;
    const is = isOurs ? 'ours' : newest.isReleased || !isAlive(newest.pid) ? 'free' : 'held';
    const {epoch, at: since, several} = newest;
    return {is, epoch, by: `process ${newest.pid}`, since, isReturned: false, several};
  };
  const bound: BoundJournal['controls'] = {
    seen,
    take(at, isForced) {
      const {is} = seen();
      if (is === 'ours' || (is === 'held' && !isForced)) return;
      const {several} = controls.at(-1) ?? {};
      controls.push({epoch: controls.length + 1, pid, at, isReleased: false, several});
    },
    release() {
      const newest = controls.at(-1);
      if (newest !== undefined && seen().is === 'ours') controls.splice(-1, 1, {...newest, isReleased: true});
    },
    keepSeveral(what) {
      const newest = controls.at(-1);
      const several = what && JSON.stringify(what);
      if (newest !== undefined && seen().is === 'ours') controls.splice(-1, 1, {...newest, several});
    },
    whyLost(epoch) {
      const now = seen();
      return now.is === 'ours' && now.epoch === epoch ? undefined : whyViewing(now);
    },
  };
  return {
    bound,
    require() {
      const now = seen();
      if (now.is !== 'ours') throw new JournalError('viewer', whyViewing(now));
      return now.epoch;
    },
  };
}
