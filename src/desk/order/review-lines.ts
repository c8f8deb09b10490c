import type {Moment} from '../../account/model/moment.ts';
import {rememberLast} from '../../account/once.ts';
import {payoffsIn} from '../../account/portfolio/expiry-payoffs.ts';
import type {Position} from '../../account/portfolio/positions.ts';
import {contractKey, isCounted, unfilledOf} from '../../account/resources/arithmetic.ts';
import {boughtAt, tradedAs} from '../../account/resources/figures.ts';
import {payoffOf as atExpiry, contractAt, type Leg} from '../../account/resources/payoff.ts';
import {amountWords, flat, signed} from '../../account/words/text.ts';
import {add, compare, isNegative, isZero, sum} from '../../api/wire/decimal.ts';
import type {Decimal, Millis} from '../../api/wire/records.ts';
import {isSameAgain, mayHaveMadeMore} from '../../core/intents/classify.ts';
import {serviceClock, serviceNow, skewMs} from '../../core/intents/clock.ts';
import {isAmend, placedBy, unseenOf} from '../../core/intents/kinds/amend.ts';
import type {Contract, PlacedOrder} from '../../core/intents/kinds/kind.ts';
import {
  type Draft,
  makesRecord,
  orderPlaced,
  orderReplaced,
  reducesRisk,
  sentKindOf,
} from '../../core/intents/kinds/kinds.ts';
import {isOpen} from '../../core/intents/kinds/open.ts';
import {replacedBy} from '../../core/intents/kinds/place.ts';
import {unresolved} from '../../core/intents/selectors.ts';
import {draftWords} from '../../core/intents/words.ts';
import type {Proposer} from '../../core/proposals/proposal.ts';
import {filledListed, isGone, recordNow} from '../feeds/last-read.ts';
import {cardsRead, contractsSeen} from '../feeds/prices.ts';
import {positionsHeld} from '../portfolio/move.ts';
import {
  isUnlistedIn,
  type UnlistedFill,
  unlistedNet,
  unlistedNow,
  unlistedOf,
  unlistedSizes,
} from '../portfolio/unlisted.ts';
import type {State} from '../state.ts';
import {comparedWith, fillsAtOnce, movedPercent} from './doubts.ts';
import {knownNow, lastRead, leftBy, openingCurrency, reducedBy} from './gate-now.ts';
import type {OrderPayoff, Review} from './ordering.ts';
import {askLine, expiryLines, isInstant, some} from './tickets/line-parts.ts';
import {askLines, netAfter, positionLines, riskLines} from './tickets/place-ticket.ts';
import type {Held, ListedRows, ReviewFacts, ReviewLine, Short, Subject} from './tickets/ticket.ts';
import {ticketOf} from './tickets/tickets.ts';

export type Reviewed = Pick<Review, 'draft' | 'subject' | 'again' | 'proposal' | 'form'>;

// Amounts come from documented fields or are computed from them; symbols are shown, never parsed.

export function titleOf(state: State, {draft, again}: Pick<Reviewed, 'draft' | 'again'>): string {
  const title = reducingTitle(state, draft) ?? ticketOf(draft).title;
  return again === undefined ? title : `${title} again`;
}

function reducingTitle(state: State, draft: Draft): string | undefined {
  const order = orderPlaced(draft);
  const net = order && !isAmend(draft) && reducesRisk(draft) ? heldNow(state, draft, order).net : undefined;
  if (order === undefined || net === undefined) return undefined;
  return `${isZero(netAfter(net, order)) ? 'Close' : 'Reduce'} position #${order.positionId}`;
}

export function linesOf(state: State, reviewed: Reviewed): ReviewLine[] {
  const {draft, subject, again, form} = reviewed;
  return [
    ...accountLines(state, subject.option?.accountId),
    ...proposedLines(state, reviewed),
    ...some('Sent before', again && sentKindOf(again.draft).resent, 'decides', {danger: true}),
    ...ticketOf(draft).review(draft, factsOf(state, reviewed)),
    ...orderLines(state, reviewed),
    ...(form?.fields ?? []).flatMap(({sized}) => some('Sized', sized, 'told')),
    ...(again && isSameAgain(again, state.now) ? [] : leavesLines(state, draft)),
    ...unprovedLines(state, reviewed),
  ];
}

