import type {Millis} from '../../../api/wire/records.ts';
import type {State} from '../../../desk/model/state.ts';
import type {CellRow} from '../../../term/screen/cells.ts';
import type {StateDrawing} from '../drawing.tsx';
import type {PageSpan} from '../span.ts';
import {changesOf, type PageFrame, type PageRow} from './frames.ts';
import {createStyles} from './styles.ts';

/** What goes through a recording, from where it stands. */
export type FrameWalk = {
  /** A message on; false at the end. */
  next(): boolean;
  state(): State;
  at(): Millis;
};

/** The same states on both grounds. */
export type Drawings = {readonly dark: StateDrawing; readonly light: StateDrawing};

export type Recorded = {
  readonly frames: readonly PageFrame[];
  readonly css: string;
  /** As it was at `stillAt`. */
  readonly still: readonly CellRow[];
  /** The size grew too large there, so it ends. */
  readonly cutAt: Millis | undefined;
};

/** Of the cells alone. What is larger is slow to open, and no mail takes it. */
const mostBytes = 24 * 1_048_576;

/** Draws every state of a span, and keeps what changed. What comes in one millisecond is one frame. */
export async function recordFrames(
  walk: FrameWalk,
  {dark, light}: Drawings,
  {from, to, stillAt}: PageSpan,
  most = mostBytes,
): Promise<Recorded> {
  const styles = createStyles();
  const frames: [ms: number, ...ReturnType<typeof changesOf>][] = [];
  let [before, still]: [readonly PageRow[], readonly CellRow[]] = [[], []];
  let [lastAt, bytes, cutAt]: [Millis, number, Millis | undefined] = [from, 0, undefined];
  let drawn: State | undefined;
  do {
    const state = walk.state();
    const at = Math.max(lastAt, walk.at());
    if (at > to) break;
    if (state === drawn) continue;
    drawn = state;
    const rows = await dark.draw(state);
    const page = styles.paired(rows, await light.draw(state));
    if (at <= stillAt || still.length === 0) still = rows;
    const changes = changesOf(before, page);
    before = page;
    if (changes.length === 0) continue;
    bytes += JSON.stringify(changes).length;
    if (bytes > most) {
      cutAt = at;
      break;
    }
    const last = frames.at(-1);
    if (last !== undefined && at === lastAt) last.push(...changes);
    else frames.push([at - lastAt, ...changes]);
    lastAt = at;
  } while (walk.next());
  return {frames, css: styles.css(), still, cutAt};
}
