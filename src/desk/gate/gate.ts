import {add, canonicalDecimal, compare, multiply} from '../../api/wire/decimal.ts';
import {type Asked, type Draft, type Gate, type Intent, kindOf, reducesRisk} from '../intents/intent.ts';
import {type AmendDraft, isAmend} from '../intents/kinds/amend.ts';
import {whyBeyond} from '../limits/decide.ts';
import {whyNotReducing} from '../limits/reducing.ts';
import {type AccountStanding, type Knows, weighedBeside} from '../limits/reserved.ts';
import type {Guardrails} from '../model/vocabulary.ts';
import {cardTrading} from '../resources/joins.ts';
import type {State} from '../state.ts';
import {knowsOf} from './knowledge.ts';

/**
 * Every write passes this gate several times, each time with current facts (docs/outcomes.md says when).
 * READ-ONLY blocks everything; a risk-reducing write passes the rest.
 */
export type GateFacts = {
  readonly halted: string | undefined;
  readonly knows: Knows;
  /** Undefined if the limits are not checked. */
  readonly standing: AccountStanding | undefined;
};

export function whyHeld({halted, knows, standing}: GateFacts, draft: Draft): string | undefined {
  const reason = whyKindHeld({guardrails: knows.guardrails, halted}, draft);
  if (reason !== undefined) return reason;
  // The limits were kept when the position was made. What reduces it has to be reserved.
  const order = reducesRisk(draft) ? kindOf(draft).places(draft) : undefined;
  if (order !== undefined) return standing && whyNotReducing(knows, standing, order);
  return kindOf(draft).guardrail(draft, knows) ?? (standing && whyBeyond(knows, standing));
}

export function whyKindHeld(
  {guardrails, halted}: {readonly guardrails: Guardrails; readonly halted: string | undefined},
  of: Asked,
): string | undefined {
  return whyReadOnly(guardrails) ?? whyHalted(halted, of);
}

export function whyReadOnly({readOnly, isReadOnlyHere}: Guardrails): string | undefined {
  if (!readOnly) return undefined;
  return isReadOnlyHere
    ? 'READ-ONLY: you switched writes off for this session. READ-ONLY off in the palette allows them.'
    : 'READ-ONLY: this profile sends no writes (read_only).';
}

export function whyHalted(halted: string | undefined, of: Asked): string | undefined {
  return reducesRisk(of) ? undefined : halted;
}

/** Skips the limits: only the commit that follows knows all reservations. */
export function gateOf(state: State): Gate {
  const {intents, now} = state;
  return draft =>
    whyHeld({halted: intents.halted, knows: knowsOf(state, draft, now), standing: undefined}, draft) ??
    (isAmend(draft) ? whyMoved(state, draft) : undefined);
}

/** An amend is placed some time after its review. The limit of a passive order rules by itself. */
function whyMoved({feeds, settings}: State, {symbol, side, newPrice, ask}: AmendDraft): string | undefined {
  if (side !== 'BUY' || ask === undefined || compare(newPrice, ask) < 0) return undefined;
  const now = cardTrading(feeds.cards.rows, symbol)?.currentAskPrice;
  if (now === undefined) return `The ask was ${ask}, and is not known now.`;
  const most = multiply(ask, add('100', canonicalDecimal(settings.guardrails.priceTolerance) ?? '0'));
  if (compare(newPrice, now) < 0 || compare(multiply(now, '100'), most) <= 0) return undefined;
  return `The ask moved from ${ask} to ${now}.`;
}

/** A repeat adds no exposure to that of the first attempt. */
type OwnIntent = {readonly intent: Intent; readonly isRepeat: boolean};

export function whyHeldNow(state: State, draft: Draft, own?: OwnIntent): string | undefined {
  const {intents, limits, now} = state;
  const isWeighed = limits.standing !== undefined && own?.isRepeat !== true;
  const standing = isWeighed ? weighedBeside(limits.standing, own?.intent) : undefined;
  return whyHeld({halted: intents.halted, knows: knowsOf(state, draft, now), standing}, draft);
}
