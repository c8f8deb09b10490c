// How long the terminal takes to answer, from what is a noisy row of measurements to a fact that stands still:
// a screen that tells it must not change with every packet.

/** The way to the terminal, as it may be shown. */
export type LineQuality = {
  /** The terminal is not on this machine: the environment says so, or its answers do. */
  readonly isRemote: boolean;
  /** It answers faster than this, in coarse steps up to Infinity; undefined until a few answers have come. */
  readonly answerMs: number | undefined;
  /** It carries little, or is long and not yet measured: what a key changes should be few bytes. */
  readonly isSlow: boolean;
};

/** What is known of the answers so far. */
export type RoundTrip = {
  /** The last answer times in ms, newest last. */
  readonly recent: readonly number[];
  /** The shortest of all: the way there and back, with nothing in front. */
  readonly leastMs: number | undefined;
  readonly way: Omit<LineQuality, 'isSlow'>;
};

const answerSteps: readonly number[] = [100, 200, 500, 1_000, 2_000, 5_000, Number.POSITIVE_INFINITY];

/** Enough to see through one that was held up, few enough to follow a new way. */
const judged = 5;
const fewestJudged = 3;
/** A local terminal answers in a few ms, even on a busy machine once in five. */
const remoteFromMs = 100;
/** A step is left when the answers are this much outside of it. */
const above = 1.25;
const below = 0.8;

export const noRoundTrip = (isRemote: boolean): RoundTrip => ({
  recent: [],
  leastMs: undefined,
  way: {isRemote, answerMs: undefined},
});

/** One more answer came, `ms` after its query. The way stays the same object while it reads the same. */
export function measured({recent: before, leastMs: least, way}: RoundTrip, ms: number): RoundTrip {
  const recent = [...before, ms].slice(-judged);
  const leastMs = Math.min(least ?? ms, ms);
  const sorted = [...recent].sort((a, b) => a - b);
  if (sorted.length < fewestJudged) return {recent, leastMs, way};
  // A way that was once found long stays remote: a header that turns to and fro tells nothing.
  const isRemote = way.isRemote || (sorted.length === judged && (sorted[0] ?? 0) > remoteFromMs);
  const answerMs = step(way.answerMs, sorted[Math.floor(sorted.length / 2)] ?? 0);
  const isSame = isRemote === way.isRemote && answerMs === way.answerMs;
  return {recent, leastMs, way: isSame ? way : {isRemote, answerMs}};
}

function step(current: number | undefined, ms: number): number {
  const lower = current === undefined ? 0 : (answerSteps[answerSteps.indexOf(current) - 1] ?? 0);
  if (current !== undefined && ms < current * above && ms >= lower * below) return current;
  return answerSteps.find(each => ms < each) ?? Number.POSITIVE_INFINITY;
}
