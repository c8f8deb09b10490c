import type {Moment} from '../../src/account/model/moment.ts';
import {type PortfolioRows, unreadRows} from '../../src/account/portfolio/rows.ts';
import type {EasyOption, Order, Trade} from '../../src/api/wire/records.ts';

export type Rows = {
  readonly easyOptions?: readonly EasyOption[];
  readonly orders?: readonly Order[];
  readonly trades?: readonly Trade[];
};

/** The account as whole rounds have read it that began then. */
export function wholeRows({easyOptions = [], orders = [], trades = []}: Rows, began: Moment): PortfolioRows {
  const of = unreadRows(0);
  const whole = <Row>(rows: readonly Row[]) => ({
    ...of.cards,
    rows,
    began,
    isWhole: true,
    total: rows.length,
  });
  return {
    ...{cards: of.cards, easyOptions: whole(easyOptions), orders: whole(orders)},
    trades: {...of.trades, ...whole(trades)},
  };
}

/** What each list tells the writes in doubt once all of them are read. */
export const accountRead = (rows: Rows, began: Moment) =>
  (['easyOptions', 'orders', 'trades'] as const).map(
    pane => ({type: 'accountRead', pane, rows: wholeRows(rows, began)}) as const,
  );
