import type {EasyOptionCard, Trade} from '../../api/wire/records.ts';
import {rowsWithAlerts} from '../../desk/feeds/alerts.ts';
import {freshness} from '../../desk/model/freshness.ts';
import type {RowMarks} from '../../desk/model/marks.ts';
import type {Moment} from '../../desk/model/moment.ts';
import {hasRoom} from '../../desk/model/room.ts';
import {rowId} from '../../desk/model/rows.ts';
import type {FeedPane, TablePane} from '../../desk/model/vocabulary.ts';
import {markedOn} from '../../desk/order/several/rows.ts';
import {portfolioFreshness} from '../../desk/portfolio/facts.ts';
import {indexInList, rowsListed} from '../../desk/portfolio/pane/move.ts';
import type {Needs, TableMemory} from '../../desk/recorder/entries.ts';
import {fillsByOrder} from '../../desk/resources/figures.ts';
import {type CardFacts, cardsShown} from '../../desk/resources/joins.ts';
import {resources} from '../../desk/resources/resources.ts';
import type {ActivityLine, Feed, Row, RowOf, Sort, State} from '../../desk/state.ts';
import {type Zone, zoneOf} from '../../desk/words/times.ts';
import {activityColumns} from '../columns/activity.ts';
import {type Cell, type Column, type Facts, factsAt, namingZone} from '../columns/column.ts';
import {columns as paneColumns} from '../columns/panes.ts';
import type {Line} from '../format.ts';
import {layoutOf} from '../layout.ts';
import {rememberLast} from '../same.ts';
import {
  drawHeadings,
  drawRow,
  type MarkSign,
  type PlacedColumn,
  placeColumns,
  type RowLook,
  type RowSign,
  type Tint,
} from './draw.ts';
import {columnsNamed, type DrawBody, type DrawnBody, windowStart} from './figures.ts';
import {createPortfolioView} from './portfolio/view.ts';

export function chosenColumns(
  pane: TablePane,
  names: readonly string[],
  zone: Zone,
): readonly Column<never>[] {
  const known = (pane === 'activity' ? activityColumns : paneColumns[pane]) as readonly Column<never>[];
  return namingZone(columnsNamed(known, names), zone);
}

export type DrawTable = DrawBody<readonly Line[]> & {
  /** Sized by the screen's layout; empty while covered. */
  readonly onScreen: DrawOnScreen<readonly Line[]>;
  readonly below: DrawOnScreen<number>;
  readonly fields: DrawOnScreen<readonly string[]>;
  /** State between frames: a table that takes it continues with the same picture. */
  readonly tell: () => TableMemory;
  readonly take: (memory: TableMemory) => void;
};

type DrawOnScreen<Result> = (state: State) => Result;

/** Keeps scroll position and column widths, so that nothing jumps. Rows out of view cost nothing. */
export function createTableView(): DrawTable {
  let table = createRowsView();
  let figures = createPortfolioView();
  const draw: DrawBody<DrawnBody> = (state, ...room) =>
    (state.pane === 'portfolio' && state.portfolio.list === undefined ? figures : table)(state, ...room);
  // One drawing per state, whoever asks, so that the memory depends on the states only.
  const drawn: DrawOnScreen<DrawnBody> = state => {
    const {panel, tableColumns, body} = layoutOf(state);
    const isSeen = panel !== 'over' && hasRoom(state.viewport);
    return isSeen ? draw(state, tableColumns, body) : covered;
  };
  const lines: DrawBody<readonly Line[]> = (...of) => draw(...of).lines;
  return Object.assign(lines, {
    onScreen: (state: State) => drawn(state).lines,
    below: (state: State) => drawn(state).below,
    fields: (state: State) => drawn(state).fields,
    tell: () => ({rows: table.tell(), figures: figures.tell()}),
    take(memory: TableMemory) {
      table = createRowsView(memory.rows);
      figures = createPortfolioView(memory.figures);
    },
  });
}

const covered: DrawnBody = {lines: [], below: 0, fields: []};

