import {onTestFinished, type TestContext} from 'vitest';
import type {PaperOptions} from '../../src/paper/options.ts';
import {manualClock, startTestPaper, type TestPaper} from '../helpers/paper.ts';

/**
 * A paper service whose account has orders, trades of both sides and Easy Options; closed at the end of the
 * test.
 * @param finished of a test that runs beside others
 */
export async function busyPaper(
  options: Partial<Omit<PaperOptions, 'now'>> = {},
  finished: TestContext['onTestFinished'] = onTestFinished,
): Promise<TestPaper> {
  const paper = await startBusyPaper(options);
  finished(() => paper.close());
  return paper;
}

/** The same for several tests, one of which closes it. */
export async function startBusyPaper(options: Partial<Omit<PaperOptions, 'now'>> = {}): Promise<TestPaper> {
  const paper = await startTestPaper({...options, clock: manualClock(Date.now())});
  const cards = (await paper.call('GET', '/v1/easy-options/list')).json as Card[];
  // The market is another one each day: what a dear option is bid and asked for is far from the prices below.
  const dearest = cards
    .filter(({active}) => active)
    .sort((one, other) => other.currentAskPrice - one.currentAskPrice);
  const [call, put] = ['-C', '-P'].map(end =>
    dearest.find(({currentOptionSymbol: symbol}) => symbol.startsWith('BTC') && symbol.endsWith(end)),
  );
  if (call === undefined || put === undefined) throw new Error('the paper service has no card of both kinds');
  let orders = 0;
  const place = (card: Card, side: string, price: number) => {
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

type Card = {
  readonly id: number;
  readonly active: boolean;
  readonly currentOptionSymbol: string;
  readonly currentAskPrice: number;
};

async function must(paper: TestPaper, path: string, body: unknown): Promise<void> {
  const {status, text} = await paper.call('POST', path, body);
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`);
}
