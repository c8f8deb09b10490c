import type {EasyOptionCard, Trade} from '../../api/wire/records.ts';
import {blotterOf, indexOfLine} from '../../desk/blotter.ts';
import {rowsWithAlerts} from '../../desk/feeds/alerts.ts';
import {skewMs} from '../../desk/intents/looks.ts';
import {freshness} from '../../desk/model/freshness.ts';
import type {RowMarks} from '../../desk/model/marks.ts';
import type {Moment} from '../../desk/model/moment.ts';
import {isWholeList, rowId, showsAll} from '../../desk/model/rows.ts';
import {hasRoom} from '../../desk/model/viewport.ts';
import {type FeedPane, isFeedPane, type TablePane} from '../../desk/model/vocabulary.ts';
import {markedOn} from '../../desk/order/several/rows.ts';
import {portfolioFreshness} from '../../desk/portfolio/facts.ts';
import {indexInList, rowsListed} from '../../desk/portfolio/pane/move.ts';
import type {Needs, TableMemory} from '../../desk/recorder/entries.ts';
import {fillsByOrder} from '../../desk/resources/arithmetic.ts';
import type {CardsShown} from '../../desk/resources/joins.ts';
import {noFacts, resources, sortKeyOf} from '../../desk/resources/resources.ts';
import type {ActivityLine, Feed, Row, RowOf, Sort, State} from '../../desk/state.ts';
import {labelOf} from '../../desk/words/keys.ts';
import {type Zone, zoneOf} from '../../desk/words/times.ts';
import {sanitize} from '../../term/text/sanitize.ts';
import {activityColumns} from '../columns/activity.ts';
import {type Cell, type Column, type Facts, factsAt, namingZone} from '../columns/column.ts';
import {columns as paneColumns} from '../columns/panes.ts';
import {type Line, noLine, wrapTo} from '../format.ts';
import {layoutOf} from '../layout.ts';
import {faultInView} from '../lines/bottom.ts';
import {rememberLast, sameValues} from '../same.ts';
import {
  drawHeadings,
  drawRow,
  headEnds,
  type PlacedColumn,
  placeColumns,
  type RowLook,
  type Tint,
} from './draw.ts';
import {columnsNamed, type DrawBody, type DrawnBody, windowStart} from './figures.ts';
import {createPortfolioView} from './portfolio/view.ts';

export function chosenColumns(pane: TablePane, names: readonly string[], zone: Zone) {
  const known = (pane === 'activity' ? activityColumns : paneColumns[pane]) as readonly Column<never>[];
  return namingZone(columnsNamed(known, names), zone);
}

export type DrawTable = {
  readonly draw: DrawBody;
  /** Sized by the screen's layout; empty while covered. */
  readonly onScreen: (state: State) => DrawnBody;
  /** State between frames: a table that takes it continues with the same picture. */
  readonly tell: () => TableMemory;
  readonly take: (memory: TableMemory) => void;
};

/** Keeps scroll position and column widths, so that nothing jumps. Rows out of view cost nothing. */
export function createTableView(): DrawTable {
  let table = createRowsView();
  let figures = createPortfolioView();
  const draw: DrawBody = (state, ...room) =>
    (state.pane === 'portfolio' && state.portfolio.list === undefined ? figures : table).draw(state, ...room);
  return {
    draw,
    // One drawing per state, so that the memory depends on the states only.
    onScreen(state) {
      const {panel, tableColumns, body} = layoutOf(state);
      if (panel === 'over' || !hasRoom(state.viewport)) return covered;
      const drawn = draw(state, tableColumns, body);
      const lines = withEmptyNote(drawn.lines, state);
      const left = body - lines.length - 2;
      const isEmpty = portfolioFreshness(state).kind === 'empty';
      if (
        !isFeedPane(state.pane) ||
        isEmpty ||
        tableColumns < besidePortfolio.columns ||
        left < besidePortfolio.lines
      )
        return {...drawn, lines};
      return {
        ...drawn,
        lines: [
          ...lines,
          noLine,
          portfolioRule(state, tableColumns),
          ...figures.draw(state, tableColumns, left).lines,
        ],
      };
    },
    tell: () => ({rows: table.tell(), figures: figures.tell()}),
    take(memory) {
      table = createRowsView(memory.rows);
      figures = createPortfolioView(memory.figures);
    },
  };
}

/** Where the rows leave so much room, the Portfolio is below them. */
const besidePortfolio = {columns: 160, lines: 10};

function portfolioRule({settings}: State, columns: number): Line {
  const text = `── Portfolio (${labelOf(settings.bindings, 'pane.portfolio')}) `;
  return [{text: text.padEnd(columns - 1, '─'), tone: 'dim'}];
}

const covered: DrawnBody = {lines: [], below: 0, fields: []};

