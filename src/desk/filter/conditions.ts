import type {MemberKind} from '../../api/wire/records.ts';
import type {FeedPane} from '../model/vocabulary.ts';
import type {Need} from '../resources/resource.ts';

/** Text is compared regardless of case. */
export type Demand =
  | {readonly is: 'one of' | 'part'; readonly values: readonly string[]}
  | {
      readonly is: 'between';
      readonly from: string | number | undefined;
      readonly to: string | number | undefined;
      /** The ends are left out. */
      readonly isAbove?: boolean | undefined;
      readonly isBelow?: boolean | undefined;
    };

export type Condition = {
  readonly text: string;
  readonly pane: FeedPane;
  /** A field of the records, or a computed column. */
  readonly field: string | undefined;
  /** The source of a computed column besides its row; without it, no row fits. */
  readonly needs: Need | undefined;
  readonly kind: MemberKind;
  readonly isNegated: boolean;
  readonly demand: Demand;
  /** If false, the condition is checked only here. */
  readonly isAsked: boolean;
};

export type Split = {
  readonly text: string;
  readonly member: string;
  readonly values: readonly (string | number)[];
  /** Excluded values: with `values` they must add up to the total, or unknown values exist. */
  readonly without: readonly (string | number)[] | undefined;
};

export type Filter = {readonly split: Split | undefined; readonly conditions: readonly Condition[]};

export type Filtered = {
  readonly searches: number;
  readonly narrowedFrom?: number | undefined;
  readonly disobeyed?: string | undefined;
  /** Set for merged searches: total pages, and rows before this page. */
  readonly pages?: number | undefined;
  readonly before?: number | undefined;
};
