import type {Decimal} from '../../../api/wire/records.ts';
import type {Moment} from '../../model/moment.ts';

/** How far a replacement has come. */
export type Replacing = {
  /** Which of its writes it is at: the first is the cancel, each later one a placing with a key of its own. */
  readonly write: number;
  /** Contracts of the order that its trades told when they were read last; undefined before. */
  readonly filled?: Decimal | undefined;
  /** No further trade of it can come. */
  readonly isComplete?: boolean | undefined;
  /** When the person went on with it: that confirmation holds as long as any. The journal does not keep it. */
  readonly confirmedAt?: Moment | undefined;
  /** The person goes on although trades may be missing. */
  readonly isInsisted?: boolean | undefined;
};

/** The write of a replacement that cancels its order. */
export const cancelWrite = 1;