/** The lines of the order that is placed, or that follows a cancel. */
function orderLines(state: State, reviewed: Reviewed): ReviewLine[] {
  const {draft, subject} = reviewed;
  const order = orderPlaced(draft);
  if (order === undefined) return [];
  const [contract, held] = [contractBehind(state, order), heldNow(state, draft, order)];
  const {type, strikePrice, expiryDate} = contract;
  const option = type && strikePrice && `${type} ${amountWords(strikePrice)}`;
  const expires = expiryDate === undefined ? undefined : new Date(expiryDate);
  return [
    ...riskLines(order, shortOf(state, draft, subject), held, contract),
    ...askLines(order, subject.card?.currentAskPrice),
    ...positionLines(order, held, reducedBy(state, draft).why),
    ...some('Working', workingBeside(state, draft), 'told', {note: 'by other orders'}),
    ...some('Option', option, 'told', {note: 'per your orders and positions'}),
    ...expiryLines(isInstant(expires) ? expires.toISOString() : subject.card?.expiryDate),
    ...unaskedLines(state, order, reviewed),
    ...unreadLines(state),
  ];
}

/** No ask stands behind the price of an order. */
function unaskedLines(state: State, order: PlacedOrder, {subject, form}: Reviewed): ReviewLine[] {
  const seen = comparedWith(state, order, subject.card?.currentAskPrice);
  if (seen?.of === 'ask') return [];
  const last = seen === undefined ? '' : `, last trade ${amountWords(seen.price)}`;
  const danger = form?.proposed !== undefined;
  const made = some('Price is', form?.proposed, 'told', {danger});
  return [...askLine(`not known${last}`, 'told', {danger}), ...made];
}

/** The lists behind position and orders that were not read now, and the times of their last reads. */
function unreadLines(state: State): ReviewLine[] {
  const {orders, trades} = state.portfolio.rows;
  const unread = [['orders', orders] as const, ['trades', trades] as const].flatMap(
    ([what, {fault, began}]) => (fault === undefined ? [] : `${what} now: ${asOfWords(state, began)}`),
  );
  return some('Not read', unread.join(', '), 'decides', {danger: true});
}

export const asOfWords = (state: State, at: Moment | undefined) =>
  at === undefined ? 'never read' : `as of ${serviceClock(state, at.wall)}`;

/** No list would tell its record from those before its first attempt. */
function unprovedLines(state: State, {draft, again}: Reviewed): ReviewLine[] {
  const sent = isAmend(draft) ? placedBy(draft) : draft;
  const known = again === undefined ? knownNow(state, sent, state.now) : again.knownBefore;
  if (!makesRecord(sent) || known !== undefined) return [];
  const isOld = again === undefined && lastRead(state, state.now) === undefined;
  const why = isOld ? 'account read is old' : 'lists may lag';
  return [{label: 'Lost answer', rule: 'told', value: `stays UNKNOWN (${why})`}];
}

const name = {rule: 'decides', isName: true, needsNoLabel: true} as const;

export function accountLines({settings, link}: State, accountId = link.accountId): ReviewLine[] {
  const environment = link.venue === 'PAPER' ? `PAPER ${settings.host}` : `LIVE ${settings.host}`;
  const account = [settings.account, ...(accountId === undefined ? [] : [`#${accountId}`])].join(' ');
  return [
    {label: 'Environment', value: environment, danger: link.venue !== 'PAPER', ...name},
    {label: 'Account', value: account, ...name},
  ];
}

function leavesLines(state: State, draft: Draft): ReviewLine[] {
  const {words, isBeyond = false} = leftBy(state, draft) ?? {};
  return some('Leaves', words, isBeyond ? 'decides' : 'told', {danger: isBeyond});
}

/** A time of this machine, shown by the clock of the service. */
const ownTime = (state: State, at: Millis) => ({
  value: new Date(at).toISOString(),
  at: at + skewMs(state),
});

function factsOf(state: State, {draft, subject}: Reviewed): ReviewFacts {
  const order = orderPlaced(draft);
  const seen = order && comparedWith(state, order, subject.card?.currentAskPrice);
  const {trades} = state.rounds.reading.rows;
  return {
    subject,
    currency: openingCurrency(state),
    cards: cardsRead(state),
    isMarketable: order !== undefined && fillsAtOnce(order, seen),
    filled: orderId => (trades.began === undefined ? undefined : filledListed(state, orderId)),
    unlisted: unlistedOf(state, orderReplaced(draft)),
  };
}

/** Other orders on its symbol may still fill these: `BUY 0.3, SELL 2`. */
function workingBeside({portfolio}: State, draft: Draft): string {
  const symbol = orderPlaced(draft)?.symbol;
  const own = orderReplaced(draft);
  return portfolio.account.orders
    .map(({side, working}) => {
      const beside = working.filter(({order}) => order.symbol === symbol && order.orderId !== own);
      const sizes = beside.map(({order: {size = '0', ...order}, filled}) =>
        isCounted(size) ? unfilledOf({...order, size}, filled) : '0',
      );
      return {side, size: sum(sizes)};
    })
    .filter(({size}) => !isZero(size))
    .map(({side, size}) => `${side} ${amountWords(size)}`)
    .join(', ');
}

