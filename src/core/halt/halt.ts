import * as z from 'zod/mini';
import type {Moment} from '../../account/model/moment.ts';
import type {Tagged} from '../../account/model/vocabulary.ts';
import type {Id, Millis, Order} from '../../api/wire/records.ts';
import type {Intents} from '../intents/intent.ts';

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
  /** The journal was found to lack so many later writes: one may be live. */
  readonly lack?: number | undefined;
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
  return record?.wants !== undefined && !isHaltOver(record);
}

export function isHaltOver(record: HaltRecord | undefined): boolean {
  return record?.progress !== undefined && record.progress.word !== 'HALTING';
}

/** A new request never makes a halt that is under way do less. */
export function mostOf(record: HaltRecord, wants: HaltEnd): HaltEnd {
  return isUnderWay(record) && record.wants === haltEnds[1] ? record.wants : wants;
}

export const longestHaltMs = 86_400_000;

export function haltedReason({by}: Pick<HaltRecord, 'by'>): string {
  return `HALTED by ${by}: new risk blocked until you resume trading. Cancels, closes and reducing orders pass.`;
}

export function haltWord({wants, progress}: HaltRecord): HaltProgress['word'] | 'HALTED' {
  return wants === undefined ? 'HALTED' : (progress?.word ?? 'HALTING');
}

/** `HALTED, NO ORDERS`. A halt that is not written yet has no record. */
export function haltState(record: HaltRecord | undefined): string {
  const word = record === undefined ? 'HALTED' : haltWord(record);
  return word === 'HALTING' || word === 'HALTED' ? word : `HALTED, ${word}`;
}

/** Lifting the halt ends this: `4 left`. Undefined if nothing is under way. */
export function notEnded(record: HaltRecord | undefined): string | undefined {
  if (!isUnderWay(record)) return undefined;
  const count = countLeft(record);
  // The only item may be the missing proof.
  return count === 0 || (count === 1 && !record.progress?.orders) ? 'not confirmed yet' : `${count} left`;
}

/** The last item may stand for many: `80 more`. */
export function countLeft({progress}: HaltRecord): number {
  const {left = []} = progress ?? {};
  const [, more = '1'] = /^(\d+) more$/.exec(left.at(-1)?.what ?? '') ?? [];
  return left.length === 0 ? 0 : left.length - 1 + Number(more);
}

export const leftWords = ({what, why}: LeftItem): string => (why === '' ? what : `${what}: ${why}`);

/** Why an end that the lists prove is not taken. The positions that stay at an end are not left to do. */
export const notTaken = (progress: HaltProgress, why: string): HaltProgress => ({
  ...{...progress, word: 'HALTING'},
  left: [{what: `${progress.word} is not confirmed yet`, why}],
});

/** The progress of the process that carries it out. */
export type HaltWork = {
  /** The writes at the last step. */
  readonly writes: Intents['list'];
  /** When one of them changed last. */
  readonly quietSince: Moment;
  /** Whole reads of the orders in a row that show none, all after the last write. */
  readonly empty: {readonly first: Moment; readonly last: Moment} | undefined;
  /** The orders that the list showed, for twice its lag: since when, and when last. */
  readonly seen: ReadonlyMap<Id, {readonly order: Order; readonly since: Moment; readonly last: Moment}>;
  /** The lag of the lists at the last step. */
  readonly lagMs: Millis;
  readonly tries: ReadonlyMap<string, HaltTry>;
};

type HaltTry = {readonly count: number; readonly at: number; readonly nextAt: number};

export type HaltState = {
  readonly record: HaltRecord | undefined;
  /** Set here, but not yet in the journal: it applies to this process only, and is retried. */
  readonly unkept: {readonly at: Millis; readonly reason: string | undefined} | undefined;
  /** Defined while this process carries the halt out. */
  readonly work: HaltWork | undefined;
  /** The first look found a halt under way: it goes on when a person says so. Undefined before that look. */
  readonly isFound: boolean | undefined;
  /** When this process saw that it has ended. */
  readonly endSeen: Moment | undefined;
};

export const noHalt: HaltState = {
  record: undefined,
  unkept: undefined,
  work: undefined,
  isFound: undefined,
  endSeen: undefined,
};

export function isHalted({halt}: {readonly halt: HaltState}): boolean {
  return halt.record !== undefined || halt.unkept !== undefined;
}

export type HaltCommand = Tagged<{
  lookForHalt: object;
  /** With `wants`, what a review confirmed starts too. */
  setHalt: {at: Millis; wants?: HaltEnd | undefined};
  liftHalt: object;
  reportHalt: {progress: HaltProgress};
}>;

export type HaltMsg = Tagged<{
  seen: {record: HaltRecord | undefined};
  unkept: {what: 'set' | 'lift' | 'want'; reason: string};
}>;
