import {describe, expect, it, type TestContext} from 'vitest';
import {wholeSince} from '../../src/account/reading/reading.ts';
import type {Intent} from '../../src/core/intents/intent.ts';
import type {Draft} from '../../src/core/intents/kinds/kinds.ts';
import {replacedBy} from '../../src/core/intents/kinds/place.ts';
import {describe as words} from '../../src/core/intents/words.ts';
import type {State} from '../../src/desk/state.ts';
import {beginHeadless, profileOf, startFront} from '../helpers/headless.ts';
import {dearestOf} from '../helpers/holdings.ts';
import {eventually} from '../helpers/patience.ts';
import {home} from './optty.ts';

/** A desk without a screen on the paper service, with an Easy Option to close and an order to cancel. */
async function begin(test: TestContext) {
  const front = await startFront(test);
  const {paper, writes} = front;
  const get = async (path: string) => (await paper.call('GET', path)).json;
  const card = await dearestOf(paper);
  const terms = {symbol: card.currentOptionSymbol, side: 'BUY', price: '0.01', size: '1'} as const;
  await paper.call('POST', '/v1/easy-options/open', {cardId: card.id, investmentAmount: 25});
  const resting = {...terms, orderType: 'LIMIT', idempotencyKey: 'k'};
  const orderId = String((await paper.call('POST', '/v1/orders', resting)).json.orderId);
  const active = () => get('/v1/easy-options/search?status=ACTIVE');
  const easyOptionId = await eventually(async () => String((await active()).content[0].id));
  const {desk, until} = await beginHeadless(home(profileOf(front), test.onTestFinished).folder, front, test);
  // Without a whole read before it, no record is known to be new.
  await until(({rounds}) => wholeSince(rounds.reading) !== undefined);
  const drafts = {
    open: {kind: 'open', cardId: String(card.id), investmentAmount: '30'},
    close: {kind: 'close', easyOptionId},
    place: {kind: 'place', ...terms, price: '0.02'},
    cancel: {kind: 'cancel', orderId, size: '1'},
    amend: {kind: 'amend', orderId, ...terms, newPrice: '0.02', newSize: '1', tradesLagMs: 0},
  } as const satisfies Record<string, Draft>;
  /** Asks for it, and waits for the intent in which it ends. */
  const ask = async (draft: Draft, endOf: (state: State) => Intent | undefined) => {
    desk.send({type: 'intent', msg: {type: 'ask', draft}});
    await until(state => endOf(state) !== undefined);
    return endOf(desk.getState());
  };
  return {paper, orderId, writes, drafts, ask};
}

const ended = ({intents: {list}}: State) =>
  list.find(({state}) => ['CONFIRMED', 'REJECTED', 'NOT SENT'].includes(state));
/** After so many whole reads it stays so. */
const inDoubt = ({intents: {list, reads}}: State) =>
  list.find(({id, state}) => state === 'UNKNOWN' && (reads[id]?.count ?? 0) >= 2);
/** The cancel that none followed, or the order that did. */
const amended = ({intents: {list}}: State) =>
  list.find(each => replacedBy(each.draft) !== undefined && each.state === 'CONFIRMED') ??
  list.find(each => each.notReplaced !== undefined);

const proved = {state: 'CONFIRMED', proof: 'proved'};
const matched = {state: 'CONFIRMED', proof: 'matched'};
const unknown = {state: 'UNKNOWN'};
const opens = 'POST /v1/easy-options/open';
const closes = 'POST /v1/easy-options/*/close';
const places = 'POST /v1/orders';
const cancels = 'DELETE /v1/orders/*';

describe.concurrent('a write on the paper service', () => {
  it.for<
    [kind: 'open' | 'close' | 'place' | 'cancel', what: string, faults: string, end: object, sent: number]
  >([
    ['open', 'that answers', '', proved, 1],
    ['open', 'whose answer is lost', `${opens}:drop-after`, matched, 1],
    ['open', 'that never comes', `${opens}:drop-before`, unknown, 1],
    ['close', 'that answers', '', proved, 1],
    ['close', 'whose answer is lost', `${closes}:drop-after`, matched, 1],
    ['close', 'that never comes', `${closes}:drop-before`, unknown, 1],
    ['place', 'that answers', '', proved, 1],
    ['place', 'whose answer is lost once', `${places}:drop-after*1`, proved, 2],
    ['place', 'whose answers are a 504 thrice', `${places}:status-after=504*3`, matched, 3],
    ['cancel', 'that comes only the second time', `${cancels}:drop-before*1`, proved, 2],
    ['cancel', 'whose answer is lost, and the next is final', `${cancels}:drop-after*1`, matched, 2],
  ])('ends by what is proved, and is executed once: %s %s', async ([kind, _, faults, end, sent], test) => {
    const {paper, writes, drafts, ask} = await begin(test);
    paper.setFaults(faults);
    const intent = await ask(drafts[kind], end === unknown ? inDoubt : ended);
    expect(intent).toMatchObject(end);
    expect([intent?.attempts.length, writes.length]).toEqual([sent, sent]);
    const {items} = (await paper.call('GET', '/v1/orders')).json;
    const limits = items.filter((each: {orderType: string}) => each.orderType === 'LIMIT');
    expect(limits).toHaveLength(kind === 'place' ? 2 : kind === 'cancel' ? 0 : 1);
    const {totalElements} = (await paper.call('GET', '/v1/easy-options/search')).json;
    expect(totalElements).toBe(kind === 'open' && end !== unknown ? 2 : 1);
  });

  it.for<[what: string, faults: string, said: RegExp, open: string[]]>([
    ['answers', '', /^AMENDED to 1 @ 0.02, working/, ['1 at 0.02']],
    ['loses the answer to the cancel', `${cancels}:drop-after*1`, /^NOT REPLACED: amend BUY 1 /, []],
    ['loses the answer to the place', `${places}:drop-after*1`, /^AMENDED to 1 @ 0.02/, ['1 at 0.02']],
    ['fills a part before the cancel', '', /^AMENDED to 0.7 @ 0.02, working: BUY /, ['0.7 at 0.02']],
  ])(
    'that amends leaves at most one order, and says which, if it %s',
    async ([what, faults, said, open], test) => {
      const {paper, orderId, drafts, ask} = await begin(test);
      if (what.startsWith('fills')) paper.fillOrder(orderId, '0.3');
      paper.setFaults(faults);
      const intent = await ask(drafts.amend, amended);
      expect(intent && words(intent)).toMatch(said);
      const {items} = (await paper.call('GET', '/v1/orders')).json;
      expect(items.map((each: {size: number; price: number}) => `${each.size} at ${each.price}`)).toEqual(
        open,
      );
    },
  );
});
