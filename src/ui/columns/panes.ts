import type {Trade} from '../../api/wire/records.ts';
import {trendMs} from '../../desk/resources/cards.ts';
import {inColumn, percentShown} from '../../desk/resources/figures.ts';
import type {
  FeedPane,
  Kind,
  Resource,
  Column as ResourceColumn,
  Row,
  RowOf,
  SeenValue,
} from '../../desk/resources/resource.ts';
import {columnValue, resources, sortNameOf} from '../../desk/resources/resources.ts';
import {contractText} from '../../desk/words/records.ts';
import {nothing, number, signed, signOf, words, yesNo} from '../../desk/words/text.ts';
import {absolute, both, expiry, noTime, readTime, short, span} from '../../desk/words/times.ts';
import {spark} from '../charts.ts';
import {type Cell, type Column, type ColumnKind, type Facts, type PaneColumns, sideCell} from './column.ts';

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
  return {text: signed(text), ...(sign !== 0 && {tone: sign > 0 ? 'up' : 'down'})};
}

/** Lower priority than the default columns: added columns are dropped first. */
const asked = 50;

function columnsOf<P extends FeedPane>(pane: P): readonly Column<RowOf[P]>[] {
  const {isPast, pastWord}: Resource<P> = resources[pane];
  const nameOf = (row: RowOf[P], cell: Cell): Cell =>
    pastWord !== undefined && isPast?.(row) ? {...cell, text: `${pastWord} ${cell.text}`} : cell;
  return Object.entries<ResourceColumn<RowOf[P]>>(resources[pane].columns).map(([name, column]) => {
    const {is, heading = name, spoken, priority = asked, isName, of, value} = column;
    const look = looks[is];
    const {kind, isZoned, exact} = look;
    const own = (row: RowOf[P], facts: Facts, rowId: string) => columnValue(column, name, row, facts, rowId);
    return {
      ...{name, heading, kind, priority, isName, isZoned, spoken},
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

export const columns: PaneColumns = {
  cards: columnsOf('cards'),
  easyOptions: columnsOf('easyOptions'),
  orders: columnsOf('orders'),
  trades: columnsOf('trades'),
};
