import {compare, multiply, subtract} from '../../../api/wire/decimal.ts';
import type {Order} from '../../../api/wire/records.ts';
import {confirmedForMs} from '../../intents/asking.ts';
import type {DraftOf, Intent} from '../../intents/intent.ts';
import {placedBy, unfilledOf} from '../../intents/replace/write.ts';
import {notional} from '../../model/figures.ts';
import type {ReviewLine, Subject} from '../../model/review.ts';
import {amountWords, asItCame} from '../../words/amounts.ts';

/**
 * Both orders, the one that goes and the one that comes, and what a fill between the two writes will mean. What
 * will be placed is certain only once the cancel is proved: until then each fill is taken off it.
 * @param fillsAtOnce whether the price finds who sells
 * @param goesOn the replacement whose order is canceled already
 */
export function replaceLines(
  draft: DraftOf<'replace'>,
  {orders, fills}: Subject,
  fillsAtOnce: boolean,
  goesOn: Intent | undefined,
): ReviewLine[] {
  const {orderId, symbol, side, price, size, newPrice, newSize, filled} = draft;
  const order = orders?.find(each => each.orderId === orderId);
  const isRead = fills !== undefined || filled !== undefined;
  return [
    {label: 'Order', value: `#${orderId}${statusWords(order, goesOn)}`},
    {label: 'Symbol', value: symbol},
    {label: 'Side', value: side, danger: true},
    {label: 'Was', value: atWords(size, price)},
    {
      label: 'Filled',
      value: isRead ? `${amountWords(filled ?? '0')} of ${amountWords(size)}` : 'not known yet',
    },
    // What comes is another order: its place among others at its price is lost.
    {
      label: 'To be',
      value: `${atWords(newSize, newPrice)} in all, ${fillsAtOnce ? 'fills at once' : 'last in the queue'}`,
    },
    {label: 'Places', value: placesWords(draft), danger: true},
    {
      label: 'Notional',
      value: amountWords(notional(placedBy(draft, filled))),
      note: 'of what is placed, before fees, currency not stated',
      danger: true,
    },
    {label: 'Fills before', value: betweenWords(draft, goesOn)},
    {label: 'Then', value: thenWords(draft, goesOn)},
  ];
}

const atWords = (size: string, price: string) => `${amountWords(size)} @ ${amountWords(price)}`;

function statusWords(order: Order | undefined, goesOn: Intent | undefined): string {
  if (goesOn !== undefined) return ' CANCELED';
  return order?.status === undefined ? '' : ` ${asItCame(order.status)}`;
}

function placesWords(draft: DraftOf<'replace'>): string {
  const left = unfilledOf(draft, draft.filled ?? '0');
  return compare(left, '0') > 0 ? atWords(left, draft.newPrice) : 'nothing: as much has filled';
}

/** `each is taken off: if 0.3 fills before the cancel, 0.7 is placed` */
function betweenWords(draft: DraftOf<'replace'>, goesOn: Intent | undefined): string {
  if (goesOn !== undefined) return 'each that its trades still show is taken off';
  const left = unfilledOf(draft, draft.filled ?? '0');
  const open = subtract(draft.size, draft.filled ?? '0');
  const some = multiply(compare(left, open) < 0 ? left : open, '0.3');
  const rest = subtract(left, some);
  return `each is taken off: if ${amountWords(some)} fills before the cancel, ${amountWords(rest)} is placed`;
}

function thenWords({tradesLagMs}: DraftOf<'replace'>, goesOn: Intent | undefined): string {
  if (goesOn !== undefined) return 'its trades are read once more, and what is left is placed';
  if (tradesLagMs === 0) return 'placed once the cancel is proved; after any doubt it asks first';
  const lag = `${Math.ceil(tradesLagMs / 1_000)} s`;
  return tradesLagMs <= confirmedForMs
    ? `placed once its trades told the same for ${lag} after the cancel; after any doubt it asks first`
    : `asks again before it places: trades may come up to ${lag} late`;
}
