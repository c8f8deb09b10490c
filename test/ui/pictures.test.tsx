import {expect, it} from 'vitest';
import {width} from '../../src/text/sanitize.ts';
import {scenes} from './helpers/scenes.ts';
import {show, turn} from './helpers/screen.tsx';

/** The smallest terminal that optty works on, and a usual one. */
const sizes = [
  [40, 10],
  [120, 40],
] as const;

/** Each of the pictures has been looked at; a change of one is to be looked at as well. */
it.each(scenes)('the screen shows $name', async ({name, state, keys, then}) => {
  const pictures: string[] = [];
  for (const [columns, rows] of sizes) {
    const shown = show(state(columns, rows));
    await shown.press(...(keys ?? []));
    then?.(shown);
    await turn();
    const lines = shown.picture().split('\n');
    expect(lines.length, `rows at ${columns}x${rows}`).toBeLessThanOrEqual(rows);
    for (const line of lines) expect(width(line), line).toBeLessThanOrEqual(columns);
    pictures.push(`== ${columns}x${rows}`, ...withoutRepeats(lines));
  }
  await expect(`${pictures.join('\n')}\n`).toMatchFileSnapshot(
    `pictures/${name.replaceAll(/[ ,]+/g, '-')}.txt`,
  );
});

/** A row that the screen has several times below itself stands there once, with their number. */
function withoutRepeats(lines: readonly string[]): string[] {
  const runs: {line: string; times: number}[] = [];
  for (const line of lines) {
    const last = runs.at(-1);
    if (last?.line === line) last.times += 1;
    else runs.push({line, times: 1});
  }
  return runs.flatMap(({line, times}) =>
    times < 3 ? Array.from({length: times}, () => line) : [line, `(${times} times)`],
  );
}
