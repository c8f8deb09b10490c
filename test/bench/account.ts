/**
 * What the reading of a whole account costs the main thread, from the bytes of each answer to the figures: the
 * first fill, page by page, and the rounds behind it. The transport is not among it. Time is that of the thread
 * alone, so that another program on the machine counts little. One seed makes the same account.
 */
import {Redaction} from '../../src/api/redact.ts';
import {
  decodeCards,
  decodeEasyOptions,
  decodeOrders,
  decodeTrades,
  parseBody,
} from '../../src/api/wire/decode.ts';
import type {Page} from '../../src/api/wire/records.ts';
import {type AccountPortfolio, portfolioOf} from '../../src/desk/portfolio/portfolio.ts';
import type {PortfolioReading} from '../../src/desk/portfolio/reading/known.ts';
import type {PageAsked} from '../../src/desk/portfolio/reading/list.ts';
import {initialReading, nextRequests, takeCame} from '../../src/desk/portfolio/reading/reading.ts';
import type {Row} from '../../src/desk/state.ts';
import {type Chance, createChance} from '../sim/chance.ts';
import {median} from './machine.ts';
import {aligned} from './report.ts';

const account = {easyOptions: 10_000, open: 500, changing: 100};
const seed = 7;
const start = Date.UTC(2026, 10, 22, 12);
const day = 86_400_000;
const periodMs = 10_000;
const goals = {fillMs: 100, turnMs: 10, roundMs: 5};

type AccountFigures = typeof account & {
  requests: number;
  /** Milliseconds of CPU: the whole fill, its longest turn, and a round. */
  fillMs: number;
  turnMs: number;
  roundMs: number;
  worstRoundMs: number;
};

type WireOption = {id: string; status: string; pl: string; [field: string]: string | number};

export async function benchAccount(rounds: number): Promise<{text: string; json: AccountFigures}> {
  const chance = createChance(seed);
  const options = optionsOf(chance);
  const reader = new Reader(options);
  const fill = reader.round();
  const times = Array.from({length: rounds}, () => {
    change(options, chance);
    return sumOf(reader.round());
  });
  const json = {
    ...account,
    requests: fill.length,
    fillMs: sumOf(fill),
    turnMs: Math.max(...fill),
    roundMs: median(times),
    worstRoundMs: Math.max(...times),
  };
  return {text: report(json), json};
}

const sumOf = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0);

/** The planner with a service that answers at once; what an answer costs is timed, making it is not. */
class Reader {
  readonly #options: readonly WireOption[];
  readonly #decode = createDecoder();
  #now = {mono: 0, wall: start};
  #reading: PortfolioReading = initialReading(0);
  #portfolio: AccountPortfolio | undefined;

  constructor(options: readonly WireOption[]) {
    this.#options = options;
  }

