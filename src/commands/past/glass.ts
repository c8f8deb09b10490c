/** Shows the live desk, or its past while the desk continues. */
import type {Desk} from '../../desk/desk.ts';
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

export function createGlass(given: Given): Glass {
  return new Glass(given);
}

/** The desk as its screen sees it. Keys and draws do not reach the desk while the past is shown. */
export class Glass {
  readonly desk: Desk;
  /** The past has a table of its own, so that it moves nothing of the live one. */
  readonly table: DrawTable;
  readonly #given: Given;
  readonly #listeners = new Set<() => void>();
  #shown: Shown = {is: 'now'};
  /** The last columns of the past, withheld from the desk. */
  #columns: Extract<SentMsg, {type: 'columnsShown'}> | undefined;

  constructor(given: Given) {
    this.#given = given;
    given.desk.subscribe(() => {
      if (this.#shown.is === 'past') this.#shown.showing.changed();
      else this.#tell();
    });
    this.desk = {
      getState: () => (this.#shown.is === 'past' ? this.#shown.showing.getState() : given.desk.getState()),
      subscribe: listener => {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
      },
      send: msg => this.#send(msg),
    };
    this.table = switchedTable(given.table, () =>
      this.#shown.is === 'past' ? this.#shown.table : given.table,
    );
  }

  readonly lookBack = (): void => {
    if (this.#shown.is !== 'now') return;
    const opening: Shown = {is: 'opening', keys: []};
    this.#shown = opening;
    this.#given.open().then(
      past => this.#enter(opening, past),
      (error: Error) => {
        if (this.#shown === opening) this.#shown = {is: 'now'};
        this.#given.desk.send({type: 'told', text: error.message, level: 'info'});
      },
    );
  };

  close(): void {
    if (this.#shown.is === 'past') this.#shown.showing.close();
    this.#listeners.clear();
  }

  #enter(opening: Extract<Shown, {is: 'opening'}>, past: OpenedPast): void {
    if (this.#shown !== opening) {
      past.showing.close();
      return;
    }
    this.#shown = {is: 'past', ...past};
    past.showing.subscribe(() => this.#tell());
    this.#tell();
    for (const key of opening.keys) this.#send({type: 'pressed', key});
  }

  #send(msg: SentMsg): void {
    const {desk} = this.#given;
    const shown = this.#shown;
    if (shown.is === 'now') desk.send(msg);
    else if (shown.is === 'past') this.#sendToPast(shown.showing, msg);
    else if (msg.type !== 'pressed') desk.send(msg);
    else if (this.#isQuit(msg.key)) this.#leaveFor(msg);
    else if (this.#isHalt(msg.key)) this.#leaveFor(halt);
    else shown.keys.push(msg.key);
  }

  #sendToPast(showing: Showing, msg: SentMsg): void {
    if (msg.type === 'columnsShown') this.#columns = msg;
    if (msg.type === 'scrollTold') showing.scrollTold(msg.most);
    if (msg.type !== 'pressed') return;
    const asks = showing.press(msg.key);
    if (asks === 'redraw') this.#given.redraw();
    if (asks === 'leave') this.#leave();
    if (asks === 'quit') this.#leaveFor(msg);
    if (asks === 'halt') this.#leaveFor(halt);
  }

  /** Quitting and halting leave the past at once; the desk itself asks before it quits. */
  #leaveFor(msg: SentMsg): void {
    this.#leave();
    this.#given.desk.send(msg);
  }

  #isQuit(key: Key): boolean {
    const {bindings} = this.#given.desk.getState().settings;
    return bindingAlways(bindings, keyName(key))?.action === 'quit';
  }

  #isHalt(key: Key): boolean {
    return isHaltKey(this.#given.desk.getState().settings.bindings, keyName(key), false);
  }

  #leave(): void {
    if (this.#shown.is === 'past') this.#shown.showing.close();
    this.#shown = {is: 'now'};
    const {desk} = this.#given;
    // The screen reports columns only when they change, so the withheld message is sent now.
    if (this.#columns !== undefined) desk.send(this.#columns);
    this.#columns = undefined;
    desk.send({type: 'lookedBack'});
    this.#tell();
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

/** Only the live table's memory is reported, because a recording is made of it. */
function switchedTable(now: DrawTable, current: () => DrawTable): DrawTable {
  const lines = (...of: Parameters<DrawTable>) => current()(...of);
  return Object.assign(lines, {
    onScreen: (state: State) => current().onScreen(state),
    below: (state: State) => current().below(state),
    fields: (state: State) => current().fields(state),
    tell: now.tell,
    take: now.take,
  });
}
