import type {RowMarks} from '../../account/model/marks.ts';
import {isWholeList, rowId} from '../../account/model/rows.ts';
import {
  dayMs,
  defaultColumns,
  type FeedPane,
  isFeedPane,
  type TablePane,
} from '../../account/model/vocabulary.ts';
import {onceFor, rememberLast, unlessSame, unlessSameItems} from '../../account/once.ts';
import type {CardsShown} from '../../account/resources/figures.ts';
import type {FactsKnown} from '../../account/resources/resource.ts';
import {resources, sortKeyOf} from '../../account/resources/resources.ts';
import {counted} from '../../account/words/text.ts';
import {type Zone, zoneOf} from '../../account/words/times.ts';
import {serviceNow, skewMs} from '../../core/intents/looks.ts';
import {blotterOf, indexOfLine} from '../../desk/blotter.ts';
import {rowsWithAlerts} from '../../desk/dialogs/alert.ts';
import {factsIn, type ListsKnown} from '../../desk/feeds/feeds.ts';
import {freshness} from '../../desk/model/freshness.ts';
import {markedOn} from '../../desk/order/several/rows.ts';
import {indexInList, rowsListed} from '../../desk/portfolio/move.ts';
import {hasRoom} from '../../desk/screen.ts';
import type {ActivityLine, Feed, Row, RowOf, Sort, State} from '../../desk/state.ts';
import {labelOf} from '../../desk/words/keys.ts';
import {sanitize} from '../../term/text/sanitize.ts';
import {faultInView} from '../bottom/Messages.tsx';
import {
  activityColumns,
  type Cell,
  type Column,
  type Facts,
  namingZone,
  columns as paneColumns,
} from '../columns/panes.ts';
import {type Line, noLine, wrapTo} from '../format.ts';
import {layoutOf} from '../layout.ts';
import {drawHeadings, drawRow, headEnds, type Needs, placeColumns, type RowLook} from './draw.ts';
import {columnsNamed, type DrawBody, type DrawnBody, windowStart} from './figures.ts';
import {createPortfolioView} from './portfolio/block.ts';

export function chosenColumns(pane: TablePane, names: readonly string[], zone: Zone) {
  const known = (pane === 'activity' ? activityColumns : paneColumns[pane]) as readonly Column<never>[];
  return namingZone(columnsNamed(known, names), zone);
}

/** A trend changes with each price, so a narrower screen shows it only if the profile names it. */
const trendFrom = 140;

function namesFor(pane: TablePane, names: readonly string[], columns: number): readonly string[] {
  const isChosen = columns >= trendFrom || names.join() !== defaultColumns[pane].join();
  return isChosen ? names : names.filter(name => name !== 'trend');
}

export type DrawTable = {
  readonly draw: DrawBody;
  /** Sized by the screen's layout; empty while covered. */
  readonly onScreen: (state: State) => DrawnBody;
};

/** Keeps scroll position and column widths, so that nothing jumps. Rows out of view cost nothing. */
export function createTableView(): DrawTable {
  const table = createRowsView();
  const figures = createPortfolioView();
  const draw: DrawBody = (state, ...room) =>
    (state.pane === 'portfolio' && state.portfolio.list === undefined ? figures : table)(state, ...room);
  return {
    draw,
    onScreen(state) {
      const {panel, tableColumns, body} = layoutOf(state);
      if (panel === 'over' || !hasRoom(state.viewport)) return covered;
      const drawn = draw(state, tableColumns, body);
      const lines = withEmptyNote(drawn.lines, state);
      const left = body - lines.length - 2;
      const isEmpty = freshness(state, 'portfolio').kind === 'empty';
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
          ...figures(state, tableColumns, left).lines,
        ],
      };
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

function createRowsView(): DrawBody {
  let [shown, start] = ['', 0];
  let needs: Needs = new Map();
  let drawn: Drawn | undefined;
  const factsOf = createFacts();
  const chosenFor = rememberLast((pane: TablePane, names: readonly string[], columns: number, zone: Zone) =>
    chosenColumns(pane, namesFor(pane, names, columns), zone),
  );
  return rememberLast((state, columns, height) => {
    const table = tableOf(state, factsOf);
    const wanted = `${state.pane} ${columns} ${table.page}`;
    if (wanted !== shown) [shown, start, needs, drawn] = [wanted, 0, new Map(), undefined];
    start = windowStart(start, table.selected, height - 1, table.rows.length);
    const {pane, facts} = table;
    const chosen = chosenFor(pane, state.settings.columns[pane], columns, facts.zone);
    const rows = rowsInView(state, table, start, height - 1);
    const {isSlow} = state.way;
    const inView = unlessSameItems(
      drawn?.of.inView,
      rows.map(({row}) => row),
    );
    const of = {facts, chosen, columns, isSlow, start, inView};
    // A key changes two rows: the others keep their lines.
    const last = drawn && unlessSame(drawn.of, of) === drawn.of ? drawn : undefined;
    const cells =
      last?.cells ?? rows.map(({row, id}) => chosen.map(({cell}) => cell(row as never, facts, id)));
    const layout = last?.layout ?? placeColumns(chosen, cells, columns, needs);
    const {placed} = layout;
    needs = layout.needs;
    const tint = {of: isSlow ? 'name' : 'row', columns} as const;
    const looks = rows.map(({look}, at) => unlessSame(last?.looks[at] ?? look, look));
    const lines = looks.map((look, at) =>
      last?.looks[at] === look
        ? (last.lines[at] ?? noLine)
        : drawRow(placed, chosen, cells[at] ?? [], look, tint),
    );
    drawn = {of, cells, layout, looks, lines};
    const below = table.rows.length - start - rows.length;
    const fields = placed.flatMap(({column}) => column.sortsBy ?? []);
    const headings = drawHeadings(placed, column => sortSign(table.sort, column));
    return {lines: [headings, ...lines], below, fields, start, rows: rows.length, heads: headEnds(placed)};
  });
}

type Chosen = ReturnType<typeof chosenColumns>;

type Drawn = {
  readonly of: {
    readonly facts: Facts;
    readonly chosen: Chosen;
    readonly columns: number;
    readonly isSlow: boolean;
    readonly start: number;
    readonly inView: readonly (Row | ActivityLine)[];
  };
  readonly cells: readonly (readonly Cell[])[];
  readonly layout: ReturnType<typeof placeColumns<never>>;
  readonly looks: readonly RowLook[];
  readonly lines: readonly Line[];
};

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
      facts: {now: serviceNow(state), skewMs: skewMs(state), zone: zoneOf(settings.times, now.wall)},
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
      facts: factsOf(state, behind, rows),
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
    facts: factsOf(state, feed, feeds),
    isWaiting: loadedAt === undefined || freshness(state, pane).kind === 'stale',
  };
}

