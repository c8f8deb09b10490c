import type {Millis} from '../../../api/wire/records.ts';
import type {Moment} from '../../model/moment.ts';
import type {FeedPane, QueryOf, RowOf, Sort} from '../../model/vocabulary.ts';
import type {PortfolioRows} from '../rows.ts';

export type PortfolioRounds = {
  readonly reading: PortfolioReading;
  /** The number of the current timer; an older one is dropped when it fires. */
  readonly arm: number;
  readonly figuresAt: number;
};

export type PortfolioReading = {
  readonly lists: {readonly [P in FeedPane]: ListReading<P>};
  readonly since: Millis;
  readonly tradesLagMs: number;
  readonly lastAsked: FeedPane;
  /** The service asked for a pause until then (monotonic ms). */
  readonly quietUntil: number;
  readonly rows: PortfolioRows;
};

export type Round<P extends FeedPane = FeedPane> = {
  readonly way: 'all' | 'news' | 'states' | 'left';
  readonly began: Moment;
  readonly from: number;
  readonly searches: readonly ListSearch<P>[];
};

export type ListReading<P extends FeedPane = FeedPane> = {
  readonly pane: P;
  readonly kept: KeptRows<RowOf[P]>;
  readonly counter: number;
  readonly underWay: ReadonlyMap<
    number,
    {readonly round: number; readonly search: number; readonly page: number}
  >;
  readonly round: Round<P> | undefined;
  readonly pageSize: number;
  readonly wholeFrom: Moment | undefined;
  readonly ended: Moment | undefined;
  /** Extra rest in ms: a pane is about to show the list again. */
  readonly patienceMs: number;
  readonly walk: {
    readonly at: Moment | undefined;
    readonly unreadable: number;
    readonly isWanted: boolean;
    readonly newest: Millis;
  };
  readonly unreadable: number;
  readonly total: number | undefined;
  readonly fault: string | undefined;
  readonly failures: number;
  /** Nothing is asked before this (monotonic ms). */
  readonly quietUntil: number;
};

export type KeptRows<Row> = {
  readonly rows: readonly Row[];
  readonly told: readonly number[];
  readonly open: readonly boolean[];
};

/**
 * One search through the pages of a list. The first page is asked alone, because it tells the total; the last
 * one alone and after all others, so that its total shows if records were added; those between in any order.
 */
export type ListSearch<P extends FeedPane = FeedPane> = {
  readonly query: QueryOf[P];
  readonly sort: Sort | undefined;
  readonly pageSize: number;
  readonly endsAt: 'end' | 'tally' | 'first';
  readonly from: number;
  readonly began: Moment;
  readonly asked: number;
  readonly again: readonly number[];
  readonly answered: number;
  readonly pages: number | undefined;
  readonly firstTotal: number | undefined;
  readonly lastTotal: number | undefined;
  readonly seen: number;
  readonly unreadable: number;
  readonly ids: readonly (string | undefined)[];
  readonly repeats: number;
  readonly isEnded: boolean;
};