function createRowsView(memory?: TableMemory['rows']): {draw: DrawBody; tell(): TableMemory['rows']} {
  let key = memory?.of ?? '';
  let start = memory?.start ?? 0;
  let drawRows = createRows(memory?.needs);
  // Keeps its identity, because other columns redraw all rows.
  const columnsOf = rememberLast(chosenColumns);
  const facts = rememberFacts();
  const draw: DrawBody = rememberLast((state, columns, height) => {
    const table = tableOf(state, facts);
    const wanted = `${state.pane} ${columns} ${table.page}`;
    if (wanted !== key) {
      key = wanted;
      start = 0;
      drawRows = createRows();
    }
    start = windowStart(start, table.selected, height - 1, table.rows.length);
    const chosen = columnsOf(table.pane, state.settings.columns[table.pane], table.facts.zone);
    const rows = rowsInView(state, table, start, height - 1);
    const tintOf = state.way.isSlow ? 'name' : 'row';
    const {placed, lines} = drawRows(rows, {chosen, facts: table.facts, columns, tintOf});
    const below = table.rows.length - start - rows.length;
    const fields = placed.flatMap(({column}) => column.sortsBy ?? []);
    const headings = drawHeadings(placed, column => sortSign(table.sort, column));
    return {lines: [headings, ...lines], below, fields, start, rows: rows.length, heads: headEnds(placed)};
  });
  return {draw, tell: () => ({of: key, start, needs: drawRows.needs()})};
}

