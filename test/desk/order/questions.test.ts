import fc from 'fast-check';
import {beforeEach, describe, expect, it} from 'vitest';
import type {Order} from '../../../src/api/wire/records.ts';
import {bindingsWith} from '../../../src/desk/bindings.ts';
import {bindingIn} from '../../../src/desk/keys.ts';
import {questionOf, withKey} from '../../../src/desk/order/questions.ts';
import type {Settings, State} from '../../../src/desk/state.ts';
import {cases} from '../../helpers/cases.ts';
import {card, easyOption, lostOrder, order, startDesk} from '../../helpers/desk.ts';

/**
 * Which key confirms a question: `y` on PAPER, else a letter that must be read.
 */
let desk: ReturnType<typeof startDesk>;
const letter = /^[a-mo-xz]$/;

const rows = {
  cards: [card('1'), card('2', {currentOptionSymbol: 'ETH-27NOV26-3000-P'})],
  easyOptions: [easyOption('7')],
  orders: [order('5'), order('6')],
};

function start(isFixed: boolean, seed = 1, changed: Partial<Settings> = {}) {
  desk = startDesk(changed, isFixed, seed).open(rows);
}

/** Every way to a question, up to the moment before it is shown. */
const ways: Record<string, () => void> = {
  'an opening': () => openReview(),
  'a close': () => {
    desk.type('2', 'c');
    desk.reread();
  },
  'an order': () => {
    desk.type('n');
    desk.fill({symbol: 'ETH-27NOV26-3000-P', price: '10', size: '1'});
    desk.type('enter');
    desk.reread();
  },
  'a cancel': () => {
    desk.type('3', 'x');
    desk.reread();
  },
  'cancelling all': () => {
    desk.type('3', 'X');
    desk.readList({orders: rows.orders});
  },
  'sending again': () => {
    desk.restore(lostOrder);
    desk.type('R');
  },
  quitting: () => {
    desk.restore(lostOrder);
    desk.type('q');
  },
};

function openReview(ask = '10') {
  desk.reviewOpening();
  desk.reread({kind: 'card', card: card('1', {currentAskPrice: ask})});
}

/**
 * The world does all it can for a question that is open: its record is read, and the screen is said to show it.
 */
function readAndShow() {
  const {overlay} = desk.state;
  if (overlay.kind === 'form' && overlay.form.kind === 'open') return desk.fill({amount: '25'});
  if (overlay.kind === 'review') desk.readAndShow();
}

/** What has effect: a write that is asked of the journal, one that is sent again, the end of the program. */
const effects = () =>
  desk.asked().filter(each => each.type === 'quit' || ['journalAsk', 'attempt'].includes(each.type)).length;

function pollOrders(orders: readonly Order[]) {
  desk.poll('orders', orders);
}

describe('a terminal that is proved to answer for itself', () => {
  beforeEach(() => start(true));

  const opening = {kind: 'open', cardId: '1', investmentAmount: '25'} as const;

  it.each([
    ['an order', lostOrder.draft, letter],
    ['an opening', opening, letter],
    ['a cancel', {kind: 'cancel', orderId: '5'}, /^y$/],
    ['a close', {kind: 'close', easyOptionId: '7'}, /^y$/],
  ] as const)('asks for a letter where sending it again may execute it twice: %s', (_, draft, key) => {
    desk.restore({...lostOrder, draft});
    desk.type('R');
    expect(desk.question().key).toMatch(key);
  });
});

/** The letters of so many questions in a row like the one that is open. */
function lettersFrom(chance: number, count: number): string[] {
  let state: State = {...desk.state, chance, letters: []};
  return Array.from({length: count}, () => {
    state = withKey({...state, overlay: {kind: 'none'}}, state);
    return questionOf(state.overlay)?.key ?? '';
  });
}

