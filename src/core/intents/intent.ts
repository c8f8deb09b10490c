import type {Moment} from '../../account/model/moment.ts';
import type {FeedPane, Tagged} from '../../account/model/vocabulary.ts';
import type {PortfolioRows} from '../../account/portfolio/rows.ts';
import type {Decimal, Id, Millis} from '../../api/wire/records.ts';
import type {Load} from '../limits/measures.ts';
import type {AccountStanding, Knows} from '../limits/pending.ts';
import type {SeenRecord} from './kinds/kind.ts';
import {type Draft, makesRecord, sentKindOf, type WriteDraft, type WriteKind} from './kinds/kinds.ts';
import {type Attempt, saidYes} from './outcome.ts';

/**
 * The reason to refuse a write; undefined if it may be sent.
 * @param again what it repeats
 */
export type Gate = (draft: Draft, again?: Intent) => string | undefined;

type Common = {
  readonly id: string;
  readonly draft: WriteDraft;
  /** Only for orders. All attempts share it. */
  readonly idempotencyKey?: string | undefined;
  readonly askedAt: Moment;
  readonly changedAt: Millis;
  readonly reason: string;
  readonly attempts: readonly Attempt[];
  /** Service clock minus local clock at the first send, in ms. */
  readonly offsetAtSend?: number | undefined;
  /** Records like it before it was asked for; undefined if a match proves nothing. */
  readonly knownBefore?: readonly Id[] | undefined;
  /** Its part in the limits, by the facts known when it was asked: the draft does not show them. */
  readonly addsTo?: Partial<Pick<Load, 'currency' | 'underlying'>> | undefined;
  /** The proposal that it sends. Not journaled with it. */
  readonly proposalId?: string | undefined;
  /** The reason why no place follows the cancel of an amend. */
  readonly notReplaced?: string | undefined;
  /** The halt that was in force when it was asked for: that halt leaves the order of an exit. */
  readonly underHalt?: number | undefined;
  /** An outcome that came after it had ended said otherwise: the journal takes its new state. */
  readonly isContradicted?: boolean | undefined;
  /** A person has read what was said of its end. */
  readonly isAcknowledged?: boolean | undefined;
};

export type Intent = Common &
  (
    | {readonly state: 'SENDING' | 'UNKNOWN' | 'REJECTED' | 'NOT SENT'}
    | {
        readonly state: 'CONFIRMED';
        /** `proved` by the service's yes, `matched` by a read after a lost answer. */
        readonly proof: 'proved' | 'matched';
        /** Two intents never end with the same record. */
        readonly resolvedRecordId?: Id | undefined;
        /** Not journaled. */
        readonly seen?: SeenRecord | undefined;
      }
    | {
        readonly state: 'RESOLVED';
        /** `afterYes`: the service had answered yes by then. */
        readonly said: {readonly word: string; readonly note: string; readonly afterYes?: true | undefined};
      }
  );

/** The whole reads of the account since the last attempt of a write that they may settle. */
export type Reads = {
  readonly since: Moment;
  /** The next that counts begins later. */
  readonly last: Moment;
  readonly count: number;
  /** The finding of the last read, or the reason that it failed. */
  readonly said?: string;
  /** A person waits for the next. */
  readonly isWanted?: boolean;
  /** Several records fit, and the person knows. */
  readonly isSeveral?: boolean | undefined;
};

/** The fills of a canceled order, and since when its reads agree on them; or why no place follows. */
type Followed = {readonly filled?: Decimal; readonly since?: Moment; readonly stopped?: string};

export type Intents = {
  /**
   * All unresolved ones of the account, oldest first: those of the holder of the controls are carried on here,
   * a viewer only shows them. Ended intents stay for the screen.
   */
  readonly list: readonly Intent[];
  /** Confirmed but not journaled yet. */
  readonly asking: readonly WriteDraft[];
  /** By id, the cancels of this process that a place is to follow: nothing else remembers them. */
  readonly followed: Readonly<Record<string, Followed>>;
  readonly reads: Readonly<Record<string, Reads>>;
  /** End of the wait after a 429, in monotonic ms. */
  readonly blockedUntil: Readonly<Partial<Record<WriteKind, number>>>;
  /** Changes that the journal did not take. Nothing new is sent until it does. */
  readonly unsaved: {readonly ids: readonly string[]; readonly reason: string} | undefined;
  /** Service clock minus local clock. */
  readonly clock: {readonly offsetMs: number; readonly seenAt: Moment} | undefined;
  readonly journalProblem: string | undefined;
  readonly listLagMs: Millis;
  readonly halted: string | undefined;
  /** A halt cancels what is open, not only its flag is set. */
  readonly isHalting?: boolean;
  /** Why nothing is sent from here: this process does not have the controls. */
  readonly viewing?: string | undefined;
  /** Another process that runs has the controls. */
  readonly isHeld?: boolean;
};

