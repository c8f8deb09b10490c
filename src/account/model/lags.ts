import type {Millis} from '../../api/wire/records.ts';

/** The longest delay before a service lists a change. */
export type Lags = {readonly listLagMs: Millis; readonly tradesLagMs: Millis};

/** Settings allow an hour: after twice that every read shows the change. */
export const longestLagMs = 2 * 3_600_000;

export type Stated = {
  readonly venue: 'PAPER' | 'LIVE' | undefined;
  readonly tradesLagMs?: Millis | undefined;
};

/** The paper service states its lag of trades, and has no other. For others the profile says it. */
export function lagsOf({venue, tradesLagMs = 0}: Stated, settings: Lags): Lags {
  return venue === 'PAPER' ? {listLagMs: 0, tradesLagMs} : settings;
}

export function mostLagMs(link: Stated, settings: Lags): Millis {
  const {listLagMs, tradesLagMs} = lagsOf(link, settings);
  return Math.max(listLagMs, tradesLagMs);
}
