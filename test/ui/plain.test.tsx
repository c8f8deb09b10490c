import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {FrameReader, type StyledLine} from '../../src/term/screen/cells.ts';
import {isPlain, plainLines} from '../../src/ui/early.ts';
import {createTableView, type DrawTable} from '../../src/ui/table/view.ts';
import {createStyles} from '../../src/ui/theme.ts';
import {cases, shareOf} from '../helpers/cases.ts';
import {scenes} from './helpers/scenes.ts';
import {type Shown, show, turn} from './helpers/screen.tsx';

const sizes: readonly (readonly [number, number])[] = [
  [20, 4],
  [40, 10],
  [80, 24],
  [120, 40],
  [200, 60],
  [300, 20],
];

const plainScenes = [
  'loading',
  'cards',
  'easy options',
  'orders',
  'trades',
  'activity',
  'the Portfolio',
  'the Portfolio, part read',
  'the Portfolio, stale',
  'the Portfolio, empty',
  'the Portfolio, not read yet',
  'the Portfolio, several currencies',
  'the rows of a figure',
  'what is canceled and not placed',
  'filter in force',
  'an UNKNOWN intent',
  'held on another host',
  'stale, live and read-only',
  'a replay',
  'a replay that plays',
  'a replay of stale data',
  'looking back',
  'looking back while much goes on',
];

/** Both pictures as cells, with their colours. */
function bothPictures(shown: Shown, table: DrawTable) {
  const state = shown.desk.getState();
  const {columns, rows} = state.viewport;
  const lines = plainLines(state, table);
  const cells = (frame: readonly StyledLine[]) => new FrameReader(false).read(frame, columns, rows);
  const styled = createStyles(state.settings.theme, state.look);
  return {byLines: cells(lines.map(styled)), byInk: cells(shown.lines()), lines};
}

async function scene(index: number, columns: number, rows: number): Promise<Shown> {
  const {state, keys, then} = scenes[index] ?? fail(index);
  const shown = show(state(columns, rows));
  await shown.press(...(keys ?? []));
  then?.(shown);
  await turn();
  return shown;
}

function fail(index: number): never {
  throw new Error(`there is no scene ${index}`);
}

describe('a plain screen', () => {
  it('is every pane without a panel', async () => {
    const plain: string[] = [];
    for (const [index, {name}] of scenes.entries()) {
      const shown = await scene(index, 120, 40);
      if (isPlain(shown.desk.getState())) plain.push(name);
      shown.unmount();
    }
    expect(plain).toEqual(plainScenes);
  });

  it.each(plainScenes.map((name, number) => [name, number] as const))(
    'is the same from its lines as from Ink, cell by cell: %s',
    async (name, number) => {
      const index = scenes.findIndex(each => each.name === name);
      for (const [columns, rows] of shareOf(sizes, 2, number)) {
        const shown = await scene(index, columns, rows);
        const {byLines, byInk, lines} = bothPictures(shown, createTableView());
        expect(lines.length, `lines at ${columns}x${rows}`).toBeLessThanOrEqual(rows);
        expect(byLines, `cells at ${columns}x${rows}`).toEqual(byInk);
        shown.unmount();
      }
    },
  );

  it('is the same at any size, and while the selection moves', async () => {
    const anySize = {columns: fc.integer({min: 1, max: 260}), rows: fc.integer({min: 1, max: 70})};
    const anyScene = fc.constantFrom(
      ...plainScenes.map(name => scenes.findIndex(each => each.name === name)),
    );
    const anyKeys = fc.array(fc.constantFrom('j', 'k', 'G', 'g', '1', '2', '3', '4', '5'), {maxLength: 4});
    const drawing = fc.record({...anySize, index: anyScene, keys: anyKeys});
    await fc.assert(
      fc.asyncProperty(drawing, async ({columns, rows, index, keys}) => {
        const shown = await scene(index, columns, rows);
        const table = createTableView();
        bothPictures(shown, table);
        for (const key of keys) {
          await shown.press(key);
          const {byLines, byInk} = bothPictures(shown, table);
          expect(byLines).toEqual(byInk);
        }
        shown.unmount();
      }),
      {numRuns: cases(40, 200)},
    );
  });
});
