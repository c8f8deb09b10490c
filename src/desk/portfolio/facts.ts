import type {FeedPane} from '../model/vocabulary.ts';
import type {RowOf} from '../state.ts';
import type {Figure} from './behind.ts';
import type {PortfolioRows} from './rows.ts';

export type ListFacts = ReturnType<typeof listsOf>[number];

export function listsOf(rows: PortfolioRows, figure: Figure) {
  return madeFrom[figure.of].map(({pane, fields}) => {
    const {rows: _rows, ...whole} = rows[pane];
    return {pane, fields, whole, since: pane === 'trades' ? rows.trades.since : undefined};
  });
}

type Part = {readonly pane: FeedPane; readonly fields: readonly string[]};

const part = <P extends FeedPane>(pane: P, ...fields: readonly (keyof RowOf[P] & string)[]): Part => ({
  pane,
  fields,
});

const held = ['status', 'closeTime', 'plClosed', 'investmentCurrency', 'investmentAmount', 'pl'] as const;
const contract = ['asset', 'type', 'strikePrice', 'expiryDate', 'filledSizeContracts'] as const;
const overFields = ['status', 'investmentCurrency', 'closeTime', 'plClosed'] as const;

const madeFrom: {readonly [Of in Figure['of']]: readonly Part[]} = {
  open: [part('easyOptions', ...held)],
  state: [part('easyOptions', ...held)],
  closed: [part('easyOptions', ...overFields)],
  closedOn: [part('easyOptions', ...overFields)],
  fees: [part('easyOptions', 'investmentCurrency', 'fee')],
  expiry: [
    part('easyOptions', ...held, 'cardId', 'positionId'),
    part('cards', 'id', 'expiryDate'),
    part('trades', 'positionId', 'expiryDate'),
  ],
  underlying: [
    part('easyOptions', ...held, 'cardId', 'positionId'),
    part('cards', 'id', 'underlying'),
    part('trades', 'positionId', 'asset'),
  ],
  orders: [
    part('orders', 'side', 'symbol', 'price', 'size', 'status', 'timestamp'),
    part('trades', 'orderId', 'tradeId', 'filledSizeContracts'),
    part('cards', 'currentOptionSymbol', 'optionSymbol', 'currentAskPrice'),
  ],
  tradeFees: [part('trades', 'maker', 'fee')],
  payoff: [
    part('trades', ...contract, 'positionId', 'tradeSide', 'openPrice', 'openDate'),
    part('easyOptions', 'positionId', 'type', 'triggerPrice', 'qty', 'entryPrice'),
  ],
  record: [
    part('trades', ...contract, 'tradeSide', 'openPrice', 'openDate', 'fee'),
    part('easyOptions', 'status', 'closeTime', 'plClosed', 'fee'),
  ],
  positions: [
    part('trades', ...contract, 'positionId', 'orderId', 'tradeSide', 'openPrice', 'openDate', 'fee'),
    part('cards', 'currentOptionSymbol', 'optionSymbol', 'currentAskPrice'),
  ],
  position: [
    part('trades', ...contract, 'positionId', 'orderId', 'tradeSide', 'openPrice', 'openDate', 'fee'),
    part('easyOptions', 'positionId', 'orderId', 'optionSymbol'),
    part('orders', 'symbol', 'positionId', 'side', 'size'),
    part('cards', 'currentOptionSymbol', 'optionSymbol', 'currentAskPrice'),
  ],
};
