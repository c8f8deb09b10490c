import {compare} from '../../../api/wire/decimal.ts';
import {isInt64} from '../../../api/wire/records.ts';
import {symbolsSeen, underlyingsSeen} from '../../feeds/prices.ts';
import {notional} from '../../model/figures.ts';
import type {State} from '../../model/state.ts';
import {investmentForbidden, notionalForbidden, symbolForbidden} from '../guardrails.ts';
import type {Form, FormField, FormRules} from './ticket.ts';
import {typedAmount, typedSymbol} from './typed.ts';

/** What each field of a form would send, and what speaks against it: its spelling, and the profile's limits. */

type Name = FormField['name'];

const mostDigits = 32;

/** What the fields of a form that opens now are judged by. */
export function rulesOf({settings, feeds}: State): FormRules {
  return {
    guardrails: settings.guardrails,
    symbols: symbolsSeen(feeds),
    underlyings: underlyingsSeen(feeds),
  };
}

/** The form with every field judged as it stands. */
export function judged(form: Form): Form {
  const fields = form.fields.map((field): FormField => ({...field, ...judgedAlone(field, form.rules)}));
  const beyond = notionalBeyond(fields, form.rules);
  if (beyond === undefined) return {...form, fields};
  // It is of two fields: said under the one that is being typed.
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
      return {sends, error: isGood ? undefined : 'A position id is a whole number of 64 bits.'};
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
  if (compare(sends, '0') <= 0) return {sends, error: 'It must be above zero.'};
  return {sends, error: name === 'amount' ? investmentForbidden(sends, guardrails) : undefined};
}
