import {describe, expect, it} from 'vitest';
import type {Order} from '../../../../src/api/wire/records.ts';
import type {Intent} from '../../../../src/core/intents/intent.ts';
import {replacedBy} from '../../../../src/core/intents/kinds/place.ts';
import type {Outcome} from '../../../../src/core/intents/outcome.ts';
import {sheetOf} from '../../../../src/desk/dialogs/index.ts';
import type {Command} from '../../../../src/desk/messages.ts';
import {hasLetter} from '../../../../src/desk/order/questions.ts';
import {messageLines} from '../../../../src/ui/bottom/Messages.tsx';
import {card, order, startDesk, trade} from '../../../helpers/desk.ts';
import {intentFor} from '../../../helpers/intents.ts';
import {accountRead} from '../../../helpers/whole.ts';
import {linesIn} from '../../../ui/helpers/panel.ts';
import {texts} from '../../../ui/helpers/texts.ts';

/** Marked orders that are moved by one tick, by one confirmation. */
const resting = (id: string, changed: Partial<Order> = {}) => {
  const [price, size] = ['50', changed.size ?? '1'];
  return order(id, {price, size, sizeContracts: size, orderType: 'LIMIT', ...changed});
};
const puts = {symbol: 'BTC-P', side: 'SELL', price: '9.5'} as const;
const amendable = [resting('5'), resting('6', {price: '51'})];
const orders = [...amendable, resting('7', puts)];

type Given = {
  readonly amendWaitMs?: number;
  readonly tradesLagMs?: number;
  readonly rows?: readonly Order[];
  /** The ids that are marked, else all. */
  readonly marks?: readonly string[];
};

/** They are marked, `+` is pressed, and the list is read. */
function start({amendWaitMs = 120_000, tradesLagMs, rows = orders, marks}: Given = {}) {
  const cards = [card('1', {currentOptionSymbol: 'BTC-27NOV26-65000-C', currentAskPrice: '55'})];
  const desk = startDesk({amendWaitMs}).open({cards, orders: rows}, {tradesLagMs});
  desk.type('3', 'g', ...rows.map(each => (marks?.includes(each.orderId) === false ? 'j' : 'space')), '+');
  desk.readList({orders: rows});
  return desk;
}
type Desk = ReturnType<typeof start>;

const reviewIn = (desk: Desk) => desk.shown('several');
const listed = (desk: Desk) => reviewIn(desk).items.map(each => each.words);
const marked = (desk: Desk) => [...desk.state.marked.orders];

/** What the journal was asked for, or what was sent; the rest is answered as a service without fills would. */
function answered(desk: Desk, answer: (intent: Intent) => Outcome = yes, isRead = true): string[] {
  const done: string[] = [];
  const carry = (command: Command) => {
    if (command.type === 'journalAsk') {
      const {draft, at} = command;
      const id = `${draft.kind} of ${orderOf(draft)}`;
      desk.journal(id, draft, `k ${orderOf(draft)}`, at);
      done.push(id);
      desk.answer(id, answer(intentFor(draft, {id}, at)));
    } else if (isRead && command.type === 'after' && command.then.type === 'portfolio') {
      for (const each of accountRead({}, {...desk.now, mono: desk.now.mono + 0.001})) desk.tell(each);
    } else if (command.type === 'claim') desk.tell({type: 'claimed', intent: command.intent});
  };
  for (let commands = desk.asked(); commands.length > 0; commands = desk.asked()) commands.forEach(carry);
  return done;
}

/** The order that a write cancels or replaces. */
const orderOf = (draft: Intent['draft']) =>
  draft.kind === 'cancel' ? draft.orderId : (replacedBy(draft)?.orderId ?? '');

function yes({draft}: Intent): Outcome {
  if (draft.kind === 'cancel') return {kind: 'yes', order: order(draft.orderId, {status: 'CANCELED'})};
  const {symbol, side, price, size} = draft.kind === 'place' ? draft : {...puts, size: '1'};
  return {kind: 'yes', order: order(`9${orderOf(draft)}`, {symbol, side, price, size})};
}

/** What is asked for then stays to be answered. */
function confirm(desk: Desk) {
  desk.showQuestion();
  desk.asked();
  desk.type(desk.question().key);
}

const eachInTurn = ['5', '6', '7'].flatMap(id => [`cancel of ${id}`, `place of ${id}`]);
const yesAfter = (desk: ReturnType<typeof start>, ms: number) => (intent: Intent) => {
  desk.pass(ms);
  return yes(intent);
};
const refused: Outcome = {kind: 'status', status: 422, ownBody: true, words: 'No margin'};

