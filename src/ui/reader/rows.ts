import type {EasyOption, Order, Trade} from '../../api/wire/records.ts';
import {rowsWithAlerts} from '../../desk/feeds/alerts.ts';
import {fieldOf, rowId} from '../../desk/model/rows.ts';
import {type FeedPane, isFeedPane, type Pane, paneTitles} from '../../desk/model/vocabulary.ts';
import {selectedLine, selectedRow} from '../../desk/navigate.ts';
import {markedOn} from '../../desk/order/several/rows.ts';
import {nameOf} from '../../desk/portfolio/pane/lines.ts';
import {
  figureInView,
  indexInList,
  portfolioLines,
  rowListed,
  rowsListed,
} from '../../desk/portfolio/pane/move.ts';
import {fillsByOrder, rounded} from '../../desk/resources/figures.ts';
import type {ActivityLine, Feed, RowOf, State} from '../../desk/state.ts';
import {contractText} from '../../desk/words/orders.ts';
import {capital, nothing, number, signOf, words} from '../../desk/words/text.ts';
import {expiryDay} from '../../desk/words/times.ts';
import {details} from '../details.ts';
import {atAGlance, fieldName, type Glance, sentence} from '../sheet/words.ts';
import {unreadWords} from '../table/empty.ts';
import {gain} from '../table/portfolio/columns.ts';

const known = (...parts: readonly (string | undefined)[]) =>
  parts.filter(each => each !== undefined && each !== '' && each !== nothing) as string[];

const glances: {readonly [P in FeedPane]: (state: State, row: RowOf[P]) => Glance} = {
  cards: ({feeds}, {id, title, currentAskPrice, active}) => {
    const mark = feeds.cards.marks.get(id)?.get('currentAskPrice');
    const moved = mark === 'changed' ? undefined : mark;
    return {
      name: words(title),
      rest: known(`ask ${number(currentAskPrice)}`, moved, active === false ? 'not active' : undefined),
    };
  },
  easyOptions: (_, row) => ({name: optionName(row), rest: known(row.status, profitOf(row))}),
  orders: ({feeds}, order) => {
    const filled = filledOf(order, feeds.trades.rows);
    const expiry = order.expiryDate === undefined ? undefined : expiryDay(order.expiryDate);
    const contract =
      order.asset === undefined ? order.symbol : contractText({...order, expiryDate: undefined});
    return {
      name: known(order.side, number(order.size)).join(' '),
      rest: known(
        order.price === undefined ? undefined : `at ${number(order.price)}`,
        contract,
        order.asset === undefined ? undefined : expiry,
        filled,
        order.status,
      ),
      // PENDING is the usual status of an open order, so it is dropped first.
      spare: known(order.status === 'PENDING' ? order.status : undefined, expiry),
    };
  },
  trades: (_, trade) => ({
    name: known(trade.tradeSide, number(trade.filledSizeContracts)).join(' '),
    rest: known(`at ${number(trade.openPrice)}`, contractText(trade)),
  }),
};

const optionName = ({cardName, optionSymbol, id}: EasyOption) => words(cardName ?? optionSymbol ?? `#${id}`);

export function profitOf({pl, investmentCurrency}: EasyOption): string | undefined {
  if (pl === undefined) return undefined;
  const value = rounded(pl, investmentCurrency) ?? pl;
  const sign = signOf(value);
  return sign === 0 ? 'P/L 0' : `${sign < 0 ? 'loss' : 'gain'} ${number(value.replace(/^-/, ''))}`;
}

function filledOf({orderId}: Order, trades: readonly Trade[]): string | undefined {
  const filled = fillsByOrder(trades).get(orderId);
  return filled === undefined ? undefined : `${number(filled)} filled`;
}

type RowPlace = {readonly number: number; readonly of: number; readonly signs: readonly string[]};

function placeIn(state: State): RowPlace | undefined {
  const {pane, activity} = state;
  if (isFeedPane(pane)) {
    const {first, selected, selectedIndex, rows}: Feed = state.feeds[pane];
    if (selected === undefined) return undefined;
    const signs = [
      ...(markedOn(state, pane).has(selected) ? ['marked'] : []),
      ...(rowsWithAlerts(state.alerts, pane).has(selected) ? ['alert'] : []),
    ];
    return {number: first + selectedIndex + 1, of: first + rows.length, signs};
  }
  if (pane === 'activity') {
    const line = selectedLine(state);
    return line && {number: activity.indexOf(line) + 1, of: activity.length, signs: []};
  }
  const list = rowsListed(state);
  if (list !== undefined) return {number: indexInList(state) + 1, of: list.rows.length, signs: []};
  const figure = figureInView(state);
  const lines = portfolioLines(state);
  return figure && {number: lines.indexOf(figure) + 1, of: lines.length, signs: []};
}

