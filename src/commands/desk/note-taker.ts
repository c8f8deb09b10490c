import type {Config} from '../../config/config.ts';
import type {Recorder} from '../../desk/recorder/file/open-recorder.ts';
import type {Note, RecordedSession} from './recorder.ts';

/** Takes down what happens to a desk from the first message on; the recorder itself loads later. */
export type NoteTaker = Pick<Recorder, 'note' | 'flush' | 'flushNow' | 'close'> & {
  open(session: RecordedSession): Promise<void>;
};

export function createNoteTaker({records}: Pick<Config, 'records'>): NoteTaker {
  let early: Note[] | undefined = records ? [] : undefined;
  let recorder: Recorder | undefined;
  return {
    note(msg, before) {
      early?.push([msg, before]);
      recorder?.note(msg, before);
    },
    async open(session) {
      if (!records) return;
      const {recordDesk} = await import('./recorder.ts');
      if (early === undefined) return;
      const notes = early;
      early = undefined;
      recorder = recordDesk(session, notes);
    },
    flush: async () => recorder?.flush(),
    flushNow: () => recorder?.flushNow(),
    async close() {
      early = undefined;
      await recorder?.close();
    },
  };
}
