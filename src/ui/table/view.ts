import {isWholeList, rowId} from '../../account/model/rows.ts';
import {dayMs, defaultColumns, isFeedPane, type TablePane} from '../../account/model/vocabulary.ts';
import {rememberEach, rememberLast, unlessSame, unlessSameEach, unlessSameItems} from '../../account/once.ts';
import type {FactsKnown} from '../../account/resources/resource.ts';
import {resources, sortKeyOf} from '../../account/resources/resources.ts';
import {counted} from '../../account/words/text.ts';
import {type Zone, zoneOf} from '../../account/words/times.ts';
import type {EasyOptionCard} from '../../api/wire/records.ts';
import {blotterOf, indexOfLine} from '../../desk/blotter.ts';
import {rowsWithAlerts} from '../../desk/dialogs/alert.ts';
import {factsIn} from '../../desk/feeds/feeds.ts';
import {freshness} from '../../desk/model/freshness.ts';
import {markedOn} from '../../desk/order/several/rows.ts';
import {indexInList, rowsListed} from '../../desk/portfolio/move.ts';
import {hasRoom, heightOf} from '../../desk/screen.ts';
import type {ActivityLine, Feed, Row, Sort, State} from '../../desk/state.ts';
import {labelOf} from '../../desk/words/keys.ts';
import {sanitize} from '../../text/sanitize.ts';
import {faultInView} from '../bottom/Messages.tsx';
import {type Line, noLine, wrapTo} from '../format.ts';
import {layoutOf} from '../layout.ts';
import {type Cell, type Column, chosenColumns, type Facts, factsNow} from './columns.ts';
import {headEnds, type Needs, type PlacedColumn, placeColumns} from './fit.ts';
import {createPortfolioView} from './portfolio/block.ts';
import {type DrawBody, type DrawnBody, drawHeadings, drawRow, type RowLook, windowStart} from './rows.ts';

/** A trend changes with each price, so a narrower screen shows it only if the profile names it. */
const trendFrom = 140;

export type DrawTable = ReturnType<typeof createTableView>;

/** Keeps scroll position and column widths, so that nothing jumps. Rows out of view cost nothing. */
export function createTableView() {
  const table = createRowsView();
  const figures = createPortfolioView();
  const draw: DrawBody = (state, ...room) =>
    (state.pane === 'portfolio' && state.portfolio.list === undefined ? figures : table)(state, ...room);
  /** Sized by the screen's layout; empty while covered. */
  const onScreen = (state: State): DrawnBody => {
    const {panel, tableColumns, body} = layoutOf(state);
    if (panel === 'over' || !hasRoom(state.viewport)) return covered;
    const drawn = draw(state, tableColumns, body);
    const lines = withEmptyNote(drawn.lines, state);
    const left = body - lines.length - 2;
    const hasPortfolio =
      isFeedPane(state.pane) &&
      freshness(state, 'portfolio').kind !== 'empty' &&
      tableColumns >= besidePortfolio.columns &&
      left >= besidePortfolio.lines;
    if (!hasPortfolio) return {...drawn, lines};
    const below = figures(state, tableColumns, left).lines;
    const title = `── Portfolio (${labelOf(state.settings.bindings, 'pane.portfolio')}) `;
    const rule: Line = [{text: title.padEnd(tableColumns - 1, '─'), tone: 'dim'}];
    return {...drawn, lines: [...lines, noLine, rule, ...below]};
  };
  return {
    ...{draw, onScreen},
    lines: (state: State) => onScreen(state).lines,
    below: (state: State) => onScreen(state).below,
  };
}

/** Where the rows leave so much room, the Portfolio is below them. */
const besidePortfolio = {columns: 160, lines: 10};

const covered: DrawnBody = {lines: [], below: 0};

