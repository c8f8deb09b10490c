import {mostLagMs} from '../../account/model/lags.ts';
import {contractKey} from '../../account/resources/arithmetic.ts';
import {isOver} from '../../account/resources/easy-options.ts';
import {counted} from '../../account/words/text.ts';
import {seconds} from '../../account/words/times.ts';
import {isZero} from '../../api/wire/decimal.ts';
import type {Id} from '../../api/wire/records.ts';
import {serviceClock} from '../../core/intents/clock.ts';
import {isResolved} from '../../core/intents/intent.ts';
import {canceledBy, type Draft} from '../../core/intents/kinds/kinds.ts';
import {closingSide, leftToReduce} from '../../core/limits/decide.ts';
import {latest, takenWords} from '../../core/limits/words.ts';
import {labelOf} from '../key-words.ts';
import {selected} from '../navigate.ts';
import {figureInView, positionInView, positionsHeld} from '../portfolio/move.ts';
import {isUnlistedIn, type UnlistedFill, unlistedNow, unlistedWords} from '../portfolio/unlisted.ts';
import type {State} from '../state.ts';
import {endWords, ofPosition} from './forms.ts';
import {knowsOf, whyHeldNow} from './gate-now.ts';

/** An order of the other side for what is left of the position in view, which its trades prove. */
export function closing(state: State) {
  const position = positionChosen(state);
  if (position === undefined || isZero(position.net)) return {refused: noneHeld(state)};
  const {symbol, positionId, contract} = ofPosition(position);
  const {standing} = state.limits;
  if (standing === undefined) return {refused: 'The journal is still opening.'};
  const order = {symbol: symbol ?? '', side: closingSide(position), positionId, reduces: position.id};
  const draft: Draft = {kind: 'place', price: '0', size: '0', contract, ...order};
  const unproved = (why: string) => ({refused: `${why} ${waysOn(state, {...draft, reduces: undefined})}`});
  if (positionId === undefined) return unproved('The trades of this position have no position id.');
  if (symbol === undefined) return unproved('No record names the symbol of this position yet.');
  const found = leftToReduce(knowsOf(state, draft, state.now), standing, order);
  if ('refused' in found) return unproved(found.refused);
  if (isZero(found.left)) {
    const fill = unlistedNow(state).find(each => isUnlistedIn(order)(each) && each.side === order.side);
    const late = found.taken.every(each => each.until !== undefined) && latest(found.taken);
    if (late) return {refused: lateFill(state, late)};
    if (fill !== undefined && isZero(position.working)) return {refused: untilListed(state, fill)};
    return {refused: 'Working or unresolved orders already close this position.'};
  }
  const closes = {...order, held: found.left};
  return {prefill: {...ofPosition(position), ...order, size: found.left}, closes};
}

/** Without a proof that it reduces the position, an order is new risk: the gate may let it pass. */
function waysOn(state: State, draft: Draft): string {
  const [reads, places] = (['refresh', 'place'] as const).map(each => labelOf(state.settings.bindings, each));
  const isHeld = whyHeldNow(state, draft) !== undefined;
  return isHeld ? `${reads} reads now.` : `${reads} reads now, ${places} places an order that adds risk.`;
}

/** The service sells the position of an Easy Option when that is closed. */
export function whyOfEasyOption({portfolio}: State, positionId: Id | undefined): string | undefined {
  const option = portfolio.rows.easyOptions.rows.find(
    each => positionId !== undefined && each.positionId === positionId && !isOver(each),
  );
  return option && `Position #${positionId} belongs to Easy Option #${option.id}: close that instead.`;
}

function noneHeld(state: State): string {
  const ofOption = whyOfEasyOption(state, selected(state, 'trades')?.positionId);
  if (ofOption !== undefined) return ofOption;
  const held = positionsHeld(state);
  const down = labelOf(state.settings.bindings, 'row.down');
  if (state.pane !== 'portfolio') return 'No position is held here.';
  const [fill] = unlistedNow(state);
  if (held.length > 0) return `${counted(held.length, 'position')} held: select one (${down}).`;
  return fill ? untilListed(state, fill) : 'No position is held here.';
}

function untilListed({link, settings}: State, fill: UnlistedFill): string {
  const most = seconds(mostLagMs(link, settings));
  return `${unlistedWords(fill)}: wait until its trade is listed, at most ${most}.`;
}

/** `A fill of SELL 5 @ 9 #7 (canceled) may not be listed yet: c once it is, by 13:10:07 at the latest.` */
function lateFill(state: State, late: NonNullable<ReturnType<typeof latest>>): string {
  const {list} = state.intents;
  const cancel = list.findLast(
    each => isResolved(each) && canceledBy(each.draft) === (late.order.orderId ?? ''),
  );
  const close = labelOf(state.settings.bindings, 'close');
  const until = serviceClock(state, late.until);
  return `A fill of ${takenWords(late)} (${endWords(cancel)}) may not be listed yet: ${close} once a read shows it, by ${until} at the latest.`;
}

/** The one in the Portfolio, or that of the selected trade. */
function positionChosen(state: State) {
  const row = selected(state, 'trades');
  const held = positionsHeld(state);
  const isOfAll = state.pane === 'portfolio' && figureInView(state)?.of === 'positions';
  const isOnly = isOfAll && held.length === 1 && unlistedNow(state).length === 0;
  if (row === undefined) return positionInView(state) ?? (isOnly ? held[0] : undefined);
  const {positionId} = row;
  const alike = held.filter(each => each.contract === contractKey(row));
  const all = positionId === undefined ? alike : alike.filter(each => each.positionId === positionId);
  return all.length === 1 ? all[0] : undefined;
}