const noMarks: Feed['marks'] = new Map();

function rowsInView(state: State, table: ShownTable, start: number, height: number) {
  const {pane, rows, isWaiting, marks, selected} = table;
  const marked = markedOn(state, state.pane);
  const alertSigns = rowsWithAlerts(state.alerts, state.pane);
  return rows.slice(start, start + height).map((row, index) => {
    const id = pane === 'activity' ? (row as ActivityLine).id : rowId(pane, row as Row, start + index);
    const isDim = isWaiting || (pane !== 'activity' && isPast<FeedPane>(pane, row as Row));
    const sign = marked.has(id) ? '*' : (alertSigns.get(id) ?? ' ');
    const mark = markIn(marks.get(id) ?? unmarked);
    const look: RowLook = {isSelected: start + index === selected, isDim, sign, mark};
    return {row, id, look};
  });
}

const unmarked: RowMarks = new Map();

const markIn = onceFor(
  (marks: RowMarks): RowLook['mark'] =>
    ({field = ''}) =>
      signs[marks.get(field)?.is ?? 'none'],
);

export function sortSign(sort: Sort | undefined, {sortsBy}: Column<never>): string {
  if (sort === undefined || sort.field !== sortsBy) return '';
  return sort.descending ? '▼' : '▲';
}

function isPast<P extends FeedPane>(pane: P, row: RowOf[P]): boolean {
  return resources[pane].isPast?.(row) ?? false;
}

type FactsOf = ReturnType<typeof createFacts>;

function createFacts() {
  const areDaily = rememberLast(expireDaily);
  const inZone = rememberLast((facts: FactsKnown, zone: Zone, isDaily: boolean) => ({
    ...facts,
    zone,
    isDaily,
  }));
  return (state: State, {pane, rows}: Behind, lists: ListsKnown): Facts => {
    const {now, settings} = state;
    const facts = factsIn(state, pane, lists);
    const {rows: cards, others} = facts.cards;
    return inZone(facts, zoneOf(settings.times, now.wall), areDaily(pane, rows, cards, others));
  };
}

type Cards = CardsShown['rows'];
type Behind = {readonly pane: FeedPane; readonly rows: readonly Row[]};

function expireDaily(pane: FeedPane, rows: readonly Row[], cards: Cards, others: Cards): boolean {
  const expiryOf = sortKeyOf(pane, 'expiry', {now: 0, cards: {rows: cards, others, isPart: false}});
  const times = rows.map(row => expiryOf(row as never, () => '')).filter(at => typeof at === 'number');
  return new Set(times.map(at => at % dayMs)).size === 1;
}

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
  return `None of ${counted(count, 'row')} could be read`;
}

function accountNote({rows, list, account}: State['portfolio']): string {
  if (list !== undefined) return ' No rows.';
  const {began, fault} = rows.easyOptions;
  if (began === undefined) return fault === undefined ? ' Reading the account…' : ' No data yet.';
  return account.isPartial ? ' Nothing so far…' : ' Nothing is open, working or traded.';
}
