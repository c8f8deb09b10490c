import {compare, parseDecimal} from '../../api/wire/decimal.ts';
import {type EasyOptionCard, isInt64, type Order} from '../../api/wire/records.ts';
import type {Draft} from '../intents/intent.ts';
import type {KeyAction} from '../model/keys.ts';
import type {Form, FormField, RowOf} from '../model/state.ts';
import type {FeedPane} from '../model/vocabulary.ts';

/** The two forms: what they ask for, how a field is wrong, and the draft they make. */

const mostDigits = 32;

export function openForm(card: EasyOptionCard): Form {
  return {
    kind: 'open',
    title: `Open an Easy Option: ${card.title}`,
    card,
    priceSeen: card.currentAskPrice,
    fields: [field('amount', 'Investment')],
    contract: undefined,
    focus: 0,
  };
}

/** A limit order, with what the selected row tells of it filled in. */
export function orderForm<P extends FeedPane>(pane: P, row: RowOf[P] | undefined): Form {
  const known: Prefill = row === undefined ? {} : prefill[pane](row);
  return {
    kind: 'order',
    title: 'New limit order',
    card: known.card,
    priceSeen: known.card?.currentAskPrice,
    fields: [
      field('symbol', 'Symbol', known.symbol),
      field('side', 'Side', sideOf(known.side)),
      field('price', 'Price', known.price),
      field('size', 'Size', known.size),
      field('positionId', 'Position id (optional)', known.positionId),
    ],
    contract: known.contract,
    focus: 0,
  };
}

/** A trade bears no symbol: should the answer be lost, it is found by what the row tells of the contract. */
function contractOf({symbol, asset, type, strikePrice, expiryDate}: Order): Form['contract'] {
  const known = Object.entries({asset, type, strikePrice, expiryDate}).filter(
    ([, value]) => value !== undefined,
  );
  return symbol === undefined ? undefined : {symbol, is: Object.fromEntries(known)};
}

type Prefill = Partial<Record<'symbol' | 'side' | 'price' | 'size' | 'positionId', string | undefined>> & {
  readonly card?: EasyOptionCard;
  readonly contract?: Form['contract'];
};

const prefill: {readonly [P in FeedPane]: (row: RowOf[P]) => Prefill} = {
  cards: card => ({
    card,
    symbol: card.currentOptionSymbol ?? card.optionSymbol,
    side: 'BUY',
    price: card.currentAskPrice,
  }),
  easyOptions: ({optionSymbol, qty, positionId}) => ({
    symbol: optionSymbol,
    side: 'SELL',
    size: qty,
    positionId,
  }),
  orders: order => {
    const {symbol, side, price, size, positionId} = order;
    return {symbol, side, price, size, positionId, contract: contractOf(order)};
  },
  trades: ({tradeSide, filledSizeContracts, positionId}) => ({
    side: tradeSide,
    size: filledSizeContracts,
    positionId,
  }),
};

/** A side may come in either case; one that is none of the two is not taken over. */
function sideOf(side: string | undefined): 'BUY' | 'SELL' {
  return side?.toUpperCase() === 'SELL' ? 'SELL' : 'BUY';
}

function field(name: FormField['name'], label: string, value = ''): FormField {
  return {name, label, value, error: wrong(name, value), touched: false};
}

/** Why a value cannot be sent as that field, in words; undefined when it can. */
function wrong(name: FormField['name'], value: string): string | undefined {
  switch (name) {
    case 'amount':
    case 'price':
    case 'size':
      return wrongAmount(name, value);
    case 'symbol':
      if (value === '') return 'Type the trading symbol.';
      return /^\S{1,64}$/u.test(value) ? undefined : 'A symbol has no spaces and at most 64 characters.';
    case 'side':
      return value === 'BUY' || value === 'SELL' ? undefined : 'Press b for BUY or s for SELL.';
    case 'positionId':
      if (value === '') return undefined;
      return isInt64(value) ? undefined : 'A position id is a whole number of 64 bits.';
    default:
      return name satisfies never;
  }
}

function wrongAmount(name: 'amount' | 'price' | 'size', value: string): string | undefined {
  if (value === '') return name === 'amount' ? 'Type the amount to invest.' : `Type the ${name}.`;
  if (parseDecimal(value) === undefined) return 'Digits with at most one point, such as 12 or 0.5.';
  if (value.replace('.', '').length > mostDigits) return `At most ${mostDigits} digits.`;
  return compare(value, '0') > 0 ? undefined : 'It must be above zero.';
}

export function typed(form: Form, name: string, value: string): Form {
  const fields = form.fields.map(each =>
    each.name === name ? {...each, value, error: wrong(each.name, value), touched: true} : each,
  );
  return {...form, fields};
}

/** Moves between fields; the one that is left is judged from then on. */
export function moveFocus(form: Form, step: 1 | -1): Form {
  const fields = form.fields.map((each, index) => (index === form.focus ? {...each, touched: true} : each));
  return {...form, fields, focus: (form.focus + step + form.fields.length) % form.fields.length};
}

/** The form with the first wrong field in focus and said, or undefined when none is wrong. */
export function firstWrong(form: Form): Form | undefined {
  const index = form.fields.findIndex(each => each.error !== undefined);
  if (index < 0) return undefined;
  return {...form, focus: index, fields: form.fields.map(each => ({...each, touched: true}))};
}

/** The side is chosen, not typed. */
export function isSideFocused({fields, focus}: Form): boolean {
  return fields[focus]?.name === 'side';
}

/** The form with the side that a key means there. Any other key leaves it. */
export function chooseSide(form: Form, action: KeyAction | undefined): Form {
  switch (action) {
    case 'side.buy':
      return typed(form, 'side', 'BUY');
    case 'side.sell':
      return typed(form, 'side', 'SELL');
    case 'side.other':
      return typed(form, 'side', form.fields[form.focus]?.value === 'BUY' ? 'SELL' : 'BUY');
    default:
      return form;
  }
}

/** What a form without a wrong field asks for. The values go on to the service as they were typed. */
export function draftOf(form: Form): Draft | undefined {
  const value = (name: FormField['name']) => form.fields.find(each => each.name === name)?.value ?? '';
  switch (form.kind) {
    case 'open':
      if (form.card === undefined) return undefined;
      return {
        kind: 'open',
        cardId: form.card.id,
        investmentAmount: value('amount'),
        title: form.card.title,
        underlying: form.card.underlying,
      };
    case 'order':
      return {
        kind: 'place',
        symbol: value('symbol'),
        side: value('side') === 'SELL' ? 'SELL' : 'BUY',
        price: value('price'),
        size: value('size'),
        ...(value('positionId') === '' ? {} : {positionId: value('positionId')}),
        // Another symbol typed over the row's is another contract.
        ...(form.contract?.symbol === value('symbol') ? {contract: form.contract.is} : {}),
      };
    default:
      return form.kind satisfies never;
  }
}
