import {Box, Text} from 'ink';
import {dialogs} from '../../desk/dialogs.ts';
import {
  type Binding,
  type DialogPlace,
  isOfPanes,
  isOfPast,
  isOn,
  type KeyAction,
  keysAt,
} from '../../desk/keys.ts';
import {limitWords} from '../../desk/limits/words.ts';
import {type Guardrails, type Pane, paneTitles} from '../../desk/model/vocabulary.ts';
import type {Past} from '../../desk/recorder/past.ts';
import type {State} from '../../desk/state.ts';
import {type Hint, hintLine, keyLabel} from '../../desk/words/keys.ts';
import {flat} from '../../desk/words/text.ts';
import {cut, width, wrap} from '../format.ts';
import {Line} from '../Line.tsx';
import {StillTable, stillLook} from '../panels/DetailsPanel.tsx';
import type {Drawing, PanelSize} from '../panels/drawing.ts';
import {useDesk, useSurroundings} from '../store.ts';
import {TextField} from '../TextField.tsx';
import {confirmedBy} from './question.ts';

const scrolling: Hint = [['row.down', 'row.up'], 'scroll'];
const looking: Hint = [['search'], 'search'];
const back: Hint = [['back'], 'back'];

export const helpDrawing: Drawing<'help'> = {
  Panel: HelpPanel,
  most: (state, _, {columns, rows}) => Math.max(0, rowsIn(state, columns).length - heightIn(rows)),
};

/** Borders and headings take three lines, the hint or the typed line one. */
const heightIn = (rows: number) => Math.max(1, rows - 4);

function HelpPanel({columns, rows}: PanelSize) {
  const bindings = useDesk(state => state.settings.bindings);
  const scroll = useDesk(({overlay}) => (overlay.kind === 'help' ? overlay.scroll : 0));
  const search = useDesk(searchIn);
  const length = useDesk(state => rowsIn(state, columns).length);
  const {paint} = useSurroundings();
  const height = heightIn(rows);
  const start = Math.min(scroll, Math.max(0, length - height));
  const place = length > height ? `${start + 1}-${Math.min(length, start + height)} of ${length}  ` : '';
  const looked = search === '' ? '' : `"${flat(search)}"  `;
  const least = useDesk(({past}) => past?.isHelp) ? [back] : [looking, back];
  const hints = place === '' ? least : [scrolling, ...least];
  const line = looked + place + hintLine(bindings, 'help', hints);
  const short = looked + place + hintLine(bindings, 'help', least);
  return (
    <Box flexDirection="column" width={columns} height={rows} overflow="hidden">
      <HelpTable columns={columns} rows={rows} />
      <Line text={` ${paint('dim', cut(width(line) < columns ? line : short, columns - 1))}`} />
    </Box>
  );
}

function HelpTable({columns, rows}: PanelSize) {
  const all = useDesk(state => rowsIn(state, columns), sameRows);
  const scroll = useDesk(({overlay}) => (overlay.kind === 'help' ? overlay.scroll : 0));
  const {paint} = useSurroundings();
  const height = heightIn(rows);
  if (all.length === 0) return <Line text={` ${paint('dim', 'Nothing in the help holds that.')}`} />;
  const start = Math.min(scroll, Math.max(0, all.length - height));
  const shown = all.slice(start, start + height);
  return <StillTable data={shown} columns={['keys', 'what', 'where']} {...stillLook} />;
}

export function searchIn({overlay}: State): string {
  if (overlay.kind === 'search') return overlay.text;
  return overlay.kind === 'help' ? overlay.search : '';
}

function rowsIn(state: State, columns: number): HelpRow[] {
  const {settings, isGlassProved, pane, past} = state;
  if (past?.isHelp) return pastRowsIn(settings.bindings, past, columns);
  const more = [...marks, ...limitRows(settings.guardrails)];
  return helpRows(
    nearestFirst(
      settings.bindings.filter(each => !isOfPast(each)),
      pane,
    ),
    isGlassProved,
    columns,
    {
      more,
      search: searchIn(state),
    },
  );
}

/** In a replay only these keys act. */
function pastRowsIn(bindings: readonly Binding[], {kind}: Past, columns: number): HelpRow[] {
  const label = (each: Binding) => wayOut[kind][each.action] ?? each.label;
  const own = bindings
    .filter(each => each.at.has('past') && (kind === 'back' || each.action !== 'stop'))
    .map(each => ({...each, label: label(each), keys: keysAt(each, 'past'), at: onlyPast}))
    .map(each => ({...each, group: 'dialogs'}) as const);
  return helpRows(own, true, columns, {more: marks});
}

const wayOut: Readonly<Record<Past['kind'], Readonly<Partial<Record<KeyAction, string>>>>> = {
  replay: {back: 'End what is looked for or typed', leave: 'Quit'},
  back: {back: 'Back to now', leave: 'Back to now as well'},
};

const onlyPast: Binding['at'] = new Map([['past', []]]);

const sameRows = (one: readonly HelpRow[], other: readonly HelpRow[]) =>
  JSON.stringify(one) === JSON.stringify(other);

