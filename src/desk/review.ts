import type {Decimal} from '../api/wire/records.ts';
import type {Draft, Intent, ReviewLine, Subject} from './intents/intent.ts';
import type {Moment} from './model/moment.ts';
import type {Doubt, Form} from './order/ticket/ticket.ts';
import type {Proposal} from './proposals/proposal.ts';
import type {Leg} from './resources/payoff.ts';
import type {Question} from './state.ts';

/** The reasons to ask twice, by another key than `y`. */
export type Guard =
  /** The price rose beyond the tolerance; `to` is the price that was asked about. */
  | {readonly kind: 'moved'; readonly to: Decimal}
  /** Another line of the record changed; `what` is its label. */
  | {readonly kind: 'changed'; readonly what: string}
  | {readonly kind: 'stale'};

type Reread =
  | {readonly status: 'reading'; readonly began: Moment}
  | {readonly status: 'read'}
  | {readonly status: 'failed'; readonly reason: string};

export type Review = Question & {
  readonly draft: Draft;
  readonly again?: Intent | undefined;
  readonly title: string;
  readonly goesOn?: Intent | undefined;
  readonly proposal?: Proposal | undefined;
  /** Only certain facts: environment, account, record, side, amounts, cost. */
  readonly lines: readonly ReviewLine[];
  /** The first lines; changed ones are marked. */
  readonly opened: readonly ReviewLine[];
  readonly form: Form | undefined;
  readonly subject: Subject;
  /** Request time of the subject; undefined if the review has no record that could become stale. */
  readonly dataAt: Moment | undefined;
  readonly reread: Reread;
  readonly priceSeen: Decimal | undefined;
  /** The price and lines of the question: moves beyond them are asked again. */
  readonly askedOf: {readonly price: Decimal | undefined; readonly lines: readonly ReviewLine[]};
  readonly guards: readonly Guard[];
  readonly doubts: readonly Doubt[];
  /** Set if the records give everything for a payoff chart of the order. */
  readonly payoff: OrderPayoff | undefined;
};

export type OrderPayoff = {
  /** One contract at the limit. */
  readonly contract: Leg;
  /** What is held of the underlying and expiry; then what is held after the order fills. */
  readonly before: readonly Leg[];
  readonly after: readonly Leg[];
};
