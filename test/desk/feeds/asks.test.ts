import {describe, expect, it} from 'vitest';
import {drawChance} from '../../../src/account/chance.ts';
import type {FeedPane, Row} from '../../../src/account/model/vocabulary.ts';
import {dataInView, freshness, showsGains} from '../../../src/desk/feeds/freshness.ts';
import {tabsLine} from '../../../src/ui/top/Tabs.tsx';
import {card, easyOption, order, trade} from '../../helpers/desk.ts';
import {watchedDesk} from '../../helpers/watched-desk.ts';
import {text} from '../../ui/helpers/texts.ts';

const contract = {asset: 'BTC', type: 'CALL', strikePrice: '1', expiryDate: Date.UTC(2030, 0)};
const held = {openPrice: '1', filledSizeContracts: '1', tradeSide: 'BUY', openDate: 1, fee: '0'} as const;

/** Its ask and P/L are the time. */
function watched(seed: number, isOut: (ms: number, pane?: FeedPane) => boolean, hangMs = 100) {
  const all = watchedDesk({
    ...{seed, isOut, hangMs},
    rowsOf(pane): readonly Row[] {
      const time = `${all.desk.now.mono}`;
      if (pane === 'cards') return [card('1', {currentOptionSymbol: 'S', currentAskPrice: time})];
      if (pane === 'orders') return [order('1', {symbol: 'S', ...contract})];
      if (pane === 'easyOptions') return [easyOption('9', {status: 'ACTIVE', pl: time})];
      return [trade('1', {orderId: '2', ...contract, ...held})];
    },
  });
  return all;
}

describe('asks and P/L beside other records', () => {
  const agesOf = ({desk}: ReturnType<typeof watched>) => {
    const {state} = desk;
    const shown = freshness(state, 'orders');
    const ageOf = (ask: string | undefined) => (ask === undefined ? 0 : state.now.mono - Number(ask));
    const {age} = dataInView(state);
    const [option] = state.portfolio.rows.easyOptions.rows;
    return {
      header: age.kind === 'fresh' && showsGains(state) ? age.ageMs : undefined,
      pl: ageOf(option?.pl),
      pane: shown.kind === 'empty' ? undefined : shown.ageMs,
      ask: ageOf(state.rounds.reading.rows.cards.rows[0]?.currentAskPrice),
      held: ageOf(state.portfolio.account.positions[0]?.ask?.toString()),
    };
  };

  it('are never older than the age that the header tells, in any sequence of outages', () => {
    for (let seed = 1; seed <= 5; seed++) {
      let chance = seed;
      const draw = (most: number) => {
        const [next, value] = drawChance(chance);
        chance = next;
        return value * most;
      };
      const starts = [20_000 + draw(30_000), 120_000 + draw(30_000)];
      const lengths = [draw(60_000), draw(60_000)];
      const isOut = (ms: number) => starts.some((at, index) => ms >= at && ms < at + (lengths[index] ?? 0));
      const all = watched(seed, isOut, 100 + Math.floor(draw(9_900)));
      all.press('3');
      let looks = 0;
      all.run(300_000, () => {
        const {pane, ask, held, header, pl} = agesOf(all);
        if (header !== undefined) expect(header).toBeGreaterThanOrEqual(Math.max(held, pl));
        if (pane !== undefined) expect(pane).toBeGreaterThanOrEqual(ask);
        looks += held > 0 ? 1 : 0;
      });
      expect(looks).toBeGreaterThan(100);
    }
  });
});

it('data in view are never STALE while the service answers, nor is a Portfolio that comes into view', () => {
  const all = watched(1, () => false);
  const look = () => expect(dataInView(all.desk.state).age.kind, `pane ${all.desk.state.pane}`).toBe('fresh');
  for (const pane of ['1', '2', '3', '4', '5', '6']) {
    all.press(pane);
    all.run(5_000);
    all.run(120_000, look);
  }
  for (let times = 0; times < 8; times++) {
    all.press('1');
    all.run(61_000 + 3_700 * times);
    all.press('6');
    all.run(5_000, look);
  }
});

describe('trades that fail behind another pane', () => {
  const all = () => {
    const desk = watched(1, (ms, pane) => pane === 'trades' && ms >= 60_000);
    desk.run(60_000);
    return desk;
  };
  const tabs = ({desk}: ReturnType<typeof watched>) => text(tabsLine(desk.state));

  it('are marked in their tab once they are older than a pane in view may be', () => {
    const failing = all();
    failing.press('1');
    expect(tabs(failing)).not.toContain('!');
    failing.run(16_000);
    expect(tabs(failing)).toContain('4 Trades 1! ');
    expect(tabs(failing)).toContain('3 Orders 1 ');
    failing.press('4');
    expect(tabs(failing)).not.toContain('!');
  });

  it('make the age in the header theirs, as it shows the P/L of a position', () => {
    const failing = all();
    failing.press('1');
    failing.run(25_000);
    const {state} = failing.desk;
    expect(showsGains(state)).toBe(true);
    const since = state.portfolio.rows.trades.began?.mono ?? state.now.mono;
    expect(dataInView(state).age).toEqual({kind: 'fresh', ageMs: state.now.mono - since});
  });
});
