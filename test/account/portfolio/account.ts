import type {PortfolioGiven} from '../../../src/account/portfolio/portfolio.ts';
import type {PortfolioRows, Whole} from '../../../src/account/portfolio/rows.ts';
import type {EasyOption, Trade} from '../../../src/api/wire/records.ts';

/** A Sunday at noon in UTC. */
export const noon = Date.UTC(2026, 10, 22, 12);
export const hour = 3_600_000;
export const day = 24 * hour;

export const given = (wall = noon): PortfolioGiven => ({now: {mono: 0, wall}, times: 'utc'});

/** A list that was read to its end. */
export function whole<Row>(rows: readonly Row[], more: Partial<Whole<Row>> = {}): Whole<Row> {
  return {
    rows,
    began: {mono: 0, wall: noon},
    isWhole: true,
    total: rows.length,
    unreadable: 0,
    fault: undefined,
    ...more,
  };
}

type Lists = {readonly [List in keyof PortfolioRows]?: PortfolioRows[List]['rows']};

/** An account with these records and no others. */
export function accountOf({easyOptions = [], orders = [], cards = [], trades = []}: Lists): PortfolioRows {
  return {
    easyOptions: whole(easyOptions),
    orders: whole(orders),
    cards: whole(cards),
    trades: {...whole(trades), since: noon - 30 * day},
  };
}

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
