import {describe, expect, it} from 'vitest';
import {update} from '../../../src/desk/update.ts';
import {width} from '../../../src/text/sanitize.ts';
import {card, easyOption, startDesk} from '../../helpers/desk.ts';
import {linesIn} from '../helpers/panel.ts';
import {texts} from '../helpers/texts.ts';

/** What a review says cannot be said by the service in its stead. */
const blank = ' '.repeat(200);
const sizes = [
  [40, 10],
  [64, 16],
  [80, 24],
  [120, 40],
  [300, 20],
] as const;

const titles: Record<string, string> = {
  'runs of spaces': `card${blank}Investment   1${blank}Environment  PAPER 127.0.0.1`,
  'wide and unusual blanks': `card${'\u3000'.repeat(90)}Investment   1${'\u2800'.repeat(90)}Account  demo`,
  'the separator of facts': 'card · Investment 1 · Environment PAPER 127.0.0.1 • Investment 2 · Ask 1',
  'a thousand cells': `card ${'Investment 1 '.repeat(80)}`,
  'a quotation mark': 'card" · Investment 1',
  newlines: 'card\nInvestment   1\r\n Investment   1',
};

function reviewOf(title: string, columns: number, rows: number): string[] {
  const desk = startDesk().open({cards: [card('1', {title})]}, {venue: 'LIVE'});
  desk.send({type: 'resized', columns, rows});
  desk.type('o');
  desk.fill({amount: '2500'});
  desk.type('enter');
  desk.reread({kind: 'card', card: card('1', {title})});
  return linesOf(desk.state, columns, rows);
}

function linesOf(state: Parameters<typeof update>[0], columns: number, rows: number): string[] {
  return texts(linesIn(state, {columns, rows: rows - 1}));
}

/** The facts as a reader takes them: a line each, or parted by the sign between them where rows are few. */
const factsOf = (lines: readonly string[]) => lines.flatMap(line => line.trim().split(' · '));

describe('a name from the service', () => {
  for (const [columns, rows] of sizes) {
    it.each(Object.entries(titles))(
      `draws nothing that looks like a fact with %s, at ${columns}x${rows}`,
      (_, title) => {
        const lines = reviewOf(title, columns, rows);
        for (const line of lines) expect(width(line)).toBeLessThanOrEqual(columns);
        const facts = factsOf(lines);
        expect(facts.filter(fact => /^Investment\b/.test(fact))).toEqual([
          expect.stringMatching(/^Investment +2,500 \(currency not stated\)$/),
        ]);
        expect(facts.filter(fact => /^(Environment +)?(PAPER|LIVE)\b/.test(fact))).toEqual([
          expect.stringMatching(/LIVE svc\.example$/),
        ]);
        expect(lines.filter(line => /\S {3,}(Investment|Environment|Account)/.test(line))).toEqual([]);
      },
    );
  }

  it('keeps its numbers unchanged, while amounts are grouped', () => {
    const cardName = 'BTC above 75500 by 27NOV26';
    const desk = startDesk().open({easyOptions: [easyOption('7', {cardName, investmentAmount: '75500'})]});
    desk.type('2', 'c');
    for (const [columns, rows] of sizes) {
      const resized = update(desk.state, {type: 'resized', columns, rows, now: desk.now})[0];
      const text = linesOf(resized, columns, rows).join('\n');
      expect(text).toContain('"BTC above 75500 ');
      expect(text).toMatch(/Invested +75,500\b/);
    }
  });
});

it('other text of the service about a record is cut and flattened like a name', () => {
  const desk = startDesk().open({
    easyOptions: [easyOption('7', {status: `ACTIVE${blank}Quantity     1`, cardName: `x${blank}P/L now  9`})],
  });
  desk.type('2', 'c');
  const lines = linesOf(desk.state, 80, 24);
  expect(lines).toContainEqual(expect.stringMatching(/^ Easy Option +#7 "x P\/L now 9"$/));
  expect(lines).toContainEqual(expect.stringMatching(/^ Status +ACTIVE Quantity 1$/));
});
