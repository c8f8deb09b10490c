import {age} from '../../account/model/moment.ts';
import {utcDay} from '../../account/portfolio/days.ts';
import {costOf, type Position} from '../../account/portfolio/positions.ts';
import {contractKey, tradesByPosition} from '../../account/resources/arithmetic.ts';
import {isEnding, isOver} from '../../account/resources/easy-options.ts';
import {percentShown, plPercent, rounded, tradedAs} from '../../account/resources/figures.ts';
import {filledSizes} from '../../account/resources/orders.ts';
import {contractAt, payoffOf} from '../../account/resources/payoff.ts';
import {contractText, payoffWords} from '../../account/words/records.ts';
import {number, signed, words} from '../../account/words/text.ts';
import {seconds, short, zoneOf} from '../../account/words/times.ts';
import {isZero} from '../../api/wire/decimal.ts';
import type {EasyOption, Id, Order, Trade} from '../../api/wire/records.ts';
import {serviceNow} from '../../core/intents/clock.ts';
import {alertsOn, alertWords} from '../alerts.ts';
import type {Dialog} from '../dialog.ts';
import {recordNow} from '../feeds/last-read.ts';
import type {AlertPlace} from '../kept.ts';
import type {Hint} from '../key-words.ts';
import {selected} from '../navigate.ts';
import type {OverlayOf} from '../overlay.ts';
import type {PortfolioLine} from '../portfolio/lines.ts';
import {positionInView} from '../portfolio/move.ts';
import {sectionsShown} from '../portfolio/sections.ts';
import {fillsLacking, isUnlistedIn, type UnlistedFill, unlistedWords} from '../portfolio/unlisted.ts';
import {back, keys, remark, type Sheet} from '../sheet.ts';
import type {State, Step} from '../state.ts';

export function positionOf(state: State): string | undefined {
  const row = selected(state, 'easyOptions') ?? selected(state, 'orders') ?? selected(state, 'trades');
  return (row ?? positionInView(state))?.positionId;
}

export function openPosition(state: State): Step {
  const positionId = positionOf(state);
  return [positionId === undefined ? state : {...state, overlay: {kind: 'position', positionId}}, []];
}

export const position = {
  keys: ['leave', 'close'],
  press: (state, _overlay, {action, run}) => (action === 'close' ? run(state, action) : undefined),
  sheet(state, overlay) {
    const option = optionOf(state, overlay.positionId);
    const close: readonly Hint[] = option && isEnding(option) ? [] : [[['close'], 'close it']];
    return [...recordsOf(state, overlay), keys(state, 'position', [back, ...close])];
  },
} satisfies Dialog<'position'>;

const orderColumns = ['orderId', 'side', 'price', 'size', 'filled', 'status', 'symbol'];
const tradeColumns = 'tradeId orderId tradeSide openPrice filledSizeContracts filledSizeUsdt fee time'.split(
  ' ',
);

