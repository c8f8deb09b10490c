import type {BookSection} from '../../desk/book/pane/lines.ts';
import {figureInView} from '../../desk/book/pane/move.ts';
import {bookFreshness} from '../../desk/model/freshness.ts';
import type {TableMemory} from '../../desk/recorder/table-memory.ts';
import {type Facts, factsAt} from '../columns/column.ts';
import {rememberLast} from '../same.ts';
import type {DrawBody, DrawnBody} from '../table/drawn.ts';
import {createFigures} from '../table/figures.ts';
import {windowStart} from '../table/window.ts';
import type {Paint} from '../theme.ts';
import {zoneOf} from '../times.ts';
import {type BlockLook, sectionBlock} from './block.ts';
import {createLimitWords, limitsBlock} from './limits.ts';
import {toMinute} from './minute.ts';
import {columnWidth, pack} from './pack.ts';

type Memory = TableMemory['figures'];

/** From here on figures stand in as many columns beside each other. */
const widths = [
  {from: 180, count: 3},
  {from: 110, count: 2},
] as const;

/**
 * Draws the figures of the Book that are in view. It remembers where the window stood and how wide columns
 * were, so that nothing jumps; while no figure is another one, only what a minute changes is drawn anew.
 */
export function createBookView(memory?: Memory): DrawBody<DrawnBody> & {tell(): Memory} {
  let start = memory?.start ?? 0;
  const {draw, tell} = rememberBlocks(memory);
  const limitWords = createLimitWords();
  const factsOf = rememberLast((at: number, zone: number): Facts => factsAt(at, zone));
  const drawInView: DrawBody<DrawnBody> = rememberLast((state, columns, height, paint) => {
    const at = toMinute(state.now.wall);
    const facts = factsOf(at, zoneOf(state.settings.times, at));
    const selected = figureInView(state)?.key;
    const isDim = bookFreshness(state).kind === 'stale';
    const {lines, at: places} = draw(
      state.book.sections,
      limitWords(state),
      selected,
      columns,
      isDim,
      state.way.isSlow ? 'name' : 'row',
      facts,
      paint,
    );
    const line = selected === undefined ? -1 : (places.get(selected) ?? -1);
    start = windowStart(start, line, height, lines.length);
    const shown = lines.slice(start, start + height);
    return {lines: [...shown], below: lines.length - start - shown.length, fields: []};
  });
  return Object.assign(drawInView, {tell: () => ({start, ...tell()})});
}

/** The same lines while all that they are drawn from is the same. */
function rememberBlocks(memory?: Memory) {
  let width = memory?.width ?? 0;
  const drawers = new Map([...(memory?.needs ?? [])].map(([name, needs]) => [name, createFigures(needs)]));
  const drawerOf = (name: string) => drawers.get(name) ?? createFigures();
  const draw = rememberLast(
    (
      sections: readonly BookSection[],
      limits: readonly string[],
      selected: string | undefined,
      columns: number,
      isDim: boolean,
      tintOf: BlockLook['tintOf'],
      facts: Facts,
      paint: Paint,
    ) => {
      const count = widths.find(({from}) => columns >= from)?.count ?? 1;
      if (width !== columns) drawers.clear();
      width = columns;
      const look: BlockLook = {columns: columnWidth(columns, count), selected, isDim, tintOf, facts, paint};
      const several =
        new Set(sections.flatMap(({lines}) => lines.flatMap(each => each.currency ?? []))).size > 1;
      const blocks = sections.map(section => {
        const drawer = drawerOf(section.name);
        drawers.set(section.name, drawer);
        return sectionBlock(section, several, look, drawer);
      });
      // No figure below them would bring them into view: they stand where one looks first.
      const [glance, ...others] = blocks;
      const ofLimits = limitsBlock(limits, look.columns, paint);
      return pack(glance === undefined ? ofLimits : [glance, ...ofLimits, ...others], columns, count);
    },
  );
  const tell = () => ({
    width,
    needs: new Map([...drawers].map(([name, drawer]) => [name, drawer.needs()])),
  });
  return {draw, tell};
}
