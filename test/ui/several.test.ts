import {describe, expect, it} from 'vitest';
import {width} from '../../src/text/sanitize.ts';
import {messageLines} from '../../src/ui/bottom/Messages.tsx';
import {summaryLine} from '../../src/ui/bottom/Summary.tsx';
import {createTableView} from '../../src/ui/table/Table.tsx';
import {order, startDesk} from '../helpers/desk.ts';
import {linesIn} from './helpers/panel.ts';
import {text, texts} from './helpers/texts.ts';

/** Several writes on the screen: their review, how far they have come, and the marks. */
const orders = Array.from({length: 30}, (_, index) => order(String(9_007_199_254_741_001n + BigInt(index))));

function reviewing() {
  const desk = startDesk().open({orders});
  desk.type('3', 'X');
  desk.readList({orders, total: 30});
  return desk;
}

function linesOf(desk: ReturnType<typeof reviewing>, columns: number, rows: number): string[] {
  return texts(linesIn(desk.state, {columns, rows}));
}

describe('the review of several writes', () => {
  it.each([
    [40, 9],
    [60, 14],
    [120, 36],
  ])(
    'always shows its count, its environment and its question while scrolling, at %sx%s',
    (columns, rows) => {
      const desk = reviewing();
      for (const key of ['j', 'pagedown', 'G', 'g']) {
        desk.type(key);
        const lines = linesOf(desk, columns, rows);
        expect(lines).toHaveLength(Math.min(rows, 36));
        for (const line of lines) expect(width(line)).toBeLessThanOrEqual(columns);
        expect(lines[0]).toBe(' Cancel 30 orders');
        expect(lines[1]).toContain('PAPER svc.example');
        expect(lines.at(-1)).toMatch(rows < 36 ? /PgDn to see all first/ : /y {2}cancel 30 orders/);
      }
    },
  );
});

describe('several writes that wait after a 429', () => {
  it('show the wait, and the key alone if there is less space', () => {
    const desk = reviewing();
    desk.showQuestion();
    desk.type('y');
    const {outbox, intents, now} = desk.state;
    const stands = (index: number) => (index < 20 ? 'CONFIRMED' : index < 21 ? 'REJECTED' : 'waiting');
    const items = (outbox?.items ?? []).map((each, index) => ({...each, stands: stands(index)}) as const);
    const lineAt = (columns: number) =>
      texts(
        messageLines(
          {
            ...desk.state,
            viewport: {columns, rows: 30},
            intents: {...intents, blockedUntil: {cancel: now.mono + 12_000}},
            outbox: outbox && {...outbox, items},
          },
          1,
        ),
      )[0];
    const words = 'Cancel 30 orders: 20 canceled, 1 REJECTED, 9 to go (429: 12 s)';
    expect(lineAt(100)).toBe(` ${words}  Esc stops the rest`);
    expect(lineAt(70)).toBe(` ${words}  Esc`);
    expect(lineAt(69)).toBe(` ${words}  Esc`);
  });
});

describe('a mark', () => {
  it('appears before the row, without colour, and is counted below the table', () => {
    const desk = startDesk().open({orders: orders.slice(0, 3)});
    desk.type('3', 'j', 'space');
    const [, ...rows] = texts(createTableView().draw(desk.state, 100, 10).lines);
    expect(rows.map(row => row.slice(0, 2))).toEqual(['  ', ' *', '▌ ']);
    expect(text(summaryLine(desk.state))).toContain('1 marked · 3 rows');
  });
});