function recordsOf(state: State, {positionId}: OverlayOf<'position'>): Sheet {
  const name = `Position #${positionId}`;
  const lists = state.rounds.reading.rows;
  const held = state.portfolio.account.positions.filter(each => each.positionId === positionId);
  // An order without a position id may be of any position in its contract.
  const mayBeOfIt = ({positionId: id, symbol}: Order) =>
    id === undefined && symbol !== undefined && held.some(each => each.symbol === symbol);
  const orders = lists.orders.rows.filter(each => each.positionId === positionId || mayBeOfIt(each));
  const trades = (tradesByPosition(lists.trades.rows).get(positionId) ?? []).toReversed();
  const contracts = [...new Set(trades.map(contractText))];
  const [contract = ''] = contracts.length === 1 ? contracts : [];
  const figures = sectionsShown(state).find(({name}) => name === 'positions')?.lines ?? [];
  const lines = figures.filter(({id}) => held.some(each => each.id === id));
  const about = {fills: filledSizes(orders, trades), now: serviceNow(state), zone: zoneOf(state.now.wall)};
  return [
    {is: 'title', row: [{text: [name, contract].filter(Boolean).join(' '), tone: 'strong', spoken: name}]},
    ...[...lackWords(state), ...unlistedIn(state, positionId, held, trades)].map(each =>
      remark(each, 'warning'),
    ),
    ...[
      ...easyOptionWords(state, positionId),
      ...(lists.trades.since > 0 ? [] : totalWords(trades)),
      ...held.flatMap(each => heldWords(each, lines[0]?.currency)),
      ...placesOf(state, positionId, held, lines)
        .flatMap(({pane, rowId}) => alertsOn(state, pane, rowId))
        .map(each => `Alert: ${alertWords(each)}`),
    ].map(each => remark(each, 'plain')),
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

/** Fills of the position that are in no figure. */
function unlistedIn(
  state: State,
  positionId: Id,
  held: readonly Position[],
  trades: readonly Trade[],
): readonly string[] {
  const option = optionOf(state, positionId);
  const isSold = option !== undefined && isOver(option) && !isZero(costOf(trades).net);
  const isOfIt = (each: UnlistedFill) =>
    each.order.positionId === positionId ||
    held.some(({symbol}) => symbol !== undefined && isUnlistedIn({symbol, positionId})(each));
  const fills = fillsLacking(state).filter(isOfIt);
  return [...fills.map(unlistedWords), ...(isSold ? ['Its sale is not listed yet'] : [])];
}

/** A filter of the pane hides none. */
function optionOf(state: State, positionId: Id): EasyOption | undefined {
  const isOf = (each: EasyOption) => each.positionId === positionId;
  const {easyOptions} = state.rounds.reading.rows;
  const known = easyOptions.rows.find(isOf) ?? state.feeds.easyOptions.rows.find(isOf);
  return recordNow(state, 'easyOptions', known?.id).row;
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

function easyOptionWords(state: State, positionId: Id): readonly string[] {
  const option = optionOf(state, positionId);
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

function heldWords(
  {net, averageCost, ask, openPl, type, strike, isComplete}: Position,
  currency: string | undefined,
): readonly string[] {
  const leg = contractAt(averageCost, {type, side: 'BUY', strikePrice: strike}, net);
  const gain = openPl && `uP/L at ask ${signed(rounded(openPl, currency))}, ask ${number(ask)}`;
  const payoff = leg && isComplete ? payoffWords(payoffOf([leg])).map(each => each.text) : [];
  return [[gain, ...payoff].filter(Boolean).join(', ')].filter(Boolean);
}

/** An alert on it stands at one of these places: its figure, or the card that trades it. */
function placesOf(
  state: State,
  positionId: Id,
  held: readonly Position[],
  lines: readonly PortfolioLine[],
): readonly AlertPlace[] {
  const {cards, easyOptions} = state.rounds.reading.rows;
  const ofCards = cards.rows.filter(card => held.some(({symbol}) => symbol && symbol === tradedAs(card)));
  const options = easyOptions.rows.filter(each => each.positionId === positionId);
  return [
    ...lines.map(({key}) => ({pane: 'portfolio', rowId: key}) as const),
    ...ofCards.map(({id}) => ({pane: 'cards', rowId: id}) as const),
    ...options.map(({id}) => ({pane: 'easyOptions', rowId: id}) as const),
  ];
}

function totalWords(trades: readonly Trade[]): readonly string[] {
  const isOne = new Set(trades.map(contractKey)).size === 1;
  const {net, averageCost, realizedPl, fees, isComplete} = costOf(trades);
  if (!isOne || !isComplete) return [];
  const shown = (amount: string) => rounded(amount, undefined);
  const cost = averageCost === undefined ? '' : ` at ${number(shown(averageCost))}`;
  const parts = [`Net ${signed(net)}${cost}`, `realized ${signed(shown(realizedPl))}`];
  return [[...parts, `fees ${number(shown(fees))}`].join(', ')];
}
