import {saysSame} from './book/reading/rounds.ts';
import type {Command, Msg, SentMsg} from './model/messages.ts';
import type {Moment} from './model/moment.ts';
import type {State} from './model/state.ts';
import {update} from './update.ts';

/** The running desk: the state, who looks at it, and the one loop through which everything passes. */
export type Desk = {
  getState(): State;
  /** Calls back after each change of what can be seen; returns how to stop that. */
  subscribe(listener: () => void): () => void;
  send(msg: SentMsg): void;
};

type Given = {
  readonly state: State;
  /** Carries a command out; answers, if there are any, come back by `send`. */
  readonly carryOut: (command: Command, send: Desk['send']) => void;
  readonly clock: () => Moment;
  /** Told of each message, with what the desk is before it takes that: what it comes to grief over is known. */
  readonly record?: (msg: Msg, before: State) => void;
};

/**
 * Messages are taken one at a time, in the order of their sending. The screen is told of a change before its
 * commands run, so that a command which asks whether the screen shows the change asks about the right frame.
 */
export function createDesk({state: first, carryOut, clock, record}: Given): Desk {
  let state = first;
  let isBusy = false;
  const waiting: Msg[] = [];
  const listeners = new Set<() => void>();

  const take = (msg: Msg) => {
    record?.(msg, state);
    const [next, commands] = update(state, msg);
    const isSeen = next !== state && !isOnlyAsked(msg, state, next);
    state = next;
    if (isSeen) for (const listener of [...listeners]) listener();
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

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    send,
  };
}

/** That something is asked for is on no screen; a jump of the clock, which may come with it, is. */
const isOnlyAsked = ({type}: Msg, before: State, after: State) =>
  before.now === after.now &&
  (type === 'pollDue' || (type === 'book' && saysSame(before.book.rows, after.book.rows)));
