import type {Moment} from '../../account/model/moment.ts';
import type {FeedPane, WrittenPane} from '../../account/model/vocabulary.ts';
import type {Leg} from '../../account/resources/payoff.ts';
import type {Decimal, EasyOption, Order} from '../../api/wire/records.ts';
import type {Intent} from '../../core/intents/intent.ts';
import type {Draft, DraftKind} from '../../core/intents/kinds/kinds.ts';
import type {Proposal} from '../../core/proposals/proposal.ts';
import type {FieldKind, Filled, Judged, ReviewLine, Subject} from './tickets/ticket.ts';

export type Question = {
  readonly number: number;
  /** Rises with every change that the screen must show before the key counts. */
  readonly revision: number;
  readonly key: string;
  /** Monotonic ms at which the frame with this revision was written. */
  readonly shownAt: number | undefined;
  /** The screen lacks room for all that it decides on. */
  readonly isClipped?: boolean;
  /** The records of a list that are drawn, and that were on the screen since it opened. */
  readonly drawn: readonly string[];
  readonly seen: ReadonlySet<string>;
  readonly notice: string | undefined;
  /** `heardAt`: monotonic ms by which all written words are spoken. */
  readonly said?: {readonly revision: number; readonly words: number; readonly heardAt: number} | undefined;
};

export type FormField = Judged &
  Pick<FieldKind, 'name' | 'label' | 'is'> & {
    readonly value: string;
    /** The basis of a value that was typed as `max`. */
    readonly sized?: string | undefined;
    /** The service's reason, shown until the value changes. */
    readonly refused: string | undefined;
    readonly touched: boolean;
    /** As its row filled it in: nobody has typed there. */
    readonly isFilled: boolean;
  };

/** The values that a row filled in, as long as the symbol is that of the row. */
export type FilledRow = {
  readonly symbol: string;
  readonly values: Readonly<Record<string, string | undefined>>;
  /** The position that the order closes: its price follows the ask. */
  readonly closes?: Closes | undefined;
};

/** `reduces`: the id of the position. `held`: contracts of it that the order can close. */
export type Closes = {readonly side: 'BUY' | 'SELL'; readonly reduces: string; readonly held: Decimal};

export type Form = Pick<Filled, 'card' | 'contract' | 'replaces'> & {
  readonly kind: DraftKind;
  readonly title: string;
  /** The request time of the card, which trades the symbol; polls update both while the form is open. */
  readonly cardAt: Moment | undefined;
  /** The first ask of the symbol: the review compares with it. */
  readonly priceSeen: Decimal | undefined;
  readonly fields: readonly FormField[];
  readonly row?: FilledRow | undefined;
  /** The source of its price, until somebody types another. */
  readonly proposed?: string | undefined;
  /** The draft that its row gives. */
  readonly given?: Draft | undefined;
  readonly proposal?: Proposal | undefined;
  readonly focus: number;
  /** The focused value is selected: typing replaces it, an arrow keeps it. */
  readonly isMarked: boolean;
  /** Contracts of the position that the order closes. */
  readonly held?: Decimal | undefined;
  readonly cameBack: Refused['state'] | undefined;
};

/** A draft of which nothing came, with the reason. */
export type Refused = {
  readonly draft: Draft;
  readonly state: 'REJECTED' | 'NOT SENT';
  readonly reason: string;
};

/** A reason to ask twice, in words; `overfills`: a fill of the canceled order is known. */
export type Doubt = {
  readonly kind: 'price' | 'no price' | 'size' | 'short' | 'first' | 'overfill' | 'overfills';
  readonly text: string;
  readonly short: string;
};

export type OutboxItem = {
  readonly draft: Draft;
  /** The last write of its target before this one. */
  readonly before?: string | undefined;
  /** `left out`: its record had ended, or an earlier write of it is not resolved. */
  readonly stands: 'waiting' | 'asked' | 'left out' | 'NOT REPLACED' | Intent['state'];
  readonly reason: string;
  readonly intent?: Intent;
};

