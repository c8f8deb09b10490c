import type {Amount} from '../../../account/resources/arithmetic.ts';
import {inColumn, percentShown, rounded} from '../../../account/resources/figures.ts';
import {counted, nothing, number, signed} from '../../../account/words/text.ts';
import {clock, since} from '../../../account/words/times.ts';
import {
  nameOf,
  type PortfolioLine,
  type PortfolioSection,
  type SectionName,
} from '../../../desk/portfolio/lines.ts';
import {sanitize} from '../../../term/text/sanitize.ts';
import {pointsOf, spark} from '../../charts.ts';
import {type Cell, type Column, columnOf, gainCell, sideCell} from '../columns.ts';
import {expiryLeft} from './brief.ts';

const none: Cell = {text: ''};
const price = (value: string | undefined): Cell => ({text: number(value && rounded(value, undefined))});

type LineColumn = Column<PortfolioLine>;
const column = columnOf<PortfolioLine>;

const nameColumn = column('name', '', 'text', 0, line => ({text: nameOf(line)}), {isName: true, least: 8});

/** The name of an order or a fill begins with its side. */
const sided: LineColumn = {
  ...nameColumn,
  cell: line => ({...sideCell(line.name.split(' ', 1)[0] ?? ''), text: nameOf(line)}),
};

/** There is no sum if no record states the amount. */
const isTold = ({count}: PortfolioLine, {without}: Amount) => without < count || count === 0;

export function money(line: PortfolioLine, amount: Amount | undefined, shown = inColumn): Cell {
  if (amount === undefined) return none;
  return {text: isTold(line, amount) ? number(shown(amount.sum, line.currency)) : nothing};
}

export function gain(line: PortfolioLine, shown = inColumn): Cell {
  const {pl, currency: of} = line;
  if (pl === undefined) return none;
  return isTold(line, pl) ? gainCell(shown(pl.sum, of), pl.sum) : {text: nothing};
}

const percent = (value: string | undefined): Cell =>
  value === undefined ? none : {text: signed(percentShown(value))};

const count = column('count', 'n', 'number', 3, line => ({text: String(line.count)}));
/** Fees of trades are of fills, and others of Easy Options: their numbers do not add up. */
const feesOf = column('feesOf', 'of', 'word', 3, ({figure, count}) => ({
  text: counted(count, figure.of === 'fees' ? 'Easy Option' : 'fill'),
}));
const currency = column('currency', 'in', 'word', 1, line => ({text: sanitize(line.currency ?? '')}));
const risk = column('risk', '', 'number', 5, line => money(line, line.risk));
const invested = column('invested', 'invested', 'number', 5, line => money(line, line.invested));
const pl = column('pl', 'P/L', 'number', 2, line => gain(line));
const left = column('left', 'left', 'word', 1, (line, {now}) =>
  line.expiry === undefined ? none : {text: expiryLeft(line.expiry, now).replace(/^in /, '')},
);
const wins = column('wins', 'won', 'word', 5, ({wins}) =>
  wins === undefined || wins.of === 0 ? none : {text: `${wins.won} of ${wins.of}`},
);
const note = column('note', '', 'word', 1, line => ({text: line.note, tone: 'warning'}));

const share = column('percent', '%', 'number', 6, ({percent}) =>
  percent === undefined ? none : gainCell(percentShown(percent), percent),
);
const fees = column('fees', 'fees', 'number', 4, line => money(line, line.fees));

/** A loss or gain without a bound is unlimited. */
function boundOf(payoff: PortfolioLine['payoff'], bound: 'maxLoss' | 'maxGain', unlimited: Cell): Cell {
  if (payoff === undefined) return none;
  return payoff[bound] === undefined ? unlimited : price(payoff[bound]);
}

