import {sum} from '../../api/wire/decimal.ts';
import type {Millis} from '../../api/wire/records.ts';
import {amountOf} from '../resources/arithmetic.ts';
import {isOver} from '../resources/easy-options.ts';
import type {Span} from './days.ts';
import {easyOptionsBy, type Position, unsettledSince} from './positions.ts';
import type {PortfolioRows} from './rows.ts';

export type DayStatement = ReturnType<typeof dayOf>;
export type DayFill = DayStatement['fills'][number];

type Given = {
  readonly rows: PortfolioRows;
  readonly positions: readonly Position[];
  readonly serviceTime: Millis;
};

export function dayOf({rows, positions, serviceTime}: Given, {from, to}: Span) {
  const isOn = (at: number | undefined) => at !== undefined && at >= from && at < to;
  const unsettled = new Set(unsettledSince(positions, from, Math.min(to - 1, serviceTime)));
  const contracts = positions.flatMap(position => {
    const results = position.results.filter(({at}) => isOn(at));
    const isUnsettled = unsettled.has(position);
    if (results.length === 0 && !isUnsettled) return [];
    const realizedPl = sum(results.map(({pl}) => pl));
    const fees = sum(results.map(({fee}) => fee));
    return [{position, fills: results.length, realizedPl, fees, isUnsettled}];
  });
  const results = new Map(
    positions.flatMap(each => each.results.map(({tradeId, pl}) => [tradeId, pl] as const)),
  );
  const optionOf = easyOptionsBy(rows.easyOptions.rows);
  const unique = new Map(rows.trades.rows.map(each => [each.tradeId, each]));
  const trades = [...unique.values()].filter(({openDate}) => isOn(openDate));
  const fills = trades
    .sort((one, other) => (one.openDate ?? 0) - (other.openDate ?? 0))
    .map(trade => ({
      trade,
      easyOptionId: optionOf(trade)?.id,
      // Without the fee, and only of a contract: an Easy Option counts as a whole.
      realizedPl: results.get(trade.tradeId),
    }));
  return {
    contracts,
    easyOptions: rows.easyOptions.rows.filter(each => isOver(each) && isOn(each.closeTime)),
    fills,
    fees: amountOf(trades.map(({fee}) => fee)),
    easyOptionFees: amountOf(trades.filter(optionOf).map(({fee}) => fee)),
  };
}