export function proposerWords({name, version}: Proposer): string {
  return `"${flat(`${name} ${version}`).replaceAll('"', "'")}"`;
}

const longestShown = 240;

function proposedLines(state: State, {proposal, subject, draft}: Reviewed): ReviewLine[] {
  if (proposal === undefined) return [];
  const {by, reason, askedAt, expiresAt, priceSeen} = proposal;
  const quoted = flat(reason).replaceAll('"', "'");
  const cut = quoted.length > longestShown ? `${quoted.slice(0, longestShown)}…` : quoted;
  const asked = draftWords(proposal.draft);
  const price = subject.card?.currentAskPrice;
  return [
    {
      ...{label: 'PROPOSED BY', rule: 'told', danger: true, note: 'name not verified'},
      value: `${proposerWords(by)}, process ${by.pid}`,
    },
    {label: 'Proposed', rule: 'told', ...ownTime(state, askedAt)},
    {label: 'Open until', rule: 'told', ...ownTime(state, expiresAt)},
    {label: 'Reason', rule: 'told', value: `"${cut}"`},
    ...some('Was proposed', draftWords(draft) !== asked && asked, 'told'),
    ...some('Ask since', priceSeen && price && sinceWords(priceSeen, price), 'told'),
  ];
}

export function sinceWords(then: Decimal, now: Decimal): string {
  const percent = compare(then, '0') <= 0 ? undefined : movedPercent(then, now);
  return `${amountWords(then)} → ${amountWords(now)}${percent === undefined ? '' : ` (${signed(percent)} %)`}`;
}

/** By listed trades and by the fills that they do not show yet, but not those of the order that it cancels. */
function heldNow(state: State, draft: Draft, order: PlacedOrder): Held {
  const {positionId, symbol} = order;
  const behind = contractBehind(state, order);
  const isOf = (each: Position) =>
    each.symbol === symbol || (behind.strikePrice !== undefined && each.contract === contractKey(behind));
  const {positions} = state.portfolio.account;
  const position = positions.find(each => each.positionId === positionId && isOf(each));
  const unlisted = unlistedBeside(state, draft).filter(isUnlistedIn(order));
  const isKnown = position !== undefined || (positionId !== undefined && unlisted.length > 0);
  return {
    net: isKnown ? add(position?.net ?? '0', unlistedNet(unlisted, order.side)) : undefined,
    unlisted: unlistedSizes(unlisted),
  };
}

/** By the same payoff that the review draws. */
export function shortOf(state: State, draft: Draft, subject: Subject): Short | undefined {
  const order = orderPlaced(draft);
  if (order?.side !== 'SELL' || reducesRisk(draft)) return undefined;
  const {net} = heldNow(state, draft, order);
  if (net !== undefined && !isNegative(netAfter(net, order))) return undefined;
  const payoff = payoffOf(state, draft, subject);
  // The service may give it one.
  const mayNet = order.positionId === undefined && positionsHeld(state).some(each => covers(each, order));
  return {maxLoss: payoff && (atExpiry(payoff.after).maxLoss ?? 'unlimited'), mayNet};
}

const covers = ({symbol, net}: Position, order: PlacedOrder): boolean =>
  symbol === order.symbol && compare(net, order.size) >= 0;

function unlistedBeside(state: State, draft: Draft): readonly UnlistedFill[] {
  const own = orderReplaced(draft);
  return unlistedNow(state).filter(({order}) => order.orderId !== own);
}

/**
 * The contract behind a symbol. The interface does not define the format of symbols, so none is parsed: only a
 * listed record with the same symbol counts.
 */
export function contractBehind(
  state: State,
  {symbol, contract}: Pick<PlacedOrder, 'symbol' | 'contract'>,
): Contract {
  if (contract?.strikePrice !== undefined) return contract;
  return contractsSeen(state).get(symbol) ?? {};
}

/** The order, or what an opening buys at the ask of its card. */
function dealtBy(draft: Draft, {card}: Subject) {
  if (!isOpen(draft)) return orderPlaced(draft);
  const symbol = card && tradedAs(card);
  if (symbol === undefined) return undefined;
  const price = card?.currentAskPrice;
  return {symbol, side: 'BUY', price, size: boughtAt(draft.investmentAmount, price)} as const;
}

