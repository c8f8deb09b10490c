import {randomFillSync} from 'node:crypto';
import {closeSync, fsyncSync, openSync, rmSync, statfsSync, statSync, writeSync} from 'node:fs';

/**
 * Room on the disk for exits: a file beside the journal that is given up when the disk is full, so that a close
 * or a cancel can be journaled, and so be sent. Whatever adds to what is open waits until it is there again.
 */
export type Reserve = {
  /** Whether it is there, or could just be made. */
  isKept(): boolean;
  /** Gives its room to the journal; false if there is none to give. */
  giveUp(): boolean;
};

const reserveBytes = 1024 * 1024;
/** A disk with less room than this stays full: what is left is for the journal. */
const leastFreeBytes = 2 * reserveBytes;

export function createReserve(journalPath: string): Reserve {
  const path = `${journalPath}-reserve`;
  return {
    isKept: () => isWhole(path) || make(path),
    giveUp() {
      if (statSync(path, {throwIfNoEntry: false}) === undefined) return false;
      rmSync(path, {force: true});
      return true;
    },
  };
}

function isWhole(path: string): boolean {
  return statSync(path, {throwIfNoEntry: false})?.size === reserveBytes;
}

/** Of bytes that no file system can fold or leave out. */
function make(path: string): boolean {
  try {
    const file = openSync(path, 'w', 0o600);
    try {
      const {bavail, bsize} = statfsSync(path);
      if (bavail * bsize < leastFreeBytes) throw new RangeError('The disk is all but full.');
      writeSync(file, randomFillSync(Buffer.allocUnsafe(reserveBytes)));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    return isWhole(path);
  } catch {
    // Half of it would be room that nobody has.
    rmSync(path, {force: true});
    return false;
  }
}
