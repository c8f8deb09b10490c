/** European options by Black and Scholes (1973), in Merton's form with a continuous yield. */
import type {OptionKind} from './instruments.ts';

export type Terms = {
  kind: OptionKind;
  spot: number;
  strike: number;
  /** Years to expiry. */
  years: number;
  /** Volatility per year, e.g. 0.5. */
  volatility: number;
  /** Continuous rate per year; 0 when not given. */
  rate?: number | undefined;
  /** Continuous yield of the underlying per year; 0 when not given. */
  dividend?: number | undefined;
};

/** The value of the option; at or after expiry, or without volatility, the discounted intrinsic value. */
export function blackScholes({kind, spot, strike, years, volatility, rate = 0, dividend = 0}: Terms): number {
  const sign = kind === 'CALL' ? 1 : -1;
  if (years <= 0) return Math.max(0, sign * (spot - strike));
  const forward = spot * Math.exp(-dividend * years);
  const discounted = strike * Math.exp(-rate * years);
  const deviation = volatility * Math.sqrt(years);
  if (deviation === 0) return Math.max(0, sign * (forward - discounted));
  const d1 = Math.log(forward / discounted) / deviation + deviation / 2;
  const d2 = d1 - deviation;
  return sign * (forward * normalCdf(sign * d1) - discounted * normalCdf(sign * d2));
}

/**
 * The cumulative normal distribution with an absolute error below 1e-15: Hart's algorithm 5666 as given by G.
 * West, "Better approximations to cumulative normal functions", Wilmott Magazine, 2005.
 */
export function normalCdf(x: number): number {
  const size = Math.abs(x);
  if (size > 37) return x > 0 ? 1 : 0;
  const density = Math.exp((-size * size) / 2);
  const upper = size < 7.07106781186547 ? density * ratio(size) : density / fraction(size);
  return x > 0 ? 1 - upper : upper;
}

function ratio(x: number): number {
  const above =
    (((((0.0352624965998911 * x + 0.700383064443688) * x + 6.37396220353165) * x + 33.912866078383) * x +
      112.079291497871) *
      x +
      221.213596169931) *
      x +
    220.206867912376;
  const below =
    ((((((0.0883883476483184 * x + 1.75566716318264) * x + 16.064177579207) * x + 86.7807322029461) * x +
      296.564248779674) *
      x +
      637.333633378831) *
      x +
      793.826512519948) *
      x +
    440.413735824752;
  return above / below;
}

const fraction = (x: number): number => (x + 1 / (x + 2 / (x + 3 / (x + 4 / (x + 0.65))))) * 2.506628274631;
