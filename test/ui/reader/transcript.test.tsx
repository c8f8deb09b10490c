import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {questionOf} from '../../../src/desk/order/questions.ts';
import {update} from '../../../src/desk/update.ts';
import {answerReview} from '../../helpers/reread.ts';
import {arrived, card, filledDesk, order} from '../helpers/sample.ts';
import {lettered} from '../helpers/scenes.ts';
import {type Shown, saidBy, saidOf, show, turn} from '../helpers/screen.tsx';

const hear = (...[state]: Parameters<typeof show>) => show(state, {isRead: true});

async function ticks(heard: Shown): Promise<void> {
  for (let second = 0; second < 5; second++) {
    heard.advance(1_000);
    heard.desk.send({type: 'tick'});
    await turn();
  }
}

describe('a transcript', () => {
  it('starts with the current place and the summary of the row', () => {
    const heard = hear(filledDesk(200, 24));
    expect(heard.written()).toBe(
      'optty, PAPER, 127.0.0.1:4711, demo number 1001.\nHelp by question mark.\n' +
        'Cards, 12 rows.\nRow 1, BTC to the moon by Friday, ask 12.00.\n',
    );
  });

  it('starts with the messages that were told before it', () => {
    const state = filledDesk(200, 24);
    const msg = {
      type: 'told',
      text: 'The token is of another address.',
      level: 'danger',
      now: state.now,
    } as const;
    expect(hear(update(state, msg)[0]).written()).toMatch(
      /^optty, .*\nHelp .*\n.*token is of another address/,
    );
  });

  it('folds a sentence at a pause, for readers that speak row by row', async () => {
    const heard = hear(filledDesk(60, 24));
    const said = await saidBy(heard, 'enter');
    const rows = said.trimEnd().split('\n');
    expect(rows.length).toBeGreaterThan(2);
    for (const row of rows) {
      expect(row.length).toBeLessThan(60);
      const lastPause = /^.*[,.:](?= )/.exec(row)?.[0].length ?? 0;
      if (!/[,.:]$/.test(row)) expect(lastPause, row).toBeLessThan(30);
    }
    expect(rows.join(' ')).toContain('Target 91,250.5. Ask 12.00.');
  });

  it('is silent while the clock ticks', async () => {
    const heard = hear(filledDesk(200, 24));
    expect(await saidOf(heard, () => ticks(heard))).toBe('');
  });

  it('speaks the fields of a row on Enter, and all of them on a second Enter', async () => {
    const heard = hear(filledDesk(2_000, 24));
    const first = await saidBy(heard, 'enter');
    const second = await saidBy(heard, 'enter');
    expect(first).toContain(
      'Title BTC to the moon by Friday. Type up or down. Direction UP. Asset BTC. Target',
    );
    expect(second).toContain(' Auto yes. ');
    expect(second.length).toBeGreaterThan(first.length);
    await heard.press('j', 'k');
    expect(await saidBy(heard, 'enter')).toBe(first);
  });
});

it('a key without a result says why: no row is left, no messages, nothing is UNKNOWN', async () => {
  const heard = hear(arrived(filledDesk(200, 24), 'orders', [order(0)]));
  await heard.press('3');
  heard.desk.send({type: 'ran', action: 'refresh'});
  await turn();
  expect(await saidOf(heard, () => heard.arrive('orders', [], {total: 0}))).toBe('Orders, no rows.\n');
  expect(await saidBy(heard, 'j')).toBe('Orders, no rows.\n');
  heard.desk.send({type: 'ran', action: 'refresh'});
  heard.arrive('orders', [], {total: 0, unreadable: [{index: 0, reason: 'no price'}], otherPage: 2});
  await turn();
  expect(await saidBy(heard, 'j')).toBe('Orders, none of 1 row could be read.\n');
  expect(await saidBy(heard, '2', '3')).toContain('none of 1 row could be read, page 3, not 1 as asked');
  expect(await saidBy(heard, 'M')).toContain('The service gave page 3 instead of page 1.');
  expect(await saidBy(heard, 'escape', 'R')).toContain('Nothing is UNKNOWN.\n');
});

it('a review for a listener is spoken once in full, ends with the key that confirms, and is repeated on Space', async () => {
  const heard = hear(lettered(filledDesk(2_000, 24)));
  await heard.press('o', ...'50', 'enter');
  const said = await saidOf(heard, () => answered(heard));
  const {key} = questionOf(heard.desk.getState().overlay) ?? {};
  expect(said).toContain('Environment PAPER 127.0.0.1:4711.');
  expect(said).toMatch(/Investment 50\b/);
  expect(said).toMatch(new RegExp(`Escape goes back\\. Press ${key}, as in \\w+, to open 50\\.\\n$`));
  expect(await saidOf(heard, () => ticks(heard))).toBe('');
  expect(await saidBy(heard, ' ')).toBe(said);
});

it('a review that asks again speaks the changes and the key, and nothing that was said before', async () => {
  const heard = hear(lettered(filledDesk(2_000, 24)));
  await heard.press('o', ...'50', 'enter');
  answered(heard);
  await turn();
  const asked = async (more: object) => {
    const said = await saidOf(heard, () => {
      heard.advance(4_000);
      heard.desk.send({type: 'ran', action: 'refresh'});
      const [first = card(0), ...rows] = heard.desk.getState().feeds.cards.rows;
      heard.arrive('cards', [{...first, ...more}, ...rows]);
    });
    return {said, key: questionOf(heard.desk.getState().overlay)?.key};
  };
  const moved = await asked({currentAskPrice: '251.2'});
  expect(moved.said).toMatch(/^Reading\.\nAsk 251\.2\.\nEst\. qty 0\.199044\.\nPrice moved /);
  expect(moved.said).not.toMatch(/Environment|Investment|Data of|was 12|Escape/);
  const other = await asked({currentAskPrice: '251.2', targetPrice: '1'});
  expect(other.said).toMatch(
    new RegExp(
      `^Reading\\.\nTarget 1\\.\nTarget has changed: check again\\.\nPress ${other.key}, as in \\w+\\.\n$`,
    ),
  );
});

/** The record of the review was read again. */
function answered({desk}: Shown): void {
  const {cards} = desk.getState().feeds;
  answerReview(desk, {kind: 'card', card: cards.rows[cards.selectedIndex]});
}

describe('any keys and events', () => {
  const keys = [
    ...'123456jkgGocnxmXsryepaiMlRHTu!?:<>=/., vVt0',
    'enter',
    'escape',
    'tab',
    'up',
    'down',
    'backspace',
  ];
  const told = ['a fill', '\u001b[2J\u0007 hostile \u202e', '✓ ▲ │ 5 %', 'P/L -9.92 at #7'];

  it('give a transcript of printable text and line ends, and never change what was said', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.constantFrom(...keys), fc.constantFrom(...told.map(each => `told ${each}`))), {
          maxLength: 25,
        }),
        async happened => {
          const heard = show(filledDesk(120, 40), {isRead: true});
          let before = '';
          for (const each of happened) {
            if (each.startsWith('told ')) heard.desk.send({type: 'told', text: each.slice(5), level: 'good'});
            else await heard.press(each);
            await turn();
            expect(heard.written().startsWith(before)).toBe(true);
            before = heard.written();
          }
          heard.unmount();
          expect(before).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
          expect(before).not.toMatch(/[\u2190-\u2bff]/);
        },
      ),
      {numRuns: 60},
    );
  });
});
