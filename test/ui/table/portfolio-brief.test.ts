import {describe, expect, it} from 'vitest';
import {feedPanes, type Pane} from '../../../src/account/model/vocabulary.ts';
import type {Order} from '../../../src/api/wire/records.ts';
import type {State} from '../../../src/desk/state.ts';
import {expiryLeft} from '../../../src/ui/table/portfolio-brief.ts';
import {headerLine} from '../../../src/ui/top/Header.tsx';
import {accountOf, trade} from '../../account/portfolio/account.ts';
import {card} from '../../helpers/desk.ts';
import {fullAccount, holding, mixedAccount, partAccount, readAt} from '../helpers/portfolio.ts';
import {at, filledDesk} from '../helpers/sample.ts';
import {text} from '../helpers/texts.ts';

const seen = (columns: number, rows = fullAccount, pane: Pane = 'cards'): State => ({
  ...holding(filledDesk(columns, 24), rows),
  pane,
});
const header = (state: State) => text(headerLine(state));
const money = 'uP/L +649 USDT (4 unpriced) · today +673.88 USDT net';
const whole = `${money} · next expiry 6h 59m (10)`;

it('nothing is expired before its time', () => {
  const now = at(0).wall;
  const minute = Math.floor(now / 60_000) * 60_000;
  expect(expiryLeft(minute + 60_000, minute + 1)).toBe('in <1m');
  expect(expiryLeft(minute + 60_000, minute + 59_999)).toBe('in <1m');
  expect(expiryLeft(minute + 60_000, minute + 60_000)).toBe('expired');
  expect(expiryLeft(minute + 180_000, minute + 1)).toBe('in 2m');
});

describe('the account in the header', () => {
  it('appears on every pane, as open P/L, the net result of today and the next expiry', () => {
    for (const pane of ['cards', 'orders', 'activity', 'portfolio'] as const)
      expect(header(seen(160, fullAccount, pane))).toContain(whole);
    expect(header(seen(120))).toContain(money);
    expect(header(seen(100))).toContain(money);
    expect(header(seen(80))).toContain('uP/L +649 USDT (4 unpriced)');
  });

  it('leaves the header last: first the name and the latency go, then the address and the account', () => {
    const state = seen(120);
    const at = (columns: number) => header({...state, viewport: {columns, rows: 24}});
    const gone = (word: string) => {
      for (let columns = 200; columns >= 40; columns--) if (!at(columns).includes(word)) return columns;
      return 0;
    };
    const order = ['next expiry', 'optty', '<20 ms', 'today', '127.0.0.1', '#1001', 'uP/L', '● <5 s'].map(
      gone,
    );
    expect(order).toEqual(order.toSorted((one, other) => other - one));
    expect(gone('uP/L')).toBeLessThan(50);
    expect(gone('PAPER')).toBe(0);
    expect(gone('● <5 s')).toBe(0);
  });

  it('shows a poll that the pane missed, also beside a P/L', () => {
    const state = seen(120);
    for (const [ageMs, words] of [
      [2_900, '● <5 s'],
      [3_400, '○ 3 s'],
      [4_800, '○ 4 s'],
    ] as const) {
      const cards = {...state.feeds.cards, loadedAt: at(-ageMs)};
      expect(header({...state, feeds: {...state.feeds, cards}, now: at(0)})).toContain(words);
    }
  });

  it('shows each currency separately, and the number without a P/L', () => {
    const line = header(seen(200, mixedAccount));
    expect(line).toContain('uP/L +619.90 USDT (8 unpriced) · uP/L -505.5 BTC · uP/L +80.1 (2 unpriced)');
    expect(header(seen(110, mixedAccount))).toContain('+2 more');
  });

  it('says that positions are valued at the ask, at 80 columns too', () => {
    const contract = {asset: 'BTC', type: 'CALL', strikePrice: '75000', expiryDate: at(86_400_000).wall};
    const order: Order = {...contract, orderId: '7', symbol: 'X', side: 'SELL', status: 'PENDING', size: '2'};
    const fill = trade({...contract, openPrice: '701', openDate: at(0).wall, positionId: '9'});
    const cards = [card('1', {currentOptionSymbol: 'X', currentAskPrice: '705.2'})];
    const rows = readAt(accountOf({trades: [fill], orders: [order], cards}));
    expect(header(seen(160, rows))).toContain('uP/L at ask +4.2 · today +4.1 net · next expiry');
    expect(header(seen(80, rows))).toMatch(/uP\/L( at |@)ask \+4.2 /);
  });

  it('says `read so far` until each list that it is made of is whole', () => {
    expect(header(seen(160, partAccount))).toContain('read so far · uP/L +440.85 USDT');
    for (const pane of feedPanes) {
      const rows = {...fullAccount, [pane]: {...fullAccount[pane], isWhole: false}};
      expect(header(seen(160, rows))).toContain('read so far · uP/L');
    }
    expect(header(seen(160))).not.toContain('read so far');
  });

  it('shows STALE instead of the old figures', () => {
    const line = header({...seen(120), now: at(120_000)});
    expect(line).toContain('Portfolio STALE');
    expect(line).not.toContain('P/L');
  });
});
