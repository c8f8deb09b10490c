import type {EasyOption, EasyOptionCard, Order} from '../../api/wire/records.ts';
import {askOf, cardOf, cardsShown, tradedAs} from '../feeds/joins.ts';
import type {Draft, DraftOf, Intent} from '../intents/intent.ts';
import {placedBy, writeOf} from '../intents/replace/write.ts';
import {openingCurrency} from '../limits/knowledge.ts';
import {leftBy} from '../limits/left.ts';
import {boughtAt, notional, percentShown, plPercent} from '../model/figures.ts';
import {freshness} from '../model/freshness.ts';
import type {Review, ReviewLine, Subject} from '../model/review.ts';
import type {State} from '../model/state.ts';
import {amountWords, asItCame, gainWords} from '../words/amounts.ts';
import {contractBehind} from './contracts.ts';
import {comparedWith, fillsAtOnce} from './doubts.ts';
import {replaceLines} from './replace/lines.ts';

/**
 * What a review says: the environment, the account, the record, and all that is certain of what is sent. What
 * is said of money stands in a documented field or is computed from such; a symbol is shown, never read.
 */

export function titleOf(
  drafts: readonly Draft[],
  {again, goesOn}: Pick<Review, 'again' | 'goesOn'> = {},
): string {
  if (goesOn !== undefined) return 'Go on with the move';
  const kind = drafts[0]?.kind ?? 'cancel';
  const title = {
    open: 'Open an Easy Option',
    close: 'Close the Easy Option',
    place: 'Place a limit order',
    cancel: 'Cancel the order',
    replace: 'Move the order',
  }[kind];
  return again === undefined ? title : `${title} again`;
}

export function linesOf(
  state: State,
  drafts: readonly Draft[],
  subject: Subject,
  {again, goesOn}: Pick<Review, 'again' | 'goesOn'> = {},
): ReviewLine[] {
  const {settings, link} = state;
  const environment = link.venue === 'PAPER' ? `PAPER ${settings.host}` : `LIVE ${settings.host}`;
  const accountId = subject.option?.accountId ?? link.accountId;
  const account = [settings.account, ...(accountId === undefined ? [] : [`#${accountId}`])].join(' ');
  return [
    {label: 'Environment', value: environment, danger: link.venue !== 'PAPER'},
    {label: 'Account', value: account},
    ...againLines(again),
    ...drafts.flatMap(draft => draftLines(state, draft, subject, goesOn)),
    // What goes on, or out again, has its room already.
    ...(again === undefined && goesOn === undefined
      ? drafts.flatMap(draft => leavesLines(state, draft))
      : []),
  ];
}

/** What a write leaves of the limits of the account. */
function leavesLines(state: State, draft: Draft): ReviewLine[] {
  const left = leftBy(state, draft);
  return left === undefined ? [] : [{label: 'Leaves', value: left.words, danger: left.isBeyond}];
}

/** A second sending is safe only as far as the service keeps its word about the first. */
function againLines(again: Intent | undefined): ReviewLine[] {
  if (again === undefined) return [];
  const value =
    writeOf(again).draft.kind === 'place'
      ? 'with the same key: placed twice if the service has forgotten it'
      : again.draft.kind === 'replace'
        ? 'the answer tells whether the order is final'
        : 'it is listed as open still';
  return [{label: 'Sent before', value, danger: true}];
}

function draftLines(state: State, draft: Draft, subject: Subject, goesOn: Intent | undefined): ReviewLine[] {
  switch (draft.kind) {
    case 'open':
      return openLines(state, draft, subject.card);
    case 'close':
      return closeLines(state, draft, subject.option);
    case 'place':
      return placeLines(state, draft, subject.card);
    case 'replace': {
      const placed = placedBy(draft, draft.filled);
      const ask = amount(subject.card?.currentAskPrice);
      return [
        ...replaceLines(draft, subject, isFilledAtOnce(state, placed, subject.card), goesOn),
        ...some('Ask', ask),
        ...contractLines(state, placed, subject.card),
      ];
    }
    case 'cancel':
      return cancelLines(draft, subject.orders);
    default:
      return draft satisfies never;
  }
}

function openLines(
  state: State,
  {cardId, investmentAmount, title}: DraftOf<'open'>,
  card: EasyOptionCard | undefined,
): ReviewLine[] {
  const bought = boughtAt(investmentAmount, card?.currentAskPrice);
  return [
    {label: 'Card', value: named(cardId, card?.title ?? title)},
    ...some('Direction', card && `${card.type} ${card.direction} ${card.underlying}`),
    {label: 'Investment', value: invested(investmentAmount, openingCurrency(state)), danger: true},
    ...some('Ask', amount(card?.currentAskPrice)),
    ...some('Buys', amount(bought), 'at the ask, before fees'),
    ...some('Target', amount(card?.targetPrice)),
    ...some('Trigger', amount(card?.triggerPrice)),
    ...expiryLines(card?.expiryDate),
    ...some('Symbol', card && tradedAs(card)),
  ];
}