export const initialIntents: Intents = {
  list: [],
  asking: [],
  followed: {},
  reads: {},
  blockedUntil: {},
  unsaved: undefined,
  clock: undefined,
  journalProblem: undefined,
  listLagMs: 0,
  halted: undefined,
};

type Timers = {attemptDue: {intentId: string; attempt: number}};

export type IntentTimer = Tagged<Timers>;

type Messages = Timers & {
  /** An amend is asked as its cancel. `at`: when its key was pressed, if not now. */
  ask: {draft: Draft; proposalId?: string | undefined; at?: Moment};
  /** The journal has it, and its first attempt. */
  asked: {intent: Intent};
  askFailed: {draft: WriteDraft; reason: string};
  attempted: {intentId: string; attempt: Attempt};
  attemptFailed: {intentId: string; reason: string};
  /** A list of the account has been read, or why not. */
  accountRead: {pane: FeedPane; rows: PortfolioRows; failure?: string | undefined};
  recorded: {intentId: string};
  recordFailed: {intentId: string; reason: string};
  claimed: {intent: Intent};
  claimTaken: {intentId: string; recordId: Id};
  polled: {offsetMs?: number | undefined; listLagMs?: Millis};
  lookAgain: {intentId: string};
  sendAgain: {intentId: string};
  resolve: {intentId: string; word: string; note: string};
  acknowledged: {intentId: string};
  /** No place follows by itself what was asked for before. */
  callOff: {reason: string};
  /** The journal's intents. */
  restored: {intents: readonly Intent[]};
  /** The journal's intent has an outcome that a decision did not know; the decision was not taken. */
  overtaken: {intent: Intent};
  /** The journal can be read. */
  looked: {standing?: AccountStanding};
  watchFailed: {reason: string};
};

export type IntentSent = Tagged<Messages>;
export type IntentMsg = IntentMsgOf<keyof Messages>;
export type IntentMsgOf<Type extends keyof Messages> = {
  [Each in Type]: Tagged<Messages, Each> & {readonly now: Moment};
}[Type];

type Asks = {
  journalAsk: {
    draft: WriteDraft;
    at: Moment;
    proposalId?: string | undefined;
    offsetAtSend?: number | undefined;
  };
};

type Effects = {
  attempt: {intent: Intent; by: 'user' | 'itself'};
  record: {intent: Intent};
  /** Ends it by a record that no other intent may have. */
  claim: {intent: Intent};
  /** Reads the writes of the account. */
  watch: object;
};

type Level = 'info' | 'good' | 'warning' | 'danger';

export type IntentCommand = Tagged<
  Asks &
    Effects & {
      after: {ms: number; due: IntentTimer};
      refresh: object;
      /** Whole, as soon as can be. */
      readAccount: object;
      say: {intent: Intent; level: Exclude<Level, 'info'>};
      /** `stays`: shown until it is acknowledged, as that of `intentId` is. */
      tell: {text: string; level: Level; stays?: true; until?: readonly string[]; intentId?: string};
    }
>;

export type IntentEffect =
  | Tagged<Effects>
  /** The commit checks the limits. */
  | (Tagged<Asks> & {readonly knows: Knows});

export type IntentStep = readonly [Intents, readonly IntentCommand[]];

/** Ended intents kept for the screen; the journal keeps all. */
const endedKept = 200;

export function intentById(intents: Intents, id: string): Intent | undefined {
  return intents.list.find(intent => intent.id === id);
}

export function putIntent(intents: Intents, intent: Intent): Intents {
  const isNew = intentById(intents, intent.id) === undefined;
  const list = isNew
    ? [...intents.list, intent]
    : intents.list.map(each => (each.id === intent.id ? intent : each));
  const next = {...intents, list: withoutOldest(list)};
  return isResolved(intent) && !isFollowed(next, intent) && !lacksRecord(intent)
    ? withoutReads(withoutFollowed(next, intent.id), intent.id)
    : next;
}

