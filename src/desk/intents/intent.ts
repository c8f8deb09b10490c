import type {EasyOption, Id, Millis, Order, Trade} from '../../api/wire/records.ts';
import type {AccountStanding, Knows} from '../limits/reserved.ts';
import type {Moment} from '../model/moment.ts';
import type {Draft, DraftOf, WriteKind} from './draft.ts';
import type {Attempt} from './outcome.ts';
import type {Replacing} from './replace/replacing.ts';

export {
  type Contract,
  type Draft,
  type DraftKind,
  type DraftOf,
  draftSchema,
  isExit,
  kinds,
  type Target,
  target,
  targets,
  type WriteDraft,
  type WriteKind,
} from './draft.ts';
export type {Attempt, Outcome} from './outcome.ts';

/** A record that may be what an UNKNOWN intent made: listed, never picked. */
export type Candidate = {
  readonly recordId: Id;
  readonly words: string;
  /** It has ended another intent already, or may as well be another's. */
  readonly isTaken: boolean;
};

/** A record as a read saw it: an order, or all that is known of one that filled at once; or an Easy Option. */
export type SeenRecord = {
  readonly order?: Order | undefined;
  readonly trades?: readonly Trade[] | undefined;
  readonly easyOption?: EasyOption | undefined;
};

type Common = {
  readonly id: string;
  readonly draft: Draft;
  /** Of what places an order: the same for every attempt; going on with a replacement makes another. */
  readonly idempotencyKey?: string | undefined;
  readonly askedAt: Moment;
  readonly changedAt: Millis;
  /** Why it is in this state, in plain words. */
  readonly reason: string;
  readonly attempts: readonly Attempt[];
  /** The service's clock less ours when it was first sent, where that was known (ms). */
  readonly offsetAtSend?: number | undefined;
  /** Of open and place: the ids of all records that there were before the send. */
  readonly knownBefore?: readonly Id[] | undefined;
  /** The account that it is for, where Easy Options had shown it when it was asked for. */
  readonly accountId?: Id | undefined;
  /** What it was asked with, if not with this very credential: one from the same source, or from another. */
  readonly credential?: 'renewed' | 'other' | undefined;
  /** Of a replacement alone: how far it has come. */
  readonly replacing?: Replacing | undefined;
};

export type Intent = Common &
  (
    | {readonly state: 'ASKED' | 'SENDING' | 'ACCEPTED' | 'REFUSED' | 'NOT SENT'}
    /** A replacement's own. The last one waits for the person, who goes on with it or leaves it at that. */
    | {readonly state: 'CANCELING' | 'READING' | 'PLACING' | 'CANCELED NOT PLACED'}
    | {
        readonly state: 'DONE';
        /** `proved` by the service's own yes; `matched` by a read after a lost answer. */
        readonly proof: 'proved' | 'matched';
        /** No two intents may end with the same one. */
        readonly resolvedRecordId?: Id | undefined;
        /** What the read that ended it saw, for the person; the journal does not keep it. */
        readonly seen?: SeenRecord | undefined;
      }
    | {
        readonly state: 'UNKNOWN';
        readonly candidates: readonly Candidate[];
        /** Enough good reads over enough time found nothing. That proves nothing, but opens ways out. */
        readonly noTrace: boolean;
      }
    | {
        readonly state: 'BY HAND';
        /** Kept as the user said it. */
        readonly said: {readonly word: string; readonly note: string};
      }
  );

/** An unresolved intent that is not ours: `holder` says in words whose it is. */
export type HeldIntent = {
  readonly intent: Intent;
  readonly holder: string;
  /** Whether that dashboard runs; `gone` if it has ended, `elsewhere` on a host that nobody here sees. */
  readonly presence: 'alive' | 'gone' | 'elsewhere';
};

/** How far the reading that is to settle an intent has come since its last attempt. */
export type ReadingProgress = {
  /** Raised by every read asked for; an answer to an older one is dropped. */
  readonly number: number;
  readonly isReading: boolean;
  /** What the timed looks are counted from, and how many of them are used up. */
  readonly since: Moment;
  readonly timed: number;
  readonly askedAt: Moment;
  readonly goodReads: number;
  readonly firstGood: Moment | undefined;
  /** Why the last read did not count. */
  readonly failure: string | undefined;
  /** The person asked for the read under way, and is told what it came to. */
  readonly isWanted?: boolean | undefined;
};

