import type {Moment} from '../../src/account/model/moment.ts';
import {type Intent, isResolved} from '../../src/core/intents/intent.ts';
import {type Bound, lagOf} from './bounds.ts';
import type {Choice, Heard, View} from './choice.ts';
import type {Call, World} from './world.ts';

/** What a process that waits for something may be told. */

export function ofCall(
  world: World,
  bound: Bound,
  {desk, call, waiting}: {readonly desk: number; readonly call: number; readonly waiting: Call},
): readonly Choice[] {
  switch (waiting.type) {
    case 'write':
      return heardOf(world, waiting, bound).map(what =>
        what === 'leaves' ? {do: 'leaves', desk, call} : {do: 'hears', desk, call, what},
      );
    case 'account read':
      return accountViews(world, bound, waiting.beganAt).map(view => ({do: 'reads', desk, call, view}));
    default:
      return waiting satisfies never;
  }
}

/** What its process may hear of a request now. */
function heardOf(
  {wire, left}: World,
  call: Extract<Call, {type: 'write'}>,
  {faultyAttempts, faults}: Bound,
): readonly (Heard | 'leaves')[] {
  if (call.isHeld) return ['leaves'];
  const mayBe = attemptsOf(call.intent) < faultyAttempts;
  const isFaulty = mayBe && left.faults > 0;
  if (call.answer !== undefined) {
    if (!isFaulty) return ['answer'];
    return call.answer.kind === 'yes' && faults === 'all'
      ? ['answer', 'lost', 'garbled']
      : ['answer', 'lost'];
  }
  if (!isFaulty || !wire.some(each => each.number === call.request)) return [];
  if (faults === 'doubts') return doubtsBefore;
  const isClose = call.intent.draft.kind === 'close';
  return isClose ? [...faultsBefore, 'refused'] : faultsBefore;
}

const faultsBefore: readonly Heard[] = [
  ...(['lost', 'garbled', 'doubtful status', 'not sent', 'not to be sent'] as const),
  ...(['refused by rule', 'forbidden', 'to wait'] as const),
];

const doubtsBefore: readonly Heard[] = ['lost', 'not sent', 'refused by rule'];

function attemptsOf(intent: Intent): number {
  return intent.attempts.length;
}

/**
 * A list that has caught up shows the same either way. Once their lag has passed since a write ended, lists
 * show what it did.
 */
function accountViews(
  {service, store: {rows}, desks}: World,
  bound: Bound,
  beganAt: Moment,
): readonly View[] {
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
