import {type Began, type Entry, recordingVersion} from '../../../../src/desk/recorder/entries.ts';
import {undrawn} from '../../../../src/desk/recorder/file/open-recorder.ts';
import {startDesk} from '../../../helpers/desk.ts';

/** Entries of a desk on which nothing but time passes, for tests of what keeps them. */
export const began: Began = {
  ...{format: recordingVersion, version: '0.0.0-test', at: 1_000, profile: 'test', host: 'svc.example'},
  ...{pid: 1234, zone: 'UTC'},
};

export const begun: Entry = {type: 'began', began};

export function snapshotAt(wall: number): Entry {
  const state = {...startDesk().state, now: {mono: wall, wall}};
  return {type: 'snapshot', state, table: undrawn};
}

export const tickAt = (wall: number): Entry => ({type: 'msg', msg: {type: 'tick', now: {mono: wall, wall}}});
