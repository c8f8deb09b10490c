import type {Chance} from './chance.ts';
import {type Morning, mornings} from './mornings.ts';
import type {Nature} from './service.ts';

/** What a scenario is made of, drawn from its seed. */
export type Plan = {
  readonly morning: Morning;
  readonly nature: Nature;
  readonly dashboards: number;
  /** How long things go wrong (ms), and how probable it is for one request. */
  readonly stormMs: number;
  readonly writeFaults: number;
  readonly readFaults: number;
  /** First attempts leave a doubt, and later ones are refused. */
  readonly isTrap: boolean;
  /** Another program does what the user does, only a little otherwise. */
  readonly hasShadow: boolean;
  readonly journalFaults: number;
  /**
   * What every start of a dashboard is given: the same token, a new one from the same source, or from another.
   */
  /** The chance that the disk is full as a dashboard starts, and for a while. */
  readonly fullStarts: number;
  /** The chance, at every use of the journal, that the process is killed just then. */
  readonly killsAtJournal: number;
};

export function drawPlan(chance: Chance): Plan {
  const isLong = chance.is(0.3);
  return {
    morning: chance.pick(mornings)(),
    nature: {
      skewMs: chance.is(0.5) ? 0 : chance.from(-90_000, 90_000),
      clockRate: chance.is(0.8) ? 1 : chance.pick([2, 5, 60]),
      pageSize: chance.pick([3, 100, 100]),
      lateRows: chance.is(0.5) ? 0 : 0.5,
      latestRowMs: chance.pick([1_000, 5_000, 120_000, 120_000]),
      staleMs: chance.is(0.8) ? 0 : chance.from(200, 4_000),
      keyLifeMs: chance.is(0.7) ? Number.POSITIVE_INFINITY : chance.from(60_000, 120_000),
      withoutTimes: chance.is(0.1),
      withoutAccount: chance.is(0.5),
      namesPagesFrom: chance.is(0.1) ? 0 : 1,
    },
    dashboards: chance.is(0.35) ? 2 : 1,
    stormMs: isLong ? chance.from(140_000, 220_000) : chance.from(4_000, 20_000),
    writeFaults: chance.pick([0.3, 0.6, 0.95]),
    readFaults: chance.pick([0, 0.1, 0.4]),
    isTrap: chance.is(0.15),
    hasShadow: chance.is(0.3),
    journalFaults: chance.is(0.85) ? 0 : 0.05,
    killsAtJournal: chance.is(0.7) ? 0 : 0.04,
    fullStarts: chance.is(0.8) ? 0 : 0.5,
  };
}

/** Lists that lag so far, and less that fails: most cancels are to come as far as their place. */
export function withLag(plan: Plan, lagMs: number | undefined): Plan {
  if (lagMs === undefined) return plan;
  const lag = {lateRows: lagMs === 0 ? 0 : 0.5, latestRowMs: lagMs, staleMs: 0};
  return {...plan, nature: {...plan.nature, ...lag}, writeFaults: plan.writeFaults / 5};
}
