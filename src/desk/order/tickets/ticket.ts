import type * as z from 'zod/mini';
import type {Lags, lagsOf} from '../../../account/model/lags.ts';
import type {FeedPane, Row, RowOf} from '../../../account/model/vocabulary.ts';
import type {Decimal, EasyOption, EasyOptionCard, Id, Millis, Order} from '../../../api/wire/records.ts';
import type {Contract, GuardrailFacts, Replaced} from '../../../core/intents/kinds/kind.ts';

/**
 * The form of one kind of write, and its review before the key. Each file beside this one is the ticket of one
 * kind, and `tickets.ts` lists them. The core has the request, and the proof of its outcome.
 */
export type Ticket<D> = {
  readonly title: string;
  readonly pane: FeedPane;
  /** The row of the pane that it is about. */
  record?(draft: D): Id | undefined;
  does(draft: D, amount: (value: Decimal) => string): string;
  /** One of several that is CONFIRMED. */
  readonly confirmed?: string;
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
  over?(draft: D, rows: ListedRows): string | undefined;
};

export type AnyDraft = {readonly kind: string};

export type AmendFacts = {
  readonly link: Parameters<typeof lagsOf>[0];
  readonly settings: Lags & {readonly amendWaitMs: Millis};
};

export type FormKind<D> = {
  readonly fields: readonly FieldKind[];
  title(about: Pick<Filled<D>, 'card' | 'given'>): string;
  /** Facts of its row, above the fields. */
  stands?(given: D, unlisted: Unlisted | undefined): string;
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

export type FormRules = GuardrailFacts & {readonly symbols: readonly string[]};

export type Filled<D = AnyDraft> = {
  value(name: string): string;
  readonly card: EasyOptionCard | undefined;
  /** The prefilled contract, valid while its symbol stays. */
  readonly contract: {readonly symbol: string; readonly is: Contract} | undefined;
  /** The draft that its row gives, which the fields change. */
  readonly given?: D | undefined;
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

/**
 * `decides`: the key sends it, or a person has to know it: no key confirms unless it is on the screen. `asks
 * again`: the question is asked again when it changes, appears or goes.
 */
export type LineRule = 'told' | 'decides' | 'asks again' | 'decides and asks again';

export type ReviewLine = {
  /** Unique in a review: the value that the line had when its review opened is found by it. */
  readonly label: string;
  readonly value: string;
  /** On a low screen. */
  readonly short?: string;
  readonly rule: LineRule;
  /** It is compared with the ask that the form showed. */
  readonly isAsk?: true;
  /** Its value is clear alone, where lines are packed. */
  readonly needsNoLabel?: true;
  /** Its id or its begin is enough: it is cut after two lines. */
  readonly isName?: true;
  readonly note?: string;
  /** Drawn as a warning. What has to be known before the key also decides, or is a doubt. */
  readonly danger?: boolean;
  readonly at?: Millis;
};

/** The holding in the contract of an order. */
export type Held = {
  /** Contracts of its position, also of fills that are not listed yet; undefined if that is not known. */
  readonly net: Decimal | undefined;
  /** Fills that no trade shows yet, in words. */
  readonly unlisted: string;
};

/** Contracts of an order that filled, or may have, and that no trade shows yet. */
export type Unlisted = {readonly least: Decimal; readonly most: Decimal};

/** A sale of more than its position is known to hold. */
export type Short = {
  /** The most that all in its underlying and expiry can then lose at expiry; undefined if that is not known. */
  readonly maxLoss: Decimal | 'unlimited' | undefined;
  /** It names no position, and one of its contract holds enough. */
  readonly mayNet: boolean;
};

export type ReviewFacts = {
  readonly subject: Subject;
  readonly currency: string | undefined;
  readonly cards: readonly EasyOptionCard[];
  readonly isMarketable: boolean;
  /** By listed trades; undefined before any was read. */
  filled(orderId: Id): Decimal | undefined;
  /** The unlisted fill of the order that it replaces. */
  readonly unlisted: Unlisted | undefined;
};
