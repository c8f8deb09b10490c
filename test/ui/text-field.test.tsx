import {describe, expect, it, vi} from 'vitest';
import type {State} from '../../src/desk/state.ts';
import {replayed} from './helpers/past.ts';
import {filledDesk} from './helpers/sample.ts';
import {show, turn} from './helpers/screen.tsx';

// Before anything is loaded: a cursor is the cell that is inverse, and without it there are no styles.
vi.hoisted(() => {
  process.env.FORCE_COLOR = '1';
});

const inverseBlank = '\u001b[7m \u001b[0m';
const searching = (text: string): State => ({
  ...filledDesk(80, 24),
  overlay: {kind: 'palette', text, index: 0},
});

async function shownOf(state: State) {
  const shown = show(state);
  await turn();
  return shown;
}

describe('a text field in a replay', () => {
  it.each(['', 'portfolio'])('has its cursor where a live field has it after typing: %j', async text => {
    const [now, past] = [await shownOf(searching(text)), await shownOf(replayed(searching(text)))];
    const line = (frame: string) => frame.split('\n').find(each => each.includes(`${text}${inverseBlank}`));
    expect(line(now.frame())).toBeDefined();
    expect(line(past.frame())).toBe(line(now.frame()));
    now.unmount();
    past.unmount();
  });

  it('keeps its cursor on any key, because keys move in time there', async () => {
    const shown = await shownOf(replayed(searching('portfolio')));
    const before = shown.frame();
    await shown.press('left', 'left');
    expect(shown.frame()).toBe(before);
    await shown.press('x');
    expect(shown.desk.getState().overlay).toMatchObject({text: 'portfolio'});
    shown.unmount();
  });
});

describe('a live text field', () => {
  it('moves its cursor with the arrow keys', async () => {
    const shown = await shownOf(searching('portfolio'));
    await shown.press('left', 'left');
    expect(shown.frame()).toContain('portfol\u001b[7mi\u001b[0mo');
    shown.unmount();
  });
});
