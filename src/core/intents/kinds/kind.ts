import type * as z from 'zod/mini';
import type {Moment} from '../../../account/model/moment.ts';
import type {FeedPane, Guardrails} from '../../../account/model/vocabulary.ts';
import type {PortfolioRows} from '../../../account/portfolio/rows.ts';
import type {Fills, KnownOrder} from '../../../account/words/records.ts';
import type {Answer, CallOptions, Operations} from '../../../api/client.ts';
import type {Decimal, EasyOption, Id, JsonObject, Millis, Order, Trade} from '../../../api/wire/records.ts';
import type {Load} from '../../limits/measures.ts';
import type {Attempt} from '../outcome.ts';

/**
 * Interface of a kind of write. One file beside this one defines each kind, and `kinds.ts` lists them. Other
 * code asks the kind and never compares its name. `defaults` of `parts.ts` has what most kinds agree on.
 * Form and review are its ticket, which is no matter of the core.
 *
 * @template K the fields of a draft that identify its record, for a lock on it before the rest is known
 */
export type Kind<D extends AnyDraft, K extends keyof D = keyof D> = Makes<D> & {
  // Write
  readonly name: D['kind'];
  readonly schema: z.ZodMiniType<D>;
  /** The card, order or contract that it acts on. Two drafts with the same one are never pending at once. */
  target(of: Pick<D, 'kind' | K>): string;
  /** Two unresolved intents never share one of these. By default the target alone. */
  targets?(of: Pick<D, 'kind' | K>): readonly string[];
  /** The order that it cancels. */
  cancels?(draft: D): Id;
  guardrail(draft: D, by: GuardrailFacts): string | undefined;

  // Words
  readonly words: {
    asked(draft: D): string;
    /** Stands before `asked` where nothing says yet that it is a write. */
    readonly verb?: string;
    // Columns of Activity
    target(draft: D): string;
    amount(draft: D): string;
  };
};

/** A kind that is sent. An amend is none: it is a cancel, and a place that follows. */
export type SentKind<D extends AnyDraft, K extends keyof D = keyof D> = Kind<D, K> & {
  send(client: Operations, write: Write<D>, options: CallOptions | undefined): Promise<Sent>;
  /** False if the order of an answer is another one: it proves nothing about the write. */
  isOf(write: Write<D>, order: Order): boolean;
  readonly repeats: 'never' | 'same key' | 'until final';
  readonly answer: 'no record' | 'its order' | 'its order, canceled';
  /** Statuses that count as a refusal only after a read. */
  readonly readFirst: {readonly [S in 404 | 409 | 422]?: ReadFirst};

  // Proof
  /** The ids of the rows that a read could take for the record of it, or of another write of its target. */
  like(draft: D, rows: PortfolioRows): readonly Id[];
  /** The lists of the account that settle it, once they were read whole; that of its record is the first. */
  readonly settledBy: readonly [FeedPane, ...FeedPane[]];
  judge(write: Write<D>, read: WholeRead, listLagMs: Millis): Verdict;

  done(draft: D, how: {readonly recordId: Id; readonly proof: 'proved' | 'matched'}): DoneRecord;
  /** The sentence for a done order, if not that of the order. */
  doneWords?(write: Write<D>, order: KnownOrder, fills: Fills): string;

  // Words of one that is UNKNOWN
  /** Sentences: the possible ends, the lists that show them, and the action that is safe meanwhile. */
  readonly inDoubt: string;
  /** The risk of sending it again by hand. */
  readonly resent: string;
};

type AnyDraft = {readonly kind: string};

// Write: what it is, its risk, and what proves its outcome.

/**
 * The record that it makes: two intents never end with the same one, and the limits weigh what it adds. A close
 * or a cancel ends one that exists. That is an exit: no limit, halt or full disk blocks it. What makes nothing
 * and reduces nothing is no exit, and no limit weighs it.
 */
