import {describe, expect, it} from 'vitest';
import type {EasyOption, Order, Trade} from '../../../src/api/wire/records.ts';
import {
  type AccountRead,
  type HaltFacts,
  type HaltProgress,
  type HaltRecord,
  type HaltWants,
  haltOutcome,
  longestHaltMs,
} from '../../../src/desk/halt/halt.ts';
import type {Intent} from '../../../src/desk/intents/intent.ts';
import type {Evidence} from '../../../src/desk/intents/kinds/kind.ts';
import type {Command} from '../../../src/desk/messages.ts';
import {defaultGuardrails} from '../../../src/desk/model/vocabulary.ts';
import {easyOption, epoch, order, type settings, startDesk} from '../../helpers/desk.ts';
import {accountHalt} from '../../helpers/halt.ts';
import {listRead} from '../../helpers/list-read.ts';

/** What is asked of the journal, the service and the clock for the halt itself. */
const isOfHalt = (command: Command): boolean =>
  command.type === 'after'
    ? command.then.type === 'halt'
    : command.type === 'proveFinal' || command.type.endsWith('Halt');

/** A halt that is under way, with a journal and a service that say what the test wants. */
type Known = {readonly orders?: readonly Order[]; readonly easyOptions?: readonly EasyOption[]};

function halting(wants: HaltWants, changed: Partial<typeof settings> = {}, known: Known = {}) {
  const desk = startDesk({listLagMs: 4_000, tradesLagMs: 4_000, ...changed}).open(known);
  let record: HaltRecord = {
    at: epoch,
    by: 'process 7',
    own: accountHalt({wants}),
    others: [],
  };
  let ids = 0;
  const written: Command[] = [];
  const scenario = {
    desk,
    facts: {writes: '0', open: [], unproved: [], listed: [], closing: []} as HaltFacts,
    orders: [] as Order[],
    easyOptions: [] as EasyOption[],
    trades: [] as Trade[],
    fault: undefined as {text: string} | undefined,
    isJournalFull: false,
    checked: [] as string[],
    /** What was asked of the journal and the service about the halt since the last round. */
    told: [] as Command[],
    progress: (): HaltProgress | undefined => record.own?.progress,
    /** The drafts that were asked for, as they go to the journal. */
    asked: () => written.flatMap(each => (each.type === 'journalAsk' ? [each.draft] : [])),
    attempts: () => written.filter(each => each.type === 'attempt').length,
    seen: () => desk.send({type: 'halt', msg: {type: 'seen', record}}),
    /** One round: the journal is looked at, the account is read, and a pause is made. */
    round() {
      carryOut();
      desk.pass(2_000);
      const due = scenario.told.flatMap(each => (each.type === 'after' ? [each.then] : [])).at(-1);
      scenario.told = [];
      if (due !== undefined) desk.send(due);
      carryOut();
    },
    /** Ends the write under way. */
    answer(status: number) {
      const intent = desk.state.intents.list.findLast(each => each.state === 'SENDING') as Intent;
      const {draft} = intent;
      const orderId = draft.kind === 'cancel' ? draft.orderId : '';
      const outcome =
        status === 200
          ? ({kind: 'yes', order: {orderId, status: 'CANCELED'}} as const)
          : ({kind: 'status', status, ownBody: true, words: ''} as const);
      const result = {at: desk.now, outcome};
      const number = intent.attempts.length + 1;
      const attempt = {number, by: 'user', process: 'this', startedAt: desk.now, result} as const;
      desk.send({type: 'intent', msg: {type: 'attempted', intentId: intent.id, attempt}});
      carryOut();
    },
    /** A read that is to settle the latest intent. */
    settle(found: Partial<Extract<Evidence, {kind: 'read'}>>) {
      const clock = {offsetMs: 0, toleranceMs: 0, seenAt: desk.now};
      const nothing = {easyOptions: [], orders: [], trades: []};
      const evidence = {kind: 'read', beganAt: desk.now, clock, ...nothing, ...found} as const;
      gathered(evidence, desk.state.intents.list.at(-1) as Intent);
    },
  };
  const gathered = (evidence: Evidence, {id}: Intent) => {
    desk.send({type: 'intent', msg: {type: 'lookAgain', intentId: id}});
    const look = desk.state.intents.looks[id]?.number ?? 0;
    desk.send({type: 'intent', msg: {type: 'gathered', intentId: id, look, evidence}});
    carryOut();
  };
  const list = <Row>(rows: readonly Row[]) => {
    const {fault} = scenario;
    return listRead(desk.now, fault === undefined ? rows : [], {fault});
  };
  const perform = (command: Command) => {
    written.push(command);
    if (isOfHalt(command)) scenario.told.push(command);
    switch (command.type) {
      case 'driveHalt':
        return desk.send({
          type: 'halt',
          msg: {type: 'driven', number: command.number, facts: scenario.facts},
        });
      case 'readForHalt': {
        const {easyOptions, trades} = command.scope;
        const read: AccountRead = {
          orders: list(scenario.orders),
          easyOptions: easyOptions ? list(scenario.easyOptions) : undefined,
          trades: trades ? list(scenario.trades) : undefined,
          venue: 'LIVE',
        };
        return desk.send({type: 'halt', msg: {type: 'read', number: command.number, read}});
      }
      case 'reportHalt':
      case 'finishHalt':
        record = {...record, own: accountHalt({wants, progress: command.progress})};
        return scenario.seen();
      case 'proveFinal':
        return void scenario.checked.push(command.orderId);
      case 'journalAsk': {
        const {draft, at} = command;
        if (scenario.isJournalFull)
          return desk.send({type: 'intent', msg: {type: 'askFailed', draft, reason: 'The disk is full.'}});
        const common = {askedAt: at, changedAt: at.wall, reason: '', attempts: []};
        const intent: Intent = {id: `w-${++ids}`, draft, state: 'QUEUED', ...common};
        return desk.send({type: 'intent', msg: {type: 'asked', intent}});
      }
      case 'claim':
        return desk.send({type: 'intent', msg: {type: 'claimed', intent: command.intent}});
      default:
        return undefined;
    }
  };
  const carryOut = () => {
    for (let commands = desk.asked(); commands.length > 0; commands = desk.asked())
      for (const command of commands) perform(command);
  };
  scenario.seen();
  return scenario;
}

