import type {EasyOptionCard, Trade} from '../../api/wire/records.ts';
import {indexInList, rowsListed} from '../../desk/book/pane/move.ts';
import {rowsWithAlerts} from '../../desk/feeds/alerts.ts';
import {type CardFacts, cardsShown} from '../../desk/feeds/joins.ts';
import {fillsByOrder, isOver} from '../../desk/model/figures.ts';
import {bookFreshness, freshness} from '../../desk/model/freshness.ts';
import type {Moment} from '../../desk/model/moment.ts';
import {hasRoom} from '../../desk/model/room.ts';
import {rowId} from '../../desk/model/rows.ts';
import type {ActivityLine, Feed, Row, Sort, State} from '../../desk/model/state.ts';
import type {FeedPane, TablePane} from '../../desk/model/vocabulary.ts';
import {markedOn} from '../../desk/order/several/marked.ts';
import type {TableMemory} from '../../desk/recorder/table-memory.ts';
import {createBookView} from '../book/view.ts';
import {activityColumns} from '../columns/activity.ts';
import {type Column, type Facts, factsAt, namingZone} from '../columns/column.ts';
import {columns as paneColumns} from '../columns/panes.ts';
import {layoutOf} from '../layout.ts';
import {rememberLast} from '../same.ts';
import type {Paint} from '../theme.ts';
import {type Zone, zoneOf} from '../times.ts';
import {drawHeadings} from './draw.ts';
import type {DrawBody, DrawnBody} from './drawn.ts';
import {createRows, type Placed, type RowInView} from './rows.ts';
import {columnsNamed} from './still.ts';
import {trendOf} from './trends.ts';
import {windowStart} from './window.ts';

/** The columns that the profile chose for a pane, in its order; names that are none are skipped. */
export function chosenColumns(
  pane: TablePane,
  names: readonly string[],
  zone: Zone,
): readonly Column<never>[] {
  const known = (pane === 'activity' ? activityColumns : paneColumns[pane]) as readonly Column<never>[];
  return namingZone(columnsNamed(known, names), zone);
}

/** The headings and the rows in view, one line each, for so many columns and lines. */
export type DrawTable = DrawBody<string[]> & {
  /** As the screen of a state has room for them; none where something covers them. */
  readonly onScreen: DrawOnScreen<string[]>;
  /** How many rows stand below them. */
  readonly below: DrawOnScreen<number>;
  /** The fields that the columns show which have room, left to right. */
  readonly fields: DrawOnScreen<readonly string[]>;
  /** What it remembers from frame to frame: one that takes it draws the same from here on. */
  readonly tell: () => TableMemory;
  readonly take: (memory: TableMemory) => void;
};

type DrawOnScreen<Result> = (state: State, paint: Paint) => Result;

/**
 * Draws what the pane in view lists: the figures of the Book, or rows, headings first. It remembers where the
 * window stood and how wide the columns were, so that nothing jumps; whatever is not in view costs nothing.
 */
export function createTableView(): DrawTable {
  let table = createRowsView();
  let figures = createBookView();
  const draw: DrawBody<DrawnBody> = (state, ...room) =>
    (state.pane === 'book' && state.book.list === undefined ? figures : table)(state, ...room);
  // What is asked of one state has one answer, whoever asks: only so is what is remembered told by the states.
  const drawn: DrawOnScreen<DrawnBody> = (state, paint) => {
    const {panel, tableColumns, body} = layoutOf(state);
    const isSeen = panel !== 'over' && hasRoom(state.viewport);
    return isSeen ? draw(state, tableColumns, body, paint) : covered;
  };
  const lines: DrawBody<string[]> = (...of) => draw(...of).lines;
  return Object.assign(lines, {
    onScreen: (state: State, paint: Paint) => drawn(state, paint).lines,
    below: (state: State, paint: Paint) => drawn(state, paint).below,
    fields: (state: State, paint: Paint) => drawn(state, paint).fields,
    tell: () => ({rows: table.tell(), figures: figures.tell()}),
    take(memory: TableMemory) {
      table = createRowsView(memory.rows);
      figures = createBookView(memory.figures);
    },
  });
}

const covered: DrawnBody = {lines: [], below: 0, fields: []};

