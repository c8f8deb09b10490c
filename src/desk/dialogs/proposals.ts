import type {Moment} from '../../account/model/moment.ts';
import {cardTrading} from '../../account/resources/figures.ts';
import {flat} from '../../account/words/text.ts';
import type {Decimal, EasyOptionCard} from '../../api/wire/records.ts';
import {serviceClock} from '../../core/intents/clock.ts';
import {type Draft, draftIn, orderPlaced} from '../../core/intents/kinds/kinds.ts';
import {draftWords} from '../../core/intents/words.ts';
import {longestReason, type Proposal, proposalsWaiting} from '../../core/proposals/proposal.ts';
import {close, type Dialog, lineDialog, listKeys, movedTo, show} from '../dialog.ts';
import {recordNow} from '../feeds/last-read.ts';
import {cardsRead} from '../feeds/prices.ts';
import {labelOf} from '../key-words.ts';
import {tell} from '../notices.ts';
import {locked} from '../order/availability.ts';
import {draftOf, formOf, typed} from '../order/forms.ts';
import {asReducing, whyHeldNow, whyProposalHeld, whyViewer} from '../order/gate-now.ts';
import type {Form} from '../order/ordering.ts';
import {proposerWords, rowsListed} from '../order/review-lines.ts';
import {toReview} from '../order/reviewing.ts';
import {draftOfRow, ticketOf} from '../order/tickets/tickets.ts';
import type {OverlayOf} from '../overlay.ts';
import {back, type Choice, keys, text, title} from '../sheet.ts';
import type {State, Step} from '../state.ts';

export function openProposals(state: State): Step {
  const waiting = proposalsWaiting(state);
  const [oldest] = waiting;
  if (oldest !== undefined && waiting.length === 1) return reviewProposal(state, oldest, state.now);
  return show(state, {kind: 'proposals', selected: oldest?.id});
}

export const proposals = {
  isWide: true,
  keys: [...listKeys, 'accept', 'no', 'declineAll', 'proposals', 'leave'],
  press(state, {selected}, {action, now}) {
    const all = proposalsWaiting(state);
    const at = all.findIndex(({id}) => id === selected);
    const found = all[at];
    if (action === 'accept' && found !== undefined) return reviewProposal(close(state), found, now);
    if (action === 'no' && found !== undefined) return askReason(state, found.id, draftWords(found.draft));
    if (action === 'declineAll' && found !== undefined) return declineAllOf(state, found, now);
    const to = movedTo(state, action, Math.max(0, at), all.length);
    return to === undefined ? undefined : show(state, {kind: 'proposals', selected: all[to]?.id});
  },
  sheet(state, {selected}) {
    const all = proposalsWaiting(state);
    const items = all.map(({draft, by: proposer, askedAt, reason}): Choice => {
      const words = flat(draftWords(draft));
      const by = proposerWords(proposer);
      const why = flat(reason);
      const shown = `${serviceClock(state, askedAt)}  ${words}  ${by}  ${why}`;
      return {key: ' ', text: shown, spoken: [words, `by ${by}`, why]};
    });
    return [
      title(`Proposals: ${all.length}`),
      {
        ...{is: 'choices', title: 'Proposals', items, none: 'No proposals.'},
        at: all.findIndex(({id}) => id === selected),
      },
      keys(state, 'proposals', [
        [['row.down', 'row.up'], 'move'],
        [['accept'], 'review'],
        [['no'], 'decline'],
        [['declineAll'], 'all of the proposer'],
        back,
      ]),
    ];
  },
} satisfies Dialog<'proposals'>;

export function askReason(state: State, id: string, of: string): Step {
  return unlessViewer(state, () => show(state, {kind: 'decline', ids: [id], of, text: ''}));
}

export const decline = {
  ...lineDialog((state, {ids, text}: OverlayOf<'decline'>) =>
    unlessViewer(state, () => declined(state, ids, text)),
  ),
  typed: (overlay, _field, text) => ({...overlay, text: text.slice(0, longestReason)}),
  sheet(state, {of, text: typed}) {
    return [
      title('Decline the proposal'),
      text(flat(of)),
      {
        is: 'field',
        name: 'reason',
        prompt: '›',
        value: typed,
        label: 'Reason for the proposer (optional)',
        error: '',
      },
      keys(state, 'decline', [[['accept'], 'decline'], back]),
    ];
  },
} satisfies Dialog<'decline'>;

