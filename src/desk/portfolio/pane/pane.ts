import type {Moment} from '../../model/moment.ts';
import type {Times} from '../../model/vocabulary.ts';
import {type AccountPortfolio, portfolioOf} from '../portfolio.ts';
import {type PortfolioRows, unreadRows} from '../rows.ts';
import type {PortfolioLine} from './lines.ts';

export type PortfolioPane = {
  readonly rows: PortfolioRows;
  readonly account: AccountPortfolio;
  readonly selected?: string | undefined;
  readonly selectedIndex: number;
  /** The rows behind the line, listed instead of the figures. */
  readonly list?: FigureRows | undefined;
  /** The Easy Options, narrowed to a line; `before`: their filter before that. */
  readonly visit?: {readonly filterText: string; readonly before: string} | undefined;
};

export type FigureRows = {
  readonly line: PortfolioLine;
  readonly selected?: string | undefined;
  readonly selectedIndex: number;
};

export function unreadPortfolio(now: Moment, times: Times): PortfolioPane {
  const rows = unreadRows(now.wall);
  return {rows, account: portfolioOf(rows, {now, times}), selectedIndex: 0};
}
