import type {Order} from '../../api/wire/records.ts';
import type {Moment} from '../model/moment.ts';

/** Fact about one attempt; `classify` decides what it proves. Without one, the process ended first. */
export type Outcome =
  /** 2xx with a documented body; place and cancel bring the order. */
  | {readonly kind: 'yes'; readonly order?: Order | undefined}
  | {readonly kind: 'garbled'; readonly words: string}
  /** `ownBody`: ApiErrorV1, or a JSON object with a message. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly ownBody: boolean;
      readonly words: string;
      readonly retryAfterMs?: number | undefined;
    }
  /** No complete answer, and the request may have arrived. */
  | {readonly kind: 'lost'; readonly words: string}
  /** No request header was written. `mayRepeat` is false if a repeat would fail the same way. */
  | {readonly kind: 'not sent'; readonly words: string; readonly mayRepeat: boolean};

/** Journaled before the connection opens, and again with its result. */
export type Attempt = {
  readonly number: number;
  readonly write?: number | undefined;
  readonly by: 'user' | 'itself';
  /** Monotonic times and automatic repeats are valid in one process only. */
  readonly process: 'this' | 'earlier';
  readonly startedAt: Moment;
  /** The machine slept, or its clock was set, between the commit and the first byte. */
  readonly isUnsteady?: boolean | undefined;
  readonly result?:
    | {
        readonly at: Moment;
        readonly outcome: Outcome;
        readonly requestId?: string | undefined;
        readonly latencyMs?: number | undefined;
      }
    | undefined;
};

export function mayHaveArrived(attempt: Attempt): boolean {
  return attempt.result?.outcome.kind !== 'not sent';
}

/** The status of an answer in the service's own words; undefined for any other result. */
export function ownStatus({result}: Attempt): number | undefined {
  const outcome = result?.outcome;
  return outcome?.kind === 'status' && outcome.ownBody ? outcome.status : undefined;
}
