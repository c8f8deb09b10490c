import type {Moment} from '../../src/account/model/moment.ts';
import type {Evidence} from '../../src/core/intents/kinds/kind.ts';
import {type ListsRead, nextList, type WantedList} from '../../src/core/intents/looks.ts';
import type {View} from './choice.ts';
import {inProcess} from './process.ts';
import {caughtUp, type Lists, listed, wholeOf} from './service.ts';
import {changeDesk, deskAt, type Stage, withoutCall} from './stage.ts';
import {type Call, clockOf} from './world.ts';

/** Reads come back: with what is, or with what was when the lists were last seen. */

export function comeBack(stage: Stage, index: number, number: number, view: View) {
  const call = deskAt(stage, index).calls[number];
  if (call?.type === 'account read') return accountRead(stage, index, call, view);
  if (call?.type !== 'read') return;
  withoutCall(stage, index, call);
  const evidence = evidenceOf(stage, call, view);
  const {intentId, look} = call;
  inProcess(stage, index, ({send}) => send({type: 'gathered', intentId, look, evidence}));
}

function evidenceOf(stage: Stage, {reading, beganAt}: Extract<Call, {type: 'read'}>, view: View): Evidence {
  if (view === 'fails') return {kind: 'failure', words: 'The link failed (reset).'};
  const seenAt: Moment = {mono: beganAt.mono, wall: beganAt.wall};
  const clock = {offsetMs: 0, toleranceMs: 2_000, seenAt};
  let lists: ListsRead = {};
  for (let next = nextList(reading, lists, clock); next !== undefined; next = nextList(reading, lists, clock))
    lists = {...lists, ...rowsOf(stage, next, view)};
  return {kind: 'read', beganAt, clock, easyOptions: [], orders: [], trades: [], ...lists};
}

/** What a list shows; once it has shown how things are it is behind no more. */
function rowsOf(stage: Stage, wanted: WantedList, view: View): ListsRead {
  switch (wanted.list) {
    case 'orders':
      return {orders: listed(seen(stage, 'orders', view))};
    case 'easyOptions': {
      const {cardId, id} = wanted.query;
      const {options} = seen(stage, 'options', view);
      return {
        easyOptions: options.filter(
          each => (cardId === undefined || each.cardId === cardId) && (id === undefined || each.id === id),
        ),
      };
    }
    case 'trades':
    case 'fills': {
      const {orderId, start = 0} = wanted.query;
      const {trades} = seen(stage, 'trades', view);
      const rows = trades.filter(
        each => (orderId === undefined || each.orderId === orderId) && (each.openDate ?? 0) >= start,
      );
      return wanted.list === 'fills' ? {fills: rows} : {trades: rows};
    }
    default:
      return wanted satisfies never;
  }
}

function seen(stage: Stage, name: keyof Lists, view: View): Lists {
  const isBehind = view === 'before' || (view === 'trades before' && name === 'trades');
  if (isBehind) return stage.service.shown;
  stage.service = caughtUp(stage.service, name);
  return stage.service.truth;
}

/** Reads what limits, matches and halts are held against: it is true to the moment at which it began. */
export function beginAccount(stage: Stage, index: number): void {
  const desk = deskAt(stage, index);
  const beganAt = clockOf(desk, stage.now);
  changeDesk(stage, index, {calls: [...desk.calls, {type: 'account read', beganAt}]});
}

function accountRead(
  stage: Stage,
  index: number,
  call: Extract<Call, {type: 'account read'}>,
  view: View,
): void {
  withoutCall(stage, index, call);
  const {orders} = seen(stage, 'orders', view);
  const {options} = seen(stage, 'options', view);
  const rows = wholeOf({orders, options, trades: seen(stage, 'trades', view).trades}, call.beganAt);
  inProcess(stage, index, ({readAccount}) => readAccount(rows));
}
