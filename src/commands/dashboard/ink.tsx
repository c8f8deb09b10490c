import {type Instance, render} from 'ink';
import type {Session} from '../../term/session.ts';
import {App} from '../../ui/App.tsx';
import type {Store} from '../../ui/store.ts';
import type {DrawTable} from '../../ui/table/view.ts';

type Given = {readonly store: Store; readonly session: Session; readonly table: DrawTable};

/** A file of its own, because Ink, React and yoga load after the first picture. */
export function mountInk({store, session, table}: Given): Instance {
  const {keyboard, screen} = session;
  return render(<App store={store} keyboard={keyboard} page={screen} table={table} />, {
    stdout: screen.stdout,
    stdin: keyboard.stdin,
    debug: true,
    isScreenReaderEnabled: false,
    interactive: true,
    exitOnCtrlC: false,
    patchConsole: false,
  });
}