export type Intents = {
  /** Those of this dashboard, oldest first; ended ones stay for the screen. */
  readonly list: readonly Intent[];
  readonly held: readonly HeldIntent[];
  /** Confirmed, and the journal has not answered yet. */
  readonly asking: readonly Draft[];
  readonly looks: Readonly<Record<string, ReadingProgress>>;
  /** By kind of write, monotonic ms until when the service asked to be left alone (429). */
  readonly blockedUntil: Readonly<Partial<Record<WriteKind, number>>>;
  /** By kind, how many 429 came in a row. */
  readonly rateStreak: Readonly<Partial<Record<WriteKind, number>>>;
  /** By kind, why it is disabled until it is asked for anew (403). */
  readonly disabled: Readonly<Partial<Record<WriteKind, string>>>;
  /** Changes that the journal has not taken, and why: until it does, nothing new is sent. */
  readonly unsaved: {readonly ids: readonly string[]; readonly reason: string} | undefined;
  /** The service's clock less ours, and when that was last seen. */
  readonly clock: {readonly offsetMs: number; readonly seenAt: Moment} | undefined;
  /** Why the journal could not be looked at with the last poll. */
  readonly journalProblem: string | undefined;
  /** The one account that Easy Options show. */
  readonly accountId: Id | undefined;
  /** Why what adds risk is not sent, while a stop is set. */
  readonly stopped: string | undefined;
};

export const initialIntents: Intents = {
  list: [],
  held: [],
  asking: [],
  looks: {},
  blockedUntil: {},
  rateStreak: {},
  disabled: {},
  unsaved: undefined,
  clock: undefined,
  journalProblem: undefined,
  accountId: undefined,
  stopped: undefined,
};

/** What to read: the records before a send, or what may tell what became of it. */
export type Reading =
  | {readonly kind: 'before open'; readonly cardId: Id}
  | {readonly kind: 'before place'; readonly symbol: string; readonly at: Millis}
  | {readonly kind: 'open'; readonly cardId: Id}
  | {readonly kind: 'close'; readonly easyOptionId: Id}
  /** Trades are read from `since` on, by our clock as it was then. */
  | {
      readonly kind: 'place';
      readonly symbol: string;
      readonly since: Millis;
      readonly offsetAtSend: number | undefined;
    }
  | {readonly kind: 'cancel'; readonly orderId: Id}
  /** Of a replacement: what its order filled before it was canceled. */
  | {readonly kind: 'fills'; readonly orderId: Id};

/**
 * What a read brought. It counts only if it is whole: every page, every row readable, totals that agree, from
 * the intent's own service. Otherwise it is a `failure`.
 */
export type Evidence =
  | {readonly kind: 'failure'; readonly words: string}
  | {
      readonly kind: 'read';
      readonly beganAt: Moment;
      /** The service's clock less ours, by the Date header; unknown without one. */
      readonly clock:
        | {readonly offsetMs: number; readonly toleranceMs: number; readonly seenAt: Moment}
        | undefined;
      readonly easyOptions: readonly EasyOption[];
      readonly orders: readonly Order[];
      readonly trades: readonly Trade[];
      /** Of a reading of fills, every row that the service gave when asked for those of the order. */
      readonly fills?: readonly Trade[];
    };

export type IntentTimer =
  | {readonly type: 'lookDue'; readonly intentId: string; readonly look: number}
  | {readonly type: 'attemptDue'; readonly intentId: string; readonly attempt: number};

