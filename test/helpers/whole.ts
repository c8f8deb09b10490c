import type {Moment} from '../../src/account/model/moment.ts';
import type {PortfolioRows, Whole} from '../../src/account/portfolio/rows.ts';
import type {State} from '../../src/desk/state.ts';

export type Lists = {readonly [List in keyof PortfolioRows]?: PortfolioRows[List]['rows']};

/** A list that a round has read to its end. */
export function wholeList<Row>(
  rows: readonly Row[],
  began: Moment | undefined,
  more: Partial<Whole<Row>> = {},
): Whole<Row> {
  return {rows, began, isWhole: true, total: rows.length, unreadable: 0, fault: undefined, ...more};
}

/** The account as whole rounds have read it that began then. */
export function wholeRows(
  {easyOptions = [], orders = [], cards = [], trades = []}: Lists,
  began: Moment,
  since = 0,
): PortfolioRows {
  return {
    easyOptions: wholeList(easyOptions, began),
    orders: wholeList(orders, began),
    cards: wholeList(cards, began),
    trades: {...wholeList(trades, began), since},
  };
}

/** What each list tells the writes in doubt once all of them are read. */
export const accountRead = (rows: Lists, began: Moment) =>
  (['easyOptions', 'orders', 'trades'] as const).map(
    pane => ({type: 'accountRead', pane, rows: wholeRows(rows, began)}) as const,
  );

/** The desk once its rounds have read these lists. */
export function withRead(state: State, rows: Partial<PortfolioRows>): State {
  const {reading} = state.rounds;
  return {...state, rounds: {...state.rounds, reading: {...reading, rows: {...reading.rows, ...rows}}}};
}