function createRowsView(memory?: TableMemory['rows']): DrawBody<DrawnBody> & {tell(): TableMemory['rows']} {
  let key = memory?.of ?? '';
  let start = memory?.start ?? 0;
  let drawRows = createRows(memory?.needs);
  // Keeps its identity, because other columns redraw all rows.
  const columnsOf = rememberLast(chosenColumns);
  const facts = rememberFacts();
  const rowsInView = rememberLast(rowsFrom);
  const headings = rememberLast(drawSortedHeadings);
  const alertedOn = rememberLast(rowsWithAlerts);
  const draw: DrawBody<DrawnBody> = rememberLast((state, columns, height) => {
    const table = tableOf(state, facts);
    const wanted = `${state.pane} ${columns} ${table.page}`;
    if (wanted !== key) {
      key = wanted;
      start = 0;
      drawRows = createRows();
    }
    start = windowStart(start, table.selected, height - 1, table.rows.length);
    const chosen = columnsOf(table.pane, state.settings.columns[table.pane], table.facts.zone);
    const rows = rowsInView(
      table.pane,
      table.rows,
      start,
      height - 1,
      table.marks,
      table.isWaiting,
      markedOn(state, state.pane),
      alertedOn(state.alerts, state.pane),
    );
    const tintOf = state.way.isSlow ? 'name' : 'row';
    const surface = {chosen, facts: table.facts, columns, tintOf} as const;
    const {placed, lines} = drawRows(rows, table.selected - start, surface);
    const below = table.rows.length - start - rows.length;
    const fields = placed.flatMap(({column}) => column.sortsBy ?? []);
    return {lines: [headings(placed, table.sort), ...lines], below, fields};
  });
  return Object.assign(draw, {tell: () => ({of: key, start, needs: drawRows.needs()})});
}

type ShownTable = {
  readonly pane: TablePane;
  readonly rows: readonly (Row | ActivityLine)[];
  readonly selected: number;
  /** Another page is another table. */
  readonly page: string;
  readonly facts: Facts;
  readonly marks: Feed['marks'];
  readonly sort: Sort | undefined;
  /** Rows are outdated until a new filter, order or page is loaded, or the data are STALE. */
  readonly isWaiting: boolean;
};

const zoneIn = ({settings, now}: State) => zoneOf(settings.times, now.wall);

function tableOf(state: State, facts: FactsOf): ShownTable {
  switch (state.pane) {
    case 'activity':
      return activityTable(state);
    case 'portfolio':
      return figureTable(state, facts);
    default:
      return feedTable(state, state.pane, facts);
  }
}

const noMarks: Feed['marks'] = new Map();
const noSeen: Feed['seen'] = new Map();

function activityTable(state: State): ShownTable {
  return {
    pane: 'activity',
    rows: state.activity,
    selected: state.activity.findIndex(each => each.id === state.activitySelected),
    page: '',
    facts: factsAt(state.now.wall, zoneIn(state)),
    marks: noMarks,
    sort: undefined,
    isWaiting: false,
  };
}

function feedTable(state: State, pane: FeedPane, facts: FactsOf): ShownTable {
  const feed: Feed = state.feeds[pane];
  const {sort} = feed;
  const selectedRow = feed.rows[feed.selectedIndex];
  const isStale = freshness(state, pane).kind === 'stale';
  const isThere = selectedRow !== undefined && rowId(pane, selectedRow, feed.selectedIndex) === feed.selected;
  return {
    pane,
    rows: feed.rows,
    selected: isThere ? feed.selectedIndex : -1,
    page: `${feed.page} ${feed.filterText}`,
    facts: facts(
      state.now,
      zoneIn(state),
      feed.seen,
      state.feeds.trades.rows,
      state.feeds.cards.rows,
      state.cardFacts,
    ),
    marks: feed.marks,
    sort,
    isWaiting: feed.loadedAt === undefined || isStale,
  };
}

