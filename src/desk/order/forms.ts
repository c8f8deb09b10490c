import {compare, isNegative, magnitude, multiply, parseDecimal} from '../../api/wire/decimal.ts';
import {type Decimal, type EasyOptionCard, isInt64} from '../../api/wire/records.ts';
import {symbolsSeen, underlyingsSeen} from '../feeds/prices.ts';
import {inOnes} from '../filter/values.ts';
import type {Draft} from '../intents/intent.ts';
import {investmentForbidden, notionalForbidden, symbolForbidden} from '../intents/kinds/parts.ts';
import type {KeyAction} from '../keys.ts';
import type {Moment} from '../model/moment.ts';
import type {Position} from '../portfolio/positions.ts';
import {notional} from '../resources/figures.ts';
import {cardTrading} from '../resources/joins.ts';
import type {Prefill} from '../resources/resource.ts';
import type {State} from '../state.ts';
import {isAbout} from './reading.ts';
import type {Form, FormField, FormRules} from './ticket/ticket.ts';

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

export function orderForm(
  known: Prefill,
  at: Moment | undefined,
  rules: FormRules,
  title = 'New limit order',
): Form {
  return begun({
    kind: 'order',
    title,
    card: known.card,
    cardAt: known.card && at,
    priceSeen: known.card?.currentAskPrice,
    fields: [
      field('symbol', 'Symbol', known.symbol),
      field('side', 'Side', sideOf(known.side ?? 'BUY')),
      field('price', 'Price', known.price),
      field('size', 'Size', known.size),
      field('positionId', 'Position id (optional)', known.positionId),
    ],
    contract: contractOf(known),
    rules,
  });
}

/** An order of the other side for the whole position; the person types the price. */
export function closingForm(state: State, position: Position): Form {
  const {cards} = state.feeds;
  const {symbol, net, positionId, asset, type, strike, expiry} = position;
  const known: Prefill = {
    card: symbol === undefined ? undefined : cardTrading(cards.rows, symbol),
    ...{symbol, positionId, side: isNegative(net) ? 'BUY' : 'SELL', size: magnitude(net)},
    contract: {asset, type, strikePrice: strike, expiryDate: expiry},
  };
  const form = orderForm(known, cards.loadedAt, rulesOf(state), 'Close position');
  return focusOn(
    form,
    form.fields.findIndex(({value}) => value === ''),
  );
}

export function begun(form: Omit<Form, 'focus' | 'isMarked' | 'cameBack'>): Form {
  return focusOn({...form, focus: 0, isMarked: false, cameBack: undefined}, 0);
}

/** A trade has no symbol, so if the answer is lost, the trade is found by the contract of the row. */
function contractOf({symbol, contract}: Prefill): Form['contract'] {
  const known = Object.entries(contract ?? {}).filter(([, value]) => value !== undefined);
  return symbol === undefined || contract === undefined ? undefined : {symbol, is: Object.fromEntries(known)};
}

/** Accepts either case. A side that is neither stays empty, so that a person chooses. */
function sideOf(side: string): 'BUY' | 'SELL' | '' {
  const known = side.toUpperCase();
  return known === 'BUY' || known === 'SELL' ? known : '';
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

export function moveFocus(form: Form, step: 1 | -1): Form {
  const fields = form.fields.map((each, index) => (index === form.focus ? {...each, touched: true} : each));
  return focusOn({...form, fields}, (form.focus + step + form.fields.length) % form.fields.length);
}

export function focusOn(form: Form, focus: number): Form {
  const field = form.fields[focus];
  return judged({...form, focus, isMarked: field?.name !== 'side' && field?.value !== ''});
}

/** Handles non-printing keys: an erasing key removes the selected value, a moving key keeps it. */
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

export function firstWrong(form: Form): Form | undefined {
  const index = form.fields.findIndex(each => each.error !== undefined);
  if (index < 0) return undefined;
  return focusOn({...form, fields: form.fields.map(each => ({...each, touched: true}))}, index);
}

/** The current ask of the form's symbol; undefined if the card trades another symbol. */
export function askIn({kind, card, fields, amends}: Form): Decimal | undefined {
  const symbol = amends?.draft.symbol ?? fields.find(each => each.name === 'symbol')?.sends ?? '';
  return kind === 'open' || isAbout(card, symbol) ? card?.currentAskPrice : undefined;
}

export function isSideFocused({fields, focus}: Form): boolean {
  return fields[focus]?.name === 'side';
}

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
        // A symbol typed over the row's symbol is another contract.
        ...(form.contract?.symbol === value('symbol') ? {contract: form.contract.is} : {}),
      };
    case 'amend': {
      const {amends} = form;
      return amends && {...amends.draft, newPrice: value('price'), newSize: value('size')};
    }
    default:
      return form.kind satisfies never;
  }
}

// Field validation: the spelling of values, and the limits of the profile

