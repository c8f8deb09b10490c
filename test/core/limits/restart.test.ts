import {expect, it} from 'vitest';
import type {Millis, Order, Trade} from '../../../src/api/wire/records.ts';
import type {Intent} from '../../../src/core/intents/intent.ts';
import {placeAfter} from '../../../src/core/intents/kinds/amend.ts';
import type {AmendDraft} from '../../../src/core/intents/kinds/cancel.ts';
import type {PlaceDraft} from '../../../src/core/intents/kinds/place.ts';
import type {BoundJournal} from '../../../src/core/journal/journal.ts';
import {limitsNow, whyHeldNow} from '../../../src/desk/order/gate-now.ts';
import {epoch, intentFor} from '../../helpers/intents.ts';
import {type Machine, machinesOf} from '../journal/machines.ts';
import {order, trade as tradeOf} from './account.ts';
import {unlimited} from './knows.ts';
import {opened, readAll} from './opened.ts';

const lagMs = 120_000;
const minutes = (count: number) => count * 60_000;
const trade = (tradeId: string, fields: Partial<Trade> = {}) =>
  tradeOf(tradeId, {openDate: 1, fee: '0', ...fields});
const {expiryDate} = trade('1');
const contract = {asset: 'BTC', type: 'CALL', strikePrice: '70000', expiryDate};
const sell: PlaceDraft = {
  ...{kind: 'place', symbol: 'BTC-C', side: 'SELL', price: '5', size: '5', positionId: '1'},
  contract,
};
const exit: PlaceDraft = {...sell, reduces: `1\nBTC\nCALL\n70000\n${expiryDate}`};
const selling = (orderId: string): Order => order(orderId, {side: 'SELL', positionId: '1', ...contract});
const amended = (orderId: string, filled = '0'): PlaceDraft => {
  const draft: AmendDraft = {
    ...{kind: 'amend', orderId, symbol: 'BTC-C', side: 'SELL', price: '5', size: '5', positionId: '1'},
    ...{newPrice: '6', newSize: '5', contract, tradesLagMs: lagMs, waitMs: 0, filled: '0'},
  };
  return placeAfter(`c${orderId}`, draft, filled);
};

type Done = {
  readonly draft: PlaceDraft;
  readonly recordId: string;
  readonly agoMs: Millis;
};

/** What counts by a journal in which an earlier process has done these. */
async function countedOf(make: () => Machine, done: readonly Done[]) {
  const machine = make();
  const former = await machine.process(1);
  former.limits.keepZone(epoch);
  for (const {draft, recordId, agoMs} of done) {
    const at = epoch - agoMs;
    const intent = intentFor(draft, {id: `i${recordId}`, offsetAtSend: 0}, {mono: 0, wall: at});
    const {cancelId} = draft.replaces ?? {};
    if (cancelId !== undefined) canceled(former, cancelId, intent);
    former.ask(intent, {...unlimited, now: intent.askedAt});
    former.save({...intent, state: 'CONFIRMED', proof: 'proved', resolvedRecordId: recordId});
  }
  return (await machine.process(2)).limits.standing(epoch);
}

/** The cancel that it follows. */
function canceled(journal: BoundJournal, id: string, {askedAt}: Intent): void {
  const cancel = intentFor({kind: 'cancel', orderId: id.slice(1)}, {id}, askedAt);
  journal.ask(cancel, {...unlimited, now: askedAt});
  journal.save({...cancel, state: 'CONFIRMED', proof: 'proved'} as Intent);
}

const held = (size: string) => [trade('1', {filledSizeContracts: size})];

