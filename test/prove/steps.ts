import {LinkError} from '../../src/api/errors.ts';
import type {Outcome} from '../../src/core/intents/outcome.ts';
import {commitOutcome, outcomeOf, whyUnsent} from '../../src/core/sending.ts';
import {factsNow} from '../../src/desk/order/gate-now.ts';
import type {Mutation} from '../sim/mutations.ts';
import {type Bound, lagOf, uncounted} from './bounds.ts';
import {type Choice, type Stride, strides} from './choice.ts';
import {serve, serveTwice} from './kinds.ts';
import {checkArrival, checkHolder, checkLeaving} from './laws/laws.ts';
import {inProcess} from './process.ts';
import {caughtUp, type Lists, wholeOf} from './service.ts';
import {
  changeDesk,
  deskAt,
  type Fate,
  type Hear,
  type Stage,
  spend,
  stageOf,
  withoutCall,
  worldOf,
} from './stage.ts';
import {type AccountRead, clockOf, type Request, type Timer, type World, type WriteCall} from './world.ts';

export type Taken = {readonly world: World; readonly commits: number};

/** Takes one step, by the program's own code wherever that has a say. */
export function take(
  world: World,
  choice: Choice,
  given: {
    readonly bound: Bound;
    readonly broke: Mutation;
    readonly fate?: Fate | undefined;
    readonly hear?: Hear;
  },
): Taken {
  const {bound, broke, fate, hear = () => {}} = given;
  const stage = stageOf(world, {limits: bound.limits, lagMs: lagOf(bound), broke, fate, hear});
  choice.take(stage);
  return {world: worldOf(stage), commits: stage.commits};
}

export function pass(stage: Stage, stride: Stride): void {
  stage.now += strides[stride];
  const isConnecting = stage.desks.some(({calls}) =>
    calls.some(each => each.type === 'write' && each.isHeld),
  );
  if (isConnecting && stride !== 'a moment') spend(stage, 'sleeps');
  if (stride === 'five minutes') stage.service = caughtUp(stage.service, 'orders', 'options', 'trades');
}

export function fire(stage: Stage, index: number, timer: Timer): void {
  changeDesk(stage, index, {timers: deskAt(stage, index).timers.filter(each => each !== timer)});
  inProcess(stage, index, ({send}) => send(timer.due));
}

export function withoutRequest(stage: Stage, {number}: Pick<Request, 'number'>): void {
  stage.wire = stage.wire.filter(each => each.number !== number);
}

export function arrive(stage: Stage, request: Request, isTwice: boolean): void {
  withoutRequest(stage, request);
  checkArrival(stage, request);
  if (isTwice) spend(stage, 'doubles');
  const [service, answer] = (isTwice ? serveTwice : serve)(stage.service, request, stage.now);
  stage.service = service;
  stage.desks.forEach((desk, index) => {
    const calls = desk.calls.map(each =>
      'request' in each && each.request === request.number ? {...each, answer} : each,
    );
    stage.desks[index] = {...desk, calls};
  });
}

/** Right before its first byte it is asked whether that may still go out. */
export function leave(stage: Stage, index: number, call: WriteCall): void {
  const {intent, begun, request} = call;
  inProcess(stage, index, process => {
    const {asks, holdsBack = () => true} = stage.broke;
    const known = factsNow(process.state(), intent.draft, process.now());
    const heldBack = whyUnsent(known, process.journal, intent, begun, process.now());
    if (asks === undefined && heldBack !== undefined && holdsBack(heldBack)) {
      withoutCall(stage, index, call);
      const outcome = outcomeOf(new LinkError('aborted', 'no', heldBack));
      return commitOutcome(process, intent, {...begun, startedAt: process.now()}, {outcome});
    }
    checkHolder(stage, index, intent);
    checkLeaving(stage, call, process.now());
    const {draft, idempotencyKey: key} = intent;
    stage.wire = [...stage.wire, {number: request, by: intent.id, draft, key}];
    const {calls} = deskAt(stage, index);
    const left = {...call, isHeld: false, begun: {...begun, startedAt: process.now()}};
    changeDesk(stage, index, {calls: calls.map(each => (each === call ? left : each))});
  });
}

/** The answer, or a fault, as a process hears of it. */
export type Heard = {
  readonly outcome: Outcome;
  /** That of a fault. */
  readonly words?: string;
  /** Nobody knows whether the request is on its way still. */
  readonly leavesOpen?: true;
};

export function hear(stage: Stage, index: number, call: WriteCall, {outcome, words, leavesOpen}: Heard) {
  withoutCall(stage, index, call);
  if (words !== undefined && stage.left.faults !== uncounted) spend(stage, 'faults');
  if (!leavesOpen) withoutRequest(stage, {number: call.request});
  inProcess(stage, index, process => commitOutcome(process, call.intent, call.begun, {outcome}));
}

/** With what is, with what was when lists were last seen, or not at all. */
export type View = 'now' | 'before' | 'trades before' | 'fails';

/** The account comes back. */
export function comeBack(stage: Stage, index: number, call: AccountRead, view: View) {
  withoutCall(stage, index, call);
  if (view === 'fails') return inProcess(stage, index, ({readAccount}) => readAccount());
  const {orders} = seen(stage, 'orders', view);
  const {options} = seen(stage, 'options', view);
  const rows = wholeOf({orders, options, trades: seen(stage, 'trades', view).trades}, call.beganAt);
  inProcess(stage, index, ({readAccount}) => readAccount(rows));
}

function seen(stage: Stage, name: keyof Lists, view: View): Lists {
  const isBehind = view === 'before' || (view === 'trades before' && name === 'trades');
  if (isBehind) return stage.service.shown;
  stage.service = caughtUp(stage.service, name);
  return stage.service.truth;
}

/** Reads what writes in doubt, limits and halts go by: it is true to the moment at which it began. */
export function beginAccount(stage: Stage, index: number): void {
  const desk = deskAt(stage, index);
  const beganAt = clockOf(desk, stage.now);
  changeDesk(stage, index, {calls: [...desk.calls, {type: 'account read', beganAt}]});
}
