import type {EasyOption, EasyOptionCard, Order} from '../../api/wire/records.ts';
import {isPrice, priceSeen} from '../feeds/prices.ts';
import type {Draft, DraftOf, Intent} from '../intents/intent.ts';
import {boughtAt, notional, type Option} from '../model/figures.ts';
import type {Review, State} from '../model/state.ts';
import {optionOf} from '../model/symbol.ts';
import {fillsAtOnce} from './doubts.ts';

/** What a review says: the environment, the account, the record, and all that is certain of what is sent. */
type ReviewLine = Review['lines'][number];

/** What a review is made of beside its drafts: the record as it was seen. */
export type Subject = {
  readonly card?: EasyOptionCard | undefined;
  readonly option?: EasyOption | undefined;
  readonly orders?: readonly Order[] | undefined;
  /** What was sent once already, and is UNKNOWN. */
  readonly again?: Intent | undefined;
};

export function titleOf(drafts: readonly Draft[]): string {
  if (drafts.length > 1) return `Cancel ${drafts.length} orders`;
  const kind = drafts[0]?.kind ?? 'cancel';
  return {
    open: 'Open an Easy Option',
    close: 'Close the Easy Option',
    place: 'Place a limit order',
    cancel: 'Cancel the order',
  }[kind];
}

export function linesOf(state: State, drafts: readonly Draft[], subject: Subject): ReviewLine[] {
  const {settings, link} = state;
  const environment = link.venue === 'PAPER' ? `PAPER ${settings.host}` : `LIVE ${settings.host}`;
  const accountId = subject.option?.accountId ?? link.accountId;
  const account = [settings.account, ...(accountId === undefined ? [] : [`#${accountId}`])].join(' ');
  return [
    {label: 'Environment', value: environment, danger: link.venue !== 'PAPER'},
    {label: 'Account', value: account},
    ...againLines(subject.again),
    ...(drafts.length > 1
      ? manyLines(drafts, subject)
      : drafts.flatMap(draft => draftLines(draft, subject, state.feeds))),
  ];
}

/** A second sending is safe only as far as the service keeps its word about the first. */
function againLines(again: Intent | undefined): ReviewLine[] {
  if (again === undefined) return [];
  const value =
    again.draft.kind === 'place'
      ? 'with the same key: placed twice if the service has forgotten it'
      : 'it is listed as open still';
  return [{label: 'Sent before', value, danger: true}];
}

/** Each order as it is listed, by its own size: the draft has it in contracts. */
function manyLines(drafts: readonly Draft[], {orders}: Subject): ReviewLine[] {
  return drafts.flatMap(draft => {
    if (draft.kind !== 'cancel') return [];
    const size = orders?.find(each => each.orderId === draft.orderId)?.size ?? draft.size;
    const words = [draft.side, size, draft.symbol, draft.price && `at ${draft.price}`];
    return [{label: `#${draft.orderId}`, value: words.filter(Boolean).join(' ')}];
  });
}

function draftLines(draft: Draft, {card, option, orders}: Subject, feeds: State['feeds']): ReviewLine[] {
  switch (draft.kind) {
    case 'open': {
      const ask = card?.currentAskPrice;
      const bought = boughtAt(draft.investmentAmount, ask);
      return [
        {label: 'Card', value: named(draft.cardId, card?.title ?? draft.title)},
        ...some('Direction', card && `${card.type} ${card.direction} ${card.underlying}`),
        ...some('Target', card?.targetPrice),
        ...some('Trigger', card?.triggerPrice),
        ...some('Ask', ask),
        {label: 'Investment', value: draft.investmentAmount, danger: true},
        ...some('Buys', bought && `${bought} at the ask, before fees`),
      ];
    }
    case 'close':
      return [
        {label: 'Easy Option', value: named(draft.easyOptionId, option?.cardName)},
        ...some('Status', option?.status),
        ...some('Direction', option?.direction),
        ...some('Quantity', option?.qty),
        ...some('Entry', option?.entryPrice),
        ...some(
          'Invested',
          option?.investmentAmount && `${option.investmentAmount} ${option.investmentCurrency ?? ''}`.trim(),
        ),
        ...some('P/L now', option?.pl),
      ];
    case 'place':
      return [
        {label: 'Symbol', value: draft.symbol},
        {label: 'Side', value: draft.side, danger: true},
        {
          label: 'Price',
          value: `${draft.price} LIMIT${fillsNow(draft, card, feeds) ? ', fills at once' : ''}`,
        },
        {label: 'Size', value: draft.size},
        {label: 'Notional', value: `${notional(draft)}, before fees`, danger: true},
        ...some('Position', draft.positionId && `#${draft.positionId}`),
        ...some('Ask', card?.currentAskPrice),
      ];
    case 'cancel': {
      const order = orders?.find(each => each.orderId === draft.orderId);
      return [
        {label: 'Order', value: `#${draft.orderId}`},
        ...some('Symbol', order?.symbol ?? draft.symbol),
        ...some('Side', order?.side ?? draft.side),
        ...some('Price', order?.price ?? draft.price),
        ...some('Size', order?.size ?? draft.size),
        ...some('Status', order?.status),
      ];
    }
    default:
      return draft satisfies never;
  }
}

function fillsNow(draft: DraftOf<'place'>, card: EasyOptionCard | undefined, feeds: State['feeds']): boolean {
  const ask = card?.currentAskPrice;
  const seen = isPrice(ask)
    ? ({price: ask, of: 'ask'} as const)
    : priceSeen(feeds, draft.symbol, draft.contract);
  return fillsAtOnce(draft, seen);
}

/** A name is free text of the service: its end must be seen, lest anything in it pass for the review's. */
function named(id: string, name: string | undefined): string {
  return name === undefined || name === '' ? `#${id}` : `#${id} "${name.replaceAll('"', "'")}"`;
}

function some(label: string, value: string | undefined | false): ReviewLine[] {
  return value === undefined || value === false || value === '' ? [] : [{label, value}];
}

/** The option behind an order or a card, for its picture. */
export function payoffOf(drafts: readonly Draft[], {card}: Subject): Option | undefined {
  const [draft] = drafts;
  if (draft?.kind === 'place') return optionOf(draft.symbol, draft.side, draft.price, draft.size);
  if (draft?.kind !== 'open') return undefined;
  const ask = card?.currentAskPrice;
  const symbol = card?.currentOptionSymbol ?? card?.optionSymbol;
  return optionOf(symbol, 'BUY', ask, boughtAt(draft.investmentAmount, ask));
}
