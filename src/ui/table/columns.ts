import type {TablePane, Tone} from '../../account/model/vocabulary.ts';
import {trendMs} from '../../account/resources/cards.ts';
import {inColumn, percentShown} from '../../account/resources/figures.ts';
import type {
  FactsKnown,
  FeedPane,
  Kind,
  Resource,
  Column as ResourceColumn,
  Row,
  RowOf,
  SeenValue,
} from '../../account/resources/resource.ts';
import {columnValue, resources, sortNameOf} from '../../account/resources/resources.ts';
import {contractText} from '../../account/words/records.ts';
import {amountWords, nothing, number, signed, signOf, words, yesNo} from '../../account/words/text.ts';
import {
  absolute,
  both,
  clock,
  expiry,
  noTime,
  readTime,
  short,
  span,
  type Zone,
  zoneName,
  zoneOf,
} from '../../account/words/times.ts';
import type {Trade} from '../../api/wire/records.ts';
import {serviceNow, skewMs} from '../../core/intents/clock.ts';
import {outcomeWords} from '../../desk/blotter.ts';
import type {ActivityLine, State} from '../../desk/state.ts';
import {spark} from '../charts.ts';
import {width} from '../format.ts';

/**
 * - `text` may be cut with an ellipsis and takes the remaining width
 * - `word` is short and never cut: enums, symbols, times
 * - `id` and `number` are never cut; numbers align at their points
 */
export type ColumnKind = 'text' | 'word' | 'id' | 'number';

export type Facts = FactsKnown & {
  readonly zone: Zone;
  /** Service clock minus that of this machine. */
  readonly skewMs?: number;
  /** The rows expire at one time of day. */
  readonly isDaily?: boolean;
};

export function factsNow(state: State) {
  const {now} = state;
  return {now: serviceNow(state), skewMs: skewMs(state), zone: zoneOf(now.wall)};
}

/** The first `whole` cells of a text are never cut. */
export type Cell = {readonly text: string; readonly tone?: Tone | undefined; readonly whole?: number};

/** Up and long have the colour of gains, down and short that of losses. */
export function sideCell(text: string): Cell {
  const isUp = text === 'UP' || text === 'BUY';
  return {text, tone: isUp ? 'up' : text === 'DOWN' || text === 'SELL' ? 'down' : undefined};
}

export type Column<R> = {
  readonly name: string;
  readonly heading: string;
  readonly kind: ColumnKind;
  /** Columns with the highest number are dropped first on a narrow screen. */
  readonly priority: number;
  readonly least?: number | undefined;
  readonly from?: number | undefined;
  /** Identifies the row: less important columns are dropped before it is cut. */
  readonly isName?: true | undefined;
  /** Shown only where no text is cut for it. */
  readonly isExtra?: true;
  readonly isZoned?: true | undefined;
  readonly spoken?: string | undefined;
  /** The details show this if the cell rounds or shortens. */
  readonly exact?: ((row: R, facts: Facts, rowId: string) => string) | undefined;
  readonly field?: string | undefined;
  readonly sortsBy?: string | undefined;
  readonly cell: (row: R, facts: Facts, rowId: string) => Cell;
};

export const columnOf = <R>(
  name: string,
  heading: string,
  kind: ColumnKind,
  priority: number,
  cell: Column<R>['cell'],
  more: Partial<Column<R>> = {},
): Column<R> => ({name, heading, kind, priority, cell, ...more});

type Look = {
  readonly kind: ColumnKind;
  readonly least?: number;
  readonly isZoned?: true;
  readonly cell: (value: unknown, given: Given) => Cell;
  readonly exact?: (value: unknown, facts: Facts) => string;
};
type Given = {
  readonly row: Row;
  readonly facts: Facts;
  readonly rowId: string;
  readonly currency: string | undefined;
};

const textIn = (value: unknown) => (typeof value === 'string' ? value : undefined);
const timeIn = (value: unknown) => (typeof value === 'number' ? value : readTime(textIn(value)));
const plain = (value: unknown): Cell => ({text: words(textIn(value))});

