import type {Instance} from 'ink';
import type {Moment} from '../../account/model/moment.ts';
import type {Look} from '../../account/model/vocabulary.ts';
import {explainHere} from '../../account/words/advice.ts';
import type {Config} from '../../config/config.ts';
import {longestHaltMs} from '../../core/halt/halt.ts';
import {createDesk, type Desk, initialState} from '../../desk/desk.ts';
import type {Command} from '../../desk/messages.ts';
import {leastScreen, newListening} from '../../desk/screen.ts';
import {isRemote} from '../../term/capabilities.ts';
import type {Size} from '../../term/screen/difference-screen.ts';
import {openSession, type Session} from '../../term/session.ts';
import {sanitize} from '../../text/sanitize.ts';
import {drawEarly} from '../../ui/early.ts';
import {createTableView, type DrawTable} from '../../ui/table/Table.tsx';
import {deskSettingsOf, drawSeed} from '../headless-desk.ts';
import {lookOf, type Timers} from '../host.ts';
import {type Log, stackOf} from './log-files.ts';

export type DeskScreen = ReturnType<typeof openScreen>;

type Given = {
  readonly config: Config;
  readonly host: NodeJS.Process;
  readonly log: Log;
  readonly clock: () => Moment;
  readonly carryOut: (command: Command) => void;
  readonly after: Timers['after'];
  readonly onFault: (error: unknown) => void;
};

export function openScreen(given: Given) {
  const {config, host, clock, carryOut, after, onFault} = given;
  const {screenReader: isRead} = config;
  const look = lookOf(config, host.env);
  const session = sessionFor(given, look, () => desk);
  const {screen} = session;
  const size = () => (isRead ? sizeForEars(screen.size) : screen.size);
  const settings = deskSettingsOf(config, isRead ? 'ears' : 'eyes');
  const first = initialState(settings, size(), clock(), drawSeed(), look);
  const state = isRead ? {...first, listening: newListening} : first;
  const soon = (draw: () => void) => after(togetherMs, draw);
  const desk = createDesk({state, clock, carryOut, ...(!isRead && {soon})});
  const isFar = isRemote(host.env);
  desk.send({type: 'way', way: {isRemote: isFar, isSlow: isFar}});
  screen.stdout.on('resize', () => desk.send({type: 'resized', ...size()}));
  const table = createTableView();
  const picture = openPicture({session, isRead, after, onFault, desk, table});
  return {
    session,
    desk,
    drawnByInk: picture.drawnByInk,
    async close() {
      picture.close();
      await session.close();
    },
  };
}

/** The answers of one period come within this time, unless the service is far away. */
const togetherMs = 30;

/** Ink loads first if the first answer takes longer. */
const mostWaitMs = 300;

type Drawn = Pick<Given, 'after' | 'onFault'> & {
  readonly session: Session;
  readonly isRead: boolean;
  readonly desk: Desk;
  readonly table: DrawTable;
};

function openPicture({session, isRead, after, onFault, desk, table}: Drawn) {
  const there = Promise.withResolvers<void>();
  let ink: Instance | undefined;
  let isLoading = false;
  let isClosed = false;
  let stopEarly = () => {};

  const load = async () => {
    const {mountInk, mountTranscript} = await import('./ink.tsx');
    if (isClosed) return;
    ink = (isRead ? mountTranscript : mountInk)({desk, session, table});
    stopEarly();
    there.resolve();
    await ink.waitUntilExit();
  };
  const needInk = () => {
    if (!isLoading) load().catch(onFault);
    isLoading = true;
  };

  if (isRead) needInk();
  else {
    stopEarly = drawEarly(desk, table, {show: frame => session.screen.show(frame), needInk});
    after(mostWaitMs, needInk);
  }
  return {
    drawnByInk: there.promise,
    close() {
      isClosed = true;
      stopEarly();
      ink?.unmount();
    },
  };
}

/** Speech needs the least screen even on a one-line braille display. */
function sizeForEars({columns, rows}: Size): Size {
  return {columns: Math.max(columns, leastScreen.columns), rows: Math.max(rows, leastScreen.rows)};
}

function sessionFor({config, host, log}: Given, look: Look, desk: () => Desk): Session {
  const session = openSession({
    host,
    now: () => performance.now(),
    screenReader: config.screenReader,
    ascii: look.ascii,
    explain: error => `optty: ${sanitize(explainHere(error))}`,
    onEnding(ending) {
      log.write(ending.kind === 'crash' ? `crash: ${stackOf(ending.error)}` : `ended: ${ending.kind}`);
      const isGone = ending.kind === 'lost' || (ending.kind === 'signal' && ending.signal === 'SIGHUP');
      return isGone ? whileHalting(desk(), host) : undefined;
    },
    onFocus: gained => desk().send({type: 'focused', gained}),
    onResume: () => desk().send({type: 'resumed'}),
    // A halt that is carried out here refuses it.
    onSuspendKey: () => desk().send({type: 'ran', action: 'suspend'}),
    // The review was shown on a screen of the old size.
    onAnother: () => desk().send({type: 'resized', ...session.screen.size}),
    onQuality: way => desk().send({type: 'way', way}),
    onProbed: probed => {
      const look = lookOf(config, host.env, probed);
      session.screen.drawInAscii(look.ascii);
      desk().send({type: 'lookChanged', look});
    },
  });
  return session;
}

/** Without its terminal the process goes on until the halt that it carries out has ended, or a signal comes. */
function whileHalting(desk: Desk, host: NodeJS.Process): Promise<void> | undefined {
  const isHalting = () => desk.getState().halt.work !== undefined;
  if (!isHalting()) return undefined;
  return new Promise(resolve => {
    desk.subscribe(() => isHalting() || resolve());
    for (const signal of ['SIGINT', 'SIGTERM'] as const) host.once(signal, () => resolve());
    setTimeout(resolve, longestHaltMs);
  });
}
