import {
  fillTypes,
  optionTypes,
  sides,
  type Trade,
  tradeFields,
  tradeQueryTable,
} from '../../api/wire/records.ts';
import {fromOne, largestPage, type Resource} from './resource.ts';

export const trades = {
  title: 'Trades',
  shortTitle: 'Trd',
  slug: 'trades',
  singular: 'trade',
  plural: 'trades',
  id: 'tradeId',
  list: {ask: (client, ...given) => client.listTrades(...given), ...fromOne, mostRows: largestPage},
  fields: tradeFields,
  columns: {
    tradeId: {is: 'id', heading: 'trade', priority: 10},
    orderId: {is: 'id', heading: 'order', priority: 9},
    contract: {is: 'contract', priority: 4, isName: true, least: 10, value: contractKey},
    tradeSide: {is: 'side', heading: 'side', priority: 1, words: sides},
    fillType: {is: 'word', heading: 'fill', priority: 11, words: fillTypes},
    openPrice: {is: 'price', heading: 'price', priority: 3},
    filledSizeContracts: {is: 'size', heading: 'size', priority: 2},
    filledSizeUsdt: {is: 'money', heading: 'USDT', priority: 6, currency: () => 'USDT'},
    fee: {is: 'fee', priority: 7},
    maker: {is: 'flag', priority: 8},
    time: {is: 'short', of: 'openDate', priority: 5},
    expiry: {is: 'until', of: 'expiryDate', priority: 13},
    positionId: {is: 'id', heading: 'position', priority: 12},
    asset: {is: 'symbol'},
    type: {is: 'word', words: optionTypes},
    strikePrice: {is: 'price', heading: 'strike'},
    expiryDate: {is: 'millis', heading: 'expires'},
    openDate: {is: 'millis', heading: 'open date', priority: 14},
  },
  query: tradeQueryTable,
  prefill: ({positionId}) => ({positionId}),
} satisfies Resource<'trades'>;

/** Padded parts make the text order equal to the number order. */
function contractKey({asset, expiryDate, type, strikePrice}: Trade): string | undefined {
  const parts = [asset, expiryDate === undefined ? undefined : padded(String(expiryDate)), type];
  const key = [...parts, strikePrice && padded(strikePrice)].filter(each => each !== undefined);
  return key.length === 0 ? undefined : key.join(' ');
}

function padded(number: string): string {
  const [whole = '', fraction = ''] = number.split('.');
  return `${whole.padStart(20, '0')}.${fraction}`;
}
