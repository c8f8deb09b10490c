import {expect, it} from 'vitest';
import {messageLines} from '../../src/ui/bottom/Messages.tsx';
import {summaryLine} from '../../src/ui/bottom/Summary.tsx';
import {createTableView} from '../../src/ui/table/Table.tsx';
import {order, startDesk} from '../helpers/desk.ts';
import {text, texts} from './helpers/texts.ts';

/** Several writes on the screen: how far they have come, and the marks. */
const orders = Array.from({length: 30}, (_, index) => order(String(9_007_199_254_741_001n + BigInt(index))));

function reviewing() {
  const desk = startDesk().open({orders});
  desk.type('3', 'X');
  desk.readList({orders, total: 30});
  return desk;
}

it('several writes that wait after a 429 show the wait, and the key alone if there is less space', () => {
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

it('a mark appears before the row, without colour, and is counted below the table', () => {
  const desk = startDesk().open({orders: orders.slice(0, 3)});
  desk.type('3', 'j', 'space');
  const [, ...rows] = texts(createTableView().draw(desk.state, 100, 10).lines);
  expect(rows.map(row => row.slice(0, 2))).toEqual(['  ', ' *', '▌ ']);
  expect(text(summaryLine(desk.state))).toContain('1 marked · 3 rows');
});
