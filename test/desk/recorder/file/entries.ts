import {
  type Began,
  type Entry,
  recordingVersion,
  type TableMemory,
} from '../../../../src/desk/recorder/entries.ts';
import {startDesk} from '../../../helpers/desk.ts';

/** Entries of a desk on which nothing but time passes, for tests of what keeps them. */
export const began: Began = {
  ...{format: recordingVersion, version: '0.0.0-test', at: 1_000, profile: 'test', host: 'svc.example'},
  ...{pid: 1234, zone: 'UTC'},
};

export const begun: Entry = {type: 'began', began};

export const noTable: TableMemory = {
  rows: {of: '', start: 0, needs: new Map()},
  figures: {start: 0, width: 0, needs: new Map()},
};

export function snapshotAt(wall: number): Entry {
  const state = {...startDesk().state, now: {mono: wall, wall}};
  return {type: 'snapshot', state, table: noTable};
}

export const tickAt = (wall: number): Entry => ({type: 'msg', msg: {type: 'tick', now: {mono: wall, wall}}});
