import type * as z from 'zod/mini';
import type {Lags, lagsOf} from '../../../account/model/lags.ts';
import type {Moment} from '../../../account/model/moment.ts';
import type {FeedPane, Guardrails, Row, RowOf} from '../../../account/model/vocabulary.ts';
import type {PortfolioRows} from '../../../account/portfolio/rows.ts';
import type {Fills, KnownOrder} from '../../../account/words/records.ts';
import type {Answer, CallOptions, Operations} from '../../../api/client.ts';
import type {
  Decimal,
  EasyOption,
  EasyOptionCard,
  Id,
  JsonObject,
  Millis,
  Order,
  Trade,
} from '../../../api/wire/records.ts';
import type {Load, Measure} from '../../limits/measures.ts';
import type {Attempt} from '../outcome.ts';

/**
 * Interface of a kind of write. One file beside this one defines each kind, and `kinds.ts` lists them. Other
 * code asks the kind and never compares its name. `defaults` of `parts.ts` has what most kinds agree on.
 *
 * @template K the fields of a draft that identify its record, for a lock on it before the rest is known
 */
export type Kind<D extends AnyDraft, K extends keyof D = keyof D> = Risk<D> & {
  // Write
  readonly name: D['kind'];
  readonly schema: z.ZodMiniType<D>;
  /** Two drafts with the same target are never pending at once. */
  target(of: Pick<D, 'kind' | K>): string;
  /** Two unresolved intents never share one of these. By default the target alone. */
  targets?(of: Pick<D, 'kind' | K>): readonly string[];
  readonly pane: FeedPane;
  /** The row of the pane that it is about. */
  record(draft: D): Id | undefined;
  places(draft: D): PlacedOrder | undefined;
  /** The order that it cancels, as far as the draft states it. */
  cancels(draft: D): (KnownOrder & {readonly orderId: Id}) | undefined;
  /** The order whose place its own takes: that one weighs no more. */
  replaces(draft: D): Id | undefined;
  /** Two intents of the kind never end with the same record. */
  readonly makesRecord: boolean;
  guardrail(draft: D, by: GuardrailFacts): string | undefined;

  // Form and review
  /** Present if the row gives all that a form does not ask for. */
  ofRow?(row: Row, by: AmendFacts): D | {readonly refused: string};
  /** None if a row says everything that the write needs. */
  readonly form?: FormKind<D>;
  /** The fields that agents and scripts give to propose it; its row or its form gives the others. */
  proposes(): Readonly<Record<string, z.ZodMiniType>>;
  /** As the lists show it now; undefined if they do not. */
  listed(draft: D, subject: Subject, rows: ListedRows): Subject | undefined;
  review(draft: D, facts: ReviewFacts): readonly ReviewLine[];
  /** The reason not to send it: the lists show that its record is over. */
  over(draft: D, rows: ListedRows): string | undefined;

  // Words
  readonly words: {
    readonly title: string;
    asked(draft: D): string;
    /** For a place without a verb: stands before `asked` where no order is expected. */
    readonly verb?: string;
    does(draft: D, amount: (value: Decimal) => string): string;
    /** One of several that is CONFIRMED. */
    readonly confirmed?: string;
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
  /** The lists of the account that settle it, once they were read whole. */
  readonly settledBy: readonly FeedPane[];
  judge(write: Write<D>, read: WholeRead, listLagMs: Millis): Verdict;

  done(draft: D, how: {readonly recordId: Id; readonly proof: 'proved' | 'matched'}): DoneRecord;
  /** The sentence for a done order, if not that of the order. */
  doneWords?(draft: D, order: KnownOrder, fills: Fills): string;

  // Words of one that is UNKNOWN
  /** Sentences: the possible ends, the lists that show them, and the action that is safe meanwhile. */
  readonly inDoubt: string;
  /** The risk of sending it again by hand. */
  readonly resent: string;
};

type AnyDraft = {readonly kind: string};

// Write: what it is, its risk, and what proves its outcome.

/**
 * The limits weigh what adds risk. What reduces it is an exit: no limit, halt or full disk blocks it. A kind
 * of risk 'none' leaves no order, Easy Option or contract: no limit weighs it, but it is no exit.
 */
type Risk<D> =
  | {
      readonly risk: 'adds';
      readonly adds: {
        readonly what: 'easy option' | 'order';
        /** Maximum exposure; `filled` is the filled size of the order that it replaces. */
        load(draft: D, of: LoadFacts, filled: Decimal): Load;
        /** In contracts; 0 if it is not an order. */
        size(draft: D): Decimal;
        /** @param seen underlying by symbol, from records */
        underlying(draft: D, seen: ReadonlyMap<string, string>): string | undefined;
      };
    }
  | {readonly risk: 'reduces' | 'none'; readonly adds?: undefined};

type LoadFacts = Pick<Load, 'currency' | 'underlying'>;

type GuardrailFacts = {readonly guardrails: Guardrails; readonly underlyings: ReadonlyMap<string, string>};

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
  /** So much more of it may have filled, and no trade shows it yet. */
  readonly unseen: Decimal;
  /** The ask that the review showed. */
  readonly ask?: Decimal | undefined;
};

