import {type Guardrails, type Pane, paneNames} from '../../account/model/vocabulary.ts';
import {flat} from '../../account/words/text.ts';
import {limitWords} from '../../core/limits/words.ts';
import {type Dialog, lineDialog, listDialog, show} from '../dialog.ts';
import {hintLine, keyInWords, keyLabel, labelOf} from '../key-words.ts';
import {type Binding, isOfPanes, isOn, keyOf} from '../keys.ts';
import {hasFixedKey} from '../order/questions.ts';
import type {DialogName, OverlayOf} from '../overlay.ts';
import {type Block, back, keys, scrolls, type TableRow} from '../sheet.ts';
import {allSigns} from '../signs.ts';
import type {State, Step} from '../state.ts';

export function showHelp(state: State, search: string): Step {
  return show(state, {top: 0, kind: 'help', search});
}

export const help = {
  ...listDialog,
  isWide: true,
  keys: [...listDialog.keys, 'search', 'help'],
  press(state, overlay, press) {
    if (press.action === 'search') return show(state, {kind: 'search', text: overlay.search});
    if (press.action === 'back' && overlay.search !== '') return showHelp(state, '');
    return listDialog.press(state, overlay, press);
  },
  sheet: (state, {search, top}, called) => [
    tableOf(state, search === '' ? 'Help' : `Help, ${search}`, search, top, called),
    keys(state, 'help', [[['search'], 'search'], back], {
      ...{counts: 'if more', scrolling: scrolls},
      ...(search !== '' && {before: `"${flat(search)}"  `}),
    }),
  ],
} satisfies Dialog<'help'>;

const searchLine = lineDialog((state, {text}: OverlayOf<'search'>) => showHelp(state, text.trim()));

export const search = {
  ...searchLine,
  isWide: true,
  press: (state, overlay, press) =>
    press.action === 'back' ? showHelp(state, '') : searchLine.press(state, overlay, press),
  sheet: (state, {text}, called) => [
    tableOf(state, 'Help', text, 0, called),
    {
      ...{is: 'field', name: 'search', label: 'Search in the help', prompt: '/', value: text},
      beside: hintLine(state.settings.bindings, 'search', [
        [['accept'], 'keep'],
        [['back'], 'clear'],
      ]),
    },
  ],
} satisfies Dialog<'search'>;

type Called = (place: DialogName) => string;

function tableOf(state: State, title: string, search: string, at: number, called: Called): Block {
  const all = rowsOf(state, called);
  const isSpoken = state.listening !== undefined;
  const words = search.toLowerCase().split(/\s+/);
  const items = all.filter(({keys, what, where, spoken}) => {
    const text = isSpoken ? spoken : `${keys} ${what} ${where}`;
    return words.every(word => text.toLowerCase().includes(word));
  });
  return {is: 'table', title, all, items, at, none: 'No match in the help.'};
}

function rowsOf(state: State, called: Called): readonly TableRow[] {
  const {settings, pane} = state;
  const {bindings, guardrails} = settings;
  const all = nearestFirst(
    bindings.filter(each => each.isFixed === undefined),
    pane,
  );
  return [
    ...all.map(each => rowOf(each, called)),
    confirming(bindings, hasFixedKey(state)),
    ...marks,
    ...limitRows(guardrails),
  ];
}

function rowOf(binding: Binding, called: Called): TableRow {
  const where = whereOf(binding, called);
  const spoken = binding.keys.map(keyInWords).join(' or ');
  const on = where === '' ? '' : `, ${isOfPanes(binding) ? 'on' : 'in'} ${where}`;
  return {
    keys: binding.keys.map(keyLabel).join(' '),
    what: binding.label,
    where,
    spoken: `${spoken}: ${binding.label}${on}`,
  };
}

function whereOf(binding: Binding, called: Called): string {
  if (!isOfPanes(binding)) return [...new Set([...binding.at.keys()].map(called))].join(', ');
  const {on} = binding;
  return on === undefined || on.length > 3 ? '' : on.map(pane => paneNames[pane].title).join(', ');
}

function confirming(bindings: readonly Binding[], isFixed: boolean): TableRow {
  const what = isFixed
    ? 'Confirm a review; where it asks twice, the letter that it shows'
    : 'Confirm a review: the letter that it shows';
  const [key, said] = isFixed
    ? [labelOf(bindings, 'yes', 'review'), keyInWords(keyOf(bindings, 'yes', 'review'))]
    : ['a-z', 'The letter that is spoken'];
  return {keys: key, what, where: 'questions', spoken: `${said}: ${what}`};
}

function nearestFirst(bindings: readonly Binding[], pane: Pane): readonly Binding[] {
  const distance = (each: Binding) => {
    if (!isOfPanes(each)) return 3;
    if (!isOn(each, pane)) return 2;
    return each.on === undefined ? 1 : 0;
  };
  return bindings.toSorted((one, other) => distance(one) - distance(other));
}

const marks = allSigns.map(([where, ...of]): TableRow => {
  const [keys, means] = [of.map(({sign}) => sign.trim()), of.map(({means}) => means)];
  return {keys: keys.join(' '), what: where + means.join(', '), where: 'marks', spoken: ''};
});

function limitRows(guardrails: Guardrails): TableRow[] {
  const {opening, order, underlyings} = limitWords(guardrails);
  return [
    guardrails.readOnly && !guardrails.isReadOnlyHere ? 'READ-ONLY: no writes' : '',
    opening,
    order,
    underlyings,
  ]
    .filter(each => each !== '')
    .map(each => ({keys: '', what: flat(`This profile: ${each}`), where: 'forms', spoken: ''}));
}