const word: Look = {kind: 'word', cell: plain};
/** A text that is no time is shown as it came, marked as unknown. */
const untimed = (value: unknown, mark = '?'): Cell =>
  textIn(value) ? {text: `${plain(value).text}${mark}`} : plain(value);
const time: Look = {
  kind: 'word',
  cell: value => (timeIn(value) === undefined ? untimed(value) : {text: absolute(timeIn(value))}),
  exact: (value, {now}) =>
    timeIn(value) === undefined ? untimed(value, ` (${noTime})`).text : both(timeIn(value), now),
};
const amount: Look = {kind: 'number', cell: value => ({text: number(textIn(value))})};

const looks: {readonly [Is in Kind]: Look} = {
  id: {kind: 'id', cell: plain},
  word,
  symbol: word,
  text: {kind: 'text', least: 8, cell: plain},
  side: {kind: 'word', cell: value => sideCell(words(textIn(value)))},
  price: amount,
  size: amount,
  fee: amount,
  money: {
    ...amount,
    cell: (value, {currency}) => ({text: number(inColumn(textIn(value), currency))}),
    exact: value => number(textIn(value)),
  },
  gain: {
    kind: 'number',
    cell: (value, {currency}) => gainCell(inColumn(textIn(value), currency), textIn(value)),
    exact: value => gainCell(textIn(value)).text,
  },
  percent: {kind: 'number', cell: value => ({text: signed(percentShown(textIn(value)))})},
  gainPercent: {kind: 'number', cell: value => gainCell(percentShown(textIn(value)), textIn(value))},
  flag: {kind: 'word', cell: value => ({text: yesNo(typeof value === 'boolean' ? value : undefined)})},
  date: time,
  millis: time,
  until: {
    ...time,
    cell(value, {facts}) {
      const at = timeIn(value);
      return at === undefined ? untimed(value) : {text: expiry(at, facts.now, facts.isDaily)};
    },
  },
  span: {kind: 'word', cell: value => ({text: typeof value === 'number' ? span(value) : nothing})},
  short: {
    kind: 'word',
    isZoned: true,
    cell: (value, {facts}) => ({text: short(timeIn(value), facts.zone)}),
  },
  trend: {
    kind: 'word',
    cell: (_, {facts: {polls}, rowId}) => ({text: polls ? trendOf(polls.seen(rowId), polls.mono) : nothing}),
    exact: value => (typeof value === 'number' ? `${signed(value.toFixed(2))} %` : nothing),
  },
  contract: {kind: 'text', cell: (_, {row}) => ({text: contractText(row as Trade)})},
};

const cells = 6;
const cellMs = trendMs / cells;

/** Each cell is the value at the end of its 20 s, the last cell the current value; `now` is monotonic ms. */
export function trendOf(seen: readonly SeenValue[], now: number): string {
  const end = Math.ceil(now / cellMs) * cellMs;
  const values = Array.from({length: cells}, (_, index) => {
    const until = end - (cells - 1 - index) * cellMs;
    return seen.findLast(each => each.at <= until)?.value;
  });
  return spark(
    values.filter(value => value !== undefined),
    cells,
  );
}

export function gainCell(text: string | undefined, value = text): Cell {
  const sign = signOf(value);
  return {text: signed(text), tone: sign === 0 ? undefined : sign > 0 ? 'up' : 'down'};
}

/** Above those of the default columns: added columns are dropped first. */
const asked = 50;

