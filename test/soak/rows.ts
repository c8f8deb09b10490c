// Long lists that never rest: npm run soak -- rows [SECONDS] [ORDERS] [TRIAL]. First orders whose ids all
// change: with every poll, then every 2 s. Then cards without end, and a review open over them. TRIAL, from 1
// to 4, runs one alone. A key must take at most 100 ms of the program's time, and memory must not grow any more
// once the lag of the trades has passed. Prints both every 10 s. Fails by its exit code.
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {createServer} from 'node:http';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {residentMiB} from '../bench/machine.ts';
import {openTerminal} from '../helpers/terminal.ts';

const [seconds = 300, orders = 1_000, only] = process.argv.slice(2).map(Number);
const mostMs = 100;
/** Until then memory holds more and more orders that left: the lag of trades, and the longest wait for them. */
const lagSeconds = 120 + 60;
/** Memory varies by this much without a leak. */
const breathMib = 40;

type Trial = {
  readonly name: string;
  /** The number that all ids of the orders contain; undefined: no orders, but cards without end. */
  readonly wave?: (firstPages: number) => number;
  /** What opens the place, and what shows it. */
  readonly opens: readonly [keys: string, shows: string];
  /** A key, what it shows, and the key that takes it away. */
  readonly pressed: readonly [key: string, shows: string, back: string];
};
const help = ['?', 'Esc back', '\x1b'] as const;
const every2s = () => Math.floor(Date.now() / 2_000);
const trials: readonly Trial[] = [
  {name: 'orders that change with every poll', wave: asked => asked, opens: ['3', 'BTC-X'], pressed: help},
  {name: 'orders that change every 2 s', wave: every2s, opens: ['3', 'BTC-X'], pressed: help},
  {name: 'cards without end', opens: ['', 'card 1'], pressed: help},
  {
    name: 'a review over cards without end',
    opens: ['o', 'Investment'],
    pressed: ['31415', '31415', '\x7f'.repeat(5)],
  },
];

const order = (wave: number, at: number) => ({
  ...{orderId: wave * 1e5 + at, symbol: 'BTC-X', price: 10.5, size: 1, sizeContracts: 1, side: 'BUY'},
  ...{orderType: 'LIMIT', status: 'PENDING', asset: 'BTC', type: 'CALL', strikePrice: 80_000},
  timestamp: 1.7e12 + wave,
});
const card = (id: number) => ({
  ...{id, title: `card ${id}`, type: 'TOUCH', underlying: 'BTC', active: true, direction: 'UP'},
  ...{targetPrice: 80_000, currentAskPrice: 10, optionSymbol: `BTC-${id}`},
  expiryDate: '2099-11-28T00:00:00Z',
});

async function startService({wave}: Trial) {
  let firstPages = 1;
  const listOf = (path: string, from: number, size: number) => {
    const rows = <Row>(most: number, make: (at: number) => Row) =>
      Array.from({length: Math.max(0, Math.min(size, most - from))}, (_, at) => make(from + at));
    if (path === '/v1/easy-options/list') return rows(wave ? 0 : Infinity, at => card(at + 1));
    if (path === '/v1/trades') return {items: [], total: 0};
    if (path !== '/v1/orders') return {content: [], totalElements: 0, totalPages: 0};
    if (wave === undefined) return {items: [], total: 0};
    if (from === 0) firstPages += 1;
    const now = wave(firstPages);
    return {items: rows(orders, at => order(now, at)), total: orders};
  };
  const server = createServer(({url = ''}, response) => {
    const {pathname, searchParams: asked} = new URL(url, 'http://service');
    const size = Number(asked.get('pageSize') ?? asked.get('size') ?? 20);
    const from = (Number(asked.get('page') ?? 1) - 1) * size;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(listOf(pathname, from, size)));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** The time that the thread that draws has computed, and the memory of the process. */
function used(pid: number) {
  const [ns] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
  return {ms: Number(ns) / 1e6, mib: Math.round(residentMiB(pid))};
}

async function run(trial: Trial): Promise<boolean> {
  const {
    name,
    opens,
    pressed: [key, shows, back],
  } = trial;
  const service = await startService(trial);
  const home = mkdtempSync(join(tmpdir(), 'optty-soak-'));
  const address = service.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const env = {
    ...{HOME: home, XDG_STATE_HOME: home, XDG_CONFIG_HOME: home, LANG: 'C.UTF-8'},
    ...{OPTTY_BASE_URL: `http://127.0.0.1:${port}`, OPTTY_TOKEN: 'token'},
  };
  const terminal = openTerminal({command: process.execPath, args: ['dist/optty.cjs'], env});
  const sizes: {at: number; mib: number}[] = [];
  let slow = 0;
  try {
    await terminal.waitFor('q quit');
    terminal.press(opens[0]);
    await terminal.waitFor(opens[1]);
    const began = performance.now();
    while (performance.now() - began < seconds * 1000) {
      const computed: number[] = [];
      for (const until = performance.now() + 10_000; performance.now() < until; ) {
        for (const [keys, isShown] of [
          [key, true],
          [back, false],
        ] as const) {
          await sleep(300 + 400 * Math.random());
          const before = used(terminal.pid);
          terminal.press(keys);
          await terminal.waitFor(screen => screen.includes(shows) === isShown);
          computed.push(used(terminal.pid).ms - before.ms);
        }
      }
      const at = Math.round((performance.now() - began) / 1000);
      const {mib} = used(terminal.pid);
      sizes.push({at, mib});
      slow += computed.filter(ms => ms > mostMs).length;
      const most = Math.round(Math.max(...computed));
      console.log(`${name}, ${at} s: ${mib} MiB, ${computed.length} keys, most ${most} ms computed`);
    }
  } catch (error) {
    console.log(terminal.screen());
    throw error;
  } finally {
    await terminal.close();
    service.close();
    service.closeAllConnections();
    rmSync(home, {recursive: true});
  }
  const settled = sizes.filter(({at}) => at > lagSeconds).map(({mib}) => mib);
  const half = Math.floor(settled.length / 2);
  // In less time than that memory is not compared.
  const growth = half === 0 ? 0 : Math.min(...settled.slice(half)) - Math.min(...settled.slice(0, half));
  const isGood = slow === 0 && growth < breathMib;
  console.log(
    `${name}: ${slow} keys took more than ${mostMs} ms, memory grew by ${growth} MiB after ${lagSeconds} s: ${isGood ? 'good' : 'BAD'}`,
  );
  return isGood;
}

const results: boolean[] = [];
for (const [at, trial] of trials.entries())
  if (only === undefined || only === at + 1) results.push(await run(trial));
process.exitCode = results.every(Boolean) ? 0 : 1;
