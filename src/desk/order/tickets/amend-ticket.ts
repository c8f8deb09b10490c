import * as z from 'zod/mini';
import {lagsOf} from '../../../account/model/lags.ts';
import {isPositive, leftOf} from '../../../account/resources/arithmetic.ts';
import {notional} from '../../../account/resources/figures.ts';
import {isWorking} from '../../../account/resources/orders.ts';
import {askedWords} from '../../../account/words/records.ts';
import {amountWords, asItCame, number} from '../../../account/words/text.ts';
import {add, compare, isDecimal, isZero} from '../../../api/wire/decimal.ts';
import {type Decimal, type Order, sides} from '../../../api/wire/records.ts';
import {cancelOf, mayOverfill, placedBy, waitOf} from '../../../core/intents/kinds/amend.ts';
import type {AmendDraft} from '../../../core/intents/kinds/cancel.ts';
import {idRefused, int64, overWords, positive} from '../../../core/intents/kinds/parts.ts';
import {cancelTicket} from './cancel-ticket.ts';
import {fields} from './fields.ts';
import {inCurrency, notionalWords, some, traded} from './line-parts.ts';
import type {AmendFacts, ReviewFacts, ReviewLine, Ticket, Unlisted} from './ticket.ts';

export const amendTicket: Ticket<AmendDraft> = {
  title: 'Amend the order',
  pane: 'orders',
  record: ({orderId}) => orderId,
  does: () => 'amend the order',
  confirmed: 'amended',
  form: {
    fields: [fields.price, {...fields.size, label: 'Total size'}],
    title: ({given}) => `Amend order #${given?.orderId}`,
    /** `0.3 filled of BUY 1 X at 4,700`, or `0 to 1 filled of …` */
    stands(draft, unlisted) {
      const {filled} = draft;
      const part = filled === undefined ? 'Reading fills:' : `${partWords(filled, unlisted)} filled of`;
      return `${part} ${askedWords(draft)}`;
    },
    values: ({newPrice: price, newSize: size}) => ({price, size}),
    estimate({value, given}) {
      const size = placedIn(value('size'), given?.filled);
      const words = notionalWords(value('price'), size);
      return words && `places ${number(size)}, ${words}`;
    },
    draft: ({value, given}) =>
      given && {...given, newPrice: value('price'), newSize: value('size'), reduces: undefined},
    pointless({price, size, newPrice, newSize, filled = '0'}) {
      if (compare(newSize, filled) <= 0)
        return `${amountWords(filled)} already filled: nothing of ${amountWords(newSize)} would be left.`;
      const isSame = compare(price, newPrice) === 0 && compare(size, newSize) === 0;
      return isSame ? 'Price and size are unchanged.' : undefined;
    },
  },
  ofRow: (order: Order, by) => amendable(by, order),
  proposes: () => ({
    orderId: int64(),
    price: z.optional(positive()),
    size: z.optional(positive().check(z.describe('The new total size: fills count towards it.'))),
  }),
  listed(draft, subject, rows) {
    const order = rows.row('orders', draft.orderId);
    return order && {card: rows.row('cards', subject.card?.id), order};
  },
  over: (draft, rows) => cancelTicket.over?.(cancelOf(draft), rows),
  review,
};

/** The typed size less what has filled; '' if nothing is left. */
function placedIn(size: string, filled: Decimal | undefined): string {
  if (filled === undefined || !isDecimal(size)) return size;
  return isZero(leftOf(size, filled)) ? '' : leftOf(size, filled);
}

/** `0.3`, or `0 to 1` if there is a fill that no trade shows yet */
function partWords(filled: Decimal, unlisted: Unlisted | undefined): string {
  const [least, most] = [unlisted?.least, unlisted?.most].map((each = '0') => amountWords(add(filled, each)));
  return least === most ? `${most}` : `${least} to ${most}`;
}

