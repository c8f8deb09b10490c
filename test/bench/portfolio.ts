/**
 * What the figures of a whole account cost: the first fill, page by page, and a poll. Time is that of the main
 * thread alone, so that another program on the machine counts little. One seed makes the same account.
 */

import {type AccountPortfolio, portfolioOf} from '../../src/account/portfolio/portfolio.ts';
import type {PortfolioRows, Whole} from '../../src/account/portfolio/rows.ts';
import type {EasyOption, EasyOptionCard, Order, Trade} from '../../src/api/wire/records.ts';
import {type Chance, createChance} from '../sim/chance.ts';
import {median} from './machine.ts';
import {aligned} from './report.ts';

type Account = {
  readonly easyOptions: number;
  /** How many of them are not over, and how many of these change with a poll. */
  readonly open: number;
  readonly changing: number;
};

type PortfolioFigures = Account & {
  /** Milliseconds of CPU: all records at once, and page after page of 100 with the figures told after each. */
  atOnceMs: number;
  byPageMs: number;
  pollMs: number;
  worstPollMs: number;
};

const accounts: readonly Account[] = [
  {easyOptions: 10_000, open: 500, changing: 200},
  {easyOptions: 10_000, open: 10_000, changing: 200},
];
const seed = 7;
const now = Date.UTC(2026, 10, 22, 12);
const day = 86_400_000;
const goals = {firstMs: 60, pollMs: 5};

export async function benchPortfolio(
  polls: number,
): Promise<{text: string; json: {seed: number; portfolio: PortfolioFigures[]}}> {
  const figures = accounts.map(account => measure(account, polls));
  return {text: text(figures), json: {seed, portfolio: figures}};
}

function measure(account: Account, polls: number): PortfolioFigures {
  const chance = createChance(seed);
  const first = accountOf(account, chance);
  const [atOnceMs] = timed(() => tell(first, undefined));
  const byPageMs = fillByPage(first);
  let rows = first;
  let portfolio = tell(rows, undefined);
  const pollsMs: number[] = [];
  for (let poll = 0; poll < polls; poll += 1) {
    rows = polled(rows, account, chance);
    const [ms, next] = timed(() => tell(rows, portfolio));
    pollsMs.push(ms);
    portfolio = next;
  }
  return {...account, atOnceMs, byPageMs, pollMs: median(pollsMs), worstPollMs: Math.max(...pollsMs)};
}

const tell = (rows: PortfolioRows, before: AccountPortfolio | undefined) =>
  portfolioOf(rows, {now: {mono: 0, wall: now}, times: 'local'}, before?.positions);

function fillByPage(all: PortfolioRows): number {
  let portfolio: AccountPortfolio | undefined;
  let ms = 0;
  for (let read = 100; read <= all.easyOptions.rows.length; read += 100) {
    const isLast = read === all.easyOptions.rows.length;
    const page = whole(all.easyOptions.rows.slice(0, read));
    const rows = {...all, easyOptions: isLast ? page : {...page, isWhole: false, began: undefined}};
    const [took, next] = timed(() => tell(rows, portfolio));
    ms += took;
    portfolio = next;
  }
  return ms;
}

function timed<Made>(work: () => Made): [ms: number, made: Made] {
  const before = process.threadCpuUsage();
  const made = work();
  const {user, system} = process.threadCpuUsage(before);
  return [(user + system) / 1000, made];
}

/** Some of what is open has another P/L, and all cards another ask. */
function polled(rows: PortfolioRows, {open, changing}: Account, chance: Chance): PortfolioRows {
  const next = [...rows.easyOptions.rows];
  for (let changed = 0; changed < changing; changed += 1) {
    const at = chance.from(0, open - 1);
    const row = next[at];
    if (row !== undefined) next[at] = {...row, pl: decimal(chance, -500, 500)};
  }
  const cards = rows.cards.rows.map(card => ({...card, currentAskPrice: decimal(chance, 1, 900)}));
  return {...rows, easyOptions: whole(next), cards: whole(cards)};
}

