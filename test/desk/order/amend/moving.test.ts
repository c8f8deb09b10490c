import {beforeEach, describe, expect, it} from 'vitest';
import type {Trade} from '../../../../src/api/wire/records.ts';
import type {HaltRecord} from '../../../../src/core/halt/halt.ts';
import type {Intent} from '../../../../src/core/intents/intent.ts';
import {cancelOf, placeAfter} from '../../../../src/core/intents/kinds/amend.ts';
import type {AmendDraft} from '../../../../src/core/intents/kinds/cancel.ts';
import type {Outcome} from '../../../../src/core/intents/outcome.ts';
import {blocked} from '../../../../src/desk/actions.ts';
import {blotterOf, outcomeWords} from '../../../../src/desk/blotter.ts';
import {sheetOf} from '../../../../src/desk/dialogs/index.ts';
import {noticeInView} from '../../../../src/desk/notices.ts';
import {draftOf} from '../../../../src/desk/order/forms.ts';
import {gateOf} from '../../../../src/desk/order/gate-now.ts';
import {hasLetter} from '../../../../src/desk/order/questions.ts';
import {readAll} from '../../../core/limits/opened.ts';
import {card, order, startDesk, trade} from '../../../helpers/desk.ts';
import {haltOf} from '../../../helpers/halt.ts';
import {intentFor} from '../../../helpers/intents.ts';
import {accountRead} from '../../../helpers/whole.ts';

/** Moving an order by its key: what may be, what the review says, and how one goes on. */
let desk: ReturnType<typeof startDesk>;

const resting = order('5', {price: '50', size: '1', sizeContracts: '1', side: 'BUY', orderType: 'LIMIT'});

function start(
  row = resting,
  changed: Parameters<typeof startDesk>[0] = {},
  venue: 'PAPER' | 'LIVE' = 'PAPER',
  tradesLagMs?: number,
) {
  const cards = [card('1', {currentOptionSymbol: row.symbol ?? '', currentAskPrice: '100'})];
  desk = startDesk(changed).open({cards, orders: [row]}, {venue, tradesLagMs});
  desk.type('3', 'g');
}

beforeEach(() => start());

/** The price is typed, Enter pressed, and the order read again with these trades. */
function review(price: string, filled?: string, row = resting) {
  desk.type('m');
  desk.fill({price: price});
  desk.type('enter');
  reread(filled, row);
}

const fill = (filledSizeContracts: string) => trade('9', {orderId: '5', filledSizeContracts});

/** The next poll lists it, and what is asked for because of it stays to be looked at. */
function pollsFill(size: string) {
  desk.send({type: 'pollDue', pane: 'trades', arm: desk.state.feeds.trades.arm});
  desk.asked();
  desk.arrive('trades', [fill(size)], {total: 1});
}

function reread(filled?: string, row: typeof resting | 'gone' = resting) {
  const fills = filled === undefined || filled === '0' ? [] : [fill(filled)];
  desk.reread({kind: 'amended', order: row === 'gone' ? undefined : row, fills});
}

function lines(): Record<string, string> {
  const overlay = desk.shown('review');
  return Object.fromEntries(overlay.lines.map(({label, value}) => [label, value]));
}

function confirm() {
  desk.showQuestion();
  desk.asked();
  desk.type(desk.question().key);
  return desk.asked().filter(each => each.type === 'journalAsk');
}

