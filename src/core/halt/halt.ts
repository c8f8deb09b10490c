import * as z from 'zod/mini';
import type {Moment} from '../../account/model/moment.ts';
import type {Tagged} from '../../account/model/vocabulary.ts';
import type {ListRead} from '../../account/reading/whole.ts';
import type {EasyOption, Id, Millis, Order} from '../../api/wire/records.ts';
import type {Intent} from '../intents/intent.ts';

/**
 * A halt in the journal. From the commit that sets it to the one that lifts it, no process on that journal
 * sends anything that adds risk. Cancels and closes go out only after a review, as ordinary writes of the
 * process that has the controls.
 */
export type HaltRecord = {
  /** Each halt has a later one. */
  readonly number: number;
  readonly at: Millis;
  readonly by: string;
  /** Undefined if only the flag is set. */
  readonly wants: HaltEnd | undefined;
  readonly progress: HaltProgress | undefined;
};

/** Each includes the ones before it. */
export const haltEnds = ['NO ORDERS', 'NO ORDERS, NO EASY OPTIONS'] as const;
export type HaltEnd = (typeof haltEnds)[number];

export const progressSchema = z.object({
  at: z.number(),
  word: z.enum([...haltEnds, 'HALTING']),
  /** The reasons that keep the halt going; at its end, the positions that stay. */
  left: z.array(z.object({what: z.string(), why: z.string()})),
  /** Orders that may work. */
  orders: z.number(),
});

export type HaltProgress = Readonly<z.infer<typeof progressSchema>>;
export type LeftItem = HaltProgress['left'][number];

/** Typed to lift a halt: no key may do that by accident. */
export const liftingWord = 'resume';

export function isUnderWay(record: HaltRecord | undefined): record is HaltRecord & {readonly wants: HaltEnd} {
  return record?.wants !== undefined && !hasEnded(record);
}

export function hasEnded(record: HaltRecord | undefined): boolean {
  return record?.progress !== undefined && record.progress.word !== 'HALTING';
}

/** A new request never makes a halt that is under way do less. */
export function mostOf(record: HaltRecord, wants: HaltEnd): HaltEnd {
  return isUnderWay(record) && record.wants === haltEnds[1] ? record.wants : wants;
}

export const longestHaltMs = 86_400_000;

export function haltedReason({by}: Pick<HaltRecord, 'by'>): string {
  return `HALTED by ${by}: new risk blocked until you type ${liftingWord} on Activity. Exits and reducing orders pass.`;
}

/** The reads of one round; a list that was not needed is undefined. */
export type AccountRead = {
  readonly orders: ListRead<Order>;
  readonly easyOptions: ListRead<EasyOption> | undefined;
  readonly venue: 'PAPER' | 'LIVE' | undefined;
};

/** The journal, as it was before a round read the lists. */
export type HaltFacts = {
  /** Changes as soon as any process asks for a write, begins or ends an attempt, or a person resolves one. */
  readonly writes: string;
  /** Unresolved writes, those changed since the flag or within twice the lag, and those resolved lately. */
  readonly intents: readonly Intent[];
  /** Orders that a list showed last, also to an earlier process. */
  readonly listed: readonly Order[];
  /** The journal was found to lack so many later writes: one may be live. */
  readonly lack?: {readonly count: number} | undefined;
  /** The account may be another, or another journal of it may have unresolved writes. */
  readonly barred?: string | undefined;
};

export type HaltWork = {
  /** Identifies the current round: answers to an earlier one are dropped. */
  readonly number: number;
  readonly facts: HaltFacts | undefined;
  readonly read: AccountRead | undefined;
  /** Reads in a row without an order, all after the last write. */
  readonly empty: {readonly first: Moment; readonly last: Moment} | undefined;
  /** When a list last showed each order, for twice the lag. */
  readonly seen: ReadonlyMap<Id, {readonly order: Order; readonly at: Moment}>;
  readonly tries: ReadonlyMap<string, HaltTry>;
  readonly faults: number;
};

type HaltTry = {readonly count: number; readonly at: number; readonly nextAt: number};

export type HaltState = {
  readonly record: HaltRecord | undefined;
  /** Set here, but not yet in the journal: it applies to this process only, and is retried. */
  readonly unkept: {readonly at: Millis; readonly reason: string | undefined} | undefined;
  /** Defined while this process carries the halt out. */
  readonly work: HaltWork | undefined;
  readonly reviewing: number | undefined;
  /** The first look found a halt under way: it goes on when a person says so. Undefined before that look. */
  readonly isFound: boolean | undefined;
  /** When this process saw that it has ended. */
  readonly endSeen: Moment | undefined;
};

export const noHalt: HaltState = {
  record: undefined,
  unkept: undefined,
  work: undefined,
  reviewing: undefined,
  isFound: undefined,
  endSeen: undefined,
};

export function isHalted({halt}: {readonly halt: HaltState}): boolean {
  return halt.record !== undefined || halt.unkept !== undefined;
}

export type HaltCommand = Tagged<{
  lookForHalt: object;
  setHalt: {at: Millis};
  liftHalt: object;
  wantHalt: {wants: HaltEnd};
  /** Reads the journal, then the lists. `since` is the time of the oldest changes wanted. */
  readForHalt: {number: number; easyOptions: boolean; since: Millis};
  reportHalt: {progress: HaltProgress};
  /** Takes the end only if nobody has written since those facts. */
  finishHalt: {progress: HaltProgress; facts: HaltFacts};
}>;

export type HaltMsg = Tagged<{
  seen: {record: HaltRecord | undefined};
  unkept: {what: 'set' | 'lift' | 'want'; reason: string};
  want: {wants: HaltEnd};
  /** Without facts the journal could not be read. */
  read: {number: number; facts: HaltFacts | undefined; read: AccountRead};
  due: {number: number};
}>;
