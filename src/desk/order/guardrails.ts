import {compare} from '../../api/wire/decimal.ts';
import type {Decimal} from '../../api/wire/records.ts';
import {underlyingsSeen} from '../feeds/prices.ts';
import type {Contract, Draft} from '../intents/intent.ts';
import {placedBy} from '../intents/replace/write.ts';
import {notional} from '../model/figures.ts';
import type {State} from '../model/state.ts';
import type {Guardrails} from '../model/vocabulary.ts';
import {amountWords} from '../words/amounts.ts';

/**
 * Why the profile does not allow a draft, in words; undefined when it does. Asked before anything is sent.
 * @param underlyings by symbol, what a record says that it is on
 */
function forbidden(
  draft: Draft,
  guardrails: Guardrails,
  underlyings: ReadonlyMap<string, string>,
): string | undefined {
  const noWrites = writesForbidden(guardrails);
  if (noWrites !== undefined) return noWrites;
  switch (draft.kind) {
    case 'open':
      return (
        investmentForbidden(draft.investmentAmount, guardrails) ??
        underlyingForbidden(draft.underlying, guardrails)
      );
    case 'replace':
      return forbidden(placedBy(draft), guardrails, underlyings);
    case 'place':
      return (
        notionalForbidden(notional(draft), guardrails) ??
        symbolForbidden(draft.symbol, guardrails, underlyings, draft.contract)
      );
    case 'close':
    case 'cancel':
      return undefined;
    default:
      return draft satisfies never;
  }
}

/** As `forbidden`, by all that the desk knows now. */
export function forbiddenNow({settings, feeds}: State, draft: Draft): string | undefined {
  return forbidden(draft, settings.guardrails, underlyingsSeen(feeds));
}

/** Why no write at all is sent, if so. */
export function writesForbidden({readOnly, isReadOnlyHere}: Guardrails): string | undefined {
  if (!readOnly) return undefined;
  return isReadOnlyHere
    ? 'READ-ONLY: you have switched writes off for this session.'
    : 'READ-ONLY: this profile sends no writes.';
}

export function investmentForbidden(amount: Decimal, {maxInvestment}: Guardrails): string | undefined {
  return beyond('investment', amount, maxInvestment);
}

export function notionalForbidden(amount: Decimal, {maxNotional}: Guardrails): string | undefined {
  return beyond('notional', amount, maxNotional);
}

/** What cannot be told is not allowed: a symbol says nothing by itself. */
export function symbolForbidden(
  symbol: string,
  guardrails: Guardrails,
  underlyings: ReadonlyMap<string, string>,
  contract?: Contract,
): string | undefined {
  const {allowedUnderlyings} = guardrails;
  const underlying = underlyings.get(symbol) ?? contract?.asset;
  if (underlying !== undefined || allowedUnderlyings === undefined)
    return underlyingForbidden(underlying, guardrails);
  return `No card or order listed here tells the underlying of ${symbol}, and this profile allows ${allowedUnderlyings.join(', ')} alone.`;
}

function beyond(what: string, amount: Decimal, limit: Decimal | undefined): string | undefined {
  if (limit === undefined || compare(amount, limit) <= 0) return undefined;
  return `The ${what} of ${amountWords(amount)} is beyond this profile's limit of ${amountWords(limit)}.`;
}

export function underlyingForbidden(
  underlying: string | undefined,
  {allowedUnderlyings}: Guardrails,
): string | undefined {
  if (allowedUnderlyings === undefined) return undefined;
  if (underlying !== undefined && allowedUnderlyings.includes(underlying)) return undefined;
  return `${underlying ?? 'This underlying'} is not among this profile's underlyings: ${allowedUnderlyings.join(', ')}.`;
}
