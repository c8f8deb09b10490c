import type {EasyOption, Order} from '../../api/wire/records.ts';
import {kindOf, target, type WriteDraft} from '../intents/intent.ts';
import {lagsOf} from '../model/lags.ts';
import {lackOf} from '../model/whole.ts';
import {isFinal} from '../resources/easy-options.ts';
import type {State} from '../state.ts';
import type {AccountRead} from './proof.ts';

/**
 * A market sell order may be the close or the trigger of an Easy Option; canceling it would leave the Easy
 * Option open. Only a read of the Easy Options shows which.
 */
export function maySellEasyOption({orderType, side}: Order): boolean {
  return orderType?.toUpperCase() === 'MARKET' && side?.toUpperCase() === 'SELL';
}

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

/** An order that may sell an Easy Option waits for that read. */
export function cancelable({orders, easyOptions}: AccountRead): readonly Order[] {
  const isRead = easyOptions !== undefined && lackOf(easyOptions, 'ended') === undefined;
  return orders.rows.filter(each =>
    isRead ? soldBy(each, easyOptions.rows) === undefined : !maySellEasyOption(each),
  );
}

/**
 * True if a lagging list still shows what was ended already: it is not ended again. If it is still listed after
 * the lag, it was reopened, as an Easy Option is when the order that sells it is canceled.
 */
export function wasEnded({intents, settings}: State, draft: WriteDraft, read: AccountRead): boolean {
  const began = (kindOf(draft).pane === 'orders' ? read.orders : read.easyOptions)?.began.wall ?? 0;
  const {listLagMs} = lagsOf(read, settings);
  const wanted = target(draft);
  return intents.list.some(
    each =>
      each.state === 'CONFIRMED' && target(each.draft) === wanted && began - each.changedAt <= listLagMs,
  );
}