const sections: Readonly<Record<SectionName, readonly [title: string, ...LineColumn[]]>> = {
  glance: ['', nameColumn, left, count, currency, risk, invested, pl, wins, note],
  expires: ['Easy ends', nameColumn, left, count, currency, invested, pl, note],
  open: ['Easy open', nameColumn, count, currency, invested, pl, share, note],
  closed: ['Easy closed', nameColumn, count, currency, pl, wins, note],
  underlyings: ['Easy by underlying', nameColumn, count, currency, invested, pl, note],
  orders: [
    'Working',
    sided,
    count,
    column('notional', 'notional', 'number', 2, line => money(line, line.notional)),
    column('nearest', 'from ask %', 'number', 4, line => percent(line.nearest)),
    column('oldest', 'oldest', 'word', 5, (line, {now}) =>
      line.oldest === undefined ? none : {text: since(line.oldest, now)},
    ),
    column('partlyFilled', 'partial', 'number', 6, ({partlyFilled}) =>
      partlyFilled === undefined ? none : {text: String(partlyFilled)},
    ),
    note,
  ],
  days: ['Easy by day', nameColumn, count, currency, pl, column('bar', '', 'word', 5, () => none), note],
  fees: ['Fees', nameColumn, feesOf, currency, {...fees, priority: 2}, note],
  today: [
    'Day',
    nameColumn,
    column('count', 'fills', 'number', 6, ({figure, count}) =>
      figure.of === 'record' ? none : {text: String(count)},
    ),
    currency,
    {...pl, heading: 'realized'},
    {...fees, priority: 3},
    {...note, priority: 4},
  ],
  fills: [
    'Fills',
    column('at', 'at', 'word', 5, ({at}, {zone}) => ({text: at === undefined ? '' : clock(at, zone)})),
    sided,
    column('price', 'price', 'number', 1, ({average}) => price(average)),
    fees,
    note,
  ],
  payoffs: [
    'At expiry',
    nameColumn,
    column('even', 'break-even', 'word', 2, ({payoff}) => ({
      text: payoff?.breakEvens.map(each => price(each).text).join(', ') ?? '',
    })),
    column('loss', 'max loss', 'number', 1, ({payoff}) =>
      boundOf(payoff, 'maxLoss', {text: 'unlimited', tone: 'danger'}),
    ),
    column('gain', 'max gain', 'number', 3, ({payoff}) => boundOf(payoff, 'maxGain', {text: 'unlimited'})),
    column('shape', '', 'word', 8, ({payoff}) => (payoff ? {text: spark(pointsOf(payoff, 16), 16)} : none)),
    note,
  ],
  positions: [
    'Positions',
    nameColumn,
    column('net', 'net', 'number', 1, ({net = '0'}) => ({text: signed(net)})),
    column('average', 'avg cost', 'number', 3, ({average}) => price(average)),
    column('last', 'last', 'number', 9, ({last}) => price(last)),
    column('ask', 'ask', 'number', 4, ({ask}) => price(ask)),
    {...pl, name: 'openPl', heading: 'uP/L'},
    column('realized', 'realized', 'number', 5, ({realized, currency}) =>
      gainCell(inColumn(realized, currency), realized),
    ),
    {...fees, priority: 7},
    column('working', 'closing', 'number', 8, ({working}) => ({
      text: working === undefined ? '' : number(working),
    })),
    {...left, priority: 6},
    note,
  ],
};

export function columnsFor(
  {name, lines, isPartial}: PortfolioSection,
  hasCurrencies: boolean,
  width = Number.POSITIVE_INFINITY,
): readonly LineColumn[] {
  const [named, ...columns] = sections[name];
  const title = `${named}${isPartial ? ' so far' : ''}`.trim();
  const hasNotes = lines.some(each => each.note !== '');
  const most = new Map(
    [...Map.groupBy(lines, each => each.currency)].map(([of, each]) => [of, Math.max(...each.map(size))]),
  );
  return columns.flatMap(each => {
    if (each.name === 'currency' && !hasCurrencies) return [];
    if (each.name === 'note' && !hasNotes) return [];
    if (each.name === 'openPl' && width >= 50) return [{...each, heading: 'uP/L at ask'}];
    if (each.name === 'name') return [{...each, heading: title}];
    if (each.name === 'bar') return [{...each, cell: line => barCell(line, most.get(line.currency) ?? 0)}];
    return [each];
  });
}

const barCells = 8;

/** Number is exact enough for bars only. */
const size = ({pl}: PortfolioLine) => Math.abs(Number(pl?.sum ?? 0));

function barCell({pl}: PortfolioLine, most: number): Cell {
  const value = Number(pl?.sum ?? 0);
  const length =
    most > 0 ? Math.max(value === 0 ? 0 : 1, Math.round((Math.abs(value) / most) * barCells)) : 0;
  const bar = '█'.repeat(length);
  const text = value < 0 ? `${bar.padStart(barCells)}│` : `${' '.repeat(barCells)}│${bar}`;
  return {text: text.padEnd(2 * barCells + 1), tone: gainCell(pl?.sum).tone};
}
