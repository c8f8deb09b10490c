import {describe, expect, it} from 'vitest';
import type {PageRequest} from '../../../src/account/model/feed.ts';
import {defaultGuardrails, type FeedPane} from '../../../src/account/model/vocabulary.ts';
import {
  type RoundAnswer,
  type RoundAsked,
  type RoundUnderWay,
  roundOf,
  takeAnswer,
} from '../../../src/account/reading/round.ts';
import type {EasyOption, Order, Trade} from '../../../src/api/wire/records.ts';
import type {HaltEnd, HaltProgress, HaltRecord} from '../../../src/core/halt/halt.ts';
import type {Intent} from '../../../src/core/intents/intent.ts';
import type {Draft} from '../../../src/core/intents/kinds/kinds.ts';
import {sheetOf} from '../../../src/desk/dialogs/index.ts';
import type {Command} from '../../../src/desk/messages.ts';
import {bannerLines} from '../../../src/ui/top/Banners.tsx';
import {easyOption, order, type settings, startDesk} from '../../helpers/desk.ts';
import {haltOf} from '../../helpers/halt.ts';
import {epoch} from '../../helpers/intents.ts';
import {accountRead, type Lists} from '../../helpers/whole.ts';
import {texts} from '../../ui/helpers/texts.ts';

/** A halt that is under way, with a journal and a service that say what the test wants. */
type Known = {
  readonly orders?: readonly Order[];
  readonly easyOptions?: readonly EasyOption[];
  /** That an earlier process saw. */
  readonly worked?: readonly Order[];
};

function halting(wants: HaltEnd, changed: Partial<typeof settings> = {}, known: Known = {}) {
  const desk = startDesk({listLagMs: 4_000, tradesLagMs: 4_000, ...changed}).open(known, {venue: 'LIVE'});
  let record: HaltRecord = haltOf({wants});
  let ids = 0;
  const written: Command[] = [];
  const rounds = new Map<FeedPane, RoundUnderWay>();
  const scenario = {
    desk,
    orders: [...(known.orders ?? [])],
    easyOptions: [...(known.easyOptions ?? [])],
    trades: [] as readonly Trade[],
    fault: undefined as string | undefined,
    /** A later page failed, not the first. */
    isCut: false,
    /** Easy Options that cannot be read. */
    unreadable: 0,
    isJournalFull: false,
    progress: (): HaltProgress | undefined => record.progress,
    left: () => (record.progress?.left ?? []).map(({what, why}) => `${what}: ${why}`),
    /** The drafts that were asked for, as they go to the journal. */
    asked: () => written.flatMap(each => (each.type === 'journalAsk' ? [each.draft] : [])),
    attempts: () => written.filter(each => each.type === 'journalAsk' || each.type === 'attempt').length,
    seen: () => desk.send({type: 'halt', msg: {type: 'seen', record}}),
    /** Earlier writes of the journal. */
    restore(...intents: readonly Intent[]) {
      desk.restore(...intents);
    },
    /** The account is read, two seconds later. */
    round() {
      carryOut();
      desk.pass(2_000);
      desk.send({type: 'portfolio', due: desk.state.rounds.arm});
      carryOut();
    },
    /** Ends the write under way. */
    answer(status: number, retryAfterMs?: number) {
      const intent = desk.state.intents.list.findLast(each => each.state === 'SENDING') as Intent;
      const {draft} = intent;
      const orderId = draft.kind === 'cancel' ? draft.orderId : '';
      if (status === 200) scenario.orders = scenario.orders.filter(each => each.orderId !== orderId);
      const outcome =
        status === 200
          ? ({kind: 'yes', order: {orderId, status: 'CANCELED'}} as const)
          : ({kind: 'status', status, ownBody: true, words: '', retryAfterMs} as const);
      desk.answer(intent.id, outcome);
      carryOut();
    },
    /** A read that is to settle the latest intent. */
    settle(found: Lists) {
      const began = {...desk.now, mono: desk.now.mono + 0.001};
      for (const msg of accountRead(found, began)) desk.send({type: 'intent', msg});
      carryOut();
    },
  };
  const answerTo = ({pane, query, page}: PageRequest): RoundAnswer => {
    const {fault, isCut} = scenario;
    const isLost = fault !== undefined && (pane === 'orders' || pane === 'easyOptions');
    if (isLost && (!isCut || page > 0))
      return {fault: {text: fault, isRefused: false}, error: new Error(fault)};
    const {status, id} = query as {status?: string; id?: string};
    const isAsked = (each: EasyOption) =>
      (status === undefined || each.status === status) && (id === undefined || each.id === id);
    const options = scenario.easyOptions.filter(isAsked);
    const {orders, trades} = scenario;
    const rows = {orders, easyOptions: options, trades, cards: []}[pane];
    const unreadable = pane === 'easyOptions' ? Array(scenario.unreadable).fill({reason: 'no price'}) : [];
    const total = rows.length + unreadable.length + (isLost ? 1 : 0);
    return {asked: desk.now, page: {rows, unreadable, total}};
  };
  const read = (asked: RoundAsked) => {
    const round = roundOf(rounds.get(asked.pane), asked);
    rounds.set(asked.pane, round);
    while (round.step.done !== true) {
      const came = takeAnswer(round, answerTo(round.step.value));
      desk.send({type: 'portfolio', came});
      if (came.kind === 'failed') return;
    }
  };
  const perform = (command: Command) => {
    written.push(command);
    switch (command.type) {
      case 'readPortfolio':
        return read(command.asked);
      case 'reportHalt':
        record = {...record, progress: command.progress};
        return scenario.seen();
      case 'journalAsk': {
        const {draft, at, offsetAtSend} = command;
        if (scenario.isJournalFull)
          return desk.send({type: 'intent', msg: {type: 'askFailed', draft, reason: 'The disk is full.'}});
        const common = {askedAt: at, changedAt: at.wall, reason: '', attempts: [], offsetAtSend};
        const intent: Intent = {id: `w-${++ids}`, draft, state: 'SENDING', ...common};
        return desk.send({type: 'intent', msg: {type: 'asked', intent}});
      }
      case 'claim':
        return desk.tell({type: 'claimed', intent: command.intent});
      default:
        return undefined;
    }
  };
  const carryOut = () => {
    for (let commands = desk.asked(); commands.length > 0; commands = desk.asked())
      for (const command of commands) perform(command);
  };
  desk.send({type: 'journalRead', activity: [], working: known.worked ?? []});
  desk.halt(undefined);
  scenario.seen();
  return scenario;
}

