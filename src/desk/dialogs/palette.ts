import type {Moment} from '../../account/model/moment.ts';
import {indexOfId, knownColumns} from '../../account/model/rows.ts';
import {
  type FeedPane,
  feedPanes,
  type Guardrails,
  isFeedPane,
  isTablePane,
  paneNames,
  type TablePane,
  themes,
} from '../../account/model/vocabulary.ts';
import {andThen} from '../../core/chain.ts';
import {whyViewing} from '../../core/gate/gate.ts';
import {serviceNow} from '../../core/intents/looks.ts';
import {blocked, run} from '../actions.ts';
import {parseFilter} from '../filter/index.ts';
import {isOfPanes} from '../keys.ts';
import {selectAt, toPane} from '../navigate.ts';
import {tell} from '../notices.ts';
import {close, type Dialog, lineKeys, lineOf, listKeys, movedTo, show} from '../overlay.ts';
import {back, type Choice, keys, text} from '../sheet.ts';
import type {Feed, State} from '../state.ts';
import type {Step} from '../step.ts';
import {keyInWords, keyLabel, labelOf} from '../words/keys.ts';
import {applyFilter} from './filter.ts';

declare module '../model/overlay.ts' {
  interface Overlays {
    readonly palette: {readonly text: string; readonly index: number};
  }
}

export const palette = {
  called: 'lists',
  keys: [...lineKeys, ...listKeys, 'field.next', 'field.previous'],
  press(state, overlay, {action, now}) {
    const matches = paletteMatches(state, overlay.text);
    if (action === 'accept') return matches[overlay.index]?.choose(close(state), now);
    const index = movedTo(state, action, overlay.index, matches.length);
    return index === undefined ? undefined : show(state, {...overlay, index});
  },
  line: lineOf,
  typed: (overlay, _field, text) => ({...overlay, text, index: 0}),
  sheet(state, {text: typed, index}) {
    const matches = paletteMatches(state, typed);
    const none = 'No such command.';
    const choices = matches.map(each => choiceOf(state, each));
    const why = matches[index]?.blocked(state) ?? '';
    return [
      {is: 'field', name: 'palette', prompt: ':', value: typed},
      {is: 'choices', title: 'Commands', choices, selected: index, none, fills: true},
      ...(why === '' ? [] : [text(why, 'warning')]),
      keys(state, 'palette', [[['row.up', 'row.down'], 'choose'], [['accept'], 'run'], back]),
    ];
  },
} satisfies Dialog<'palette'>;

/** Commands first, but an exact name before them. */
export function paletteMatches(state: State, text: string): readonly PaletteEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const others = [...readOnlyEntries, ...filterEntries(state), ...themeEntries];
  const columns = words.length === 0 ? [] : columnEntries(state);
  const holding = [...commandEntries(state), ...others, ...columns].filter(each =>
    words.every(word => `${each.label} ${each.words}`.toLowerCase().includes(word)),
  );
  const isWhole = ({label, words: others}: PaletteEntry) =>
    words.length > 0 && [label, others].includes(text.trim());
  const whole = holding.filter(isWhole);
  return [...goEntries(state, text), ...whole, ...holding.filter(each => !whole.includes(each))];
}

function choiceOf(state: State, {label, keys, blocked}: PaletteEntry): Choice {
  const [key] = keys;
  const why = blocked(state);
  return {
    key: keys.map(keyLabel).join(' '),
    text: label,
    tone: why === undefined ? 'plain' : 'dim',
    spoken: [
      `${label}${key === undefined ? '' : `, key ${keyInWords(key)}`}`,
      ...(why === undefined ? [] : [`Not now: ${why}`]),
    ],
  };
}

function commandEntries({settings}: State): readonly PaletteEntry[] {
  return settings.bindings
    .filter(isOfPanes)
    .filter(each => each.action !== 'palette')
    .map(({label, keys, action}) => ({
      label,
      words: action,
      keys,
      blocked: state => blocked(state, action),
      choose: (state, now) => run(state, action, now),
    }));
}

function filterEntries(state: State): readonly PaletteEntry[] {
  const {pane, settings} = state;
  if (!isFeedPane(pane)) return [];
  return Object.entries(settings.namedFilters[pane] ?? {}).map(([name, text]) =>
    entryOf(
      `filter @${name}: ${text}`,
      (current, at) => applyFilter(current, pane, text, at),
      () => {
        const parsed = parseFilter(pane, text, serviceNow(state));
        return parsed.ok ? undefined : `The filter: ${parsed.error.message}.`;
      },
    ),
  );
}

export type PaletteEntry = {
  readonly label: string;
  readonly words: string;
  readonly keys: readonly string[];
  readonly blocked: (state: State) => string | undefined;
  readonly choose: (state: State, now: Moment) => Step;
};

