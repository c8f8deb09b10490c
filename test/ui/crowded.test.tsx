import {describe, expect, it} from 'vitest';
import {tell} from '../../src/desk/notices.ts';
import type {State} from '../../src/desk/state.ts';
import {width} from '../../src/text/sanitize.ts';
import {answerGathering} from '../helpers/reread.ts';
import {filledDesk} from './helpers/sample.ts';
import {show, turn} from './helpers/screen.tsx';

describe('a small screen', () => {
  it('says below a form for ten seconds why its key was refused', async () => {
    const shown = show(filledDesk(40, 10));
    await shown.press('n');
    await turn();
    const form = shown.desk.getState();
    const refused = tell(form, 'Open notional would be 45,000 of 20,000.', 'warning', form.now);
    const later = {mono: form.now.mono + 10_000, wall: form.now.wall + 10_000};
    const words = async (state: State) => {
      const again = show(state);
      await turn();
      const picture = again.picture().replaceAll(/\s+/g, ' ');
      return picture;
    };
    expect(await words(refused)).toMatch(/Enter review.*Open notional would be 45,000 of 20,000\./);
    expect(await words({...refused, now: later})).toMatch(/Enter review(?!.*Open notional)/);
  });

  it('cuts no price in a review of canceling orders with long ids', async () => {
    const state = filledDesk(120, 40);
    const rows = state.feeds.orders.rows.slice(0, 2).map((each, index) => ({
      ...each,
      orderId: `922337203685477580${index}`,
      symbol: 'BTC-27NOV26-72500-C',
      price: '772.93',
      size: '0.1',
    }));
    const orders = {...state.feeds.orders, rows};
    const shown = show({...state, pane: 'orders', feeds: {...state.feeds, orders}});
    await shown.press('X');
    answerGathering(shown.desk);
    await turn();
    for (const line of shown.picture().split('\n')) expect(width(line), line).toBeLessThanOrEqual(120);
    // The mark of a fact that goes on stands where labels do.
    const facts = shown.picture().replace(/^.*│/gm, '').replace(/^ *…/gm, '');
    const words = facts.replace(/\s+/g, ' ');
    expect(words).toMatch(/#9223372036854775801 \S+ 0.1 BTC-27NOV26-72500-C @ 772.93/);
  });

  it.each([
    [80, 24],
    [120, 40],
  ])('shows a message in full, because its end says what to do, at %sx%s', async (columns, rows) => {
    const text =
      'The service refused (status 401, request 0ff43394-py): A fault on request: 401. Check the token: OPTTY_TOKEN or the token file of the profile.';
    const state = filledDesk(columns, rows);
    const shown = show(tell(state, text, 'warning', state.now));
    await turn();
    const lines = shown.picture().split('\n');
    expect(lines.length).toBe(rows);
    expect(lines.slice(-4).join('').replace(/\s+/g, ' ')).toContain(text);
    expect(lines.at(-1)).toContain('? help');
  });
});
