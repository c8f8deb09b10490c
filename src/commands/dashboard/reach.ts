import {writeFile} from 'node:fs/promises';
import {resolve} from 'node:path';
import {runProgram} from '../../api/signing/program.ts';
import type {DeskEvents} from '../../desk/effects/events.ts';
import type {JournalWorld} from '../../desk/effects/open-writes.ts';
import {createReads} from '../../desk/effects/reads.ts';
import {carryOut, type World} from '../../desk/effects/world.ts';
import {leaseOf} from '../../desk/journal/lease.ts';
import type {Command} from '../../desk/messages.ts';
import {basePeriod} from '../../desk/model/freshness.ts';
import {counted} from '../../desk/words/text.ts';
import {bell, copyToClipboard, notification} from '../../term/sequences.ts';
import {sanitize} from '../../term/text/sanitize.ts';
import {type DeskParts, openDeskWrites} from '../desk/desk.ts';
import {readHost} from '../host.ts';
import {csvRows} from '../output.ts';
import type {DeskScreen} from './screen.ts';

export type ServiceReach = ReturnType<typeof reachService>;

type Given = DeskParts & {
  readonly screen: DeskScreen;
  readonly quit: (code: number) => void;
};

export function reachService(given: Given) {
  const {config, connection, host, screen, clock, after, quit} = given;
  const {desk, session} = screen;
  const {send} = desk;
  const reads = createReads({client: connection.client, clock, settings: desk.getState().settings});
  const begun = clock();
  let events: DeskEvents | undefined;
  let endStatus = () => {};
  let isClosed = false;
  const print = (raw: string) => session.screen.write(raw);
  const tell = (done: Promise<string>) =>
    done.then(text => send({type: 'told', text, level: 'info'}), tellWhyNot);
  const tellWhyNot = ({message: text}: Error) => send({type: 'told', text, level: 'danger'});
  const world: Omit<World, keyof JournalWorld> = {
    ...reads,
    after: ({ms, then}) => after(ms, () => send(then)),
    // Until the frame with the question is written, its key does nothing.
    timeQuestion: ({question, revision}) =>
      void screen.drawnByInk
        .then(() => session.screen.whenWritten())
        .then(at => send({type: 'questionShown', question, revision, at})),
    redraw: () => session.redraw(),
    ring: () => void print(bell),
    notify: ({text}) => void print(notification(sanitize(text, {maxCells: 200}))),
    copy: ({text}) => void tell(copy(text, print, host.env)),
    export: ({name, rows}) => void tell(exportRows(name, rows, host.cwd(), Date.now())),
    keepEvents: command => events?.keep(command),
    suspend: () => session.suspend(),
    quit: ({code}) => quit(code),
  };
  const writes = openDeskWrites({world, config, connection, host, isDashboard: true, clock, after, desk});
  return {
    carryOut: (command: Command) => carryOut(world, command, send),
    async openJournal() {
      const [{openEvents}, {keepStatus, statusNote}] = await whatKeepingNeeds();
      if (isClosed) return;
      const note = () => statusNote(desk.getState());
      endStatus = keepStatus({note, by: leaseOf(readHost(host.pid)), ...writes.notes, after});
      const {settings} = desk.getState();
      events = openEvents({
        ...{begun, clock, env: host.env, onEvent: config.onEvent, send, log: writes.log},
        ...{tradesLagMs: settings.tradesLagMs, periodMs: basePeriod(settings, false)},
      });
      await writes.openJournal();
    },
    stop: reads.stop,
    async close() {
      isClosed = true;
      endStatus();
      await events?.stop();
      writes.close();
      await connection.close();
    },
  };
}

const whatKeepingNeeds = () =>
  Promise.all([import('../../desk/effects/events.ts'), import('../../desk/journal/status-note.ts')]);

/** GNU screen drops unknown sequences, but passes on the content of a device control string. */
const throughScreen = (sequence: string): string => `\x1bP${sequence}\x1b\\`;

/** The service chooses the id. Other characters could run as commands when pasted into a shell. */
const harmless = /^[\x21-\x7e]{1,256}$/;

/** tmux ignores the sequence by default, so tmux's own buffer is filled too. */
export async function copy(text: string, write: (raw: string) => boolean, env: NodeJS.ProcessEnv) {
  if (!harmless.test(text)) throw new Error('Not copied: this id contains invalid characters.');
  const isInScreen = env.STY !== undefined && env.TMUX === undefined;
  const taken = write(isInScreen ? throughScreen(copyToClipboard(text)) : copyToClipboard(text));
  const byTmux = env.TMUX !== undefined && (await toTmux(text));
  if (!taken && !byTmux) throw new Error('Not copied: the terminal is not accepting output.');
  if (isInScreen) return `Asked the terminal behind screen to copy ${text}; not confirmed`;
  return `Copied ${text}`;
}

async function toTmux(input: string): Promise<boolean> {
  const ending = await runProgram({argv: ['tmux', 'load-buffer', '-w', '-'], input, timeoutMs: 2_000});
  return ending.kind === 'ended' && ending.code === 0;
}

export async function exportRows(name: string, rows: readonly object[], folder: string, wall: number) {
  const stamp = new Date(wall).toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
  const base = resolve(folder, `optty-${name}-${stamp}`);
  const columns = [...new Set(rows.flatMap(row => Object.keys(row)))];
  const style = {newline: '\r\n', isTerminal: false, isForSpreadsheets: true} as const;
  try {
    await writeFile(`${base}.csv`, csvRows(columns, rows, style), {flag: 'wx', mode: 0o600});
    await writeFile(`${base}.json`, `${JSON.stringify(rows, undefined, 2)}\n`, {flag: 'wx', mode: 0o600});
  } catch (error) {
    throw new Error(`Not exported: ${(error as Error).message}`);
  }
  return `Exported ${counted(rows.length, 'row')} to ${base}.csv and .json`;
}
