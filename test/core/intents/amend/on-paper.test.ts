import {describe, expect, it} from 'vitest';
import type {AmendDraft} from '../../../../src/core/intents/kinds/cancel.ts';
import {describe as words} from '../../../../src/core/intents/words.ts';
import {cancels, onPaper, placeDraft, places, restingOrder} from '../paper-desk.ts';

/** Amends on the real client, a journal on disk and the paper service: never are both orders open. */
async function moved(desk: Awaited<ReturnType<typeof onPaper>>): Promise<AmendDraft> {
  const place = await placeDraft(desk);
  const order = await restingOrder(desk);
  if (place.kind !== 'place' || order.kind !== 'cancel') throw new Error('The drafts are of other kinds.');
  const {symbol, side, price, size} = place;
  return {
    kind: 'amend',
    ...{orderId: order.orderId, symbol, side, price, size},
    ...{newPrice: '0.02', newSize: size, tradesLagMs: 0},
  };
}

describe.concurrent('an amend on the paper service', () => {
  const rows: [string, string, RegExp, readonly string[]][] = [
    ['answers', '', /^AMENDED to 1 @ 0.02, working/, ['1 at 0.02']],
    ['loses the answer to the cancel', `${cancels}:drop-after*1`, /^NOT REPLACED: amend BUY 1 /, []],
    ['loses the answer to the place', `${places}:drop-after*1`, /^AMENDED to 1 @ 0.02/, ['1 at 0.02']],
  ];
  for (const [name, faults, said, open] of rows) {
    it(`leaves at most one order, and says which, if the service ${name}`, async test => {
      const desk = await onPaper('', test);
      const draft = await moved(desk);
      desk.setFaults(faults);
      expect(words(await desk.amend(draft))).toMatch(said);
      desk.setFaults('');
      const {rows: listed} = (await desk.client.listOrders()).value;
      expect(listed.map(each => `${each.size} at ${each.price}`)).toEqual(open);
    });
  }

  it('places the rest if the service fills a part before the cancel', async test => {
    const desk = await onPaper('', test);
    const draft = await moved(desk);
    desk.fillOrder(draft.orderId, '0.3');
    expect(words(await desk.amend(draft))).toMatch(/^AMENDED to 0.7 @ 0.02, working: BUY /);
    const {rows: listed} = (await desk.client.listOrders()).value;
    expect(listed.map(each => each.size)).toEqual(['0.7']);
  });
});
