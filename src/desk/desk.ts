import type {Command, Msg, SentMsg} from './messages.ts';
import type {Moment} from './model/moment.ts';
import {saysSame} from './portfolio/reading/rounds.ts';
import type {State} from './state.ts';
import {update} from './update.ts';

export type Desk = {
  getState(): State;
  subscribe(listener: () => void): () => void;
  send(msg: SentMsg): void;
};

type Given = {
  readonly state: State;
  readonly carryOut: (command: Command, send: Desk['send']) => void;
  readonly clock: () => Moment;
};

/**
 * Messages are applied one at a time, in the order in which they are sent. Subscribers are notified before the
 * commands run, so that a command that checks the screen checks the right frame.
 */
export function createDesk({state: first, carryOut, clock}: Given): Desk {
  let state = first;
  let isBusy = false;
  const waiting: Msg[] = [];
  const {subscribe, tell} = createListeners();

  const take = (msg: Msg) => {
    const [next, commands] = update(state, msg);
    const isSeen = next !== state && !isOnlyAsked(msg, state, next);
    state = next;
    if (isSeen) tell();
    for (const command of commands) carryOut(command, send);
  };

  const send = (msg: SentMsg) => {
    waiting.push({...msg, now: clock()});
    if (isBusy) return;
    isBusy = true;
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) take(next);
    } finally {
      isBusy = false;
    }
  };

  return {getState: () => state, subscribe, send};
}

export function createListeners() {
  const all = new Set<() => void>();
  return {
    subscribe(listener: () => void) {
      all.add(listener);
      return () => void all.delete(listener);
    },
    /** Only listeners from before the change are notified. */
    tell() {
      for (const each of [...all]) each();
    },
    clear: () => all.clear(),
  };
}

/** A pending request is not visible on any screen; a clock jump in the same message is. */
const isOnlyAsked = ({type}: Msg, before: State, after: State) =>
  before.now === after.now &&
  (type === 'pollDue' || (type === 'portfolio' && saysSame(before.portfolio.rows, after.portfolio.rows)));
