import type {Moment} from '../../src/account/model/moment.ts';
import type {AgentRules, Limits} from '../../src/account/model/vocabulary.ts';
import type {Operations} from '../../src/api/client.ts';
import type {Glimpse} from '../../src/core/journal/glimpse.ts';
import type {BoundJournal} from '../../src/core/journal/journal.ts';
import {JournalError, journalError} from '../../src/core/journal/problem.ts';
import {initialState} from '../../src/desk/desk.ts';
import {
  createControlsEffects,
  createHaltEffects,
  createIntentEffects,
  createProposalEffects,
} from '../../src/desk/effects/journaled.ts';
import {createOpening} from '../../src/desk/effects/opening.ts';
import {createReads} from '../../src/desk/effects/reads.ts';
import {carryOut, type World as Effects} from '../../src/desk/effects/world.ts';
import type {Msg, SentMsg} from '../../src/desk/messages.ts';
import type {Settings, State} from '../../src/desk/state.ts';
import {update} from '../../src/desk/update.ts';
import {settingsForTests} from '../helpers/settings.ts';
import {type Mutation, readOtherwise} from './mutations.ts';
import type {World} from './world.ts';

/** One running optty: its desk, its effects, its clocks, and its death. */
export type Dashboard = {
  readonly pid: number;
  readonly name: string;
  state(): State;
  send(msg: SentMsg): void;
  clock(): Moment;
  /** Its user takes the controls. */
  takeControls(): void;
  isAlive(): boolean;
  kill(): void;
  /** The machine sleeps: nothing happens here, and the monotonic clock stands still. */
  sleep(ms: number): void;
  /** For how long it sleeps on. */
  asleepMs(): number;
  /** Someone sets the wall clock. */
  setWallBy(ms: number): void;
};

/** What agents propose is often beyond them. */
export const agentRules: AgentRules = {allow: ['read', 'propose'], maxNotional: '60'};

export const usualSettings = settingsForTests({
  ...{profile: 'sim', account: 'sim', host: 'sim.example', refreshMs: 30_000},
  ...{sortable: {cards: [], easyOptions: []}, agents: agentRules},
});

/** The process ended in the middle of what it did; whoever waits for it waits for ever. */
export class Killed extends JournalError {
  constructor() {
    super('unavailable', 'Killed.');
  }
}

/** The journal as a process comes by it; `open` throws where that cannot be written. */
export type JournalAtHand = {
  readonly open: () => BoundJournal;
  /** What can be read all the same; undefined if nothing can. */
  readonly glimpse: () => Glimpse | undefined;
};

/** What a process has of the world. */
export type Connection = {
  readonly client: Operations;
  readonly journal: JournalAtHand;
};