/** A write of the journal that ended `ms` ago. */
function write(draft: Draft, more: object, ms = 0): Intent {
  const at = {mono: 0, wall: epoch - ms};
  const common = {id: `j ${JSON.stringify(draft)}`, draft, askedAt: at, changedAt: at.wall};
  return {...common, reason: '', attempts: [], ...more} as unknown as Intent;
}

const [noOrders, noOptions] = ['NO ORDERS', 'NO ORDERS, NO EASY OPTIONS'] as const;
const sell = {kind: 'place', symbol: 'BTC-X', side: 'SELL', price: '5', size: '1'} as const;
const reducing = {...sell, positionId: '1', reduces: '1\nBTC'} as const;
const placed = (recordId: string) => ({
  ...{state: 'CONFIRMED', proof: 'proved', resolvedRecordId: recordId},
});

it('while the list of orders fails cancels what was listed before, and calls nothing ended', () => {
  const halt = halting(noOrders, {}, {orders: [order('5')], worked: [order('6')]});
  halt.fault = 'The service answered 502.';
  halt.round();
  halt.answer(200);
  halt.answer(200);
  expect(halt.asked()).toMatchObject([
    {kind: 'cancel', orderId: '5'},
    {kind: 'cancel', orderId: '6'},
  ]);
  for (let rounds = 3; rounds > 0; rounds--) halt.round();
  expect(halt.asked()).toHaveLength(2);
  expect(halt.progress()).toMatchObject({word: 'HALTING'});
  expect(halt.left()).toContain('The orders cannot be read: The service answered 502.');
});

