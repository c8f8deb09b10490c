import type {Moment} from '../../model/moment.ts';
import type {FeedPane, Times} from '../../model/vocabulary.ts';
import {type AccountPortfolio, portfolioOf} from '../portfolio.ts';
import {type PortfolioRows, unreadRows} from '../rows.ts';
import type {PortfolioLine} from './lines.ts';

export type PortfolioPane = {
  readonly rows: PortfolioRows;
  readonly account: AccountPortfolio;
  readonly selected: string | undefined;
  readonly selectedIndex: number;
  /** The rows behind the line, listed instead of the figures. */
  readonly list: FigureRows | undefined;
  readonly visit: Visit | undefined;
};

export type FigureRows = {
  readonly line: PortfolioLine;
  readonly selected: string | undefined;
  readonly selectedIndex: number;
};

type Visit = {
  readonly pane: FeedPane;
  readonly filterText: string;
  readonly before: string;
};

export function unreadPortfolio(now: Moment, times: Times): PortfolioPane {
  const rows = unreadRows(now.wall);
  const account = portfolioOf(rows, {now, times});
  return {
    rows,
    account,
    selected: undefined,
    selectedIndex: 0,
    list: undefined,
    visit: undefined,
  };
}