/** A message as the effects and the screen send it: whoever hands it on adds the moment. */
export type IntentSent =
  | IntentTimer
  /** The user's y counted. */
  | {readonly type: 'ask'; readonly draft: Draft}
  | {readonly type: 'asked'; readonly intent: Intent; readonly ended?: Intent | undefined}
  | {readonly type: 'askFailed'; readonly draft: Draft; readonly reason: string}
  | {readonly type: 'attempted'; readonly intentId: string; readonly attempt: Attempt}
  /** The journal did not take the attempt, so nothing was sent. */
  | {readonly type: 'attemptFailed'; readonly intentId: string; readonly reason: string}
  | {readonly type: 'gathered'; readonly intentId: string; readonly look: number; readonly evidence: Evidence}
  | {readonly type: 'recorded'; readonly intentId: string}
  | {readonly type: 'recordFailed'; readonly intentId: string; readonly reason: string}
  /** The journal took the end of an intent by a record; or the record ended another, or may be another's. */
  | {readonly type: 'claimed'; readonly intent: Intent}
  | {
      readonly type: 'claimTaken';
      readonly intentId: string;
      readonly recordId: Id;
      readonly by: 'taken' | 'rivalled';
    }
  /** A poll of any pane came back, with the service's clock less ours if told: UNKNOWN intents look again. */
  | {
      readonly type: 'polled';
      readonly offsetMs?: number | undefined;
      /** The one account that Easy Options show, where they do. */
      readonly accountId?: Id | undefined;
    }
  | {readonly type: 'lookAgain'; readonly intentId: string}
  | {readonly type: 'sendAgain'; readonly intentId: string}
  /** The user's key counted once more: what a replacement has left is placed, as it says by now. */
  | {
      readonly type: 'goOn';
      readonly intentId: string;
      readonly draft: DraftOf<'replace'>;
      /** Trades may be missing, and it goes on all the same. */
      readonly isInsisted: boolean;
    }
  | {readonly type: 'wentOn'; readonly intent: Intent}
  | {readonly type: 'notGoneOn'; readonly intentId: string; readonly reason: string}
  | {readonly type: 'endByHand'; readonly intentId: string; readonly word: string; readonly note: string}
  | {readonly type: 'overrideNoTrace'; readonly intentId: string; readonly word: string}
  /** From the journal, at start and whenever the process that held them is gone. */
  | {readonly type: 'restored'; readonly intents: readonly Intent[]}
  /** What others hold; `changed` are those that they have changed since the last look, for Activity. */
  | {
      readonly type: 'held';
      readonly held: readonly HeldIntent[];
      readonly changed?: readonly Intent[];
      /** What weighs on the limits of the account. */
      readonly standing?: AccountStanding;
    }
  | {readonly type: 'watchFailed'; readonly reason: string}
  /** Of one held on another host, where nobody here can tell whether its dashboard runs. */
  | {readonly type: 'takeOver'; readonly intentId: string}
  /** The journal had nothing to take over any more. */
  | {readonly type: 'notTakenOver'};

export type IntentMsg = IntentSent & {readonly now: Moment};

export type IntentCommand =
  /** Make an id and a key, and commit them with the lock; `ends` gives up its lock in the same commit. */
  | {
      readonly type: 'journalAsk';
      readonly draft: Draft;
      readonly at: Moment;
      readonly ends?: Intent | undefined;
      readonly accountId?: Id | undefined;
    }
  /** Commit that a replacement goes on, unless it stands otherwise by now; with a key of its own. */
  | {readonly type: 'journalGoOn'; readonly intent: Intent}
  /** Commit the attempt, and only then open a connection. */
  | {readonly type: 'attempt'; readonly intent: Intent; readonly by: 'user' | 'itself'}
  /** Commit a change of state. */
  | {readonly type: 'record'; readonly intent: Intent}
  /** Commit an end by a record that no other intent may have. */
  | {readonly type: 'claim'; readonly intent: Intent}
  | {readonly type: 'gather'; readonly intentId: string; readonly look: number; readonly reading: Reading}
  | {readonly type: 'after'; readonly ms: number; readonly due: IntentTimer}
  /** See what other dashboards on the journal hold, and take over from those that are gone. */
  | {readonly type: 'watch'; readonly accountId?: Id | undefined}
  /** Give one back that is of another account. */
  | {readonly type: 'release'; readonly intentId: string}
  | {readonly type: 'takeOver'; readonly intentId: string}
  /** Something was done: every pane is asked for at once. */
  | {readonly type: 'refresh'}
  /** Tell the person how it ended, or stands. */
  | {readonly type: 'say'; readonly intent: Intent; readonly level: 'good' | 'warning' | 'danger'}
  | {
      readonly type: 'tell';
      readonly text: string;
      readonly level: 'info' | 'good' | 'warning' | 'danger';
      /** It stays on top until it is taken note of. */
      readonly stays?: true;
    };

/** What of it the journal and the service carry out; the rest is the desk's own. */
export type IntentEffect =
  | Exclude<IntentCommand, {type: 'refresh' | 'say' | 'tell' | 'journalAsk' | 'journalGoOn'}>
  /** With what the desk knows of the account: the limits are held by the commit itself. */
  | (Extract<IntentCommand, {type: 'journalAsk' | 'journalGoOn'}> & {readonly knows: Knows})
  /** What came of these has been seen in a whole read of the account. */
  | {readonly type: 'seen'; readonly intentIds: readonly string[]};
