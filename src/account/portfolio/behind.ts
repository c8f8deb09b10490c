import type {EasyOption, Id, Millis, Order, Trade} from '../../api/wire/records.ts';
import {isOver} from '../resources/easy-options.ts';
import {isWorking} from '../resources/orders.ts';
import {type DayPlace, type Days, dayPlaceOf, utcDay} from './days.ts';
import {currencyOf, type OptionTerms, statusOf, termsOf} from './groups.ts';
import {orderSide} from './orders.ts';
import {positionsIn} from './positions.ts';
import type {PortfolioRows} from './rows.ts';
import {type ContractTerms, type FeeRole, roleOf} from './trades.ts';

export type Figure =
  | {readonly of: 'open' | 'fees' | 'today'; readonly currency: string}
  | {readonly of: 'state'; readonly currency: string; readonly status: string}
  | {readonly of: 'closed'; readonly currency: string; readonly span: ClosedSpan}
  | {readonly of: 'closedOn'; readonly currency: string; readonly day: string}
  | {readonly of: 'expiry'; readonly day: string | undefined}
  | {readonly of: 'underlying'; readonly asset: string | undefined}
  | {readonly of: 'orders'; readonly side: string}
  | {readonly of: 'tradeFees'; readonly role: FeeRole | 'total'}
  | {readonly of: 'payoff'; readonly asset: string | undefined; readonly expiry: Millis | undefined}
  | {readonly of: 'record'; readonly pane: 'trades' | 'easyOptions'; readonly id: Id}
  | {readonly of: 'positions'}
  | {readonly of: 'position'; readonly id: string; readonly contract: ContractTerms};

export type ClosedSpan = 'today' | 'days7' | 'days30' | 'unknown' | 'later';

export type Behind =
  | {readonly pane: 'easyOptions'; readonly rows: readonly EasyOption[]}
  | {readonly pane: 'orders'; readonly rows: readonly Order[]}
  | {readonly pane: 'trades'; readonly rows: readonly Trade[]};

export function rowsBehind(rows: PortfolioRows, figure: Figure, days: Days): Behind {
  const easyOptions = (isMeant: (row: EasyOption) => boolean): Behind => ({
    pane: 'easyOptions',
    rows: rows.easyOptions.rows.filter(isMeant),
  });
  switch (figure.of) {
    case 'open':
      return easyOptions(row => isHeldIn(row, figure.currency));
    case 'today': {
      const from = days.all.at(-1)?.start ?? days.end;
      return {pane: 'trades', rows: rows.trades.rows.filter(({openDate = from}) => openDate >= from)};
    }
    case 'fees':
      return easyOptions(row => currencyOf(row) === figure.currency);
    case 'state':
      return easyOptions(row => isHeldIn(row, figure.currency) && statusOf(row) === figure.status);
    case 'closed':
      return easyOptions(
        row => isOverIn(row, figure.currency) && isWithin(figure.span, dayPlaceOf(days, row.closeTime), days),
      );
    case 'closedOn':
      return easyOptions(
        row => isOverIn(row, figure.currency) && nameOf(dayPlaceOf(days, row.closeTime), days) === figure.day,
      );
    case 'expiry':
      return easyOptions(heldWith(rows, ({expiry}) => expiryDay(expiry) === figure.day));
    case 'underlying':
      return easyOptions(heldWith(rows, ({asset}) => asset === figure.asset));
    case 'orders':
      return {
        pane: 'orders',
        rows: rows.orders.rows.filter(row => isWorking(row) && orderSide(row) === figure.side),
      };
    case 'tradeFees':
      return {
        pane: 'trades',
        rows: rows.trades.rows.filter(row => figure.role === 'total' || roleOf(row) === figure.role),
      };
    case 'payoff': {
      const {asset, expiry} = figure;
      const isMeant = (row: Trade) => row.asset === asset && row.expiryDate === expiry;
      return {pane: 'trades', rows: rows.trades.rows.filter(isMeant)};
    }
    case 'record':
      return figure.pane === 'trades'
        ? {pane: 'trades', rows: rows.trades.rows.filter(each => each.tradeId === figure.id)}
        : easyOptions(each => each.id === figure.id);
    case 'positions':
      return {pane: 'trades', rows: positionsIn(rows).flatMap(({trades}) => trades)};
    case 'position':
      return {pane: 'trades', rows: positionsIn(rows).find(({id}) => id === figure.id)?.trades ?? []};
    default:
      return figure satisfies never;
  }
}

const isHeldIn = (row: EasyOption, currency: string) => !isOver(row) && currencyOf(row) === currency;
const isOverIn = (row: EasyOption, currency: string) => isOver(row) && currencyOf(row) === currency;

function heldWith({cards, trades}: PortfolioRows, isMeant: (terms: OptionTerms) => boolean) {
  const from = {cards: cards.rows, trades: trades.rows};
  return (row: EasyOption) => !isOver(row) && isMeant(termsOf(row, from));
}

const expiryDay = (expiry: number | undefined) => (expiry === undefined ? undefined : utcDay(expiry));

const nameOf = (place: DayPlace, {all}: Days) => (typeof place === 'number' ? all[place]?.name : undefined);

const daysIn = {today: 1, days7: 7, days30: 30} as const;

function isWithin(span: ClosedSpan, place: DayPlace, {all}: Days): boolean {
  if (span === 'unknown' || span === 'later') return place === span;
  return typeof place === 'number' && place >= all.length - daysIn[span];
}
