import type {Decimal, EasyOptionCard} from '../../api/wire/records.ts';
import {type Draft, draftIn, draftOfRow, kindOf} from '../intents/kinds/kinds.ts';
import {rowById} from '../model/rows.ts';
import type {State} from '../state.ts';
import {locked} from './availability.ts';
import {asReducing, draftOf, formOf, typed} from './forms.ts';
import {rowsListed} from './review-lines.ts';
import type {Form} from './state.ts';

type Drafted = {readonly draft: Draft; readonly priceSeen?: Decimal | undefined} | {readonly refused: string};

/** The draft that a person would get from the same record and the same form. */
export function draftWanted(state: State, kind: string, given: Readonly<Record<string, unknown>>): Drafted {
  const {pane, record, ofRow, over} = kindOf({kind});
  const id = record({kind, ...given});
  const row = rowById(state.feeds[pane], id);
  if (id !== undefined && row === undefined)
    return {refused: 'It is not in the lists that were read so far.'};
  const found = row && ofRow ? draftOfRow(kind, row, state) : draftIn({kind, ...given});
  if ('refused' in found) return found;
  const {draft} = found;
  const refused = over(draft, rowsListed(state), false);
  if (refused !== undefined) return {refused};
  const form = editingForm(state, draft, undefined);
  if (form !== undefined) return fromForm(state, form, given);
  const lock = locked(state, draft);
  return lock === undefined ? {draft} : {refused: lock};
}

function fromForm(state: State, form: Form, given: Readonly<Record<string, unknown>>): Drafted {
  const filled = form.fields.reduce(
    (before, {name}) => (typeof given[name] === 'string' ? typed(before, name, given[name]) : before),
    form,
  );
  const wrong = filled.fields.find(({error}) => error !== undefined);
  if (wrong !== undefined) return {refused: `${wrong.label}: ${wrong.error}`};
  const draft = draftOf(filled);
  if (draft === undefined) return {refused: 'It cannot be proposed.'};
  const pointless = kindOf(draft).form?.pointless?.(draft, false);
  return pointless === undefined
    ? {draft: asReducing(state, draft), priceSeen: filled.priceSeen}
    : {refused: pointless};
}

/** The form that a person edits it in; undefined if it has none, or if its record is not listed. */
export function editingForm(state: State, draft: Draft, card: EasyOptionCard | undefined): Form | undefined {
  const form = kindOf(draft).form && formOf(state, draft, card && {card});
  return form && draftOf(form) && form;
}
