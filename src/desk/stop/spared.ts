import type {EasyOption, Order} from '../../api/wire/records.ts';
import {type DraftOf, target} from '../intents/intent.ts';
import {isFinal} from '../model/figures.ts';
import type {State} from '../model/state.ts';
import type {AccountRead} from './reading.ts';

/** What a stop finds listed, and does not end all the same. */

/**
 * A market order that sells may be how an Easy Option is closed or has triggered: canceled, it would leave that
 * open. Whether it is takes a read of the Easy Options.
 */
export function maySellEasyOption({orderType, side}: Order): boolean {
  return orderType?.toUpperCase() === 'MARKET' && side?.toUpperCase() === 'SELL';
}

/** The Easy Option that such an order sells: by the position, or by the contract where no position is told. */
export function soldBy(order: Order, options: readonly EasyOption[]): EasyOption | undefined {
  if (!maySellEasyOption(order)) return undefined;
  const {positionId, symbol} = order;
  return options.find(each => {
    if (isFinal(each.status)) return false;
    if (positionId !== undefined && each.positionId !== undefined) return each.positionId === positionId;
    const isEnding = each.status === 'CLOSING' || each.status === 'TRIGGERED';
    return isEnding && symbol !== undefined && each.optionSymbol === symbol;
  });
}

/** Orders to be canceled. One that may sell an Easy Option waits for the read that tells. */
export function cancelable({orders, easyOptions}: AccountRead): readonly Order[] {
  const isRead = easyOptions !== undefined && easyOptions.fault === undefined && easyOptions.isWhole;
  return orders.rows.filter(each =>
    isRead ? soldBy(each, easyOptions.rows) === undefined : !maySellEasyOption(each),
  );
}

/**
 * A list that is behind shows what was ended already: that is not asked for again. What is listed still once it
 * cannot be behind was opened anew, and is: an Easy Option is, where the order that sold it was canceled.
 */
export function wasEnded(
  {intents, settings}: State,
  draft: DraftOf<'cancel' | 'close'>,
  {orders, easyOptions, isPaper}: AccountRead,
): boolean {
  const began = (draft.kind === 'cancel' ? orders : easyOptions)?.began.wall ?? 0;
  const lagMs = isPaper ? 0 : settings.listLagMs;
  const wanted = target(draft);
  return intents.list.some(
    each => each.state === 'DONE' && target(each.draft) === wanted && began - each.changedAt <= lagMs,
  );
}
