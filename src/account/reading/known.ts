import type {Millis} from '../../api/wire/records.ts';
import type {Moment} from '../model/moment.ts';
import type {FeedPane, QueryOf, RowOf, Sort} from '../model/vocabulary.ts';
import type {PagesRead} from '../model/whole.ts';
import type {OrderSymbols} from '../portfolio/positions.ts';
import type {PortfolioRows} from '../portfolio/rows.ts';

export type PortfolioRounds = {
  readonly reading: PortfolioReading;
  /** The number of the current timer; an older one is dropped when it fires. */
  readonly arm: number;
  readonly figuresAt: number;
  /** Positions that no record names, for which the service was asked, and its symbols by order id. */
  readonly unnamed: string;
  readonly symbols: OrderSymbols;
};

export type PortfolioReading = {
  readonly lists: {readonly [P in FeedPane]: ListReading<P>};
  readonly since: Millis;
  readonly tradesLagMs: number;
  readonly lastAsked: FeedPane;
  readonly rows: PortfolioRows;
};

/** A list of the account: its known rows by rising id, and the round that reads it. One request at a time. */
export type ListReading<P extends FeedPane = FeedPane> = {
  readonly pane: P;
  readonly rows: readonly RowOf[P][];
  readonly counter: number;
  /** The number of the request under way. */
  readonly asked?: number | undefined;
  readonly round?: Round<P> | undefined;
  readonly pageSize: number;
  readonly wholeFrom?: Moment | undefined;
  readonly wholeTo?: Moment | undefined;
  /** When the last check began that read every row that can change. */
  readonly checkedFrom?: Moment | undefined;
  readonly ended?: Moment | undefined;
  /** When something happened that only a whole reading shows all of (monotonic ms). */
  readonly newsAt: number;
  /** The ids on the first page when the list was last read whole. */
  readonly head?: string | undefined;
  /** Extra rest in ms: a pane is about to show the list again. */
  readonly patienceMs: number;
  readonly walk: {
    readonly at?: Moment | undefined;
    readonly unreadable: number;
    readonly isWanted: boolean;
    readonly newest: Millis;
  };
  readonly unreadable: number;
  readonly total?: number | undefined;
  readonly fault?: string | undefined;
  readonly failures: number;
  /** Nothing is asked before this (monotonic ms). */
  readonly quietUntil: number;
};

export type Round<P extends FeedPane = FeedPane> = {
  /** It reads the whole list, not only what can have changed. */
  readonly isOfAll: boolean;
  /** It only looks whether anything happened: no proof, unless one page is all of the list. */
  readonly isCheck: boolean;
  readonly began: Moment;
  readonly searches: readonly ListSearch<P>[];
  /** Pages that came since the rows of the list were last merged. */
  readonly unmerged: readonly (readonly RowOf[P][])[];
};

export type ListSearch<P extends FeedPane = FeedPane> = {
  readonly query: QueryOf[P];
  readonly sort?: Sort;
  readonly pageSize: number;
  /** `tally`: as many rows are known as the total says. `first`: after one page. */
  readonly endsAt?: 'tally' | 'first';
  readonly read: PagesRead<RowOf[P]>;
};