export type Outbox = {
  readonly items: readonly OutboxItem[];
  /** The orders that its review knew, if it is for all. */
  readonly known?: ReadonlySet<string> | undefined;
  readonly startedAt: Moment;
  readonly changedAt: Moment;
  /** The reason that the rest is not sent. */
  readonly stopped?: string | undefined;
};

/** The records of a review of several, as they are read from then on: the marked rows or the whole list. */
export type Wanted = {
  readonly since: Moment;
  readonly pane: WrittenPane;
  readonly ids?: ReadonlySet<string> | undefined;
  /** Moves the prices of the marked orders. */
  readonly ticks?: Ticks | undefined;
};

export type Ticks = 1 | -1;

/** The reasons to ask twice, by another key than `y`. */
export type Guard =
  /** The price rose beyond the tolerance. */
  | {readonly kind: 'moved'; readonly to: Decimal}
  /** Another line of the record changed, to one of `lines`; `what` is its label. */
  | {readonly kind: 'changed'; readonly what: string; readonly lines: readonly ReviewLine[]}
  | {readonly kind: 'stale'};

type Reread = {readonly status: 'reading' | 'read'} | {readonly status: 'failed'; readonly reason: string};

/**
 * The parts of a review, and their effects:
 * - a line (`ReviewLine`): a fact behind the key. Its rule says if the screen must show it, and if the question
 *   is asked again when it changes; the value that it had at the start stays beside it.
 * - a doubt: a figure that can ruin. Another key confirms it, and it stays once it was said.
 * - a guard: what has changed since the start. Likewise, until the review closes.
 * - what passes with time alone, such as an age: a text of `reviewSheet` (`dialogs/review.ts`).
 */
export type Review = Question & {
  readonly draft: Draft;
  readonly again?: Intent | undefined;
  readonly proposal?: Proposal | undefined;
  /** Only certain facts: environment, account, record, side, amounts, cost. */
  readonly lines: readonly ReviewLine[];
  /** The first lines; changed ones are marked. */
  readonly opened: readonly ReviewLine[];
  readonly form?: Form | undefined;
  readonly subject: Subject;
  /** Its record is in these lists. A key confirms what was read of them since then. */
  readonly lists: readonly FeedPane[];
  readonly since: Moment;
  readonly reread: Reread;
  readonly priceSeen: Decimal | undefined;
  readonly guards: readonly Guard[];
  readonly doubts: readonly Doubt[];
};

/** A draft of an ordinary kind, and the row that it is about. */
export type SeveralItem = {
  readonly id: string;
  readonly draft: Draft;
  readonly words: string;
  readonly doubts: readonly Doubt[];
  readonly row: Order | EasyOption;
};

export type SeveralReview = Question & {
  readonly of: Wanted;
  readonly items: readonly SeveralItem[];
  /** The service's own count, if the list could not be read completely. */
  readonly listed: number | undefined;
  readonly known: Outbox['known'];
  readonly notes: readonly string[];
  readonly readAt: Moment;
  readonly guards: readonly Guard[];
  readonly top: number;
};

export type OrderPayoff = {
  /** One contract at the limit. */
  readonly contract: Leg;
  /** The position in the underlying and expiry, now and after the order fills. */
  readonly before: readonly Leg[];
  readonly after: readonly Leg[];
  /** Holdings of the underlying and expiry whose payoff is not known, and not in either. */
  readonly notDrawn: number;
  /** It counts fills and writes that may have happened and are not listed. */
  readonly isWorstCase: boolean;
  /** `after` counts what the old order of an amend may still fill. */
  readonly isOverfilled: boolean;
};

export type Ordering = {
  readonly outbox?: Outbox | undefined;
  readonly gathering?: Wanted | undefined;
  /** The last one, until its form is opened. */
  readonly refused?: Refused | undefined;
  readonly marked: Readonly<Record<WrittenPane, ReadonlySet<string>>>;
  /** The last letters that confirmed. */
  readonly letters: readonly string[];
};

export const noOrdering: Ordering = {
  marked: {orders: new Set(), easyOptions: new Set()},
  letters: [],
};
