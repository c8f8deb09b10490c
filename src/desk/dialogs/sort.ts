import {isSortedByService} from '../../account/model/sorting.ts';
import {type FeedPane, isFeedPane} from '../../account/model/vocabulary.ts';
import {headingOf, isMoney, sortNameOf, sortNames} from '../../account/resources/resources.ts';
import {close, type Dialog, listKeys, moved, show} from '../dialog.ts';
import {chooseSort, fieldsInView} from '../feeds/arrange.ts';
import {keyInWords} from '../key-words.ts';
import {keysAt, rows} from '../keys.ts';
import type {OverlayOf} from '../overlay.ts';
import {back, type Choice, keys, title} from '../sheet.ts';
import {sortSign} from '../signs.ts';
import type {State, Step} from '../state.ts';

type SortChoice = ReturnType<typeof sortChoices>[number];

export function openSort(state: State): Step {
  const {pane} = state;
  if (!isFeedPane(pane)) return [state, []];
  const fields = fieldsInView(state, pane);
  const {sort} = state.feeds[pane];
  const choices = sortChoices(state, {pane, fields});
  const index = sort ? choices.findIndex(({field}) => field === sort.field) : 0;
  return show(state, {kind: 'sort', pane, at: Math.max(0, index), fields});
}

export function sortChoices({settings}: State, {pane, fields}: Pick<OverlayOf<'sort'>, 'pane' | 'fields'>) {
  const letters = sortLetters(pane, settings);
  const all = [...new Set([...fields, ...sortNames[pane]])].map(field => {
    return {field, heading: headingOf(pane, field), letter: letters.get(field)};
  });
  return [...all, {field: undefined, heading: 'default order', letter: unsorted}];
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
  const own = (field: string) =>
    [...`${headingOf(pane, field)}${field}`.toLowerCase()].filter(each => anyLetter.includes(each));
  const shown = columns[pane].map(name => sortNameOf(pane, name));
  for (const name of shown.filter(each => isMoney(pane, each))) give(name, own(name).slice(0, 1));
  for (const names of [shown, sortNames[pane]]) {
    for (const name of names) give(name, own(name).slice(0, 1));
    for (const name of names) give(name, [...own(name), ...anyLetter]);
  }
  return letters;
}

const anyLetter = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

const ownKeys = [...listKeys, 'accept', 'sort', 'leave'] as const;

export const sort = {
  keys: ownKeys,
  press(state, overlay, {key, action, now}) {
    const choices = sortChoices(state, overlay);
    const choose = (choice: SortChoice | undefined): Step =>
      choice === undefined ? [state, []] : chooseSort(close(state), overlay.pane, choice.field, now);
    if (action === 'accept') return choose(choices[overlay.at]);
    if (action === undefined) return choose(choices.find(each => each.letter === key.text));
    return moved(state, overlay, action, choices.length);
  },
  sheet(state, overlay) {
    const items = sortChoices(state, overlay).map(each => choiceOf(state, overlay.pane, each));
    return [
      title('Sort by', {text: ' (press letter, again reverses)', tone: 'dim'}),
      {is: 'choices', title: 'Sort by', items, at: overlay.at},
      keys(state, 'sort', [[['row.down', 'row.up'], 'move'], [['accept'], 'sort'], back]),
    ];
  },
} satisfies Dialog<'sort'>;

function choiceOf({settings, feeds}: State, pane: FeedPane, {heading, field, letter}: SortChoice): Choice {
  const {sort} = feeds[pane];
  const sorted = sort !== undefined && sort.field === field ? sortSign(sort) : undefined;
  const isAsked = field === undefined || isSortedByService(settings.sortable, pane, field);
  const said = [
    heading,
    letter && `key ${keyInWords(letter)}`,
    sorted && `sorted ${sorted.spoken}`,
    !isAsked && 'this page only',
  ];
  return {
    key: letter ?? ' ',
    text: heading,
    sign: sorted?.sign ?? ' ',
    ...(field !== undefined && {more: isAsked ? '' : 'this page only'}),
    spoken: [said.filter(Boolean).join(', ')],
  };
}
