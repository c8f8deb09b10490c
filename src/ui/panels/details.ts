import type {EasyOption, EasyOptionCard, Order, Trade} from '../../api/wire/records.ts';
import type {Option} from '../../desk/figures.ts';
import {selectedRow} from '../../desk/navigate.ts';
import {alsoFields} from '../../desk/rows.ts';
import type {ActivityLine, Row, State} from '../../desk/state.ts';
import type {FeedPane} from '../../desk/vocabulary.ts';
import {sanitize} from '../../term/text/sanitize.ts';
import type {Column, Facts} from '../columns/column.ts';
import {columns as paneColumns} from '../columns/panes.ts';
import {number, words} from '../format.ts';
import {both, fromIso} from '../times.ts';

export type Detail = {readonly field: string; readonly value: string};

/** Columns that are made of other fields; the fields themselves are all here. */
const made = ['trend', 'expiry', 'opened', 'filled', 'left', 'age', 'contract', 'time'];
const times = ['openTime', 'closeTime', 'triggerTime', 'expiryDate', 'openDate', 'timestamp'];

/** Every documented field of the selected record, and what else is known of it. Undefined when none is selected. */
export function details(state: State): readonly Detail[] | undefined {
  const {pane} = state;
  if (pane === 'activity')
    return activityDetails(state.activity.find(each => each.id === state.activitySelected));
  const row = selectedRow(state);
  if (row === undefined) return undefined;
  const facts: Facts = {now: state.now.wall, trend: () => '', fills: new Map()};
  switch (pane) {
    case 'cards':
      return [
        ...fieldsOf('cards', row as EasyOptionCard, facts),
        ...alertsOn(state, (row as EasyOptionCard).id),
      ];
    case 'easyOptions':
      return [
        ...fieldsOf('easyOptions', row as EasyOption, facts),
        ...cardOf(state, row as EasyOption),
        ...alertsOn(state, (row as EasyOption).id),
      ];
    case 'orders':
      return fieldsOf('orders', row as Order, facts);
    case 'trades':
      return fieldsOf('trades', ownRecord(state, row as Trade), facts);
    default:
      return pane satisfies never;
  }
}

/** All that `GET /v1/trades/{id}` tells, once it has come; until then what the list tells. */
export function ownRecord({trade}: State, listed: Trade): Trade {
  return trade !== undefined && trade.tradeId === listed.tradeId ? trade : listed;
}

function fieldsOf<R extends Row>(pane: FeedPane, row: R, facts: Facts): Detail[] {
  const record = row as unknown as Record<string, unknown>;
  return (paneColumns[pane] as unknown as readonly Column<R>[])
    .filter(column => !made.includes(column.name))
    .map(column => ({field: column.name, value: fieldValue(record[column.name], column, row, facts)}))
    .concat(alsoFields(row).map(([name, value]) => ({field: `also ${sanitize(name)}`, value: words(value)})));
}

/** Times both as they are and counted from now. */
function fieldValue<R>(value: unknown, column: Column<R>, row: R, facts: Facts): string {
  if (!times.includes(column.name)) return column.cell(row, facts, '').text;
  const at = typeof value === 'number' ? value : fromIso(value as string | undefined);
  return at === undefined ? words(value as string | undefined) : both(at, facts.now);
}

/** The card that an Easy Option was opened from, as far as the cards shown hold it. */
function cardOf({feeds}: State, {cardId}: EasyOption): Detail[] {
  if (cardId === undefined) return [];
  const card = feeds.cards.rows.find(each => each.id === cardId);
  if (card === undefined) return [{field: 'card', value: `#${cardId} is not on the page of cards shown`}];
  return [
    {field: 'card', value: words(card.title)},
    {field: 'card ask', value: number(card.currentAskPrice)},
    {field: 'card target', value: number(card.targetPrice)},
    {field: 'card active', value: card.active === undefined ? words(undefined) : card.active ? 'yes' : 'no'},
  ];
}

function alertsOn({alerts, pane}: State, rowId: string): Detail[] {
  return alerts
    .filter(each => each.pane === pane && each.rowId === rowId)
    .map(each => ({
      field: 'alert',
      value: `${each.field} ${each.above ? '≥' : '≤'} ${number(each.level)}${each.hasRung ? ', rung' : ''}`,
    }));
}

function activityDetails(line: ActivityLine | undefined): readonly Detail[] | undefined {
  if (line === undefined) return undefined;
  return [
    {field: 'time', value: new Date(line.at).toISOString()},
    {field: 'what', value: words(line.what)},
    {field: 'target', value: words(line.target)},
    {field: 'amount', value: words(line.amount)},
    {field: 'outcome', value: words(line.outcome)},
    {field: 'request', value: words(line.requestId)},
    {
      field: 'took',
      value: line.latencyMs === undefined ? words(undefined) : `${Math.round(line.latencyMs)} ms`,
    },
  ];
}

/** The option behind the selected record, where its strike, type and premium are known. */
export function optionOf(state: State): Option | undefined {
  const row = selectedRow(state);
  if (row === undefined) return undefined;
  if (state.pane === 'orders') {
    const {type, side, strikePrice, price, size} = row as Order;
    return complete(type, side, strikePrice, price, size);
  }
  if (state.pane === 'cards') return ofSymbol(row as EasyOptionCard);
  return undefined;
}

function complete(
  type: string | undefined,
  side: string | undefined,
  strike: string | undefined,
  premium: string | undefined,
  size: string | undefined,
): Option | undefined {
  if (
    type === undefined ||
    side === undefined ||
    strike === undefined ||
    premium === undefined ||
    size === undefined
  )
    return undefined;
  return {type, side, strike, premium, size};
}

/** Strike and type as the symbol spells them: `BTC-27NOV26-65000-C`. One contract, bought at the ask. */
function ofSymbol({currentOptionSymbol, optionSymbol, currentAskPrice}: EasyOptionCard): Option | undefined {
  const parts = /-(\d+(?:\.\d+)?)-([CP])(?:ALL|UT)?$/.exec(currentOptionSymbol ?? optionSymbol ?? '');
  return complete(
    parts === null ? undefined : parts[2] === 'C' ? 'CALL' : 'PUT',
    'BUY',
    parts?.[1],
    currentAskPrice,
    '1',
  );
}

/** The numbers that polls have seen of the selected record, and what they are. */
export function seenOf(
  state: State,
): {readonly name: string; readonly values: readonly number[]} | undefined {
  if (state.pane !== 'cards' && state.pane !== 'easyOptions') return undefined;
  const {selected, seen} = state.feeds[state.pane];
  const values = selected === undefined ? [] : (seen.get(selected) ?? []);
  return values.length < 2 ? undefined : {name: state.pane === 'cards' ? 'ask' : 'P/L', values};
}
