import type {State} from '../../desk/model/state.ts';
import type {StopRecord} from '../../desk/stop/record.ts';
import {stopCounts, stopWord} from '../../desk/words/stop.ts';
import {jsonText, type Out, print} from '../output/output.ts';

/** Tells how a stop comes on, a line for each thing that is new. */
export type StopTeller = {
  tell(state: State): void;
  warn(text: string): void;
  /** How it stands, in one line. */
  standing(record: StopRecord | undefined, note?: string): void;
};

export function createTeller(out: Pick<Out, 'write' | 'isTTY'>, isJson: boolean): StopTeller {
  let told = 0;
  let last = '';
  const line = (words: string, fields: object) => {
    const time = new Date();
    const text = isJson
      ? jsonText({time: time.toISOString(), ...fields})
      : `${time.toISOString().slice(11, 19)} ${words}`;
    print(out, text);
  };
  const standing = (record: StopRecord | undefined, note = '') => {
    const word = record === undefined ? 'RUNNING' : stopWord(record);
    const {progress} = record ?? {};
    const left = progress?.left ?? [];
    const counts = progress === undefined ? '' : stopCounts(progress);
    const since = progress?.nothingListedSince;
    const listed =
      since === undefined ? '' : `NOTHING LISTED since ${new Date(since).toISOString().slice(11, 19)}`;
    const isOver = left.length === 0;
    const words = [word, counts, isOver ? '' : listed, left.join('; '), note].filter(Boolean).join(' · ');
    line(words, {
      word,
      proved: progress?.proved,
      counts: progress?.counts,
      left,
      nothingListedSince: since,
      note,
    });
  };
  return {
    standing,
    warn: text => line(text, {level: 'warning', message: text}),
    tell(state) {
      const {messages, stop} = state;
      for (const message of messages.filter(each => each.id > told && !each.isHint))
        line(message.text, {level: message.level, message: message.text});
      told = Math.max(told, ...messages.map(each => each.id));
      if (stop.record?.progress === undefined) return;
      const now = JSON.stringify({...stop.record.progress, at: 0});
      if (now !== last) standing(stop.record);
      last = now;
    },
  };
}
