import type {Operations} from '../../src/api/client.ts';
import {type BoundJournal, JournalError} from '../../src/desk/effects/journal.ts';
import {createReads} from '../../src/desk/effects/reads.ts';
import {createIntentEffects} from '../../src/desk/effects/writes.ts';
import {initialState} from '../../src/desk/initial.ts';
import {bindings} from '../../src/desk/keys.ts';
import type {Command, Msg, Sent} from '../../src/desk/messages.ts';
import type {Moment, Settings, State} from '../../src/desk/state.ts';
import {update} from '../../src/desk/update.ts';
import {defaultColumns, defaultGuardrails} from '../../src/desk/vocabulary.ts';
import {simService} from './client.ts';
import type {Mutation} from './mutations.ts';
import type {World} from './world.ts';

/** One running optty: its desk, its effects, its clocks, and its death. */
export type Dashboard = {
  readonly pid: number;
  readonly name: string;
  state(): State;
  send(msg: Sent): void;
  isAlive(): boolean;
  kill(): void;
  /** The machine sleeps: nothing happens here, and the monotonic clock stands still. */
  sleep(ms: number): void;
  /** Someone sets the wall clock. */
  setWallBy(ms: number): void;
};

export const settings: Settings = {
  profile: 'sim',
  account: 'sim',
  host: 'sim.example',
  guardrails: defaultGuardrails,
  refreshMs: 30_000,
  bindings,
  columns: defaultColumns,
  namedFilters: {},
  sortable: {cards: [], easyOptions: []},
  theme: 'default',
  ascii: false,
  color: false,
  bell: false,
  desktopNotifications: false,
};

/** The process ended in the middle of what it did; whoever waits for it waits for ever. */
export class Killed extends JournalError {
  constructor() {
    super('unavailable', 'Killed.');
  }
}

export function createDashboard(given: {
  world: World;
  pid: number;
  name: string;
  /** The client and the journal, as this process has them. */
  connect: (
    dashboard: Dashboard,
    inProcess: (work: () => void) => void,
  ) => {client: Operations; journal: BoundJournal};
  uuid: () => string;
  mutation: Mutation;
  afterUpdate: (before: State, after: State, msg: Msg) => void;
}): Dashboard {
  const {world, pid, name, mutation, afterUpdate} = given;
  const born = world.now();
  let isAlive = true;
  let sleptMs = 0;
  let asleepUntil = 0;
  let wallOffsetMs = 0;
  const clock = (): Moment => ({mono: world.now() - born - sleptMs, wall: world.now() + wallOffsetMs});

  const inProcess = (work: () => void): void => {
    if (!isAlive) return;
    if (world.now() < asleepUntil) world.answerAt(asleepUntil, () => inProcess(work));
    else work();
  };
  // As setTimeout, which waits for a millisecond at least.
  const after = (ms: number, then: () => void) =>
    world.at(world.now() + Math.max(1, ms), () => inProcess(then));

  let state: State = initialState(settings, {columns: 120, rows: 40}, clock(), pid);
  const waiting: Msg[] = [];
  let isBusy = false;
  const send = (msg: Sent): void => {
    if (!isAlive) return;
    waiting.push({...msg, now: clock()} as Msg);
    if (isBusy) return;
    isBusy = true;
    for (let next = waiting.shift(); next !== undefined && isAlive; next = waiting.shift()) take(next);
    isBusy = false;
  };
  const take = (msg: Msg): void => {
    const before = mutation.state?.(state, msg) ?? state;
    const [next, commands] = update(before, msg);
    state = next;
    afterUpdate(before, next, msg);
    for (const command of commands) if (isAlive) carryOut(command);
  };

  const dashboard: Dashboard = {
    pid,
    name,
    state: () => state,
    send,
    isAlive: () => isAlive,
    kill() {
      isAlive = false;
    },
    sleep(ms) {
      sleptMs += ms;
      asleepUntil = world.now() + ms;
    },
    setWallBy(ms) {
      wallOffsetMs += ms;
    },
  };
  const {client, journal} = given.connect(dashboard, inProcess);
  const reads = createReads({client, clock, settings});
  const intents = createIntentEffects({
    client: mutation.client?.(client) ?? client,
    journal: {bind: () => mutation.journal?.(journal) ?? journal},
    service: simService,
    account: 'sim',
    uuid: given.uuid,
    now: clock,
    send: msg => send({type: 'intent', msg: mutation.message?.(msg, state) ?? msg}),
    after,
  });
  const carryOut = (command: Command): void => {
    // Ticks are for ages on the screen; they would be half of all steps.
    if (command.type === 'after' && command.then.type !== 'tick') after(command.ms, () => send(command.then));
    else if (command.type === 'fetch') reads.fetch(command, send);
    else if (command.type === 'intent') intents(command.command);
  };
  send({type: 'journalOpened', activity: [], alerts: []});
  intents({type: 'watch'});
  send({type: 'started'});
  return dashboard;
}
