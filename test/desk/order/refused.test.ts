import {beforeEach, describe, expect, it} from 'vitest';
import type {WriteDraft} from '../../../src/core/intents/kinds/kinds.ts';
import type {Outcome} from '../../../src/core/intents/outcome.ts';
import {blocked} from '../../../src/desk/actions.ts';
import {sheetOf} from '../../../src/desk/dialogs/index.ts';
import {noticeInView} from '../../../src/desk/notices.ts';
import {limits, opened, readAll} from '../../core/limits/opened.ts';
import {card, order, startDesk} from '../../helpers/desk.ts';

/** A refused form waits for its own key. */
let desk: ReturnType<typeof startDesk>;

beforeEach(() => {
  desk = startDesk().open({cards: [card('1', {currentAskPrice: '10'}), card('2')]});
});

const form = () => desk.shown('form').form;

const keys = (...names: string[]) => desk.type(...names);

/** As a person types into the field in focus. */
function type(value: string) {
  const {fields, focus} = form();
  desk.send({type: 'typed', field: fields[focus]?.name ?? '', value});
}

/** The draft that the review asks for by its key. */
function confirm(): WriteDraft {
  const [draft] = desk.confirm();
  if (draft === undefined) throw new Error('nothing was asked for');
  return draft;
}

/** A limit order of 7 at 9 by the keyboard, confirmed. */
function place(): WriteDraft {
  keys('n');
  type('9');
  keys('down');
  type('7');
  keys('enter');
  return confirm();
}

let count = 0;

/** The service's answer to it, from the journal's yes to the end. */
function answer(draft: WriteDraft, outcome: Outcome) {
  count++;
  const id = `i${count}`;
  desk.journal(id, draft, `k${count}`);
  desk.answer(id, outcome);
}

const refusal = (words: string): Outcome => ({kind: 'status', status: 422, ownBody: true, words});

describe('a refused order', () => {
  it('comes back with its key, the typed values, and the focus on the field that the service names', () => {
    answer(place(), refusal('Too much (field: size, limit: 5)'));
    keys('f');
    expect(form().cameBack).toBe('REJECTED');
    expect(form().fields.map(each => each.value)).toEqual(['BTC-27NOV26-65000-C', 'BUY', '9', '7', '']);
    expect(form()).toMatchObject({focus: 3, isMarked: true});
    expect(form().fields[3]?.refused).toBe('Too much (field: size, limit: 5)');
  });

  it.each([
    ['the price is not on the grid', 'price'],
    ['The position 5 is closed', 'positionId'],
    ['Only 3 contracts of that size can be had at this price', 'size'],
    ['SELL is not a side for you', 'side'],
    ['no such thing (errors: [{"field":"price","message":"too low for this size"}])', 'price'],
    ['The market is closed', 'price'],
    ['Rate limited: 3 s more.', 'price'],
  ])('gets the focus on the wrong field: %s', (words, name) => {
    answer(place(), refusal(words));
    keys('f');
    expect(form().fields[form().focus]?.name).toBe(name);
  });

  it('is gone once the same side and symbol is asked for anew, and stays when another is', () => {
    answer(place(), refusal('no'));
    desk.tell({type: 'ask', draft: {kind: 'open', cardId: '1', investmentAmount: '50'}});
    expect(blocked(desk.state, 'fix')).toBeUndefined();
    place();
    expect(blocked(desk.state, 'fix')).toBe('Nothing was rejected.');
  });

  it('shows the reason until the value changes, and can be sent again unchanged', () => {
    answer(place(), refusal('The size is too large'));
    keys('f', 'enter');
    expect(desk.state.overlay.kind).toBe('review');
    keys('n');
    type('5');
    expect(form().fields[3]?.refused).toBeUndefined();
  });
});

it('a write that was not sent keeps its form if the journal refused it', () => {
  const draft = place();
  desk.tell({type: 'askFailed', draft, reason: 'The disk is full.'});
  keys('f');
  expect(form()).toMatchObject({cameBack: 'NOT SENT'});
  expect(form().fields[form().focus]?.refused).toBe('The disk is full.');
});