describe('an amended order', () => {
  it.each([
    ['without its size in contracts', {sizeContracts: undefined}, /size in contracts is missing/],
    ['with another unit for contracts than for its size', {sizeContracts: '10'}, /1 is 10 contracts/],
    ['without its price', {price: undefined}, /symbol, side, price or size is missing/],
    ['of a type other than LIMIT', {orderType: 'MARKET'}, /MARKET order/],
    ['with an id that is not a number', {orderId: 'x'}, /64-bit integer/],
  ])('cannot be an order %s, and the reason is shown', (_name, changed, reason) => {
    start({...resting, ...changed} as typeof resting);
    expect(blocked(desk.state, 'amend')).toMatch(reason);
  });

  it('is read again when a poll lists a fill that it does not know', () => {
    review('55');
    expect(lines()).toMatchObject({Filled: '0 of 1', Places: '1 @ 55'});
    const {revision} = desk.question();
    pollsFill('0.4');
    expect(lines()).toMatchObject({Filled: '0.4 of 1', Places: '0.6 @ 55'});
    expect(desk.question()).toMatchObject({revision: revision + 1, shownAt: undefined});
    pollsFill('0.4');
    expect(desk.question().revision).toBe(revision + 1);
  });

  it('opens no review if nothing changes, or if as much has filled already', () => {
    desk.type('m');
    pollsFill('0.3');
    desk.type('enter');
    expect(desk.said()).toBe('Price and size are unchanged.');
    desk.fill({size: '0.3'});
    desk.type('enter');
    expect(desk.said()).toMatch(/^0.3 already filled/);
  });

  it('has a review with the old and new order, what is placed, and the effect of a fill in between', () => {
    review('55', '0.3');
    expect(lines()).toMatchObject({
      Old: '1 @ 50',
      Filled: '0.3 of 1',
      New: 'total 1 @ 55 (loses queue priority)',
      Places: '0.7 @ 55',
      Notional: '38.5 (currency not stated)',
      'Early fills': 'reduce the new order',
      Then: 'placed once the cancel is confirmed; not if in doubt or the price moved',
    });
  });

  describe('of which a fill has no listed trade yet', () => {
    const filling = {...resting, openPrice: '50'};
    const will = 'WILL OVERFILL by up to 1: the old order has a fill that no trade shows yet';
    const words = () => desk.shown('review').doubts.map(each => each.text);
    const counted = (row: typeof resting) => readAll(desk, {orders: [row]}, {afterMs: 2_500});

    it('shows in its form what may have filled, and warns of the fill', () => {
      start(filling);
      counted(filling);
      desk.type('m');
      expect(JSON.stringify(sheetOf(desk.state))).toMatch(
        /0 to 1 filled of BUY 1 .*up to \+1 .* may have filled, not/,
      );
    });

    it('names in its review the overfill that is certain, and asks by a letter', () => {
      start(filling, {amendWaitMs: 0}, 'PAPER', 120_000);
      counted(filling);
      review('95', undefined, filling);
      expect(lines()).toMatchObject({Filled: '0 to 1 of 1, not listed yet', Places: '1 @ 95'});
      expect(words()).toContain(will);
      expect(hasLetter(desk.question())).toBe(true);
    });

    it('asks again once it is seen, and places the rest once it is listed', () => {
      start(resting, {amendWaitMs: 0}, 'PAPER', 120_000);
      review('95');
      expect(words()).toEqual([expect.stringMatching(/^Risk: overfill of up to 1/)]);
      const {key} = desk.question();
      counted(filling);
      expect(words()).toEqual([will]);
      expect(desk.question().key).not.toBe(key);
      pollsFill('0.4');
      expect(lines()).toMatchObject({Filled: '0.4 of 1', Places: '0.6 @ 95'});
      expect(words()).toEqual([expect.stringMatching(/^Risk: overfill of up to 0.6/)]);
    });
  });

  const atOnce = 'placed once the cancel is confirmed; not if in doubt or the price moved';
  const complete = 'off the market for 120 s, then placed; not if in doubt or the price moved';

  it.each([
    ['may overfill without a wait, and says by how much', 0, atOnce],
    ['may overfill after a short wait', 20_000, complete.replace('120', '20')],
    ['waits until no trade can be late', 120_000, complete],
  ])('%s where the service may list trades late', (_name, amendWaitMs, then) => {
    start(resting, {amendWaitMs}, 'LIVE');
    review('55', '0.3');
    expect(lines()).toMatchObject({Then: then});
    const overfill = desk
      .shown('review')
      .doubts.filter(({kind}) => kind === 'overfill')
      .map(({short}) => short);
    expect(overfill).toEqual(amendWaitMs < 120_000 ? ['overfill up to 0.7'] : []);
    const waitMs = amendWaitMs < 120_000 ? amendWaitMs : undefined;
    expect(confirm()[0]).toMatchObject({
      draft: {then: {tradesLagMs: 120_000, filled: '0.3', ...(waitMs !== undefined && {waitMs})}},
    });
  });

  it.each([
    ['+', '50', undefined, '51'],
    ['-', '50.50', undefined, '50.49'],
    ['+', '49.99', undefined, '50.00'],
    ['-', '50', '0.5', '49.5'],
  ])(
    'moves by one tick with %s from %s, with the tick %s to %s, by one confirmation',
    (key, price, tick, to) => {
      start({...resting, price}, {tick});
      desk.type(key);
      expect(desk.shown('review')).toMatchObject({reread: {status: 'reading'}, lists: ['orders', 'trades']});
      reread('0.3');
      expect(lines()).toMatchObject({Old: expect.stringMatching(`^1 @ ${price}`), Places: `0.7 @ ${to}`});
      expect(confirm()[0]).toMatchObject({draft: {then: {newPrice: to, newSize: '1', filled: '0.3'}}});
    },
  );

  it('is not moved by a tick to nothing: the form says so', () => {
    start({...resting, price: '1'});
    desk.type('-');
    expect(desk.state.overlay).toMatchObject({
      kind: 'form',
      form: {fields: [{name: 'price', error: 'Must be above zero.'}, {name: 'size'}]},
    });
  });

  it('stays unread while its fills cannot be read, though polls list it', () => {
    desk.type('m');
    desk.fill({price: '55'});
    desk.type('enter');
    desk.reread({kind: 'failed', fault: {text: 'Nothing answers.'}});
    desk.pass(1_000);
    desk.poll('orders', [resting], {total: 1});
    expect(desk.shown('review').reread).toEqual({status: 'failed', reason: 'Nothing answers.'});
  });

  it('goes back to the list from the review of a tick', () => {
    desk.type('+', 'escape');
    expect(desk.state.overlay.kind).toBe('none');
  });
});

