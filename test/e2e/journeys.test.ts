import {describe, expect, it, onTestFinished} from 'vitest';
import {eventually} from '../helpers/patience.ts';
import {startProgram} from '../helpers/program.ts';
import {open, place, startWithCards} from './start.ts';

/** Longer ways through the built program, in a real pseudo-terminal against a real service. */

const enter = '\r';
const esc = '\x1b';

describe('navigation', () => {
  it('filters, sorts, turns pages and shows details', async () => {
    const {screen} = await startWithCards();
    screen.press('/');
    await screen.waitFor('/');
    screen.press('underlying:ETH direction:DOWN');
    await screen.waitFor('underlying:ETH direction:DOWN');
    screen.press(enter);
    await screen.waitFor(shown => !shown.includes('BTC above') && shown.includes('ETH below'));
    screen.press('/');
    await screen.waitFor('Esc clears the filter');
    screen.press(esc);
    await screen.waitFor('BTC above');

    screen.press('s');
    await screen.waitFor(/[Ss]ort/);
    screen.press('jj');
    screen.press(enter);
    await screen.waitFor(/by dir/);
    screen.press(']');
    await screen.waitFor('page 2');
    screen.press('[');
    await screen.waitFor('page 1');

    screen.press(enter);
    await screen.waitFor(/│ idea {2}/);
    screen.press(esc);
    await screen.waitFor(shown => !shown.includes('│ idea  '));
  });
});

describe('a write that fails', () => {
  it('shows an order that stays UNKNOWN as a banner on every pane until the user resolves it', async () => {
    const {service, screen} = await startWithCards({faults: 'POST /v1/orders:drop-before'});
    await place(screen, '3');
    await screen.waitFor('UNKNOWN');
    for (const pane of ['2', '3', '4', '5']) {
      screen.press(pane);
      await screen.waitFor('UNKNOWN');
    }
    screen.press('q');
    await screen.waitFor('Quit?');
    screen.press('n');
    await screen.waitFor(shown => !shown.includes('Quit?'));
    screen.press('H');
    await screen.waitFor(/done.*nothing|nothing.*done/);
    screen.press('nothing I looked at the site');
    await screen.waitFor('nothing I looked');
    screen.press(enter);
    await screen.waitFor('RESOLVED');
    const orders = await service.call('GET', '/v1/orders');
    expect(orders.json.items).toEqual([]);
  });

  it('continues an intent of a killed program in the next one', async () => {
    const {service, screen, env} = await startWithCards({faults: 'POST /v1/easy-options/open:hang-after'});
    await open(screen, '250');
    await screen.waitFor(/SENDING/);
    // What is being sent may not have left yet.
    await eventually(async () => {
      const {json} = await service.call('GET', '/v1/easy-options/search');
      expect(json.content).toHaveLength(1);
    });
    screen.kill('SIGKILL');
    await screen.exit;
    const next = startProgram({home: screen.home, env});
    onTestFinished(() => next.close());
    await next.waitFor('BTC above');
    next.press('5');
    await next.waitFor(/CONFIRMED open .*matched/);
  });
});

describe('a return to the terminal', () => {
  it('reports what happened while the focus was elsewhere', async () => {
    const {service, screen} = await startWithCards();
    // Only what is news after a first look at every pane is told.
    await screen.waitFor(/4 Trades \d/);
    screen.press('\x1b[O');
    const cards = await service.call('GET', '/v1/easy-options/list');
    const card = cards.json.find((each: {active: boolean}) => each.active);
    await service.call('POST', '/v1/easy-options/open', {cardId: card.id, investmentAmount: 100});
    screen.press('2');
    await screen.waitFor(/5 Activity \d/);
    screen.press('\x1b[I');
    await screen.waitFor('Back in focus');
  });
});
