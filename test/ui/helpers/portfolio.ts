import type {PortfolioRows} from '../../../src/account/portfolio/rows.ts';
import {withPortfolioRows} from '../../../src/desk/feeds/rounds.ts';
import type {State} from '../../../src/desk/state.ts';
import {accountOf} from '../../account/portfolio/account.ts';
import {at, card, easyOption, order, trade, wall} from './sample.ts';

/** An account as the desk holds it when all of it has been read, at the instant of the sample. */
const hour = 3_600_000;

const options = Array.from({length: 60}, (_, index) => {
  const isOver = index % 3 === 2;
  const states = ['ACTIVE', 'PENDING', 'ACTIVE', 'TRIGGERED'];
  return easyOption(index, {
    cardId: String(101 + (index % 12)),
    investmentAmount: `${100 * ((index % 7) + 1)}.5`,
    status: isOver ? ['CLOSED', 'EXPIRED'][index % 2] : states[index % 4],
    pl: isOver ? undefined : `${index % 4 === 1 ? '-' : ''}${(index * 7) % 90}.${index % 10}5`,
    closeTime: isOver ? wall - (((index - 2) * 5 * hour) % (300 * hour)) : undefined,
    plClosed: isOver ? `${index % 5 === 0 ? '-' : ''}${(index * 13) % 170}.25` : undefined,
    fee: `0.${index}`,
  });
});

/** Something of everything, in one currency. */
export const fullAccount: PortfolioRows = readAt(
  accountOf({
    easyOptions: options,
    cards: Array.from({length: 10}, (_, index) => card(index)),
    orders: Array.from({length: 9}, (_, index) => order(index)),
    trades: Array.from({length: 8}, (_, index) => trade(index)),
  }),
);

/** As if all of it had been asked for at the first instant of the sample. */
export function readAt(rows: PortfolioRows, began = at(0)): PortfolioRows {
  return {
    easyOptions: {...rows.easyOptions, began},
    orders: {...rows.orders, began},
    cards: {...rows.cards, began},
    trades: {...rows.trades, began, since: 0},
  };
}

/** With the Portfolio in view. */
export function holding(state: State, rows: PortfolioRows): State {
  return withPortfolioRows({...state, pane: 'portfolio'}, rows, at(0));
}

/** Half of the Easy Options are there, and nothing yet of what is read after them. */
export const partAccount: PortfolioRows = {
  ...readAt(accountOf({easyOptions: options.slice(0, 40), orders: [order(0)]})),
  easyOptions: {
    ...fullAccount.easyOptions,
    rows: options.slice(0, 40),
    isWhole: false,
    total: 9_120,
  },
};

export const emptyAccount: PortfolioRows = readAt(accountOf({}));

/** Investments in three currencies, of which one is not told, and sums that lack some records. */
export const mixedAccount: PortfolioRows = readAt(
  accountOf({
    easyOptions: options.map((option, index) => ({
      ...option,
      investmentCurrency: ['USDT', 'BTC', undefined][
        index % 3 === 2 ? 0 : index % 4 === 1 ? 1 : index % 10 === 0 ? 2 : 0
      ],
      pl: index % 6 === 0 ? undefined : option.pl,
    })),
    cards: Array.from({length: 10}, (_, index) => card(index)),
  }),
);
