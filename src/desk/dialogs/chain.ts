import type {EasyOptionCard, Id} from '../../api/wire/records.ts';
import {width} from '../../term/text/sanitize.ts';
import {serviceNow} from '../intents/looks.ts';
import type {OverlayOf} from '../model/overlay.ts';
import {selected} from '../navigate.ts';
import {openForm} from '../order/forms.ts';
import {close, type Dialog, listKeys, pageOf, show} from '../overlay.ts';
import {heldPositions} from '../portfolio/positions.ts';
import {isOver} from '../resources/easy-options.ts';
import {tradedAs} from '../resources/joins.ts';
import {back, type Choice, keys, type Sheet, text, title} from '../sheet.ts';
import type {State} from '../state.ts';
import type {Step} from '../step.ts';
import type {Hint} from '../words/keys.ts';
import {counted, number} from '../words/text.ts';
import {expiry, expiryDay} from '../words/times.ts';

declare module '../model/overlay.ts' {
  interface Overlays {
    readonly chain: {readonly cardId: Id; readonly asset: string};
  }
}

type Cell = {readonly card: EasyOptionCard; readonly row: number; readonly column: number};
type Chain = {
  readonly assets: readonly string[];
  readonly expiries: readonly string[];
  /** Cards with the same terms have a row each. */
  readonly rows: readonly string[];
  readonly cells: readonly Cell[];
  readonly inactive: number;
};

/** All cards of the account's reading, else those of the page in view. */
function chainOf({portfolio, feeds}: State, asset: string): Chain {
  const {rows: all} = portfolio.rows.cards.rows.length > 0 ? portfolio.rows.cards : feeds.cards;
  const active = all.filter(each => each.active !== false);
  const isOfAsset = (each: EasyOptionCard) => each.underlying === asset;
  const cards = active.filter(isOfAsset);
  const inactive = all.filter(isOfAsset).length - cards.length;
  const expiries = [...new Set(cards.map(each => each.expiryDate))].sort();
  const sorted = cards.toSorted((one, other) => Number(other.targetPrice) - Number(one.targetPrice));
  const rows: string[] = [];
  const cells: Cell[] = [];
  for (const card of sorted) {
    const column = expiries.indexOf(card.expiryDate);
    const isFree = (row: number) => !cells.some(each => each.row === row && each.column === column);
    const own = rows.findIndex((name, row) => name === termsOf(card) && isFree(row));
    cells.push({card, column, row: own < 0 ? rows.push(termsOf(card)) - 1 : own});
  }
  return {assets: [...new Set(active.map(each => each.underlying))].sort(), expiries, rows, cells, inactive};
}

/** `▲ 72,500`, `▼ 71,000 touch` */
function termsOf({direction, targetPrice, type}: EasyOptionCard): string {
  const way = direction === 'UP' ? '▲' : direction === 'DOWN' ? '▼' : direction;
  return `${way} ${number(targetPrice)}${type === 'TOUCH' ? ' touch' : ''}`;
}

function cellAt({cells}: Chain, cardId: Id): Cell | undefined {
  return cells.find(({card}) => card.id === cardId) ?? cells[0];
}

export function openChain(state: State): Step {
  const card = selected(state, 'cards') ?? state.feeds.cards.rows[0];
  return card === undefined
    ? [state, []]
    : show(state, {kind: 'chain', cardId: card.id, asset: card.underlying});
}

/** To the next cell on that side: the nearest row or column first. */
function moved({cells}: Chain, from: Cell, rows: number, columns: number): Cell {
  const ahead = ({row, column}: Cell) =>
    rows === 0 ? (column - from.column) * columns : (row - from.row) * Math.sign(rows);
  const aside = ({row, column}: Cell) => Math.abs(rows === 0 ? row - from.row : column - from.column);
  const least = Math.abs(rows || columns);
  const others = cells.filter(each => ahead(each) > 0);
  const far = others.filter(each => ahead(each) >= least);
  const [to = from] = (far.length > 0 ? far : others).toSorted(
    (one, other) =>
      (far.length > 0 ? ahead(one) - ahead(other) : ahead(other) - ahead(one)) || aside(one) - aside(other),
  );
  return to;
}

export const chain = {
  called: 'lists',
  isWide: true,
  keys: [
    ...listKeys,
    'column.next',
    'column.previous',
    'field.next',
    'field.previous',
    'accept',
    'chain',
    'leave',
  ],
  press(state, overlay, {action}) {
    const all = chainOf(state, overlay.asset);
    const from = cellAt(all, overlay.cardId);
    if (from === undefined) return [close(state), []];
    const {card} = from;
    const to = (cell: Cell) => show(state, {...overlay, cardId: cell.card.id});
    const steps: Readonly<Partial<Record<NonNullable<typeof action>, readonly [number, number]>>> = {
      ...{'row.down': [1, 0], 'row.up': [-1, 0], 'column.next': [0, 1], 'column.previous': [0, -1]},
      ...{'row.pageDown': [pageOf(state), 0], 'row.pageUp': [-pageOf(state), 0]},
      ...{'row.last': [all.rows.length, 0], 'row.first': [-all.rows.length, 0]},
    };
    const step = action && steps[action];
    if (step !== undefined) return to(moved(all, from, ...step));
    if (action === 'accept') return show(state, {kind: 'form', form: openForm(state, card)});
    if (action !== 'field.next' && action !== 'field.previous') return undefined;
    const {assets} = all;
    const index = assets.indexOf(overlay.asset) + (action === 'field.next' ? 1 : assets.length - 1);
    const asset = assets[index % assets.length] ?? overlay.asset;
    const [first] = chainOf(state, asset).cells;
    return first === undefined ? [state, []] : show(state, {...overlay, asset, cardId: first.card.id});
  },
  sheet: chainSheet,
} satisfies Dialog<'chain'>;

