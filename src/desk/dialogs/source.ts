import type {Figure} from '../book/behind.ts';
import {factsOf, type ListFacts} from '../book/facts.ts';
import {type BookLine, nameOf} from '../book/pane/lines.ts';
import {figureInView} from '../book/pane/move.ts';
import {limitsNow} from '../gate/knowledge.ts';
import type {Measure} from '../limits/measures.ts';
import {madeOfWords, usedLossWords, usedRateWords, usedWords} from '../limits/words.ts';
import {isSortedByService, type Sortable} from '../model/sorting.ts';
import {paneTitles} from '../model/vocabulary.ts';
import {type Dialog, pressInList, type Scrolled, scrollKeys, show, unscrolled} from '../overlay.ts';
import {back, type Item, keys, scrolls} from '../sheet.ts';
import type {State} from '../state.ts';
import type {Step} from '../step.ts';
import {number} from '../words/text.ts';
import {absolute, clock, type Zone, zoneName, zoneOf} from '../words/times.ts';

declare module '../model/overlay.ts' {
  interface Overlays {
    readonly source: Scrolled;
  }
}

function openSource(state: State): Step {
  return show(state, {...unscrolled, kind: 'source'});
}

export const source = {
  called: 'lists',
  keys: [...scrollKeys, 'source', 'leave'],
  opens: {source: openSource},
  press: (state, overlay, press) => pressInList(state, overlay, press, 'source'),
  sheet: (state, {scroll}) => [
    {is: 'scroll', title: 'Where it comes from', items: itemsOf(state), at: scroll},
    keys(state, 'source', [scrolls, back]),
  ],
} satisfies Dialog<'source'>;

const rules: Readonly<Record<Figure['of'], string>> = {
  open: 'Easy Options of one currency that are neither CLOSED nor EXPIRED. P/L is `pl`, as the service states it; the percent is of those that tell both `pl` and `investmentAmount`.',
  sold: 'Those that are not over by their status and tell a `closeTime` and a `plClosed` all the same.',
  state: 'Easy Options of one status and one currency. P/L is `pl`, as the service states it.',
  closed:
    'Easy Options that are CLOSED or EXPIRED, by the day of their `closeTime` on the clock of the screen; 7 and 30 days are today and the days before. P/L is `plClosed`, and above 0 it is won.',
  closedOn:
    'Easy Options that are CLOSED or EXPIRED, by the day of their `closeTime` on the clock of the screen. P/L is `plClosed`.',
  fees: 'The `fee` of all Easy Options of one currency, over or not.',
  expiry:
    'Easy Options that are not over, by the day in UTC of the `expiryDate` of their card, else of the trades of their position; where neither tells it, it is unknown.',
  underlying:
    'Easy Options that are not over, by the `underlying` of their card, else the `asset` of the trades of their position.',
  orders:
    'Working orders of one side, which bear no currency: price times what is not filled by the trades of the order. % off is how far from its ask the nearest of them lies: the last ask that a card told which trades its very symbol.',
  tradeFees: 'The `fee` of the trades that were read, which bear no currency.',
  contract:
    'Contracts bought less those sold, of the trades that were read and no others. A trade bears no symbol: its asset, type, strike and expiry stand for it.',
};

const blank: Item = {text: ''};
const warning = (text: string): Item => ({text, tone: 'warning'});

function itemsOf(state: State): readonly Item[] {
  const line = figureInView(state);
  if (line === undefined) return [{text: 'Nothing of the account is read yet.'}];
  const {rows, account} = state.book;
  const {lists} = factsOf(rows, line.figure, account.days);
  const zone = zoneOf(state.settings.times, state.now.wall);
  const {note, sold = 0} = line;
  // Limits cannot be selected, so all of them are explained with every figure.
  const limits = limitSources(state).map((text): Item => ({text}));
  return [
    {text: titleOf(line), tone: 'strong'},
    {text: rules[line.figure.of]},
    ...(note === '' ? [] : [warning(`Not in the sums: ${note}.`)]),
    ...(sold === 0
      ? []
      : [warning(`In the sums: ${sold} sold already, by a \`closeTime\` and a \`plClosed\`.`)]),
    ...lists.flatMap(each => [
      blank,
      {text: listWords(each, zone)},
      ...(isInOrder(state.settings.sortable, each) ? [] : [warning(inOwnOrder)]),
    ]),
    ...(limits.length === 0 ? [] : [blank, {text: 'Limits', tone: 'strong'} as const, ...limits]),
  ];
}

function titleOf(line: BookLine): string {
  const name = `${nameOf(line)}${line.currency ? `, ${line.currency}` : ''}`;
  return `${name}: ${number(String(line.count))} ${line.count === 1 ? 'record' : 'records'}`;
}

function limitSources(state: State): readonly string[] {
  const now = limitsNow(state);
  if (now === undefined) return [];
  const day = (zone: string) =>
    `\`plClosed\` of Easy Options that ended today, a day of ${zone}, which the journal keeps.`;
  const count = 'Openings and orders that the journal was asked for in the last 60 s, by all dashboards.';
  return [
    ...now.measures.map(each => `${usedWords(each)}. ${limitRules[each.what]} ${madeOfWords(each)}.`),
    ...now.losses.map(each => `${usedLossWords(each)}. ${day(each.zone)}`),
    ...now.rates.map(each => `${usedRateWords(each)}. ${count}`),
  ];
}

const limitRules: Readonly<Record<Measure['what'], string>> = {
  investment: '`investmentAmount` of Easy Options that are not over:',
  count: 'Easy Options that are not over:',
  notional: '`price` times what is unfilled of orders, and `openPrice` times the contracts of open fills:',
};

/** The interface has no sort order for orders and trades. */
const isInOrder = (sortable: Sortable, {pane}: ListFacts) =>
  pane === 'orders' || pane === 'trades' || isSortedByService(sortable, pane, 'id');
const inOwnOrder = "Read in the service's own order: by `dialect.sort` it does not sort them by id.";

/** `Easy Options: status, pl. 60 of 60 records, asked for at 03:07:35 UTC.` */
function listWords({pane, fields, whole, since}: ListFacts, zone: Zone): string {
  const {read, total, began, isWhole, unreadable, fault} = whole;
  const of = total === undefined ? '' : ` of ${number(String(total))}`;
  const parts = [
    `${number(String(read))}${of} records${isWhole ? '' : ' so far'}`,
    since === undefined ? '' : `those since ${absolute(since)}`,
    began === undefined ? 'not asked for yet' : `asked for at ${clock(began.wall, zone)} ${zoneName(zone)}`,
    unreadable === 0 ? '' : `${unreadable} unreadable`,
  ];
  const failed = fault === undefined ? '' : ` The last read failed: ${fault}`;
  return `${paneTitles[pane]}: ${fields.join(', ')}. ${parts.filter(Boolean).join(', ')}.${failed}`;
}
