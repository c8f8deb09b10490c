/** How long the service takes to answer, as shown: it stands still while the answers are about as fast. */
export type Latency = {
  /** What is shown, in ms; undefined before the first answer. */
  readonly latencyMs: number | undefined;
  /** The last answers' times in ms, newest last. */
  readonly latencies: readonly number[];
};

export const noLatency: Latency = {latencyMs: undefined, latencies: []};

/** One answer that was held up moves the middle of five nowhere. */
const judged = 5;
/** What is shown gives way when the middle of the last is this many times as long, or as short. */
const longer = 1.5;
const shorter = 1 / 3;

/** One more answer came, after `ms`. */
export function withAnswer({latencyMs: shown, latencies}: Latency, ms: number): Latency {
  const last = [...latencies, ms].slice(-judged);
  const middle = [...last].sort((a, b) => a - b)[Math.floor((last.length - 1) / 2)] ?? ms;
  const isAbout = shown !== undefined && middle < shown * longer && middle > shown * shorter;
  return {latencyMs: isAbout ? shown : middle, latencies: last};
}
