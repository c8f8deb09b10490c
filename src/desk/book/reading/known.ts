import type {Millis} from '../../../api/wire/records.ts';
import type {Moment} from '../../model/moment.ts';
import type {FeedPane, QueryOf, RowOf, Sort} from '../../model/vocabulary.ts';
import type {BookRows} from '../rows.ts';

/** What is known of the account, and what is being asked. */

/** The desk's own reading of the whole account, behind the panes. */
export type BookRounds = {
  readonly reading: BookReading;
  /** The number of the timer that looks next; an older one that fires is dropped. */
  readonly arm: number;
  /** When figures were made of it last (monotonic ms). */
  readonly figuresAt: number;
};

export type BookReading = {
  readonly lists: {readonly [P in FeedPane]: ListReading<P>};
  /** Trades are read from here on. */
  readonly since: Millis;
  /** How late a trade may come. */
  readonly tradesLagMs: number;
  /** The list that was asked last: the others have their turn first. */
  readonly lastAsked: FeedPane;
  /** The service has asked to be left alone until then (monotonic ms). */
  readonly quietUntil: number;
  readonly rows: BookRows;
};

/** What one round asks of a list: searches, of which what they tell may add more. */
export type Round<P extends FeedPane = FeedPane> = {
  /** Which of the list's ways of reading this is. */
  readonly way: 'all' | 'news' | 'states' | 'left';
  readonly began: Moment;
  /** The number of its first request, or one before it. */
  readonly from: number;
  readonly searches: readonly ListSearch<P>[];
};

/** One list of the account: what is known of it, and what is being asked. */
export type ListReading<P extends FeedPane = FeedPane> = {
  readonly pane: P;
  readonly kept: KeptRows<RowOf[P]>;
  /** Numbers the requests. */
  readonly counter: number;
  /** By number, the round, the search and the page that a request under way is for. */
  readonly underWay: ReadonlyMap<
    number,
    {readonly round: number; readonly search: number; readonly page: number}
  >;
  readonly round: Round<P> | undefined;
  readonly pageSize: number;
  /** When the last round began that proved the rows to be all there are. */
  readonly wholeFrom: Moment | undefined;
  /** When the last round ended, whether it proved that or not. */
  readonly ended: Moment | undefined;
  /** So much longer than a period it rests behind that, in ms: a pane is about to show it again. */
  readonly patienceMs: number;
  /** When all pages were read last, what could not be read of them, and whether that is to be done again. */
  readonly walk: {
    readonly at: Moment | undefined;
    readonly unreadable: number;
    readonly isWanted: boolean;
    /** Of trades, the time of the newest that a whole round has shown. */
    readonly newest: Millis;
  };
  readonly unreadable: number;
  /** As many records as the service said that there are, when all pages were read. */
  readonly total: number | undefined;
  readonly fault: string | undefined;
  readonly failures: number;
  /** Nothing is asked before this (monotonic ms). */
  readonly quietUntil: number;
};

/** The records of one list, each once, by id ascending, and what each was told by. */
export type KeptRows<Row> = {
  readonly rows: readonly Row[];
  /** Of each row the number of the request that told it last: numbers rise with the asking. */
  readonly told: readonly number[];
  /** Of each Easy Option, whether it is not over. */
  readonly open: readonly boolean[];
};

/**
 * One search, from its first page to where it ends. The first page is asked alone, for it tells how many there
 * are; the last one alone and behind all others, so that its total says whether records came meanwhile; those
 * between are asked in any order.
 */
export type ListSearch<P extends FeedPane = FeedPane> = {
  readonly query: QueryOf[P];
  readonly sort: Sort | undefined;
  readonly pageSize: number;
  /** Where it ends: behind all pages, once as many are known as there are, behind the first page. */
  readonly endsAt: 'end' | 'tally' | 'first';
  /** The number of its first request, or one before it. */
  readonly from: number;
  readonly began: Moment;
  /** Pages that were asked for, from 0 on; those of them that failed are asked again. */
  readonly asked: number;
  readonly again: readonly number[];
  readonly answered: number;
  /** How many there are, as far as a total tells. */
  readonly pages: number | undefined;
  readonly firstTotal: number | undefined;
  readonly lastTotal: number | undefined;
  /** Records that it brought, each counted once, and rows that cannot be read. */
  readonly seen: number;
  readonly unreadable: number;
  /** The ids on each page, as one text; undefined of one that has yet to come. */
  readonly ids: readonly (string | undefined)[];
  readonly repeats: number;
  readonly isEnded: boolean;
};
