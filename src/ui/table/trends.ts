import type {SeenValue} from '../../desk/model/state.ts';
import {spark} from '../charts/spark.ts';

/** The heading of the column says so. */
const spanMs = 120_000;
const cells = 6;
const cellMs = spanMs / cells;

/**
 * The last two minutes of a number as a spark, each cell what it was at the end of its twenty seconds: the last
 * one is the number that stands beside it. Some twenty bytes change with that, so it is drawn where it is asked
 * for.
 * @param now monotonic ms
 */
export function trendOf(seen: readonly SeenValue[], now: number): string {
  const end = Math.ceil(now / cellMs) * cellMs;
  const values = Array.from({length: cells}, (_, index) => {
    const until = end - (cells - 1 - index) * cellMs;
    return seen.findLast(each => each.at <= until)?.value;
  });
  return spark(
    values.filter(value => value !== undefined),
    cells,
  );
}
