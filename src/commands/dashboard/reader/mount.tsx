import {type Instance, render} from 'ink';
import type {Session} from '../../../term/session.ts';
import {ScreenReader} from '../../../ui/reader/ScreenReader.tsx';
import type {Store} from '../../../ui/store.ts';

/** Not interactive: Ink then writes each new line of `Static` once, and erases none. */
type Given = {readonly store: Store; readonly session: Session};

export function mountTranscript({store, session}: Given): Instance {
  const {keyboard, screen} = session;
  return render(<ScreenReader store={store} keyboard={keyboard} type={screen.type} />, {
    stdout: screen.stdout,
    stdin: keyboard.stdin,
    debug: false,
    isScreenReaderEnabled: true,
    interactive: false,
    exitOnCtrlC: false,
    patchConsole: false,
  });
}
