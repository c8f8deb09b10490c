import {isZero} from '../../api/wire/decimal.ts';
import {knowsOf} from '../gate/gate.ts';
import {type Draft, kindOf} from '../intents/intent.ts';
import {serviceNow} from '../intents/looks.ts';
import {closingSide, leftToReduce, whyNotReducing} from '../limits/reducing.ts';
import {selected} from '../navigate.ts';
import {positionInView} from '../portfolio/pane/move.ts';
import {heldPositions} from '../portfolio/positions.ts';
import {contractKey} from '../resources/arithmetic.ts';
import type {Prefill} from '../resources/resource.ts';
import type {State} from '../state.ts';
import {ofPosition, orderForm, rulesOf} from './forms.ts';
import type {Form} from './ticket/ticket.ts';

type Closing = {readonly prefill: Prefill} | {readonly refused: string};

/** An order of the other side for what is left of the position in view, which its trades prove. */
export function closing(state: State): Closing {
  const position = positionChosen(state);
  if (position === undefined || isZero(position.net)) return {refused: 'No position is held here.'};
  const {id, symbol, positionId, asset, type, strike, expiry} = position;
  const {standing} = state.limits;
  if (positionId === undefined) return {refused: 'The trades of this position have no position id.'};
  if (symbol === undefined) return {refused: 'No record names the symbol of this position yet.'};
  if (standing === undefined) return {refused: 'The journal is still opening.'};
  const order = {symbol, side: closingSide(position), positionId, reduces: id};
  const contract = {asset, type, strikePrice: strike, expiryDate: expiry};
  const draft: Draft = {kind: 'place', price: '0', size: '0', contract, ...order};
  const found = leftToReduce(knowsOf(state, draft, state.now), standing, order);
  if ('refused' in found) return found;
  if (isZero(found.left)) return {refused: 'Working or unresolved orders already close this position.'};
  return {prefill: {...ofPosition(state, position), ...order, size: found.left}};
}

/** The one in the Portfolio, or that of the selected order or trade. */
function positionChosen(state: State) {
  const row = selected(state, 'orders') ?? selected(state, 'trades');
  if (row === undefined) return positionInView(state);
  const {positionId} = row;
  const all = heldPositions(state.portfolio.account.positions, serviceNow(state)).filter(
    each =>
      each.contract === contractKey(row) && (positionId === undefined || each.positionId === positionId),
  );
  return all.length === 1 ? all[0] : undefined;
}

/** The price is for the person to type: the service lists no bids. */
export function closingForm(state: State, prefill: Prefill): Form {
  // The guardrails of the profile are for what adds risk; the gate asks them if the order is changed so.
  const {guardrails, ...known} = rulesOf(state);
  const rules = {
    ...{...known, held: prefill.size},
    guardrails: {...guardrails, maxNotional: undefined, allowedUnderlyings: undefined},
  };
  return orderForm(prefill, state.feeds.cards.loadedAt, rules, 'Close position');
}

/** The order, marked as reducing if a proved position has room for it. Any other adds risk. */
export function asReducing(state: State, draft: Draft): Draft {
  const {places, mayReduce} = kindOf(draft);
  const {standing} = state.limits;
  const order = places(draft);
  if (mayReduce === undefined || order?.positionId === undefined || standing === undefined) return draft;
  const {positions} = state.portfolio.account;
  const position = positions.find(
    each => each.positionId === order.positionId && each.symbol === order.symbol,
  );
  if (position === undefined) return draft;
  const why = whyNotReducing(knowsOf(state, draft, state.now), standing, {...order, reduces: position.id});
  return why === undefined ? {...draft, ...{reduces: position.id}} : draft;
}