function createRowsView(): DrawBody {
  let [shown, start] = ['', 0];
  let needs: Needs = new Map();
  let inView: Rows = [];
  let cells: Cells = [];
  let placed: readonly PlacedColumn<never>[] = [];
  const factsOf = createFacts();
  const chosenFor = rememberLast((pane: TablePane, names: readonly string[], columns: number, zone: Zone) => {
    const isUsual = columns < trendFrom && names.join() === defaultColumns[pane].join();
    return chosenColumns(pane, isUsual ? names.filter(name => name !== 'trend') : names, zone);
  });
  const cellsOf = rememberLast((pane: TablePane, rows: Rows, from: number, chosen: Chosen, facts: Facts) =>
    rows.map((row, index) => {
      const id = idOf(pane, row, from + index);
      const fresh = chosen.map(({cell}) => cell(row as never, facts, id));
      return unlessSameEach(cells[index], fresh, isSameCell);
    }),
  );
  const placedIn = rememberLast((_table: string, chosen: Chosen, cells: Cells, columns: number) =>
    placeColumns(chosen, cells, columns, needs),
  );
  return rememberLast((state, columns, height) => {
    const {pane, page, rows, selected, facts, sort, marks, isWaiting} = tableOf(state, factsOf);
    const wanted = `${state.pane} ${columns} ${page}`;
    if (wanted !== shown) [shown, start, needs] = [wanted, 0, new Map()];
    start = windowStart(start, selected, height - 1, rows.length);
    const chosen = chosenFor(pane, state.settings.columns[pane], columns, facts.zone);
    inView = unlessSameItems(inView, rows.slice(start, start + height - 1));
    cells = unlessSameItems(cells, cellsOf(pane, inView, start, chosen, facts));
    const layout = placedIn(shown, chosen, cells, columns);
    needs = layout.needs;
    placed = unlessSameEach(placed, layout.placed, (one, other) => unlessSame(one, other) === one);
    const tint = state.way.isSlow ? 'name' : columns;
    const marked = markedOn(state, state.pane);
    const alertSigns = rowsWithAlerts(state.alerts, state.pane);
    const lines = inView.map((row, index) => {
      const id = idOf(pane, row, start + index);
      const sign = marked.has(id) ? '*' : alertSigns.get(id);
      const isDim = isWaiting || isPast(pane, row);
      const isSelected = start + index === selected;
      return rowLine(cells[index] ?? [], placed, isSelected, isDim, sign, marks.get(id), tint);
    });
    const below = rows.length - start - lines.length;
    const headings = drawHeadings(placed, column => sortSign(sort, column));
    return {lines: [headings, ...lines], below, start, rows: lines.length, heads: headEnds(placed)};
  });
}

type Rows = readonly (Row | ActivityLine)[];
type Chosen = ReturnType<typeof chosenColumns>;
type Cells = readonly (readonly Cell[])[];

const isSameCell = (one: Cell, other: Cell) =>
  one.text === other.text && one.tone === other.tone && one.whole === other.whole;

/** A key changes two rows, and a poll few: the others keep their lines. */
const rowLine = rememberEach(
  (
    cells: readonly Cell[],
    placed: readonly PlacedColumn<never>[],
    isSelected: boolean,
    isDim: boolean,
    ...[sign, marks, tint]: readonly [RowLook['sign'], RowLook['marks'], RowLook['tint']]
  ) => drawRow(placed, cells, {isSelected, isDim, sign, marks, tint}),
);

type ShownTable = {
  readonly pane: TablePane;
  readonly rows: Rows;
  readonly selected: number;
  /** Another page is another table. */
  readonly page: string;
  readonly facts: Facts;
  readonly marks: Feed['marks'];
  readonly sort?: Sort | undefined;
  /** Rows are outdated until a new filter, order or page is loaded, or the data are STALE. */
  readonly isWaiting: boolean;
};

function tableOf(state: State, factsOf: FactsOf): ShownTable {
  const {pane, portfolio, feeds, activity, activitySelected} = state;
  const still = {marks: noMarks, sort: undefined, page: '', isWaiting: false};
  if (pane === 'activity') {
    const rows = blotterOf(activity);
    return {...still, pane, rows, selected: indexOfLine(rows, activitySelected), facts: factsNow(state)};
  }
  if (pane === 'portfolio') {
    const {list} = portfolio;
    const behind = rowsListed(state) ?? {pane: 'easyOptions', rows: []};
    return {
      ...still,
      ...behind,
      selected: indexInList(state),
      page: list === undefined ? '' : list.line.key,
      facts: factsOf(state, behind),
      isWaiting: freshness(state, 'portfolio').kind === 'stale',
    };
  }
  const feed: Feed = feeds[pane];
  const {rows, selectedIndex: at, loadedAt} = feed;
  const row = rows[at];
  return {
    ...feed,
    pane,
    selected: row !== undefined && rowId(pane, row, at) === feed.selected ? at : -1,
    page: `${feed.page} ${feed.filterText}`,
    facts: factsOf(state, feed),
    isWaiting: loadedAt === undefined || freshness(state, pane).kind === 'stale',
  };
}

