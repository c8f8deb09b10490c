import * as z from 'zod/mini';
import {isPositive} from '../../../account/resources/arithmetic.ts';
import {distancePercent, notional, tradedAs} from '../../../account/resources/figures.ts';
import {amountWords, signed} from '../../../account/words/text.ts';
import {
  add,
  compare,
  divide,
  isNegative,
  isZero,
  magnitude,
  negate,
  subtract,
} from '../../../api/wire/decimal.ts';
import {type Decimal, sides} from '../../../api/wire/records.ts';
import type {Contract, PlacedOrder} from '../../../core/intents/kinds/kind.ts';
import {int64, positive} from '../../../core/intents/kinds/parts.ts';
import type {PlaceDraft} from '../../../core/intents/kinds/place.ts';
import {fields} from './fields.ts';
import {amount, askLine, inCurrency, notionalWords, some, traded} from './line-parts.ts';
import type {Held, ReviewLine, Short, Ticket} from './ticket.ts';

export const placeTicket: Ticket<PlaceDraft> = {
  title: 'Place a limit order',
  pane: 'cards',
  does: () => 'place',
  form: {
    fields: [fields.symbol, fields.side, fields.price, fields.size, fields.positionId],
    title: () => 'New limit order',
    values: ({symbol, side, price, size, positionId}) => ({symbol, side, price, size, positionId}),
    estimate: ({value}) => notionalWords(value('price'), value('size')),
    draft: ({value, contract: known, replaces}) => ({
      kind: 'place',
      symbol: value('symbol'),
      side: value('side') === 'SELL' ? 'SELL' : 'BUY',
      price: value('price'),
      size: value('size'),
      ...(value('positionId') === '' ? {} : {positionId: value('positionId')}),
      // A symbol typed over the row's symbol is another contract.
      ...(known?.symbol === value('symbol') ? {contract: known.is} : {}),
      ...(replaces?.symbol === value('symbol') && replaces.side === value('side')
        ? {replaces: replaces.order}
        : {}),
    }),
  },
  proposes: () => ({
    symbol: z.string().check(z.regex(/^[!-~]{1,64}$/, 'must be 1 to 64 characters without spaces')),
    side: z.enum(sides),
    price: positive(),
    size: positive(),
    positionId: z.optional(int64()),
  }),
  /** An option outlives its card, which may trade another one now: then there is no ask. */
  listed({symbol}, {card: before}, rows) {
    const card = rows.row('cards', before?.id);
    if (card !== undefined) return tradedAs(card) === symbol ? {card} : {};
    return before !== undefined && rows.lacks('cards', before.id) ? {} : undefined;
  },
  review(draft, {isMarketable, currency}) {
    const cost = inCurrency(notional(draft), currency);
    return [
      ...some('Replaces', draft.replaces && `#${draft.replaces.orderId}`, 'told', {note: 'no longer open'}),
      {label: 'Symbol', value: draft.symbol, ...traded},
      {label: 'Side', value: draft.side, danger: true, rule: 'decides', needsNoLabel: true},
      {label: 'Size', value: amountWords(draft.size), rule: 'decides'},
      {
        label: 'Price',
        rule: 'decides',
        value: `${amountWords(draft.price)} LIMIT${isMarketable ? ', marketable (crosses the ask)' : ''}`,
      },
      ...some('Notional', cost, 'told', {note: 'excl. fees', danger: true}),
    ];
  },
};

export function askLines(order: PlacedOrder, ask: Decimal | undefined): readonly ReviewLine[] {
  if (order.reduces === undefined || !isPositive(ask)) return askLine(amount(ask), 'told');
  const above = percentAbove(order, ask);
  const place = `${amountWords(magnitude(above))} % ${isNegative(above) ? 'below' : 'above'} it`;
  const value = `${amountWords(ask)}, ${isZero(above) ? 'the same as the price' : `the price is ${place}`}`;
  const doubt = ['', ': may not fill', `: it will wait, not ${order.side.toLowerCase()} now`][
    unlikely(order, ask)
  ];
  const danger = doubt !== '';
  return askLine(`${value}${doubt}`, danger ? 'decides' : 'told', {danger});
}

/** How unlikely a closing order is to fill now, from 0, where it does: just through the ask it may not. */
export function unlikely(order: PlacedOrder, ask: Decimal | undefined): 0 | 1 | 2 {
  if (order.reduces === undefined || !isPositive(ask)) return 0;
  const above = percentAbove(order, ask);
  const through = order.side === 'BUY' ? above : negate(above);
  if (isNegative(through)) return 2;
  return compare(through, surelyThrough) < 0 ? 1 : 0;
}

/** To a tenth, as it is said. */
const percentAbove = ({price}: PlacedOrder, ask: Decimal) =>
  divide(distancePercent(price, ask) ?? '0', '1', 1);

/** Percent through the ask from which an order fills for sure: the bid is not known. */
const surelyThrough = '2';

export function netAfter(net: Decimal, {side, size}: Pick<PlacedOrder, 'side' | 'size'>): Decimal {
  return side === 'BUY' ? add(net, size) : subtract(net, size);
}

/** `#12: +3 → 0, REDUCING`, or `#12: +1.5 → -1 (-1 not listed yet), adds risk` */
export function positionLines(
  order: PlacedOrder,
  {net, unlisted}: Held,
  why: string | undefined,
): ReviewLine[] {
  const {positionId, reduces} = order;
  if (net === undefined || positionId === undefined)
    return [
      ...some('Position', positionId && `#${positionId}`, 'decides'),
      ...some('Fills', unlisted, 'told'),
    ];
  const after = netAfter(net, order);
  const moves = `${signed(net)} → ${signed(after)}`;
  const told = unlisted === '' ? moves : `${moves} (${unlisted})`;
  const isSmaller = isNegative(after) === isNegative(net) || isZero(after);
  const isCloser = isSmaller && compare(magnitude(after), magnitude(net)) < 0;
  const unproved = isCloser ? 'not proved to reduce' : 'adds risk';
  const effect = reduces === undefined ? unproved : 'REDUCING';
  const note = reduces === undefined && isCloser && why !== undefined ? {note: why} : {};
  const value = `#${positionId}: ${told}, ${effect}${'note' in note ? '.' : ''}`;
  return [{label: 'Position', value, rule: 'decides', danger: reduces === undefined, ...note}];
}

export function riskLines(
  {positionId}: PlacedOrder,
  short: Short | undefined,
  {net}: Held,
  {type}: Contract,
): ReviewLine[] {
  if (short === undefined) return [];
  const why = positionId === undefined ? 'no position id' : 'no trade of it is known';
  const unless = [
    ...(net === undefined ? [`it nets a position (${why})`] : []),
    ...(type === undefined ? ['it is a PUT (type unknown)'] : []),
  ];
  const unknown = ['Unlimited loss', unless.join(', or ')].filter(Boolean).join(' unless ');
  const nets = short.mayNet ? `, unless it nets the position held (${why})` : '';
  const value = short.maxLoss === undefined ? unknown : shortWords(short) + nets;
  return [{label: 'Risk', rule: 'told', value, danger: true, needsNoLabel: true}];
}

export function shortWords({maxLoss}: Short): string {
  if (maxLoss === undefined) return 'Loss may be unlimited';
  return maxLoss === 'unlimited' ? 'Unlimited loss' : `Max loss ${amountWords(maxLoss)} incl. positions held`;
}