/** `Row 3, Bitcoin above 75,500, ask 4,770, up.` */
export function rowAtAGlance(state: State): string {
  const place = placeIn(state);
  const glance = glanceIn(state);
  if (place === undefined || glance === undefined) return noRow(state);
  const isFigure = state.pane === 'portfolio' && state.portfolio.list === undefined;
  const isShort = state.listening?.verbosity === 'short';
  const lead = isShort ? '' : `${isFigure ? 'Figure' : 'Row'} ${place.number}`;
  return atAGlance(known(lead, ...place.signs).join(', '), glance);
}

function noRow({pane, feeds}: State): string {
  const isEmpty = isFeedPane(pane) && feeds[pane].loadedAt !== undefined && feeds[pane].rows.length === 0;
  return isEmpty ? `${paneTitles[pane]}, ${noRows(feeds[pane])}.` : 'No row is selected.';
}

export function noRows({unreadable: {length}}: Feed): string {
  return length === 0 ? 'no rows' : unreadWords(length).toLowerCase();
}

export function placeInWords(state: State): string {
  const place = placeIn(state);
  if (place === undefined) return '';
  const isFigure = state.pane === 'portfolio' && state.portfolio.list === undefined;
  return `${isFigure ? 'figure' : 'row'} ${place.number} of ${place.of}`;
}

function glanceIn(state: State): Glance | undefined {
  const {pane} = state;
  if (pane === 'activity') return ofLine(selectedLine(state));
  if (pane === 'portfolio') return glanceInPortfolio(state);
  return glanceOf(state, pane, selectedRow(state) as RowOf[typeof pane] | undefined);
}

function glanceOf<P extends FeedPane>(state: State, pane: P, row: RowOf[P] | undefined): Glance | undefined {
  return row && glances[pane](state, row);
}

function ofLine(line: ActivityLine | undefined): Glance | undefined {
  if (line === undefined) return undefined;
  const [outcome = ''] = line.outcome.split(/[.,:]/);
  return {name: `${line.what} ${line.target}`, rest: known(line.amount, outcome)};
}

function glanceInPortfolio(state: State): Glance | undefined {
  const list = rowsListed(state);
  if (list !== undefined)
    return glanceOf(state, list.pane, rowListed(state) as RowOf[typeof list.pane] | undefined);
  const figure = figureInView(state);
  if (figure === undefined) return undefined;
  const {text} = gain(figure);
  const section = state.portfolio.sections.find(each => each.lines.includes(figure));
  const title = section === undefined || section.name === 'glance' ? '' : section.name;
  return {
    name: `${title} ${nameOf(figure)}`,
    rest: known(
      text === '' || text === nothing ? undefined : `P/L ${text} ${figure.currency ?? ''}`,
      figure.count === 1 ? '1 record' : `${figure.count} records`,
    ),
  };
}

export function rowNames(state: State): {readonly name: string; readonly id: string} | undefined {
  const {pane} = state;
  if (pane === 'activity') {
    const line = selectedLine(state);
    return line && {name: line.target, id: line.requestId ?? ''};
  }
  const of: Exclude<Pane, 'activity' | 'portfolio'> | undefined =
    pane === 'portfolio' ? rowsListed(state)?.pane : pane;
  const row = pane === 'portfolio' ? rowListed(state) : selectedRow(state);
  return of === undefined || row === undefined ? undefined : namesIn(of, row as RowOf[typeof of]);
}

function namesIn<P extends FeedPane>(pane: P, row: RowOf[P]) {
  const name = ['title', 'cardName', 'symbol']
    .map(each => fieldOf(row, each))
    .find(each => typeof each === 'string');
  return {name: typeof name === 'string' ? name : contractText(row as Trade), id: rowId(pane, row, 0)};
}

/** The pane's columns first, then all fields. */
export function detailsInWords(state: State, times: number): string {
  const fields = details(state)?.filter(each => each.value !== nothing) ?? [];
  if (fields.length === 0) return 'No row is selected.';
  const pane = state.pane === 'portfolio' ? rowsListed(state)?.pane : state.pane;
  const chosen: readonly string[] = pane === undefined ? [] : state.settings.columns[pane];
  const first = times > 1 ? fields : chosen.flatMap(name => fields.filter(({field}) => field === name));
  const told = first.length > 0 ? first : fields;
  return told.map(({field, value}) => sentence(`${capital(fieldName(field))} ${value}`)).join(' ');
}
