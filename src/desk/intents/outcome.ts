import type {Order} from '../../api/wire/records.ts';
import type {Moment} from '../model/moment.ts';

/**
 * What came of one attempt, as a bare fact: what it proves is the classifier's business. An attempt without an
 * outcome was cut off by the end of its process.
 */
export type Outcome =
  /** 2xx with a body as documented; place and cancel bring the order's record. */
  | {readonly kind: 'yes'; readonly order?: Order | undefined}
  /** 2xx with a body that is malformed or cut. */
  | {readonly kind: 'garbled'; readonly words: string}
  /** Any other status. `ownBody`: ApiErrorV1, or a JSON object with a message. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly ownBody: boolean;
      readonly words: string;
      readonly retryAfterMs?: number | undefined;
    }
  /** No answer, or none to its end, and the request may have arrived. */
  | {readonly kind: 'lost'; readonly words: string}
  /** Proved that no request header was written. `mayRepeat` is false where the same would only fail again. */
  | {readonly kind: 'not sent'; readonly words: string; readonly mayRepeat: boolean};

/** One sending of the intent's request; journaled before its connection opens, and again with its result. */
export type Attempt = {
  /** From 1. */
  readonly number: number;
  /** Of a replacement, which of its writes it is of; all others have but one. */
  readonly write?: number | undefined;
  readonly by: 'user' | 'itself';
  /** Monotonic times, and the right to repeat by itself, end with the process that made it. */
  readonly process: 'this' | 'earlier';
  readonly startedAt: Moment;
  readonly result?:
    | {
        readonly at: Moment;
        readonly outcome: Outcome;
        readonly requestId?: string | undefined;
        readonly latencyMs?: number | undefined;
      }
    | undefined;
};