/** Says so in one quiet line: it covers no message, opens nothing and takes no key. */
export function takeProposals(state: State, open: readonly Proposal[], now: Moment): State {
  const had = proposalsWaiting(state);
  const next: State = {...state, proposals: open};
  const [first] = proposalsWaiting({...next, now});
  const key = labelOf(state.settings.bindings, 'proposals');
  if (first === undefined || had.length > 0 || next.notices.length > 0) return next;
  const text = `PROPOSED by ${proposerWords(first.by)}: ${flat(draftWords(first.draft))} · ${key} review`;
  return tell(next, text, 'info', now);
}

function reviewProposal(state: State, proposal: Proposal, now: Moment): Step {
  // It may have been proposed while the position was another one.
  const draft = asReducing(state, proposal.draft);
  const reason = whyProposalHeld(state, draft, now) ?? whyHeldNow(state, draft) ?? locked(state, draft);
  if (reason !== undefined)
    return show(tell(state, reason, 'danger', now), {kind: 'proposals', selected: proposal.id});
  const order = orderPlaced(draft);
  const card = order && cardTrading(cardsRead(state), order.symbol);
  return toReview(state, draft, {card, proposal}, now);
}

function unlessViewer(state: State, act: () => Step): Step {
  const why = whyViewer(state);
  return why === undefined ? act() : [tell(state, why, 'danger', state.now), []];
}

function declined(state: State, ids: readonly string[], reason: string): Step {
  const proposals = state.proposals.filter(({id}) => !ids.includes(id));
  return [
    {...state, overlay: {kind: 'none'}, proposals},
    [{type: 'declineProposals', ids, reason: flat(reason)}],
  ];
}

export function declineAllOf(state: State, {by}: Proposal, now: Moment): Step {
  return unlessViewer(state, () => {
    const ids = state.proposals.filter(each => each.by.name === by.name).map(({id}) => id);
    const [next, commands] = declined(state, ids, '');
    return [tell(next, `Declined all of ${proposerWords(by)} (${ids.length})`, 'info', now), commands];
  });
}

type Drafted = {readonly draft: Draft; readonly priceSeen?: Decimal | undefined} | {readonly refused: string};

/** The draft that a person would get from the same record and the same form. */
export function draftWanted(state: State, kind: string, given: Readonly<Record<string, unknown>>): Drafted {
  const {pane, record, ofRow, over} = ticketOf({kind});
  const id = record?.({kind, ...given});
  const {row} = recordNow(state, pane, id);
  if (id !== undefined && row === undefined)
    return {refused: 'It is not in the lists that were read so far.'};
  const found = row && ofRow ? draftOfRow(kind, row, state) : draftIn({kind, ...given});
  if ('refused' in found) return found;
  const {draft} = found;
  const refused = over?.(draft, rowsListed(state));
  if (refused !== undefined) return {refused};
  const form = editingForm(state, draft, undefined);
  if (form !== undefined) return fromForm(state, form, given);
  const lock = locked(state, draft);
  return lock === undefined ? {draft} : {refused: lock};
}

function fromForm(state: State, form: Form, given: Readonly<Record<string, unknown>>): Drafted {
  const filled = form.fields.reduce(
    (before, {name}) => (typeof given[name] === 'string' ? typed(state, before, name, given[name]) : before),
    form,
  );
  const wrong = filled.fields.find(({error}) => error !== undefined);
  if (wrong !== undefined) return {refused: `${wrong.label}: ${wrong.error}`};
  const draft = draftOf(filled);
  if (draft === undefined) return {refused: 'It cannot be proposed.'};
  const pointless = ticketOf(draft).form?.pointless?.(draft);
  return pointless === undefined
    ? {draft: asReducing(state, draft), priceSeen: filled.priceSeen}
    : {refused: pointless};
}

/** The form that a person edits it in; undefined if it has none, or if its record is not listed. */
export function editingForm(state: State, draft: Draft, card: EasyOptionCard | undefined): Form | undefined {
  const form = ticketOf(draft).form && formOf(state, draft, card && {card});
  return form && draftOf(form) && form;
}
