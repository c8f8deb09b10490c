import type {Moment} from '../../src/account/model/moment.ts';
import type {ControlsSeen} from '../../src/account/model/vocabulary.ts';
import {type PortfolioRows, unreadRows} from '../../src/account/portfolio/rows.ts';
import {whyViewing} from '../../src/core/gate/gate.ts';
import {type HaltState, noHalt} from '../../src/core/halt/halt.ts';
import {type Intent, type Intents, type IntentTimer, initialIntents} from '../../src/core/intents/intent.ts';
import type {WriteDraft} from '../../src/core/intents/kinds/kinds.ts';
import type {Attempt, Outcome} from '../../src/core/intents/outcome.ts';
import {hasLimits} from '../../src/core/limits/decide.ts';
import {emptyLimitsRoom, type LimitsRoom} from '../../src/core/limits/pending.ts';
import {bindStore, createStore, holderIn, type Store} from '../sim/memory-journal.ts';
import type {Bound} from './bounds.ts';
import {type Service, serviceAtStart, wholeOf} from './service.ts';

/**
 * One state of everything: the service, the journal, the wire and the dashboards. Nothing of it ever
 * changes.
 */
export type World = {
  /** True time, in ms; both clocks of every process go by it. */
  readonly now: number;
  readonly service: Service;
  readonly store: Store;
  readonly wire: readonly Request[];
  readonly desks: readonly Desk[];
  readonly left: Left;
  /** Numbers what is made, so that no two things have one name. */
  readonly made: number;
  /** A law that was broken on the way here. */
  readonly broken: string | undefined;
};

/** What may still happen of what a bound counts. */
export type Left = {
  readonly deaths: number;
  readonly twins: number;
  readonly events: number;
  readonly keys: number;
  readonly doubles: number;
  readonly journalFaults: number;
  readonly halts: number;
  readonly sleeps: number;
  readonly takes: number;
  /** Faults; `uncounted` where they are never spent. */
  readonly faults: number;
};

/** One optty: a process, or none while it is dead. */
export type Desk = {
  readonly pid: number;
  readonly bornAt: number;
  readonly intents: Intents;
  readonly halt: HaltState;
  /** What it has read of the whole account, and what limits make of that. */
  readonly account: {readonly rows: PortfolioRows; readonly room: LimitsRoom};
  readonly controls: ControlsSeen | undefined;
  readonly counter: number;
  readonly calls: readonly Call[];
  readonly timers: readonly Timer[];
};

/** Whether the process has the controls, or may get them: the limits of another are not asked for. */
export const mayAsk = (desk: Desk, {store, left}: World): boolean =>
  isAlive(desk) && (left.takes > 0 || left.deaths > 0 || [undefined, desk.pid].includes(holderIn(store)));

/** A request that left and has not reached the service. */
export type Request = {
  readonly number: number;
  /** The intent's id. */
  readonly by: string;
  readonly draft: WriteDraft;
  readonly key: string | undefined;
};

/** What a process waits for. A write has its answer on the way once its request has arrived. */
export type Call = WriteCall | AccountRead;

export type WriteCall = {
  readonly type: 'write';
  readonly request: number;
  readonly intent: Intent;
  readonly begun: Attempt;
  /** Committed, and its connection is still being made. */
  readonly isHeld: boolean;
  readonly answer: Outcome | undefined;
};

export type AccountRead = {readonly type: 'account read'; readonly beganAt: Moment};

export type Timer = {
  readonly at: number;
  readonly due: IntentTimer;
};

const start = 1_000_000;

export function worldAtStart(bound: Bound): World {
  const {deaths, twins, events, keys, doubles, journalFaults, dashboards, halt, sleeps, mostFaults} = bound;
  const store = createStore();
  const service = serviceAtStart(bound);
  // The first has the controls.
  const desks = Array.from({length: dashboards}, (_, index) => {
    const desk = deskBorn(index + 1, start - 1_000);
    const {controls} = bindStore(store, {pid: desk.pid, isAlive: () => true});
    controls.take(start, false);
    const seen = controls.seen();
    const viewing = seen.is === 'ours' ? undefined : whyViewing(seen);
    const rows = hasLimits(bound.limits)
      ? desk.account.rows
      : wholeOf(service.truth, clockOf(desk, desk.bornAt));
    const account = {...desk.account, rows};
    return {...desk, account, controls: seen, intents: {...desk.intents, viewing}};
  });
  return {
    now: start,
    service,
    store,
    wire: [],
    desks,
    left: {
      ...{deaths, twins, events, keys, doubles, journalFaults, sleeps, takes: bound.takes},
      ...{halts: halt ? 1 : 0, faults: mostFaults},
    },
    made: 1 + dashboards,
    broken: undefined,
  };
}

/**
 * Its polls have told it the service's clock.
 * @param isHalted its first look at the journal is yet to find a halt
 */
export function deskBorn(pid: number, now: number, isHalted = false): Desk {
  const clock = {offsetMs: 0, seenAt: {mono: 0, wall: now}};
  return {
    ...{pid, bornAt: now, calls: [], timers: [], counter: 0, controls: undefined},
    intents: {...initialIntents, clock},
    halt: {...noHalt, isFound: isHalted ? undefined : false},
    account: {rows: unreadRows(0), room: emptyLimitsRoom},
  };
}

export function isAlive({pid}: Desk): boolean {
  return pid !== 0;
}

/** A whole read that begins now may settle a write of this process. */
export const mayRead = ({intents, bornAt}: Desk, now: number): boolean =>
  intents.list.some(each => {
    const its = intents.reads[each.id];
    return its !== undefined && each.state !== 'SENDING' && its.last.mono + bornAt < now;
  });

export function clockOf({bornAt}: Desk, now: number): Moment {
  return {mono: now - bornAt, wall: now};
}
