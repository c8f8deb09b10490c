import {describe, expect, it} from 'vitest';
import {FrameReader} from '../../src/term/screen/cells.ts';
import {Citations} from '../../src/term/screen/ink.ts';
import {shareOf} from '../helpers/cases.ts';
import {type Scene, scenes} from './helpers/scenes.ts';
import {type Shown, show, turn} from './helpers/screen.tsx';
import {sizes} from './helpers/sizes.ts';

/** What reaches the difference after each key: characters and styles, cell by cell. */
async function seen(
  {state, keys, then}: Scene,
  [columns, rows]: readonly [number, number],
  page: Citations | 'none',
) {
  const shown = show(state(columns, rows), {citations: page});
  const frames = [cellsOf(shown, columns, rows)];
  for (const key of keys ?? []) {
    await shown.press(key);
    frames.push(cellsOf(shown, columns, rows));
  }
  then?.(shown);
  await turn();
  frames.push(cellsOf(shown, columns, rows));
  shown.unmount();
  return frames;
}

function cellsOf(shown: Shown, columns: number, rows: number) {
  const read = new FrameReader(false).read(shown.lines(), columns, rows);
  return read.map(({chars, styles}) => ({text: chars.join(''), styles: styles.join(' ')}));
}

describe('a page that is narrower than the screen', () => {
  it.each(scenes.map((scene, number) => ({...scene, number})))(
    'gives the screen the same frames at any size: $name',
    async ({number, ...scene}) => {
      for (const size of shareOf(sizes, 4, number)) {
        expect(await seen(scene, size, new Citations()), size.join('x')).toEqual(
          await seen(scene, size, 'none'),
        );
      }
    },
  );

  it('is one cell if the whole screen consists of lines', async () => {
    const [cards] = scenes.filter(each => each.name === 'cards');
    const shown = show(cards?.state(120, 40) ?? expect.fail(), {citations: new Citations()});
    await turn();
    expect([...shown.written()]).toHaveLength(1);
    expect(shown.frame().split('\n')).toHaveLength(40);
    shown.unmount();
  });
});