it('while an Easy Option cannot be read closes one again that stays ACTIVE', () => {
  const halt = halting(noOptions, {}, {easyOptions: [easyOption('7')]});
  halt.unreadable = 1;
  halt.round();
  halt.answer(503);
  for (let seconds = 0; seconds < 28; seconds += 2) halt.round();
  expect(halt.asked()).toHaveLength(1);
  expect(halt.desk.state.intents.list).toMatchObject([{state: 'UNKNOWN'}]);
  for (let round = 0; round < 3; round++) halt.round();
  expect(halt.desk.state.intents.list).toMatchObject([{state: 'SENDING', attempts: [{number: 1}]}]);
});

it('the orders that no list shows are canceled if this journal placed them within twice the lag', () => {
  const halt = halting(noOrders);
  halt.restore(
    write(sell, placed('8'), 1_000),
    write({...sell, size: '2'}, placed('9'), 60_000),
    write({...sell, size: '3'}, {state: 'REJECTED'}, 1_000),
  );
  halt.round();
  expect(halt.asked()).toMatchObject([{kind: 'cancel', orderId: '8', symbol: 'BTC-X'}]);
  expect(halt.left()).toEqual(['cancel order 8 (BTC-X): SENDING']);
  halt.answer(200);
  for (let round = 0; round < 5; round++) halt.round();
  expect(halt.asked()).toHaveLength(1);
  expect(halt.progress()?.word).toBe('NO ORDERS');
});

