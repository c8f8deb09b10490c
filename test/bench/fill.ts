/**
 * How long it takes until a fill of a working order is on the screen: its message on another pane, and its row
 * on Trades. In polls of 2 s, the dashboard's own period.
 */
import {setTimeout as sleep} from 'node:timers/promises';
import {startTestPaper} from '../helpers/paper.ts';
import {startProgram} from '../helpers/program.ts';
import {median} from './machine.ts';
import {aligned} from './report.ts';

const pollMs = 2_000;
const goal = 2;

type Seen = {readonly message: number; readonly row: number};

export async function benchFill(fills: number): Promise<{text: string; json: object}> {
  const service = await startTestPaper({clock: 'real'});
  const env = {OPTTY_BASE_URL: service.origin, OPTTY_TOKEN: service.token};
  const onCards = startProgram({env});
  const onTrades = startProgram({env});
  try {
    await Promise.all([onCards.waitFor('BTC above'), onTrades.waitFor('BTC above')]);
    onTrades.press('4');
    const {json: cards} = await service.call('GET', '/v1/easy-options/list?pageSize=1');
    const symbol: string = cards[0].currentOptionSymbol;
    const seen: Seen[] = [];
    for (let number = 1; number <= fills; number++) {
      // A price by which each order is told from the others, far below every ask.
      const price = String(number / 100);
      const order = {symbol, side: 'BUY', price, size: '0.1', orderType: 'LIMIT'};
      const placed = await service.call('POST', '/v1/orders', {
        idempotencyKey: crypto.randomUUID(),
        ...order,
      });
      // The dashboards know of it, and are at any moment of their period.
      for (const each of [onCards, onTrades]) {
        each.press('r');
        await each.waitFor(/3 Orders 1\b/, 30_000);
      }
      await sleep((pollMs / fills) * number);
      const filled = performance.now();
      service.fillOrder(String(placed.json.orderId));
      const polls = async (shown: Promise<string>) => {
        await shown;
        return (performance.now() - filled) / pollMs;
      };
      const [message, row] = await Promise.all([
        polls(onCards.waitFor(new RegExp(`FILLED.* @ ${price}\\b`))),
        polls(onTrades.waitFor(new RegExp(`4 Trades ${number}\\b`))),
      ]);
      seen.push({message, row});
      await onCards.waitFor(/3 Orders 0\b/, 30_000);
    }
    const told = (what: keyof Seen) => seen.map(each => each[what]).sort((a, b) => a - b);
    const line = (words: string, what: keyof Seen) => {
      const all = told(what);
      const within = all.filter(each => each <= goal).length;
      const figures = [median(all), all.at(-1) ?? 0].map(each => each.toFixed(1));
      return [words, ...figures, `${within} of ${fills} within ${goal}`];
    };
    const text = aligned([
      ['polls until a fill is shown', 'median', 'worst', 'goal'],
      line('its message, on Cards', 'message'),
      line('its row, on Trades', 'row'),
    ]);
    return {text, json: {fills, message: told('message'), row: told('row')}};
  } finally {
    await Promise.all([onCards.end(), onTrades.end()]);
    await service.close();
  }
}
