import {noLimits} from '../../src/account/model/vocabulary.ts';
import {type Intent, isFollowed} from '../../src/core/intents/intent.ts';
import {amendOf} from '../../src/core/intents/kinds/cancel.ts';
import {sentKindOf} from '../../src/core/intents/kinds/kinds.ts';
import {replacedBy} from '../../src/core/intents/kinds/place.ts';
import {describe} from '../../src/core/intents/words.ts';
import type {State} from '../../src/desk/state.ts';
import {planAgents} from './agents.ts';
import {truthful, unsaidAmends} from './amend.ts';
import {createChance} from './chance.ts';
import {createChecks} from './checks.ts';
import {createSimClient} from './client.ts';
import {hasPosition, planClosings, watchClosings} from './closings.ts';
import {createDashboard, type Dashboard, Killed} from './dashboard.ts';
import {createDisk, full, gone, guardedBy} from './disk.ts';
import {type Fault, healthy, readFault, trap, writeFault} from './faults.ts';
import {type Halts, planHalts} from './halt.ts';
import {drawLimits, planRush, unlimited, watchLimits} from './limits.ts';
import {bindStore, createStore, type Store} from './memory-journal.ts';
import {drawLags, hasNudges, planAmends, planNudges} from './movers.ts';
import {type Mutation, unbroken} from './mutations.ts';
import {planDeeds, planTakings} from './people.ts';
import {drawPlan, withLag} from './plan.ts';
import {closedJournals, compareScreens, untoldActivity} from './screens.ts';
import {createService} from './service.ts';
import {aroundCommits, type Watch, watched} from './watched-journal.ts';
import {createWorld} from './world.ts';

export type Report = {
  readonly seed: number;
  readonly breaches: readonly string[];
  readonly steps: number;
  /** How many intents ended in each state. */
  readonly ends: Readonly<Record<string, number>>;
};

/** A dashboard, from its start to its death. */
export type Process = {readonly pid: number; readonly name: string};

type Options = {
  readonly mutation?: Mutation;
  /** Many amends, on lists that lag by so much. */
  readonly amendLagMs?: number | undefined;
  /** Told what happens, step by step. */
  readonly trace?: ((words: string) => void) | undefined;
};

const trueStart = Date.UTC(2026, 5, 1, 9);
/** Long enough for attempts, repeats and the patience with what was accepted to end. */
const restMs = 60_000;

/** A storm in which anything may go wrong, then a rest in which nothing does; the law is checked all along. */
export async function runScenario(seed: number, options: Options = {}): Promise<Report> {
  const stage = createStage(seed, options);
  const {world, store, service, checks} = stage;
  let steps = 0;
  const run = (ms: number) =>
    world.runUntil(world.now() + ms, () => {
      steps++;
    });
  await run(stage.stormMs);
  stage.tell('', () => 'the storm is over');
  // A machine may sleep on: its dashboard rests as long as the others, awake.
  await run(restMs + Math.max(0, ...stage.up().map(each => each.asleepMs())));
  // What was asked for just before the end, by a dashboard that slept, takes a little longer; an amend may wait
  // for trades.
  const isBusy = [...store.rows.values()].some(row => isUnderWay(row.intent));
  if (isBusy || stage.up().some(each => isFollowing(each.state()))) await run(3 * restMs);
  for (let times = 0; times < 3; times++) await run(stage.halts?.restMs() ?? 0);
  checks.atRest(stage.up().map(each => each.state()));
  for (const breach of stage.halts?.atRest() ?? []) checks.breach(breach);
  if (stage.halts !== undefined) {
    stage.halts.end();
    await run(restMs);
  }
  service.calm();
  const intents = () => [...store.rows.values()].map(row => row.intent);
  const before = new Set(intents());
  // A cancel in doubt may be due again by then, and the other dashboards see it with their next poll.
  for (let commits = -1; commits !== service.commits.length; ) {
    commits = service.commits.length;
    for (const each of stage.up()) each.send({type: 'resumed'});
    await run(2_000);
  }
  // Back-off after the storm's last failures may go on for a while.
  if (stage.up().some(each => isWaiting(each.state()))) await run(1.5 * restMs);
  // Polls look at the journal once a second, and the tick looks for those that came too soon.
  for (const each of stage.up()) each.send({type: 'tick'});
  await run(1_000);
  const states = stage.up().map(each => each.state());
  const settled = intents().filter(intent => before.has(intent));
  const screens = [
    ...states.flatMap(state => compareScreens(state, service)),
    ...closedJournals(states),
    ...untoldActivity(states, settled),
    ...unsaidAmends(states, intents(), before),
  ];
  world.stop();
  return {seed, breaches: [...checks.breaches, ...screens], steps, ends: countEnds(store)};
}