describe('a halt in progress', () => {
  it('cancels every listed order one after another, and ends only with its proof', () => {
    const halt = halting(noOrders);
    halt.orders = [order('5'), order('6')];
    halt.round();
    expect(halt.asked()).toMatchObject([{kind: 'cancel', orderId: '5'}]);
    expect(halt.progress()).toMatchObject({word: 'HALTING', orders: 2});
    halt.answer(200);
    expect(halt.asked()).toMatchObject([{orderId: '5'}, {orderId: '6'}]);
    halt.answer(200);
    halt.orders = [];
    halt.round();
    expect(halt.progress()).toMatchObject({word: 'HALTING', orders: 0});
    halt.round();
    expect(halt.left()).toEqual([
      'NO ORDERS is not confirmed yet: empty reads 4 s apart (lists may lag by that)',
    ]);
    halt.round();
    expect(halt.progress()?.word).toBe('NO ORDERS');
    expect(halt.desk.state.halt.work).toBeUndefined();
    expect(halt.desk.said()).toMatch(/^HALTED, NO ORDERS. Confirmed/);
  });

  it('cancels the next order while an answer is late', () => {
    const halt = halting(noOrders);
    halt.orders = [order('5'), order('6')];
    halt.round();
    expect(halt.asked()).toHaveLength(1);
    halt.round();
    expect(halt.asked()).toMatchObject([{orderId: '5'}, {orderId: '6'}]);
  });

  it('goes on after a refused and an UNKNOWN cancel, names both, and counts both in each line', () => {
    const halt = halting(noOrders);
    halt.orders = [order('5'), order('6')];
    halt.round();
    halt.answer(422);
    expect(halt.asked().at(-1)).toMatchObject({orderId: '6'});
    halt.answer(500);
    halt.round();
    halt.answer(500);
    expect(halt.progress()?.word).toBe('HALTING');
    expect(halt.left()).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^cancel order 6 .*: UNKNOWN, resending the cancel at \d\d:\d\d:\d\d$/),
      ]),
    );
    expect(texts(bannerLines(halt.desk.state)).join()).toMatch(/ 2 left .* left, 1 of 2: /);
  });

  it.each([403, 409, 422, 429])(
    'never gives up while a DELETE returns %i, and the order is listed',
    status => {
      const halt = halting(noOrders);
      halt.orders = [order('5')];
      for (let round = 0; round < 40; round++) {
        halt.round();
        if (halt.desk.state.intents.list.at(-1)?.state === 'SENDING') halt.answer(status);
        halt.desk.pass(20_000);
        if (halt.desk.state.intents.list.at(-1)?.state === 'UNKNOWN') halt.settle({orders: [order('5')]});
      }
      expect(halt.attempts()).toBeGreaterThan(5);
      expect(halt.progress()?.word).toBe('HALTING');
      expect(halt.left()).toEqual([expect.stringMatching(/order #?5 .*: (REJECTED\. |UNKNOWN|SENDING)/)]);
    },
  );

  it('tries what was not sent again once a read shows that the service answers, and not before', () => {
    const halt = halting(noOrders, {}, {orders: [order('5')]});
    halt.fault = 'Nothing answers.';
    const fail = () => {
      const sending = halt.desk.state.intents.list.findLast(each => each.state === 'SENDING');
      if (sending) halt.desk.answer(sending.id, {kind: 'not sent', words: '', mayRepeat: false});
    };
    while (halt.asked().length < 3) {
      halt.round();
      fail();
    }
    for (let round = 0; round < 5; round++) halt.round();
    expect(halt.asked()).toHaveLength(3);
    halt.fault = undefined;
    halt.orders = [order('5')];
    halt.round();
    expect(halt.asked()).toHaveLength(4);
  });

  it('waits as long as each 429 asks for, and no longer', () => {
    const halt = halting(noOrders);
    halt.orders = [order('5')];
    halt.round();
    for (const count of [1, 2, 3, 4]) {
      expect(halt.attempts()).toBe(count);
      halt.answer(429, 3_000);
      halt.round();
      expect(halt.attempts()).toBe(count);
      halt.round();
    }
    expect(halt.attempts()).toBe(5);
  });

  it('pauses after a request that the journal refuses, also after a 429', () => {
    const halt = halting(noOrders);
    halt.orders = [order('5')];
    halt.round();
    halt.answer(429);
    halt.isJournalFull = true;
    for (let round = 0; round < 4; round++) halt.round();
    expect(halt.asked()).toHaveLength(2);
  });

  it('closes a PENDING Easy Option when it is ACTIVE, and leaves those that end on their own', () => {
    const halt = halting(noOptions);
    const open = ['PENDING', 'TRIGGERED', 'CLOSING', 'CLOSED'].map((status, index) =>
      easyOption(String(index), {status}),
    );
    const sold = easyOption('4', {status: 'TRIGGERED', closeTime: epoch, plClosed: '3'});
    halt.easyOptions = [...open, sold];
    halt.round();
    expect(halt.asked()).toEqual([]);
    expect(halt.progress()?.left).toHaveLength(3);
    halt.easyOptions = [easyOption('0', {status: 'ACTIVE'})];
    halt.round();
    expect(halt.asked()).toMatchObject([{kind: 'close', easyOptionId: '0'}]);
  });

  it('leaves the order that sells an Easy Option, and says so', () => {
    const halt = halting(noOptions);
    const sale = {orderType: 'MARKET', side: 'SELL', positionId: '77'} as const;
    halt.orders = [order('5', sale), order('6')];
    halt.easyOptions = [easyOption('7', {status: 'CLOSING', positionId: '77'})];
    halt.round();
    expect(halt.asked()).toMatchObject([{kind: 'cancel', orderId: '6'}]);
    expect(halt.left()).toContainEqual(
      expect.stringMatching(/^order #5 .*: sells Easy Option #7, not canceled$/),
    );
    halt.answer(200);
    halt.round();
    expect(halt.asked()).toHaveLength(1);
  });

  it('compares the contract if an order has no position', () => {
    const halt = halting(noOptions);
    const sale = {orderType: 'MARKET', side: 'SELL'} as const;
    halt.orders = [order('5', sale), order('6', {...sale, symbol: 'BTC-27NOV26-70000-C'})];
    halt.easyOptions = [easyOption('7', {status: 'CLOSING'})];
    for (let seconds = 0; seconds < 8; seconds += 2) halt.round();
    expect(halt.asked()).toMatchObject([{kind: 'cancel', orderId: '6'}]);
  });

  it('waits for the lag of the list that may not show yet that an Easy Option is sold', () => {
    const halt = halting(noOrders);
    halt.round();
    halt.orders = [order('5', {orderType: 'MARKET', side: 'SELL'})];
    halt.easyOptions = [easyOption('7')];
    for (let seconds = 0; seconds < 4; seconds += 2) halt.round();
    expect(halt.asked()).toEqual([]);
    expect(halt.left()).toEqual([
      expect.stringMatching(/^order #5 .*: may sell an Easy Option: not read yet$/),
    ]);
    halt.easyOptions = [easyOption('7', {status: 'CLOSING'})];
    for (let seconds = 0; seconds < 20; seconds += 2) halt.round();
    expect(halt.asked()).toEqual([]);
  });

  it('takes one for filled that left the list when the Easy Option that it sold had ended', () => {
    const halt = halting(noOrders);
    halt.orders = [order('5', {orderType: 'MARKET', side: 'SELL', positionId: '77'})];
    halt.easyOptions = [easyOption('7', {status: 'CLOSING', positionId: '77'})];
    for (let round = 0; round < 3; round++) halt.round();
    halt.orders = [];
    halt.easyOptions = [easyOption('7', {status: 'CLOSED', positionId: '77'})];
    for (let round = 0; round < 5; round++) halt.round();
    expect(halt.asked()).toEqual([]);
    expect(halt.progress()?.word).toBe('NO ORDERS');
  });

  it('closes again what a list shows as ACTIVE if that list is newer than the first close', () => {
    const halt = halting(noOptions);
    halt.easyOptions = [easyOption('7')];
    halt.round();
    halt.answer(200);
    halt.settle({easyOptions: [easyOption('7', {status: 'CLOSING'})]});
    expect(halt.desk.state.intents.list).toMatchObject([{state: 'CONFIRMED'}]);
    halt.round();
    expect(halt.left()).toEqual([expect.stringMatching(/^#7 BTC up: CONFIRMED, still listed/)]);
    halt.round();
    expect(halt.asked()).toHaveLength(1);
    halt.round();
    expect(halt.asked()).toMatchObject([{kind: 'close'}, {kind: 'close', easyOptionId: '7'}]);
  });

  it('closes again what is listed as ACTIVE once a close without an answer cannot arrive any more', () => {
    const halt = halting(noOptions);
    halt.easyOptions = [easyOption('7')];
    halt.round();
    halt.answer(503);
    // Any time that its request may take, and the lag of the list.
    for (let seconds = 0; seconds < 26; seconds += 2) halt.round();
    expect(halt.asked()).toHaveLength(1);
    expect(halt.left()).toEqual([
      expect.stringMatching(/UNKNOWN, closed again from 00:00:31 if it stays ACTIVE; R closes it now$/),
    ]);
    halt.fault = 'No answer.';
    for (let round = 0; round < 3; round++) halt.round();
    expect(halt.asked()).toHaveLength(1);
    halt.fault = undefined;
    for (let round = 0; round < 3; round++) halt.round();
    expect(halt.asked()).toHaveLength(1);
    expect(halt.desk.state.intents.list).toMatchObject([{state: 'SENDING', attempts: [{number: 1}]}]);
    // It did nothing, so it is not waited for.
    halt.answer(429);
    for (let round = 0; round < 5; round++) halt.round();
    expect(halt.desk.state.intents.list).toMatchObject([{state: 'SENDING', attempts: [{}, {number: 2}]}]);
  });

  it('names the positions that stay, with the key that closes them', () => {
    const held = {
      ...{tradeId: '1', orderId: '1', asset: 'BTC', type: 'CALL', strikePrice: '75500', tradeSide: 'BUY'},
      ...{filledSizeContracts: '0.5', openPrice: '1', openDate: epoch, expiryDate: epoch + 86_400_000},
    };
    const halt = halting(noOrders);
    halt.trades = [held];
    halt.round();
    expect(halt.left()).toEqual([expect.stringMatching(/^NO ORDERS is not confirmed yet: /)]);
    for (let round = 0; round < 3; round++) halt.round();
    expect(halt.progress()?.word).toBe('NO ORDERS');
    expect(halt.left()).toEqual([
      expect.stringMatching(
        /^position 0\.5 BTC 75,500 CALL.*: c on Portfolio closes it by an order, also while HALTED$/,
      ),
    ]);
  });

  it('leaves an order working that closes a position, if it was asked for after the flag', () => {
    const halt = halting(noOrders);
    const after = {underHalt: 1};
    halt.orders = [order('5', {...sell, orderType: 'LIMIT'}), order('6', {...sell, orderType: 'LIMIT'})];
    halt.restore(write(reducing, {...placed('5'), ...after}));
    halt.round();
    expect(halt.asked()).toMatchObject([{kind: 'cancel', orderId: '6'}]);
    halt.orders = [];
    halt.answer(200);
    // No list shows it yet.
    halt.round();
    expect(halt.asked()).toHaveLength(1);
    halt.orders = [order('5', {...sell, orderType: 'LIMIT'})];
    halt.round();
    expect(halt.left()).toEqual([
      expect.stringMatching(/^order #5 SELL .*: closes a position, stays working$/),
    ]);
  });

  it('cancels a listed order again after the wall clock was set back', () => {
    const halt = halting(noOrders);
    halt.orders = [order('5')];
    const cancel = write({kind: 'cancel', orderId: '5'}, {state: 'CONFIRMED', proof: 'proved'}, -3_600_000);
    halt.desk.restore(cancel);
    halt.round();
    expect(halt.asked()).toMatchObject([{kind: 'cancel', orderId: '5'}]);
  });

  it('that a new start finds goes on when the holder takes the controls by a question that names it', () => {
    const desk = startDesk().open();
    desk.controls();
    const look = () => desk.halt(haltOf({wants: noOrders}));
    look();
    desk.type('T');
    expect(JSON.stringify(sheetOf(desk.state))).toContain('Under way, yours after it: HALTING');
    desk.showQuestion();
    desk.type(desk.question().key);
    expect(desk.asked()).toContainEqual({type: 'takeControls', at: desk.now.wall, isForced: true});
    desk.controls({is: 'ours', epoch: 3});
    look();
    expect(desk.state.halt.work).toBeDefined();
  });

  it('is not carried out in a READ-ONLY dashboard or by a viewer', () => {
    const readOnly = halting(noOptions, {guardrails: {...defaultGuardrails, readOnly: true}});
    readOnly.round();
    expect(readOnly.asked()).toEqual([]);
    const desk = startDesk().open();
    desk.halt(undefined);
    desk.controls();
    desk.halt(haltOf({wants: noOrders}));
    expect(desk.state.halt.work).toBeUndefined();
    // It took them: the halt began while it ran.
    desk.controls({is: 'ours', epoch: 3});
    desk.halt(haltOf({wants: noOrders, at: epoch}));
    expect(desk.state.halt.work).toBeDefined();
    // The next holder begins anew, and so does this one if it takes them back.
    desk.controls({epoch: 4});
    expect(desk.state.halt.work).toBeUndefined();
  });

  it('that a new start finds goes on when the holder presses its key, and not before', () => {
    const desk = startDesk().open();
    const left = [5, 6].map(id => ({what: `order #${id}`, why: 'not read yet'}));
    const progress = {at: epoch, word: 'HALTING', left, orders: 2} as const;
    desk.halt(haltOf({wants: noOptions, progress}));
    expect(desk.said()).toBe('HALTED, 2 left: ! continues it.');
    expect(desk.state.halt.work).toBeUndefined();
    desk.press('!');
    expect(desk.asked()).toContainEqual({type: 'setHalt', at: epoch, wants: noOptions});
    desk.halt(haltOf({wants: noOptions}));
    expect(desk.state.halt.work).toBeDefined();
  });

  it('reports once that it goes on under new controls, even if nothing else has changed', () => {
    const halt = halting(noOrders);
    halt.fault = 'The service answered 502.';
    halt.round();
    halt.round();
    const before = halt.progress();
    const since = halt.desk.now.wall + 60_000;
    halt.desk.controls({is: 'ours', epoch: 3, since});
    halt.seen();
    halt.round();
    expect(halt.progress()).toEqual({...before, at: since});
    const told = halt.progress();
    halt.round();
    expect(halt.progress()).toBe(told);
  });
});
