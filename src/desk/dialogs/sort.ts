import {isSortedByService} from '../../account/model/sorting.ts';
import {type FeedPane, isFeedPane, type Key} from '../../account/model/vocabulary.ts';
import {headingOf, isMoney, sortNameOf, sortNames} from '../../account/resources/resources.ts';
import {chooseSort, fieldsInView} from '../feeds/arrange.ts';
import {keysAt, rows} from '../keys.ts';
import {close, type Dialog, listKeys, movedTo, show} from '../overlay.ts';
import {back, type Choice, keys, noRows, title} from '../sheet.ts';
import type {State} from '../state.ts';
import type {Step} from '../step.ts';
import {type Hint, keyInWords} from '../words/keys.ts';

declare module '../model/overlay.ts' {
  interface Overlays {
    readonly sort: {
      readonly index: number;
      /** The visible columns when it opened: the dialog leaves space for fewer. */
      readonly fields: readonly string[];
      readonly wanted: string | undefined;
    };
  }
}

export type SortChoice = {
  readonly field: string | undefined;
  readonly heading: string;
  readonly letter: string | undefined;
};

export function openSort(state: State): Step {
  const {pane} = state;
  if (!isFeedPane(pane)) return [state, []];
  const fields = fieldsInView(state, pane);
  const index = sortChoices(state, {fields, wanted: undefined}).findIndex(
    each => each.field === state.feeds[pane].sort?.field,
  );
  const isSorted = state.feeds[pane].sort !== undefined;
  return show(state, {kind: 'sort', index: isSorted ? Math.max(0, index) : 0, fields, wanted: undefined});
}

export function sortChoices(
  {pane, settings}: State,
  {fields, wanted}: {readonly fields: readonly string[]; readonly wanted: string | undefined},
): readonly SortChoice[] {
  if (!isFeedPane(pane)) return [];
  const letters = sortLetters(pane, settings);
  const all = [...new Set([...fields, ...sortNames[pane]])].map(
    (field): SortChoice => ({field, heading: headingOf(pane, field), letter: letters.get(field)}),
  );
  const choices = [...all, {field: undefined, heading: 'default order', letter: unsorted}];
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
 * Columns of the pane come first, and of these the amounts of money, by their first letter. The letters do not
 * depend on the width of the screen, and never use the keys of the list.
 */
function sortLetters(pane: FeedPane, {columns, bindings}: State['settings']): ReadonlyMap<string, string> {
  const taken = new Set<string>([
    unsorted,
    ...rows.filter(each => ownKeys.some(action => action === each.action)).flatMap(each => each.keys),
    ...bindings.flatMap(each => keysAt(each, 'sort')),
  ]);
  const letters = new Map<string, string>();
  const give = (field: string, wanted: readonly string[]) => {
    const letter = letters.has(field) ? undefined : wanted.find(each => !taken.has(each));
    if (letter === undefined) return;
    taken.add(letter);
    letters.set(field, letter);
  };
  const own = (field: string) => [...`${headingOf(pane, field)}${field}`.toLowerCase()].filter(isLetter);
  const shown = columns[pane].map(name => sortNameOf(pane, name));
  for (const name of shown.filter(each => isMoney(pane, each))) give(name, own(name).slice(0, 1));
  for (const names of [shown, sortNames[pane]]) {
    for (const name of names) give(name, own(name).slice(0, 1));
    for (const name of names) give(name, [...own(name), ...anyLetter]);
  }
  return letters;
}

const isLetter = (text: string) => anyLetter.includes(text);
const anyLetter = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

const ownKeys = [...listKeys, 'accept', 'sort', 'leave', 'filter'] as const;

export const sort = {
  called: 'lists',
  keys: ownKeys,
  press(state, overlay, {key, action, now}) {
    const {pane} = state;
    if (!isFeedPane(pane)) return [close(state), []];
    const choices = sortChoices(state, overlay);
    const choose = (choice: SortChoice | undefined): Step =>
      choice === undefined ? [state, []] : chooseSort(close(state), pane, choice.field, now);
    const wanted = overlay.wanted === undefined ? undefined : edited(overlay.wanted, key);
    if (wanted !== undefined) return show(state, {...overlay, wanted, index: 0});
    switch (action) {
      case 'back':
        return overlay.wanted === undefined
          ? undefined
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
        const place = [overlay.index, choices.length] as const;
        const to = roundTheEnds(action, ...place) ?? movedTo(state, action, ...place);
        return to === undefined ? undefined : show(state, {...overlay, index: to});
      }
    }
  },
  sheet(state, overlay) {
    const {pane} = state;
    if (!isFeedPane(pane)) return noRows;
    const {wanted, index} = overlay;
    const isFinding = wanted !== undefined;
    const choices = sortChoices(state, overlay).map(each => choiceOf(state, pane, each, isFinding));
    return [
      title('Sort by', isFinding ? {text: `: ${wanted}_`} : {text: ' (press letter)', tone: 'dim'}),
      {is: 'choices', title: isFinding ? 'Sort by, find' : 'Sort by', choices, selected: index},
      keys(state, 'sort', isFinding ? finding : choosing),
    ];
  },
} satisfies Dialog<'sort'>;

const choosing: readonly Hint[] = [
  [['row.down', 'row.up'], 'move'],
  [['accept'], 'sort'],
  [['filter'], 'find'],
  back,
];
const finding: readonly Hint[] = [[['accept'], 'sort'], back];

function choiceOf(
  {settings, feeds}: State,
  pane: FeedPane,
  {heading, field, letter}: SortChoice,
  isFinding: boolean,
): Choice {
  const {sort} = feeds[pane];
  const isSorted = sort !== undefined && sort.field === field;
  const isAsked = field === undefined || isSortedByService(settings.sortable, pane, field);
  const key = isFinding ? undefined : letter;
  const named = key === undefined ? '' : `, key ${keyInWords(key)}`;
  return {
    key: key ?? ' ',
    text: heading,
    sign: isSorted ? (sort.descending ? '▼' : '▲') : ' ',
    ...(field !== undefined && {more: isAsked ? '' : 'this page only'}),
    spoken: [`${heading}${named}${isAsked ? '' : ', this page only'}`],
  };
}

function edited(text: string, key: Key): string | undefined {
  if (key.name === 'backspace') return text.slice(0, -1);
  return key.text === '' || key.ctrl || key.alt || /\p{Cc}/u.test(key.text) ? undefined : text + key.text;
}

function roundTheEnds(action: string, index: number, length: number): number | undefined {
  if (action === 'row.down' && index >= length - 1) return 0;
  return action === 'row.up' && index <= 0 ? length - 1 : undefined;
}
