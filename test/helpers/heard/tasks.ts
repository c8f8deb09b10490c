import {expect} from 'vitest';
import {openAndClose, openThree, orders, rest} from '../holdings.ts';
import type {TestPaper} from '../paper.ts';
import type {Ears} from './ears.ts';

/** The tasks of the table of keys, for who knows nothing of the program but its transcript. */

/** What is pressed, and what is heard of it. */
export type Press = readonly [key: string, says: RegExp];

export type Task = {
  does: string;
  /** The service's time when it starts, where that is not the usual one. */
  start?: number;
  /** What the account holds. */
  holds?: (service: TestPaper) => Promise<unknown>;
  keys: readonly Press[];
  proves: (service: TestPaper, said: string) => Promise<void> | void;
};

export const [enter, tab, back] = ['\r', '\t', '\u001b'];
/** The key that the question names, once that can have been heard. */
export const confirm = 'the key asked for';
/** A letter that is typed is told by whoever reads the screen out. */
export const silent = /^/;

export const type = (text: string): readonly Press[] => [...text].map(letter => [letter, silent]);

/** From when on three hours lead to now: what is closed then was closed today. */
export const today = Date.now() - 3 * 3_600_000;

const cancels = (size: string): readonly Press[] => [
  ['x', /Cancel the order\.[\s\S]*to cancel the order\.\n/],
  [confirm, new RegExp(`CANCELED: BUY ${size} `)],
];

export const tasks: readonly Task[] = [
  {
    does: 'opening 50 on the selected card',
    keys: [
      ['o', /Investment, empty\./],
      ...type('50'),
      [enter, /Investment 50\b[\s\S]*to open 50\.\n/],
      [confirm, /OPEN(ING|ED).*for 50/],
    ],
    async proves(service) {
      const {json} = await service.call('GET', '/v1/easy-options/search');
      expect(json.content.map((each: {investmentAmount: number}) => String(each.investmentAmount))).toEqual([
        '50',
      ]);
    },
  },
  {
    does: 'a limit order of .5 at another price, 1k',
    keys: [
      ['n', /New limit order\.[\s\S]*Price, /],
      ...type('1k'),
      [tab, /Price 1k, sends 1,?000\.\n[\s\S]*Size, empty\./],
      ...type('.5'),
      [enter, /Size 0\.5\.[\s\S]*to place/],
      [confirm, /WORKING: BUY 0\.5 /],
    ],
    proves: async service => expect(await orders(service)).toEqual(['0.5 at 1000']),
  },
  {
    does: 'correcting an order that was refused',
    keys: [
      ['n', /New limit order[\s\S]*Price, /],
      ...type('2k'),
      [tab, /Size/],
      ...type('.00001'),
      [enter, /to place/],
      [confirm, /REJECTED[\s\S]*multiple of it/],
      ['f', /Size, \.00001, .*selected\./],
      ['5', silent],
      [enter, /Size 5\.[\s\S]*to place/],
      [confirm, /(WORKING:|FILLED) BUY 5 /],
    ],
    async proves(service) {
      const {json} = await service.call('GET', '/v1/trades');
      const filled = json.items.map((each: {amount: number}) => String(each.amount));
      expect([...(await orders(service)), ...filled]).toHaveLength(1);
    },
  },
  {
    does: 'cancelling one order after another',
    async holds(service) {
      for (const size of ['1', '2', '3']) await rest(service, size);
    },
    keys: [['3', /Orders, 3 rows\.\nRow 1, BUY 3, at 10, /], ...cancels('3'), ...cancels('2')],
    proves: async service => expect(await orders(service)).toEqual(['1 at 10']),
  },
  {
    does: 'moving an order to 55',
    holds: service => rest(service, '3'),
    keys: [
      ['3', /Row 1, BUY 3/],
      ['m', /Price, 10, selected\./],
      ...type('55'),
      [enter, /97\.\d+ percent below the ask [\s\S]*to amend the order anyway\.\n/],
      [confirm, /AMENDED to 3 at 55/],
    ],
    proves: async service => expect(await orders(service)).toEqual(['3 at 55']),
  },
  {
    does: 'sorting by P/L, and the other way',
    holds: openThree,
    keys: [
      ['2', /Easy Options, 3 rows\./],
      ['s', /Sort by, \d+ lines\./],
      ['p', /Easy Options, 3 rows, by P L ascending\.\nRow 1, /],
      ['j', /Row 2, .* (gain|loss) /],
      ['=', /Easy Options, 3 rows, by P L descending\.\nRow 1, /],
      ['j', /Row 2, .* (gain|loss) /],
      ['j', /Row 3, .* (gain|loss) /],
    ],
    proves(_, said) {
      const heard = [...said.matchAll(/Row (\d), .* (gain|loss) ([\d.,]+)\./g)].slice(-3);
      const values = heard.map(([, , sign, value = '']) =>
        Number(`${sign === 'loss' ? '-' : ''}${value.replaceAll(',', '')}`),
      );
      expect(heard.map(([, row]) => row)).toEqual(['1', '2', '3']);
      expect(values).toEqual(values.toSorted((one, other) => other - one));
    },
  },
  {
    does: 'all that is not over',
    holds: openAndClose,
    keys: [
      ['2', /Easy Options, 3 rows\./],
      ['/', /Filter, empty\./],
      ...type('open'),
      [enter, /Easy Options, filter open, 2 rows[^\n]*\.\nRow 1, .*ACTIVE/],
    ],
    proves: (_, said) => expect(said).not.toMatch(/CLOSED[^\n]*\n$/),
  },
  {
    does: 'what expires next, what is at risk and what was made today',
    start: today,
    holds: openAndClose,
    keys: [
      [
        '6',
        /Portfolio\.\n.*today, .*\nEasy next expiry [\s\S]*Easy at risk, 2 records[\s\S]*Easy today, 1 record, [\s\S]*figure 1 of/,
      ],
    ],
    proves: (_, said) => expect(said).toMatch(/invested 2,000\.00, P L (plus|minus) [\d.]+/),
  },
  {
    does: 'closing an Easy Option, and halting all that adds risk',
    holds: openThree,
    keys: [
      ['2', /Easy Options, 3 rows\./],
      ['c', /Close the Easy Option\.[\s\S]*to close\.\n/],
      [confirm, /CLOS(ED|ING)/],
      ['!', /HALTED: /],
      ['1', /Cards, /],
      ['o', /HALTED|halt/],
    ],
    async proves(service) {
      const {json} = await service.call('GET', '/v1/easy-options/search');
      const states = json.content.map((each: {status: string}) => each.status);
      expect(states.filter((each: string) => each === 'ACTIVE')).toHaveLength(2);
    },
  },
];

/** Presses the keys of a task, each once it was heard what the one before it did. */
export async function pressAll(ears: Ears, keys: readonly Press[]): Promise<void> {
  for (const [key, says] of keys) {
    if (says !== silent) await ears.rest();
    if (key === confirm) await ears.confirm(says);
    else await ears.press(key, says);
  }
}