function closeLines(
  state: State,
  {easyOptionId, label}: DraftOf<'close'>,
  option: EasyOption | undefined,
): ReviewLine[] {
  const cards = cardsShown(state.feeds.cards.rows, state.cardFacts);
  const card = option && cardOf(cards, option);
  // Cards are polled at the background's pace here: an ask that is old is no ask of now.
  const isFresh = freshness(state, 'cards').kind === 'fresh';
  const currency = option?.investmentCurrency;
  const share = option && percentShown(plPercent(option));
  const of = share === undefined ? '' : `, ${gainWords(share)} % of invested`;
  return [
    {label: 'Easy Option', value: named(easyOptionId, option?.cardName ?? label)},
    ...some('Status', option?.status),
    ...some('Direction', option?.direction),
    ...some('P/L now', option?.pl && `${gainWords(option.pl)}${of}`),
    ...some('Invested', option?.investmentAmount && invested(option.investmentAmount, currency)),
    ...some('Quantity', amount(option?.qty)),
    ...some('Entry', amount(option?.entryPrice)),
    ...some('Ask now', isFresh && option && amount(askOf(cards, option))),
    ...some('Trigger', amount(option?.triggerPrice)),
    ...expiryLines(card?.expiryDate),
    ...some('Symbol', option?.optionSymbol),
  ];
}

function placeLines(state: State, draft: DraftOf<'place'>, card: EasyOptionCard | undefined): ReviewLine[] {
  const isFilled = isFilledAtOnce(state, draft, card);
  return [
    {label: 'Symbol', value: draft.symbol},
    {label: 'Side', value: draft.side, danger: true},
    {label: 'Size', value: amountWords(draft.size)},
    {label: 'Price', value: `${amountWords(draft.price)} LIMIT${isFilled ? ', fills at once' : ''}`},
    {
      label: 'Notional',
      value: amountWords(notional(draft)),
      note: 'before fees, currency not stated',
      danger: true,
    },
    ...riskLines(draft, contractBehind(state, draft).type),
    ...some('Ask', amount(card?.currentAskPrice)),
    ...contractLines(state, draft, card),
  ];
}

function isFilledAtOnce(state: State, draft: DraftOf<'place'>, card: EasyOptionCard | undefined): boolean {
  return fillsAtOnce(draft, comparedWith(state.feeds, draft, card?.currentAskPrice));
}

function contractLines(
  state: State,
  draft: DraftOf<'place'>,
  card: EasyOptionCard | undefined,
): ReviewLine[] {
  const {type, strikePrice, expiryDate} = contractBehind(state, draft);
  const option = type && strikePrice && `${type} ${amountWords(strikePrice)}`;
  const expires = expiryDate === undefined ? undefined : new Date(expiryDate);
  return [
    ...some('Position', draft.positionId && `#${draft.positionId}`),
    ...some('Option', option, 'by a listed order of that symbol'),
    ...expiryLines(isInstant(expires) ? expires.toISOString() : card?.expiryDate),
  ];
}

/** Who sells without a position may lose more than any amount; that a PUT may not, a record must tell. */
function riskLines({side, positionId}: DraftOf<'place'>, type: string | undefined): ReviewLine[] {
  if (side !== 'SELL' || positionId !== undefined || type === 'PUT') return [];
  const value =
    type === 'CALL' ? 'Loss without limit' : 'Loss without limit, unless it is a PUT: no record here tells';
  return [{label: 'Risk', value, danger: true}];
}

function cancelLines(draft: DraftOf<'cancel'>, orders: readonly Order[] | undefined): ReviewLine[] {
  const order = orders?.find(each => each.orderId === draft.orderId);
  return [
    {label: 'Order', value: `#${draft.orderId}`},
    ...some('Symbol', order?.symbol ?? draft.symbol),
    ...some('Side', order?.side ?? draft.side),
    ...some('Size', amount(order?.size ?? draft.size)),
    ...some('Price', amount(order?.price ?? draft.price)),
    ...some('Status', order?.status),
  ];
}

function invested(investment: string, currency: string | undefined): string {
  return `${amountWords(investment)} ${currency ? asItCame(currency) : '(currency not stated)'}`;
}

const amount = (value: string | undefined) => value && amountWords(value);

const isInstant = (date: Date | undefined): date is Date => !Number.isNaN(date?.getTime() ?? Number.NaN);

function expiryLines(iso: string | undefined): ReviewLine[] {
  const at = Date.parse(iso ?? '');
  return iso === undefined ? [] : [{label: 'Expires', value: iso, ...(!Number.isNaN(at) && {at})}];
}

/** A name is free text of the service: its end must be seen, lest anything in it pass for the review's. */
function named(id: string, name: string | undefined): string {
  return name === undefined || name === '' ? `#${id}` : `#${id} "${name.replaceAll('"', "'")}"`;
}

function some(label: string, value: string | undefined | false, note?: string): ReviewLine[] {
  if (value === undefined || value === false || value === '') return [];
  return [{label, value, ...(note !== undefined && {note})}];
}
