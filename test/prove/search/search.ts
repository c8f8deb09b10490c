import {type Mutation, unbroken} from '../../sim/mutations.ts';
import type {Bound} from '../bounds.ts';
import {strides} from '../choice.ts';
import {keyOf} from '../key/key.ts';
import {checkWorld} from '../laws/laws.ts';
import {beyondLimits} from '../laws/limits.ts';
import {fairRank, undecided} from '../laws/settled.ts';
import {choicesIn} from '../next.ts';
import type {Fate} from '../stage.ts';
import {take} from '../steps.ts';
import {story, type Taking} from '../story.ts';
import {type World, worldAtStart} from '../world.ts';
import {createVisited} from './visited.ts';

export type Report = {
  readonly states: number;
  readonly transitions: number;
  readonly depth: number;
  /** States that were not gone on from: 0 where the bound is exhausted. */
  readonly cut: number;
  readonly seconds: number;
  /** Of one core, whatever else ran on it. */
  readonly cpuSeconds: number;
  /** A law that is broken, and how it comes to that. */
  readonly found:
    | {readonly law: string; readonly steps: number; readonly story: readonly string[]}
    | undefined;
};

type Limits = {readonly mostStates?: number; readonly broke?: Mutation};

/** More worlds at once would fill the memory: a bound has millions. */
const mostAtOnce = 20_000;

/**
 * Visits every state within a bound. The nearest come first while few wait, so that the first breach of a law
 * has a shortest story. Of a state that was gone on from nothing is kept but how it was come to: a story is
 * taken again from the start.
 */
export function search(bound: Bound, {mostStates = 50_000_000, broke = unbroken}: Limits = {}): Report {
  const began = performance.now();
  const cpu = process.threadCpuUsage();
  const visited = createVisited();
  const start = worldAtStart(bound);
  visited.add(keyOf(start, bound), 0, 0);
  const waiting: {world: World; index: number; steps: number}[] = [{world: start, index: 0, steps: 0}];
  let [depth, transitions] = [0, 0];
  const report = (cut: number, found?: Report['found']): Report => ({
    ...{states: visited.size(), transitions, depth, cut, found},
    ...{seconds: (performance.now() - began) / 1_000, cpuSeconds: cpuSince(cpu)},
  });
  const broken = (law: string, steps: readonly Taking[]) =>
    report(0, {law, steps: steps.length, story: story(law, steps)});
  while (waiting.length > 0) {
    const batch = waiting.splice(-mostAtOnce);
    let reached = batch.length;
    for (const {world, index, steps} of batch) {
      reached--;
      if (visited.size() > mostStates) return report(reached + waiting.length + 1);
      let fairest = Number.POSITIVE_INFINITY;
      let fairIndex = index;
      let at = 0;
      for (const choice of choicesIn(world, bound)) {
        const number = at++;
        const first = take(world, choice, {bound, broke});
        for (const fate of [undefined, ...fatesOf(world, first.commits)]) {
          transitions++;
          const taken = fate === undefined ? first : take(world, choice, {bound, broke, fate});
          const {world: after} = taken;
          const code = codeOf(number, fate);
          const known = visited.add(keyOf(after, bound), index, code);
          // Also where its key is known: what is told apart by laws alone is no part of that.
          const law = after.broken ?? lawBroken(after, bound);
          if (law !== undefined)
            return broken(law, [...storyTo(index), {before: world, choice, fate, after}]);
          if (known.isNew) {
            waiting.push({world: after, index: known.index, steps: steps + 1});
            depth = Math.max(depth, steps + 1);
          }
          if (fate !== undefined || known.index === index) continue;
          const rank = fairRank(choice, world);
          if (rank >= fairest) continue;
          fairest = rank;
          fairIndex = known.index;
        }
      }
      const lacks = undecided(world);
      visited.leads(index, fairIndex, lacks === undefined);
    }
  }
  const runFrom = (index: number) => fairRun(storyTo(index), start, {bound, broke});
  const stuck = visited.neverSettled(index => undecided(worldAfter(runFrom(index), start)) === undefined);
  if (stuck === undefined) return report(0);
  const steps = runFrom(stuck);
  return broken(undecided(worldAfter(steps, start)) ?? 'It goes round for ever', steps);

  function storyTo(index: number): Taking[] {
    const codes: number[] = [];
    for (let each = index; each !== 0; each = visited.parentOf(each)) codes.unshift(visited.codeOf(each));
    const steps: Taking[] = [];
    for (const code of codes) steps.push(takeAgain(worldAfter(steps, start), code, {bound, broke}));
    return steps;
  }
}

const worldAfter = (steps: readonly Taking[], start: World): World => steps.at(-1)?.after ?? start;

const mostFairSteps = 1_000;

type Search = {readonly bound: Bound; readonly broke: Mutation};

/** These, and the fair way on from there; what changes nothing but the time is let pass. */
function fairRun(story: readonly Taking[], start: World, {bound, broke}: Search): readonly Taking[] {
  const steps = [...story];
  while (steps.length < story.length + mostFairSteps) {
    const before = worldAfter(steps, start);
    const key = keyOf(before, bound);
    const ways = choicesIn(before, bound)
      .map(choice => ({choice, rank: fairRank(choice, before)}))
      .filter(({rank}) => Number.isFinite(rank))
      .sort((a, b) => a.rank - b.rank)
      .map(({choice}) => ({choice, after: take(before, choice, {bound, broke}).world}));
    const way =
      ways.find(({after}) => keyOf(after, bound) !== key) ??
      ways.find(({choice: {fair = ''}}) => fair in strides);
    if (way === undefined) break;
    steps.push({before, fate: undefined, ...way});
  }
  return steps;
}

function lawBroken(world: World, bound: Bound): string | undefined {
  return checkWorld(world) ?? beyondLimits(world, bound);
}

function cpuSince(before: NodeJS.CpuUsage): number {
  const {user, system} = process.threadCpuUsage(before);
  return (user + system) / 1_000_000;
}

/** Where a death or a full disk may come in: after the last commit a death is a step of its own. */
function fatesOf({left}: World, commits: number): Fate[] {
  const fates: Fate[] = [];
  if (left.deaths > 0) for (let at = 1; at < commits; at++) fates.push({at, what: 'dies'});
  if (left.journalFaults > 0) for (let at = 1; at <= commits; at++) fates.push({at, what: 'full'});
  return fates;
}

const fateBits = 32;

function codeOf(number: number, fate: Fate | undefined): number {
  return number * fateBits + (fate === undefined ? 0 : fate.at * 2 + (fate.what === 'dies' ? 0 : 1));
}

function takeAgain(before: World, code: number, {bound, broke}: Search): Taking {
  const choice = choicesIn(before, bound)[Math.floor(code / fateBits)];
  if (choice === undefined) throw new Error('The story cannot be taken again.');
  const rest = code % fateBits;
  const fate = rest === 0 ? undefined : ({at: rest >> 1, what: rest % 2 === 0 ? 'dies' : 'full'} as const);
  return {before, choice, fate, after: take(before, choice, {bound, broke, fate}).world};
}
