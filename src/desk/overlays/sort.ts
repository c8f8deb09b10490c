import {chooseSort, fieldsInView} from '../feeds/arrange.ts';
import {type Binding, keysAt, rows} from '../model/keys.ts';
import {fieldsOf} from '../model/rows.ts';
import type {State} from '../model/state.ts';
import {defaultColumns, type FeedPane, isFeedPane, type Key} from '../model/vocabulary.ts';
import type {Step} from '../step.ts';
import {headingOf} from '../words/headings.ts';
import {close, type Dialog, listKeys, movedTo, pageOf, show} from './overlay.ts';

declare module '../model/overlay.ts' {
  interface Overlays {
    readonly sort: {
      readonly index: number;
      /** As they stood in view when it opened: beside it the table has room for fewer. */
      readonly fields: readonly string[];
      /** What is looked for; undefined while letters choose. */
      readonly wanted: string | undefined;
    };
  }
}

/** What can be sorted by. Without a field the rows are as the service gives them. */
export type SortChoice = {
  readonly field: string | undefined;
  readonly heading: string;
  /** The key that chooses it at once. */
  readonly letter: string | undefined;
};

/** It opens on the field in force, columns in view first. */
function openSort(state: State): Step {
  const {pane} = state;
  if (!isFeedPane(pane)) return [state, []];
  const fields = fieldsInView(state, pane);
  const index = sortChoices(state, {fields, wanted: undefined}).findIndex(
    each => each.field === state.feeds[pane].sort?.field,
  );
  const isSorted = state.feeds[pane].sort !== undefined;
  return show(state, {kind: 'sort', index: isSorted ? Math.max(0, index) : 0, fields, wanted: undefined});
}

/** Those whose heading or field holds what is looked for; those that begin with it first. */
export function sortChoices(
  {pane, settings}: State,
  {fields, wanted}: {readonly fields: readonly string[]; readonly wanted: string | undefined},
): readonly SortChoice[] {
  if (!isFeedPane(pane)) return [];
  const letters = sortLetters(pane, settings.bindings);
  const all = [...new Set([...fields, ...fieldsOf[pane]])].map(
    (field): SortChoice => ({field, heading: headingOf(pane, field), letter: letters.get(field)}),
  );
  const choices = [...all, {field: undefined, heading: "the service's own order", letter: unsorted}];
  if (wanted === undefined || wanted === '') return choices;
  const text = wanted.toLowerCase();
  const place = ({heading, field = ''}: SortChoice) =>
    Math.min(...[heading, field].map(each => each.toLowerCase().indexOf(text)).map(at => (at < 0 ? 99 : at)));
  return choices
    .filter(each => place(each) < 99)
    .toSorted((a, b) => Math.sign(place(a)) - Math.sign(place(b)));
}

const unsorted = '-';

/**
 * A letter for each field of a pane: one of its heading, where the fields before it have left one. It is the
 * same on every screen, whatever columns are in view. Keys that do something else in the list are nobody's.
 */
function sortLetters(pane: FeedPane, table: readonly Binding[]): ReadonlyMap<string, string> {
  const taken = new Set<string>([
    unsorted,
    ...rows.filter(each => heard.some(action => action === each.action)).flatMap(each => each.keys),
    ...table.flatMap(each => keysAt(each, 'sort')),
  ]);
  const usual: readonly string[] = defaultColumns[pane];
  const known = usual.filter(name => fieldsOf[pane].includes(name));
  const letters = new Map<string, string>();
  const give = (field: string, wanted: readonly string[]) => {
    const letter = letters.has(field) ? undefined : wanted.find(each => !taken.has(each));
    if (letter === undefined) return;
    taken.add(letter);
    letters.set(field, letter);
  };
  const fields = [...new Set([...known, ...fieldsOf[pane]])];
  const own = (field: string) => [...`${headingOf(pane, field)}${field}`.toLowerCase()].filter(isLetter);
  for (const field of fields) give(field, own(field).slice(0, 1));
  for (const field of fields) give(field, [...own(field), ...anyLetter]);
  return letters;
}

const isLetter = (text: string) => anyLetter.includes(text);
const anyLetter = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

const heard = [...listKeys, 'accept', 'sort', 'leave', 'filter'] as const;

export const sort = {
  called: 'lists',
  keys: heard,
  opens: {sort: openSort},
  press(state, overlay, {key, action, now}) {
    const {pane} = state;
    if (!isFeedPane(pane)) return [close(state), []];
    const choices = sortChoices(state, overlay);
    const choose = (choice: SortChoice | undefined): Step =>
      choice === undefined ? [state, []] : chooseSort(close(state), pane, choice.field, now);
    const wanted = overlay.wanted === undefined ? undefined : edited(overlay.wanted, key);
    if (wanted !== undefined) return show(state, {...overlay, wanted, index: 0});
    switch (action) {
      case 'sort':
      case 'leave':
        return [close(state), []];
      case 'back':
        return overlay.wanted === undefined
          ? [close(state), []]
          : show(state, {...overlay, wanted: undefined, index: 0});
      case 'filter':
        return show(state, {...overlay, wanted: '', index: 0});
      case 'accept':
        return choose(choices[overlay.index]);
      case undefined:
        return choose(
          overlay.wanted === undefined ? choices.find(each => each.letter === key.text) : undefined,
        );
      default: {
        const place = {length: choices.length, page: pageOf(state)};
        const to =
          roundTheEnds(action, overlay.index, choices.length) ?? movedTo(action, overlay.index, place);
        return to === undefined ? [state, []] : show(state, {...overlay, index: to});
      }
    }
  },
} satisfies Dialog<'sort'>;

/** What is looked for after a key that types; undefined after one that does not. */
function edited(text: string, key: Key): string | undefined {
  if (key.name === 'backspace') return text.slice(0, -1);
  return key.text === '' || key.ctrl || key.alt || /\p{Cc}/u.test(key.text) ? undefined : text + key.text;
}

/** One step beyond an end leads to the other. */
function roundTheEnds(action: string, index: number, length: number): number | undefined {
  if (action === 'row.down' && index >= length - 1) return 0;
  return action === 'row.up' && index <= 0 ? length - 1 : undefined;
}
