import {readlinkSync} from 'node:fs';
import type {Credential} from '../../api/index.ts';
import {version} from '../../api/version.ts';
import type {Config} from '../../config/config.ts';
import type {Desk} from '../../desk/desk.ts';
import type {Msg} from '../../desk/messages.ts';
import {recordingVersion, type TableMemory} from '../../desk/recorder/entries.ts';
import type {Recorder} from '../../desk/recorder/file/open-recorder.ts';
import type {State} from '../../desk/state.ts';
import {isOwnFolder} from '../../folders.ts';
import {readHost} from '../host.ts';
import type {DeskParts} from './desk.ts';

/** Buffers the desk's messages from the first one on, until the recorder has loaded. */
export type NoteTaker = Pick<Recorder, 'note' | 'flush' | 'close'> & {
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
      const late = await import('../../desk/recorder/file/open-recorder.ts');
      if (early === undefined) return;
      const notes = early;
      early = undefined;
      recorder = recordDesk(session, notes, late.Recorder);
    },
    flush: () => recorder?.flush(),
    close() {
      early = undefined;
      recorder?.close();
    },
  };
}

export type RecordedSession = DeskParts & {
  readonly screen: {readonly desk: Pick<Desk, 'send'>; readonly tellTable: () => TableMemory};
};

type Note = readonly [Msg, State];

function recordDesk(
  session: RecordedSession,
  [first, ...others]: readonly Note[],
  RecorderOf: typeof Recorder,
): Recorder | undefined {
  if (first === undefined) return undefined;
  const {config, connection, host, clock, after, screen} = session;
  const [msg, state] = first;
  const tell = (text: string) => screen.desk.send({type: 'told', text, level: 'warning'});
  const {isAlive} = readHost(host.pid);
  const recorder = new RecorderOf({
    ...{clock, after, first: state, table: screen.tellTable},
    folder: config.statePaths.recordings,
    secrets: secretsOf(connection.credential),
    began: {
      ...{format: recordingVersion, version, at: state.now.wall, pid: host.pid},
      ...{profile: config.profile.name, host: state.settings.host},
      zone: zoneHere(host.env.TZ),
    },
    isAlive: pid => isAlive(pid, ''),
    isOwn: folder => isOwnFolder(folder, host.getuid?.()),
    onEnd: tell,
  });
  recorder.note(msg, state);
  for (const [later, before] of others) recorder.note(later, before);
  return recorder;
}

/** The key of a signing program is never seen here. */
function secretsOf(credential: Credential): string[] {
  return credential.scheme === 'bearer' || credential.scheme === 'header' ? [credential.token] : [];
}

/** Asking Intl for the time zone takes 8 MiB of memory, so it comes last. */
function zoneHere(chosen: string | undefined): string {
  if (chosen !== undefined && chosen !== '') return chosen;
  try {
    const [, zone] = readlinkSync('/etc/localtime').split('/zoneinfo/');
    if (zone !== undefined) return zone;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'UTC';
  }
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