export function createDashboard(given: {
  world: World;
  pid: number;
  name: string;
  /** The client and the journal, as this process has them. */
  connect: (dashboard: Dashboard, inProcess: (work: () => void) => void) => Connection;
  uuid: () => string;
  mutation: Mutation;
  lags: Pick<Settings, 'listLagMs' | 'tradesLagMs'> & Partial<Pick<Settings, 'amendWaitMs'>>;
  limits: Limits;
  afterUpdate: (before: State, after: State, msg: Msg) => void;
}): Dashboard {
  const {world, pid, name, mutation, afterUpdate} = given;
  const born = world.now();
  let isAlive = true;
  let sleptMs = 0;
  let asleepUntil = 0;
  let wallOffsetMs = 0;
  /** In a sleep the monotonic clock stands still. */
  const clock = (): Moment => ({
    mono: Math.max(world.now(), asleepUntil) - born - sleptMs,
    wall: world.now() + wallOffsetMs,
  });

  const inProcess = (work: () => void): void => {
    if (!isAlive) return;
    if (world.now() < asleepUntil) world.answerAt(asleepUntil, () => inProcess(work));
    else work();
  };
  // As setTimeout, which waits for a millisecond at least.
  const after = (ms: number, then: () => void) =>
    world.answerAt(world.now() + Math.max(1, ms), () => inProcess(then));

  const settings: Settings = {...usualSettings, ...given.lags, limits: given.limits};
  let state: State = initialState(settings, {columns: 120, rows: 40}, clock(), pid);
  const waiting: Msg[] = [];
  let isBusy = false;
  const send = (msg: SentMsg): void => {
    if (!isAlive) return;
    waiting.push({...msg, now: clock()} as Msg);
    if (isBusy) return;
    isBusy = true;
    for (let next = waiting.shift(); next !== undefined && isAlive; next = waiting.shift()) take(next);
    isBusy = false;
  };
  const take = (msg: Msg): void => {
    const before = mutation.state?.(state, msg) ?? state;
    const [next, commands] = update(before, readOtherwise(mutation, msg, before));
    state = next;
    afterUpdate(before, next, msg);
    for (const command of commands) if (isAlive) carryOut(effects, command, send);
  };

  const dashboard: Dashboard = {
    pid,
    name,
    state: () => state,
    send,
    clock,
    takeControls: () =>
      inProcess(() => carryOut(effects, {type: 'takeControls', at: clock().wall, isForced: true}, send)),
    isAlive: () => isAlive,
    kill() {
      isAlive = false;
    },
    sleep(ms) {
      const from = Math.max(asleepUntil, world.now());
      asleepUntil = Math.max(asleepUntil, world.now() + ms);
      sleptMs += asleepUntil - from;
    },
    asleepMs: () => Math.max(0, asleepUntil - world.now()),
    setWallBy(ms) {
      wallOffsetMs += ms;
    },
  };
  const {client, journal} = given.connect(dashboard, inProcess);
  const reads = createReads({client, clock, settings, after});
  const attempt = createOpening({
    open: async () => ({journal: journal.open()}),
    shown: () => state,
    others: () => undefined,
    glimpse() {
      const seen = journal.glimpse();
      if (seen === undefined) throw journalError('unread', 'The journal');
      return seen;
    },
    ready(opened) {
      const shared = {journal: mutation.journal?.(opened) ?? opened, after};
      const clientOf = (plain: Operations) => mutation.client?.(plain) ?? plain;
      const ofHalt = createHaltEffects({
        ...{...shared, client: clientOf(client), service: {}, clock},
        send: msg => send({type: 'halt', msg}),
      });
      const ofControls = createControlsEffects({journal: shared.journal, send});
      const {lookForControls} = ofControls;
      const ofIntents = createIntentEffects({
        warn: () => {},
        lookForControls,
        ...{...shared, client: clientOf(client), service: {}, limits: settings.limits, now: clock},
        uuid: given.uuid,
        state: () => state,
        send: msg => send({type: 'intent', msg: mutation.message?.(msg, state) ?? msg}),
      });
      const ofProposals = createProposalEffects({journal: shared.journal, clock, send});
      Object.assign(effects, ofHalt, ofIntents, ofProposals, ofControls);
    },
    mayWrite: () => true,
    send: msg => send(mutation.opening?.(msg, state) ?? msg),
    now: clock,
  });
  const open = () => {
    // A process that is killed at the journal is gone, whatever it was about to do.
    attempt().catch(error => {
      if (isAlive) throw error;
    });
  };
  // What it reads it tells at once: nothing happens between the two.
  const tryOpening = () => world.answerAt(world.now(), () => inProcess(open));
  const {fetch, readPortfolio} = reads;
  const effects: Partial<Effects> = {
    ...{fetch, readPortfolio},
    // Ticks are for ages on the screen; they would be half of all steps.
    after: ({ms, then}) => then.type !== 'tick' && after(ms, () => send(then)),
    // As the dashboard, on which nothing can be asked for before the journal is open.
    journalAsk: ({draft}) => send({type: 'intent', msg: {type: 'askFailed', draft, reason: 'Not open.'}}),
    watch: () => mutation.opensOnce || tryOpening(),
  };
  tryOpening();
  send({type: 'started'});
  return dashboard;
}
