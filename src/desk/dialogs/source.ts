import type {Millis} from '../../api/wire/records.ts';
import {limitsNow} from '../gate/gate.ts';
import {skewMs} from '../intents/looks.ts';
import {madeOfWords, usedLossWords, usedRateWords, usedWords} from '../limits/decide.ts';
import type {Measure} from '../limits/measures.ts';
import {isSortedByService, type Sortable} from '../model/sorting.ts';
import {paneTitles} from '../model/vocabulary.ts';
import {type Dialog, pressInList, type Scrolled, scrollKeys} from '../overlay.ts';
import type {Figure} from '../portfolio/behind.ts';
import {type ListFacts, listsOf} from '../portfolio/facts.ts';
import {nameOf, type PortfolioLine} from '../portfolio/pane/lines.ts';
import {figureInView} from '../portfolio/pane/move.ts';
import {back, type Item, keys, scrolls} from '../sheet.ts';
import type {State} from '../state.ts';
import {number} from '../words/text.ts';
import {absolute, clock, type Zone, zoneName, zoneOf} from '../words/times.ts';

declare module '../model/overlay.ts' {
  interface Overlays {
    readonly source: Scrolled;
  }
}

export const source = {
  called: 'lists',
  keys: [...scrollKeys, 'source', 'leave'],
  press: pressInList,
  sheet: (state, {scroll}) => [
    {is: 'scroll', title: 'Source', items: itemsOf(state), at: scroll},
    keys(state, 'source', [scrolls, back]),
  ],
} satisfies Dialog<'source'>;

const rules: Readonly<Record<Figure['of'], string>> = {
  open: 'Open Easy Options of one currency: neither CLOSED nor EXPIRED, nor TRIGGERED and sold (with a `closeTime` and a `plClosed`). P/L is the `pl` of the service; the percent covers those with both `pl` and `investmentAmount`.',
  state: 'Open Easy Options of one status and one currency. P/L is the `pl` of the service.',
  closed:
    'Easy Options that are CLOSED, EXPIRED, or TRIGGERED and sold, by the day of their `closeTime` in the time zone of the screen; 7 and 30 days include today. P/L is `plClosed`; above 0 is a win.',
  closedOn:
    'Easy Options that are CLOSED, EXPIRED, or TRIGGERED and sold, by the day of their `closeTime` in the time zone of the screen. P/L is `plClosed`.',
  fees: 'The `fee` of all Easy Options of one currency, open or ended.',
  expiry:
    'Open Easy Options by expiry day (UTC): the `expiryDate` of the card, else of the trades of the position, else unknown.',
  underlying:
    'Open Easy Options by underlying: the `underlying` of the card, else the `asset` of the trades of the position.',
  orders:
    'Working orders of one side, without a currency: price times the unfilled size. From ask % is the distance of the nearest order to its ask: the last ask of a card with the same symbol.',
  tradeFees: 'The `fee` of the trades that were read, without a currency.',
  payoff:
    'P/L at expiry of open positions and Easy Options on one underlying and expiry: held to expiry, contract size 1, price and strike in one currency, without fees. A position is at its average cost, an Easy Option at its `entryPrice` and the contract of its trades. Not drawn are those whose records do not state all of this, and those that may be sold at a trigger.',
  record:
    'What the day realized: an Easy Option on the day of its `closeTime`, a fill on that of its `openDate`. Slippage is per contract: what a fill paid above the ask of its review, or received below it. The ask is kept in the journal for orders and openings confirmed on this machine.',
  positions:
    'All positions of trades, without Easy Options, in the currency of these if it is one. uP/L is at the ask, realized today is less fees.',
  position:
    'The trades of one contract and position id, without those of Easy Options. Average cost in the order of `openDate`, then `tradeId`. The ask is of a card that trades the contract; uP/L and realized P/L are without fees.',
};

const blank: Item = {text: ''};
const warning = (text: string): Item => ({text, tone: 'warning'});

function itemsOf(state: State): readonly Item[] {
  const line = figureInView(state);
  if (line === undefined) return [{text: 'The account has not been read yet.'}];
  const {rows} = state.portfolio;
  const lists = listsOf(rows, line.figure);
  const zone = zoneOf(state.settings.times, state.now.wall);
  const {note} = line;
  // Limits cannot be selected, so all of them are explained with every figure.
  const limits = limitSources(state).map((text): Item => ({text}));
  return [
    {text: titleOf(line), tone: 'strong'},
    {text: rules[line.figure.of]},
    ...(note === '' ? [] : [warning(`Not in the sums: ${note}.`)]),
    ...lists.flatMap(each => [
      blank,
      {text: listWords(each, zone, skewMs(state))},
      ...(isInOrder(state.settings.sortable, each) ? [] : [warning(inOwnOrder)]),
    ]),
    ...(limits.length === 0 ? [] : [blank, {text: 'Limits', tone: 'strong'} as const, ...limits]),
  ];
}

function titleOf(line: PortfolioLine): string {
  const name = `${nameOf(line)}${line.currency ? `, ${line.currency}` : ''}`;
  return `${name}: ${number(String(line.count))} ${line.count === 1 ? 'record' : 'records'}`;
}

function limitSources(state: State): readonly string[] {
  const now = limitsNow(state);
  if (now === undefined) return [];
  const day = (zone: string) =>
    `\`plClosed\` of Easy Options that ended today (${zone}, kept in the journal).`;
  const count = 'Openings and orders of all dashboards in the last 60 s.';
  return [
    ...now.measures.map(each => `${usedWords(each)}. ${limitRules[each.what]} ${madeOfWords(each)}.`),
    ...now.losses.map(each => `${usedLossWords(each)}. ${day(each.zone)}`),
    ...now.rates.map(each => `${usedRateWords(each)}. ${count}`),
  ];
}

const limitRules: Readonly<Record<Measure['what'], string>> = {
  investment: '`investmentAmount` of open Easy Options:',
  count: 'Open Easy Options:',
  notional: '`price` times what is unfilled of orders, and `openPrice` times the contracts of open fills:',
};

/** The interface has no sort order for orders and trades. */
const isInOrder = (sortable: Sortable, {pane}: ListFacts) =>
  pane === 'orders' || pane === 'trades' || isSortedByService(sortable, pane, 'id');
const inOwnOrder = 'Read in default order: by `dialect.sort` it does not sort them by id.';

function listWords({pane, fields, whole, since}: ListFacts, zone: Zone, ahead: Millis): string {
  const {read, total, began, isWhole, unreadable, fault} = whole;
  const of = total === undefined ? '' : ` of ${number(String(total))}`;
  const parts = [
    `${number(String(read))}${of} records${isWhole ? '' : ' so far'}`,
    since === undefined ? '' : `those since ${absolute(since)}`,
    began === undefined ? 'not read yet' : `read at ${clock(began.wall + ahead, zone)} ${zoneName(zone)}`,
    unreadable === 0 ? '' : `${unreadable} unreadable`,
  ];
  const failed = fault === undefined ? '' : ` The last read failed: ${fault}`;
  return `${paneTitles[pane]}: ${fields.join(', ')}. ${parts.filter(Boolean).join(', ')}.${failed}`;
}
