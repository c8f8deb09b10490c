import {whyHeld} from '../../src/core/gate/gate.ts';
import type {Intent} from '../../src/core/intents/intent.ts';
import {type Draft, makesRecord, reducesRisk} from '../../src/core/intents/kinds/kinds.ts';
import type {BoundJournal} from '../../src/core/journal/journal.ts';
import {standingIn} from '../../src/core/journal/limits.ts';
import {JournalError} from '../../src/core/journal/problem.ts';
import type {AccountStanding, Knows} from '../../src/core/limits/pending.ts';

/** What counts in the limits, from the intents in memory; the decision is the journal's own. */
export type LimitsStore = {
  /** By process, what its last poll saw. */
  readonly polled: Map<number, AccountStanding>;
  /** Where nobody has limits or closes a position nothing is weighed, and most scenarios are such. */
  isWeighed: boolean;
};

export const emptyLimits = (): LimitsStore => ({polled: new Map(), isWeighed: false});

export const copyOfLimits = ({polled, isWeighed}: LimitsStore): LimitsStore => ({
  polled: new Map(polled),
  isWeighed,
});

/** @param polled what the last poll saw */
export type WeighedInstead = (
  standing: AccountStanding,
  polled: AccountStanding | undefined,
  stateOf: (intentId: string) => Intent['state'] | undefined,
) => AccountStanding;

export type LimitsBound = {
  readonly store: LimitsStore;
  readonly pid: number;
  /** Of the account, in the order of asking. */
  readonly intents: () => readonly Intent[];
  /** What a program that is broken on purpose weighs instead of what stands. */
  readonly weighed?: WeighedInstead | undefined;
};

export function createLimitsStore(bound: LimitsBound): BoundJournal['limits'] {
  const {store, pid} = bound;
  return {
    keepZone() {
      store.isWeighed = true;
    },
    standing(now) {
      const standing = store.isWeighed ? {...standingIn(bound.intents(), now), zone} : nothing;
      store.polled.set(pid, standing);
      return standing;
    },
  };
}

/** As in the journal's own transaction. */
export function refuseBeyond(
  {store, pid, weighed, intents}: LimitsBound,
  {draft}: {readonly draft: Draft},
  knows: Knows,
): void {
  if (!makesRecord(draft)) return;
  if (reducesRisk(draft)) store.isWeighed = true;
  const stands = {...standingIn(intents(), knows.now.wall), zone};
  const stateOf = (intentId: string) => intents().find(({id}) => id === intentId)?.state;
  const standing = weighed?.(stands, store.polled.get(pid), stateOf) ?? stands;
  const reason = whyHeld({halted: undefined, knows, standing}, draft);
  if (reason !== undefined) throw new JournalError('held', reason);
}

const zone = 'UTC';
const nothing: AccountStanding = {pending: [], writes: [], zone: undefined};