it('an opening whose card is not listed has no form until it is', () => {
  desk = startDesk().open({cards: [card('2')]});
  answer({kind: 'open', cardId: '1', investmentAmount: '50'}, refusal('no'));
  keys('f');
  expect(desk.state.overlay.kind).toBe('none');
  expect(noticeInView(desk.state)?.text).toBe('Nothing was rejected.');
  desk.poll('cards', [card('1'), card('2')]);
  keys('f');
  expect(form()).toMatchObject({cameBack: 'REJECTED', fields: [{value: '50'}, {}]});
});

describe('the symbol of a new order', () => {
  const symbols = ['BTC-27NOV26-65000-C', 'BTC-27NOV26-65500-C', 'ETH-27NOV26-3000-P'];
  const value = () => form().fields[0]?.value;

  beforeEach(() => {
    const cards = symbols.map((symbol, at) => card(`${at}`, {currentOptionSymbol: symbol}));
    desk = startDesk().open({cards});
    keys('n', 'up', 'up');
  });

  const listed = () =>
    sheetOf(desk.state).flatMap(each => (each.is === 'choices' ? each.items.map(({text}) => text) : []));

  it('is picked below its field by any part of it, with what its card asks', () => {
    type('65500');
    expect(listed()).toEqual(['BTC-27NOV26-65500-C']);
    expect(JSON.stringify(sheetOf(desk.state))).toContain('ask 10 · ');
    keys('tab');
    expect([value(), form().focus]).toEqual(['BTC-27NOV26-65500-C', 1]);
    keys('shift+tab');
    expect(listed()).toEqual([]);
  });

  it('is chosen with the arrow keys, and Enter takes it; above the first one what is typed counts', () => {
    type('btc 27nov');
    expect(listed()).toEqual(symbols.slice(0, 2));
    keys('down', 'down', 'enter');
    expect([value(), form().focus]).toEqual(['BTC-27NOV26-65500-C', 1]);
    keys('shift+tab');
    type('btc');
    keys('down', 'up', 'enter');
    expect(value()).toBe('btc');
  });

  it('stays the chosen one when a read brings another before it, and is not taken once it is gone', () => {
    const list = (...all: readonly string[]) => all.map(symbol => order(symbol, {symbol}));
    desk = opened([], limits, {orders: list('ADA-2', 'ADA-3')});
    const read = (...all: readonly string[]) => readAll(desk, {orders: list(...all)}, {afterMs: 30_000});
    keys('n');
    type('ada');
    keys('down', 'down');
    read('ADA-1', 'ADA-2', 'ADA-3');
    expect(listed()).toEqual(['ADA-1', 'ADA-2', 'ADA-3']);
    keys('enter');
    expect(value()).toBe('ADA-3');
    keys('shift+tab');
    type('ada');
    keys('down', 'down');
    read('ADA-1', 'ADA-3');
    keys('enter');
    expect([value(), form().focus]).toEqual(['ada', 0]);
    expect(noticeInView(desk.state)?.text).toBe('ADA-2 is no longer listed: choose again.');
    keys('down', 'enter');
    expect(value()).toBe('ADA-1');
  });
});

it('an order whose symbol is typed on an empty pane shows the ask of its card, as that is read from then on, and compares with it', () => {
  desk = opened([], {underlyings: {}});
  desk.poll('cards', [card('7', {currentOptionSymbol: 'BTC-C', currentAskPrice: '12'})]);
  keys('3', 'n');
  type('btc-c');
  keys('tab');
  const ask = () => JSON.stringify(sheetOf(desk.state)).match(/Ask [\d.]+|no ask known/)?.[0];
  expect(ask()).toBe('Ask 12');
  expect(form()).toMatchObject({card: {id: '7'}, priceSeen: '12'});
  desk.pass(4_000);
  desk.asked();
  desk.poll('orders', []);
  const read = desk.asked().flatMap(each => (each.type === 'readPortfolio' ? [each.asked.pane] : []));
  expect(read).toContain('cards');
});
