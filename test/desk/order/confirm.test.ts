import fc from 'fast-check';
import {beforeEach, describe, expect, it} from 'vitest';
import {ordering, pending, standing} from '../../core/limits/account.ts';
import {opened} from '../../core/limits/opened.ts';
import {cases} from '../../helpers/cases.ts';
import {card, easyOption, lostOrder, order, startDesk} from '../../helpers/desk.ts';

/** Confirming: nothing but a `y` that is truly meant may send. */
let desk: ReturnType<typeof startDesk>;

const review = () => desk.shown('review');

function openReview(ask = '10') {
  desk.reviewOpening();
  desk.pass(20);
  desk.reread({kind: 'card', card: card('1', {currentAskPrice: ask})});
}

const sends = () => desk.drafts().length;

beforeEach(() => {
  desk = startDesk().open({
    cards: [card('1'), card('2')],
    easyOptions: [easyOption('7')],
    orders: [order('5'), order('6')],
  });
});

describe('the key y', () => {
  it('cancels an order of an old list by the one key that asks twice, before and after the read', () => {
    desk.pass(60_000);
    desk.type('3', 'x');
    desk.showQuestion();
    desk.send({type: 'tick'});
    expect(review()).toMatchObject({
      key: expect.stringMatching(/^[a-xz]$/),
      guards: [{kind: 'stale'}],
      reread: {status: 'reading'},
    });
    const fault = {kind: 'link', text: 'Nothing answers.'} as const;
    desk.reread({kind: 'failed', fault});
    expect(review()).toMatchObject({key: expect.stringMatching(/^[a-xz]$/), guards: [{kind: 'stale'}]});
    desk.showQuestion();
    desk.type(desk.question().key);
    expect(sends()).toBe(1);
  });

  it('sends once when it is held, and its repeats do nothing else', () => {
    openReview();
    desk.showQuestion();
    desk.pass(1_000);
    for (let count = 0; count < 40; count++) {
      desk.press('y');
      desk.pass(30);
    }
    const commands = desk.asked();
    expect(commands.filter(each => each.type === 'journalAsk')).toHaveLength(1);
    expect(commands.filter(each => each.type === 'copy')).toEqual([]);
  });

  it('never sends in a burst of any keys', () => {
    const names = fc.constantFrom(...'oy5njcxX3a ', 'enter', 'escape', 'tab');
    fc.assert(
      fc.property(fc.array(names, {maxLength: 30}), burst => {
        desk = startDesk().open({cards: [card('1')], easyOptions: [easyOption('7')], orders: [order('5')]});
        desk.pass(1_000);
        for (const name of burst) {
          desk.press(name, {alone: false});
          const {overlay} = desk.state;
          if (overlay.kind === 'review') desk.showQuestion();
        }
        return sends() === 0;
      }),
      {numRuns: cases(300, 2_000)},
    );
  });
});

describe('a review', () => {
  it('is dismissed if a second read or a poll shows that its record is gone', () => {
    desk.reviewOpening();
    desk.reread({kind: 'card', card: undefined});
    expect(desk.state.overlay.kind).toBe('none');
    expect(desk.said()).toContain('no longer listed');

    openReview();
    desk.poll('cards', [card('2')]);
    expect(desk.state.overlay.kind).toBe('none');
  });

  it('keeps its key from the panes for 1.5 s after it was called off', () => {
    openReview();
    desk.poll('cards', [card('2')]);
    desk.press('j');
    const copied = () => desk.asked().filter(each => each.type === 'copy');
    desk.pass(1_400);
    desk.press('y');
    expect(copied()).toEqual([]);
    desk.pass(1_600);
    desk.press('y');
    expect(copied()).toHaveLength(1);
  });

  it('does not open on a screen without space for it', () => {
    desk.type('o');
    desk.fill({amount: '50'});
    desk.send({type: 'resized', columns: 39, rows: 24});
    desk.type('enter');
    expect(desk.state.overlay.kind).toBe('form');
    desk.send({type: 'ran', action: 'pane.orders'});
    desk.send({type: 'resized', columns: 40, rows: 10});
    desk.type('escape');
    desk.send({type: 'resized', columns: 39, rows: 24});
    desk.type('x', 'X');
    expect(desk.state.overlay.kind).toBe('none');
    desk.send({type: 'ran', action: 'cancelAll'});
    expect(desk.state.overlay.kind).toBe('none');
    expect(desk.said()).toContain('too small');
    desk.send({type: 'resized', columns: 40, rows: 10});
    desk.type('x');
    expect(desk.state.overlay.kind).toBe('review');
  });

  it('must be shown again after a resize', () => {
    openReview();
    desk.showQuestion();
    desk.send({type: 'resized', columns: 80, rows: 24});
    expect(review().shownAt).toBeUndefined();
  });

  it('is dismissed when the wall clock jumps', () => {
    openReview();
    desk.showQuestion();
    desk.pass(1_000, 7_000);
    desk.press('y');
    expect(sends()).toBe(0);
    expect(desk.state.overlay.kind).toBe('none');
  });
});

