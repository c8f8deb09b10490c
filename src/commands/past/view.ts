/** Shows the live desk, or its past while the desk continues. */
import {createListeners, type Desk} from '../../desk/desk.ts';
import {bindingAlways, isHaltKey} from '../../desk/keys.ts';
import type {SentMsg} from '../../desk/messages.ts';
import {type Key, keyName} from '../../desk/model/vocabulary.ts';
import type {DrawTable} from '../../ui/table/view.ts';
import type {OpenedPast} from './showing.ts';

type Given = {
  readonly desk: Desk;
  readonly table: DrawTable;
  readonly open: () => Promise<OpenedPast>;
  readonly redraw: () => void;
};

/** Sent as an action: as a key it could become text in a dialog that opened behind the past. */
const halt: SentMsg = {type: 'ran', action: 'halt'};

export type DeskView = ReturnType<typeof createDeskView>;

/** The desk as its screen sees it. Keys and draws do not reach the desk while the past is shown. */
export function createDeskView({desk, table, open, redraw}: Given) {
  const {subscribe, tell, clear} = createListeners();
  let shown: OpenedPast | 'opening' | undefined;
  const past = () => (shown === 'opening' ? undefined : shown);

  desk.subscribe(() => (past()?.showing.changed ?? tell)());
  const leave = () => {
    past()?.showing.close();
    shown = undefined;
    desk.send({type: 'lookedBack'});
    tell();
  };
  /** Before the past is loaded a key must not act on the live desk either. */
  const askedBy = (key: Key) => {
    const {settings} = desk.getState();
    if (bindingAlways(settings.bindings, keyName(key))?.action === 'quit') return 'quit';
    return isHaltKey(settings.bindings, keyName(key), false) ? 'halt' : undefined;
  };
  const send = (msg: SentMsg) => {
    const isKey = msg.type === 'pressed';
    // The screen reports its columns again when it shows the desk.
    const isForDesk = past() === undefined ? !isKey : msg.type === 'columnsShown';
    if (shown === undefined || isForDesk) desk.send(msg);
    if (shown === undefined) return;
    const isLoaded = shown !== 'opening';
    const asks = isLoaded ? past()?.showing.send(msg) : isKey ? askedBy(msg.key) : undefined;
    if (asks === 'redraw') redraw();
    else if (asks !== undefined) leave();
    if (asks === 'quit') desk.send(msg);
    if (asks === 'halt') desk.send(halt);
  };
  const lookBack = async () => {
    try {
      shown = 'opening';
      const opened = await open();
      if (shown !== 'opening') return opened.showing.close();
      shown = opened;
      opened.showing.subscribe(tell);
      tell();
    } catch (error) {
      if (shown === 'opening') shown = undefined;
      desk.send({type: 'told', text: (error as Error).message, level: 'info'});
    }
  };
  return {
    desk: {getState: () => past()?.showing.getState() ?? desk.getState(), subscribe, send} satisfies Desk,
    /** Only the memory of the live table, because it is recorded. */
    table: {
      ...table,
      draw: (...of) => (past()?.table ?? table).draw(...of),
      onScreen: state => (past()?.table ?? table).onScreen(state),
    } satisfies DrawTable,
    lookBack: () => void (shown === undefined && lookBack()),
    close() {
      past()?.showing.close();
      clear();
    },
  };
}