export function holds(text: string, search: string): boolean {
  const words = search.toLowerCase().split(/\s+/);
  return words.every(word => text.toLowerCase().includes(word));
}

type HelpRow = {keys: string; what: string; where: string};

/** Order: keys of this pane or a few panes, of all panes, of other panes, of dialogs. */
function nearestFirst(bindings: readonly Binding[], pane: Pane): readonly Binding[] {
  const distance = (each: Binding) => {
    if (!isOfPanes(each)) return 3;
    if (!isOn(each, pane)) return 2;
    return each.on === undefined ? 1 : 0;
  };
  return bindings.toSorted((one, other) => distance(one) - distance(other));
}

const mark = (keys: string, what: string): HelpRow => ({keys, what, where: 'marks'});

const marks: readonly HelpRow[] = [
  mark('▌', 'The row that keys act on'),
  mark('*', 'Before a row: marked, to act on several. On a tab: news that nobody has looked at'),
  mark('!', 'Before a row: it has an alert; while it is marked, `*` stands there'),
  mark('^ v *', 'Behind a value: it rose, fell, or changed when it changed last'),
  mark('▲ ▼', 'UP and BUY, DOWN and SELL. In a heading: sorted by it, upward or downward'),
  mark('● ○', 'The age of the data: as young as polls make it, or older than that'),
  mark('<20 ms', 'How long the service takes to answer; `you` stands before the answers of your terminal'),
  mark('40+', 'At least so many: the service gives no total'),
  mark('STALE', 'No answer for three polls: rows are dim, and what they say may be over'),
  mark('✓ ! !!', 'A message that all is well, that something is to be known, or that money is at stake'),
];

function limitRows(guardrails: Guardrails): HelpRow[] {
  const {opening, order, underlyings} = limitWords(guardrails);
  return [
    guardrails.readOnly && !guardrails.isReadOnlyHere ? 'READ-ONLY: no writes' : '',
    opening,
    order,
    underlyings,
  ]
    .filter(each => each !== '')
    .map(each => ({keys: '', what: flat(`This profile: ${each}`), where: 'forms'}));
}

export function helpRows(
  bindings: readonly Binding[],
  isGlassProved: boolean,
  columns: number,
  {more = [], search = ''}: {readonly more?: readonly HelpRow[]; readonly search?: string} = {},
): HelpRow[] {
  const bound = bindings
    .filter(each => each.isFixed === undefined)
    .map(each => ({keys: each.keys.map(keyLabel).join(' '), what: each.label, where: whereOf(each)}));
  const asks = bindings.some(each => each.isFixed);
  const asked = asks ? [{...confirmedBy(bindings, isGlassProved), where: 'questions'}] : [];
  const rows = [...bound, ...asked, ...more];
  const found = rows.filter(({keys, what, where}) => holds(`${keys} ${what} ${where}`, search));
  const widest = (name: keyof HelpRow) => Math.max(name.length, ...rows.map(row => row[name].length));
  // Four rules, and a space on each side of each cell.
  const room = columns - 10 - widest('keys');
  const where = Math.min(widest('where'), Math.max(6, Math.floor(room / 3)));
  const what = Math.max(8, room - where);
  return found.flatMap(row => {
    const [first, second] = [wrap(row.what, what), wrap(row.where, where)];
    return Array.from({length: Math.max(first.length, second.length)}, (_, index) => ({
      keys: index === 0 ? row.keys : '',
      what: first[index] ?? '',
      where: second[index] ?? '',
    }));
  });
}

/** Empty if the key works everywhere. */
function whereOf(binding: Binding): string {
  if (!isOfPanes(binding)) return [...new Set([...binding.at.keys()].map(placeName))].join(', ');
  const {on} = binding;
  return on === undefined || on.length > 3 ? '' : on.map(pane => paneTitles[pane]).join(', ');
}

function placeName(place: DialogPlace): string {
  if (place === 'past') return 'the past';
  return place === 'side' ? 'side of a form' : dialogs[place].called;
}

export const searchDrawing: Drawing<'search'> = {Panel: SearchPanel};

const hints: readonly Hint[] = [
  [['accept'], 'keep'],
  [['back'], 'clear'],
];

function SearchPanel({columns, rows}: PanelSize) {
  const text = useDesk(({overlay}) => (overlay.kind === 'search' ? overlay.text : ''));
  const bindings = useDesk(({settings}) => settings.bindings);
  const {paint} = useSurroundings();
  const keys = hintLine(bindings, 'search', hints);
  const field = Math.max(4, columns - keys.length - 5);
  return (
    <Box flexDirection="column" width={columns} height={rows} overflow="hidden">
      <HelpTable columns={columns} rows={rows} />
      <Box height={1}>
        <Line text={` ${paint('accent', '/')} `} columns={3} />
        <TextField name="search" value={text} columns={field} />
        {/* Ink draws the field, so that nothing to the right of it can be cited. */}
        <Text wrap="truncate"> {paint('dim', keys)}</Text>
      </Box>
    </Box>
  );
}
