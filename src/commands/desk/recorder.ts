import {readlinkSync} from 'node:fs';
import type {Credential} from '../../api/index.ts';
import {version} from '../../api/version.ts';
import type {Config} from '../../config/config.ts';
import type {Desk} from '../../desk/desk.ts';
import type {Msg} from '../../desk/model/messages.ts';
import type {Moment} from '../../desk/model/moment.ts';
import type {State} from '../../desk/model/state.ts';
import {openRecorder, type Recorder} from '../../desk/recorder/file/open-recorder.ts';
import {format, schema} from '../../desk/recorder/schema/playable.ts';
import type {TableMemory} from '../../desk/recorder/table-memory.ts';
import {isOwnFolder} from '../../folders.ts';
import type {Connection} from '../connect.ts';
import {readHost} from '../dashboard/host.ts';
import type {Timers} from '../dashboard/timers.ts';

/** What is recorded, and what the recorder needs of it. */
export type RecordedSession = {
  readonly config: Config;
  readonly connection: Connection;
  readonly host: NodeJS.Process;
  readonly clock: () => Moment;
  readonly screen: {readonly desk: Pick<Desk, 'send'>; readonly tellTable: () => TableMemory};
  readonly after: Timers['after'];
};

/** A message, and what the desk was before it. */
export type Note = readonly [Msg, State];

/** Records a desk, beginning with what was noted before there was a recorder. */
export function recordDesk(
  session: RecordedSession,
  [first, ...others]: readonly Note[],
): Recorder | undefined {
  if (first === undefined) return undefined;
  const {config, connection, host, clock, after, screen} = session;
  const [msg, state] = first;
  const tell = (text: string) => screen.desk.send({type: 'told', text, level: 'warning'});
  const {isAlive} = readHost(host.pid);
  const recorder = openRecorder({
    ...{clock, after, first: state, table: screen.tellTable},
    folder: config.statePaths.recordings,
    secrets: secretsOf(connection.credential),
    began: {
      ...{format, version, schema, at: state.now.wall, pid: host.pid},
      ...{profile: config.profile.name, host: state.settings.host},
      zone: zoneHere(host.env.TZ),
    },
    isAlive: pid => isAlive(pid, ''),
    isOwn: folder => isOwnFolder(folder, host.getuid?.()),
    onEnd: tell,
    onGap: tell,
  });
  recorder.note(msg, state);
  for (const [later, before] of others) recorder.note(later, before);
  return recorder;
}

/** What a signing program makes of its key is never seen here. */
function secretsOf(credential: Credential): string[] {
  return credential.scheme === 'bearer' || credential.scheme === 'header' ? [credential.token] : [];
}

/** The system's time zone. To ask Intl for it takes 8 MiB of memory, so that is the last resort. */
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
