import {describe, expect, it} from 'vitest';
import type {Order} from '../../../../src/api/wire/records.ts';
import {feedPanes, type Pane} from '../../../../src/desk/model/vocabulary.ts';
import type {State} from '../../../../src/desk/state.ts';
import {headerLine} from '../../../../src/ui/lines/top.ts';
import {expiryLeft, openGainWords} from '../../../../src/ui/table/portfolio/brief.ts';
import {accountOf, trade} from '../../../desk/portfolio/account.ts';
import {card} from '../../../helpers/desk.ts';
import {emptyAccount, fullAccount, holding, mixedAccount, partAccount} from '../../helpers/portfolio.ts';
import {at, filledDesk} from '../../helpers/sample.ts';
import {text} from '../../helpers/texts.ts';

const seen = (columns: number, rows = fullAccount, pane: Pane = 'cards'): State => ({
  ...holding(filledDesk(columns, 24), rows),
  pane,
});
const header = (state: State) => text(headerLine(state));
const whole = 'P/L +649 USDT (4 unpriced) · next expiry 6h 59m (10)';

it('nothing is expired before its time', () => {
  const now = at(0).wall;
  const minute = Math.floor(now / 60_000) * 60_000;
  expect(expiryLeft(minute + 60_000, minute + 1)).toBe('in <1m');
  expect(expiryLeft(minute + 60_000, minute + 59_999)).toBe('in <1m');
  expect(expiryLeft(minute + 60_000, minute + 60_000)).toBe('expired');
  expect(expiryLeft(minute + 180_000, minute + 1)).toBe('in 2m');
});

describe('the account in the header', () => {
  it('appears on every pane, as open P/L and next expiry, from 80 columns', () => {
    for (const pane of ['cards', 'orders', 'activity', 'portfolio'] as const)
      expect(header(seen(120, fullAccount, pane))).toContain(whole);
    expect(header(seen(110))).toContain(whole.replace(' (10)', ''));
    expect(header(seen(100))).toContain('P/L +649 USDT (4 unpriced)');
    expect(header(seen(90))).toContain('P/L +649 USDT (4 unpriced)');
    expect(header(seen(80))).toContain('P/L +649 USDT (4 unpriced)');
    expect(header(seen(79))).not.toContain('P/L');
  });

  it('displaces nothing but the name and the latency, at any width and for any account', () => {
    for (let columns = 80; columns <= 200; columns++)
      for (const rows of [fullAccount, mixedAccount]) {
        const line = header(seen(columns, rows));
        const bare = header(seen(columns, emptyAccount));
        expect(line.length).toBe(bare.length);
        for (const word of bare
          .replace(/optty|<20 ms/g, '')
          .trim()
          .split(/\s{2,}/))
          expect(line).toContain(word);
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
    const account = accountOf({trades: [fill], orders: [order], cards});
    const now = <List extends object>(list: List) => ({...list, began: at(0)});
    const rows = {
      cards: now(account.cards),
      easyOptions: now(account.easyOptions),
      orders: now(account.orders),
      trades: {...now(account.trades), since: 0},
    };
    expect(header(seen(160, rows))).toContain('uP/L at ask +4.2 · next expiry');
    expect(header(seen(80, rows))).toMatch(/uP\/L( at |@)ask \+4.2 /);
    expect(openGainWords(seen(160, rows))).toEqual(['uP/L at ask +4.2']);
  });

  it('is missing for an account that is empty', () => {
    expect(header(seen(160, emptyAccount))).not.toMatch(/P\/L|exp/);
  });

  it('says `so far` until each list that it is made of is whole', () => {
    expect(header(seen(160, partAccount))).toContain('so far · uP/L +440.85 USDT');
    for (const pane of feedPanes) {
      const rows = {...fullAccount, [pane]: {...fullAccount[pane], isWhole: false}};
      expect(header(seen(160, rows))).toContain('so far · uP/L');
      expect(openGainWords(seen(160, rows))[0]).toBe('so far');
    }
    expect(header(seen(160))).not.toContain('so far');
    expect(openGainWords(seen(160))).toEqual(['uP/L +649 USDT (4 unpriced)']);
  });

  it('is the same line for all seconds of a minute', () => {
    const state = seen(120);
    // Beside the age, which has its own steps.
    const parts = Array.from({length: 25}, (_, second) => {
      const now = at(second * 1_000);
      return /P\/L.*\(10\)/.exec(header({...state, now}))?.[0];
    });
    expect(new Set(parts)).toEqual(new Set([whole]));
  });

  it('is never older than the age beside it', () => {
    const shown = (since: number, now: number) => {
      const state = seen(160);
      const cards = {...state.feeds.cards, loadedAt: at(since)};
      return header({...state, feeds: {...state.feeds, cards}, now: at(now)});
    };
    for (const since of [12_000, 16_000, 19_000]) {
      const line = shown(since, 20_000);
      expect(line).toContain('uP/L');
      expect(line).toMatch(/(STALE Easy|○) 20 s/);
    }
  });

  it('shows STALE instead of the old figures', () => {
    const line = header({...seen(120), now: at(120_000)});
    expect(line).toContain('Portfolio STALE');
    expect(line).not.toContain('P/L');
  });
});