function columnsOf<P extends FeedPane>(pane: P): readonly Column<RowOf[P]>[] {
  const {isPast, pastWord}: Resource<P> = resources[pane];
  const nameOf = (row: RowOf[P], cell: Cell): Cell =>
    pastWord !== undefined && isPast?.(row) ? {...cell, text: `${pastWord} ${cell.text}`} : cell;
  return Object.entries<ResourceColumn<RowOf[P]>>(resources[pane].columns).map(([name, column]) => {
    const {is, heading = name, spoken, priority = asked, from, isName, of, value} = column;
    const look = looks[is];
    const {kind, isZoned, exact} = look;
    const own = (row: RowOf[P], facts: Facts, rowId: string) => columnValue(column, name, row, facts, rowId);
    return {
      ...{name, heading, kind, priority, from, isName, isZoned, spoken},
      least: column.least ?? look.least,
      field: of ?? (value === undefined ? name : undefined),
      sortsBy: sortNameOf(pane, name),
      exact: exact && ((row, facts, rowId) => exact(own(row, facts, rowId), facts)),
      cell: (row, facts, rowId) => {
        const cell = look.cell(own(row, facts, rowId), {row, facts, rowId, currency: column.currency?.(row)});
        return isName ? nameOf(row, cell) : cell;
      },
    };
  });
}

export const paneColumns: {readonly [P in FeedPane]: readonly Column<RowOf[P]>[]} = {
  cards: columnsOf('cards'),
  easyOptions: columnsOf('easyOptions'),
  orders: columnsOf('orders'),
  trades: columnsOf('trades'),
};

const column = columnOf<ActivityLine>;

export const activityColumns: readonly Column<ActivityLine>[] = [
  column('time', 'time', 'word', 5, (row, facts) => ({text: clock(timeOf(row, facts), facts.zone)}), {
    isZoned: true,
    exact: (row, facts) => both(timeOf(row, facts), facts.now),
  }),
  // `CONFIRMED ca…` and `CONFIRMED cl…` must not look alike.
  column('state', 'state', 'text', 1, stateCell, {least: 13}),
  column('side', 'side', 'word', 3, ({order}) => sideCell(order?.side ?? '')),
  column('size', 'size', 'word', 6, ({order, amount}) => ({text: order ? shown(order.size) : amount})),
  column('symbol', 'symbol', 'text', 4, ({order, target}) => ({text: words(order?.symbol ?? target)}), {
    least: 20,
  }),
  column('price', 'price', 'number', 7, ({order}) => ({text: shown(order?.price)})),
  column('outcome', 'result', 'text', 2, resultCell, {least: 16}),
  column('requestId', 'request', 'word', 9, row => ({text: words(row.requestId)}), {isExtra: true}),
  column(
    'latency',
    'took',
    'word',
    8,
    ({latencyMs: ms}) => ({text: ms === undefined ? nothing : `${Math.round(ms)} ms`}),
    {isExtra: true},
  ),
];

/** The clock of the service gives all times of records. */
export function timeOf({at, serviceAt}: ActivityLine, {skewMs = 0}: Facts): number {
  return serviceAt ?? at + skewMs;
}

function resultCell(row: ActivityLine): Cell {
  const text = words(outcomeWords({...row, state: undefined}));
  // An ellipsis follows.
  return {text, whole: row.money ? Math.min(width(text), width(row.money) + 1) : 0};
}

const shown = (value: string | undefined) => (value === undefined ? '' : amountWords(value));

function stateCell({kind, what, state}: ActivityLine): Cell {
  // An amend, of which one write stands for both.
  const isAmend = state === 'NOT REPLACED';
  const text = kind === 'intent' && !isAmend ? `${state ?? ''} ${what}` : (state ?? what);
  return {text: words(text), tone: tones.get(state)};
}

/** The word itself gives the outcome; the tone only repeats it. */
const tones: ReadonlyMap<string | undefined, Tone> = new Map([
  ['UNKNOWN', 'danger'],
  ['OVERFILL', 'danger'],
  ['NOT REPLACED', 'danger'],
  ['REJECTED', 'warning'],
  ['NOT SENT', 'warning'],
  ['CONFIRMED', 'good'],
] as const);

/** Keeps the order of the names; headings of times name their zone. */
export function chosenColumns(
  pane: TablePane,
  names: readonly string[],
  zone: Zone,
): readonly Column<never>[] {
  const known: readonly Column<never>[] = pane === 'activity' ? activityColumns : paneColumns[pane];
  return names
    .flatMap(name => known.find(column => column.name === name) ?? [])
    .map(each => (each.isZoned ? {...each, heading: `${each.heading} ${zoneName(zone)}`} : each));
}
