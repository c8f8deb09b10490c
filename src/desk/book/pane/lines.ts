import type {Decimal, Millis} from '../../../api/wire/records.ts';
import type {Amount} from '../amounts.ts';
import type {Figure} from '../behind.ts';

/** A line of the Book: a figure, and what is told of it. A part that is missing is of no use there. */
export type BookLine = {
  /** By which it is found again in the next book. */
  readonly key: string;
  readonly figure: Figure;
  /** What stands at its left. */
  readonly name: string;
  /** Empty where its records should bear one and do not; undefined where such records never do. */
  readonly currency: string | undefined;
  readonly count: number;
  readonly invested?: Amount;
  readonly pl?: Amount;
  /** Its P/L in percent of what was invested. */
  readonly percent?: Decimal | undefined;
  readonly wins?: {readonly won: number; readonly of: number};
  /** The first of its expiries, and which records tell it. */
  readonly expiry?: Millis | undefined;
  readonly from?: string;
  readonly notional?: Amount;
  /** Of the limit that lies next to its ask, in percent. */
  readonly nearest?: Decimal | undefined;
  readonly oldest?: Millis | undefined;
  readonly partlyFilled?: number;
  readonly fees?: Amount;
  readonly net?: Amount;
  /** How many of its records have been sold though their status is none to end in. */
  readonly sold?: number;
  /** How many of its records are in none of its sums; empty where all are. */
  readonly note: string;
};

export type SectionName =
  | 'glance'
  | 'expires'
  | 'open'
  | 'closed'
  | 'underlyings'
  | 'orders'
  | 'days'
  | 'fees'
  | 'contracts';

/** Lines of one kind, which are compared with each other. */
export type BookSection = {
  readonly name: SectionName;
  readonly lines: readonly BookLine[];
  /** A list that it is made of is not read to its end. */
  readonly isPartial: boolean;
};
