import type {Amount} from '../../account/resources/arithmetic.ts';
import {inColumn, percentShown, rounded} from '../../account/resources/figures.ts';
import {counted, nothing, number, signed} from '../../account/words/text.ts';
import {clock, since} from '../../account/words/times.ts';
import {nameOf, type PortfolioLine, type PortfolioSection} from '../../desk/portfolio/lines.ts';
import {sanitize} from '../../text/sanitize.ts';
import {pointsOf, spark} from '../charts.ts';
import {type Cell, type Column, columnOf, gainCell, sideCell} from './columns.ts';
import {expiryLeft} from './portfolio-brief.ts';

const none: Cell = {text: ''};
/** An empty cell for what is not known. */
const ifKnown = <Value>(value: Value | undefined, cell: (value: Value) => Cell): Cell =>
  value === undefined ? none : cell(value);
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

export const money = (line: PortfolioLine, amount: Amount | undefined, shown = inColumn) =>
  ifKnown(amount, of => ({text: isTold(line, of) ? number(shown(of.sum, line.currency)) : nothing}));

export const gain = (line: PortfolioLine, shown = inColumn) =>
  ifKnown(line.pl, of =>
    isTold(line, of) ? gainCell(shown(of.sum, line.currency), of.sum) : {text: nothing},
  );

const count = column('count', 'n', 'number', 3, line => ({text: String(line.count)}));
/** Fees of trades are of fills, and others of Easy Options: their numbers do not add up. */
const feesOf = column('feesOf', 'of', 'word', 3, ({of, count}) => ({
  text: counted(count, of === 'fees' ? 'Easy Option' : 'fill'),
}));
const currency = column('currency', 'in', 'word', 1, line => ({text: sanitize(line.currency ?? '')}));
const invested = column('invested', 'invested', 'number', 5, line => money(line, line.invested));
const pl = column('pl', 'P/L', 'number', 2, line => gain(line));
const left = column('left', 'left', 'word', 1, ({expiry}, {now}) =>
  ifKnown(expiry, at => ({text: expiryLeft(at, now).replace(/^in /, '')})),
);
const note = column('note', '', 'word', 1, line => ({text: line.note, tone: 'warning'}));

const share = column('percent', '%', 'number', 6, ({percent}) =>
  ifKnown(percent, value => gainCell(percentShown(value), value)),
);
const fees = column('fees', 'fees', 'number', 4, line => money(line, line.fees));

type TableName = Exclude<PortfolioSection['name'], 'glance'>;

const sections: Readonly<Record<TableName, readonly [title: string, ...LineColumn[]]>> = {
  expires: ['Easy expiries', nameColumn, left, count, currency, invested, pl, note],
  open: ['Easy open', nameColumn, count, currency, invested, pl, share, note],
  underlyings: ['Easy by underlying', nameColumn, count, currency, invested, pl, note],
  orders: [
    'Working',
    sided,
    count,
    column('notional', 'notional', 'number', 2, line => money(line, line.notional)),
    column('nearest', 'from ask %', 'number', 4, ({nearest}) =>
      ifKnown(nearest, value => ({text: signed(percentShown(value))})),
    ),
    column('oldest', 'oldest', 'word', 5, ({oldest}, {now}) =>
      ifKnown(oldest, at => ({text: since(at, now)})),
    ),
    column('partlyFilled', 'partial', 'number', 6, ({partlyFilled}) =>
      ifKnown(partlyFilled, count => ({text: String(count)})),
    ),
    note,
  ],
  fees: ['Fees', nameColumn, feesOf, currency, {...fees, priority: 2}, note],
  today: [
    'Day',
    nameColumn,
    column('count', 'fills', 'number', 6, ({of, count}) => (of === 'record' ? none : {text: String(count)})),
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
      ifKnown(payoff, ({maxLoss}) => (maxLoss ? price(maxLoss) : {text: 'unlimited', tone: 'danger'})),
    ),
    column('gain', 'max gain', 'number', 3, ({payoff}) =>
      ifKnown(payoff, ({maxGain}) => (maxGain ? price(maxGain) : {text: 'unlimited'})),
    ),
    column('shape', '', 'word', 8, ({payoff}) =>
      ifKnown(payoff, of => ({text: spark(pointsOf(of, 16), 16)})),
    ),
    note,
  ],
  positions: [
    'Positions',
    nameColumn,
    // On a narrow screen nothing else says that a fill is not listed yet.
    column('net', 'net', 'number', 1, ({net = '0', isLacking}) => ({
      text: `${signed(net)}${isLacking ? '?' : ''}`,
    })),
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
    // A fill that is not listed yet must not push out what the position is worth: its size comes first.
    {...note, kind: 'text', least: 8, priority: 2},
  ],
};

export function columnsFor(
  name: TableName,
  {lines, isPartial}: PortfolioSection,
  hasCurrencies: boolean,
  width = Number.POSITIVE_INFINITY,
): readonly LineColumn[] {
  const [named, ...columns] = sections[name];
  const title = `${named}${isPartial ? ' so far' : ''}`.trim();
  const hasNotes = lines.some(each => each.note !== '');
  return columns.flatMap(each => {
    if (each.name === 'currency' && !hasCurrencies) return [];
    if (each.name === 'note' && !hasNotes) return [];
    if (each.name === 'openPl' && width >= 50) return [{...each, heading: 'uP/L at ask'}];
    if (each.name === 'name') return [{...each, heading: title}];
    return [each];
  });
}
