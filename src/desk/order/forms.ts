import type {Decimal, EasyOptionCard, Order} from '../../api/wire/records.ts';
import type {Draft} from '../intents/intent.ts';
import type {KeyAction} from '../model/keys.ts';
import type {Moment} from '../model/moment.ts';
import type {RowOf} from '../model/state.ts';
import type {FeedPane} from '../model/vocabulary.ts';
import {isAbout} from './reading.ts';
import {judged} from './ticket/fields.ts';
import type {Form, FormField, FormRules} from './ticket/ticket.ts';

/** The forms: what they ask for, what is in focus, and the draft they make. */

/** @param at when the card was asked for */
export function openForm(card: EasyOptionCard, at: Moment | undefined, rules: FormRules): Form {
  return begun({
    kind: 'open',
    title: `Open an Easy Option: ${card.title}`,
    card,
    cardAt: at,
    priceSeen: card.currentAskPrice,
    fields: [field('amount', 'Investment')],
    contract: undefined,
    rules,
  });
}

/** A limit order, with what the selected row tells of it filled in. */
export function orderForm<P extends FeedPane>(
  pane: P,
  row: RowOf[P] | undefined,
  at: Moment | undefined,
  rules: FormRules,
): Form {
  const known: Prefill = row === undefined ? {} : prefill[pane](row);
  return begun({
    kind: 'order',
    title: 'New limit order',
    card: known.card,
    cardAt: known.card && at,
    priceSeen: known.card?.currentAskPrice,
    fields: [
      field('symbol', 'Symbol', known.symbol),
      field('side', 'Side', sideOf(known.side)),
      field('price', 'Price', known.price),
      field('size', 'Size', known.size),
      field('positionId', 'Position id (optional)', known.positionId),
    ],
    contract: known.contract,
    rules,
  });
}

export function begun(form: Omit<Form, 'focus' | 'isMarked' | 'cameBack'>): Form {
  return focusOn({...form, focus: 0, isMarked: false, cameBack: undefined}, 0);
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

export function field(name: FormField['name'], label: string, value = ''): FormField {
  return {name, label, value, sends: value, error: undefined, refused: undefined, touched: false};
}

export function typed(form: Form, name: string, value: string): Form {
  const fields = form.fields.map(each =>
    each.name === name ? {...each, value, refused: undefined, touched: true} : each,
  );
  return judged({...form, fields, isMarked: false});
}

/** Moves between fields; the one that is left is judged from then on. */
export function moveFocus(form: Form, step: 1 | -1): Form {
  const fields = form.fields.map((each, index) => (index === form.focus ? {...each, touched: true} : each));
  return focusOn({...form, fields}, (form.focus + step + form.fields.length) % form.fields.length);
}

/** What stands in a field that comes into focus is marked: typing replaces it. */
export function focusOn(form: Form, focus: number): Form {
  const field = form.fields[focus];
  return judged({...form, focus, isMarked: field?.name !== 'side' && field?.value !== ''});
}

/** A key beside those that print: what is marked goes by one that erases, and is kept by one that moves. */
export function pressedInField(form: Form, key: string): Form {
  if (!form.isMarked) return form;
  switch (key) {
    case 'backspace':
    case 'delete':
      return typed(form, form.fields[form.focus]?.name ?? '', '');
    case 'left':
    case 'right':
    case 'home':
    case 'end':
      return {...form, isMarked: false};
    default:
      return form;
  }
}

/** The form with the first wrong field in focus and said, or undefined when none is wrong. */
export function firstWrong(form: Form): Form | undefined {
  const index = form.fields.findIndex(each => each.error !== undefined);
  if (index < 0) return undefined;
  return focusOn({...form, fields: form.fields.map(each => ({...each, touched: true}))}, index);
}

/** The ask of what the form is about, as it is known now; undefined once it is about another symbol. */
export function askIn({kind, card, fields, replaces}: Form): Decimal | undefined {
  const symbol = replaces?.draft.symbol ?? fields.find(each => each.name === 'symbol')?.sends ?? '';
  return kind === 'open' || isAbout(card, symbol) ? card?.currentAskPrice : undefined;
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

/** What a form without a wrong field asks for: what goes out is what was shown beside the values. */
export function draftOf(form: Form): Draft | undefined {
  const value = (name: FormField['name']) => form.fields.find(each => each.name === name)?.sends ?? '';
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
    case 'replace': {
      const {replaces} = form;
      return replaces && {...replaces.draft, newPrice: value('price'), newSize: value('size')};
    }
    default:
      return form.kind satisfies never;
  }
}