describe('while the list of orders fails', () => {
  it('cancels what was listed before, and calls nothing ended', () => {
    const halt = halting('no orders', {}, {orders: [order('5')]});
    halt.facts = {...halt.facts, listed: [order('6')]};
    halt.fault = {text: 'The service answered 502.'};
    halt.round();
    halt.answer(200);
    halt.round();
    expect(halt.asked()).toMatchObject([
      {kind: 'cancel', orderId: '6'},
      {kind: 'cancel', orderId: '5'},
    ]);
    halt.answer(200);
    for (let rounds = 3; rounds > 0; rounds--) halt.round();
    expect(halt.asked()).toHaveLength(2);
    expect(halt.progress()).toMatchObject({word: 'HALTING', proved: undefined, counts: {orders: undefined}});
  });
});

it('closes the Easy Options that were read before while their list fails, and counts none', () => {
  const halt = halting('flat', {}, {easyOptions: [easyOption('7')]});
  halt.fault = {text: 'The service answered 502.'};
  halt.round();
  expect(halt.asked()).toMatchObject([{kind: 'close', easyOptionId: '7'}]);
  expect(halt.progress()?.counts.easyOptions).toBeUndefined();
});

describe('a halt that nobody watches', () => {
  const counts = {orders: 0, easyOptions: 0, intents: 0, unproved: 0};
  const common = {at: epoch, left: [], counts, nothingListedSince: undefined, proved: undefined};
  const outcome = (
    progress: Partial<HaltProgress>,
    wall = epoch,
    elapsedMs = 0,
    timeoutMs = longestHaltMs,
  ) => {
    const all = {...common, word: 'HELD', isStuck: true, ...progress} as const;
    const own = accountHalt({wants: 'flat', progress: all});
    return haltOutcome({at: epoch, by: '', others: [], own}, {elapsedMs, timeoutMs, wall});
  };
  const day = 86_400_000;

  it.each([
    ['ends when it reaches its goal', outcome({word: 'FLAT'}), 'ended'],
    ['is HELD by what it can never end, after enough time for reads', outcome({}, epoch + 15_001), 'held'],
    ['is not HELD before that time', outcome({}, epoch + 15_000), undefined],
    [
      'is HELD immediately if everything else is proved',
      outcome({proved: 'NO ORDERS, NO EASY OPTIONS'}),
      'held',
    ],
    ['continues for a day', outcome({isStuck: false}, epoch + day, day - 1), undefined],
    ['ends after a day', outcome({isStuck: false}, epoch, day), 'out of time'],
    ['ends after the requested time', outcome({isStuck: false}, epoch, 4_000, 4_000), 'out of time'],
    [
      'ends after its time if the journal has no halt',
      haltOutcome(undefined, {elapsedMs: day, timeoutMs: longestHaltMs, wall: 0}),
      'out of time',
    ],
  ])('%s', (_name, found, expected) => {
    expect(found).toBe(expected);
  });
});