/** As the journal and the service answer the cancel that was confirmed. */
function answered(outcome: Outcome) {
  const [asked] = confirm();
  if (asked?.type !== 'journalAsk') throw new Error('Nothing was asked for.');
  desk.journal('i-1', asked.draft);
  answer('i-1', outcome);
}

/** The journal takes what the answer proves. */
function answer(id: string, outcome: Outcome) {
  desk.answer(id, outcome);
  for (const command of desk.asked())
    if (command.type === 'claim') desk.tell({type: 'claimed', intent: command.intent});
}

function intentOf(id: string): Intent {
  const intent = desk.state.intents.list.find(each => each.id === id);
  if (intent === undefined) throw new Error(`There is no ${id}.`);
  return intent;
}

function read(trades: Trade[]) {
  for (const each of accountRead({trades}, {...desk.now, mono: desk.now.mono + 0.001})) desk.tell(each);
}

/** Its fills are read: what follows, if anything does. */
function followed(fills: Trade[] = []) {
  desk.asked();
  read(fills);
  const asked = desk.asked().find(each => each.type === 'journalAsk');
  if (asked?.type !== 'journalAsk') return undefined;
  desk.journal('i-2', asked.draft, 'k-2');
  return asked;
}

const notices = () => desk.state.notices.map(each => each.text);

