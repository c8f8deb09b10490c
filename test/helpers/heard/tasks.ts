import {expect} from 'vitest';
import {openThree, orders, rest} from '../holdings.ts';
import type {TestPaper} from '../paper.ts';
import type {Ears} from './ears.ts';

/** The tasks of the table of keys, for who knows nothing of the program but its transcript. */

/** What is pressed, and what is heard of it. */
export type Press = readonly [key: string, says: RegExp];

type Task = {
  does: string;
  /** What the account holds. */
  holds?: (service: TestPaper) => Promise<unknown>;
  keys: readonly Press[];
  proves: (service: TestPaper, said: string) => Promise<void> | void;
};

export const [enter, tab] = ['\r', '\t'];
/** The key that the question names, once that can have been heard. */
export const confirm = 'the key asked for';
/** A letter that is typed is told by whoever reads the screen out. */
export const silent = /^/;

export const type = (text: string): readonly Press[] => [...text].map(letter => [letter, silent]);

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
