import {age} from '../../account/model/moment.ts';
import {utcDay} from '../../account/portfolio/days.ts';
import {fillsByOrder, type PositionTotals, positionTotals} from '../../account/resources/arithmetic.ts';
import {percentShown, plPercent, rounded} from '../../account/resources/figures.ts';
import {contractText} from '../../account/words/records.ts';
import {number, signed, words} from '../../account/words/text.ts';
import {seconds, short, zoneOf} from '../../account/words/times.ts';
import type {Id, Order, Trade} from '../../api/wire/records.ts';
import {serviceNow} from '../../core/intents/looks.ts';
import type {OverlayOf} from '../model/overlay.ts';
import {selected} from '../navigate.ts';
import type {Dialog} from '../overlay.ts';
import {back, keys, type Sheet, text} from '../sheet.ts';
import type {State} from '../state.ts';
import type {Step} from '../step.ts';

declare module '../model/overlay.ts' {
  interface Overlays {
    readonly position: {readonly positionId: Id};
  }
}

export function positionOf(state: State): string | undefined {
  const row = selected(state, 'easyOptions') ?? selected(state, 'orders') ?? selected(state, 'trades');
  return row?.positionId;
}

export function openPosition(state: State): Step {
  const positionId = positionOf(state);
  return [positionId === undefined ? state : {...state, overlay: {kind: 'position', positionId}}, []];
}

export const position = {
  called: 'lists',
  keys: ['leave', 'close'],
  press: (state, _overlay, {action, run}) => (action === 'close' ? run(state, action) : undefined),
  sheet: (state, overlay) => [
    ...recordsOf(state, overlay),
    keys(state, 'position', [back, [['close'], 'close it']]),
  ],
} satisfies Dialog<'position'>;

const orderColumns = ['orderId', 'side', 'price', 'size', 'filled', 'status', 'symbol'];
const tradeColumns = 'tradeId orderId tradeSide openPrice filledSizeContracts filledSizeUsdt fee time'.split(
  ' ',
);

function recordsOf(state: State, {positionId}: OverlayOf<'position'>): Sheet {
  const name = `Position #${positionId}`;
  const lists = state.rounds.reading.rows;
  const isOfIt = (each: Order | Trade) => each.positionId === positionId;
  const orders = lists.orders.rows.filter(isOfIt);
  const trades = lists.trades.rows.filter(isOfIt).toReversed();
  const contracts = [...new Set(trades.map(contractText))];
  const [contract = ''] = contracts.length === 1 ? contracts : [];
  const {settings, now} = state;
  const about = {fills: fillsByOrder(trades), now: serviceNow(state), zone: zoneOf(settings.times, now.wall)};
  return [
    {is: 'title', row: [{text: [name, contract].filter(Boolean).join(' '), tone: 'strong', spoken: name}]},
    ...lackWords(state).map(each => text(each, 'warning', {yields: true})),
    ...[...easyOptionWords(state, positionId), ...(lists.trades.since > 0 ? [] : totalWords(trades))].map(
      each => text(each, 'plain', {yields: true}),
    ),
    {
      ...about,
      ...{is: 'records', title: 'Open orders', names: orderColumns, of: {pane: 'orders', rows: orders}},
      spoken: orders.slice(0, mostSpoken).map(each => orderInWords(each, about.fills)),
    },
    {
      ...about,
      ...{is: 'records', title: 'Trades', of: {pane: 'trades', rows: trades}},
      names: contracts.length > 1 ? [...tradeColumns, 'contract'] : tradeColumns,
      spoken: trades.slice(0, mostSpoken).map(each => tradeInWords(each, about.zone)),
    },
  ];
}

function lackWords({rounds, now}: State): readonly string[] {
  const {orders, trades} = rounds.reading.rows;
  const failed = [orders, trades].find(({fault}) => fault !== undefined);
  const old = failed?.began && `Data ${seconds(age(failed.began, now))} old: ${failed.fault}`;
  const isPart = !orders.isWhole || !trades.isWhole;
  return [
    ...(isPart ? ['So far: not all are read'] : []),
    ...(failed === undefined ? [] : [old ?? `Not read: ${failed.fault}`]),
    ...(trades.since > 0 ? [`Only trades since ${utcDay(trades.since)}: older ones are not read`] : []),
  ];
}

/** The totals cover all records. */
const mostSpoken = 10;

function orderInWords({orderId, side, size, price, status}: Order, fills: ReadonlyMap<Id, string>): string {
  const filled = number(fills.get(orderId) ?? '0');
  return `${words(side)} ${number(size)} at ${number(price)}, ${words(status)}, ${filled} filled`;
}

function tradeInWords(trade: Trade, zone: number): string {
  const {tradeSide, filledSizeContracts, openPrice, openDate} = trade;
  const what = `${words(tradeSide)} ${number(filledSizeContracts)} at ${number(openPrice)}`;
  return `${what}, ${contractText(trade)}, ${short(openDate, zone)}`;
}

function easyOptionWords({feeds}: State, positionId: Id): readonly string[] {
  const option = feeds.easyOptions.rows.find(each => each.positionId === positionId);
  if (option === undefined) return [];
  const {cardName, status, pl, investmentAmount, investmentCurrency: currency} = option;
  const share = percentShown(plPercent(option));
  const parts = [
    `P/L ${signed(rounded(pl, currency))}${share === undefined ? '' : ` (${signed(share)} %)`}`,
    words(status),
    `invested ${number(rounded(investmentAmount, currency))} ${words(currency)}`,
    cardName ?? 'Easy Option',
  ];
  return [parts.join(', ')];
}

function totalWords(trades: readonly Trade[]): readonly string[] {
  const totals = positionTotals(trades);
  if (totals === undefined) return [];
  const {net, bought, sold, fees} = totals;
  const leg = (verb: string, {contracts, average}: PositionTotals['bought']) =>
    average === undefined ? [] : [`${verb} ${number(contracts)} at ${number(rounded(average, undefined))}`];
  const parts = [
    `Net ${signed(net)}`,
    ...leg('bought', bought),
    ...leg('sold', sold),
    ...(fees === undefined ? [] : [`fees ${number(rounded(fees, undefined))}`]),
  ];
  return [parts.join(', ')];
}