  /** Until nothing is under way; the milliseconds of each turn. */
  round(): number[] {
    const turns: number[] = [];
    this.#now = {mono: this.#now.mono + periodMs, wall: this.#now.wall + periodMs};
    const waiting = this.#next();
    for (let asked = waiting.shift(); asked !== undefined; asked = waiting.shift()) {
      const body = bodyOf(asked, this.#options);
      const before = threadMs();
      this.#take(asked, this.#decode(asked, body));
      waiting.push(...this.#next());
      // The desk makes figures twice a second while a list is read, and whenever one has been: of a service
      // that takes 20 ms a page, every 25 pages.
      const isEnded = this.#reading.lists[asked.pane].round === undefined;
      if (isEnded || turns.length % 25 === 24) this.#tell();
      turns.push(threadMs() - before);
    }
    return turns;
  }

  #next(): PageAsked[] {
    const {reading, requests} = nextRequests(this.#reading, this.#now, () => periodMs);
    this.#reading = reading;
    return [...requests];
  }

  #take({pane, number}: PageAsked, page: Page<Row>): void {
    const given = {periodMs, draw: 0, now: this.#now};
    this.#reading = takeCame(this.#reading, {kind: 'read', pane, number, page}, given);
  }

  #tell(): void {
    this.#portfolio = portfolioOf(this.#reading.rows, {now: this.#now, times: 'utc'}, this.#portfolio);
  }
}

function threadMs(): number {
  const {user, system} = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** As many answers are kept as the client keeps; one of the same bytes is not decoded twice. */
const mostKept = 16;

function createDecoder(): (asked: PageAsked, body: Buffer) => Page<Row> {
  const redaction = Redaction.of({scheme: 'bearer', token: 'a-token-of-some-length'});
  const kept = new Map<string, {readonly body: Buffer; readonly page: Page<Row>}>();
  return ({number, ...asked}, body) => {
    const path = JSON.stringify(asked);
    const known = kept.get(path);
    if (known?.body.equals(body)) return known.page;
    const page = decodePage(asked.pane, parseBody(body.toString(), redaction.cleaning(body)));
    kept.delete(path);
    kept.set(path, {body, page});
    for (const oldest of kept.keys()) if (kept.size > mostKept) kept.delete(oldest);
    return page;
  };
}

function decodePage(pane: PageAsked['pane'], body: unknown): Page<Row> {
  const asked = {page: 0, pageSize: 100};
  switch (pane) {
    case 'cards':
      return decodeCards(body, asked);
    case 'easyOptions':
      return decodeEasyOptions(body, asked);
    case 'orders':
      return decodeOrders(body, asked);
    default:
      return decodeTrades(body, asked);
  }
}

function bodyOf({pane, query, sort, page, pageSize}: PageAsked, options: readonly WireOption[]): Buffer {
  if (pane === 'cards') return Buffer.from('[]');
  if (pane !== 'easyOptions') return Buffer.from(JSON.stringify({total: 0, page: 1, pageSize, items: []}));
  const status = Reflect.get(query, 'status') ?? undefined;
  const wanted = options.filter(each => status === undefined || each.status === status);
  if (sort?.descending === true) wanted.reverse();
  const content = wanted.slice(page * pageSize, (page + 1) * pageSize);
  return Buffer.from(JSON.stringify({content, page, size: pageSize, totalElements: wanted.length}));
}

const amount = (chance: Chance) => (chance.from(-500_000, 500_000) / 1_000).toFixed(3);

/** The newest are those that are not over. */
function optionsOf(chance: Chance): WireOption[] {
  return Array.from({length: account.easyOptions}, (_, index) => {
    const isOpen = index >= account.easyOptions - account.open;
    const end = {closeTime: start - chance.from(1, 60) * day, plClosed: amount(chance)};
    return {
      id: String(1_000_000 + index),
      accountId: 42,
      cardId: chance.from(1, 80),
      type: 'TOUCH',
      status: isOpen ? 'ACTIVE' : 'CLOSED',
      direction: 'UP',
      investmentAmount: chance.from(1, 3_000),
      investmentCurrency: 'USDT',
      targetPrice: chance.from(50_000, 90_000),
      optionSymbol: 'BTC-27NOV26-75500-C',
      positionId: String(7_000_000 + index),
      orderId: String(8_000_000 + index),
      qty: chance.from(1, 900) / 100,
      entryPrice: chance.from(1, 90_000) / 100,
      openTime: start - chance.from(60, 90) * day,
      cardName: 'BTC above 75500 by 27NOV26',
      fee: '0.01',
      pl: amount(chance),
      ...(isOpen ? {} : end),
    };
  });
}

function change(options: readonly WireOption[], chance: Chance): void {
  for (let changed = 0; changed < account.changing; changed++) {
    const row = options[account.easyOptions - 1 - chance.from(0, account.open - 1)];
    if (row !== undefined) row.pl = amount(chance);
  }
}

function report({easyOptions, open, changing, ...figures}: AccountFigures): string {
  const {requests, fillMs, turnMs, roundMs, worstRoundMs} = figures;
  const ms = (value: number) => value.toFixed(1);
  return [
    `The whole account read: ${easyOptions} Easy Options, ${open} not over, ${changing} change a round; ms of CPU`,
    '',
    aligned([
      ['requests', 'first fill', 'goal', 'longest turn', 'goal', 'round', 'worst', 'goal'],
      [
        String(requests),
        ms(fillMs),
        `<= ${goals.fillMs}`,
        ms(turnMs),
        `<= ${goals.turnMs}`,
        ms(roundMs),
        ms(worstRoundMs),
        `<= ${goals.roundMs}`,
      ],
    ]),
  ].join('\n');
}
