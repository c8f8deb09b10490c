import type {Feed} from '../../desk/model/state.ts';
import {resample} from '../charts/scale.ts';
import {spark} from '../charts/spark.ts';

/** Cells of a trend in a table. */
const trendCells = 6;

/**
 * A trend takes some twenty bytes to draw, and forty of them move with every poll: drawn anew each time they
 * would cost several times what all the prices do. So they are drawn soon after the start and then every other
 * minute; the chart in the details shows each poll.
 */
const firstMs = 10_000;
const periodMs = 120_000;

/** Remembers each row's trend until the next drawing is due. */
export function createTrends(): (feed: Feed, now: number) => (rowId: string) => string {
  let pane: Feed['pane'] | undefined;
  let startedAt = 0;
  let drawnAt = Number.NEGATIVE_INFINITY;
  let texts = new Map<string, string>();
  return (feed, now) => {
    if (feed.pane !== pane) {
      pane = feed.pane;
      startedAt = now;
      drawnAt = Number.NEGATIVE_INFINITY;
    }
    const dueAt = drawnAt < startedAt + firstMs ? Math.max(startedAt + firstMs, drawnAt) : drawnAt + periodMs;
    if (drawnAt === Number.NEGATIVE_INFINITY || now >= dueAt) {
      drawnAt = now;
      texts = new Map();
    }
    return rowId => {
      const known = texts.get(rowId);
      if (known !== undefined) return known;
      const seen = feed.seen.get(rowId) ?? [];
      const text = spark(seen.length > trendCells ? resample(seen, trendCells) : seen, trendCells);
      texts.set(rowId, text);
      return text;
    };
  };
}
