/** Who draws: the lines of a plain screen from the first moment on, and Ink as soon as it is there. */
import type {Instance} from 'ink';
import type {Desk} from '../../desk/desk.ts';
import type {State} from '../../desk/model/state.ts';
import type {Session} from '../../term/session.ts';
import {drawEarly, isDrawnEarly} from '../../ui/early.ts';
import type {DrawTable} from '../../ui/table/view.ts';
import type {Timers} from './timers.ts';

export type Picture = {
  /** Resolves once Ink draws. */
  readonly drawnByInk: Promise<void>;
  /** What the tables on the screen remember now. */
  readonly tellTable: DrawTable['tell'];
  close(): void;
};

type Given = {
  readonly desk: Desk;
  readonly table: DrawTable;
  readonly session: Session;
  /** It is listened to: a transcript takes the place of the picture. */
  readonly isRead: boolean;
  readonly after: Timers['after'];
  readonly onFault: (error: unknown) => void;
};

/** Where the first answer takes longer, Ink loads while it is waited for. */
const mostWaitMs = 100;

/**
 * Draws at once. Ink loads behind the first rows, or behind what comes instead of them; at once where something
 * is asked for that only Ink draws, and for a screen reader.
 */
export function openPicture({desk, table, session, isRead, after, onFault}: Given): Picture {
  const {keyboard, screen} = session;
  const there = Promise.withResolvers<void>();
  let ink: Instance | undefined;
  let isLoading = false;
  let isClosed = false;
  let stopEarly = () => {};

  const load = async () => {
    if (isLoading) return;
    isLoading = true;
    const mount = await mounting(isRead);
    if (isClosed) return;
    ink = mount({store: desk, session, table});
    stopEarly();
    stopWatching();
    there.resolve();
    await ink.waitUntilExit();
  };
  const want = () => void load().catch(onFault);

  const watch = () => {
    const state = desk.getState();
    if (!isDrawnEarly(state)) want();
    // The rows go out first, at the end of this turn of the event loop.
    else if (isAnswered(state)) setImmediate(() => setImmediate(want));
  };
  const stopWatching = desk.subscribe(watch);

  if (isRead) want();
  else {
    stopEarly = drawEarly(desk, table, frame => screen.show(frame));
    keyboard.attend({
      // A field is Ink's; whoever wants to leave is never held up.
      mayTake: ({name, ctrl}) => isDrawnEarly(desk.getState()) || (ctrl && name === 'c'),
      take: key => desk.send({type: 'pressed', key}),
    });
    after(mostWaitMs, want);
  }
  return {
    drawnByInk: there.promise,
    tellTable: table.tell,
    close() {
      isClosed = true;
      stopEarly();
      stopWatching();
      ink?.unmount();
    },
  };
}

/** A picture and a transcript load nothing of each other. */
async function mounting(isRead: boolean) {
  return isRead ? (await import('./reader/mount.tsx')).mountTranscript : (await import('./ink.tsx')).mountInk;
}

function isAnswered({feeds}: State): boolean {
  return Object.values(feeds).some(({shown, failures}) => shown > 0 || failures > 0);
}