for (const [kind, make] of machinesOf) {
  const after = async (done: readonly Done[], {trades = held('5'), offsetMs = 0} = {}) =>
    opened([], undefined, {trades, lagMs, offsetMs, counted: await countedOf(make, done)});

  it(`an order that ended before a restart holds back no exit once lists no longer lag, ${kind}`, async () => {
    const ended = (agoMs: Millis, offsetMs = 0) => after([{draft: sell, recordId: '9', agoMs}], {offsetMs});
    const why = ({state}: Awaited<ReturnType<typeof ended>>) => whyHeldNow(state, exit);
    expect(why(await ended(minutes(60)))).toBeUndefined();
    const lately = await ended(minutes(3));
    expect(why(lately)).toMatch(/0 of 5 is left/);
    // A clock that is set forward proves no time.
    lately.pass(0, minutes(60));
    lately.send({type: 'intent', msg: {type: 'polled', offsetMs: -minutes(60)}});
    readAll(lately, {trades: held('5')}, {afterMs: 25_000});
    expect(why(lately)).toMatch(/0 of 5 is left/);
    // Nor does that of the service.
    expect(why(await ended(minutes(3), minutes(60)))).toMatch(/0 of 5 is left/);
    expect(why(await ended(minutes(60), -minutes(59)))).toMatch(/0 of 5 is left/);
  });

  it(`an order that ended a lag before the first read after a restart counts for one lag after that, ${kind}`, async () => {
    const why = async (agoMs: Millis, offsetMs = 0) => {
      const desk = await after([{draft: sell, recordId: '9', agoMs}], {offsetMs});
      const then = (afterMs: number) => {
        readAll(desk, {trades: held('5')}, {afterMs});
        return whyHeldNow(desk.state, exit);
      };
      then(25_000);
      expect(then(lagMs - 20_000)).toMatch(/0 of 5 is left/);
      return then(25_000);
    };
    expect(await why(lagMs)).toBeUndefined();
    // It may have been too early to list it, and a clock that was set proves no time.
    expect(await why(lagMs - 30_000)).toMatch(/0 of 5 is left/);
    expect(await why(lagMs, minutes(-1))).toMatch(/0 of 5 is left/);
  });

  it(`the amends of one order count once, ${kind}`, async () => {
    const chain = Array.from({length: 10}, (_, at) => ({
      ...{draft: amended(`${at + 1}`), recordId: `${at + 2}`, agoMs: minutes(1)},
    }));
    const done = [{draft: sell, recordId: '1', agoMs: minutes(1)}, ...chain];
    expect((await countedOf(make, done)).pending).toMatchObject([{recordId: '11', size: '5'}]);
    const {state} = await after(done, {trades: held('10')});
    expect(whyHeldNow(state, exit)).toBeUndefined();
  });

  it(`an amend of a partly filled order that has filled holds back no exit, ${kind}`, async () => {
    const done = [{draft: amended('9', '2'), recordId: '10', agoMs: 1_000}];
    const sold = (orderId: string, filledSizeContracts: string) =>
      trade(`of ${orderId}`, {orderId, tradeSide: 'SELL', filledSizeContracts});
    const {state} = await after(done, {trades: [...held('10'), sold('9', '2'), sold('10', '3')]});
    expect(whyHeldNow(state, exit)).toBeUndefined();
    const less = await after(done, {trades: [...held('10'), sold('9', '2'), sold('10', '2')]});
    expect(whyHeldNow(less.state, {...exit, size: '6'})).toMatch(/3 of 6 is left/);
  });
}

it('an order that an earlier process saw work, and is not listed, counts for a lag', () => {
  const limits = {underlyings: {}, maxOpenNotional: '1000'};
  const after = (worked: readonly Order[]) => opened([], limits, {trades: held('5'), lagMs, worked}).state;
  const state = after([selling('9')]);
  expect(whyHeldNow(state, exit)).toMatch(/0 of 5 is left/);
  expect(limitsNow(state)?.measures[0]?.left).toBe('50');
  expect(whyHeldNow(after([]), exit)).toBeUndefined();
});

it('an order counts for a lag from the end of the read that misses it', () => {
  const trades = held('5');
  const desk = opened([], undefined, {trades, lagMs, orders: [selling('9')]});
  readAll(desk, {trades}, {afterMs: 25_000, slowMs: 60_000});
  const after = (afterMs: number) => {
    readAll(desk, {trades}, {afterMs});
    return whyHeldNow(desk.state, exit);
  };
  expect(after(lagMs - 10_000)).toMatch(/0 of 5 is left/);
  expect(after(25_000)).toBeUndefined();
});
