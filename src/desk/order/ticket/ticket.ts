import type {Decimal, EasyOptionCard} from '../../../api/wire/records.ts';
import type {Contract, DraftOf} from '../../intents/intent.ts';
import type {Moment} from '../../model/moment.ts';
import type {Guardrails} from '../../model/vocabulary.ts';

/** What is asked for while it is being typed, and what may be wrong with it. */

export type FormField = {
  readonly name: 'amount' | 'symbol' | 'side' | 'price' | 'size' | 'positionId';
  readonly label: string;
  readonly value: string;
  /** What goes out for it: the value itself, but for marks of thousands, letters and blanks. */
  readonly sends: string;
  /** Why the value cannot be sent; shown once the field was touched. */
  readonly error: string | undefined;
  /** Why it was refused as it stands; said until another value is typed. */
  readonly refused: string | undefined;
  readonly touched: boolean;
};

/** What the fields of a form are judged by. */
export type FormRules = {
  readonly guardrails: Guardrails;
  /** Those that the service has shown. */
  readonly symbols: readonly string[];
  /** By symbol, what a record says that it is on. */
  readonly underlyings: ReadonlyMap<string, string>;
};

export type Form = {
  readonly kind: 'open' | 'order' | 'replace';
  readonly title: string;
  /** The card that an Easy Option is opened from. */
  readonly card: EasyOptionCard | undefined;
  /** When that card was asked for: polls bring it up to date while the form is open. */
  readonly cardAt: Moment | undefined;
  /** The ask of the card when the form was opened: what a review compares with. */
  readonly priceSeen: Decimal | undefined;
  readonly fields: readonly FormField[];
  /** The contract that an order was prefilled from, as long as its symbol stays. */
  readonly contract: {readonly symbol: string; readonly is: Contract} | undefined;
  /** What a replacement begins from, and the intent that it goes on with. */
  readonly replaces?: {readonly draft: DraftOf<'replace'>; readonly goesOn: string | undefined} | undefined;
  readonly focus: number;
  /** The field in focus is marked as a whole: typing replaces it, an arrow keeps it for editing. */
  readonly isMarked: boolean;
  readonly rules: FormRules;
  /** It was sent, and this is what became of it. */
  readonly cameBack: 'REFUSED' | 'NOT SENT' | undefined;
};

/** The forms that were sent, until it is known what became of them. */
export type Tickets = {
  /** With the target of what each asked for. */
  readonly sent: readonly {readonly target: string; readonly form: Form}[];
  /** The one that came back last, and has not been taken up. */
  readonly refused: Form | undefined;
  /** A form has come by itself: until then (monotonic ms) keys were meant for what was there before. */
  readonly restUntil: number;
};

export const noTickets: Tickets = {
  sent: [],
  refused: undefined,
  restUntil: Number.NEGATIVE_INFINITY,
};

/** What an order may not be meant to say: it is confirmed by another key than `y`. */
export type Doubt =
  /** Far from what was last seen; `percent` of that, below it with a minus. */
  | {
      readonly kind: 'price';
      readonly price: Decimal;
      readonly percent: Decimal;
      readonly seen: PriceSeen;
      readonly fillsAtOnce: boolean;
    }
  | {readonly kind: 'no price'; readonly symbol: string}
  /** Trades of the canceled order may be missing: so much of it may have filled besides. */
  | {readonly kind: 'overfill'; readonly most: Decimal; readonly known: Decimal}
  | {readonly kind: 'size'; readonly size: Decimal; readonly usual: UsualSize};

/** The last price that was seen of an option. */
export type PriceSeen = {readonly price: Decimal; readonly of: 'ask' | 'last trade'};

/** What one usually trades of an asset: the median, and of how many trades. */
export type UsualSize = {readonly asset: string; readonly median: Decimal; readonly trades: number};
