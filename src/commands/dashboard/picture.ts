import type {Instance} from 'ink';
import type {Desk} from '../../desk/desk.ts';
import type {Session} from '../../term/session.ts';
import {drawEarly} from '../../ui/early.ts';
import type {DrawTable} from '../../ui/table/view.ts';
import type {Timers} from '../timers.ts';

export type Picture = {
  readonly drawnByInk: Promise<void>;
  readonly tellTable: DrawTable['tell'];
  close(): void;
};

type Given = {
  readonly desk: Desk;
  readonly table: DrawTable;
  readonly session: Session;
  readonly isRead: boolean;
  readonly after: Timers['after'];
  readonly onFault: (error: unknown) => void;
};

/** Ink loads first if the first answer takes longer. */
const mostWaitMs = 300;

export function openPicture({desk, table, session, isRead, after, onFault}: Given): Picture {
  const there = Promise.withResolvers<void>();
  let ink: Instance | undefined;
  let isLoading = false;
  let isClosed = false;
  let stopEarly = () => {};

  const load = async () => {
    const mount = await mounting(isRead);
    if (isClosed) return;
    ink = mount({store: desk, session, table});
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
    tellTable: table.tell,
    close() {
      isClosed = true;
      stopEarly();
      ink?.unmount();
    },
  };
}

async function mounting(isRead: boolean) {
  return isRead ? (await import('./reader/mount.tsx')).mountTranscript : (await import('./ink.tsx')).mountInk;
}