describe('the answer to an amend', () => {
  const own = (status: number, words = 'no'): Outcome => ({kind: 'status', status, ownBody: true, words});
  const canceled: Outcome = {kind: 'yes', order: {...resting, status: 'CANCELED'}};

  /** Its cancel is proved, nothing of it has filled, and the new order is `9`. */
  function moved() {
    review('55', '0');
    answered(canceled);
    polled(order('6'));
    followed();
    answer('i-2', {kind: 'yes', order: order('9')});
  }

  /** Its cancel is answered with the price of a fill, if any, and the new order is `9`. */
  function movedWithFill(openPrice: string | undefined, lagMs: number, fills: Trade[] = []) {
    start(resting, {amendWaitMs: 0}, 'PAPER', lagMs);
    review('55', '0');
    answered({kind: 'yes', order: {...resting, status: 'CANCELED', openPrice}});
    expect(followed(fills)).toBeDefined();
    readAll(desk, {}, {afterMs: 1_000});
    answer('i-2', {kind: 'yes', order: order('9')});
  }

  const over = () => notices().filter(each => each.includes('OVERFILL'));

  it.each([
    ['with the overfill by a fill that no trade shows yet', '50', 120_000, 1],
    ['alone without one', undefined, 120_000, 0],
    ['alone where no trade can be late', '50', 0, 0],
  ])('is told %s', (_name, openPrice, lagMs, count) => {
    movedWithFill(openPrice, lagMs);
    expect(notices()).toContainEqual(expect.stringMatching(/^AMENDED to [^.]*$/));
    expect(over()).toHaveLength(count);
  });

  describe('says that the old order has a fill that no trade shows yet', () => {
    beforeEach(() => movedWithFill('50', 120_000));

    it('until the new order is canceled', () => {
      readAll(desk, {orders: [order('9')]}, {afterMs: 1_500});
      expect(over()).toEqual(['OVERFILL of up to 1: #5 has a fill that no trade shows yet']);
      const cancel = {kind: 'cancel', orderId: '9'} as const;
      desk.tell({type: 'asked', intent: intentFor(cancel, {id: 'i-3'})});
      expect(over()).toHaveLength(1);
      answer('i-3', {kind: 'yes', order: order('9', {status: 'CANCELED'})});
      expect(over()).toEqual([]);
    });

    it('until its trade shows that the new order counts it', () => {
      movedWithFill('50', 120_000, [fill('0.4')]);
      expect(over()).toHaveLength(1);
      pollsFill('0.4');
      desk.pass(1_000);
      desk.tell({type: 'polled'});
      expect(over()).toEqual([]);
    });
  });

  it.each([
    ['rises beyond the tolerance', '100', '110', /^The ask moved from 100 to 110/],
    ['rises within the tolerance', '100', '101', undefined],
    ['rises above its price, which makes it passive', '100', '130', undefined],
    ['was above its price', '125', '140', undefined],
  ])(
    'places nothing if the ask %s meanwhile and that is against the person',
    (_name, before, after, reason) => {
      start(resting, {amendWaitMs: 0}, 'LIVE');
      askIs(before);
      review('120', '0');
      answered(canceled);
      askIs(after);
      expect(followed() === undefined).toBe(reason !== undefined);
      if (reason !== undefined) expect(intentOf('i-1').notReplaced).toMatch(reason);
    },
  );

  const halt = haltOf({by: 'process 7 on there'});

  it.each([
    ['a halt that is lifted before', () => seen(halt), () => seen(undefined), /^HALTED/],
    [
      'a step of the clock',
      () => desk.pass(1_000, 60_000),
      () => desk.send({type: 'tick'}),
      /^The clock jumped/,
    ],
    ['a suspended process', () => desk.send({type: 'resumed'}), () => {}, /^optty was suspended/],
  ])('places nothing that was to wait, after %s', (_name, come, go, reason) => {
    start(resting, {amendWaitMs: 20_000}, 'LIVE');
    review('55', '0');
    answered(canceled);
    come();
    go();
    expect(intentOf('i-1').notReplaced).toMatch(reason);
    desk.pass(21_000);
    expect(followed()).toBeUndefined();
  });

  const seen = (record: HaltRecord | undefined) => desk.halt(record);

  it('adds risk under a halt, and says why that is so of an exit too', () => {
    seen(halt);
    expect(blocked(desk.state, 'amend')).toMatch(
      /^HALTED .* An amend counts the old order and the new one: /,
    );
  });

  it('brings what its new order adds along with its cancel', () => {
    review('55', '0');
    expect(confirm()[0]).toMatchObject({knows: {added: undefined, next: {added: {notional: '55'}}}});
  });

  function askIs(currentAskPrice: string) {
    desk.poll('cards', [card('1', {currentOptionSymbol: resting.symbol ?? '', currentAskPrice})]);
  }

  function polled(...rows: ReturnType<typeof order>[]) {
    desk.poll('orders', rows);
  }

  function listed() {
    polled(order('6'), order('9'));
    desk.tell({type: 'polled'});
    return desk.state.feeds.orders.selected;
  }

  it('selects the new order when it is listed, and ignores action keys for a moment', () => {
    moved();
    expect(desk.state.feeds.orders.selected).toBeUndefined();
    expect(listed()).toBe('9');
    desk.press('x');
    expect(desk.state.overlay.kind).toBe('none');
    desk.type('k');
    expect(listed()).toBe('6');
  });

  it('is one row of Activity, which says the old price and which order the new one replaces', () => {
    moved();
    const [row] = blotterOf(desk.state.activity);
    expect([...new Set(row?.order?.ids)]).toEqual(['9', '5']);
    expect(outcomeWords(row ?? lackingRow())).toMatch(/50 → 1 @ 55 #9 replaces #5$/);
    expect(row?.steps?.map(each => each.what)).toEqual(['place', 'cancel']);
  });

  it.each([
    ['refused', own(422, 'The price is not on the grid'), 'REJECTED'],
    ['not sent', {kind: 'not sent', words: '', mayRepeat: false} as Outcome, 'NOT SENT'],
  ])('keeps the form if the cancel was %s, and m is new', (_name, outcome, cameBack) => {
    review('55', '0');
    answered(outcome);
    const form = {kind: 'form', form: {cameBack, fields: [{name: 'price', value: '55'}, {name: 'size'}]}};
    expect(desk.state.overlay.kind).toBe('none');
    desk.type('m');
    expect(desk.state.overlay).toMatchObject({kind: 'form', form: {cameBack: undefined}});
    desk.type('escape', 'f');
    expect(desk.state.overlay).toMatchObject(form);
  });

  it('has no form to fix once its order has left the list', () => {
    review('55', '0');
    answered(own(422, 'The price is not on the grid'));
    expect(blocked(desk.state, 'fix')).toBeUndefined();
    readAll(desk, {orders: [order('6')]}, {afterMs: 1_500});
    polled(order('6'));
    expect(blocked(desk.state, 'fix')).toMatch(/^Nothing was rejected/);
  });

  it('does not bring the form back if the order had filled', () => {
    review('55', '0');
    answered(own(409));
    desk.tell({type: 'lookAgain', intentId: 'i-1'});
    read([fill('1')]);
    expect(intentOf('i-1').state).toBe('REJECTED');
    expect(desk.state.overlay.kind).toBe('none');
    expect(blocked(desk.state, 'fix')).toMatch(/^Nothing was rejected/);
  });

  it('says NOT REPLACED until that is dismissed if the new order is refused, and f opens the form', () => {
    review('55', '0.3');
    answered(canceled);
    followed([fill('0.3')]);
    answer('i-2', own(422, 'The price is not on the grid'));
    expect(notices()).toContainEqual(expect.stringMatching(/^NOT REPLACED: BUY 0\.7 .*\.$/));
    expect(desk.state.notices.find(each => each.text.startsWith('NOT REPLACED'))?.stays).toBe(true);
    const [row] = blotterOf(desk.state.activity);
    expect(row).toMatchObject({
      state: 'NOT REPLACED',
      outcome: expect.stringMatching(/^REJECTED: .*not on the grid/),
    });
    desk.type('f');
    expect(desk.shown('form').form).toMatchObject({title: 'New order for #5 (canceled)'});
  });
});

describe('an order that is NOT REPLACED', () => {
  const draft: AmendDraft = {
    kind: 'amend',
    orderId: '5',
    symbol: resting.symbol ?? '',
    side: 'BUY',
    price: '50',
    size: '1',
    newPrice: '55',
    newSize: '1',
    filled: '0.3',
    tradesLagMs: 120_000,
  };
  const cancel = intentFor(cancelOf(draft), {id: 'i-1', state: 'CONFIRMED', proof: 'proved'});

  /** A process that knows nothing of it but what the journal says. */
  function left(why?: string) {
    start(resting, {tradesLagMs: 120_000}, 'LIVE');
    desk.restore(why === undefined ? cancel : {...cancel, notReplaced: why});
  }

  it('is named by the question for the controls while their holder may still place it', () => {
    start(resting, {tradesLagMs: 120_000}, 'LIVE');
    desk.controls();
    desk.restore(cancel);
    desk.type('T');
    expect(JSON.stringify(sheetOf(desk.state))).toContain(
      `Canceled, the new order is not placed then: amend BUY 1 ${resting.symbol}`,
    );
    desk.restore({...cancel, notReplaced: 'The ask moved.'});
    expect(JSON.stringify(sheetOf(desk.state))).toContain('Nothing is under way there.');
  });

  it('is said where it waited while the controls were taken', () => {
    start(resting, {tradesLagMs: 120_000}, 'LIVE');
    desk.controls({is: 'ours'});
    desk.tell({type: 'asked', intent: intentFor(cancelOf(draft), {id: 'i-1'})});
    desk.answer('i-1', {kind: 'yes', order: {...resting, status: 'CANCELED'}});
    expect(notices()).toEqual([]);
    desk.controls();
    expect(notices()[0]).toBe(
      `NOT REPLACED: amend BUY 1 ${resting.symbol} @ 50 to 1 @ 55. The controls were taken before its new order was placed.`,
    );
  });

  it('is not said any more once another order has taken its place', () => {
    left();
    desk.tell({type: 'asked', intent: intentFor(placeAfter('i-1', draft, '0.3'), {id: 'i-2'})});
    expect(notices()).toEqual([]);
  });

  it('is read alone by an Esc that removes it, if another is said beneath it', () => {
    start(resting, {tradesLagMs: 120_000}, 'LIVE');
    const other = {...cancel, id: 'i-0', draft: cancelOf({...draft, orderId: '4', newPrice: '56'})};
    desk.restore(other, cancel);
    const read = () =>
      desk
        .asked()
        .flatMap(each => (each.type === 'record' && each.intent.isAcknowledged ? [each.intent.id] : []));
    expect(notices()).toHaveLength(2);
    read();
    desk.type('escape');
    expect([read(), notices().length]).toEqual([['i-1'], 1]);
    desk.type('escape');
    expect([read(), notices().length]).toEqual([['i-0'], 0]);
  });

  it('has its form on its row of Activity alone once the message is dismissed', () => {
    left();
    desk.type('1', 'escape', 'f');
    expect(noticeInView(desk.state)?.text).toBe('NOT REPLACED: select its row on Activity (5).');
    expect(desk.state.overlay.kind).toBe('none');
    desk.type('5', 'j', 'k', 'f');
    expect(desk.shown('form').form.title).toBe('New order for #5 (canceled)');
  });

  it('is replaced by an order at the current price, which asks twice while trades may be missing', () => {
    left();
    desk.type('f');
    desk.fill({price: '54'});
    desk.type('enter');
    const {doubts, lines} = desk.shown('review');
    expect(doubts).toContainEqual(expect.objectContaining({short: 'overfill up to 0.7'}));
    expect(lines).toContainEqual(expect.objectContaining({label: 'Replaces', value: '#5'}));
    expect(hasLetter(desk.question())).toBe(true);
    desk.reread({kind: 'card', card: askCard()});
    const [asked] = confirm();
    const replaces = {cancelId: 'i-1', orderId: '5', price: '50', filled: '0.3', unseen: '0.7'};
    expect(asked).toMatchObject({draft: {kind: 'place', price: '54', size: '0.7', replaces}});
  });

  it.each([
    ['a lag after its end', {endedMs: -130_000}, '0'],
    ['before a lag has passed', {endedMs: -119_000}, '0.7'],
    ['before, by the clock of the service', {endedMs: -130_000, offsetAtSend: 15_000}, '0.7'],
    ['before its end, by a clock that was set back since', {endedMs: -3_500_000, setMs: -3_600_000}, '0.7'],
  ])('has fills that may be unseen by a read that began %s: %o', (_name, given, unseen) => {
    const {endedMs, offsetAtSend = 0, setMs = 0} = {setMs: 0, offsetAtSend: 0, ...given};
    start(resting, {tradesLagMs: 120_000}, 'LIVE');
    readAll(desk, {}, {afterMs: 1_500});
    const {wall} = desk.now;
    desk.pass(1_000, 1_000 + setMs);
    desk.poll('cards', [], {offsetMs: -setMs});
    desk.tell({
      type: 'restored',
      intents: [{...cancel, changedAt: wall + endedMs, offsetAtSend: offsetAtSend - setMs}],
    });
    desk.type('f');
    expect(desk.shown('form').form.replaces?.order.unseen).toBe(unseen);
  });

  it('is not replaced while it is listed, where only a person said that it is gone', () => {
    start();
    desk.restore({...cancel, state: 'RESOLVED', said: {word: 'done', note: ''}});
    desk.type('f', 'enter');
    const held = 'Order #5 is still listed as open: amend or cancel that one.';
    expect(desk.state.overlay.kind).toBe('form');
    expect(noticeInView(desk.state)?.text).toBe(held);
    expect(desk.shown('form').form.title).toBe('New order for #5 (resolved by hand)');
    expect(gateOf(desk.state)(placeAfter('i-1', draft, '0.3'))).toBe(held);
    readAll(desk, {}, {afterMs: 1_500});
    desk.type('enter');
    expect(desk.state.overlay.kind).toBe('review');
    expect(noticeInView(desk.state)?.text).toMatch(/^NOT REPLACED/);
  });

  it('is not replaced by an order of another side', () => {
    left();
    desk.type('f');
    desk.fill({side: 'SELL'});
    expect(draftOf(desk.shown('form').form)).not.toHaveProperty('replaces');
  });
});

const askCard = () => card('1', {currentOptionSymbol: resting.symbol ?? '', currentAskPrice: '100'});

function lackingRow(): never {
  throw new Error('There is no row.');
}
