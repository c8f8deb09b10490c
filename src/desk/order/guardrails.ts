import {compare} from '../../api/wire/decimal.ts';
import type {Draft} from '../intents/intent.ts';
import {notional} from '../model/figures.ts';
import {underlyingOf} from '../model/symbol.ts';
import type {Guardrails} from '../model/vocabulary.ts';

/** Why the profile does not allow a draft, in words; undefined when it does. Asked before anything is sent. */
export function forbidden(draft: Draft, guardrails: Guardrails): string | undefined {
  if (guardrails.readOnly) return 'READ-ONLY: this profile sends no writes.';
  switch (draft.kind) {
    case 'open':
      return (
        beyond('investment', draft.investmentAmount, guardrails.maxInvestment) ??
        notAllowed(draft.underlying, guardrails)
      );
    case 'place':
      return (
        beyond('notional', notional(draft), guardrails.maxNotional) ??
        notAllowed(underlyingOf(draft.symbol), guardrails)
      );
    case 'close':
    case 'cancel':
      return undefined;
    default:
      return draft satisfies never;
  }
}

function beyond(what: string, amount: string, limit: string | undefined): string | undefined {
  if (limit === undefined || compare(amount, limit) <= 0) return undefined;
  return `The ${what} of ${amount} is beyond this profile's limit of ${limit}.`;
}

function notAllowed(underlying: string | undefined, {allowedUnderlyings}: Guardrails): string | undefined {
  if (allowedUnderlyings === undefined) return undefined;
  if (underlying !== undefined && allowedUnderlyings.includes(underlying)) return undefined;
  return `${underlying ?? 'This underlying'} is not among this profile's underlyings: ${allowedUnderlyings.join(', ')}.`;
}
