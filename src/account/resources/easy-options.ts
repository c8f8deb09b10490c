import {type EasyOption, easyOptionFields, easyOptionQueryTable} from '../../api/wire/records.ts';
import {isCounted} from './arithmetic.ts';
import {askOf, cardOf, plPercent} from './figures.ts';
import {fromZero, largestPage, type Resource} from './resource.ts';

const over = ['CLOSED', 'EXPIRED'] as const;

type WithStatus = Pick<EasyOption, 'status' | 'plClosed' | 'closeTime'>;

/** A service that sells at the trigger may leave TRIGGERED as the last status. */
export function isOver({status, plClosed, closeTime}: WithStatus): boolean {
  const isFinal = over.some(each => each === status);
  return isFinal || (status === 'TRIGGERED' && isCounted(plClosed) && closeTime !== undefined);
}

export function isEnding(option: WithStatus): boolean {
  return option.status === 'CLOSING' || isOver(option);
}

const currency = ({investmentCurrency}: EasyOption) => investmentCurrency;

export const easyOptions = {
  title: 'Easy Options',
  shortTitle: 'Easy',
  slug: 'easy-options',
  singular: 'Easy Option',
  plural: 'Easy Options',
  id: 'id',
  over,
  isPast: isOver,
  list: {ask: (client, ...given) => client.searchEasyOptions(...given), ...fromZero, mostRows: largestPage},
  fields: easyOptionFields,
  columns: {
    id: {is: 'id', priority: 14},
    cardName: {is: 'text', heading: 'card', priority: 2, least: 12, isName: true},
    underlying: {
      is: 'symbol',
      heading: 'asset',
      priority: 11,
      needs: 'cards',
      value: (option, {cards}) => cardOf(cards, option)?.underlying,
    },
    status: {is: 'word', priority: 3},
    // Here colour is for P/L alone.
    direction: {is: 'word', heading: 'dir', spoken: 'direction', priority: 10},
    qty: {is: 'size', spoken: 'quantity', priority: 8},
    entryPrice: {is: 'price', heading: 'entry', priority: 9},
    ask: {
      is: 'price',
      priority: 7,
      needs: 'cards',
      value: ({optionSymbol}, {cards}) => askOf(cards, optionSymbol),
    },
    pl: {is: 'gain', heading: 'P/L', spoken: 'P L', priority: 1, currency},
    plPercent: {is: 'gainPercent', heading: 'P/L %', spoken: 'P L percent', priority: 4, value: plPercent},
    investmentAmount: {is: 'money', heading: 'invested', priority: 6, currency},
    expiry: {
      is: 'until',
      priority: 5,
      needs: 'cards',
      value: (option, {cards}) => cardOf(cards, option)?.expiryDate,
    },
    opened: {is: 'short', of: 'openTime', priority: 13},
    investmentCurrency: {is: 'word', heading: 'in', spoken: 'currency', priority: 15},
    type: {is: 'word', priority: 20},
    targetPrice: {is: 'price', heading: 'target', priority: 17},
    triggerPrice: {is: 'price', heading: 'trigger', priority: 16},
    optionSymbol: {is: 'symbol', heading: 'option', priority: 18},
    plClosed: {is: 'gain', heading: 'P/L closed', spoken: 'closed P L', priority: 19, currency},
    closePrice: {is: 'price', heading: 'close'},
    fee: {is: 'fee', priority: 21},
    openTime: {is: 'millis', heading: 'open time'},
    closeTime: {is: 'millis', heading: 'close time'},
    triggerTime: {is: 'millis', heading: 'trigger time'},
    accountId: {is: 'id', heading: 'account'},
    cardId: {is: 'id', heading: 'card id'},
    positionId: {is: 'id', heading: 'position', priority: 22},
    orderId: {is: 'id', heading: 'order'},
  },
  query: easyOptionQueryTable,
  watched: {field: 'pl', label: 'P/L', name: ({cardName}) => cardName},
  // Its position is not for orders: the service sells it when the Easy Option is closed.
  prefill: ({optionSymbol: symbol}) => ({symbol}),
} satisfies Resource<'easyOptions'>;