function figureTable(state: State, facts: FactsOf): ShownTable {
  const {rows, list} = state.portfolio;
  const behind = rowsListed(state);
  return {
    pane: behind?.pane ?? 'easyOptions',
    rows: behind?.rows ?? [],
    selected: indexInList(state),
    page: list === undefined ? '' : list.line.key,
    facts: facts(state.now, zoneIn(state), noSeen, rows.trades.rows, rows.cards.rows, state.cardFacts),
    marks: noMarks,
    sort: undefined,
    isWaiting: portfolioFreshness(state).kind === 'stale',
  };
}

function rowsFrom(
  pane: TablePane,
  rows: ShownTable['rows'],
  start: number,
  height: number,
  marks: Feed['marks'],
  isWaiting: boolean,
  marked: ReadonlySet<string>,
  alerted: ReadonlySet<string>,
): readonly RowInView[] {
  return rows.slice(start, start + height).map((row, index) => {
    const id = pane === 'activity' ? (row as ActivityLine).id : rowId(pane, row as Row, start + index);
    const isDim = isWaiting || (pane !== 'activity' && isPast<FeedPane>(pane, row as Row));
    const sign = marked.has(id) ? '*' : alerted.has(id) ? '!' : ' ';
    return {row, id, isDim, sign, marks: marks.get(id)};
  });
}

function drawSortedHeadings(placed: Placed, sort: Sort | undefined): Line {
  return drawHeadings(placed, column => sortSign(sort, column));
}

export function sortSign(sort: Sort | undefined, {sortsBy}: Column<never>): string {
  if (sort === undefined || sort.field !== sortsBy) return '';
  return sort.descending ? '▼' : '▲';
}

function isPast<P extends FeedPane>(pane: P, row: RowOf[P]): boolean {
  return resources[pane].isPast?.(row) ?? false;
}

type FactsOf = (
  now: Moment,
  zone: Zone,
  seen: Feed['seen'],
  trades: readonly Trade[],
  cards: readonly EasyOptionCard[],
  cardFacts: CardFacts,
) => Facts;

/** Keeps its identity while its sources are unchanged, since changed facts redraw the cells. */
function rememberFacts(): FactsOf {
  const fillsOf = rememberLast(fillsByOrder);
  const cardsOf = rememberLast(cardsShown);
  return rememberLast((now, zone, seen, trades, cards, cardFacts) => ({
    now: now.wall,
    zone,
    mono: now.mono,
    seen: rowId => seen.get(rowId) ?? [],
    fills: fillsOf(trades),
    cards: cardsOf(cards, cardFacts),
  }));
}

type RowInView = {
  readonly row: Row | ActivityLine;
  readonly id: string;
  readonly isDim: boolean;
  readonly sign: RowSign;
  readonly marks: RowMarks | undefined;
};

type Surface = {
  readonly chosen: readonly Column<never>[];
  readonly facts: Facts;
  readonly columns: number;
  readonly tintOf: Tint['of'];
};

type Placed = readonly PlacedColumn<never>[];
type Drawn = {readonly placed: Placed; readonly lines: readonly Line[]};

type KeptCells = Pick<Surface, 'chosen' | 'facts'> &
  Pick<RowInView, 'id'> & {readonly cells: readonly Cell[]};
type KeptLine = RowInView & Pick<Surface, 'tintOf'> & {readonly placed: Placed; readonly line: Line};

type DrawRows = (rows: readonly RowInView[], selected: number, surface: Surface) => Drawn;

/** Caches rows by identity, which the desk keeps: a poll redraws changed lines, a selection key only two. */
function createRows(needs: Needs = new Map()): DrawRows & Pick<RememberedLayout, 'needs'> {
  const cellsOf = rememberCells();
  const {place, needs: needsNow} = rememberLayout(needs);
  const lineOf = rememberLines(false);
  const selectedLineOf = rememberLines(true);
  const drawAll = rememberLast(
    (rows: readonly RowInView[], chosen: Surface['chosen'], facts: Facts, columns: number) => {
      // Only the selected row is tinted.
      const surface: Surface = {chosen, facts, columns, tintOf: 'row'};
      const cells = rows.map(each => cellsOf(each, surface));
      const placed = place(surface, cells);
      const lines = rows.map((each, index) => lineOf(each, cells[index] ?? [], placed, surface));
      return {cells, placed, lines};
    },
  );
  const draw: DrawRows = (rows, selected, surface) => {
    const {chosen, facts, columns} = surface;
    const {cells, placed, lines} = drawAll(rows, chosen, facts, columns);
    const [row, own] = [rows[selected], cells[selected]];
    if (row === undefined || own === undefined) return {placed, lines};
    return {placed, lines: lines.with(selected, selectedLineOf(row, own, placed, surface))};
  };
  return Object.assign(draw, {needs: needsNow});
}

