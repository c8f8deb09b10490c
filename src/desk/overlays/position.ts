import type {Id, Order, Trade} from '../../api/wire/records.ts';
import type {Msg} from '../messages.ts';
import type {Overlay} from '../model/overlay.ts';
import {positionOf} from '../order/availability.ts';
import {close, type Dialog} from '../overlay.ts';
import type {State} from '../state.ts';
import type {Step} from '../step.ts';

declare module '../model/overlay.ts' {
  interface Overlays {
    readonly position: {
      readonly positionId: Id;
      readonly orders: readonly Order[] | undefined;
      readonly trades: readonly Trade[] | undefined;
      readonly fault: string | undefined;
    };
  }
}

function openPosition(state: State): Step {
  const positionId = positionOf(state);
  if (positionId === undefined) return [state, []];
  const overlay: Overlay = {
    kind: 'position',
    positionId,
    orders: undefined,
    trades: undefined,
    fault: undefined,
  };
  return [{...state, overlay}, [{type: 'readPosition', positionId}]];
}

export function takePosition(state: State, msg: Extract<Msg, {type: 'positionRead'}>): State {
  const {overlay} = state;
  if (overlay.kind !== 'position' || overlay.positionId !== msg.positionId) return state;
  return {...state, overlay: {...overlay, orders: msg.orders, trades: msg.trades, fault: msg.fault}};
}

export const position = {
  called: 'lists',
  keys: ['leave'],
  opens: {position: openPosition},
  press: (state, _overlay, {action}) =>
    action === 'back' || action === 'leave' ? [close(state), []] : [state, []],
} satisfies Dialog<'position'>;