describe('a tick of marked orders', () => {
  it('is that of the price as it was sent, though the list leaves out its zeros', () => {
    const rows = [resting('5', {price: '6'})];
    const desk = start({rows});
    expect(listed(desk)[0]).toContain(' 6 → 7');
    desk.type('n');
    const draft = {
      kind: 'place',
      symbol: 'BTC-27NOV26-65000-C',
      side: 'BUY',
      price: '6.0',
      size: '1',
    } as const;
    const own = intentFor(draft, {state: 'CONFIRMED', proof: 'proved', resolvedRecordId: '5'}, desk.now);
    desk.send({type: 'journalRead', activity: [], intents: [own]});
    desk.type('+');
    desk.readList({orders: rows});
    expect(listed(desk)[0]).toContain(' 6 → 6.1');
  });

  it('names the new orders that fill at once, and does not mark them', () => {
    const desk = start();
    confirm(desk);
    const filling = (intent: Intent): Outcome => {
      const outcome = yes(intent);
      const isFilled = intent.id === 'place of 6' && outcome.kind === 'yes';
      return isFilled ? {...outcome, order: {...order('96'), ...outcome.order, status: 'FILLED'}} : outcome;
    };
    answered(desk, filling);
    expect(desk.said()).toBe('Amend 3 orders: 2 amended, 1 FILLED (#6)');
    expect(marked(desk)).toEqual(['95', '97']);
  });

  it.each([
    ['lists the new orders at once', [[resting('8'), resting('95'), resting('96', {price: '52'})]]],
    [
      'lists the old orders for a while',
      [
        [...amendable, resting('8')],
        [resting('8'), resting('95'), resting('96')],
      ],
    ],
    ['lists the new orders late', [[resting('8')], [resting('8'), resting('95'), resting('96')]]],
  ])('keeps the amended order selected where the service %s', (_name, lists) => {
    const rows = [...amendable, resting('8')];
    const desk = start({rows, marks: ['5', '6']});
    desk.type('escape', 'k', '+');
    desk.readList({orders: rows});
    confirm(desk);
    expect(desk.state.feeds.orders.selected).toBe('6');
    answered(desk);
    for (const rows of lists) {
      desk.poll('orders', rows);
    }
    expect(desk.state.feeds.orders.selected).toBe('96');
  });

  it('stops when one of them has failed, so that no further order leaves the market, and marks the rest', () => {
    const desk = start();
    confirm(desk);
    const answer = (intent: Intent) => (intent.draft.kind === 'place' ? refused : yes(intent));
    expect(answered(desk, answer)).toEqual(['cancel of 5', 'place of 5']);
    desk.pass(6_000);
    desk.send({type: 'tick'});
    expect(desk.state.notices.map(each => each.text)).toContainEqual(
      expect.stringMatching(
        /^Amend 3 orders: 1 NOT REPLACED \(#5.*\), 2 not sent \(BUY 1 .* #6, SELL 1 .* #7\): #5 was NOT REPLACED/,
      ),
    );
    expect(marked(desk)).toEqual(['6', '7']);
  });

  it('takes back that one was not replaced, once another order stands for it', () => {
    const desk = start({marks: ['5']});
    confirm(desk);
    answered(desk, intent => (intent.draft.kind === 'place' ? refused : yes(intent)));
    desk.pass(6_000);
    desk.send({type: 'tick'});
    const isTold = () =>
      desk.state.notices.some(({text}) => text.startsWith('Amend 1 order: 1 NOT REPLACED'));
    expect(isTold()).toBe(true);
    desk.type('f', 'enter');
    desk.poll('cards', [card('1', {currentOptionSymbol: 'BTC-27NOV26-65000-C', currentAskPrice: '55'})]);
    confirm(desk);
    expect(answered(desk)).toEqual(['place of 5']);
    expect(isTold()).toBe(false);
  });

  it('is confirmed for 15 s, for the last as for the first', () => {
    const desk = start();
    confirm(desk);
    expect(answered(desk, yesAfter(desk, 6_000))).toEqual(['cancel of 5', 'place of 5', 'cancel of 6']);
    expect(desk.state.intents.list.at(-1)).toMatchObject({
      notReplaced: expect.stringMatching(/took too long/),
    });
  });

  it('sends nothing more when the key is old', () => {
    const desk = start();
    confirm(desk);
    expect(answered(desk, yesAfter(desk, 8_000))).toEqual(['cancel of 5', 'place of 5']);
    expect(desk.said()).toContain('@ 9.5 #7): It took too long; check the current price');
  });

  it('says how long each is off the market, and moves the next one only after it', () => {
    const desk = start({tradesLagMs: 5_000});
    const screen = texts(linesIn(desk.state, {columns: 120, rows: 30})).join('\n');
    expect(screen).toContain('3 marked orders; off the market for 5 s, then placed');
    expect(screen).toContain('Notional 110.5 → 112.6');
    confirm(desk);
    expect(answered(desk)).toEqual(['cancel of 5']);
    expect(texts(messageLines(desk.state, 3)).join('')).toMatch(/new order in \d+ s, off the market/);
  });

  it('leaves out those whose new order waits for longer than a confirmation holds', () => {
    const desk = start({tradesLagMs: 15_000});
    expect(desk.state.overlay.kind).toBe('none');
    expect(desk.said()).toContain(
      '3 left out: waits for late fills before its new order: amend it separately',
    );
  });

  it('names the overfill of each that does not wait, and asks by a drawn letter', () => {
    const desk = start({amendWaitMs: 0, tradesLagMs: 5_000});
    const screen = texts(linesIn(desk.state, {columns: 120, rows: 30}));
    expect(screen.filter(line => line.includes('overfill up to 1'))).toHaveLength(3);
    expect(hasLetter(desk.question())).toBe(true);
    confirm(desk);
    expect(answered(desk)).toEqual(eachInTurn);
  });

  it.each([
    [10_000, ''],
    [0, ' · overfill up to 1'],
  ])('has all of it at 40x10, by scrolling, with a wait of %d ms', (amendWaitMs, cost) => {
    const rows = ['50', '123.45'].map((price, at) => {
      const symbol = `BTC-27NOV26-${65_000 + at}-C`;
      return resting(`900719925474099${at}`, {symbol, price, side: 'SELL'});
    });
    const desk = start({amendWaitMs, tradesLagMs: 10_000, rows});
    const screens = listed(desk).map(() => {
      const lines = texts(linesIn(desk.state, {columns: 40, rows: 9}));
      desk.type('j');
      return lines.map(line => line.replace(/^ … /, ' ')).join('');
    });
    for (const item of listed(desk)) expect(screens.join()).toContain(item + cost);
  });

  it.each(['trades', 'orders'] as const)('follows the fills that a poll of %s lists', polled => {
    const desk = start();
    desk.showQuestion();
    const lists = (filled: string) => {
      const trades = [trade('1', {orderId: '5', filledSizeContracts: filled})];
      for (const pane of polled === 'trades' ? (['trades'] as const) : (['trades', 'orders'] as const))
        desk.send({type: 'pollDue', pane, arm: desk.state.feeds[pane].arm});
      desk.arrive('trades', trades, {total: 1});
      if (polled === 'orders') desk.arrive('orders', orders, {total: 3});
    };
    lists('0.4');
    expect(listed(desk)[0]).toBe('#5 BUY 1 BTC-27NOV26-65000-C @ 50 → 51, 0.4 filled');
    expect(desk.question().shownAt).toBeUndefined();
    desk.showQuestion();
    lists('0.4');
    expect(desk.question().shownAt).toBeDefined();
    lists('1');
    expect(reviewIn(desk).items.map(each => each.id)).toEqual(['6', '7']);
    expect(reviewIn(desk).notes).toEqual(['1 left out: 1 already filled: nothing of 1 would be left']);
  });

  it('places less by each fill that was listed while its review was open', () => {
    const desk = start({amendWaitMs: 0, tradesLagMs: 5_000});
    const {key} = desk.question();
    desk.poll('trades', [trade('1', {orderId: '5', filledSizeContracts: '0.4'})], {total: 1});
    expect(desk.question().key).not.toBe(key);
    expect(reviewIn(desk).items[0]).toMatchObject({
      draft: {filled: '0.4', waitMs: 0, newPrice: '51'},
      doubts: [{kind: 'overfill', short: 'overfill up to 0.6'}],
    });
  });

  it('warns of a new order that is marketable', () => {
    const {state} = start({rows: [resting('5'), resting('6', {price: '54'})]});
    const list = sheetOf(state).find(({is}) => is === 'items');
    expect(list).toMatchObject({
      warned: 1,
      items: [{text: expect.stringMatching(/^#6 .*, marketable$/)}, expect.anything()],
    });
  });
});