describe('a halt in progress', () => {
  it('cancels every listed order one after another, and ends only with its proof', () => {
    const halt = halting('no orders');
    halt.orders = [order('5'), order('6')];
    halt.round();
    expect(halt.asked()).toMatchObject([{kind: 'cancel', orderId: '5'}]);
    expect(halt.progress()).toMatchObject({word: 'HALTING', counts: {orders: 2}});
    halt.answer(200);
    expect(halt.asked()).toMatchObject([{orderId: '5'}, {orderId: '6'}]);
    halt.answer(200);
    halt.orders = [];
    halt.facts = {...halt.facts, writes: '2'};
    halt.round();
    expect(halt.progress()).toMatchObject({word: 'HALTING', nothingListedSince: halt.desk.now.wall});
    halt.round();
    expect(halt.progress()?.word).toBe('HALTING');
    halt.round();
    expect(halt.progress()?.word).toBe('NO ORDERS');
    expect(halt.desk.state.halt.work).toBeUndefined();
    expect(halt.desk.state.notices.at(-1)?.text).toMatch(/^HALTED, NO ORDERS: account main\. Confirmed/);
  });

  it('continues after a refused and an UNKNOWN cancel, and names what is HELD', () => {
    const halt = halting('no orders');
    halt.orders = [order('5'), order('6')];
    halt.round();
    halt.answer(422);
    expect(halt.asked().at(-1)).toMatchObject({orderId: '6'});
    halt.answer(500);
    const unknown = halt.desk.state.intents.list.filter(each => each.state === 'UNKNOWN');
    expect(unknown).toHaveLength(1);
    halt.orders = [];
    halt.facts = {writes: '3', open: unknown, unproved: [], listed: [], closing: []};
    halt.round();
    expect(halt.progress()).toMatchObject({
      word: 'HELD',
      left: [expect.stringContaining('UNKNOWN: cancel order 6')],
    });
  });

  it.each([
    {unproved: ['6'], listed: [order('6')], more: 1, which: 'while the order is listed'},
    {unproved: ['6'], listed: [], more: 1, which: 'also if no list shows the order'},
    {unproved: [], listed: [order('6')], more: 0, which: 'and none after the order is proved final'},
  ])('sends a further DELETE of an order whose cancel is UNKNOWN, $which', ({unproved, listed, more}) => {
    const halt = halting('no orders');
    halt.orders = [order('6')];
    halt.round();
    halt.answer(500);
    halt.orders = listed;
    const open = halt.desk.state.intents.list;
    expect(open).toMatchObject([{state: 'UNKNOWN'}]);
    const before = halt.attempts();
    halt.facts = {writes: '1', open, unproved, listed: [], closing: []};
    for (let round = 0; round < 6; round++) halt.round();
    expect(halt.attempts()).toBe(before + more);
  });

  it.each([403, 422, 429, 503])('never gives up while a DELETE returns %i', status => {
    const halt = halting('no orders');
    halt.orders = [order('5')];
    for (let round = 0; round < 40; round++) {
      halt.round();
      if (halt.desk.state.intents.list.at(-1)?.state === 'SENDING') halt.answer(status);
      const open = halt.desk.state.intents.list.filter(each => each.state === 'UNKNOWN');
      halt.facts = {writes: `${round}`, open, unproved: ['5'], listed: [], closing: []};
      halt.desk.pass(20_000);
      const record = halt.desk.state.halt.record;
      expect(
        haltOutcome(record, {elapsedMs: 0, timeoutMs: longestHaltMs, wall: halt.desk.now.wall}),
      ).toBeUndefined();
    }
    expect(halt.attempts()).toBeGreaterThan(5);
    expect(halt.progress()).toMatchObject({
      word: 'HELD',
      left: [expect.stringMatching(/order #?5 .*REJECTED\. |resending the cancel/)],
    });
  });

  it('delays cancels after a 429, and closes in the meantime', () => {
    const halt = halting('flat');
    halt.orders = [order('5')];
    halt.easyOptions = [easyOption('7')];
    halt.round();
    expect(halt.asked().map(each => each.kind)).toEqual(['cancel', 'close']);
    const [cancel] = halt.desk.state.intents.list;
    const outcome = {kind: 'status', status: 429, ownBody: true, words: '', retryAfterMs: 7_000} as const;
    const result = {at: halt.desk.now, outcome};
    const attempt = {number: 1, by: 'user', process: 'this', startedAt: halt.desk.now, result} as const;
    halt.desk.send({type: 'intent', msg: {type: 'attempted', intentId: cancel?.id ?? '', attempt}});
    for (let round = 0; round < 3; round++) halt.round();
    expect(halt.asked().filter(each => each.kind === 'cancel')).toHaveLength(1);
    halt.round();
    expect(halt.asked().filter(each => each.kind === 'cancel')).toHaveLength(2);
  });

  it('waits as long as each 429 asks for, and no longer', () => {
    const halt = halting('no orders');
    halt.orders = [order('5')];
    halt.round();
    const outcome = {kind: 'status', status: 429, ownBody: true, words: '', retryAfterMs: 3_000} as const;
    for (const count of [1, 2, 3, 4]) {
      expect(halt.attempts()).toBe(count);
      const {id} = halt.desk.state.intents.list.at(-1) as Intent;
      const result = {at: halt.desk.now, outcome};
      const attempt = {number: 1, by: 'user', process: 'this', startedAt: halt.desk.now, result} as const;
      halt.desk.send({type: 'intent', msg: {type: 'attempted', intentId: id, attempt}});
      halt.round();
      expect(halt.attempts()).toBe(count);
      halt.round();
    }
    expect(halt.attempts()).toBe(5);
  });

  it('pauses after a request that the journal refuses, also after a 429', () => {
    const halt = halting('no orders');
    halt.orders = [order('5')];
    halt.round();
    halt.answer(429);
    halt.isJournalFull = true;
    for (let round = 0; round < 4; round++) halt.round();
    expect(halt.asked()).toHaveLength(2);
  });

  it('closes a PENDING Easy Option when it is ACTIVE, and leaves those that end on their own', () => {
    const halt = halting('flat');
    halt.easyOptions = ['PENDING', 'TRIGGERED', 'CLOSING', 'CLOSED'].map((status, index) =>
      easyOption(String(index), {status}),
    );
    halt.round();
    expect(halt.asked()).toEqual([]);
    expect(halt.progress()?.left).toHaveLength(3);
    halt.easyOptions = [easyOption('0', {status: 'ACTIVE'})];
    halt.round();
    expect(halt.asked()).toMatchObject([{kind: 'close', easyOptionId: '0'}]);
  });

  it('leaves the order that sells an Easy Option, and says so', () => {
    const halt = halting('flat');
    const sale = {orderType: 'MARKET', side: 'SELL', positionId: '77'} as const;
    halt.orders = [order('5', sale), order('6')];
    halt.easyOptions = [easyOption('7', {status: 'CLOSING', positionId: '77'})];
    halt.round();
    expect(halt.asked()).toMatchObject([{kind: 'cancel', orderId: '6'}]);
    expect(halt.progress()?.left).toContainEqual(
      expect.stringMatching(/^order #5 .*: sells Easy Option #7 and fills without a cancel$/),
    );
    halt.answer(200);
    halt.round();
    expect(halt.asked()).toHaveLength(1);
  });

  it('names the Easy Option whose order is not confirmed final', () => {
    const halt = halting('flat');
    halt.easyOptions = [easyOption('7', {status: 'CLOSED', orderId: '5'})];
    halt.facts = {...halt.facts, unproved: ['5', '6']};
    halt.round();
    expect(halt.progress()?.left).toEqual([
      'order #5 of Easy Option #7: not listed, and not confirmed final',
      'order #6: not listed, and not confirmed final',
    ]);
  });

  it('does not call an order unlisted while the list cannot be read', () => {
    const halt = halting('no orders');
    halt.facts = {...halt.facts, unproved: ['5']};
    halt.fault = {text: 'Timed out.'};
    halt.round();
    expect(halt.progress()?.left).toEqual([
      'order #5: the list was not read, and it is not confirmed final',
      'A list cannot be read: Timed out.',
    ]);
  });

  it('compares the contract if an order has no position', () => {
    const halt = halting('flat');
    const sale = {orderType: 'MARKET', side: 'SELL'} as const;
    halt.orders = [order('5', sale), order('6', {...sale, symbol: 'BTC-27NOV26-70000-C'})];
    halt.easyOptions = [easyOption('7', {status: 'CLOSING'})];
    halt.round();
    expect(halt.asked()).toMatchObject([{kind: 'cancel', orderId: '6'}]);
  });

  it('checks whether an order sells an Easy Option before it cancels it, even if it closes none', () => {
    const halt = halting('no orders');
    const sale = {orderType: 'MARKET', side: 'SELL'} as const;
    halt.orders = [order('5', {...sale, positionId: '77'}), order('6', {...sale, positionId: '78'})];
    halt.easyOptions = [easyOption('7', {status: 'CLOSING', positionId: '77'})];
    for (let round = 0; round < 2; round++) halt.round();
    expect(halt.asked()).toMatchObject([{kind: 'cancel', orderId: '6'}]);
  });

  it('closes again what a list shows as ACTIVE if that list is newer than the first close', () => {
    const halt = halting('flat');
    halt.easyOptions = [easyOption('7')];
    halt.round();
    halt.answer(200);
    halt.settle({easyOptions: [easyOption('7', {status: 'CLOSING'})]});
    expect(halt.desk.state.intents.list).toMatchObject([{state: 'CONFIRMED'}]);
    halt.round();
    expect(halt.progress()?.left).toEqual([expect.stringMatching(/^#7 BTC up: was requested, still listed/)]);
    halt.round();
    expect(halt.asked()).toHaveLength(1);
    halt.round();
    expect(halt.asked()).toMatchObject([{kind: 'close'}, {kind: 'close', easyOptionId: '7'}]);
  });

  it('sends no second DELETE of an order whose cancel began in the same round', () => {
    const halt = halting('no orders');
    halt.orders = [order('5')];
    halt.round();
    expect(halt.asked()).toMatchObject([{kind: 'cancel', orderId: '5'}]);
    halt.orders = [];
    halt.facts = {writes: '0', open: [], unproved: ['5'], listed: [], closing: []};
    halt.round();
    expect(halt.checked).toEqual([]);
  });

  it('proves an unlisted order final with a DELETE of its id, one order after another', () => {
    const halt = halting('no orders');
    halt.facts = {writes: '0', open: [], unproved: ['8', '9'], listed: [], closing: []};
    halt.round();
    expect(halt.checked).toEqual(['8']);
    const outcome = {kind: 'status', status: 409, ownBody: true, words: ''} as const;
    halt.desk.send({type: 'halt', msg: {type: 'checked', orderId: '8', outcome}});
    halt.facts = {writes: '2', open: [], unproved: ['9'], listed: [], closing: []};
    halt.round();
    expect(halt.checked).toEqual(['8', '9']);
    for (let round = 0; round < 6; round++) halt.round();
    expect(halt.progress()?.word).not.toBe('NO ORDERS');
  });

  it('delays cancels and DELETEs of unlisted orders after a 429 to any of them', () => {
    const halt = halting('no orders');
    halt.facts = {writes: '0', open: [], unproved: ['8', '9'], listed: [], closing: []};
    halt.round();
    expect(halt.checked).toEqual(['8']);
    halt.orders = [order('5')];
    const outcome = {kind: 'status', status: 429, ownBody: true, words: '', retryAfterMs: 5_000} as const;
    halt.desk.send({type: 'halt', msg: {type: 'checked', orderId: '8', outcome}});
    halt.round();
    halt.round();
    expect(halt.attempts()).toBe(0);
    halt.round();
    expect(halt.attempts()).toBe(1);
    const checked = halt.checked.length;
    halt.answer(429);
    expect(halt.checked).toHaveLength(checked);
  });

  it('reports FLAT if nothing is held, and names what no operation can close', () => {
    const held: Trade = {
      tradeId: '1',
      asset: 'BTC',
      type: 'CALL',
      strikePrice: '75500',
      expiryDate: epoch + 86_400_000,
      tradeSide: 'BUY',
      filledSizeContracts: '0.5',
    };
    const halt = halting('flat');
    halt.trades = [held];
    for (let round = 0; round < 8; round++) halt.round();
    expect(halt.progress()).toMatchObject({
      word: 'HELD',
      proved: 'NO ORDERS, NO EASY OPTIONS',
      left: [
        expect.stringMatching(/^0\.5 BTC 75500 CALL .* held: close it by an order on the dashboard .*$/),
      ],
    });
    halt.trades = [held, {...held, tradeId: '2', tradeSide: 'SELL'}];
    for (let round = 0; round < 2; round++) halt.round();
    expect(halt.progress()?.word).toBe('FLAT');
    // As in the Portfolio, a contract is held until the service's clock says that it has expired.
    const ahead = halting('flat');
    ahead.desk.send({type: 'intent', msg: {type: 'polled', offsetMs: 86_400_000}});
    ahead.trades = [held];
    for (let round = 0; round < 8; round++) ahead.round();
    expect(ahead.progress()?.word).toBe('FLAT');
  });

  it('leaves an order working that closes a position, if it was asked for after the review', () => {
    const halt = halting('flat');
    const sell = {kind: 'place', symbol: 'BTC-X', side: 'SELL', price: '5', size: '1'} as const;
    const placed = {...sell, positionId: '1', reduces: '1\nBTC'};
    const at = {mono: 0, wall: epoch + 1_000};
    const closing = {
      ...{id: 'c', draft: placed, askedAt: at, changedAt: at.wall, reason: '', attempts: []},
      ...{state: 'CONFIRMED', proof: 'proved', resolvedRecordId: '5'},
    } as const satisfies Intent;
    halt.orders = [order('5', {...sell, orderType: 'LIMIT'}), order('6', {...sell, orderType: 'LIMIT'})];
    halt.facts = {writes: '0', open: [], unproved: ['5'], listed: [], closing: [closing]};
    halt.round();
    expect(halt.asked()).toMatchObject([{kind: 'cancel', orderId: '6'}]);
    halt.orders = halt.orders.slice(0, 1);
    halt.round();
    expect(halt.progress()).toMatchObject({
      word: 'HELD',
      isStuck: false,
      left: [expect.stringMatching(/^order #5 SELL .*: closes a position, stays working$/)],
    });
    // Before its answer came, its order is known by symbol and side alone.
    const {resolvedRecordId: _, proof: __, ...sending} = closing;
    halt.facts = {...halt.facts, closing: [{...sending, state: 'SENDING'} as Intent]};
    halt.round();
    expect(halt.asked()).toHaveLength(1);
    halt.answer(403);
    halt.facts = {...halt.facts, closing: []};
    halt.round();
    expect(halt.asked()).toMatchObject([{orderId: '6'}, {orderId: '5'}]);
  });

  it('cancels an order that was listed before the UNKNOWN one that closes the position was sent', () => {
    const halt = halting('no orders');
    const sell = {kind: 'place', symbol: 'BTC-X', side: 'SELL', price: '5', size: '1'} as const;
    const closing = {
      ...{id: 'c', draft: {...sell, positionId: '1', reduces: '1\nBTC'}, reason: '', attempts: []},
      ...{askedAt: {mono: 0, wall: epoch + 1_000}, changedAt: epoch, knownBefore: ['5']},
      ...{state: 'UNKNOWN', candidates: [], noTrace: true},
    } as unknown as Intent;
    halt.orders = [order('5', {...sell, orderType: 'LIMIT'})];
    halt.facts = {
      writes: '0',
      open: [closing],
      unproved: ['5'],
      listed: [],
      closing: [closing],
    };
    halt.round();
    expect(halt.asked()).toMatchObject([{kind: 'cancel', orderId: '5'}]);
  });

  it('cancels an order whose amend was not sent, also if that amend would have closed a position', () => {
    const halt = halting('no orders');
    const old = {symbol: 'BTC-X', side: 'SELL', price: '5', size: '1'} as const;
    const draft = {...old, kind: 'amend', orderId: '5', newPrice: '6', newSize: '1'} as const;
    const amend = {
      ...{
        id: 'a',
        draft: {...draft, positionId: '1', reduces: '1\nBTC', tradesLagMs: 0},
        reason: '',
        attempts: [],
      },
      ...{askedAt: {mono: 0, wall: epoch + 1_000}, changedAt: epoch, state: 'NOT SENT'},
    } as const satisfies Intent;
    halt.orders = [order('5', {...old, orderType: 'LIMIT'})];
    halt.facts = {writes: '0', open: [], unproved: ['5'], listed: [], closing: [amend]};
    halt.round();
    expect(halt.asked()).toMatchObject([{kind: 'cancel', orderId: '5'}]);
  });

  it('reads a list that fails less often', () => {
    const halt = halting('no orders');
    halt.orders = [order('5')];
    halt.fault = {text: 'No answer.'};
    halt.round();
    expect(halt.progress()?.left).toEqual(['A list cannot be read: No answer.']);
    const pauses = [0, 1, 2, 3, 4, 5].map(() => {
      const wait = halt.told.findLast(each => each.type === 'after');
      halt.round();
      return wait?.ms ?? 0;
    });
    expect(pauses).toEqual([8_000, 16_000, 30_000, 30_000, 30_000, 30_000]);
  });

  it('does not run in a READ-ONLY dashboard or while another process carries it out', () => {
    const readOnly = halting('flat', {guardrails: {...defaultGuardrails, readOnly: true}});
    readOnly.round();
    expect(readOnly.told).toEqual([]);
    const desk = startDesk().open();
    const record = {at: epoch, by: '', others: [], own: accountHalt({wants: 'flat'})};
    desk.send({type: 'halt', msg: {type: 'seen', record}});
    const number = desk.state.halt.work?.number ?? 0;
    desk.send({type: 'halt', msg: {type: 'driven', number, facts: undefined}});
    expect(desk.asked().map(each => each.type)).not.toContain('readForHalt');
  });
});
