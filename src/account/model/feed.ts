import type {Millis, Unreadable} from '../../api/wire/records.ts';
import type {SeenValue} from '../resources/resource.ts';
import type {RowMarks} from './marks.ts';
import type {Moment} from './moment.ts';
import type {FeedPane, QueryOf, RowOf, Sort} from './vocabulary.ts';

export type Fault = {
  readonly text: string;
  readonly kind: 'refused' | 'failed' | 'credentials' | 'link' | 'shape' | 'rate';
  readonly retryAfterMs?: number | undefined;
};

/** Set if rows of the page were removed here. */
export type Filtered = {
  readonly narrowedFrom: number;
  /** The condition that the service was asked for and did not obey. */
  readonly disobeyed?: string | undefined;
};

/** One pane's list. Failure and freshness are two facts: a failed read keeps the rows. */
export type Feed<P extends FeedPane = FeedPane> = {
  readonly pane: P;
  readonly query: QueryOf[P];
  readonly filterText: string;
  readonly sort?: Sort | undefined;
  /** Zero-based for every pane; the effects convert it for each operation. */
  readonly page: number;
  readonly otherPage?: number | undefined;
  readonly pageSize: number;
  readonly first: number;
  /** For a list without a total: the last check of the next page (monotonic ms). */
  readonly beyond?: {readonly at: number; readonly isMore: boolean} | undefined;
  /** The service's page limit, if it returned fewer rows than requested. */
  readonly mostGiven?: number | undefined;
  readonly landsOn: 'first' | 'last';
  readonly rows: readonly RowOf[P][];
  readonly total?: number | undefined;
  readonly isLast: boolean;
  readonly unreadable: readonly Unreadable[];
  readonly filtered?: Filtered | undefined;
  /** The service did not sort the page as requested. */
  readonly isDisordered?: boolean | undefined;
  /** Request time of the shown rows: they cannot be newer. */
  readonly loadedAt?: Moment | undefined;
  /** When the rows were read that stay until a new question is answered. */
  readonly rowsFrom?: Moment | undefined;
  readonly fault?: Fault | undefined;
  readonly fetching?: number | undefined;
  /** The time of the service when it was asked last: relative times of the filter count from it. */
  readonly askedAt?: Millis | undefined;
  /** Number of the request whose answer is shown; an older answer is dropped. */
  readonly shown: number;
  readonly failures: number;
  /** No request before this (monotonic ms): back-off, or the service's Retry-After. */
  readonly quietUntil: number;
  /** Number of the next poll's timer; an older timer is ignored. */
  readonly arm: number;
  /** By row id, how its fields last changed. */
  readonly marks: ReadonlyMap<string, RowMarks>;
  /** By row id, the watched numbers of polls, oldest first: asks of cards, P/L of Easy Options. */
  readonly seen: ReadonlyMap<string, readonly SeenValue[]>;
  readonly selected?: string | undefined;
  /** The record to select once it is listed: the one that was selected, or the new order of its amend. */
  readonly sought?: string | undefined;
  /** The last index of the selected row, from which arrow keys continue. */
  readonly selectedIndex: number;
};

export type Feeds = {readonly [P in FeedPane]: Feed<P>};

export type PageRequest<P extends FeedPane = FeedPane> = {
  readonly pane: P;
  readonly query: QueryOf[P];
  readonly sort?: Sort | undefined;
  /** From 0, whatever the operation counts from. */
  readonly page: number;
  readonly pageSize: number;
};
