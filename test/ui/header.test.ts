import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';
import {askPane} from '../../src/desk/feeds/feeds.ts';
import type {Way} from '../../src/desk/feeds/way.ts';
import type {Msg} from '../../src/desk/messages.ts';
import type {State} from '../../src/desk/state.ts';
import {update} from '../../src/desk/update.ts';
import {Painter} from '../../src/term/screen/painter.ts';
import {staleInWords} from '../../src/ui/reader/pane.ts';
import {headerLine, headWords} from '../../src/ui/top/Header.tsx';
import {option} from '../core/limits/account.ts';
import {opened} from '../core/limits/opened.ts';
import {at, filledDesk} from './helpers/sample.ts';
import {text} from './helpers/texts.ts';

beforeEach(() => void vi.stubEnv('TZ', 'Asia/Kolkata'));
afterEach(() => void vi.unstubAllEnvs());

const far: Way = {isRemote: true, isSlow: false};
const near: Way = {isRemote: false, isSlow: false};

const told = (state: State, way: Way): State => update(state, {type: 'way', way, now: state.now} as Msg)[0];

function header(columns: number, way: Way, more: Partial<State> = {}): string {
  const state = told({...filledDesk(columns, 24), ...more}, way);
  return text(headerLine({...state, link: {...state.link, latencyMs: 12}}));
}

/** The desk `seconds` after, with every poll answered when it was due. */
function after(state: State, seconds: number): State {
  const {feeds} = state;
  const now = at(seconds * 1000);
  const cards = {...feeds.cards, loadedAt: now};
  return {...state, now, feeds: {...feeds, cards}};
}

it.each([
  [120, 'trading desk of the second floor, options'],
  [100, 'trading desk of the second floor, …'],
  [90, 'trading desk of the seco…'],
  [70, 'trading desk of the…'],
])('the account in the header is as long as there is room, and keeps its number: %i', (columns, account) => {
  const {settings, link, ...state} = filledDesk(columns, 24);
  const of = {settings: {...settings, account: 'trading desk of the second floor, options'}};
  const line = text(headerLine({...state, ...of, link: {...link, accountId: '9007199254740993'}}));
  expect(line).toContain(`127.0.0.1:4711 ${account} #9007199254740993`);
  expect(line.length).toBeLessThanOrEqual(columns);
});

describe('the account of a narrow header', () => {
  const {state} = opened([option('1', {pl: '12.4'})]);
  const {settings, link, intents} = state;
  const viewing = 'pts/3 has the controls: T takes them.';
  const stale = {mono: state.now.mono + 60_000, wall: state.now.wall + 60_000};

  it.each([
    ['VIEWER', {intents: {...intents, viewing}}, settings.host],
    ['STALE', {now: stale}, settings.host],
    ['VIEWER  STALE', {intents: {...intents, viewing}, now: stale}, 'trading.of-a-long-name.example.com'],
  ])('stays beside %s, and figures, latency and the end of the host go', (words, more, host) => {
    const of = {settings: {...settings, account: 'options desk', host}, link: {...link, latencyMs: 900}};
    const line = text(headerLine({...state, ...of, ...more, viewport: {columns: 80, rows: 24}}));
    expect(line).toContain(`options desk`);
    for (const word of words.split('  ')) expect(line).toContain(word);
    expect(line).toContain(host.slice(0, 15));
    expect(line.length).toBeLessThanOrEqual(80);
  });
});

describe('the narrowest header', () => {
  const behind = {offsetMs: 1_800_000, seenAt: at(60_000)};

  it.each([
    [40, ' PAPER +READ-ONLY {3}STALE 59 s'],
    [54, ' PAPER +CLOCK -30m {2}READ-ONLY {3}STALE 59 s'],
  ])('of %i columns leaves out warnings before it cuts the age', (columns, words) => {
    const {settings, intents, ...state} = filledDesk(columns, 10);
    const guardrails = {...settings.guardrails, readOnly: true};
    const now = at(60_000);
    const of = {settings: {...settings, guardrails}, intents: {...intents, clock: behind}};
    const line = text(headerLine({...state, ...of, now})).trimEnd();
    expect(line).toMatch(new RegExp(`${words}$`));
    expect(line.length).toBeLessThanOrEqual(columns);
  });
});

describe('the age in the header', () => {
  const secondsOld = (
    pane: State['pane'],
    seconds: {easyOptions: number; orders: number; trades: number},
  ) => {
    const state = filledDesk(80, 24);
    const {feeds, portfolio} = state;
    const loaded = (of: keyof typeof seconds) => at(-seconds[of] * 1_000);
    const {easyOptions, orders, trades} = portfolio.rows;
    return text(
      headerLine({
        ...state,
        pane,
        feeds: {
          cards: feeds.cards,
          easyOptions: {...feeds.easyOptions, loadedAt: loaded('easyOptions')},
          orders: {...feeds.orders, loadedAt: loaded('orders')},
          trades: {...feeds.trades, loadedAt: loaded('trades')},
        },
        portfolio: {
          ...portfolio,
          rows: {
            ...portfolio.rows,
            easyOptions: {...easyOptions, began: loaded('easyOptions')},
            orders: {...orders, began: loaded('orders')},
            trades: {...trades, began: loaded('trades')},
          },
        },
      }),
    );
  };

  it.each(['activity', 'portfolio'] as const)('is that of the oldest list that %s is made of', pane => {
    expect(secondsOld(pane, {easyOptions: 1, orders: 1, trades: 9})).toContain('○ 9 s');
    expect(secondsOld(pane, {easyOptions: 1, orders: 8, trades: 1})).toContain('○ 8 s');
    expect(secondsOld(pane, {easyOptions: 7, orders: 1, trades: 1})).toContain('○ 7 s');
  });
});