function createRowsView(memory?: TableMemory['rows']): DrawBody<DrawnBody> & {tell(): TableMemory['rows']} {
  let key = memory?.of ?? '';
  let start = memory?.start ?? 0;
  let drawRows = createRows(memory?.needs);
  // The same list while nobody chooses others: rows are drawn anew when it is another.
  const columnsOf = rememberLast(chosenColumns);
  const facts = rememberFacts();
  const rowsInView = rememberLast(rowsFrom);
  const headings = rememberLast(drawSortedHeadings);
  const alertedOn = rememberLast(rowsWithAlerts);
  const draw: DrawBody<DrawnBody> = rememberLast((state, columns, height, paint) => {
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
    const surface = {chosen, facts: table.facts, columns, paint, tintOf} as const;
    const {placed, lines} = drawRows(rows, table.selected - start, surface);
    const below = table.rows.length - start - rows.length;
    const fields = placed.flatMap(({column}) => column.field ?? []);
    return {lines: [headings(placed, table.sort, paint), ...lines], below, fields};
  });
  return Object.assign(draw, {tell: () => ({of: key, start, needs: drawRows.needs()})});
}

type ShownTable = {
  /** The pane whose records these are. */
  readonly pane: TablePane;
  readonly rows: readonly (Row | ActivityLine)[];
  readonly selected: number;
  /** Another page is another table. */
  readonly page: string;
  readonly facts: Facts;
  readonly marks: Feed['marks'];
  readonly sort: Sort | undefined;
  /** The rows are not what was asked for, until the answer to a new filter, order or page comes; or STALE. */
  readonly isWaiting: boolean;
};

const zoneIn = ({settings, now}: State) => zoneOf(settings.times, now.wall);

function tableOf(state: State, facts: FactsOf): ShownTable {
  switch (state.pane) {
    case 'activity':
      return activityTable(state);
    case 'book':
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

/** The rows behind a figure, with what the whole account knows of them. */
function figureTable(state: State, facts: FactsOf): ShownTable {
  const {rows, list} = state.book;
  const behind = rowsListed(state);
  return {
    pane: behind?.pane ?? 'easyOptions',
    rows: behind?.rows ?? [],
    selected: indexInList(state),
    page: list === undefined ? '' : list.line.key,
    facts: facts(state.now, zoneIn(state), noSeen, rows.trades.rows, rows.cards.rows, state.cardFacts),
    marks: noMarks,
    sort: undefined,
    isWaiting: bookFreshness(state).kind === 'stale',
  };
}

/** So many rows of a pane from one on. */
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
    const isDim = isWaiting || isPast(pane, row);
    const sign = marked.has(id) ? '*' : alerted.has(id) ? '!' : ' ';
    return {row, id, isDim, sign, marks: marks.get(id)};
  });
}

function drawSortedHeadings(placed: Placed, sort: Sort | undefined, paint: Paint): string {
  return drawHeadings(placed, column => sortSign(sort, column), paint);
}

/** Stands behind the heading of the field that the rows are sorted by. */
export function sortSign(sort: Sort | undefined, {field, name}: Column<never>): string {
  if (sort === undefined || sort.field !== (field ?? name)) return '';
  return sort.descending ? '▼' : '▲';
}

/** What cannot be acted on any more steps back. */
function isPast(pane: TablePane, row: Row | ActivityLine): boolean {
  if (pane === 'cards') return 'active' in row && row.active === false;
  return pane === 'easyOptions' && 'status' in row && isOver(row);
}

type FactsOf = (
  now: Moment,
  zone: Zone,
  seen: Feed['seen'],
  trades: readonly Trade[],
  cards: readonly EasyOptionCard[],
  cardFacts: CardFacts,
) => Facts;

/** The same facts while all that they are made of is the same: where it is not, cells are drawn anew. */
function rememberFacts(): FactsOf {
  const fillsOf = rememberLast(fillsByOrder);
  const cardsOf = rememberLast(cardsShown);
  return rememberLast((now, zone, seen, trades, cards, cardFacts) => ({
    now: now.wall,
    zone,
    trend: rowId => trendOf(seen.get(rowId) ?? [], now.mono),
    fills: fillsOf(trades),
    cards: cardsOf(cards, cardFacts),
  }));
}
