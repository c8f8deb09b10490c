import {beforeEach, describe, expect, it} from 'vitest';
import {isHalted} from '../../../../src/desk/halt/room.ts';
import type {Draft, Intent, IntentSent, Outcome} from '../../../../src/desk/intents/intent.ts';
import type {Form} from '../../../../src/desk/order/ticket/ticket.ts';
import {card, epoch, startDesk} from '../../../helpers/desk.ts';

/** What was refused comes back into its form. */
let desk: ReturnType<typeof startDesk>;
let pressed = 0;

beforeEach(() => {
  desk = startDesk().open({cards: [card('1', {currentAskPrice: '10'}), card('2')]});
  pressed = 0;
});

const tell = (msg: IntentSent) => desk.send({type: 'intent', msg});

function form(): Form {
  const {overlay} = desk.state;
  if (overlay.kind !== 'form') throw new Error(`${overlay.kind} is on the screen`);
  return overlay.form;
}

function keys(...names: string[]) {
  pressed += names.length;
  desk.type(...names);
}

/** As a person types into the field in focus. */
function type(value: string) {
  pressed += value.length;
  const {fields, focus} = form();
  desk.send({type: 'typed', field: fields[focus]?.name ?? '', value});
}

/** The card is read again, and the review stands on the screen. */
function readAndShow() {
  if (desk.state.overlay.kind === 'review' && desk.state.overlay.review.reread.status === 'reading')
    desk.send({
      type: 'reread',
      review: desk.question().number,
      answer: {kind: 'card', card: card('1', {currentAskPrice: '10'})},
    });
  desk.showQuestion();
}

/** The draft that was confirmed. */
function asked(): Draft {
  const found = desk
    .asked()
    .flatMap(each => (each.type === 'journalAsk' ? [each] : []))
    .at(-1);
  if (found === undefined) throw new Error('nothing was asked for');
  return found.draft;
}

/** A limit order of 7 at 9 by the keyboard, confirmed. */
function place(): Draft {
  keys('n', 'tab', 'tab');
  type('9');
  keys('tab');
  type('7');
  keys('enter');
  readAndShow();
  keys('y');
  return asked();
}

let count = 0;

/** The service's answer to it, from the journal's yes to the end. */
function answer(draft: Draft, outcome: Outcome) {
  count++;
  const intent: Intent = {
    id: `i${count}`,
    draft,
    idempotencyKey: `k${count}`,
    state: 'QUEUED',
    askedAt: desk.now,
    changedAt: epoch,
    reason: '',
    attempts: [],
  };
  tell({type: 'asked', intent, ended: undefined});
  const look = desk.state.intents.looks[intent.id]?.number ?? 0;
  tell({
    type: 'gathered',
    intentId: intent.id,
    look,
    evidence: {kind: 'read', beganAt: desk.now, clock: undefined, easyOptions: [], orders: [], trades: []},
  });
  tell({
    type: 'attempted',
    intentId: intent.id,
    attempt: {number: 1, by: 'user', process: 'this', startedAt: desk.now, result: {at: desk.now, outcome}},
  });
}

const refusal = (words: string): Outcome => ({kind: 'status', status: 422, ownBody: true, words});

