import type {Moment} from '../../model/moment.ts';
import type {Entry} from '../entries.ts';
import {type LineJson, lineWeight, streamOf, timesBetween} from './grammar.ts';
import {createLineMemory} from './memory.ts';
import {LineWriter} from './write.ts';

/** Writes entries one after the other, each as the text of a line (grammar.ts). */
export type Encoder = {
  encode(entry: Entry): string;
  /** Of the lines from the last snapshot on. */
  readonly weight: number;
};

export function createEncoder(): Encoder {
  const memory = createLineMemory();
  /** The time of the last line. */
  let at: Moment = {mono: 0, wall: 0};

  const messageLine = ({msg}: Extract<Entry, {type: 'msg'}>): LineJson => {
    const {now, ...told} = msg;
    memory.weight += lineWeight;
    const time = timesBetween(at, now) ?? [[now.mono], [now.wall]];
    at = now;
    const writer = new LineWriter(memory, now, false);
    const name = streamOf(msg);
    if (name === undefined) return [...time, [writer.whole(told)]];
    const stream = memory.streams.get(name);
    const number = stream?.number ?? memory.streams.size;
    memory.streams.set(name, {number, last: told});
    if (stream === undefined) return [...time, [writer.whole(told)]];
    const differs = writer.difference(stream.last, told);
    return differs === undefined ? [...time, number] : [...time, number, differs];
  };

  const snapshotLine = ({type: _, ...told}: Extract<Entry, {type: 'snapshot'}>): LineJson => {
    at = told.state.now;
    const streams = memory.restart();
    memory.weight = 0;
    const snapshot = new LineWriter(memory, at, true).whole({...told, streams});
    return {now: [at.mono, at.wall], snapshot};
  };

  return {
    encode(entry) {
      switch (entry.type) {
        case 'began':
          return JSON.stringify({began: entry.began});
        case 'snapshot':
          return JSON.stringify(snapshotLine(entry));
        case 'msg':
          return JSON.stringify(messageLine(entry));
        default:
          return entry satisfies never;
      }
    },
    get weight() {
      return memory.weight;
    },
  };
}