function entryOf(
  label: string,
  act: (state: State, now: Moment) => Step,
  blocked: PaletteEntry['blocked'] = () => undefined,
): PaletteEntry {
  const choose = (state: State, now: Moment): Step => {
    const reason = blocked(state);
    return reason === undefined ? act(state, now) : [tell(state, reason, 'info', now), []];
  };
  return {label, words: '', keys: [], blocked, choose};
}

function goEntries(state: State, text: string): readonly PaletteEntry[] {
  const id = /^(?:go\s+(?:to\s+)?)?#?(\d+)$/i.exec(text.trim())?.[1];
  if (id === undefined) return [];
  const found = feedPanes.filter(pane => placeOf(state, pane, id) >= 0);
  if (found.length === 0)
    return [
      entryOf(
        `go to #${id}`,
        same => [same, []],
        () => notListed(id),
      ),
    ];
  const nearestFirst = found.toSorted(
    (one, other) => Number(other === state.pane) - Number(one === state.pane),
  );
  return nearestFirst.map(pane => goEntry(pane, id));
}

function goEntry(pane: FeedPane, id: string): PaletteEntry {
  return entryOf(
    `go to #${id} on ${paneNames[pane].title}`,
    (state, now) =>
      andThen(toPane({...state, details: false}, pane, now), next => [
        selectAt(next, pane, placeOf(next, pane, id)),
        [],
      ]),
    state => (placeOf(state, pane, id) < 0 ? notListed(id) : undefined),
  );
}

const notListed = (id: string) => `#${id} is not on any loaded page.`;

function placeOf({feeds}: State, pane: FeedPane, id: string): number {
  const {rows}: Feed = feeds[pane];
  return indexOfId(pane, rows, id);
}

const themeEntries: readonly PaletteEntry[] = themes.map(theme =>
  entryOf(
    `theme ${theme}`,
    state => [{...state, settings: {...state.settings, theme}}, []],
    ({settings}) => (settings.theme === theme ? `The theme ${theme} is active.` : undefined),
  ),
);

function columnEntries({pane, settings}: State): readonly PaletteEntry[] {
  if (!isTablePane(pane)) return [];
  const shownIn = (state: State) => state.settings.columns[pane];
  const withColumns = (state: State, names: readonly string[]): State => ({
    ...state,
    settings: {...state.settings, columns: {...state.settings.columns, [pane]: names}},
  });
  return knownColumns[pane].map(name =>
    settings.columns[pane].includes(name)
      ? entryOf(
          `hide column ${name}`,
          state => {
            const rest = shownIn(state).filter(each => each !== name);
            return [withColumns(state, rest), []];
          },
          state => (shownIn(state).length === 1 ? 'It is the only column.' : undefined),
        )
      : entryOf(`show column ${name}`, (state, now) => {
          const next = withColumns(state, inPlace(pane, shownIn(state), name));
          return [tell(next, `The column ${name} is shown where the screen has room.`, 'info', now), []];
        }),
  );
}

function inPlace(pane: TablePane, shown: readonly string[], name: string): readonly string[] {
  const usual = (each: string) => knownColumns[pane].indexOf(each);
  const behind = shown.findIndex(each => usual(each) > usual(name));
  return behind < 0 ? [...shown, name] : shown.toSpliced(behind, 0, name);
}

const readOnlyEntries: readonly PaletteEntry[] = [
  entryOf('READ-ONLY on: send no writes in this session', switchOn, ({settings}) =>
    settings.guardrails.readOnly ? 'READ-ONLY is on already.' : undefined,
  ),
  entryOf('READ-ONLY off: send writes again', switchOff, whyNotOff),
];

/** A list that is being read for a review is dropped. */
function switchOn(before: State, now: Moment): Step {
  const state = withGuardrails({...before, gathering: undefined}, {readOnly: true, isReadOnlyHere: true});
  const text = 'READ-ONLY: no more writes. The next holder of the controls settles sent ones.';
  return [tell(state, text, 'warning', now), [{type: 'freeControls', at: now.wall}]];
}

function whyNotOff({settings: {guardrails}}: State): string | undefined {
  if (!guardrails.readOnly) return 'READ-ONLY is off.';
  return guardrails.isReadOnlyHere
    ? undefined
    : 'READ-ONLY is set by the profile or the command line and cannot be changed here.';
}

function switchOff(before: State, now: Moment): Step {
  const state = withGuardrails(before, {readOnly: false, isReadOnlyHere: false});
  const {controls} = state;
  const text =
    controls?.is === 'held'
      ? `READ-ONLY is off. ${whyViewing(controls, labelOf(state.settings.bindings, 'takeOver'))}`
      : 'READ-ONLY is off: writes are sent again after their review.';
  return [tell(state, text, 'warning', now), [{type: 'takeControls', at: now.wall, isForced: false}]];
}

function withGuardrails(state: State, changed: Partial<Guardrails>): State {
  const guardrails = {...state.settings.guardrails, ...changed};
  return {...state, settings: {...state.settings, guardrails}};
}
