import type * as z from 'zod/mini';
import type {Decimal, Id, Millis} from '../api/wire/records.ts';
import type {lineSchema} from './journal/json.ts';
import type {Moment} from './model/moment.ts';
import type {Pane} from './model/vocabulary.ts';
import type {KnownOrder} from './words/records.ts';
import type {Notice} from './words/text.ts';

/** The order that a line is about: two ids for an amend, none before the service gave one. */
export type OrderInLine = Pick<KnownOrder, 'side' | 'size' | 'symbol' | 'price'> & {
  readonly ids: readonly Id[];
};

/** The journal keeps the schema alone: intents and events give the rest. */
export type ActivityLine = Readonly<z.infer<typeof lineSchema>> & {
  readonly order?: OrderInLine | undefined;
  /** The record of a confirmed write. */
  readonly recordId?: Id | undefined;
  readonly fill?: {readonly size: Decimal; readonly price: Decimal} | undefined;
  /** The time in its record; `at` is by the clock of this machine. */
  readonly serviceAt?: Millis | undefined;
};

/** What the user is told. */
export type News = {
  readonly activity: readonly ActivityLine[];
  readonly activitySelected?: string | undefined;
  readonly notices: readonly Notice[];
  /** All notices of this session, newest last. */
  readonly messages: readonly Notice[];
  /** By record, the last reported stage of its news. */
  readonly told: ReadonlyMap<string, string>;
  readonly unvisited: ReadonlySet<Pane>;
  readonly away?: {readonly since: Moment; readonly reason: string} | undefined;
};

export const noNews: News = {activity: [], notices: [], messages: [], told: new Map(), unvisited: new Set()};
