import {describe, expect, it} from 'vitest';
import {sheetOf} from '../../../src/desk/dialogs/index.ts';
import {draw} from '../../../src/ui/sheet/draw.ts';
import {card, easyOption, startDesk} from '../../helpers/desk.ts';

const at = (id: string, targetPrice: string, day: number, more = {}) =>
  card(id, {
    ...{targetPrice, expiryDate: `2026-11-${day}T08:00:00Z`, currentAskPrice: `${id}.5`},
    ...{underlying: 'BTC', type: 'UP_DOWN', direction: 'UP', ...more},
  });
const cards = [
  at('1', '70000', 27),
  at('2', '75000', 27),
  at('3', '75000', 24),
  at('4', '75000', 24),
  at('5', '80000', 24, {type: 'TOUCH', direction: 'DOWN'}),
  at('6', '80000', 27, {active: false}),
  at('7', '3000', 27, {underlying: 'ETH'}),
];

function chain() {
  const desk = startDesk().open({cards, easyOptions: [easyOption('9', {cardId: '1', status: 'ACTIVE'})]});
  desk.type('v');
  return desk;
}
type Desk = ReturnType<typeof chain>;

const selected = ({state}: Desk) => (state.overlay.kind === 'chain' ? state.overlay.cardId : undefined);
const choicesOf = ({state}: Desk) => sheetOf(state).find(each => each.is === 'choices');
const rowsOf = (desk: Desk) =>
  choicesOf(desk)?.choices.map(({key, text}) => `${key} ${text.replace(/\s+/g, ' ')}`);

describe('the chain', () => {
  it('has targets down and expiries across, a row for each of two alike, without inactive cards', () => {
    expect(rowsOf(chain())).toEqual([
      '▼ 80,000 touch │ 5.5 │ ',
      '▲ 75,000 │ 3.5 │ 2.5 ',
      '▲ 75,000 │ 4.5 │ ',
      '▲ 70,000 │ │ [*1.5]',
    ]);
  });

  it('says how many cards of the underlying it leaves out', () => {
    const desk = chain();
    const words = () => JSON.stringify(sheetOf(desk.state));
    expect(words()).toContain('1 card not active: not shown');
    desk.type('tab');
    expect(words()).not.toContain('not active');
  });

  it('moves to the nearest cell on each side, and to the next underlying', () => {
    const desk = chain();
    const after = (...keys: string[]) => {
      for (const key of keys) desk.type(key);
      return selected(desk);
    };
    expect([after(), after('k'), after('left'), after('left')]).toEqual(['1', '4', '4', '4']);
    expect([after('k'), after('right'), after('g'), after('G')]).toEqual(['3', '2', '5', '1']);
    expect([after('tab'), after('tab')]).toEqual(['7', '5']);
  });

  it('marks what is held, and says the selected cell', () => {
    const desk = chain();
    expect(choicesOf(desk)?.choices.at(-1)?.spoken[0]).toMatch(/^up 70,000, ask 1\.5, held, expires in /);
  });

  it('opens the form of the card with Enter', () => {
    const desk = chain();
    desk.type('k');
    desk.type('enter');
    expect(desk.state.overlay).toMatchObject({kind: 'form', form: {card: {id: '4'}}});
  });

  it.each([
    [80, 24],
    [40, 10],
  ])('fits %sx%s', (columns, rows) => {
    const desk = chain();
    const viewport = {...desk.state.viewport, columns, rows};
    const {parts} = draw(sheetOf({...desk.state, viewport}), {columns, rows: rows - 4});
    expect(parts.length).toBeLessThanOrEqual(rows - 4);
    const texts = parts.map(part => (Array.isArray(part) ? part.map(({text}) => text).join('') : ''));
    for (const text of texts) expect(text.length).toBeLessThanOrEqual(columns);
    expect(texts.some(text => text.includes('[*1.5]'))).toBe(true);
  });
});