describe('a refused order', () => {
  it('reopens its form with the typed values, at the field that the service names', () => {
    answer(place(), refusal('Too much (field: size, limit: 5)'));
    expect(form().cameBack).toBe('REJECTED');
    expect(form().fields.map(each => each.value)).toEqual(['BTC-27NOV26-65000-C', 'BUY', '9', '7', '']);
    expect(form()).toMatchObject({focus: 3, isMarked: false});
    expect(form().fields[3]?.refused).toBe('Too much (field: size, limit: 5)');
  });

  it.each([
    ['the price is not on the grid', 'price'],
    ['The position 5 is closed', 'positionId'],
    ['Only 3 contracts of that size can be had at this price', 'size'],
    ['SELL is not a side for you', 'side'],
    ['no such thing (errors: [{"field":"price","message":"too low for this size"}])', 'price'],
    ['The market is closed', 'symbol'],
  ])('gets the focus on the wrong field: %s', (words, name) => {
    answer(place(), refusal(words));
    expect(form().fields[form().focus]?.name).toBe(name);
  });

  it('takes four keys to correct', () => {
    const draft = place();
    keys('j');
    answer(draft, refusal('The size is too large'));
    expect(desk.state.overlay.kind).toBe('none');
    pressed = 0;
    keys('n');
    type('5');
    keys('enter');
    readAndShow();
    keys('y');
    expect(pressed).toBe(4);
    expect(asked()).toMatchObject({kind: 'place', symbol: 'BTC-27NOV26-65000-C', price: '9', size: '5'});
  });

  it('shows the reason until the value changes, and can be sent again unchanged', () => {
    answer(place(), refusal('The size is too large'));
    keys('enter');
    expect(desk.state.overlay.kind).toBe('review');
    keys('n');
    type('5');
    expect(form().fields[3]?.refused).toBeUndefined();
  });

  it('waits for its key if another dialog is open, and then opens nothing', () => {
    const draft = place();
    keys('?');
    answer(draft, refusal('The size is too large'));
    expect(desk.state.overlay.kind).toBe('help');
    keys('escape', 'n');
    expect(form()).toMatchObject({cameBack: 'REJECTED', focus: 3, isMarked: true});
  });

  it('never replaces a dialog that opened without a key', () => {
    const draft = place();
    desk.send({type: 'ran', action: 'help'});
    answer(draft, refusal('no'));
    expect(desk.state.overlay.kind).toBe('help');
  });

  it('comes back once with its key, and the next form is new', () => {
    const draft = place();
    keys('j');
    answer(draft, refusal('no'));
    keys('n', 'escape', 'n');
    expect(form().cameBack).toBeUndefined();
  });

  it('comes back only on a row of the same symbol', () => {
    const other = card('2', {currentOptionSymbol: 'ETH-X'});
    desk = startDesk().open({cards: [card('1', {currentAskPrice: '10'}), other]});
    answer(place(), refusal('no'));
    keys('escape', 'j', 'n');
    expect(form()).toMatchObject({title: 'New limit order', cameBack: undefined});
    expect(form().fields[0]?.value).toBe('ETH-X');
    keys('escape', 'k', 'n');
    expect(form().cameBack).toBe('REJECTED');
  });

  it('lets the halt key work in the form that reopened', () => {
    answer(place(), refusal('no'));
    desk.press('!');
    expect(desk.state.overlay.kind).toBe('none');
    expect(isHalted(desk.state)).toBe(true);
  });

  it('comes back with its key after the user leaves the reopened form', () => {
    answer(place(), refusal('no'));
    keys('escape', 'n');
    expect(form().cameBack).toBe('REJECTED');
  });

  it('takes no key before 300 ms of quiet when its form reopens', () => {
    const draft = place();
    answer(draft, refusal('The size is too large'));
    desk.pass(299);
    desk.send({type: 'typed', field: 'size', value: 'j'});
    desk.press('enter');
    expect(form().fields[3]?.value).toBe('7');
    desk.pass(299);
    desk.send({type: 'typed', field: 'size', value: 'j'});
    expect(form().fields[3]?.value).toBe('7');
    desk.pass(1);
    desk.send({type: 'typed', field: 'size', value: '5'});
    expect(form().fields[3]?.value).toBe('5');
  });

  it('reopens its form even if y was held', () => {
    const draft = place();
    for (let echo = 0; echo < 5; echo++) {
      desk.pass(30);
      desk.press('y');
    }
    answer(draft, refusal('no'));
    expect(form().cameBack).toBe('REJECTED');
  });

  it('shows the current price', () => {
    const draft = place();
    desk.send({type: 'pollDue', pane: 'cards', arm: desk.state.feeds.cards.arm});
    desk.arrive('cards', [card('1', {currentAskPrice: '11'})]);
    answer(draft, refusal('no'));
    expect(form().priceSeen).toBe('11');
  });
});

describe('a write that was not sent', () => {
  it('brings its form back if no request was written', () => {
    answer(place(), {kind: 'not sent', words: 'No connection', mayRepeat: false});
    expect(form()).toMatchObject({cameBack: 'NOT SENT'});
    expect(form().fields[0]?.refused).toBe('No connection');
  });

  it('brings its form back if the journal refused it', () => {
    const draft = place();
    tell({type: 'askFailed', draft, reason: 'The disk is full.'});
    expect(form()).toMatchObject({cameBack: 'NOT SENT'});
    expect(form().fields[0]?.refused).toBe('The disk is full.');
  });
});

describe('an opening', () => {
  const open = () => {
    keys('o');
    type('50');
    keys('enter');
    readAndShow();
    keys('y');
    return asked();
  };

  it('takes five keys for two digits', () => {
    expect(open()).toMatchObject({kind: 'open', cardId: '1', investmentAmount: '50'});
    expect(pressed).toBe(5);
  });

  it('comes back with o on its card after a refusal, and another card gets a new form', () => {
    const draft = open();
    keys('k');
    answer(draft, refusal('investmentAmount is too small'));
    keys('j', 'o');
    expect(form().cameBack).toBeUndefined();
    keys('escape', 'k', 'o');
    expect(form()).toMatchObject({cameBack: 'REJECTED', kind: 'open', fields: [{value: '50'}]});
  });
});

it('a limit order at another price takes ten keys', () => {
  keys('n', 'tab', 'tab');
  type('4k');
  keys('tab');
  type('.5');
  keys('enter');
  readAndShow();
  keys(desk.question().key);
  expect(asked()).toMatchObject({price: '4000', size: '0.5'});
  expect(pressed).toBe(10);
});

it('a placed order leaves no form behind', () => {
  answer(place(), {kind: 'yes', order: {orderId: '9', status: 'PENDING'}});
  const found = desk.asked().find(each => each.type === 'claim');
  if (found === undefined) throw new Error('no claim');
  tell({type: 'claimed', intent: found.intent});
  expect(desk.state.tickets).toMatchObject({sent: [], refused: undefined});
  keys('n');
  expect(form().cameBack).toBeUndefined();
});