export type AmendFacts = {
  readonly link: Parameters<typeof lagsOf>[0];
  readonly settings: Lags & {readonly amendWaitMs: Millis};
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
  | {readonly verdict: 'undecided'; readonly reason: string}
  /** No match, which proves nothing. */
  | {readonly verdict: 'none'; readonly reason: string};

export type SeenRecord = {
  readonly order?: Order | undefined;
  readonly trades?: readonly Trade[] | undefined;
  readonly easyOption?: EasyOption | undefined;
};

// Form and review: what is typed, what is read again, and what is shown before the key.

export type FormKind<D> = {
  readonly fields: readonly FieldKind[];
  title(about: Pick<Filled<D>, 'card' | 'given'>): string;
  /** Facts of its row, above the fields. */
  stands?(given: D): string;
  /** By field, of a draft that is edited. */
  values(draft: D): Readonly<Record<string, string | undefined>>;
  estimate(filled: Filled<D>): string | undefined;
  draft(filled: Filled<D>): D | undefined;
  pointless?(draft: D): string | undefined;
};

export type FieldKind = {
  readonly name: string;
  readonly label: string;
  readonly is: 'number' | 'text' | 'side';
  /** It takes `max` too, of limits on this. */
  readonly sizes?: 'investment' | 'notional';
  /** Matches its name in a refusal: the interface names its fields, but its error texts are free. */
  readonly calledBy: RegExp;
  judge(value: string, rules: FormRules): Judged;
};

export type Judged = {
  /** The value without thousands separators, suffixes and spaces. */
  readonly sends: string;
  readonly error: string | undefined;
};

export type FormRules = GuardrailFacts & {
  readonly symbols: readonly string[];
  /** Limits of the account. */
  readonly measures: readonly Measure[];
  /** Why they are no figures of now. */
  readonly old?: string | undefined;
  readonly currency: string | undefined;
};

export type Filled<D = AnyDraft> = {
  value(name: string): string;
  readonly card: EasyOptionCard | undefined;
  /** The prefilled contract, valid while its symbol stays. */
  readonly contract: {readonly symbol: string; readonly is: Contract} | undefined;
  readonly ask: Decimal | undefined;
  /** The draft that its row gives, which the fields change. */
  readonly given: D | undefined;
  /** The order whose place it takes, while symbol and side are those. */
  readonly replaces?: {readonly symbol: string; readonly side: string; readonly order: Replaced} | undefined;
};

export type Subject = {
  readonly card?: EasyOptionCard | undefined;
  readonly option?: EasyOption | undefined;
  readonly order?: Order | undefined;
};

export type ListedRows = {
  row<P extends FeedPane>(pane: P, id: Id | undefined): RowOf[P] | undefined;
  /** All of the list was read since the question, without it. */
  lacks(pane: FeedPane, id: Id): boolean;
};

export type ReviewLine = {
  readonly label: string;
  readonly value: string;
  /** On a low screen. */
  readonly short?: string;
  /** Part of what the key sends: on a low screen it comes before all but the environment. */
  readonly isSent?: boolean;
  /** No key confirms unless it is on the screen, as for what is sent. */
  readonly decides?: boolean;
  readonly note?: string;
  readonly danger?: boolean;
  readonly at?: Millis;
};

/** The labels of lines that say what is traded: if one of them changes, the question is asked again. */
export const tradedLabels: readonly string[] = [
  'Card',
  'Direction',
  'Target',
  'Trigger',
  'Expires',
  'Symbol',
];

/** The holding in the contract of an order. */
export type Held = {
  /** Contracts of its position, also of fills that are not listed yet; undefined if that is not known. */
  readonly net: Decimal | undefined;
  /** Fills that no trade shows yet, in words. */
  readonly unlisted: string;
};

/** A sale of more than its position is known to hold. */
export type Short = {
  /** The most that all in its underlying and expiry can then lose at expiry; undefined if that is not known. */
  readonly maxLoss: Decimal | 'unlimited' | undefined;
};

export type ReviewFacts = {
  readonly subject: Subject;
  readonly currency: string | undefined;
  readonly cards: readonly EasyOptionCard[];
  contractBehind(order: PlacedOrder): Contract;
  fillsAtOnce(order: PlacedOrder): boolean;
  held(order: PlacedOrder): Held;
  readonly short: Short | undefined;
  /** By listed trades. */
  filled(orderId: Id): Decimal;
  /** By side, of other orders on the symbol; '' without one. */
  readonly working: string;
  /** How late own fills were listed at most. */
  readonly fillsMissing: number;
  readonly fillsListed: {readonly count: number; readonly mostMs: Millis} | undefined;
};

// Words: what is said while it is UNKNOWN, and once it is done.

export type DoneRecord =
  | {readonly easyOption: EasyOption}
  | {readonly order: KnownOrder}
  | {readonly words: string};
