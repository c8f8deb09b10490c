import type {MemberKind} from '../../api/wire/records.ts';

/** What a condition demands of a value. Texts are compared without letter case. */
export type Demand =
  | {readonly is: 'one of' | 'part'; readonly values: readonly string[]}
  | {
      readonly is: 'between';
      readonly from: string | number | undefined;
      readonly to: string | number | undefined;
    };

/** A condition of a filter as rows are held to it. */
export type Condition = {
  /** As it would be typed. */
  readonly text: string;
  /** Of the records; undefined where they do not bear what it is about. */
  readonly field: string | undefined;
  readonly kind: MemberKind;
  readonly isNegated: boolean;
  readonly demand: Demand;
  /** The service is asked for it; what is not is narrowed here alone. */
  readonly isAsked: boolean;
};

/** What more than one search is asked for. */
export type Split = {
  /** The condition, as it would be typed. */
  readonly text: string;
  /** Of the service's query. */
  readonly member: string;
  /** Each of them is a search. */
  readonly values: readonly (string | number)[];
  /** Left out: these and the values count together all there is, or there are values that nobody knows. */
  readonly without: readonly (string | number)[] | undefined;
};

/** What one search cannot be asked for, and what rows are held to. */
export type Filter = {readonly split: Split | undefined; readonly conditions: readonly Condition[]};

/** What was made of the answers. */
export type Filtered = {
  /** How many searches the page is put together of. */
  readonly searches: number;
  /** How many rows of the service's page the filter was held to, where it was narrowed here. */
  readonly narrowedFrom: number | undefined;
  /** The condition that rows contradict. */
  readonly disobeyed: string | undefined;
  /** How many pages there are, and how many rows before this one, where searches were put together. */
  readonly pages: number | undefined;
  readonly before: number | undefined;
};