/** Its order is canceled, and a place is to follow by itself. */
export const isFollowed = ({followed}: Pick<Intents, 'followed'>, {id, state}: Intent): boolean =>
  state === 'CONFIRMED' && followed[id] !== undefined;

export function withoutFollowed(intents: Intents, id: string): Intents {
  if (intents.followed[id] === undefined) return intents;
  const {[id]: _, ...followed} = intents.followed;
  return withoutReads({...intents, followed}, id);
}

export function announce(
  intents: Intents,
  intent: Intent,
  level: 'good' | 'warning' | 'danger',
  ...first: readonly IntentCommand[]
): IntentStep {
  return [putIntent(intents, intent), [{type: 'record', intent}, ...first, {type: 'say', intent, level}]];
}

/** One whose record is not known stays: it may be taken for that of another. */
function withoutOldest(list: readonly Intent[]): readonly Intent[] {
  const mayBeOfAnother = (each: Intent) =>
    each.state === 'RESOLVED' ? makesRecord(each.draft) : lacksRecord(each);
  const over = list.filter(each => isResolved(each) && !mayBeOfAnother(each));
  const surplus = over.length - endedKept;
  if (surplus <= 0) return list;
  const dropped = new Set(over.slice(0, surplus));
  return list.filter(intent => !dropped.has(intent));
}

export function withoutReads(intents: Intents, id: string): Intents {
  if (intents.reads[id] === undefined) return intents;
  const {[id]: _, ...reads} = intents.reads;
  return {...intents, reads};
}

/** Each state, and whether an intent in it is over. The journal's statements are made of it, too. */
export const isOver: Readonly<Record<Intent['state'], boolean>> = {
  SENDING: false,
  UNKNOWN: false,
  CONFIRMED: true,
  REJECTED: true,
  'NOT SENT': true,
  RESOLVED: true,
};

export const isState = (text: unknown): text is Intent['state'] =>
  typeof text === 'string' && Object.hasOwn(isOver, text);

export const isResolved = ({state}: Intent): boolean => isOver[state];

/** The service said yes and named no record: the first read that proves which it is adds it. */
export function lacksRecord(intent: Intent): boolean {
  if (intent.state !== 'CONFIRMED' || intent.resolvedRecordId !== undefined) return false;
  return makesRecord(intent.draft) && sentKindOf(intent.draft).answer === 'no record';
}

export const beingSent = 'Being sent.';

export const isSending = ({state}: Intent): boolean => state === 'SENDING';

function common(intent: Intent) {
  const {id, draft, idempotencyKey, askedAt, changedAt, reason, attempts, offsetAtSend, knownBefore} = intent;
  const {notReplaced, addsTo, underHalt} = intent;
  return {
    ...{id, draft, idempotencyKey, askedAt, changedAt, reason, attempts, offsetAtSend, knownBefore},
    ...{notReplaced, addsTo, underHalt},
  };
}

export function become(
  intent: Intent,
  state: Exclude<Intent['state'], 'CONFIRMED' | 'RESOLVED'>,
  reason: string,
  now: Moment,
): Intent {
  // The journal may not have it as UNKNOWN yet.
  const isContradicted = state === 'UNKNOWN' && intent.state === state ? intent.isContradicted : undefined;
  return {...common(intent), isContradicted, state, reason, changedAt: now.wall};
}

export function becomeDone(
  intent: Intent,
  found: {readonly recordId: string | undefined; readonly seen?: SeenRecord | undefined},
  reason: string,
  now: Moment,
): Intent {
  const {seen} = found;
  // A read may only add the record to what a yes has proved.
  const proof = seen === undefined || intent.state === 'CONFIRMED' ? 'proved' : 'matched';
  const isEnded = makesRecord(intent.draft);
  const resolvedRecordId = isEnded ? found.recordId : undefined;
  return {...common(intent), state: 'CONFIRMED', proof, resolvedRecordId, seen, reason, changedAt: now.wall};
}

export function becomeResolved(
  intent: Intent,
  said: {word: string; note: string},
  reason: string,
  now: Moment,
): Intent {
  const told = saidYes(intent) ? ({...said, afterYes: true} as const) : said;
  return {...common(intent), state: 'RESOLVED', said: told, reason, changedAt: now.wall};
}

/** Nothing came of it, as is proved or as a person said: the order that it was to replace has no other. */
export const leavesEarlier = (by: Intent): boolean =>
  by.state === 'REJECTED' ||
  by.state === 'NOT SENT' ||
  (by.state === 'RESOLVED' && by.said.word === 'nothing');