const noMarks: Feed['marks'] = new Map();

function idOf(pane: TablePane, row: Row | ActivityLine, at: number): string {
  return pane === 'activity' ? (row as ActivityLine).id : rowId(pane, row as Row, at);
}

export function sortSign(sort: Sort | undefined, {sortsBy}: Column<never>): string {
  if (sort === undefined || sort.field !== sortsBy) return '';
  return sort.descending ? '▼' : '▲';
}

const isPast = (pane: TablePane, row: Row | ActivityLine) =>
  pane !== 'activity' && (resources[pane].isPast?.(row as never) ?? false);

type FactsOf = ReturnType<typeof createFacts>;

function createFacts() {
  const areDaily = rememberLast(expireDaily);
  const inZone = rememberLast((facts: FactsKnown, zone: Zone, isDaily: boolean) => ({
    ...facts,
    zone,
    isDaily,
  }));
  return (state: State, {pane, rows}: Behind): Facts => {
    const {now, settings} = state;
    const facts = factsIn(state, pane);
    return inZone(facts, zoneOf(settings.times, now.wall), areDaily(pane, rows, facts.cards));
  };
}

type Behind = Pick<Feed, 'pane' | 'rows'>;

function expireDaily(pane: Feed['pane'], rows: readonly Row[], cards: readonly EasyOptionCard[]): boolean {
  const expiryOf = sortKeyOf(pane, 'expiry', {now: 0, cards});
  const times = rows.map(row => expiryOf(row as never, () => '')).filter(at => typeof at === 'number');
  return new Set(times.map(at => at % dayMs)).size === 1;
}

export function withEmptyNote(lines: readonly Line[], state: State): readonly Line[] {
  if (lines.length > 1) return lines;
  const {columns, rows} = state.viewport;
  const fault = faultInView(state);
  // A low screen has no line of its own for the cause.
  const isCause = heightOf(state.viewport) === 'low' && fault !== undefined;
  const words = isCause ? wrapTo(`! ${sanitize(fault)}`, columns - 2, rows - 6) : [emptyNote(state)];
  const tone = isCause ? 'warning' : 'dim';
  return [...lines, ...words.map((text): Line => [{text: ` ${text}`, tone}])];
}

function emptyNote({pane, feeds, portfolio}: State): string {
  if (pane === 'activity') return ' Nothing has happened yet.';
  if (pane === 'portfolio') return accountNote(portfolio);
  const feed = feeds[pane];
  const {loadedAt, fault, filterText, filtered, unreadable} = feed;
  if (loadedAt === undefined) return fault === undefined ? ' Loading…' : ' No data yet.';
  const {length: lost} = unreadable;
  if (lost > 0 && !filtered?.narrowedFrom) return ` ${unreadWords(lost)}.`;
  if (filterText === '') return ' No rows.';
  const isPart = filtered !== undefined && !isWholeList(feed);
  const none = isPart ? 'No matches on this page' : 'No matches';
  return ` ${none} (/ Esc clears the filter).${lost === 0 ? '' : ` ${lost} could not be read.`}`;
}

export function unreadWords(count: number): string {
  return `None of ${counted(count, 'row')} could be read`;
}

export function accountNote({rows, list, account}: State['portfolio']): string {
  if (list !== undefined) return ' No rows.';
  const {began, fault} = rows.easyOptions;
  if (began === undefined) return fault === undefined ? ' Reading the account…' : ' No data yet.';
  return account.isPartial ? ' Nothing so far…' : ' Nothing is open, working or traded.';
}
