import {leftBy} from '../../desk/limits/knowledge.ts';
import {limitWords} from '../../desk/limits/words.ts';
import {age, basePeriod} from '../../desk/model/freshness.ts';
import {askIn, draftOf} from '../../desk/order/forms.ts';
import {placedIn} from '../../desk/order/replace.ts';
import type {Form, FormField} from '../../desk/order/ticket/ticket.ts';
import {boughtAt, isAmount, notional} from '../../desk/resources/figures.ts';
import type {State} from '../../desk/state.ts';
import {flat, number} from '../../desk/words/text.ts';
import {seconds} from '../../desk/words/times.ts';
import {sanitize} from '../../term/text/sanitize.ts';

export const formTitle = ({title, cameBack}: Form) =>
  (cameBack === undefined ? '' : `${cameBack}: `) + sanitize(title);

export const formIn = ({overlay}: State) => (overlay.kind === 'form' ? overlay.form : undefined);

export function oldAge(state: State): number | undefined {
  const at = formIn(state)?.cardAt;
  const ageMs = at === undefined ? 0 : age(at, state.now);
  return ageMs > 3 * basePeriod(state.settings, true) ? Math.floor(ageMs / 1_000) * 1_000 : undefined;
}

const bought = (amount: string, form: Form) => (isAmount(amount) ? boughtAt(amount, askIn(form)) : undefined);

const worth = (price: string, size: string) =>
  isAmount(price) && isAmount(size) ? notional({price, size}) : undefined;

export function formCost(form: Form, oldMs: number | undefined): string {
  const value = (name: FormField['name']) => form.fields.find(each => each.name === name)?.sends ?? '';
  const ask = askIn(form);
  const old = oldMs === undefined ? '' : ` (${seconds(oldMs)} old)`;
  const seen = ask === undefined ? '' : `Ask ${number(ask)}${old}`;
  const size = placedIn(form, value('size'));
  const amount = form.kind === 'open' ? bought(value('amount'), form) : worth(value('price'), size);
  if (amount === undefined) return seen;
  const rest = form.kind === 'replace' ? `places ${number(size)}, ` : '';
  const words = form.kind === 'open' ? `buys ${number(amount)}` : `${rest}notional ${number(amount)}`;
  return seen === '' ? words : `${seen}, ${words}`;
}

export function formLimits({kind, rules}: Form): string {
  const {opening, order, underlyings} = limitWords(rules.guardrails);
  const limits = kind === 'open' ? [opening] : [order, underlyings];
  return flat(limits.filter(each => each !== '').join(', '));
}

export function leftInForm(state: State): string {
  const form = formIn(state);
  const draft = form?.fields.every(({error}) => error === undefined) ? draftOf(form) : undefined;
  const left = draft && leftBy(state, draft);
  return left === undefined ? '' : flat(left.isBeyond ? left.words : `leaves ${left.words}`);
}

export function saidOf({error, refused, touched, value}: FormField, isFocused: boolean): string | undefined {
  return refused ?? (touched || (isFocused && value !== '') ? error : undefined);
}

/** The value sent, if it differs from the typed one. */
export function sendsOf({sends, value, error}: FormField): string {
  return error !== undefined || sends === value ? '' : `sends ${flat(sends)}`;
}
