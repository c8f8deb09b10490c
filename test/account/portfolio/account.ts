import type {PortfolioGiven} from '../../../src/account/portfolio/portfolio.ts';
import type {Whole} from '../../../src/account/portfolio/rows.ts';
import type {EasyOption, Trade} from '../../../src/api/wire/records.ts';
import {type Lists, wholeList, wholeRows} from '../../helpers/whole.ts';

/** A Sunday at noon in UTC. */
export const noon = Date.UTC(2026, 10, 22, 12);
export const hour = 3_600_000;
export const day = 24 * hour;

export const given = (wall = noon): PortfolioGiven => ({now: {mono: 0, wall}});

const began = {mono: 0, wall: noon};

/** A list that was read to its end. */
export const whole = <Row>(rows: readonly Row[], more: Partial<Whole<Row>> = {}) =>
  wholeList(rows, began, more);

/** An account with these records and no others. */
export const accountOf = (lists: Lists) => wholeRows(lists, began, noon - 30 * day);

let ids = 0;

/** One that is ACTIVE, of 100 USDT at a P/L of 5, but for what is said otherwise. */
export function easyOption(more: Partial<EasyOption> = {}): EasyOption {
  return {
    id: String(++ids),
    status: 'ACTIVE',
    investmentAmount: '100',
    investmentCurrency: 'USDT',
    pl: '5',
    fee: '0.5',
    ...more,
  };
}

/** One that was closed with this P/L. */
export const closed = (plClosed: string | undefined, closeTime: number | undefined): EasyOption =>
  easyOption({status: 'CLOSED', plClosed, closeTime});

/** A BUY of one BTC call at 75,000, with a fee of 0.1 as the taker, but for what is said otherwise. */
export function trade(more: Partial<Trade> = {}): Trade {
  return {
    tradeId: String(++ids),
    orderId: '1',
    asset: 'BTC',
    type: 'CALL',
    strikePrice: '75000',
    expiryDate: Date.UTC(2026, 10, 27, 8),
    filledSizeContracts: '1',
    tradeSide: 'BUY',
    fee: '0.1',
    maker: false,
    ...more,
  };
}
