import type {Moment} from '../../account/model/moment.ts';
import type {RowOf} from '../../account/model/vocabulary.ts';
import {type AccountPortfolio, portfolioOf} from '../../account/portfolio/portfolio.ts';
import {type PortfolioRows, unreadRows} from '../../account/portfolio/rows.ts';
import type {ContractTerms} from '../../account/portfolio/trade-sums.ts';
import type {Amount} from '../../account/resources/arithmetic.ts';
import type {Payoff} from '../../account/resources/payoff.ts';
import {contractText} from '../../account/words/records.ts';
import {expiryDay} from '../../account/words/times.ts';
import type {Decimal, Millis} from '../../api/wire/records.ts';
import {sanitize} from '../../text/sanitize.ts';

export type Figure =
  | 'today'
  | 'open'
  | 'expiry'
  | 'underlying'
  | 'state'
  | 'orders'
  | 'payoff'
  | 'positions'
  | 'position'
  | 'fees'
  | 'tradeFees'
  | 'record';

/** The records that a figure is made of. */
export type Behind = {
  [P in 'easyOptions' | 'orders' | 'trades']: {readonly pane: P; readonly rows: readonly RowOf[P][]};
}['easyOptions' | 'orders' | 'trades'];

export type PortfolioLine = {
  /** Unique among all sections: the selection and the journal's alerts name it. */
  readonly key: string;
  readonly of: Figure;
  /** Among the figures of its kind and currency. */
  readonly id?: string | undefined;
  readonly behind: Behind;
  readonly name: string;
  readonly contract?: ContractTerms;
  /** Empty if its records lack the currency; undefined if such records never have one. */
  readonly currency: string | undefined;
  readonly count: number;
  readonly invested?: Amount;
  readonly pl?: Amount | undefined;
  readonly risk?: Amount;
  readonly percent?: Decimal | undefined;
  readonly expiry?: Millis | undefined;
  readonly notional?: Amount;
  readonly nearest?: Decimal | undefined;
  readonly oldest?: Millis | undefined;
  readonly partlyFilled?: number;
  readonly fees?: Amount;
  readonly payoff?: Payoff | undefined;
  readonly net?: Decimal;
  /** A fill of it is not listed yet. */
  readonly isLacking?: boolean;
  readonly average?: Decimal | undefined;
  readonly last?: Decimal | undefined;
  readonly ask?: Decimal | undefined;
  readonly realized?: Decimal;
  /** The open P/L of today. */
  readonly open?: Decimal;
  readonly at?: Millis | undefined;
  readonly working?: Decimal;
  /** Positions that are held. */
  readonly held?: number;
  readonly note: string;
};

export type SectionName =
  | 'glance'
  | 'expires'
  | 'open'
  | 'underlyings'
  | 'orders'
  | 'fees'
  | 'positions'
  | 'payoffs'
  | 'today'
  | 'fills';

export type PortfolioSection = {
  readonly name: SectionName;
  readonly lines: readonly PortfolioLine[];
  readonly isPartial: boolean;
};

export function nameOf({of, name, contract, expiry: at}: PortfolioLine): string {
  if (contract !== undefined)
    return contractText({...contract, strikePrice: contract.strike, expiryDate: contract.expiry});
  return of !== 'expiry' || at === undefined ? sanitize(name) : expiryDay(at);
}

export type PortfolioPane = {
  readonly rows: PortfolioRows;
  readonly account: AccountPortfolio;
  readonly selected?: string | undefined;
  readonly selectedIndex: number;
  /** The rows behind the line, listed instead of the figures. */
  readonly list?: FigureRows | undefined;
};

export type FigureRows = {
  readonly line: PortfolioLine;
  readonly selected?: string | undefined;
  readonly selectedIndex: number;
};

export function unreadPortfolio(now: Moment): PortfolioPane {
  const rows = unreadRows(now.wall);
  return {rows, account: portfolioOf(rows, {now}), selectedIndex: 0};
}