it.each([
  ['-12.4', 'uP/L -12.40 USDT', 'down'],
  ['12.4', 'uP/L +12.40 USDT', 'up'],
  ['0', 'uP/L 0 USDT', undefined],
])('the uP/L in the header of %s has the tone that panes give it, up to its sign', (pl, words, tone) => {
  const {state} = opened([option('1', {pl})]);
  const line = headerLine({...state, viewport: {columns: 120, rows: 40}});
  const toneOf = (part: string) => line.find(each => each.text.includes(part))?.tone;
  expect(text(line)).toContain(words);
  expect([toneOf('uP/L'), toneOf('12.40')]).toEqual([tone, undefined]);
});

describe('the header for a remote terminal', () => {
  it('shows the local time of the data', () => {
    expect([120, 80, 60, 40].map(columns => header(columns, far))).toMatchInlineSnapshot(`
      [
        " optty   PAPER  127.0.0.1:4711 demo #1001                                                         ● at 08:37:35  <20 ms",
        " optty   PAPER  127.0.0.1:4711 demo #1001                 ● at 08:37:35  <20 ms",
        "  PAPER  127.0.0.1:4711 demo #1001    ● at 08:37:35  <20 ms",
        "  PAPER  127.0.0.1:4711   ● at 08:37:35",
      ]
    `);
  });

  it('shows only the age for a local terminal', () => {
    expect(header(80, near)).toContain('● <3 s');
  });

  it('drops the latency before the age', () => {
    const parts = (columns: number) => {
      const line = header(columns, far);
      return ['at 08:37:35', '<20 ms'].map(each => line.includes(each)).join();
    };
    const found = new Set(Array.from({length: 100}, (_, at) => parts(at + 26)));
    expect([...found]).toEqual(['true,false', 'true,true']);
  });

  it('is as wide as the screen, also with long numbers in the name of the account', () => {
    const {settings} = filledDesk(80, 24);
    const of = {settings: {...settings, account: 'b0h-baa 05- 3 302.7b4e5a652c91ce5c'}};
    for (let columns = 40; columns < 130; columns++)
      expect(header(columns, far, of).length).toBeLessThanOrEqual(columns);
  });

  it('names the list that is old, if it is not the one of the pane', () => {
    const state = told(filledDesk(120, 24), far);
    const orders = {...state.feeds.orders, loadedAt: at(39_000)};
    const shown = {...state, pane: 'orders', feeds: {...state.feeds, orders}, now: at(40_000)} as const;
    expect(text(headerLine(shown))).toMatch(/ STALE asks 39 s$/);
    expect(staleInWords(shown)).toMatch(/^STALE, asks 39 s old/);
    // The rows of the pane are no newer while its own polls fail.
    const fault = {kind: 'link', text: 'The link failed (reset).'} as const;
    const failing = {...shown, feeds: {...shown.feeds, orders: {...orders, fault}}};
    expect(text(headerLine(failing))).toMatch(/ STALE 39 s$/);
  });

  it('highlights the rows of the question before, while the answer to a new filter is late', () => {
    const state = told(filledDesk(120, 24), far);
    const [asked] = askPane(state, 'cards', {filterText: 'doge'}, at(2_000));
    expect(text(headerLine({...asked, now: at(4_000)}))).toContain('loading');
    expect(text(headerLine({...asked, now: at(24_000)}))).toMatch(/ STALE 23 s$/);
  });

  it('counts down to the next try while the data is stale', () => {
    const state = told(filledDesk(80, 24), far);
    const cards = {...state.feeds.cards, quietUntil: at(46_500).mono};
    const stale = {...state, feeds: {...state.feeds, cards}, now: at(40_000)};
    expect(text(headerLine(stale))).toMatch(/ STALE 39 s {3}retry in 7 s/);
  });

  it('costs at most 12 bytes per poll while nothing else changes', () => {
    const desk = told(filledDesk(120, 24), far);
    const painter = new Painter(false);
    const paint = (seconds: number) =>
      painter.paint(
        [[{text: text(headerLine(after(desk, seconds))), style: 0}]],
        {columns: 120, rows: 24},
        Number.POSITIVE_INFINITY,
        false,
      );
    paint(0);
    const costs = Array.from({length: 3600}, (_, poll) => paint(2 * (poll + 1)).length);
    expect(Math.max(...costs)).toBeLessThanOrEqual(12);
    expect(Math.min(...costs)).toBeGreaterThan(0);
  });

  it('costs nothing per poll for a local terminal', () => {
    const desk = told(filledDesk(120, 24), near);
    const lines = Array.from({length: 60}, (_, poll) => text(headerLine(after(desk, 2 * poll))));
    expect(new Set(lines).size).toBe(1);
  });
});

describe('the clock of the service', () => {
  const skewed = (offsetMs: number) => {
    const state = filledDesk(120, 24);
    return {...state, intents: {...state.intents, clock: {offsetMs, seenAt: state.now}}};
  };

  it('is a badge if it is more than 2 s off', () => {
    expect(text(headerLine(skewed(2_000)))).not.toContain('CLOCK');
    expect(text(headerLine(skewed(2_001)))).toContain('CLOCK -2s');
    expect(headWords(skewed(2_001))).toContain('CLOCK -2s');
    for (const measured of [-30 * 60_000, -30 * 60_000 + 999])
      expect(text(headerLine(skewed(measured)))).toContain('CLOCK +30m');
  });
});
