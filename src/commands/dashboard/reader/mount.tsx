import {type Instance, render} from 'ink';
import type {Session} from '../../../term/session.ts';
import {ScreenReader} from '../../../ui/reader/ScreenReader.tsx';
import type {Store} from '../../../ui/store.ts';

/**
 * Has Ink write the transcript. It is told that nobody interacts: then it writes each new line of `Static` once
 * and nothing else, where its own mode for screen readers erases what stands there and writes it anew.
 */
export function mountTranscript({
  store,
  session,
}: {
  readonly store: Store;
  readonly session: Session;
}): Instance {
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