function review(
  draft: AmendDraft,
  {subject: {order}, unlisted, isMarketable, currency}: ReviewFacts,
): ReviewLine[] {
  const {orderId, symbol, side, price, size, newPrice, newSize, filled} = draft;
  const steps = stepsWords(draft);
  const [short = steps] = steps.split(', ');
  const danger = draft.tradesLagMs > 0;
  const inTime = danger && mayOverfill(draft) ? ' if listed in time' : '';
  const late = unlisted === undefined ? '' : ', not listed yet';
  const placed = placedBy(draft, filled);
  const [rank, risk] = isMarketable ? ['', ', marketable'] : [' (loses queue priority)', ''];
  const listed = [`#${orderId}`, order?.status && asItCame(order.status)].filter(Boolean).join(' ');
  const cost = inCurrency(notional(placed), currency);
  return [
    {label: 'Order', value: listed, rule: 'decides'},
    {label: 'Symbol', value: symbol, ...traded},
    {label: 'Side', value: side, danger: true, rule: 'decides', needsNoLabel: true},
    {label: 'Old', rule: 'told', value: atWords(size, price), danger: true},
    ...some('Filled', filled && `${partWords(filled, unlisted)} of ${amountWords(size)}${late}`, 'told'),
    {label: 'New', rule: 'told', value: `total ${atWords(newSize, newPrice)}${rank}`},
    {label: 'Places', value: placesWords(draft) + risk, danger: true, rule: 'decides'},
    ...some('Notional', cost, 'told', {note: 'of the new order, excl. fees'}),
    {label: 'Early fills', rule: 'told', value: `reduce the new order${inTime}`},
    {label: 'Then', rule: 'told', value: `${steps}; not if in doubt or the price moved`, short, danger},
  ];
}

const atWords = (size: string, price: string) => `${amountWords(size)} @ ${amountWords(price)}`;

function placesWords(draft: AmendDraft): string {
  const left = leftOf(draft.newSize, draft.filled ?? '0');
  return compare(left, '0') > 0 ? atWords(left, draft.newPrice) : 'nothing: that much has filled';
}

export function stepsWords(draft: AmendDraft): string {
  const seconds = Math.ceil(waitOf(draft) / 1_000);
  return seconds === 0
    ? 'placed once the cancel is confirmed'
    : `off the market for ${seconds} s, then placed`;
}

/**
 * Fills are subtracted from the size to place, and trades count in contracts. So an order is amended only if
 * its size is certainly in contracts.
 */
export function amendable(
  {link, settings}: AmendFacts,
  order: Order,
): AmendDraft | {readonly refused: string} {
  const {orderId, symbol, price, size, sizeContracts, orderType, positionId} = order;
  const side = sides.find(each => each === order.side);
  const wrong = isWorking(order) ? idRefused(orderId) : overWords(order.status);
  if (wrong !== undefined) return {refused: wrong};
  if (orderType !== undefined && orderType !== 'LIMIT')
    return {refused: `It is a ${orderType} order: only LIMIT orders can be amended.`};
  if (symbol === undefined || side === undefined || !isPositive(price) || !isPositive(size))
    return {refused: 'Cannot amend: symbol, side, price or size is missing.'};
  if (!isPositive(sizeContracts)) return {refused: 'Cannot amend: the size in contracts is missing.'};
  if (compare(size, sizeContracts) !== 0)
    return {
      refused: `Its size ${size} is ${sizeContracts} contracts: fills, which are in contracts, cannot be subtracted.`,
    };
  const {asset, type, strikePrice, expiryDate} = order;
  const {tradesLagMs} = lagsOf(link, settings);
  return {
    kind: 'amend',
    ...{orderId, symbol, side, price, size, newPrice: price, newSize: size},
    tradesLagMs,
    ...(settings.amendWaitMs < tradesLagMs && {waitMs: settings.amendWaitMs}),
    ...(positionId === undefined ? {} : {positionId}),
    contract: {asset, type, strikePrice, expiryDate},
  };
}