type ShownTable = {
  readonly pane: TablePane;
  readonly rows: readonly (Row | ActivityLine)[];
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
  const {pane, now, settings, portfolio, feeds, activity, activitySelected} = state;
  const still = {marks: noMarks, sort: undefined, page: '', isWaiting: false};
  if (pane === 'activity') {
    const rows = blotterOf(activity);
    return {
      ...still,
      pane,
      rows,
      selected: indexOfLine(rows, activitySelected),
      facts: factsAt(now.wall, zoneOf(settings.times, now.wall)),
    };
  }
  if (pane === 'portfolio') {
    const {rows, list} = portfolio;
    const behind = rowsListed(state) ?? {pane: 'easyOptions', rows: []};
    return {
      ...still,
      ...behind,
      selected: indexInList(state),
      page: list === undefined ? '' : list.line.key,
      facts: factsOf(state, behind, rows, feeds[behind.pane].seen),
      isWaiting: portfolioFreshness(state).kind === 'stale',
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
    facts: factsOf(state, feed, feeds, feed.seen),
    isWaiting: loadedAt === undefined || freshness(state, pane).kind === 'stale',
  };
}

const noMarks: Feed['marks'] = new Map();

function rowsInView(state: State, table: ShownTable, start: number, height: number): readonly RowInView[] {
  const {pane, rows, isWaiting, marks, selected} = table;
  const marked = markedOn(state, state.pane);
  const alerted = rowsWithAlerts(state.alerts, state.pane);
  return rows.slice(start, start + height).map((row, index) => {
    const id = pane === 'activity' ? (row as ActivityLine).id : rowId(pane, row as Row, start + index);
    const isDim = isWaiting || (pane !== 'activity' && isPast<FeedPane>(pane, row as Row));
    const sign = marked.has(id) ? '*' : alerted.has(id) ? '!' : ' ';
    return {row, id, look: {isSelected: start + index === selected, isDim, sign, marks: marks.get(id)}};
  });
}

export function sortSign(sort: Sort | undefined, {sortsBy}: Column<never>): string {
  if (sort === undefined || sort.field !== sortsBy) return '';
  return sort.descending ? '▼' : '▲';
}

function isPast<P extends FeedPane>(pane: P, row: RowOf[P]): boolean {
  return resources[pane].isPast?.(row) ?? false;
}

type FactsOf = ReturnType<typeof rememberFacts>;

/** Keeps its identity while its sources are unchanged, since changed facts redraw the cells. */
function rememberFacts() {
  const cardsOf = rememberLast(
    (rows: CardsShown['rows'], others: CardsShown['rows'], isPart: boolean): CardsShown => ({
      ...{rows, others, isPart},
    }),
  );
  const areDaily = rememberLast(expireDaily);
  const factsOf = rememberLast(
    (
      {wall, mono}: Moment,
      skew: number,
      zone: Zone,
      seen: Feed['seen'],
      isDaily: boolean,
      fills: Facts['fills'],
      cards: Facts['cards'],
    ): Facts => ({
      ...{now: wall + skew, zone, mono, isDaily, fills, cards},
      seen: rowId => seen.get(rowId) ?? [],
    }),
  );
  return (state: State, {pane, rows}: Behind, lists: ListsKnown, seen: Feed['seen']) => {
    const {now, settings, feeds, portfolio} = state;
    const {rows: known} = lists.cards === feeds.cards ? portfolio.rows.cards : feeds.cards;
    const cards = cardsOf(lists.cards.rows, known, !showsAll(feeds.cards));
    return factsOf(
      now,
      skewMs(state),
      zoneOf(settings.times, now.wall),
      seen,
      areDaily(pane, rows, cards),
      fillsByOrder(lists.trades.rows),
      cards,
    );
  };
}

type Behind = {readonly pane: FeedPane; readonly rows: readonly Row[]};
type ListsKnown = {
  readonly trades: {readonly rows: readonly Trade[]};
  readonly cards: {readonly rows: readonly EasyOptionCard[]};
};

function expireDaily(pane: FeedPane, rows: readonly Row[], cards: CardsShown): boolean {
  const expiryOf = sortKeyOf(pane, 'expiry', {...noFacts, cards});
  const times = rows.map(row => expiryOf(row as never, () => '')).filter(at => typeof at === 'number');
  return new Set(times.map(at => at % dayMs)).size === 1;
}

const dayMs = 86_400_000;

type RowInView = {
  readonly row: Row | ActivityLine;
  readonly id: string;
  readonly look: Omit<RowLook, 'mark'> & {readonly marks: RowMarks | undefined};
};

type Surface = {
  readonly chosen: readonly Column<never>[];
  readonly facts: Facts;
  readonly columns: number;
  readonly tintOf: Tint['of'];
};

type Placed = readonly PlacedColumn<never>[];
type KeptCells = Pick<Surface, 'chosen'> &
  Pick<RowInView, 'id'> & {readonly turn: number; readonly cells: readonly Cell[]};
type LineLook = RowInView['look'] & Pick<Surface, 'tintOf'> & {readonly placed: Placed};

/** Keeps cells and lines by the identity of their row: a poll redraws changed lines only. */
function createRows(before: Needs = new Map()) {
  let needs = before;
  let placed: Placed = [];
  let placedOf: Surface['chosen'] | undefined;
  // The cells of a row out of view would keep old facts, and so the rows of that time, and so their cells.
  let latest: Facts | undefined;
  let turn = 0;
  const known = new WeakMap<object, KeptCells>();
  const measured = new WeakSet<readonly Cell[]>();
  const lines = new WeakMap<readonly Cell[], {readonly look: LineLook; readonly line: Line}>();

  const cellsOf = ({row, id}: RowInView, {chosen, facts}: Surface) => {
    const kept = known.get(row);
    const isKnown = kept?.chosen === chosen && kept.id === id;
    if (isKnown && kept.turn === turn) return kept.cells;
    const fresh = chosen.map(
      (column, at) =>
        (isKnown && column.isOfRow ? kept.cells[at] : undefined) ?? column.cell(row as never, facts, id),
    );
    const cells =
      isKnown && fresh.every((cell, index) => isSame(cell, kept.cells[index])) ? kept.cells : fresh;
    known.set(row, {chosen, turn, id, cells});
    return cells;
  };
  /** Changes only when a column needs more width than ever before. */
  const place = ({chosen, columns}: Surface, cells: readonly (readonly Cell[])[]) => {
    const fresh = cells.filter(each => !measured.has(each));
    if (chosen === placedOf && fresh.length === 0) return;
    const layout = placeColumns(chosen, fresh, columns, needs);
    for (const each of fresh) measured.add(each);
    const isOther = layout.placed.length !== placed.length;
    if (isOther || layout.placed.some((each, at) => !isSame(each, placed[at]))) placed = layout.placed;
    needs = layout.needs;
    placedOf = chosen;
  };
  const lineOf = (cells: readonly Cell[], {marks, ...row}: RowInView['look'], surface: Surface) => {
    const {chosen, tintOf, columns} = surface;
    const look = {...row, marks, tintOf, placed};
    const kept = lines.get(cells);
    if (kept !== undefined && sameValues(kept.look, look)) return kept.line;
    const mark: RowLook['mark'] = ({field = ''}) => signs[marks?.get(field)?.is ?? 'none'];
    const line = drawRow(placed, chosen, cells, {...row, mark}, {of: tintOf, columns});
    lines.set(cells, {look, line});
    return line;
  };
  const draw = (rows: readonly RowInView[], surface: Surface) => {
    if (surface.facts !== latest) turn += 1;
    latest = surface.facts;
    const cells = rows.map(each => cellsOf(each, surface));
    place(surface, cells);
    return {placed, lines: rows.map(({look}, index) => lineOf(cells[index] ?? [], look, surface))};
  };
  return Object.assign(draw, {needs: () => needs});
}

const isSame = <T extends object>(one: T, other: T | undefined) =>
  one === other || (other !== undefined && sameValues(one, other));

const signs = {up: '^', down: 'v', changed: '*', none: ' '} as const;

export function withEmptyNote(lines: readonly Line[], state: State): readonly Line[] {
  if (lines.length > 1) return lines;
  const {columns, rows} = state.viewport;
  const fault = faultInView(state);
  // A low screen has no line of its own for the cause.
  const isCause = rows < 16 && fault !== undefined;
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
  return `None of ${count} ${count === 1 ? 'row' : 'rows'} could be read`;
}

function accountNote({rows, list, account}: State['portfolio']): string {
  if (list !== undefined) return ' No rows.';
  const {began, fault} = rows.easyOptions;
  if (began === undefined) return fault === undefined ? ' Reading the account…' : ' No data yet.';
  return account.isPartial ? ' Nothing so far…' : ' Nothing is open, working or traded.';
}
