/** Records seeded messages as a dashboard does, in haste, until it is killed; tells how many are written. */
import {setTimeout as wait} from 'node:timers/promises';
import {recordingVersion} from '../../src/desk/recorder/entries.ts';
import {Recorder, undrawn} from '../../src/desk/recorder/file/open-recorder.ts';
import {isOwnFolder} from '../../src/folders.ts';
import {epoch} from '../helpers/desk.ts';
import {firstState, seededMessages} from './recorder-messages.ts';

const [folder = '', seed = ''] = process.argv.slice(2);

const recorder = new Recorder({
  folder,
  ...{first: firstState(), secrets: [], table: () => undrawn},
  began: {
    ...{format: recordingVersion, version: '0', at: epoch + Number(seed), profile: 'soak', host: seed},
    ...{pid: process.pid, zone: 'UTC'},
  },
  // How soon something is written is a matter of real time.
  clock: () => ({mono: performance.now(), wall: Date.now()}),
  after: (ms, then) => void setTimeout(then, ms),
  isAlive: () => true,
  isOwn: path => isOwnFolder(path, process.getuid?.()),
  onEnd(why) {
    throw new Error(why);
  },
  pace: {writeMs: 2, segmentMs: 1_500},
});

let count = 0;
for (const [msg, before] of seededMessages(Number(seed))) {
  recorder.note(msg, before);
  count++;
  if (count % 10 === 0) await wait(1);
  if (count % 50 !== 0) continue;
  await recorder.flush();
  // A pipe takes it at once.
  process.stdout.write(`${count}\n`);
}