/** The reason that a review of an order or of an opening has no payoff; '' if it has one, or needs none. */
export function whyNoPayoff(state: State, draft: Draft, subject: Subject): string {
  const dealt = dealtBy(draft, subject);
  if (dealt === undefined) return '';
  const {strikePrice, type} = contractBehind(state, dealt);
  if (strikePrice !== undefined)
    return type === undefined ? 'Payoff unknown: no record says CALL or PUT.' : '';
  return 'Payoff unknown: no listed order or trade names this contract yet.';
}

/** Undefined if no record names the contract. One frame asks several times, and weighs all that is held. */
export const payoffOf = rememberLast(
  (state: State, draft: Draft, subject: Subject): OrderPayoff | undefined => {
    const dealt = dealtBy(draft, subject);
    if (dealt === undefined) return undefined;
    const {side, price, size} = dealt;
    const behind = contractBehind(state, dealt);
    const contract = contractAt(price, {...behind, side});
    const leg = size && contractAt(price, {...behind, side}, size);
    if (contract === undefined || !leg) return undefined;
    const {rows, account} = state.portfolio;
    const held = payoffsIn({rows, positions: account.positions, at: serviceNow(state)});
    const same = held.find(({asset, expiry}) => asset === behind.asset && expiry === behind.expiryDate);
    const before: Leg[] = [...(same?.legs ?? [])];
    let isWorstCase = false;
    for (const each of [...unlistedBeside(state, draft), ...doneInDoubt(state, draft)]) {
      const more = unlistedLeg(state, each, behind);
      if (more === undefined) continue;
      // One whose size is not known counts in full if that makes the worst of it worse.
      const isCertain = each.least === each.most;
      if (!isCertain && !isWorse([...before, more, leg], [...before, leg])) continue;
      before.push(more);
      isWorstCase ||= !isCertain;
    }
    const late = lateLeg(draft, {...behind, side});
    const isOverfilled = late !== undefined && isWorse([...before, late, leg], [...before, leg]);
    const after = isOverfilled ? [...before, late, leg] : [...before, leg];
    return {contract, before, after, isWorstCase, isOverfilled, notDrawn: same?.notDrawn.length ?? 0};
  },
);

/** One possible fill for each send of a write in doubt, without a send that the draft repeats as the same. */
function doneInDoubt(state: State, draft: Draft): readonly UnlistedFill[] {
  return unresolved(state.intents).flatMap(each => {
    const card = isOpen(each.draft) ? recordNow(state, 'cards', each.draft.cardId).row : undefined;
    const dealt = makesRecord(each.draft) ? dealtBy(each.draft, {card}) : undefined;
    if (dealt?.size === undefined) return [];
    const {symbol, side, price, size: most} = dealt;
    const order = {...contractBehind(state, dealt), symbol, price};
    const fill = {order, side, least: '0', most, isSure: false};
    const isSame = each.draft === draft && isSameAgain(each, state.now);
    return Array.from({length: mayHaveMadeMore(each) + (isSame ? 0 : 1)}, () => fill);
  });
}

/** What the old order of an amend may still fill beside the new one. */
function lateLeg(draft: Draft, of: Contract & Pick<PlacedOrder, 'side'>): Leg | undefined {
  const price = isAmend(draft) ? draft.price : replacedBy(draft)?.price;
  const size = unseenOf(draft);
  return price === undefined || isZero(size) ? undefined : contractAt(price, of, size);
}

function unlistedLeg(state: State, {order, side, most}: UnlistedFill, of: Contract): Leg | undefined {
  const {symbol, price, openPrice = price} = order;
  if (symbol === undefined) return undefined;
  const behind = contractBehind(state, {symbol, contract: order});
  const isSame = behind.asset === of.asset && behind.expiryDate === of.expiryDate;
  return isSame ? contractAt(openPrice, {...behind, side}, most) : undefined;
}

function isWorse(legs: readonly Leg[], than: readonly Leg[]): boolean {
  const [{maxLoss}, {maxLoss: other}] = [atExpiry(legs), atExpiry(than)];
  return maxLoss === undefined || (other !== undefined && compare(maxLoss, other) > 0);
}

/** With the fills of its order that trades show; the same while they show no more, or are not read. */
export function withFilled<D extends Draft | undefined>(state: State, draft: D, areRead: boolean): D {
  if (draft === undefined || !isAmend(draft)) return draft;
  const filled = filledListed(state, draft.orderId);
  const isMore = compare(filled, draft.filled ?? '0') > 0 || (draft.filled === undefined && areRead);
  return isMore ? {...draft, filled} : draft;
}

/** @param since reads that began before it do not show that a record is gone */
export function rowsListed(state: State, since?: Moment): ListedRows {
  return {
    row: (pane, id) => recordNow(state, pane, id).row,
    lacks: (pane, id) => since !== undefined && isGone(state, pane, id, since),
  };
}