describe('a question with a letter', () => {
  beforeEach(() => start(false));

  it.each(Object.keys(ways))('lets only its letter confirm %s, once', name => {
    ways[name]?.();
    const {key} = desk.question();
    expect(key).toMatch(letter);
    desk.showQuestion();
    effects();
    // Within the time for which its price is fresh.
    const press = (pressed: string, how = {}) => {
      desk.pass(160);
      desk.press(pressed, how);
    };
    for (const other of ['y', 'Y', key.toUpperCase(), 'enter', ' ', 'a', 'z'])
      if (other !== key) press(other);
    press(key, {ctrl: true});
    press(key, {alone: false});
    expect(effects()).toBe(0);
    press(key);
    expect(effects()).toBe(1);
    for (let count = 0; count < 20; count++) {
      desk.pass(30);
      desk.press(key);
    }
    expect(effects()).toBe(0);
  });

  it('sends nothing for keys that were typed before anything was shown', () => {
    const habits = [
      ['1', 'o', 'enter'],
      ['2', 'c'],
      ['3', 'x'],
      ['3', 'X'],
      ['n', 'enter'],
      ['y'],
      ['y', 'y'],
      ['R'],
    ];
    const known = fc.oneof(
      fc.constantFrom(...habits),
      fc.constantFrom(...'jknxcoHGlq YN', 'enter', 'escape', 'tab').map(name => [name]),
    );
    fc.assert(
      fc.property(fc.integer(), fc.array(known, {maxLength: 15}), (seed, keys) => {
        start(false, seed);
        for (const name of keys.flat()) {
          desk.pass(200);
          desk.press(name);
          readAndShow();
        }
        return desk.drafts().length === 0;
      }),
      {numRuns: cases(80, 300)},
    );
  });

  it('uses a letter without a meaning in the dialog, and not the last one, for any keys and seed', () => {
    const remapped = fc.record({
      open: fc.subarray([...'abd'], {minLength: 0, maxLength: 3}),
      refresh: fc.subarray([...'dez'], {minLength: 0, maxLength: 3}),
    });
    fc.assert(
      fc.property(fc.integer(), remapped, (seed, keys) => {
        start(false, seed, {bindings: bindingsWith(keys)});
        const {bindings: table} = desk.state.settings;
        let last = '';
        for (let count = 0; count < 12; count++) {
          desk.type('3', 'x');
          const {key} = desk.question();
          expect(key).toMatch(letter);
          expect(bindingIn(table, key, 'review')).toBeUndefined();
          expect(
            table.filter(each => ['act', 'rows'].includes(each.group) && each.keys.includes(key)),
          ).toEqual([]);
          expect(key).not.toBe(last);
          last = key;
          desk.type('n');
        }
      }),
      {numRuns: cases(60, 200)},
    );
  });

  it('does not reuse a recent letter soon, because the newest frame may be delayed', () => {
    openReview();
    for (let seed = 0; seed < 200; seed++) expect(new Set(lettersFrom(seed, 6)).size).toBe(6);
  });

  it('uses many letters, none much more often than another', () => {
    desk.type('3', 'x');
    const drawn = Map.groupBy(
      Array.from({length: 400}, (_, seed) => lettersFrom(seed * 7_919, 1)[0]),
      letter => letter,
    );
    const counts = [...drawn.values()].map(each => each.length);
    expect(counts.length).toBeGreaterThanOrEqual(8);
    expect(Math.min(...counts)).toBeGreaterThan(400 / counts.length / 3);
    expect(Math.max(...counts)).toBeLessThan((400 / counts.length) * 2);
  });

  it('uses a new letter if fewer orders would be canceled, and keeps it for the same ones', () => {
    ways['cancelling all']?.();
    const {key} = desk.question();
    pollOrders(rows.orders);
    expect(desk.question().key).toBe(key);
    pollOrders([order('6')]);
    expect(desk.question().key).not.toBe(key);
  });

  it('asks with another letter, and sends nothing, if the price moved just before the key', () => {
    openReview();
    desk.showQuestion();
    const {key} = desk.question();
    desk.pass(10_000);
    desk.press(key);
    expect(effects()).toBe(0);
    expect(desk.question().key).not.toBe(key);
  });

  it('reports a wrong letter', () => {
    ways['a cancel']?.();
    const {key} = desk.question();
    desk.type('y');
    expect(desk.question().notice).toBe(`Not y: press ${key}, or n to go back`);
  });
});

describe('the key of a question', () => {
  const keyOn = (venue: 'PAPER' | 'LIVE', confirm?: 'y' | 'letter') => {
    desk = startDesk({confirm}).open({orders: [order('5')]}, {venue});
    desk.type('3', 'x');
    return desk.question().key;
  };

  it('is y on PAPER and a letter on LIVE, unless the profile says otherwise', () => {
    expect(keyOn('PAPER')).toBe('y');
    expect(keyOn('LIVE')).toMatch(letter);
    expect(keyOn('PAPER', 'letter')).toMatch(letter);
    expect(keyOn('LIVE', 'y')).toBe('y');
  });

  it('counts 500 ms after its frame if it is known in advance, and 150 ms if it is drawn', () => {
    for (const [isFixed, ms] of [
      [true, 500],
      [false, 150],
    ] as const) {
      start(isFixed);
      ways['a cancel']?.();
      desk.pass(1_000);
      const {key} = desk.question();
      desk.press(key);
      expect(desk.question().notice).toBe(`Not yet on the screen: press ${key} again`);
      desk.showQuestion();
      desk.asked();
      desk.pass(ms - 1);
      desk.press(key);
      expect(desk.question().notice).toBe(`Only just on the screen: press ${key} again`);
      desk.pass(ms);
      desk.press(key);
      expect(effects()).toBe(1);
    }
  });
});

it('a question does not tell who looks at it that it is still being spoken, if a key came before its frame', () => {
  start(true);
  ways['a cancel']?.();
  const {mono: pressedAt} = desk.now;
  desk.pass(1_000);
  desk.showQuestion();
  desk.press('y', {at: pressedAt});
  expect(desk.question().notice).toBe('Only just on the screen: press y again');
});