type Name = FormField['name'];

const mostDigits = 32;

export function rulesOf({settings, feeds}: State): FormRules {
  return {
    guardrails: settings.guardrails,
    symbols: symbolsSeen(feeds),
    underlyings: underlyingsSeen(feeds),
  };
}

function judged(form: Form): Form {
  const fields = form.fields.map((field): FormField => ({...field, ...judgedAlone(field, form.rules)}));
  const beyond = notionalBeyond(fields, form.rules);
  if (beyond === undefined) return {...form, fields};
  // The rule covers two fields; the error appears under the focused one.
  const at = fields[form.focus]?.name === 'price' ? 'price' : 'size';
  return {...form, fields: fields.map(each => (each.name === at ? {...each, error: beyond} : each))};
}

function notionalBeyond(fields: readonly FormField[], {guardrails}: FormRules): string | undefined {
  const sent = (name: Name) => fields.find(each => each.name === name && each.error === undefined)?.sends;
  const [price, size] = [sent('price'), sent('size')];
  return price === undefined || size === undefined
    ? undefined
    : notionalForbidden(notional({price, size}), guardrails);
}

type Judged = Pick<FormField, 'sends' | 'error'>;

function judgedAlone({name, value}: FormField, rules: FormRules): Judged {
  switch (name) {
    case 'amount':
    case 'price':
    case 'size':
      return judgedAmount(name, value, rules);
    case 'symbol':
      return judgedSymbol(typedSymbol(value, rules.symbols), rules);
    case 'side': {
      const isSide = value === 'BUY' || value === 'SELL';
      return {sends: value, error: isSide ? undefined : 'Press b for BUY or s for SELL.'};
    }
    case 'positionId': {
      const sends = value.trim();
      const isGood = sends === '' || isInt64(sends);
      return {sends, error: isGood ? undefined : 'A position id is a 64-bit integer.'};
    }
    default:
      return name satisfies never;
  }
}

function judgedSymbol(sends: string, {guardrails, underlyings}: FormRules): Judged {
  if (sends === '') return {sends, error: 'Type the trading symbol.'};
  if (!/^\S{1,64}$/u.test(sends)) return {sends, error: 'A symbol has no spaces and at most 64 characters.'};
  return {sends, error: symbolForbidden(sends, guardrails, underlyings)};
}

function judgedAmount(name: 'amount' | 'price' | 'size', value: string, {guardrails}: FormRules): Judged {
  if (value.trim() === '')
    return {sends: '', error: name === 'amount' ? 'Type the amount to invest.' : `Type the ${name}.`};
  const typed = typedAmount(value);
  if ('wrong' in typed) return {sends: '', error: typed.wrong};
  const {sends} = typed;
  if (sends.replace('.', '').length > mostDigits) return {sends, error: `At most ${mostDigits} digits.`};
  if (compare(sends, '0') <= 0) return {sends, error: 'Must be above zero.'};
  return {sends, error: name === 'amount' ? investmentForbidden(sends, guardrails) : undefined};
}

// Typed values. Only unambiguous spellings are accepted: a text that another country would read as another
// number is refused, and the message says what is accepted.
type TypedAmount = {readonly sends: Decimal} | {readonly wrong: string};

/** Digits with optional thousands commas, an optional point, and an optional suffix k or m. */
const spelling = /^([1-9]\d{0,2}(?:,\d{3})+|\d*)(?:\.(\d*))?([km]?)$/i;

/** A plain decimal is sent unchanged, with its zeros. */
export function typedAmount(text: string): TypedAmount {
  const trimmed = text.trim();
  if (parseDecimal(trimmed) !== undefined) return {sends: trimmed};
  const [, whole = '', fraction = '', letter = ''] = spelling.exec(trimmed) ?? [];
  if (whole === '' && fraction === '') return {wrong: trimmed.includes(',') ? ofCommas : ofNumbers};
  const digits = whole === '' ? '0' : whole.replaceAll(',', '');
  const typed = fraction === '' ? digits : `${digits}.${fraction}`;
  const by = inOnes[letter.toLowerCase()];
  return {sends: by === undefined ? typed : multiply(typed, by)};
}

const ofCommas = 'Use commas for thousands (12,500) and a point for decimals (0.5).';
const ofNumbers = 'Not a number (e.g. 12, 0.5, 12,500, 1k).';

/** Matches a known symbol regardless of case; else uses upper case if all known symbols do. */
export function typedSymbol(text: string, known: readonly string[]): string {
  const symbol = text.trim();
  if (known.includes(symbol)) return symbol;
  const [alike, ...others] = known.filter(each => each.toUpperCase() === symbol.toUpperCase());
  if (alike !== undefined) return others.length === 0 ? alike : symbol;
  return known.length > 0 && known.every(each => each === each.toUpperCase()) ? symbol.toUpperCase() : symbol;
}
