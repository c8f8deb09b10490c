/** What the screen shows: the desk as it is now, or as it was, while it goes on behind that. */
import type {Desk} from '../../desk/desk.ts';
import {bindingAlways, isStopKey} from '../../desk/model/keys.ts';
import type {SentMsg} from '../../desk/model/messages.ts';
import {type Key, keyName} from '../../desk/model/vocabulary.ts';
import type {DrawBody} from '../../ui/table/drawn.ts';
import type {DrawTable} from '../../ui/table/view.ts';
import type {Showing} from './showing.ts';

/** The desk as its screen sees it. Nothing that is pressed or drawn reaches it while the past is shown. */
export type Glass = {
  readonly desk: Desk;
  /** The table that a state is drawn on: one of then moves nothing of the one of now. */
  readonly table: DrawTable;
  /** Shows the past, as soon as it is there. */
  lookBack(): void;
  close(): void;
};

/** The past on the screen, and the table it is drawn on. */
export type OpenedPast = {readonly showing: Showing; readonly table: DrawTable};

type Given = {
  readonly desk: Desk;
  readonly table: DrawTable;
  /** Rejects with the reason in a sentence where there is no past to look at. */
  readonly open: () => Promise<OpenedPast>;
  readonly redraw: () => void;
};

type Shown =
  | {readonly is: 'now'}
  /** Keys wait for the past: none that is meant for it may act on what is now. */
  | {readonly is: 'opening'; readonly keys: Key[]}
  | ({readonly is: 'past'} & OpenedPast);

/** Sent as an action: the key may be text in a dialog that has opened behind the past. */
const stop: SentMsg = {type: 'ran', action: 'stop'};

export function createGlass(given: Given): Glass {
  return new SwitchedGlass(given);
}

class SwitchedGlass implements Glass {
  readonly desk: Desk;
  readonly table: DrawTable;
  readonly #given: Given;
  readonly #listeners = new Set<() => void>();
  #shown: Shown = {is: 'now'};
  /** What the table of then told last, which a desk must not take for its own. */
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
    else if (this.#isStop(msg.key)) this.#leaveFor(stop);
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
    if (asks === 'stop') this.#leaveFor(stop);
  }

  /** Quitting and the stop are never held up: the desk asks first, if anything speaks against quitting. */
  #leaveFor(msg: SentMsg): void {
    this.#leave();
    this.#given.desk.send(msg);
  }

  #isQuit(key: Key): boolean {
    const {bindings} = this.#given.desk.getState().settings;
    return bindingAlways(bindings, keyName(key))?.action === 'quit';
  }

  #isStop(key: Key): boolean {
    return isStopKey(this.#given.desk.getState().settings.bindings, keyName(key), false);
  }

  #leave(): void {
    if (this.#shown.is === 'past') this.#shown.showing.close();
    this.#shown = {is: 'now'};
    const {desk} = this.#given;
    // Where the columns of now are those that were drawn last, nobody tells them again.
    if (this.#columns !== undefined) desk.send(this.#columns);
    this.#columns = undefined;
    desk.send({type: 'lookedBack'});
    this.#tell();
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

/** What it remembers is told of the one of now: a recording is made of that. */
function switchedTable(now: DrawTable, current: () => DrawTable): DrawTable {
  const lines: DrawBody<string[]> = (...of) => current()(...of);
  const parts: Pick<DrawTable, 'onScreen' | 'below' | 'fields' | 'tell' | 'take'> = {
    onScreen: (...of) => current().onScreen(...of),
    below: (...of) => current().below(...of),
    fields: (...of) => current().fields(...of),
    tell: now.tell,
    take: now.take,
  };
  return Object.assign(lines, parts);
}
