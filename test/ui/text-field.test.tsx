import {describe, expect, it, vi} from 'vitest';
import type {SentMsg} from '../../src/desk/messages.ts';
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

  it('has its cursor at the end after a key that the desk did not take', async () => {
    const shown = show(searching('portfolio'));
    await turn();
    const {send} = shown.desk;
    Object.assign(shown.desk, {send: (msg: SentMsg) => msg.type !== 'typed' && send(msg)});
    send({type: 'typed', field: '', value: 'portfolios'});
    await turn();
    await shown.press('left', 'left', 'x');
    expect(shown.frame()).toContain('portfolios\u001b[7m \u001b[0m');
  });
});
