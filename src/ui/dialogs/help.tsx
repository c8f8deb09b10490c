import {Box} from 'ink';
import {dialogs} from '../../desk/dialogs.ts';
import {type Binding, type DialogPlace, isOfPanes, isOn} from '../../desk/model/keys.ts';
import {type Guardrails, type Pane, paneTitles} from '../../desk/model/vocabulary.ts';
import {limitWords} from '../../desk/words/limits.ts';
import {flat, wrap} from '../format.ts';
import {Line} from '../Line.tsx';
import {type Hint, hintLine, keyLabel} from '../lines/keys.ts';
import type {Drawing, PanelSize} from '../panels/drawing.ts';
import {StillTable, stillLook} from '../panels/Still.tsx';
import {useDesk, useSurroundings} from '../store.ts';
import {confirmedBy} from './question.ts';

const scrolling: Hint = [['row.down', 'row.up'], 'scroll'];
const back: Hint = [['back'], 'back'];

/** Every key of the table in force, made from that table, and what confirms a question. */
export const helpDrawing: Drawing<'help'> = {Panel: HelpPanel};

function HelpPanel({columns, rows}: PanelSize) {
  const bindings = useDesk(state => state.settings.bindings);
  const isGlassProved = useDesk(state => state.isGlassProved);
  const guardrails = useDesk(({settings}) => settings.guardrails);
  const scroll = useDesk(({overlay}) => (overlay.kind === 'help' ? overlay.scroll : 0));
  const {paint} = useSurroundings();
  const pane = useDesk(state => state.pane);
  const more = [...marks, ...limitRows(guardrails)];
  const all = helpRows(nearestFirst(bindings, pane), isGlassProved, columns, more);
  // The borders and the headings take three lines, the hint one.
  const height = Math.max(1, rows - 4);
  const start = Math.min(scroll, Math.max(0, all.length - height));
  const shown = all.slice(start, start + height);
  const place = all.length > height ? `${start + 1}-${start + shown.length} of ${all.length}  ` : '';
  return (
    <Box flexDirection="column" width={columns} height={rows} overflow="hidden">
      <StillTable data={shown} columns={['keys', 'what', 'where']} {...stillLook} />
      <Line
        text={` ${paint('dim', place + hintLine(bindings, 'help', place === '' ? [back] : [scrolling, back]))}`}
      />
    </Box>
  );
}

type HelpRow = {keys: string; what: string; where: string};

/** What acts on this pane alone or on few, then on all, then on others, and in dialogs. */
function nearestFirst(bindings: readonly Binding[], pane: Pane): readonly Binding[] {
  const distance = (each: Binding) => {
    if (!isOfPanes(each)) return 3;
    if (!isOn(each, pane)) return 2;
    return each.on === undefined ? 1 : 0;
  };
  return bindings.toSorted((one, other) => distance(one) - distance(other));
}

const mark = (keys: string, what: string): HelpRow => ({keys, what, where: 'marks'});

/** Every mark on the screen that is no word. */
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

/** What the profile allows at most, after the keys. */
function limitRows(guardrails: Guardrails): HelpRow[] {
  const {opening, order, underlyings} = limitWords(guardrails);
  return [guardrails.readOnly ? 'READ-ONLY: no writes' : '', opening, order, underlyings]
    .filter(each => each !== '')
    .map(each => ({keys: '', what: flat(`This profile: ${each}`), where: 'forms'}));
}

/** All of the keys, what they do and where; a label that is too long for the panel goes on below itself. */
export function helpRows(
  bindings: readonly Binding[],
  isGlassProved: boolean,
  columns: number,
  more: readonly HelpRow[] = [],
): HelpRow[] {
  const bound = bindings
    .filter(each => each.isFixed === undefined)
    .map(each => ({keys: each.keys.map(keyLabel).join(' '), what: each.label, where: whereOf(each)}));
  const rows = [...bound, {...confirmedBy(bindings, isGlassProved), where: 'questions'}, ...more];
  const widest = (name: keyof HelpRow) => Math.max(name.length, ...rows.map(row => row[name].length));
  // Four rules and a space at each side of each cell.
  const room = columns - 10 - widest('keys');
  const where = Math.min(widest('where'), Math.max(6, Math.floor(room / 3)));
  const what = Math.max(8, room - where);
  return rows.flatMap(row => {
    const [first, second] = [wrap(row.what, what), wrap(row.where, where)];
    return Array.from({length: Math.max(first.length, second.length)}, (_, index) => ({
      keys: index === 0 ? row.keys : '',
      what: first[index] ?? '',
      where: second[index] ?? '',
    }));
  });
}

/** Where a key means that, if not everywhere. */
function whereOf(binding: Binding): string {
  if (!isOfPanes(binding)) return [...new Set([...binding.at.keys()].map(placeName))].join(', ');
  const {on} = binding;
  return on === undefined || on.length > 3 ? '' : on.map(pane => paneTitles[pane]).join(', ');
}

function placeName(place: DialogPlace): string {
  return place === 'side' ? 'side of a form' : dialogs[place].called;
}