type Makes<D> =
  | ({readonly makes: 'easy option'} & Weight<D>)
  | ({
      readonly makes: 'order';
      /** The order that it leaves at the service: limits, reviews and messages ask for it, not for the kind. */
      places(draft: D): PlacedOrder;
      /** The order whose place its own takes: that one weighs no more. */
      replaces(draft: D): Id | undefined;
      /** The most that may fill, in contracts. */
      mostFilled(draft: D): Decimal;
    } & Weight<D>)
  | {readonly makes: 'nothing'; readonly risk: 'reduces' | 'none'};

type Weight<D> = {
  /** Maximum exposure; `filled` is the filled size of the order that it replaces. */
  load(draft: D, of: LoadFacts, filled: Decimal): Load;
  /** @param seen underlying by symbol, from records */
  underlying(draft: D, seen: ReadonlyMap<string, string>): string | undefined;
};

type LoadFacts = Pick<Load, 'currency' | 'underlying'>;

export type GuardrailFacts = {
  readonly guardrails: Guardrails;
  readonly underlyings: ReadonlyMap<string, string>;
};

/** A draft before it is complete. `reduces` names a position. */
export type Asked = {readonly kind: string; readonly reduces?: string | undefined};

export type PlacedOrder = {
  readonly kind: 'place';
  readonly symbol: string;
  readonly side: 'BUY' | 'SELL';
  readonly price: Decimal;
  readonly size: Decimal;
  readonly positionId?: Id | undefined;
  readonly contract?: Contract | undefined;
  readonly reduces?: string | undefined;
};

/** Trades carry no symbol, so these fields match them to an order. */
export type Contract = {
  asset?: string | undefined;
  type?: string | undefined;
  strikePrice?: string | undefined;
  expiryDate?: number | undefined;
};

/** The order whose place a new one takes. */
export type Replaced = {
  /** The write that canceled it. */
  readonly cancelId: string;
  readonly orderId: Id;
  readonly price: Decimal;
  /** In contracts, by its trades: they are left out of the size of the new one. */
  readonly filled: Decimal;
  /** The size that may have filled besides, which no trade shows yet. */
  readonly unseen: Decimal;
  /** The ask that the review showed. */
  readonly ask?: Decimal | undefined;
};

/** An intent, as its kind sees it. */
export type Write<D> = {
  readonly draft: D;
  readonly attempts: readonly Attempt[];
  readonly idempotencyKey?: string | undefined;
  /** Service clock minus local clock at the first send, in ms. */
  readonly offsetAtSend?: number | undefined;
  readonly knownBefore?: readonly Id[] | undefined;
  readonly askedAt: Moment;
};

/** A confirmation expires after this time, because prices move. */
export const confirmedForMs = 15_000;

type Sent = Pick<Answer<Order | JsonObject>, 'value' | 'requestId' | 'latencyMs' | 'paperLedger'>;

type ReadFirst = 'not found, to be read' | 'key used for another order' | 'refused, to be read';

/** The lists of the account. Those that settle the write were read whole since its last attempt. */
export type WholeRead = {
  /** Service clock minus local clock, in ms. */
  readonly offsetMs: number | undefined;
  readonly easyOptions: readonly EasyOption[];
  readonly orders: readonly Order[];
  readonly trades: readonly Trade[];
};

export type Verdict =
  | {readonly verdict: 'done'; readonly recordId: Id; readonly reason: string; readonly seen: SeenRecord}
  | {readonly verdict: 'refused'; readonly reason: string}
  /** Several possible records, or an uncertain one. The reason names them; none is selected. */
  | {readonly verdict: 'undecided'; readonly reason: string; readonly isSeveral?: boolean}
  /** No match, which proves nothing. */
  | {readonly verdict: 'none'; readonly reason: string};

export type SeenRecord = {
  readonly order?: Order | undefined;
  readonly trades?: readonly Trade[] | undefined;
  readonly easyOption?: EasyOption | undefined;
};

// Words: what is said while it is UNKNOWN, and once it is done.

export type DoneRecord =
  | {readonly easyOption: EasyOption}
  | {readonly order: KnownOrder}
  | {readonly words: string};