/** A cancel in doubt goes out again by itself. */
function isUnderWay({state, draft}: Intent): boolean {
  const isInDoubt = state === 'UNKNOWN' && sentKindOf(draft).repeats === 'until final';
  return isInDoubt || state === 'SENDING';
}

const isFollowing = ({intents}: State) => intents.list.some(each => isFollowed(intents, each));

function isWaiting({feeds}: State): boolean {
  return Object.values(feeds).some(feed => feed.fault !== undefined || feed.loadedAt === undefined);
}

function countEnds({rows}: Store): Record<string, number> {
  const ends: Record<string, number> = {};
  for (const {intent, asked} of rows.values()) {
    const state = intent.state === 'CONFIRMED' ? `CONFIRMED ${intent.proof}` : intent.state;
    const amended = amendOf(asked) === undefined ? '' : 'of an amend ';
    const name = `${intent.draft.kind} ${replacedBy(intent.draft) ? 'after a cancel ' : amended}${state}`;
    ends[name] = (ends[name] ?? 0) + 1;
  }
  return ends;
}

/**
 * The world of one scenario: service, journal, dashboards that are killed and started again, and all their
 * deeds.
 */
function createStage(seed: number, {mutation = unbroken, trace, amendLagMs}: Options) {
  const chance = createChance(seed);
  const drawn = withLag(drawPlan(chance), amendLagMs);
  const limits = drawLimits(seed, drawn.morning);
  const isLimited = limits !== unlimited;
  // The check of limits knows no position that another program bought.
  const isHolding = !isLimited && hasPosition(seed);
  const stormMs = isHolding ? Math.max(drawn.stormMs, 170_000) : drawn.stormMs;
  const isNudging = hasNudges(seed);
  const plan = isLimited || isHolding || isNudging ? {...drawn, dashboards: 2, stormMs} : drawn;
  const world = createWorld(trueStart);
  const service = createService({...plan, chance: chance.fork(), now: world.now});
  const store = createStore();
  const checks = createChecks({store, service, now: world.now});
  const luck = chance.fork();
  const isStormy = () => world.now() < trueStart + plan.stormMs;
  const attempts = new Map<string, number>();
  const living = new Map<number, Dashboard>();
  const disk = createDisk(world, luck);
  const roads = createChance(seed ^ 0x2c1b3c6d);
  let ids = 0;
  let pids = 100;

  const tell = (who: string, words: () => string) => {
    if (trace === undefined) return;
    trace(`${((world.now() - trueStart) / 1_000).toFixed(3).padStart(8)} s  ${who.padEnd(12)} ${words()}`);
  };
  const up = () => [...living.values()].filter(each => each.isAlive());
  const kill = (dashboard: Dashboard, words: string) => {
    if (!dashboard.isAlive()) return;
    tell(dashboard.name, () => words);
    dashboard.kill();
    world.at(world.now() + luck.from(50, 20_000), () => start(dashboard.name));
  };
  const faultOfWrite = (bytes: string): Fault => {
    const attempt = (attempts.get(bytes) ?? 0) + 1;
    attempts.set(bytes, attempt);
    if (!isStormy() || !luck.is(plan.writeFaults)) return healthy(luck);
    return plan.isTrap ? trap(luck, attempt) : writeFault(luck);
  };
  const clientOf = (dashboard: Dashboard, inProcess: (work: () => void) => void) =>
    createSimClient({
      ...{world, service, inProcess},
      faultOfRead() {
        halts?.reading();
        return isStormy() && luck.is(plan.readFaults) ? readFault(luck) : healthy(luck);
      },
      faultOfWrite: wire => {
        const fault = truthful(faultOfWrite(wire.bytes), wire, service) ?? healthy(luck);
        tell(dashboard.name, () => `sends ${wire.bytes}: ${fault.name}`);
        return fault;
      },
      leaving(wire) {
        const intentId = checks.leaving(wire, dashboard);
        const breach = halts?.leaving(wire);
        if (breach !== undefined) checks.breach(breach);
        return intentId;
      },
      signMs: () => halts?.signMs() ?? 0,
      connectMs() {
        if (!isStormy() || !roads.is(0.1)) return 0;
        const connectMs = roads.from(50, 2_900);
        if (roads.is(0.2)) dashboard.sleep(roads.from(1_000, 40_000));
        halts?.connecting(connectMs);
        return connectMs;
      },
      asks: mutation.asks ?? 2,
      pauseMs: mutation.pauseMs ?? 0,
      holdsBack: mutation.holdsBack ?? (() => true),
      tell: words => tell(dashboard.name, words),
    });
  const isAlive = (pid: number) => living.get(pid)?.isAlive() ?? false;
  /** A commit may fail, and be the last thing that the process does: before it or after. */
  const commits =
    (dashboard: Dashboard) =>
    <V>(commit: () => V): V => {
      const mayDie = () => {
        if (!isStormy() || !luck.is(plan.killsAtJournal)) return;
        kill(dashboard, 'is killed at the journal');
        throw new Killed();
      };
      if (disk.isFull() || (isStormy() && luck.is(plan.journalFaults))) throw full();
      mayDie();
      const value = commit();
      mayDie();
      return value;
    };
  const checkPlace = (dashboard: Dashboard) => () => {
    if (!disk.isAway()) return;
    const error = gone();
    dashboard.send({type: 'journalFailed', reason: error.message, isUnread: true});
    throw error;
  };
  /** Whoever saw that is told to start optty again. */
  const putBack = () => {
    for (const each of up())
      if (each.state().journal.status === 'failed') kill(each, 'is started again, its journal is back');
  };
  const {weighed, isUnfenced} = mutation;
  const shared = {weighed, isUnfenced};
  const journalOf = (dashboard: Dashboard) => {
    const {pid} = dashboard;
    const given = {store, service, now: world.now, breach: checks.breach};
    const watches: Watch[] = [
      {
        asked: ({id}) => checks.asked(id),
        begun(id) {
          halts?.begun(id);
          if (disk.isAway()) checks.breach(`Begun on a journal whose file is gone: ${id}`);
        },
      },
      ...(isLimited ? [watchLimits(given)] : []),
      ...(isHolding ? [watchClosings(given)] : []),
      ...(agents === undefined ? [] : [agents.watch(dashboard)]),
    ];
    const plain = watched(bindStore(store, {pid, isAlive, ...shared}), watches);
    const whole = aroundCommits(plain, commits(dashboard));
    return disk.journal(mutation.missesAway ? whole : guardedBy(whole, checkPlace(dashboard)), plain);
  };
  const start = (name: string) => {
    const pid = ++pids;
    if (isStormy() && luck.is(plan.fullStarts)) disk.fill();
    const dashboard = createDashboard({
      world,
      pid,
      name,
      uuid: () => `id-${++ids}`,
      mutation,
      lags: halts?.lags ?? (isNudging ? drawLags(seed, service) : usualLags),
      limits: limits.get(name) ?? noLimits,
      connect: (self, inProcess) => ({
        client: clientOf(self, inProcess),
        journal: journalOf(self),
      }),
      afterUpdate: (before, after, msg) => {
        checks.said(before, after);
        for (const breach of halts?.said(before, msg) ?? []) checks.breach(breach);
        for (const breach of agents?.said(before, after, msg) ?? []) checks.breach(breach);
        if (msg.type === 'journalFailed' || msg.type === 'journalOpened') checks.inSight(after);
        if (trace !== undefined) tellChanges(before, after, words => tell(name, () => words));
      },
    });
    living.set(pid, dashboard);
    tell(name, () => `starts as process ${pid}`);
  };

  const deeds = {chance, plan, world, service, up, tell, kill, takings: createChance(seed ^ 0x5bd1e995)};
  const halts: Halts | undefined = planHalts(seed, deeds, store);
  if (isHolding) planClosings(deeds, seed);
  if (isNudging) planNudges(deeds, seed);
  const agents = planAgents(seed, {
    ...{deeds, store, breach: checks.breach},
    journalOf: pid => bindStore(store, {pid, isAlive}),
  });
  for (let number = 1; number <= plan.dashboards; number++) start(`dashboard ${number}`);
  planDeeds(deeds);
  if (roads.is(0.05)) world.at(trueStart + roads.next() * plan.stormMs, () => disk.moveAway(putBack));
  planAmends(deeds, amendLagMs !== undefined);
  if (isLimited) planRush(deeds, seed);
  planTakings(deeds);
  return {world, store, service, checks, halts, stormMs: plan.stormMs, up, tell};
}

const usualLags = {listLagMs: 120_000, tradesLagMs: 120_000};

function tellChanges(before: State, after: State, tell: (words: string) => void): void {
  if (before.intents.list === after.intents.list) return;
  const old = new Map(before.intents.list.map(intent => [intent.id, intent]));
  for (const intent of after.intents.list) {
    const known = old.get(intent.id);
    if (known === undefined || known.state !== intent.state || known.reason !== intent.reason)
      tell(describe(intent));
  }
}
