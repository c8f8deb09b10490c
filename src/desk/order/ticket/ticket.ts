import type {Decimal} from '../../../api/wire/records.ts';
import type {DraftKind} from '../../intents/intent.ts';
import type {AmendDraft} from '../../intents/kinds/amend.ts';
import type {Filled, FormRules, Judged} from '../../intents/kinds/kind.ts';
import type {Moment} from '../../model/moment.ts';
import type {Proposal} from '../../proposals/proposal.ts';

export type FormField = Judged & {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  /** How the value of `5%` and the like came about. */
  readonly sized?: string | undefined;
  /** The service's reason, shown until the value changes. */
  readonly refused: string | undefined;
  readonly touched: boolean;
};

export type Form = Pick<Filled, 'card' | 'contract'> & {
  readonly kind: DraftKind;
  readonly title: string;
  /** The request time of the card; polls update both while the form is open. */
  readonly cardAt: Moment | undefined;
  /** The ask when the form opened: the review compares with it. */
  readonly priceSeen: Decimal | undefined;
  readonly fields: readonly FormField[];
  /** The order to amend, and the id of the intent that continues. */
  readonly amends?: {readonly draft: AmendDraft; readonly goesOn: string | undefined} | undefined;
  /** The proposal that is edited in it. */
  readonly proposal?: Proposal | undefined;
  readonly focus: number;
  /** The focused value is selected: typing replaces it, an arrow keeps it. */
  readonly isMarked: boolean;
  readonly rules: FormRules;
  readonly cameBack: 'REJECTED' | 'NOT SENT' | undefined;
};

export type Tickets = {
  readonly sent: readonly {readonly target: string; readonly form: Form}[];
  /** The last refused form, until it is opened again. */
  readonly refused: Form | undefined;
};

export const noTickets: Tickets = {sent: [], refused: undefined};

export type Doubt =
  /** `percent` is signed: negative is below the last price. */
  | {
      readonly kind: 'price';
      readonly price: Decimal;
      readonly percent: Decimal;
      readonly seen: PriceSeen;
      readonly fillsAtOnce: boolean;
    }
  | {readonly kind: 'no price'; readonly symbol: string}
  /** Trades of the canceled order may be missing: up to `most` may have filled. */
  | {readonly kind: 'overfill'; readonly most: Decimal; readonly known: Decimal}
  | {readonly kind: 'size'; readonly size: Decimal; readonly usual: UsualSize}
  /** Nothing of one's own to compare it with. */
  | {readonly kind: 'first'; readonly amount: Decimal; readonly most: Decimal; readonly isOpening: boolean};

export type PriceSeen = {readonly price: Decimal; readonly of: 'ask' | 'last trade'};

/** The median of one's trades in an asset, or of one's Easy Options; of fewer than five, the largest. */
export type UsualSize = {readonly asset: string | undefined; readonly value: Decimal; readonly count: number};
export const fewestOfMedian = 5;
