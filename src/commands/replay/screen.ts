import type {Config} from '../../config/config.ts';
import {bindingsWith} from '../../desk/bindings.ts';
import {explainHere} from '../../desk/feeds/advice.ts';
import type {Recording} from '../../desk/recorder/file/opened.ts';
import {Player} from '../../desk/recorder/player/player.ts';
import {Viewer} from '../../desk/recorder/player/viewer.ts';
import {isRemote} from '../../term/capabilities.ts';
import {openSession, type Session, sizeOf} from '../../term/session.ts';
import {sanitize} from '../../term/text/sanitize.ts';
import type {Store} from '../../ui/store.ts';
import {createTableView} from '../../ui/table/view.ts';
import {mountInk} from '../dashboard/ink.tsx';
import {startWatchdog} from '../dashboard/watchdog.ts';
import {lookOf} from '../look.ts';
import {createShowing, drawerOf, type Frame, framedBy, type Showing} from '../past/showing.ts';
import {createTimers} from '../timers.ts';

type Given = {
  readonly config: Config;
  readonly host: NodeJS.Process;
  readonly recording: Recording;
  readonly at: number | undefined;
  readonly speed: number;
  readonly isPlaying: boolean;
};

const clock = () => performance.now();

export async function showReplay(given: Given): Promise<void> {
  const {config, host, recording, at} = given;
  const ended = Promise.withResolvers<void>();
  const timers = createTimers();
  const table = createTableView();
  let showing: Showing | undefined;
  const isFar = isRemote(host.env);
  const way = {isRemote: isFar, answerMs: undefined, isSlow: isFar};
  let frame: Frame = {viewport: sizeOf(host.stdout), look: lookOf(config, host.env), way};
  const frameNow = () => frame;
  const player = new Player(recording, drawerOf(table, framedBy(frameNow)));
  if (at !== undefined) player.seek(at);
  const session = openTerminal(given, change => {
    frame = {...frame, ...change};
    showing?.changed();
  });
  frame = {...frame, viewport: session.screen.size};
  const advice = 'A replay sends nothing.';
  const watchdog = startWatchdog({host, closing: session.closing, log: '', advice});
  const bindings = bindingsWith(config.keys);
  const viewer = new Viewer({
    ...{player, kind: 'replay', bindings: () => bindings, rows: () => frameNow().viewport.rows},
    ...{speed: given.speed, isPlaying: given.isPlaying},
    said: firstWords(recording),
  });
  showing = createShowing({viewer, frame: frameNow, after: timers.after, clock});
  session.screen.stdout.on('resize', () => {
    frame = {...frame, viewport: session.screen.size};
    showing?.changed();
  });
  const {getState, subscribe, send} = showing;
  const store: Store = {
    ...{getState, subscribe},
    send(msg) {
      const asks = send(msg);
      if (asks === 'redraw') session.redraw();
      else if (asks !== undefined) ended.resolve();
    },
  };
  const ink = mountInk({store, session, table});
  ink.waitUntilExit().catch(ended.reject);
  try {
    await ended.promise;
  } finally {
    timers.stop();
    showing.close();
    ink.unmount();
    await session.close();
    watchdog.stop();
  }
}

function firstWords({began, isTorn}: Recording): string | undefined {
  if (isTorn) return 'The end of this recording is cut';
  return began.isRedacted === true ? 'Redacted: names and ids are replaced' : undefined;
}

function openTerminal({config, host}: Given, change: (frame: Partial<Frame>) => void): Session {
  const look = lookOf(config, host.env);
  const session = openSession({
    ...{host, now: clock, title: 'optty REPLAY'},
    ascii: look.ascii,
    explain: error => `optty: ${sanitize(explainHere(error))}`,
    onQuality: way => change({way}),
    onProbed(probed) {
      const probedLook = lookOf(config, host.env, probed);
      session.screen.drawInAscii(probedLook.ascii);
      change({look: probedLook});
    },
  });
  return session;
}
