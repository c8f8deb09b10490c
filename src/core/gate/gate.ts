import type {ControlsSeen, Guardrails} from '../../account/model/vocabulary.ts';
import type {Id} from '../../api/wire/records.ts';
import {mayHaveMadeMore} from '../intents/classify.ts';
import {type Intent, isOver} from '../intents/intent.ts';
import type {Asked} from '../intents/kinds/kind.ts';
import {addingKind, type Draft, kindOf, orderPlaced, reducesRisk} from '../intents/kinds/kinds.ts';
import {alone, replacedBy} from '../intents/kinds/place.ts';
import {lateMs} from '../intents/outcome.ts';
import {canceledIn} from '../intents/selectors.ts';
import {whyBeyond, whyNotReducing} from '../limits/decide.ts';
import {type AccountStanding, byBoth, type Knows, type Pending} from '../limits/pending.ts';

/**
 * Every write passes this gate several times, each time with current facts (docs/outcomes.md says when).
 * READ-ONLY and another holder of the controls block everything; a risk-reducing write passes the rest.
 */
export type GateFacts = {
  readonly halted: string | undefined;
  /** Undefined with the controls, and where the journal checks them itself. */
  readonly viewing?: string | undefined;
  readonly knows: Knows;
  /** Undefined if the limits are not checked. */
  readonly standing: AccountStanding | undefined;
};

export function whyHeld({halted, viewing, knows, standing}: GateFacts, draft: Draft): string | undefined {
  const reason = whyKindHeld({guardrails: knows.guardrails, halted, viewing}, draft);
  if (reason !== undefined) return reason;
  if (knows.stillOpen === 'unread') return 'Not yet: the orders are being read.';
  if (knows.stillOpen === 'listed')
    return `Order #${replacedBy(draft)?.orderId} is still listed as open: amend or cancel that one.`;
  // The limits were kept when the position was made. What reduces it must not exceed it.
  const order = reducesRisk(draft) ? orderPlaced(draft) : undefined;
  if (order !== undefined) return standing && whyNotReducing(knows, standing, order);
  return kindOf(draft).guardrail(draft, knows) ?? (standing && whyBeyond(knows, standing));
}

export function whyKindHeld(
  {guardrails, halted, viewing}: Pick<GateFacts, 'halted' | 'viewing'> & Pick<Knows, 'guardrails'>,
  of: Asked,
): string | undefined {
  return whyReadOnly(guardrails) ?? viewing ?? whyHalted(halted, of);
}

export function whyViewing({is, by}: Pick<ControlsSeen, 'is' | 'by'>, key = 'T'): string {
  if (is === 'ours') return 'The controls changed hands.';
  return `${is === 'held' ? `${by} has the controls` : 'Nobody has the controls'}: ${key} takes them.`;
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

type Weighed = Pick<
  Intent,
  'id' | 'draft' | 'state' | 'addsTo' | 'offsetAtSend' | 'changedAt' | 'attempts'
> & {
  readonly resolvedRecordId?: Id | undefined;
};

/** Each intent counts for the most that it may add, until a read shows it. A replaced order adds nothing. */
export function pendingIn(intents: readonly Weighed[]): readonly Pending[] {
  const replaced = new Set(
    intents.flatMap(({draft, resolvedRecordId}) =>
      resolvedRecordId === undefined ? [] : (replacedBy(draft)?.orderId ?? []),
    ),
  );
  const canceled = canceledIn(intents);
  const pending = intents.flatMap(each => pendingOf(each, canceled));
  return pending.filter(({recordId = ''}) => !replaced.has(recordId));
}

function pendingOf(intent: Weighed, canceled: ReadonlySet<Id>): readonly Pending[] {
  const {id: intentId, state, addsTo, resolvedRecordId: recordId, changedAt, offsetAtSend} = intent;
  // The lists show the order that it replaces, or that it left.
  const draft = alone(intent.draft);
  const kind = addingKind(draft);
  if (kind === undefined) return [];
  const load = kind.load(draft, {currency: addsTo?.currency, underlying: addsTo?.underlying}, '0');
  const size = kind.makes === 'order' ? kind.mostFilled(draft) : '0';
  const of = {makes: kind.makes, load, size, order: orderPlaced(draft)};
  const end = {isEnded: isOver[state], endedAt: byBoth(changedAt, offsetAtSend)};
  const more = mayHaveMadeMore(intent);
  // A person's word proves no arrival.
  const made = {...of, ...end, intentId, lateMs: state === 'RESOLVED' || more > 0 ? lateMs : 0};
  const own = {...made, recordId, isCanceled: canceled.has(recordId ?? '')};
  // No answer names the orders of the others.
  return [own, ...Array.from({length: more}, () => ({...made, recordId: undefined}))];
}
