import {onTestFinished} from 'vitest';
import type {PaperOptions} from '../../src/paper/options.ts';
import {activeCards, type CardRow} from '../helpers/holdings.ts';
import {manualClock, startTestPaper, type TestPaper} from '../helpers/paper.ts';

type Options = Partial<Omit<PaperOptions, 'now'>>;

/**
 * A paper service whose account has orders, trades of both sides and Easy Options; closed at the end of the
 * test.
 * @param finished of a test that runs beside others
 */
export async function busyPaper(options: Options = {}, finished = onTestFinished): Promise<TestPaper> {
  const paper = await startBusyPaper(options);
  finished(() => paper.close());
  return paper;
}

/** The same for several tests, one of which closes it. */
export async function startBusyPaper(options: Options = {}, seed = 7): Promise<TestPaper> {
  const paper = await startTestPaper({seed, ...options, clock: manualClock(Date.now())});
  // The market is another one each day: the prices below must be far from the asks of both.
  const dear = (await activeCards(paper)).filter(each => each.currentAskPrice > 20);
  const [calls, puts] = ['-C', '-P'].map(end => dear.filter(each => each.currentOptionSymbol.endsWith(end)));
  const call = calls?.find(each => each.currentOptionSymbol.startsWith('BTC') && puts?.some(isLike(each)));
  const put = call && puts?.find(isLike(call));
  if (call === undefined || put === undefined) {
    await paper.close();
    return startBusyPaper(options, seed + 1);
  }
  let orders = 0;
  const place = (card: CardRow, side: string, price: number) => {
    const order = {
      symbol: card.currentOptionSymbol,
      side,
      price: String(price),
      size: '0.1',
      orderType: 'LIMIT',
    };
    return must(paper, '/v1/orders', {...order, idempotencyKey: `busy-${++orders}`});
  };
  await place(call, 'BUY', 5);
  await place(put, 'BUY', 5);
  await place(call, 'BUY', Math.ceil(call.currentAskPrice * 1.2));
  await place(call, 'SELL', 10);
  for (const card of [call, put])
    await must(paper, '/v1/easy-options/open', {cardId: card.id, investmentAmount: 50});
  paper.clock.advance(2_000);
  return paper;
}

/** True for cards of the same underlying and expiry. */
const isLike = (one: CardRow) => (other: CardRow) => seriesOf(one) === seriesOf(other);
const seriesOf = ({currentOptionSymbol: symbol}: CardRow) => symbol.split('-', 2).join('-');

async function must(paper: TestPaper, path: string, body: unknown): Promise<void> {
  const {status, text} = await paper.call('POST', path, body);
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`);
}
