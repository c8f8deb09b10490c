import {LinkError} from '../../src/api/errors.ts';
import {haltEnds} from '../../src/core/halt/halt.ts';
import {unreplaced} from '../../src/core/intents/follow.ts';
import type {WriteDraft} from '../../src/core/intents/kinds/kinds.ts';
import type {Outcome} from '../../src/core/intents/outcome.ts';
import {commitOutcome, outcomeOf, whyUnsent} from '../../src/core/sending.ts';
import {setHalt} from '../../src/desk/order/flag.ts';
import {draftOf as draftIn, replacementForm} from '../../src/desk/order/forms.ts';
import {factsNow} from '../../src/desk/order/gate-now.ts';
import type {Mutation} from '../sim/mutations.ts';
import {type Bound, byPerson, draftOf, lagOf, slotName, uncounted} from './bounds.ts';
import {type Choice, type Heard, type Stride, strides} from './choice.ts';
import {serve, serveTwice} from './kinds.ts';
import {checkArrival, checkHolder, checkLeaving} from './laws/laws.ts';
import {inProcess} from './process.ts';
import {beginAccount, comeBack} from './reads.ts';
import {caughtUp, expire, fill, refusal} from './service.ts';
import {
  breach,
  changeDesk,
  deskAt,
  type Fate,
  type Hear,
  kill,
  type Stage,
  spend,
  stageOf,
  withoutCall,
  worldOf,
} from './stage.ts';
import {deskBorn, type World} from './world.ts';

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
  perform(stage, choice, bound);
  return {world: worldOf(stage), commits: stage.commits};
}

function perform(stage: Stage, choice: Choice, bound: Bound) {
  switch (choice.do) {
    case 'asks': {
      const kind = bound.writes[choice.slot];
      if (kind === undefined) return;
      stage.asking = slotName(choice.slot);
      return inProcess(stage, choice.desk, ({send}) =>
        send({type: 'ask', draft: draftOf(kind, bound, choice.slot)}),
      );
    }
    case 'polls':
      return inProcess(stage, choice.desk, ({send}) => send({type: 'polled', offsetMs: 0}));
    case 'reads':
      return comeBack(stage, choice.desk, choice.call, choice.view);
    case 'reads the account':
      return beginAccount(stage, choice.desk);
    case 'leaves':
      return leave(stage, choice.desk, choice.call);
    case 'arrives':
      return arrive(stage, choice.request, choice.isTwice);
    case 'drops':
      stage.wire = stage.wire.filter(each => each.number !== choice.request);
      return;
    case 'hears':
      return hearOf(stage, choice.desk, choice.call, choice.what);
    case 'due':
      return fire(stage, choice.desk, choice.timer);
    case 'passes':
      return pass(stage, choice.stride);
    case 'dies':
      return kill(stage, choice.desk);
    case 'starts':
      stage.desks[choice.desk] = deskBorn(stage.made++, stage.now, stage.store.halts.length > 0);
      return inProcess(stage, choice.desk, ({send, take}) => {
        take(false);
        send({type: 'polled', offsetMs: 0});
      });
    case 'takes':
      spend(stage, 'takes');
      return inProcess(stage, choice.desk, ({take}) => take(true));
    case 'twin': {
      spend(stage, 'twins');
      const draft = draftOf(choice.kind) as WriteDraft;
      stage.service = serve(stage.service, {draft, key: undefined, by: 'twin'}, stage.now)[0];
      return;
    }
    case 'fills':
      spend(stage, 'events');
      stage.service = fill(stage.service, choice.order, choice.how, stage.now);
      return;
    case 'expires':
      spend(stage, 'events');
      stage.service = expire(stage.service, choice.option, stage.now);
      return;
    case 'presses':
      return press(stage, choice);
    case 'halts':
      return halt(stage, choice, bound);
    default:
      return choice satisfies never;
  }
}

