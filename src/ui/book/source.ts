import type {Figure} from '../../desk/book/behind.ts';
import {factsOf, type ListFacts} from '../../desk/book/facts.ts';
import type {BookLine} from '../../desk/book/pane/lines.ts';
import {nameOf} from '../../desk/book/pane/lines.ts';
import {figureInView} from '../../desk/book/pane/move.ts';
import {isSortedByService, type Sortable} from '../../desk/model/sorting.ts';
import {paneTitles} from '../../desk/model/vocabulary.ts';
import type {State} from '../../desk/state.ts';
import {type Hint, hintLine} from '../../desk/words/keys.ts';
import {number} from '../../desk/words/text.ts';
import {absolute, clock, type Zone, zoneName, zoneOf} from '../../desk/words/times.ts';
import {sanitize} from '../../term/text/sanitize.ts';
import {wrap} from '../format.ts';
import type {Drawing} from '../panels/drawing.ts';
import {noPaint, type Paint} from '../theme.ts';
import {limitSources} from './limits.ts';

const hints: readonly Hint[] = [
  [['row.down', 'row.up'], 'scroll'],
  [['back'], 'back'],
];

const rules: Readonly<Record<Figure['of'], string>> = {
  open: 'Easy Options of one currency that are neither CLOSED nor EXPIRED. P/L is `pl`, as the service states it; the percent is of those that tell both `pl` and `investmentAmount`.',
  sold: 'Those that are not over by their status and tell a `closeTime` and a `plClosed` all the same.',
  state: 'Easy Options of one status and one currency. P/L is `pl`, as the service states it.',
  closed:
    'Easy Options that are CLOSED or EXPIRED, by the day of their `closeTime` on the clock of the screen; 7 and 30 days are today and the days before. P/L is `plClosed`, and above 0 it is won. Behind the share stands where it lies with 95 % certainty (Wilson).',
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

export const sourceDrawing: Drawing<'source'> = {
  most: (state, _, {columns, rows}) =>
    Math.max(0, sourceLines(state, columns, noPaint).length - heightIn(rows)),
  lines: (state, {scroll}, {columns, rows}, paint) => {
    const all = sourceLines(state, columns, paint);
    const height = heightIn(rows);
    const start = Math.min(scroll, Math.max(0, all.length - height));
    return [
      ...all.slice(start, start + height),
      ` ${paint('dim', hintLine(state.settings.bindings, 'source', hints))}`,
    ];
  },
};

/** The keys take one line. */
const heightIn = (rows: number) => Math.max(1, rows - 1);

export function sourceLines(state: State, columns: number, paint: Paint): string[] {
  const line = figureInView(state);
  if (line === undefined) return [' Nothing of the account is read yet.'];
  const {rows, account} = state.book;
  const {lists} = factsOf(rows, line.figure, account.days);
  const zone = zoneOf(state.settings.times, state.now.wall);
  const inLines = (text: string) => wrap(text, Math.max(20, columns - 2)).map(each => ` ${each}`);
  const warning = (text: string) => inLines(text).map(each => paint('warning', each));
  const {note, sold = 0} = line;
  return [
    ` ${paint('strong', titleOf(line))}`,
    ...inLines(rules[line.figure.of]),
    ...(note === '' ? [] : warning(`Not in the sums: ${note}.`)),
    ...(sold === 0
      ? []
      : warning(`In the sums: ${sold} sold already, by a \`closeTime\` and a \`plClosed\`.`)),
    ...lists.flatMap(each => [
      '',
      ...inLines(listWords(each, zone)),
      ...(isInOrder(state.settings.sortable, each) ? [] : warning(inOwnOrder)),
    ]),
    ...limitLines(state, inLines, paint),
  ];
}

/** Limits cannot be selected, so all of them are explained with every figure. */
function limitLines(state: State, inLines: (text: string) => string[], paint: Paint): string[] {
  const sources = limitSources(state);
  if (sources.length === 0) return [];
  return ['', ` ${paint('strong', 'Limits')}`, ...sources.flatMap(inLines)];
}

function titleOf(line: BookLine): string {
  const name = `${nameOf(line)}${line.currency ? `, ${sanitize(line.currency)}` : ''}`;
  return `${name}: ${number(String(line.count))} ${line.count === 1 ? 'record' : 'records'}`;
}

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
  const failed = fault === undefined ? '' : ` The last read failed: ${sanitize(fault)}`;
  return `${paneTitles[pane]}: ${fields.join(', ')}. ${parts.filter(Boolean).join(', ')}.${failed}`;
}
