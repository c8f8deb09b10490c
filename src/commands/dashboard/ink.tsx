import {render} from 'ink';
import type {ReactNode} from 'react';
import type {Desk} from '../../desk/desk.ts';
import type {Session} from '../../term/session.ts';
import {App} from '../../ui/App.tsx';
import {ScreenReader} from '../../ui/reader/ScreenReader.tsx';
import type {DrawTable} from '../../ui/table/Table.tsx';

type Given = {readonly desk: Desk; readonly session: Session; readonly table: DrawTable};

// A file of its own, because Ink and yoga load after the first picture.

export function mountInk({desk, session, table}: Given) {
  const {keyboard, screen} = session;
  return mount(session, false, <App desk={desk} keyboard={keyboard} page={screen.page} table={table} />);
}

/** Not interactive: Ink then writes each new line of `Static` once, and erases none. */
export function mountTranscript({desk, session}: Omit<Given, 'table'>) {
  const {keyboard, screen} = session;
  return mount(session, true, <ScreenReader desk={desk} keyboard={keyboard} type={screen.type} />);
}

const mount = ({keyboard, screen}: Session, isRead: boolean, tree: ReactNode) =>
  render(tree, {
    ...{stdout: screen.stdout, stdin: keyboard.stdin, debug: !isRead, interactive: !isRead},
    ...{isScreenReaderEnabled: isRead, exitOnCtrlC: false, patchConsole: false},
  });
