import type {Decimal, EasyOption, EasyOptionCard, Millis, Order, Trade} from '../../api/wire/records.ts';
import type {Draft, Intent} from '../intents/intent.ts';
import type {Doubt, Form} from '../order/ticket/ticket.ts';
import type {Option} from './figures.ts';
import type {Moment} from './moment.ts';
import type {Question} from './state.ts';

/** What a review holds while it is open. */

/** Why a review asks twice, and by another key than `y`. */
export type Guard =
  /** The price went beyond the tolerance: `to` is what it was when that was asked about. */
  | {readonly kind: 'moved'; readonly to: Decimal; readonly again: boolean}
  /** Something else of the record is not what it was: the label of its line. */
  | {readonly kind: 'changed'; readonly what: string}
  | {readonly kind: 'stale'};

/** A record as it was seen, with what else is listed about it. */
export type Subject = {
  readonly card?: EasyOptionCard | undefined;
  readonly option?: EasyOption | undefined;
  readonly orders?: readonly Order[] | undefined;
  /** All trades of the order that is replaced, once they were read. */
  readonly fills?: readonly Trade[] | undefined;
  /** That order was canceled already: there is no record of it to be read. */
  readonly isGone?: boolean | undefined;
};

/** The record of a review, read again when it opens and whenever it is asked for. */
export type Reread =
  | {readonly status: 'reading'; readonly began: Moment}
  | {readonly status: 'read'}
  | {readonly status: 'failed'; readonly reason: string};

/** A fact in a review. */
export type ReviewLine = {
  readonly label: string;
  readonly value: string;
  /** What is said behind the value where there is room. */
  readonly note?: string;
  readonly danger?: boolean;
  /** Where the value is a time, which instant. */
  readonly at?: Millis;
};

export type Review = Question & {
  readonly drafts: readonly Draft[];
  /** The UNKNOWN intent that is sent again, in place of a new one. */
  readonly again?: Intent | undefined;
  readonly title: string;
  /** The replacement that it goes on with, in place of a new one. */
  readonly goesOn?: Intent | undefined;
  /** What is certain, a line each: environment, account, record, side, amounts, cost. */
  readonly lines: readonly ReviewLine[];
  /** Those that it opened with: what is another by now is marked. */
  readonly opened: readonly ReviewLine[];
  /** Where `n` and Esc go back to. */
  readonly form: Form | undefined;
  /** The newest that the desk holds of its record: what the lines tell. */
  readonly subject: Subject;
  /** When that was asked for; undefined where the review stands on no record, so that nothing can grow old. */
  readonly dataAt: Moment | undefined;
  readonly reread: Reread;
  /** The ask when its form was opened. */
  readonly priceSeen: Decimal | undefined;
  /** The price and the lines that the question was put about: what goes beyond them is asked anew. */
  readonly askedOf: {readonly price: Decimal | undefined; readonly lines: readonly ReviewLine[]};
  readonly guards: readonly Guard[];
  readonly doubts: readonly Doubt[];
  /** One contract of the order, for the picture of its payoff, where a record tells all of it. */
  readonly payoff: Option | undefined;
};
