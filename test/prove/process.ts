import type {Moment} from '../../src/account/model/moment.ts';
import type {ControlsSeen} from '../../src/account/model/vocabulary.ts';
import type {PortfolioRows} from '../../src/account/portfolio/rows.ts';
import type {Operations} from '../../src/api/client.ts';
import {andThen} from '../../src/core/chain.ts';
import type {HaltMsg} from '../../src/core/halt/halt.ts';
import type {Intent, IntentCommand, IntentMsg, IntentSent, Intents} from '../../src/core/intents/intent.ts';
import {riskOf, type WriteDraft} from '../../src/core/intents/kinds/kinds.ts';
import {replacedBy} from '../../src/core/intents/kinds/place.ts';
import type {Attempt} from '../../src/core/intents/outcome.ts';
import {updateIntents} from '../../src/core/intents/update.ts';
import type {BoundJournal} from '../../src/core/journal/journal.ts';
import {hasLimits} from '../../src/core/limits/decide.ts';
import {initialState} from '../../src/desk/desk.ts';
import {
  createControlsEffects,
  createHaltEffects,
  createIntentEffects,
} from '../../src/desk/effects/journaled.ts';
import {carryOut, type World} from '../../src/desk/effects/world.ts';
import {withAccountRead} from '../../src/desk/feeds/rounds.ts';
import {takeSeen} from '../../src/desk/holder.ts';
import {gateOf, knowsToAsk, withStanding} from '../../src/desk/order/gate-now.ts';
import {goOnHalting, takeHalt} from '../../src/desk/order/halting.ts';
import type {State, Step} from '../../src/desk/state.ts';
import {usualSettings} from '../sim/dashboard.ts';
import type {Mutation} from '../sim/mutations.ts';
import {byItself} from './bounds.ts';
import {checkCommitted, checkHolder} from './laws/laws.ts';
import {changeDesk, Died, deskAt, journalOf, kill, type Stage} from './stage.ts';
import {type Call, clockOf, type Timer} from './world.ts';

/**
 * A process at work until it waits for something: the program's own update and effects. What they ask of
 * the journal is done at once; what they ask of the service, and of time, becomes a part of the state.
 */
export type Process = {
  readonly journal: BoundJournal;
  readonly now: () => Moment;
  readonly send: (msg: IntentSent) => void;
  readonly after: (ms: number, then: () => void) => void;
  readonly state: () => State;
  /** Takes what was read of the whole account; nothing if that failed. */
  readonly readAccount: (rows?: PortfolioRows) => void;
  /** Takes the controls: free ones, or if it is forced those of another. */
  readonly take: (isForced: boolean) => void;
  /** A step of the desk about the halt that is no message of it: a key. */
  readonly pressHalt: (step: (state: State, now: Moment) => Step) => void;
};

/** Lets the process of one dashboard do something; its death on the way leaves what it committed. */
export function inProcess(stage: Stage, index: number, work: (process: Process) => void): void {
  try {
    work(processOf(stage, index));
  } catch (error) {
    if (!(error instanceof Died)) throw error;
    kill(stage, index);
  }
}

const atRest = initialState(usualSettings, {columns: 120, rows: 40}, {mono: 0, wall: 0}, 1);
const usualState: State = {...atRest, journal: {status: 'open'}};

/** As the broken program takes it. */
function broken({message, state}: Mutation, intents: Intents, msg: IntentMsg): readonly [Intents, IntentMsg] {
  if (message === undefined && state === undefined) return [intents, msg];
  const before: State = {...usualState, intents};
  const after = state?.(before, {type: 'intent', msg, now: msg.now}) ?? before;
  return [after.intents, {...(message?.(msg, before) ?? msg), now: msg.now}];
}