function whole<Row>(rows: readonly Row[]): Whole<Row> {
  const began = {mono: 0, wall: now};
  return {rows, began, isWhole: true, total: rows.length, unreadable: 0, fault: undefined};
}

function accountOf({easyOptions, open}: Account, chance: Chance): PortfolioRows {
  const make = <Row>(count: number, row: (index: number) => Row) =>
    whole(Array.from({length: count}, (_, index) => row(index)));
  return {
    easyOptions: make(easyOptions, index => easyOption(index, index < open, chance)),
    orders: make(200, index => order(index, chance)),
    cards: make(64, index => card(index, chance)),
    trades: {...make(2_000, index => trade(index, chance)), since: now - 30 * day},
  };
}

const decimal = (chance: Chance, least: number, most: number) =>
  String(chance.from(least * 1e6, most * 1e6) / 1e6);

const easyOption = (index: number, isOpen: boolean, chance: Chance): EasyOption => ({
  id: String(1_000_000 + index),
  cardId: String(chance.from(0, 79)),
  status: isOpen ? chance.pick(['PENDING', 'ACTIVE', 'TRIGGERED']) : chance.pick(['CLOSED', 'EXPIRED']),
  investmentAmount: decimal(chance, 10, 3_000),
  investmentCurrency: chance.is(0.9) ? 'USDT' : 'BTC',
  positionId: String(7_000_000 + index),
  pl: decimal(chance, -500, 500),
  plClosed: isOpen ? undefined : decimal(chance, -500, 500),
  fee: decimal(chance, 0, 9),
  openTime: now - 90 * day,
  closeTime: isOpen ? undefined : now - chance.from(0, 60 * day),
});

const order = (index: number, chance: Chance): Order => ({
  orderId: String(index),
  symbol: `OPTION-${chance.from(0, 63)}`,
  side: chance.pick(['BUY', 'SELL']),
  price: decimal(chance, 1, 900),
  size: decimal(chance, 1, 9),
  status: 'PENDING',
  timestamp: now - chance.from(0, day),
});

const card = (index: number, chance: Chance): EasyOptionCard => ({
  id: String(index),
  type: 'TOUCH',
  underlying: chance.pick(['BTC', 'ETH', 'SOL', 'XRP']),
  direction: 'UP',
  targetPrice: '1',
  expiryDate: new Date(now + chance.from(0, 7) * day).toISOString(),
  title: `Card ${index}`,
  currentAskPrice: decimal(chance, 1, 900),
  currentOptionSymbol: `OPTION-${index}`,
});

const trade = (index: number, chance: Chance): Trade => ({
  tradeId: String(5_000_000 + index),
  orderId: String(chance.from(0, 2_000)),
  positionId: String(7_000_000 + chance.from(0, 9_999)),
  asset: chance.pick(['BTC', 'ETH', 'SOL', 'XRP']),
  type: chance.pick(['CALL', 'PUT']),
  strikePrice: String(chance.from(50, 90) * 1_000),
  expiryDate: now + chance.from(0, 7) * day,
  filledSizeContracts: decimal(chance, 0, 2),
  fee: decimal(chance, 0, 9),
  tradeSide: chance.pick(['BUY', 'SELL']),
  maker: chance.is(0.5),
});

function text(all: readonly PortfolioFigures[]): string {
  const ms = (value: number) => value.toFixed(1);
  return [
    `${accounts[0]?.easyOptions} Easy Options, 2000 trades, 200 orders, 64 cards; seed ${seed}; ms of CPU`,
    '',
    aligned([
      ['not over', 'change a poll', 'first fill', 'in 100 pages', 'goal', 'poll', 'worst', 'goal'],
      ...all.map(each => [
        String(each.open),
        String(each.changing),
        ms(each.atOnceMs),
        ms(each.byPageMs),
        `<= ${goals.firstMs}`,
        ms(each.pollMs),
        ms(each.worstPollMs),
        `<= ${goals.pollMs}`,
      ]),
    ]),
  ].join('\n');
}
