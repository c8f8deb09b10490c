import {describe, expect, it} from 'vitest';
import {width} from '../../src/text/sanitize.ts';
import {shareOf} from '../helpers/cases.ts';
import {scenes} from './helpers/scenes.ts';
import {show, turn} from './helpers/screen.tsx';

const few = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
/** Too narrow, too low, and both. */
const tiny = [
  ...few.flatMap(columns => few.map(rows => [columns, rows] as const)),
  ...few.map(columns => [columns, 40] as const),
  ...few.slice(0, -1).map(rows => [120, rows] as const),
];
const long = 'The service refused (status 401, request 0ff43394-py): check the token of the profile.';

describe('a terminal that shrinks to nothing', () => {
  it.each(scenes.map((scene, number) => [scene.name, scene, number] as const))(
    'is still drawn over %s, and what is read of it erases nothing and moves no cursor',
    async (_, scene, number) => {
      for (const isRead of [false, true]) {
        const shown = show(scene.state(120, 40), {isRead});
        await shown.press(...(scene.keys ?? []));
        scene.then?.(shown);
        shown.desk.send({type: 'told', text: long, level: 'danger'});
        await turn();
        const before = shown.desk.getState().overlay.kind;
        for (const [columns, rows] of shareOf(tiny, 16, number)) {
          await shown.resize(columns, rows);
          const {overlay} = shown.desk.getState();
          expect(overlay.kind).toBe(before === 'review' || before === 'several' ? 'none' : before);
          if (isRead) continue;
          const lines = shown.picture().split('\n');
          expect(lines.length, `${columns}x${rows}`).toBeLessThanOrEqual(rows);
          for (const line of lines)
            expect(width(line), `${columns}x${rows}: ${line}`).toBeLessThanOrEqual(columns);
        }
        await shown.resize(120, 40);
        if (!isRead) expect(shown.picture().split('\n').length).toBe(40);
        else {
          await shown.press('j', 'escape', 'escape');
          expect(shown.written()).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2190-\u2bff]/);
        }
        shown.unmount();
      }
    },
  );

  it('returns to its panes when it has space again, and reports the end of the review', async () => {
    const scene = scenes.find(each => each.name === 'review of an opening');
    if (scene === undefined) throw new Error('there is no such scene');
    const shown = show(scene.state(120, 40));
    await shown.press(...(scene.keys ?? []));
    await shown.resize(1, 1);
    expect(shown.picture().length).toBeLessThanOrEqual(1);
    await shown.resize(120, 40);
    expect(shown.picture()).toContain('was dismissed: the screen is too small to show it.');
  });
});
