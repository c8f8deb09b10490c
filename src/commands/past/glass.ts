/** Shows the live desk, or its past while the desk continues. */
import {createListeners, type Desk} from '../../desk/desk.ts';
import {bindingAlways, isHaltKey} from '../../desk/keys.ts';
import type {SentMsg} from '../../desk/messages.ts';
import {type Key, keyName} from '../../desk/model/vocabulary.ts';
import type {State} from '../../desk/state.ts';
import type {DrawTable} from '../../ui/table/view.ts';
import type {OpenedPast, Showing} from './showing.ts';

type Given = {
  readonly desk: Desk;
  readonly table: DrawTable;
  readonly open: () => Promise<OpenedPast>;
  readonly redraw: () => void;
};

type Shown =
  | {readonly is: 'now'}
  /** Keys are queued: a key meant for the past must not act on the live desk. */
  | {readonly is: 'opening'; readonly keys: Key[]}
  | ({readonly is: 'past'} & OpenedPast);

/** Sent as an action: as a key it could become text in a dialog that opened behind the past. */
const halt: SentMsg = {type: 'ran', action: 'halt'};

export type Glass = ReturnType<typeof createGlass>;

/** The desk as its screen sees it. Keys and draws do not reach the desk while the past is shown. */
export function createGlass(given: Given) {
  const {desk, table, redraw} = given;
  const {subscribe, tell, clear} = createListeners();
  const view: View = {shown: {is: 'now'}};
  /** The last columns of the past, withheld from the desk. */
  let columns: Extract<SentMsg, {type: 'columnsShown'}> | undefined;
  const past = () => (view.shown.is === 'past' ? view.shown : undefined);

  desk.subscribe(() => (past()?.showing.changed ?? tell)());
  const leave = () => {
    past()?.showing.close();
    view.shown = {is: 'now'};
    // The screen reports columns only when they change, so the withheld message is sent now.
    if (columns !== undefined) desk.send(columns);
    columns = undefined;
    desk.send({type: 'lookedBack'});
    tell();
  };
  /** Quitting and halting leave the past at once; the desk itself asks before it quits. */
  const leaveFor = (msg: SentMsg) => {
    leave();
    desk.send(msg);
  };
  const sendToPast = (showing: Showing, msg: SentMsg) => {
    if (msg.type === 'columnsShown') columns = msg;
    if (msg.type === 'scrollTold') showing.scrollTold(msg.most);
    if (msg.type !== 'pressed') return;
    const asks = showing.press(msg.key);
    if (asks === 'redraw') redraw();
    if (asks === 'leave') leave();
    if (asks === 'quit') leaveFor(msg);
    if (asks === 'halt') leaveFor(halt);
  };
  const send = (msg: SentMsg) => {
    const {shown} = view;
    if (shown.is === 'past') sendToPast(shown.showing, msg);
    else if (shown.is === 'now' || msg.type !== 'pressed') desk.send(msg);
    else if (isQuit(desk.getState(), msg.key)) leaveFor(msg);
    else if (isHalt(desk.getState(), msg.key)) leaveFor(halt);
    else shown.keys.push(msg.key);
  };
  const entered = ({showing}: OpenedPast, keys: readonly Key[]) => {
    showing.subscribe(tell);
    tell();
    for (const key of keys) send({type: 'pressed', key});
  };
  const getState = () => past()?.showing.getState() ?? desk.getState();
  return {
    desk: {getState, subscribe, send} satisfies Desk,
    /** The past has a table of its own, so that it moves nothing of the live one. */
    table: switchedTable(table, () => past()?.table ?? table),
    lookBack: () => lookBack(view, given, entered),
    close() {
      past()?.showing.close();
      clear();
    },
  };
}

type View = {shown: Shown};

type Entered = (past: OpenedPast, keys: readonly Key[]) => void;

function lookBack(view: View, {open, desk}: Given, entered: Entered): void {
  if (view.shown.is !== 'now') return;
  const opening: Shown = {is: 'opening', keys: []};
  view.shown = opening;
  open().then(
    opened => {
      if (view.shown !== opening) {
        opened.showing.close();
        return;
      }
      view.shown = {is: 'past', ...opened};
      entered(opened, opening.keys);
    },
    (error: Error) => {
      if (view.shown === opening) view.shown = {is: 'now'};
      desk.send({type: 'told', text: error.message, level: 'info'});
    },
  );
}

const isQuit = ({settings}: State, key: Key) =>
  bindingAlways(settings.bindings, keyName(key))?.action === 'quit';

const isHalt = ({settings}: State, key: Key) => isHaltKey(settings.bindings, keyName(key), false);

/** Only the live table's memory is reported, because a recording is made of it. */
function switchedTable(now: DrawTable, current: () => DrawTable): DrawTable {
  return {
    ...now,
    draw: (...of) => current().draw(...of),
    onScreen: state => current().onScreen(state),
  };
}
