import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {connect} from '../../../src/commands/connect.ts';
import {reachService, type ServiceReach} from '../../../src/commands/dashboard/dashboard.ts';
import {mountTranscript} from '../../../src/commands/dashboard/ink.tsx';
import type {DeskScreen} from '../../../src/commands/dashboard/screen.ts';
import {deskSettingsOf} from '../../../src/commands/desk/desk.ts';
import {createTimers} from '../../../src/commands/host.ts';
import {loadConfig} from '../../../src/commands/settings.ts';
import {createDesk, type Desk, initialState} from '../../../src/desk/desk.ts';
import type {Moment} from '../../../src/desk/model/moment.ts';
import {newListening} from '../../../src/desk/screen.ts';
import {Keyboard} from '../../../src/term/keyboard/input.ts';
import {createPlainScreen} from '../../../src/term/screen/plain.ts';
import type {Session} from '../../../src/term/session.ts';
import {type Listened, listenTo} from './ears.ts';

/**
 * The dashboard by ear in the test's own process: the service, the journal, the desk, Ink and the writer of the
 * transcript are the program's; no terminal is there but one that answers at once. Whoever types here is ahead
 * of the clock by as long as the words take, so that nobody waits for them to be spoken.
 */
export type Room = Listened & {
  readonly desk: Desk;
  /** Where it keeps its files, and where it stands. */
  readonly home: string;
};

/** Wide enough that no sentence is folded. */
const size = {columns: 2_000, rows: 40};

const clock = (): Moment => ({mono: performance.now(), wall: Date.now()});

type Service = {readonly origin: string; readonly token: string};

export async function listenInRoom({origin, token}: Service): Promise<Room> {
  const home = mkdtempSync(join(tmpdir(), 'optty-room-'));
  const env = {HOME: home, OPTTY_BASE_URL: origin, OPTTY_TOKEN: token, INK_SCREEN_READER: 'true'};
  const config = await loadConfig({}, env);
  // Of the process no more is used than this.
  const host = {env, pid: process.pid, cwd: () => home} as unknown as NodeJS.Process;
  const connection = await connect(config, env);
  const {after, stop: stopTimers} = createTimers();
  let reached: ServiceReach | undefined;
  const first = initialState(deskSettingsOf(config, 'ears'), size, clock(), 1);
  const desk = createDesk({
    state: {...first, listening: newListening},
    clock,
    carryOut: command => reached?.carryOut(command),
  });
  const {session, ...terminal} = openTerminal();
  const ink = mountTranscript({desk, session});
  const ended = Promise.withResolvers<number>();
  const screen = {session, desk, drawnByInk: Promise.resolve()} as unknown as DeskScreen;
  reached = reachService({
    config,
    connection,
    host,
    screen,
    clock,
    after,
    quit: ended.resolve,
  });
  desk.send({type: 'started'});
  await reached.openJournal();
  return {
    ...listenTo(terminal),
    ...{desk, home, written: terminal.written, ended: ended.promise},
    async end() {
      stopTimers();
      reached?.stop();
      ink.unmount();
      session.keyboard.close();
      await reached?.close();
      rmSync(home, {recursive: true, force: true});
    },
  };
}

/** A terminal that takes and keeps what is written. */
function openTerminal() {
  let written = '';
  let aheadMs = 0;
  const waiting = new Set<() => void>();
  const screen = createPlainScreen({
    ...size,
    now: () => performance.now(),
    write(bytes, taken) {
      written += bytes;
      setImmediate(() => {
        taken();
        for (const look of [...waiting]) look();
      });
    },
  });
  const keyboard = new Keyboard({now: () => performance.now() + aheadMs});
  const nothing = () => {};
  return {
    session: {screen, keyboard, redraw: nothing, suspend: nothing} as unknown as Session,
    written: () => written,
    type: (keys: string) => keyboard.feed(Buffer.from(keys)),
    until: (isSo: () => boolean, timeoutMs: number) =>
      new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => settle(() => reject(new Error(`${timeoutMs} ms passed.`))), timeoutMs);
        const look = () => isSo() && settle(resolve);
        const settle = (how: () => void) => {
          clearTimeout(timer);
          waiting.delete(look);
          how();
        };
        waiting.add(look);
        look();
      }),
    async speak(ms: number) {
      aheadMs += ms;
      await new Promise(resolve => setImmediate(resolve));
    },
  };
}
