import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {newQuestion} from '../../../src/desk/order/questions.ts';
import {type BlockOf, keys, question, type Sheet, scrolls, text, title} from '../../../src/desk/sheet.ts';
import {allot, kinds} from '../../../src/ui/dialog/allot.ts';
import {filledDesk} from '../helpers/sample.ts';
import {texts} from '../helpers/texts.ts';

/** Any sheet, whatever dialog it is of. */
const state = filledDesk(80, 24);
const linesOf = (sheet: Sheet, columns: number, rows: number) =>
  texts(allot(sheet, {columns, rows}).blocks.flatMap(({lines}) => lines));

describe('a sheet', () => {
  it.each([4, 9, 30])('keeps its field with its error, and its keys, visible, in %s rows', rows => {
    const above = [title('A'), ...Array.from({length: 20}, (_, index) => text(`line ${index}`))];
    const last = keys(state, 'lift', [[['back'], 'back']]);
    const field = {is: 'field', name: 'word', prompt: '›', value: 'typed', error: 'No such word.'} as const;
    const lines = linesOf([...above, field, last], 40, rows);
    expect(lines.length).toBeLessThanOrEqual(rows);
    expect(lines.slice(-3)).toEqual([' › typed', ' ! No such word.', ' Esc back']);
    expect(
      linesOf([...above, last], 40, rows)
        .slice(0, rows)
        .at(-1),
    ).toBe(' Esc back');
  });

  it('asks its question right below a list of which all is shown, and in one place below a longer one', () => {
    const asked = (count: number, at = 0) => {
      const items = Array.from({length: count}, (_, index) => ({
        text: `order ${index + 1}${index === 1 ? ' w'.repeat(20) : ''}`,
        isSeen: true,
      }));
      const sheet: Sheet = [
        title('What is asked'),
        {is: 'items', items, warned: 0, at, most: 4, readsBy: 'j'},
        question(state, {...newQuestion(state), key: 'y'}, 'cancel 2 orders'),
      ];
      return linesOf(sheet, 40, 20).findIndex(each => each.includes('cancel 2 orders'));
    };
    expect(asked(1)).toBe(2);
    expect(asked(2)).toBe(4);
    expect([0, 1, 2, 20].map(at => asked(30, at))).toEqual([19, 19, 19, 19]);
  });

  it('says each record that its key waits for, and the first five of others', () => {
    const said = (isSeen: boolean) => {
      const items = Array.from({length: 7}, (_, index) => ({text: `order ${index + 1}`, isSeen}));
      return kinds.items.said({is: 'items', items, warned: 0, at: 0, most: 4, readsBy: 'j'}, false);
    };
    expect(said(false).at(-1)).toBe('order 7');
    expect(said(true).slice(-2)).toEqual(['order 5', 'And 2 more: j, reads them one by one']);
  });

  it('draws every digit and warning that its question decides on, or does not offer its key', () => {
    const digit = fc.constantFrom(...'0123456789.');
    const digits = fc.array(digit, {minLength: 1, maxLength: 90}).map(all => all.join(''));
    const warning = '-120 of 500 USDT today, beyond the limit of this profile';
    const offered = new Set<boolean>();
    fc.assert(
      fc.property(
        digits,
        digits,
        fc.integer({min: 24, max: 60}),
        fc.integer({min: 4, max: 30}),
        (size, price, columns, rows) => {
          const decided = [size, `${price} LIMIT, marketable`, warning];
          const [first, second, last] = decided.map(text => ({value: {text}, decides: true}));
          const facts = [
            {...first, label: 'Size'},
            {label: 'Expires', decides: false, value: {text: 'in 4d'}},
            {...second, label: 'Price'},
            {...last, label: 'Leaves', danger: true},
          ] as BlockOf<'facts'>['facts'];
          const asked = question(state, {...newQuestion(state), key: 'k'}, 'place');
          const {blocks, isWhole} = allot([title('Place a limit order'), {is: 'facts', facts}, asked], {
            columns,
            rows,
          });
          const squeezed = (text: string) => text.replace(/[\s…·]+/g, '');
          const drawn = squeezed(texts(blocks.flatMap(({lines}) => lines)).join(''));
          expect(isWhole).toBe(decided.every(text => drawn.includes(squeezed(text))));
          expect(blocks.at(-1)?.asks?.isWhole).toBe(isWhole);
          offered.add(isWhole);
        },
      ),
      {numRuns: 300, seed: 20_261_121},
    );
    expect(offered.size).toBe(2);
  });

  it('shows a part of its list, which part, and how far it scrolls', () => {
    const items = Array.from({length: 30}, (_, index) => ({text: `item ${index + 1}`}));
    const sheet = (at: number): Sheet => [
      title('A list'),
      {is: 'scroll', title: 'A list', items, at},
      keys(state, 'messages', [scrolls], {counts: 'if more'}),
    ];
    expect(allot(sheet(0), {columns: 40, rows: 12}).list).toEqual({page: 10, most: 20});
    expect(linesOf(sheet(7), 40, 12).slice(1, 2)).toEqual([' item 8']);
    expect(linesOf(sheet(99), 40, 12).slice(-2)).toEqual([' item 30', ' 21-30 of 30  j k scroll']);
    expect(linesOf(sheet(0), 40, 40).at(-1)).toBe(' j k scroll');
  });

  it('uses the short text if there are few rows', () => {
    const sheet: Sheet = [
      {is: 'text', row: [{text: 'at twelve o’clock', short: 'at 12'}]},
      text('only with room', 'plain', {drawn: 'many'}),
      text('only without', 'plain', {drawn: 'few'}),
    ];
    expect(linesOf(sheet, 40, 15)).toEqual([' at 12', ' only without']);
    expect(linesOf(sheet, 40, 16)).toEqual([' at twelve o’clock', ' only with room']);
  });

  it('has no blanks and no line from the service that look like another line', () => {
    const said = `name${' '.repeat(50)}Investment 1\nAccount 2`;
    expect(linesOf([title(said), text(said)], 80, 20)).toEqual([
      ' name Investment 1␊Account 2',
      ' name Investment 1␊Account 2',
    ]);
  });
});