const rowCells = 16;

function chainSheet(state: State, overlay: OverlayOf<'chain'>): Sheet {
  const all = chainOf(state, overlay.asset);
  const at = cellAt(all, overlay.cardId);
  if (at === undefined) return [title(`Chain ${overlay.asset}`), text('No active cards', 'dim')];
  const {expiries, rows, inactive} = all;
  const {shown, line, headings} = layoutOf(all, at, state.viewport.columns);
  const target = 'target '.padEnd(Math.min(rowCells, Math.max(...rows.map(width))) + 3, '─');
  const [first = 0] = shown;
  const part = `, expiries ${first + 1} to ${first + shown.length} of ${expiries.length}`;
  const isAll = shown.length === expiries.length;
  return [
    title(`Chain ${overlay.asset}: ask by target and expiry, * held${isAll ? '' : part}`),
    {
      ...{is: 'text', tone: 'dim', most: 1},
      row: [{text: `${target}${line(column => ` ${headings[column]} `, '─')}`, spoken: ''}],
    },
    {
      ...{is: 'choices', title: `Chain ${overlay.asset}, ${headings[at.column]}`},
      ...{choices: choicesOf(state, all, at, line), selected: at.row, fills: true},
    },
    ...(inactive === 0 ? [] : [text(`${counted(inactive, 'card')} not active: not shown`, 'dim', {most: 1})]),
    keys(state, 'chain', hints),
  ];
}

const hints: readonly Hint[] = [
  [['row.down', 'row.up', 'column.previous', 'column.next'], 'move'],
  [['accept'], 'open'],
  [['field.next'], 'asset'],
  back,
];

type Line = (cellOf: (column: number) => string, fill?: string) => string;

function layoutOf({expiries, cells}: Chain, {column}: Cell, columns: number) {
  const headings = expiries.map(each => expiryDay(Date.parse(each)));
  const asks = cells.map(({card}) => number(card.currentAskPrice));
  const widest = Math.max(...[...headings, ...asks].map(width)) + 3;
  const most = Math.max(1, Math.floor((columns - rowCells - 6) / (widest + 1)));
  const first = Math.max(0, Math.min(column - most + 1, expiries.length - most));
  const shown = expiries.map((_, index) => index).slice(first, first + most);
  const line: Line = (cellOf, fill = ' ') =>
    shown.map(each => `│${cellOf(each).padStart(widest, fill)}`).join('');
  return {shown, line, headings};
}

function choicesOf(state: State, {rows, cells}: Chain, at: Cell, line: Line): readonly Choice[] {
  const isHeld = heldIn(state);
  const cellText = (row: number, column: number) => {
    const cell = cells.find(each => each.row === row && each.column === column);
    if (cell === undefined) return ' ';
    const ask = `${isHeld(cell.card) ? '*' : ''}${number(cell.card.currentAskPrice)}`;
    return cell === at ? `[${ask}]` : `${ask} `;
  };
  return rows.map((key, row) => {
    const own = cells.find(each => each.row === row && each.column === at.column);
    const spoken = [spokenOf(own, key, isHeld, serviceNow(state))];
    return {...{key, text: line(column => cellText(row, column)), sign: ' ', more: ''}, spoken};
  });
}

function spokenOf(
  cell: Cell | undefined,
  row: string,
  isHeld: (card: EasyOptionCard) => boolean,
  now: number,
): string {
  const terms = row.replace('▲', 'up').replace('▼', 'down');
  if (cell === undefined) return `${terms}, no card`;
  const {card} = cell;
  const held = isHeld(card) ? ', held' : '';
  return `${terms}, ask ${number(card.currentAskPrice)}${held}, expires ${expiry(Date.parse(card.expiryDate), now)}`;
}

/** Held as an Easy Option of the card, or as a position in its contract. */
function heldIn(state: State): (card: EasyOptionCard) => boolean {
  const {rows, account} = state.portfolio;
  const options = new Set(rows.easyOptions.rows.filter(each => !isOver(each)).map(({cardId}) => cardId));
  const symbols = new Set(heldPositions(account.positions, serviceNow(state)).map(({symbol}) => symbol));
  return card => {
    const symbol = tradedAs(card);
    return options.has(card.id) || (symbol !== undefined && symbols.has(symbol));
  };
}
