import type {Moment} from '../../src/account/model/moment.ts';
import {isResolved} from '../../src/core/intents/intent.ts';
import type {Outcome} from '../../src/core/intents/outcome.ts';
import {type Bound, lagOf} from './bounds.ts';
import {type Choice, nameOf} from './choice.ts';
import {refusal} from './service.ts';
import {comeBack, type Heard, hear, leave, type View} from './steps.ts';
import type {Call, World, WriteCall} from './world.ts';

/** What a process that waits for something may be told. */
export function ofCall(world: World, bound: Bound, desk: number, call: Call): readonly Choice[] {
  const name = nameOf(desk);
  if (call.type === 'account read')
    return viewsOf(world, bound, call.beganAt).map(view => ({
      ...{fair: view === 'now' ? 'reads' : undefined, desk},
      words: () => `${name}: a read comes back ${viewWords[view]}`,
      take: stage => comeBack(stage, desk, call, view),
    }));
  if (call.isHeld)
    return [
      {
        ...{fair: 'leaves', desk, words: () => `${name} opens the connection`},
        take: stage => leave(stage, desk, call),
      },
    ];
  const {answer} = call;
  const answered: Choice[] =
    answer === undefined
      ? []
      : [
          {
            ...{fair: 'hears', desk, words: () => `${name} hears the answer`},
            take: stage => hear(stage, desk, call, {outcome: answer}),
          },
        ];
  const faulty = faultsOf(world, call, bound).map((fault): Choice => {
    return {desk, words: () => `${name} ${fault.words}`, take: stage => hear(stage, desk, call, fault)};
  });
  return [...answered, ...faulty];
}

const lost: Heard = {
  words: 'hears nothing: no answer comes',
  outcome: {kind: 'lost', words: 'The link failed (reset).'},
  leavesOpen: true,
};
const garbled: Heard = {
  words: 'hears a yes that cannot be read',
  outcome: {kind: 'garbled', words: 'The answer could not be read.'},
  leavesOpen: true,
};
const notSent: Heard = {
  words: 'could not connect: nothing was sent',
  outcome: {kind: 'not sent', words: 'No connection.', mayRepeat: true},
};
const refused = (status: number, of: object = {}): Heard => ({
  words: `hears a refusal (${status})`,
  outcome: {...refusal(status), ...of} as Outcome,
});

/** One fault of each class that the classifier tells apart, of a request that has not reached the service. */
const faultsBefore: readonly Heard[] = [
  ...[lost, garbled],
  {
    words: 'hears a status that proves nothing (408)',
    outcome: {kind: 'status', status: 408, ownBody: false, words: 'The service answered 408.'},
    leavesOpen: true,
  },
  notSent,
  {
    words: 'had no credential: nothing was sent',
    outcome: {kind: 'not sent', words: 'No credential.', mayRepeat: false},
  },
  ...[refused(422), refused(403), refused(429, {retryAfterMs: 1_000})],
];
const doubtsBefore: readonly Heard[] = [lost, notSent, refused(422)];

/** What its process may hear of a request now, but for its answer. */
function faultsOf({wire, left}: World, call: WriteCall, {faultyAttempts, faults}: Bound): readonly Heard[] {
  if (call.intent.attempts.length >= faultyAttempts || left.faults === 0) return [];
  if (call.answer !== undefined)
    return call.answer.kind === 'yes' && faults === 'all' ? [lost, garbled] : [lost];
  if (!wire.some(each => each.number === call.request)) return [];
  if (faults === 'doubts') return doubtsBefore;
  return call.intent.draft.kind === 'close' ? [...faultsBefore, refused(400)] : faultsBefore;
}

const viewWords: Readonly<Record<View, string>> = {
  now: 'with what is',
  before: 'with what was before: the lists are behind',
  'trades before': 'with orders as they are, and trades as they were before',
  fails: 'with an error',
};

/**
 * A list that has caught up shows the same either way. Once their lag has passed since a write ended, lists
 * show what it did.
 */
function viewsOf({service, store: {rows}, desks}: World, bound: Bound, beganAt: Moment): readonly View[] {
  const {truth, shown, effects} = service;
  const isInDoubt = desks.some(({intents}) => Object.keys(intents.reads).length > 0);
  const mayLag = effects.some(({by}) => {
    const intent = rows.get(by)?.intent;
    return !intent || !isResolved(intent) || beganAt.wall - intent.changedAt < lagOf(bound);
  });
  // Without a lag a write in doubt is judged by lists as they are.
  const isLate = mayLag && !(bound.lagMs === 0 && isInDoubt);
  const areBehind = truth.orders !== shown.orders || truth.options !== shown.options;
  const areTradesBehind = truth.trades !== shown.trades;
  const views: View[] = ['now'];
  if (isLate && (areBehind || areTradesBehind)) views.push('before');
  if (isLate && areTradesBehind && isInDoubt) views.push('trades before');
  return isInDoubt && bound.faults === 'all' ? [...views, 'fails'] : views;
}
