import type {View} from './choice.ts';
import {inProcess} from './process.ts';
import {caughtUp, type Lists, wholeOf} from './service.ts';
import {changeDesk, deskAt, type Stage, withoutCall} from './stage.ts';
import {clockOf} from './world.ts';

/** The account comes back: as it is, or as it was when the lists were last seen. */
export function comeBack(stage: Stage, index: number, number: number, view: View) {
  const call = deskAt(stage, index).calls[number];
  if (call?.type !== 'account read') return;
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
