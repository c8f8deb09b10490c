import {resources} from '../../account/resources/resources.ts';
import {whyKindHeld} from '../../core/gate/gate.ts';
import {isAmend} from '../../core/intents/kinds/amend.ts';
import type {Asked} from '../../core/intents/kinds/kind.ts';
import {
  type Drafted,
  type DraftKind,
  makesRecord,
  type Target,
  targets,
} from '../../core/intents/kinds/kinds.ts';
import {idRefused, underlyingForbidden} from '../../core/intents/kinds/parts.ts';
import {inBanner, lockOn, whyToWait} from '../../core/intents/selectors.ts';
import type {Check} from '../dialog.ts';
import {labelOf} from '../key-words.ts';
import {selected} from '../navigate.ts';
import type {State} from '../state.ts';
import {closing} from './closing.ts';
import {asReducing} from './gate-now.ts';
import {markedOn} from './several/marks.ts';
import {draftOfRow, ticketOf} from './tickets/tickets.ts';

/** A reason that blocks every write of the kind goes first. */
export const toWrite =
  (kind: DraftKind, also?: Check): Check =>
  state =>
    writesBlocked(state, {kind}) ?? also?.(state);

/** A write of the selected row, of which the kind says all. */
export const onRow =
  (kind: DraftKind): Check =>
  state => {
    // An action that adds risk may still be an exit: its draft tells.
    const held = makesRecord({kind}) ? undefined : writesBlocked(state, {kind});
    if (held !== undefined) return held;
    const found = draftHere(state, kind);
    if ('refused' in found) return found.refused;
    const {draft} = found;
    const blocked = writesBlocked(state, draft) && writesBlocked(state, asReducing(state, draft));
    if (blocked !== undefined && blocked === state.intents.halted && isAmend(draft))
      return `${blocked} An amend counts the old order and the new one: cancel it instead.`;
    return blocked ?? locked(state, draft);
  };

/** The draft of the selected row, which gives all that a form does not ask for. */
export function draftHere(state: State, kind: DraftKind): Drafted {
  const {pane} = ticketOf({kind});
  const row = selected(state, pane);
  if (row === undefined) return {refused: `Select an ${resources[pane].singular} to ${kind}.`};
  return draftOfRow(kind, row, state);
}

/** The marked rows go before the selected one. */
export const onRows =
  (kind: DraftKind, marked: DraftKind = kind): Check =>
  state =>
    markedOn(state, ticketOf({kind}).pane).size > 0
      ? toWrite(marked, severalBlocked)(state)
      : onRow(kind)(state);

export function writesBlocked(state: State, of: Asked & {readonly kind: DraftKind}): string | undefined {
  const {settings, intents} = state;
  const {halted, viewing} = intents;
  const apart = whyUnusable(state.journal) ?? viewing;
  const held = whyKindHeld({guardrails: settings.guardrails, halted, viewing: apart}, of);
  if (held !== undefined) return held;
  if (state.link.venue === undefined)
    return `The service has not answered yet: PAPER or LIVE is unknown. ${labelOf(settings.bindings, 'refresh')} asks again.`;
  return whyNoJournal(state.journal) ?? whyToWait(intents, of, state.now);
}

/** It is not only that it cannot be written now: taking the controls does not help. */
export function whyUnusable(journal: State['journal']): string | undefined {
  return journal.status === 'failed' && journal.isUnread ? journal.reason : undefined;
}

/** Nothing is sent before the journal is open and proved to be of this account. */
export function whyNoJournal(journal: State['journal']): string | undefined {
  if (journal.status === 'opening') return 'The journal is still opening.';
  return journal.status === 'failed' ? `No writes without a journal: ${journal.reason}` : undefined;
}

export function openBlocked(state: State): string | undefined {
  const card = selected(state, 'cards');
  if (card === undefined) return 'Select a card to open from.';
  if (card.active === false) return 'This card is not active.';
  return (
    underlyingForbidden(card.underlying, state.settings.guardrails) ??
    idRefused(card.id) ??
    locked(state, {kind: 'open', cardId: card.id})
  );
}

export function closeBlocked(state: State): string | undefined {
  if (state.pane === 'easyOptions') return onRows('close')(state);
  const position = closing(state);
  if ('refused' in position) return position.refused;
  return writesBlocked(state, {kind: 'place', ...position.prefill});
}

function severalBlocked({outbox, gathering}: State): string | undefined {
  if (gathering !== undefined) return 'The list is being read.';
  return outbox === undefined ? undefined : 'Several writes are in progress: wait until they have ended.';
}

export function cancelAllBlocked(state: State): string | undefined {
  const {rows, fault, loadedAt, filterText} = state.feeds.orders;
  const isKnown = fault === undefined && loadedAt !== undefined && filterText === '';
  return severalBlocked(state) ?? (isKnown && rows.length === 0 ? 'No orders are listed.' : undefined);
}

export function locked(state: State, of: Target): string | undefined {
  const {intents, settings} = state;
  const reason = lockOn(intents, ...targets(of));
  const isUnknown = inBanner(intents).some(({draft}) =>
    targets(draft).some(each => targets(of).includes(each)),
  );
  if (!isUnknown) return reason;
  const keys = (['recheck', 'resend', 'resolve'] as const).map(each => labelOf(settings.bindings, each));
  return reason?.replace(/\.$/, ` (${keys.join(', ')}).`);
}
