import type {EasyOption, Trade} from '../api/wire/records.ts';
import type {BlotterRow} from '../desk/blotter.ts';
import {sheetOf} from '../desk/dialogs/index.ts';
import {serviceNow} from '../desk/intents/looks.ts';
import {fromIso} from '../desk/model/moment.ts';
import {alsoFields, fieldOf, fieldsOf, rowById} from '../desk/model/rows.ts';
import type {FeedPane} from '../desk/model/vocabulary.ts';
import {isWatched, watches} from '../desk/model/watched.ts';
import {rowInView, selected, selectedLine} from '../desk/navigate.ts';
import {percentShown, plPercent} from '../desk/resources/figures.ts';
import {contractAt} from '../desk/resources/payoff.ts';
import {type Detail, type PayoffChart, type SeenValues, type Sheet, text} from '../desk/sheet.ts';
import type {RowOf, State} from '../desk/state.ts';
import {labelOf} from '../desk/words/keys.ts';
import {number, signed, words, yesNo} from '../desk/words/text.ts';
import {both, clock, type Zone, zoneOf} from '../desk/words/times.ts';
import {sanitize} from '../term/text/sanitize.ts';
import {type Column, type Facts, factsAt} from './columns/column.ts';
import {columns as paneColumns} from './columns/panes.ts';

/** The sheet of the panel beside or over the table. A filter is typed above the table, so details stay. */
export function panelSheet(state: State): Sheet {
  const {kind} = state.overlay;
  return kind === 'none' || kind === 'filter' ? detailsSheet(state) : sheetOf(state);
}

function detailsSheet(state: State): Sheet {
  const fields = details(state) ?? [];
  if (fields.length === 0) return [text('No row is selected.', 'dim')];
  const of = optionSelected(state) ?? seenOf(state);
  const {bindings} = state.settings;
  return [
    {is: 'record', fields, at: state.detailsScroll},
    ...(of === undefined ? [] : [{is: 'chart', of, isAscii: state.look.ascii} as const]),
    {
      is: 'keys',
      hints: `${labelOf(bindings, 'back')} back`,
      scrolling: `${labelOf(bindings, 'row.pageDown')} ${labelOf(bindings, 'row.pageUp')}`,
      counts: 'if more',
    },
  ];
}

export function details(state: State): readonly Detail[] | undefined {
  const {pane, activitySelected, now, settings} = state;
  if (pane === 'activity')
    return activitySelected === undefined
      ? undefined
      : activityDetails(selectedLine(state), now.wall, zoneOf(settings.times, now.wall));
  const inView = rowInView(state);
  return inView && detailsOn[inView.pane](state, inView.row as never, factsAt(serviceNow(state), 0));
}

const detailsOn: {
  readonly [P in FeedPane]: (state: State, row: RowOf[P], facts: Facts) => readonly Detail[];
} = {
  cards: (state, card, facts) => [...fieldDetails('cards', card, facts), ...alertsOn(state, card.id)],
  easyOptions: (state, option, facts) => [
    ...fieldDetails('easyOptions', option, facts),
    ...cardDetails(state, option),
    ...alertsOn(state, option.id),
  ],
  orders: (_, order, facts) => fieldDetails('orders', order, facts),
  trades: (state, trade, facts) => fieldDetails('trades', ownRecord(state, trade), facts),
};

/** The record of `GET /v1/trades/{id}` once loaded, else that of the list. */
function ownRecord({trade}: State, listed: Trade): Trade {
  return trade !== undefined && trade.tradeId === listed.tradeId ? trade : listed;
}

function fieldDetails<P extends FeedPane>(pane: P, row: RowOf[P], facts: Facts): Detail[] {
  const columns: readonly Column<RowOf[P]>[] = paneColumns[pane];
  return (
    columns
      // Derived columns are left out, since all their fields are here.
      .filter(column => fieldsOf[pane].includes(column.name))
      .map(column => ({field: column.name, value: fieldValue(fieldOf(row, column.name), column, row, facts)}))
      .concat(
        alsoFields(row).map(([name, value]) => ({field: `also ${sanitize(name)}`, value: words(value)})),
      )
  );
}

/** Times are shown both absolute and relative. */
function fieldValue<R>(value: unknown, column: Column<R>, row: R, facts: Facts): string {
  return column.isTime
    ? timeValue(value, facts.now)
    : (column.exact?.(row) ?? column.cell(row, facts, '').text);
}

function timeValue(value: unknown, now: number): string {
  const text = typeof value === 'string' ? value : undefined;
  const at = typeof value === 'number' ? value : fromIso(text);
  return at === undefined ? words(text) : both(at, now);
}

function cardDetails(state: State, option: EasyOption): Detail[] {
  const share = percentShown(plPercent(option));
  const known = share === undefined ? [] : [{field: 'P/L of invested', value: `${signed(share)} %`}];
  if (option.cardId === undefined) return known;
  const card = rowById(state.feeds.cards, option.cardId);
  if (card === undefined)
    return [...known, {field: 'card', value: `#${option.cardId} is not on the page of cards shown`}];
  return [
    ...known,
    {field: 'card', value: words(card.title)},
    {field: 'card underlying', value: words(card.underlying)},
    {field: 'card expiry', value: timeValue(card.expiryDate, serviceNow(state))},
    {field: 'card ask', value: number(card.currentAskPrice)},
    {field: 'card target', value: number(card.targetPrice)},
    {field: 'card active', value: yesNo(card.active)},
  ];
}

function alertsOn({alerts, pane}: State, rowId: string): Detail[] {
  return alerts
    .filter(each => each.pane === pane && each.rowId === rowId)
    .map(each => ({
      field: 'alert',
      value: `${each.field} ${each.above ? '≥' : '≤'} ${number(each.level)}${each.hasRung ? ', triggered' : ''}`,
    }));
}

function activityDetails(
  line: BlotterRow | undefined,
  now: number,
  zone: Zone,
): readonly Detail[] | undefined {
  if (line === undefined) return undefined;
  return [
    {field: 'time', value: both(line.at, now)},
    {field: 'what', value: words(line.what)},
    {field: 'target', value: words(line.target)},
    {field: 'amount', value: words(line.amount)},
    {field: 'outcome', value: words(line.outcome)},
    {field: 'request', value: words(line.requestId)},
    {
      field: 'took',
      value: line.latencyMs === undefined ? words(undefined) : `${Math.round(line.latencyMs)} ms`,
    },
    ...(line.steps ?? []).map(each => ({
      field: clock(each.at, zone),
      value: words(`${each.what} ${each.amount}: ${each.outcome}`),
    })),
  ];
}

/** Only orders have a strike with a price. */
export function optionSelected(state: State): PayoffChart | undefined {
  const order = selected(state, 'orders');
  const leg = order && contractAt(order.price, order);
  return leg && {legs: [leg], isContract: true};
}

function seenOf(state: State): SeenValues | undefined {
  if (!isWatched(state.pane)) return undefined;
  const {selected, seen} = state.feeds[state.pane];
  const values = selected === undefined ? [] : (seen.get(selected) ?? []).map(each => each.value);
  return values.length < 2 ? undefined : {name: `${watches[state.pane].label} since polls began`, values};
}
