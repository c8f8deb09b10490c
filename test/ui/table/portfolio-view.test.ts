import {describe, expect, it} from 'vitest';
import type {PortfolioRows} from '../../../src/account/portfolio/rows.ts';
import {figureInView, portfolioLines} from '../../../src/desk/portfolio/move.ts';
import type {State} from '../../../src/desk/state.ts';
import {update} from '../../../src/desk/update.ts';
import {width} from '../../../src/text/sanitize.ts';
import {createTableView} from '../../../src/ui/table/Table.tsx';
import {accountOf, trade} from '../../account/portfolio/account.ts';
import {lostOrder} from '../../helpers/desk.ts';
import {screenLines} from '../helpers/panel.ts';
import {emptyAccount, fullAccount, holding, mixedAccount, partAccount, readAt} from '../helpers/portfolio.ts';
import {at, filledDesk, order as orderOf} from '../helpers/sample.ts';
import {sizes} from '../helpers/sizes.ts';
import {texts} from '../helpers/texts.ts';

const portfolioOn = (columns: number, rows: number, account: PortfolioRows = fullAccount) =>
  holding(filledDesk(columns, rows), account);
const drawn = (state: State, table = createTableView()) => texts(screenLines(state, table));
const press = (state: State, action: 'row.down' | 'row.last') =>
  update(state, {type: 'ran', action, now: state.now})[0];

it('cuts a fill that no trade shows yet before the column beside it', () => {
  const filling = orderOf(8, {symbol: 'BTC-04DEC26-71750-C', openPrice: '4', status: 'PARTIALLY_FILLED'});
  const [first] = drawn(portfolioOn(120, 40, accountOf({orders: [filling]}))).filter(each =>
    /fill /.test(each),
  );
  expect(first).toMatch(/^▌ fill +up to [+]9 BTC-04DEC26-71750-C may have fill\S* {2,}Working/);
});

it('a fill that no trade shows yet does not stand beside the words that nothing is open', () => {
  const nothing = portfolioOn(120, 40, emptyAccount);
  const intents = {...nothing.intents, list: [lostOrder]};
  const lines = drawn({...nothing, intents}).join('\n');
  expect(lines).toMatch(/fill +up to [+]\d/);
  expect(lines).not.toContain('Nothing is open');
});

it('what a position is worth stays beside a fill that no trade shows yet', () => {
  const fill = trade({positionId: '9', openPrice: '10', openDate: at(-120_000).wall});
  const {asset, type, strikePrice, expiryDate} = fill;
  const terms = {asset, type, strikePrice, expiryDate, positionId: '9', symbol: 'X'};
  const filling = orderOf(8, {...terms, openPrice: '4', status: 'PARTIALLY_FILLED'});
  const lines = drawn(portfolioOn(120, 40, accountOf({trades: [fill], orders: [filling]}))).join('\n');
  expect(lines).toMatch(/Positions .* uP.L at ask/);
  expect(lines).toMatch(/CALL .* [+]1[?] .* trades in…/);
});

it('a figure of today at worst says so, however much else it says', () => {
  const bought = {openPrice: '10', openDate: at(-120_000).wall, positionId: '9', tradeSide: 'BUY'} as const;
  const expired = trade({...bought, expiryDate: at(-60_000).wall});
  const unpriced = trade({...bought, strikePrice: '90000'});
  const filling = orderOf(8, {openPrice: '4', status: 'PARTIALLY_FILLED'});
  const account = accountOf({trades: [expired, unpriced], orders: [filling]});
  const today = (columns: number) =>
    drawn(portfolioOn(columns, 40, account)).find(each => /today /.test(each)) ?? '';

  for (const columns of [56, 60, 80, 120]) expect(today(columns)).toContain('at worst');
});

it('the day keeps what a contract realized and paid beside its unknown settlement', () => {
  const contract = {asset: 'BTC', type: 'CALL', strikePrice: '87750', expiryDate: at(-60_000).wall};
  const fill = trade({
    ...contract,
    openPrice: '701',
    openDate: at(-120_000).wall,
    positionId: '9',
    fee: '1.25',
  });
  const account = accountOf({trades: [fill]});
  for (const columns of [80, 110, 120, 200])
    expect(drawn(portfolioOn(columns, 40, account)).join('\n')).toMatch(
      /Day +.*realized[\s\S]*87,750.* 1\.25/,
    );
});

describe('the picture of the Portfolio', () => {
  it.each(sizes)(
    'keeps every selected figure visible, and is no wider than the screen: %sx%s',
    (columns, rows) => {
      for (const account of [fullAccount, mixedAccount, partAccount, emptyAccount]) {
        let state = portfolioOn(columns, rows, account);
        const table = createTableView();
        for (const line of portfolioLines(state)) {
          expect(figureInView(state)?.key).toBe(line.key);
          const lines = drawn(state, table);
          expect(lines.length).toBe(rows);
          for (const each of lines) expect(width(each)).toBeLessThanOrEqual(columns);
          expect(
            lines.filter(each => each.includes('▌')),
            line.key,
          ).toHaveLength(1);
          state = press(state, 'row.down');
        }
      }
    },
  );

  it.each([
    [45, '<1m'],
    [75, '1m'],
  ])('shows the oldest working order of %d s as %s, like its age in Orders', (seconds, words) => {
    const timestamp = portfolioOn(120, 40).now.wall - seconds * 1_000;
    const account = readAt(accountOf({orders: [{...orderOf(0), side: 'BUY', timestamp}]}));
    const lines = drawn(portfolioOn(120, 40, account));
    expect(lines.find(each => each.includes('BUY'))).toMatch(new RegExp(` ${words} `));
  });

  it('is dimmed as a whole when it is STALE', () => {
    const state = portfolioOn(120, 40);
    const tones = (of: State) =>
      screenLines(of, createTableView())
        .slice(2, 30)
        .flatMap(line => line.map(({tone}) => tone));
    expect(tones(state)).toContain('up');
    const stale = tones(update(state, {type: 'tick', now: at(120_000)})[0]);
    expect(stale).not.toContain('up');
    expect(stale).toContain('dim');
  });

  it('has the colour of its side in front of an order and of a fill', () => {
    const pieces = screenLines(portfolioOn(160, 60), createTableView()).slice(2).flat();
    const tonesOf = (text: RegExp) => pieces.filter(each => text.test(each.text)).map(({tone}) => tone);
    expect(new Set(tonesOf(/^BUY/))).toEqual(new Set(['up']));
    expect(new Set(tonesOf(/^SELL/))).toEqual(new Set(['down']));
  });
});

it('an amount keeps its currency at every width if the account has two', () => {
  for (const columns of [40, 50, 60, 70, 80, 100, 120]) {
    const headings = drawn(portfolioOn(columns, 90, mixedAccount)).flatMap(
      each => each.match(/(?:Easy (?:open|by)|Fees).*?(?:P\/L|fees)/g) ?? [],
    );
    expect(headings.length, `${columns} columns`).toBeGreaterThan(2);
    for (const each of headings) expect(each, `${columns} columns`).toContain(' in ');
  }
});
