import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {type FeedPane, feedPanes} from '../../../src/account/model/vocabulary.ts';
import type {RowOf, State} from '../../../src/desk/state.ts';
import {rowAtAGlance} from '../../../src/ui/reader/pane.ts';
import {arrived, card, easyOption, filledDesk, order, trade, wall} from '../helpers/sample.ts';
import {listening} from '../helpers/screen.tsx';

const words = fc.oneof(
  fc.lorem({maxCount: 25}),
  fc.string({maxLength: 60}),
  fc.constantFrom(
    'BTC above 72500 by 27NOV26',
    'A · B – C ≥ 5 %',
    '-5 -5 -5 -5 -5 -5 -5 -5 -5',
    'UP_DOWN UP UP_DOWN',
  ),
);
const maybe = <T,>(value: fc.Arbitrary<T>) => fc.option(value, {nil: undefined});
const decimal = fc.oneof(
  fc.tuple(fc.bigInt(-(10n ** 20n), 10n ** 20n), fc.nat(999_999)).map(([whole, part]) => `${whole}.${part}`),
  fc.constantFrom('0', '-0.001', '1', '72500'),
);
const status = fc.constantFrom('ACTIVE', 'PENDING', 'PARTIALLY_FILLED', 'CLOSED', 'A_WORD_OF_ANOTHER_DAY');
const side = fc.constantFrom('BUY', 'SELL');
const expiryDate = fc.constantFrom(undefined, wall, Date.UTC(2027, 11, 31, 8));

const generated: {readonly [P in FeedPane]: fc.Arbitrary<RowOf[P]>} = {
  cards: fc
    .record({title: words, currentAskPrice: maybe(decimal), active: maybe(fc.boolean())})
    .map(more => card(0, more)),
  easyOptions: fc
    .record({cardName: maybe(words), optionSymbol: maybe(words), status, pl: maybe(decimal)})
    .map(more => easyOption(0, more)),
  orders: fc
    .record({
      ...{side, status, size: decimal, price: maybe(decimal), symbol: words, asset: maybe(words)},
      ...{strikePrice: maybe(decimal), expiryDate, orderId: fc.constant('7001')},
    })
    .map(more => order(0, more)),
  trades: fc
    .record({
      ...{tradeSide: side, filledSizeContracts: decimal, openPrice: maybe(decimal), asset: maybe(words)},
      ...{strikePrice: maybe(decimal), expiryDate},
    })
    .map(more => trade(0, more)),
};

const desk = listening(filledDesk(2_000, 40));

/** With one row on the pane, which bears every sign there is. */
function withRow<P extends FeedPane>(pane: P, row: RowOf[P], isMarked: boolean): State {
  const state = {...arrived(desk, pane, [row]), pane};
  const id = new Set([state.feeds[pane].selected ?? '']);
  return isMarked ? {...state, marked: {orders: id, easyOptions: id}} : state;
}

describe('the spoken summary of a row', () => {
  it.each(feedPanes)('is one sentence with its number first, for any names of %s', pane => {
    fc.assert(
      fc.property(generated[pane] as fc.Arbitrary<RowOf[typeof pane]>, fc.boolean(), (row, isMarked) => {
        const said = rowAtAGlance(withRow(pane, row, isMarked));
        expect(said).toMatch(/^Row 1\b.*[.?!:]$/);
      }),
      {numRuns: 300},
    );
  });
});
