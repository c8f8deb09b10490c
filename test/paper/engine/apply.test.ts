import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {apply, type BookEvent} from '../../../src/paper/engine/apply.ts';
import {createBook, rowOf} from '../../../src/paper/engine/book.ts';
import {cases} from '../../helpers/cases.ts';
import {testStart} from '../../helpers/paper.ts';
import {accounts, brokenLaws, contentOf, impossibleChanges, play, plays} from './play.ts';

const everyState = [
  'ACTIVE',
  'CANCELED',
  'CARD_NOT_ACTIVE',
  'CLOSED',
  'CLOSING',
  'DUPLICATE_IDEMPOTENCY_KEY',
  'EASY_OPTION_NOT_ACTIVE',
  'EASY_OPTION_NOT_FOUND',
  'EXPIRED',
  'FILLED',
  'INSUFFICIENT_FUNDS',
  'NOTHING_TO_SELL',
  'ORDER_FINAL',
  'ORDER_NOT_FOUND',
  'PARTIAL',
  'PENDING',
  'TRIGGERED',
  'maker',
  'taker',
];

function statesIn(event: BookEvent): string[] {
  switch (event.type) {
    case 'easyOption':
      return [event.row.status];
    case 'order':
      return [
        event.row.status,
        ...(event.row.status === 'PENDING' && event.row.filled > 0 ? ['PARTIAL'] : []),
      ];
    case 'trade':
      return [event.row.maker ? 'maker' : 'taker'];
    case 'refused':
      return [event.error];
    default:
      return [];
  }
}

// Shrinking a game of sixty turns over days would take minutes; its seed and path replay it as it is.
const runs = {seed: 20_261_119, numRuns: 20, endOnFailure: true};

describe('the paper engine with random commands', () => {
  it('conserves cash and contracts, never beats its quotes, moves statuses one way, and reaches every state', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(plays, game => {
        for (const {before, book, events, now} of play(game)) {
          expect(brokenLaws(book)).toEqual([]);
          expect(impossibleChanges(before, book)).toEqual([]);
          expect(book.time).toBe(now);
          for (const event of events) for (const state of statesIn(event)) seen.add(state);
        }
      }),
      {...runs, numRuns: 50},
    );
    expect([...seen]).toEqual(expect.arrayContaining(everyState));
  });

  it('leaves the old book unchanged', () => {
    fc.assert(
      fc.property(plays, game => {
        const kept: {text: string; book: Parameters<typeof contentOf>[0]}[] = [];
        for (const {before} of play(game)) kept.push({book: before, text: JSON.stringify(contentOf(before))});
        for (const {book, text} of kept) expect(JSON.stringify(contentOf(book))).toBe(text);
      }),
      {...runs, numRuns: cases(4, 15)},
    );
  });

  it('makes the same book when the commands run again, however often the time is read in between', () => {
    fc.assert(
      fc.property(plays, fc.integer({min: 1, max: 50_000}), (game, pause) => {
        let again = createBook({seed: game.seed, now: testStart, accounts});
        let first = again;
        for (const {book, command, now} of play(game)) {
          first = book;
          const stop = Math.min(now, again.time + pause * 20);
          for (let at = again.time; at < stop; at += pause) [again] = apply(again, {type: 'wait'}, at);
          [again] = apply(again, command, now);
        }
        expect(contentOf(again)).toEqual(contentOf(first));
      }),
      {...runs, numRuns: cases(6, 25)},
    );
  });

  it('changes nothing when it refuses, except by the passing of time', () => {
    fc.assert(
      fc.property(plays, game => {
        for (const {before, book, events, now} of play(game)) {
          if (events.at(-1)?.type !== 'refused') continue;
          const [waited] = apply(before, {type: 'wait'}, now);
          expect(contentOf(book)).toEqual(contentOf(waited));
        }
      }),
      {...runs, numRuns: cases(4, 15)},
    );
  });

  it.each([1_000, 2_000])('looks at each of %i orders that ended a few times in a command', count => {
    let looks = 0;
    const cheap = {account: 0, key: 'k', symbol: 'BTC-27NOV26-75000-C', price: '0.01', size: '1'};
    const [book] = apply(
      createBook({seed: 1, now: testStart}),
      {type: 'placeOrder', side: 'BUY', ...cheap},
      testStart,
    );
    const resting = rowOf(book.orders, 0);
    const ended = Array.from({length: count}, (_, at) => ({
      ...{...resting, number: at + 1, key: `${at}`},
      get status() {
        looks += 1;
        return 'CANCELED' as const;
      },
    }));
    const orders = [resting, ...ended];
    const [after] = apply({...book, orders}, {type: 'cancelOrder', account: 0, order: 0}, testStart + 60_000);
    expect(rowOf(after.orders, 0).status).toBe('CANCELED');
    expect(looks).toBeGreaterThan(0);
    expect(looks / count).toBeLessThan(20);
  });

  it('treats a clock that runs backwards as stopped', () => {
    const book = createBook({seed: 1, now: testStart});
    expect(apply(book, {type: 'wait'}, testStart - 5_000)[0].time).toBe(testStart);
  });
});