function processOf(stage: Stage, index: number): Process {
  const journal = journalOf(stage, index);
  const now = () => clockOf(deskAt(stage, index), stage.now);
  const inTurn = turns();
  const {limits, lagMs} = stage;
  const given = {journal, now, clock: now, client: noClient, service: {}, limits};
  const names: string[] = [];
  const uuid = () => names.shift() ?? `unnamed ${stage.made++}`;
  const send = (given: IntentSent) =>
    inTurn(() => {
      const desk = deskAt(stage, index);
      const [before, msg] = broken(stage.broke, desk.intents, {...given, now: now()});
      const [intents, commands] = updateIntents(before, msg, gateOf({...stateOf(), intents: before}));
      changeDesk(stage, index, {intents});
      if (msg.type === 'looked' && hasLimits(limits)) {
        const {rows} = desk.account;
        const {limits: room} = withStanding(stateOf(), msg.standing, now());
        changeDesk(stage, index, {account: {rows, room}});
      }
      for (const command of commands) carry(command);
      goOn();
    });
  const after = (ms: number, due: Timer['due']) => {
    const at = stage.now + Math.max(1, ms);
    changeDesk(stage, index, {timers: [...deskAt(stage, index).timers, {at, due}]});
  };
  const desk = (step: (state: State, now: Moment) => Step) =>
    inTurn(() => {
      const [next, commands] = step(stateOf(), now());
      const {intents, halt, counter, controls} = next;
      changeDesk(stage, index, {intents, halt, counter, controls});
      for (const command of commands) carryOut(world, command, toNobody);
    });
  const stateOf = (): State => {
    const {intents, halt, counter, account, controls} = deskAt(stage, index);
    const {settings, rounds} = usualState;
    const reading = {...rounds.reading, rows: account.rows};
    return {
      ...{...usualState, intents, halt, counter, controls, now: now(), limits: account.room},
      settings: {...settings, limits, listLagMs: lagMs, tradesLagMs: lagMs},
      rounds: {...rounds, reading},
    };
  };
  const readAccount = (read?: PortfolioRows) => {
    const {account} = deskAt(stage, index);
    const rows = read ?? account.rows;
    if (read !== undefined) {
      changeDesk(stage, index, {account: {...account, rows}});
      changeDesk(stage, index, {account: {rows, room: withAccountRead(stateOf()).limits}});
    }
    const failure = read === undefined ? 'The link failed (reset).' : undefined;
    const shown = stage.broke.rows?.(rows, stateOf()) ?? rows;
    for (const pane of ['easyOptions', 'trades'] as const)
      send({type: 'accountRead', pane, rows: shown, failure});
    goOn();
  };
  /** As the desk does after each message that moves a halt. */
  const goOn = () => deskAt(stage, index).halt.work && desk(goOnHalting);
  const sendHalt = (msg: HaltMsg) =>
    desk((state, at) => andThen(takeHalt(state, msg, at), next => goOnHalting(next, at)));
  const sendControls = ({seen}: {readonly seen: ControlsSeen}) => {
    const before = deskAt(stage, index).controls;
    if (before?.is !== seen.is || before.epoch !== seen.epoch) desk((state, at) => takeSeen(state, seen, at));
  };
  const ofControls = createControlsEffects({
    journal,
    send: msg => void (msg.type === 'controls' && sendControls(msg)),
  });
  const ofHalt = createHaltEffects({...given, send: sendHalt});
  const ofIntents = createIntentEffects(
    {warn: () => {}, ...given, ...ofControls, uuid, state: stateOf, send, after: () => {}},
    (_, intent, begun) => leave(stage, index, intent, begun),
  );
  const world: Partial<World> = {
    ...{...ofHalt, ...ofIntents, ...ofControls},
    after({ms, then}) {
      if (then.type === 'intent' && then.msg.type === 'attemptDue') after(ms, then.msg);
    },
    journalAsk(command, desk) {
      names.push(...namesFor(stage, command.draft));
      ofIntents.journalAsk(command, desk);
    },
    watch(command, desk) {
      ofControls.lookForControls();
      ofIntents.watch(command, desk);
      if (stage.store.halts.length > 0 || deskAt(stage, index).halt.record !== undefined)
        ofHalt.lookForHalt({type: 'lookForHalt'}, desk);
    },
  };

  const carry = (command: IntentCommand) => {
    switch (command.type) {
      case 'refresh':
      case 'readAccount':
        return;
      case 'tell':
        return stage.hear(index, command.text);
      case 'say':
        return stage.hear(index, command.intent);
      case 'after':
        return after(command.ms, command.due);
      case 'journalAsk':
        return carryOut(world, {...command, knows: knowsToAsk(stateOf(), command.draft, now())}, toNobody);
      default:
        return carryOut(world, command, toNobody);
    }
  };

  const take = (isForced: boolean) =>
    ofControls.takeControls({type: 'takeControls', at: now().wall, isForced});
  return {journal, now, send, after: () => {}, state: stateOf, readAccount, pressHalt: desk, take};
}

/** What these effects have to say they send by ways of their own. */
const toNobody = () => {};

/** As the desk's own loop: what a message sets off waits until that message is through. */
function turns(): (work: () => void) => void {
  const waiting: (() => void)[] = [];
  let isBusy = false;
  return work => {
    waiting.push(work);
    if (isBusy) return;
    isBusy = true;
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) next();
    isBusy = false;
  };
}

/** What is asked for bears the name of its slot, which tells it in a story. */
function namesFor({asking, store}: Stage, draft: WriteDraft): string[] {
  const isSlot = asking !== undefined && !store.rows.has(asking);
  const {cancelId} = replacedBy(draft) ?? {};
  const own = isSlot ? asking : `${draft.kind} ${store.rows.size} of the halt`;
  const id = cancelId === undefined ? own : nextName(store, cancelId, asking ?? byItself);
  return draft.kind === 'place' ? [id, `${id} key`] : [id];
}

function nextName({rows}: Stage['store'], cancelId: string, how: string): string {
  const earlier = [...rows.values()].filter(({intent}) => replacedBy(intent.draft)?.cancelId === cancelId);
  return `${cancelId} ${how} ${earlier.length}`;
}

/**
 * Puts the request of an attempt that is committed onto the wire; where a halt or a sleep may come before its
 * first byte, in a step of its own.
 */
function leave(stage: Stage, index: number, intent: Intent, begun: Attempt): void {
  const request = stage.made++;
  const {draft, idempotencyKey: key} = intent;
  checkCommitted(stage, intent);
  const {halts, sleeps, takes} = stage.before.left;
  const isHeld = (halts > 0 && riskOf({kind: draft.kind}) !== 'reduces') || sleeps > 0 || takes > 0;
  if (!isHeld) checkHolder(stage, index, intent);
  if (!isHeld) stage.wire = [...stage.wire, {number: request, by: intent.id, draft, key}];
  wait(stage, index, {type: 'write', request, intent, begun, isHeld, answer: undefined});
}

function wait(stage: Stage, index: number, call: Call): void {
  changeDesk(stage, index, {calls: [...deskAt(stage, index).calls, call]});
}

const isAsked = () => Promise.reject(new Error('The service is asked by steps of the search alone.'));
const noClient = new Proxy({}, {get: () => isAsked}) as Operations;