function rememberLines(isSelected: boolean) {
  const known = new WeakMap<readonly Cell[], KeptLine>();
  return (row: RowInView, cells: readonly Cell[], placed: Placed, surface: Surface): Line => {
    const kept = known.get(cells);
    if (kept !== undefined && isSame(kept, row, placed, surface)) return kept.line;
    const line = draw(row, isSelected, cells, placed, surface);
    known.set(cells, {...row, placed, tintOf: surface.tintOf, line});
    return line;
  };
}

function isSame(kept: KeptLine, look: RowInView, placed: Placed, {tintOf}: Surface): boolean {
  return (
    kept.isDim === look.isDim &&
    kept.sign === look.sign &&
    kept.marks === look.marks &&
    kept.placed === placed &&
    kept.tintOf === tintOf
  );
}

const signs: Record<NonNullable<ReturnType<RowMarks['get']>>, MarkSign> = {up: '^', down: 'v', changed: '*'};

function draw(
  look: RowInView,
  isSelected: boolean,
  cells: readonly Cell[],
  placed: Placed,
  {chosen, tintOf, columns}: Surface,
): Line {
  const mark: RowLook['mark'] = ({field}) => {
    const known = field === undefined ? undefined : look.marks?.get(field);
    return known === undefined ? ' ' : signs[known];
  };
  const {isDim, sign} = look;
  return drawRow(placed, chosen, cells, {isSelected, isDim, sign, mark}, {of: tintOf, columns});
}

function rememberCells(): (look: RowInView, surface: Surface) => readonly Cell[] {
  const known = new WeakMap<object, KeptCells>();
  return ({row, id}, {chosen, facts}) => {
    const kept = known.get(row);
    const before = kept?.chosen === chosen ? kept.cells : undefined;
    if (before !== undefined && kept?.facts === facts && kept.id === id) return before;
    let isAnew = before === undefined;
    const cells = chosen.map((column, index) => {
      const old = before?.[index];
      if (old !== undefined && !column.readsMore) return old;
      const cell = column.cell(row as never, facts, id);
      if (old?.text === cell.text && old.tone === cell.tone) return old;
      isAnew = true;
      return cell;
    });
    const drawn = isAnew || before === undefined ? cells : before;
    known.set(row, {chosen, facts, id, cells: drawn});
    return drawn;
  };
}

type RememberedLayout = {
  place(surface: Surface, cells: readonly (readonly Cell[])[]): Placed;
  needs(): Needs;
};

/** Changes only when a column needs more width than ever before; measured cells are not measured again. */
function rememberLayout(before: Needs): RememberedLayout {
  let needs = before;
  let placed: Placed | undefined;
  let of: Surface['chosen'] | undefined;
  const measured = new WeakSet<readonly Cell[]>();
  const place: RememberedLayout['place'] = ({chosen, columns}, cells) => {
    const fresh = cells.filter(each => !measured.has(each));
    if (placed !== undefined && chosen === of && fresh.length === 0) return placed;
    const layout = placeColumns(chosen, fresh, columns, needs);
    for (const each of fresh) measured.add(each);
    if (placed === undefined || !isSameLayout(placed, layout.placed)) placed = layout.placed;
    needs = layout.needs;
    of = chosen;
    return placed;
  };
  return {place, needs: () => needs};
}

function isSameLayout(one: Placed, other: Placed): boolean {
  return (
    one.length === other.length &&
    one.every((place, index) => {
      const {column, width, whole, fraction} = other[index] ?? {};
      return (
        place.column === column &&
        place.width === width &&
        place.whole === whole &&
        place.fraction === fraction
      );
    })
  );
}
