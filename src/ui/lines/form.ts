import {leftBy} from '../../desk/limits/left.ts';
import {boughtAt, isAmount, notional} from '../../desk/model/figures.ts';
import {age, basePeriod} from '../../desk/model/freshness.ts';
import type {State} from '../../desk/model/state.ts';
import {askIn, draftOf} from '../../desk/order/forms.ts';
import {placedIn} from '../../desk/order/replace/form.ts';
import type {Form, FormField} from '../../desk/order/ticket/ticket.ts';
import {limitWords} from '../../desk/words/limits.ts';
import {sanitize} from '../../term/text/sanitize.ts';
import {flat, number} from '../format.ts';
import {seconds} from '../times.ts';

/** What a form says beside its fields, to eyes and to ears. */

export const formTitle = ({title, cameBack}: Form) =>
  (cameBack === undefined ? '' : `${cameBack}: `) + sanitize(title);

export const formIn = ({overlay}: State) => (overlay.kind === 'form' ? overlay.form : undefined);

/** The age of the form's price where it is too old to go by, in whole seconds. */
export function oldAge(state: State): number | undefined {
  const at = formIn(state)?.cardAt;
  const ageMs = at === undefined ? 0 : age(at, state.now);
  return ageMs > 3 * basePeriod(state.settings, true) ? Math.floor(ageMs / 1_000) * 1_000 : undefined;
}

const bought = (amount: string, form: Form) => (isAmount(amount) ? boughtAt(amount, askIn(form)) : undefined);

const worth = (price: string, size: string) =>
  isAmount(price) && isAmount(size) ? notional({price, size}) : undefined;

/** What it comes to as typed so far, and the newest price: how old that is, once a poll is overdue. */
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

/** What the profile allows at most, before anything beyond it is typed. */
export function formLimits({kind, rules}: Form): string {
  const {opening, order, underlyings} = limitWords(rules.guardrails);
  const limits = kind === 'open' ? [opening] : [order, underlyings];
  return flat(limits.filter(each => each !== '').join(', '));
}

/** What it would leave of the limits of the account, as typed so far; or why they would not let it through. */
export function leftInForm(state: State): string {
  const form = formIn(state);
  const draft = form?.fields.every(({error}) => error === undefined) ? draftOf(form) : undefined;
  const left = draft && leftBy(state, draft);
  return left === undefined ? '' : flat(left.isBeyond ? left.words : `leaves ${left.words}`);
}

/** What is said under a field: why it cannot be sent, or why it was refused. */
export function saidOf({error, refused, touched, value}: FormField, isFocused: boolean): string | undefined {
  return refused ?? (touched || (isFocused && value !== '') ? error : undefined);
}

/** What goes out, where that is not what stands in the field. */
export function sendsOf({sends, value, error}: FormField): string {
  return error !== undefined || sends === value ? '' : `sends ${flat(sends)}`;
}
