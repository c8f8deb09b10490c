import {describe, expect, it, vi} from 'vitest';
import type {State} from '../../src/desk/state.ts';
import {filledDesk} from './helpers/sample.ts';
import {show, turn} from './helpers/screen.tsx';

// Before anything is loaded: a cursor is the cell that is inverse, and without it there are no styles.
vi.hoisted(() => {
  process.env.FORCE_COLOR = '1';
});

const searching = (text: string): State => ({
  ...filledDesk(80, 24),
  overlay: {kind: 'palette', text, at: 0},
});

describe('a text field', () => {
  it('moves its cursor with the arrow keys', async () => {
    const shown = show(searching('portfolio'));
    await turn();
    await shown.press('left', 'left');
    expect(shown.frame()).toContain('portfol\u001b[7mi\u001b[0mo');
  });
});