describe('a form', () => {
  it('moves to the wrong field instead of the review', () => {
    desk.type('n');
    desk.fill({size: 'two'});
    desk.type('enter');
    expect(desk.state.overlay).toMatchObject({kind: 'form', form: {focus: 3}});
  });

  it('takes the reason why it is not reviewed away when it is closed', () => {
    desk = startDesk().open({orders: [order('5', {sizeContracts: '1', size: '1'})]});
    desk.type('3', 'g', 'm');
    desk.press('enter');
    const told = () => desk.state.notices.map(each => each.text);
    expect(told()).toEqual(['Price and size are unchanged.']);
    desk.press('escape');
    expect(told()).toEqual([]);
  });
});

it('an order prefilled from an Easy Option has its symbol alone: no order sells what the service sells on closing', () => {
  const held = easyOption('7', {status: 'ACTIVE', optionSymbol: 'X', qty: '2', positionId: '9'});
  desk = startDesk().open({easyOptions: [held]});
  desk.type('2', 'n');
  const {overlay} = desk.state;
  expect(overlay.kind === 'form' && overlay.form.fields.map(({value}) => value)).toEqual([
    'X',
    'BUY',
    '',
    '',
    '',
  ]);
  desk.fill({price: '5', size: '2', positionId: '9'});
  desk.press('enter');
  expect(desk.state.overlay.kind).toBe('form');
  expect(desk.said()).toBe('Position #9 belongs to Easy Option #7: close that instead.');
});

it('an order like a listed one keeps the known contract while its symbol stays the same', () => {
  const listed = order('5', {asset: 'BTC', type: 'CALL', strikePrice: '65000'});
  const draft = (symbol?: string) => {
    desk = startDesk().open({orders: [listed]});
    desk.type('3', 'n');
    desk.fill({price: '2', size: '2'});
    if (symbol !== undefined) desk.fill({symbol: symbol});
    desk.type('enter');
    return review().draft;
  };
  expect(draft()).toMatchObject({contract: {asset: 'BTC', type: 'CALL', strikePrice: '65000'}});
  expect(draft('BTC-27NOV26-70000-C')).not.toHaveProperty('contract');
});

describe('sending an UNKNOWN order again', () => {
  const attemptsMade = () => desk.asked().filter(each => each.type === 'attempt').length;

  it('is dismissed if its intent ended during the review', () => {
    desk.restore(lostOrder);
    desk.type('R');
    desk.showQuestion();
    desk.tell({type: 'resolve', intentId: 'i1', word: 'done', note: ''});
    desk.type(desk.question().key);
    expect(attemptsMade()).toBe(0);
    expect(desk.said()).toContain(
      'Place a limit order again was dismissed: the request has ended, or is being sent again.',
    );
  });

  it.each([
    [25_000, undefined],
    [40_000, /^Open notional would be up to 36 of 30/],
  ])('is weighed by the limits unless its key surely finds the same order: %i ms', (ms, held) => {
    const limits = {underlyings: {}, maxOpenNotional: '30'};
    desk = opened([], limits);
    const startedAt = {mono: desk.now.mono - ms, wall: desk.now.wall - ms};
    const attempts = [{number: 1, by: 'user', process: 'this', startedAt}] as const;
    desk.restore({...lostOrder, attempts});
    const counted = pending({intentId: 'i1', makes: 'order', load: ordering('18')});
    desk.tell({type: 'looked', standing: standing({pending: [counted]})});
    desk.asked();
    desk.type('R');
    expect([desk.state.overlay.kind, desk.said()]).toEqual(
      held === undefined ? ['review', undefined] : ['none', expect.stringMatching(held)],
    );
    desk.tell({type: 'sendAgain', intentId: 'i1'});
    expect(attemptsMade()).toBe(held === undefined ? 1 : 0);
  });
});
