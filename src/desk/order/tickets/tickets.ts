import type {Row} from '../../../account/model/vocabulary.ts';
import {type Draft, type Drafted, type DraftKind, draftIn} from '../../../core/intents/kinds/kinds.ts';
import {idRefused} from '../../../core/intents/kinds/parts.ts';
import {amendTicket} from './amend-ticket.ts';
import {cancelTicket} from './cancel-ticket.ts';
import {closeTicket} from './close-ticket.ts';
import {openTicket} from './open-ticket.ts';
import {placeTicket} from './place-ticket.ts';
import type {AmendFacts, AnyDraft, Ticket} from './ticket.ts';

const ofKinds = {
  open: openTicket,
  close: closeTicket,
  place: placeTicket,
  cancel: cancelTicket,
  amend: amendTicket,
} satisfies {readonly [K in DraftKind]: Ticket<Extract<Draft, {readonly kind: K}>>};

/** The ticket of each kind that a person asks for. */
export const tickets = new Map<string, Ticket<AnyDraft>>(Object.entries(ofKinds));

export function ticketOf({kind}: AnyDraft): Ticket<AnyDraft> {
  const found = tickets.get(kind);
  if (found === undefined) throw new RangeError(`There is no ticket for ${kind}.`);
  return found;
}

/** The draft of a row, or why the row gives none. */
export function draftOfRow(kind: string, row: Row, by: AmendFacts): Drafted {
  const {ofRow, record} = ticketOf({kind});
  const found = ofRow?.(row, by) ?? {kind};
  if ('refused' in found) return found;
  const refused = idRefused(record?.(found) ?? '');
  return refused === undefined ? draftIn(found) : {refused};
}