function pass(stage: Stage, stride: Stride): void {
  stage.now += strides[stride];
  const isConnecting = stage.desks.some(({calls}) =>
    calls.some(each => each.type === 'write' && each.isHeld),
  );
  if (isConnecting && stride !== 'a moment') spend(stage, 'sleeps');
  if (stride === 'five minutes') stage.service = caughtUp(stage.service, 'orders', 'options', 'trades');
}

function fire(stage: Stage, index: number, number: number): void {
  const desk = deskAt(stage, index);
  const timer = desk.timers[number];
  if (timer === undefined) return;
  changeDesk(stage, index, {timers: desk.timers.filter(each => each !== timer)});
  const {due} = timer;
  inProcess(stage, index, ({send}) => send(due));
}

function arrive(stage: Stage, number: number, isTwice: boolean): void {
  const request = stage.wire.find(each => each.number === number);
  if (request === undefined) return;
  stage.wire = stage.wire.filter(each => each !== request);
  checkArrival(stage, request);
  if (isTwice) spend(stage, 'doubles');
  const [service, answer] = (isTwice ? serveTwice : serve)(stage.service, request, stage.now);
  stage.service = service;
  stage.desks.forEach((desk, index) => {
    const calls = desk.calls.map(each =>
      'request' in each && each.request === number ? {...each, answer} : each,
    );
    stage.desks[index] = {...desk, calls};
  });
}

/** Right before its first byte it is asked whether that may still go out. */
function leave(stage: Stage, index: number, number: number): void {
  const call = deskAt(stage, index).calls[number];
  if (call?.type !== 'write') return;
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

function hearOf(stage: Stage, index: number, number: number, what: Heard) {
  const call = deskAt(stage, index).calls[number];
  if (call?.type !== 'write') return;
  withoutCall(stage, index, call);
  if (what !== 'answer' && stage.left.faults !== uncounted) spend(stage, 'faults');
  if (!leavesOpen.includes(what)) stage.wire = stage.wire.filter(each => each.number !== call.request);
  const outcome = what === 'answer' ? call.answer : faults[what];
  if (outcome === undefined) return breach(stage, 'An answer was heard that nobody gave.');
  inProcess(stage, index, process => commitOutcome(process, call.intent, call.begun, {outcome}));
}

/** After these nobody knows whether the request is on its way still. */
const leavesOpen: readonly Heard[] = ['lost', 'garbled', 'doubtful status'];

/** One fault of each class that the classifier tells apart. */
export const faults: Readonly<Record<Exclude<Heard, 'answer'>, Outcome>> = {
  lost: {kind: 'lost', words: 'The link failed (reset).'},
  garbled: {kind: 'garbled', words: 'The answer could not be read.'},
  'doubtful status': {kind: 'status', status: 408, ownBody: false, words: 'The service answered 408.'},
  'not sent': {kind: 'not sent', words: 'No connection.', mayRepeat: true},
  'not to be sent': {kind: 'not sent', words: 'No credential.', mayRepeat: false},
  refused: refusal(400),
  forbidden: refusal(403),
  'to wait': {...refusal(429), ...{retryAfterMs: 1_000}},
  'refused by rule': refusal(422),
};

function press(stage: Stage, {desk, intent: intentId, key}: Extract<Choice, {do: 'presses'}>): void {
  spend(stage, 'keys');
  inProcess(stage, desk, ({send, state}) => {
    if (key === 'R') return send({type: 'sendAgain', intentId});
    if (key === 'H done' || key === 'H nothing')
      return send({type: 'resolve', intentId, word: key.slice(2), note: ''});
    const left = unreplaced(state().intents).find(({cancel}) => cancel.id === intentId);
    const form = left && replacementForm(state(), left);
    const draft = form && draftIn(form);
    stage.asking = byPerson;
    if (draft !== undefined) send({type: 'ask', draft});
  });
}

function halt(stage: Stage, {desk, what}: Extract<Choice, {do: 'halts'}>, {closes}: Bound): void {
  if (what === 'set') spend(stage, 'halts');
  const wants = haltEnds[closes ? 1 : 0];
  inProcess(stage, desk, ({pressHalt}) =>
    pressHalt((state, now) => setHalt(state, now, what === 'set' ? undefined : wants)),
  );
}
