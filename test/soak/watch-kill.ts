/**
 * Kills `optty watch` with SIGKILL, again and again, while its account moves, and starts it anew with the id of
 * the last whole line that it printed: of what the paper service's own records show at the end, every event
 * must have been printed, and none twice. Needs the built program.
 *
 *   npm run soak -- watch [KILLS] [SEED]
 */

import {type ChildProcess, spawn} from 'node:child_process';
import {type FSWatcher, mkdirSync, mkdtempSync, rmSync, watch, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';
import type {Paper} from '../../src/paper/options.ts';
import {startPaper} from '../../src/paper/server.ts';
import {callService} from '../helpers/paper.ts';
import {createChance} from '../sim/chance.ts';

export type WatchReport = {
  kills: number;
  /** How many of them were aimed at what happened just then. */
  aimed: {byTime: number; byLine: number; byJournal: number};
  /** Lines that a kill cut in two. */
  cut: number;
  lines: number;
  byKind: Record<string, number>;
  /** Records of the service that each had to be told of. */
  checked: {easyOptions: number; trades: number; orders: number};
  failures: string[];
};

type Line = {id: string; kind: string; key: string; record: Record<string, unknown>; others?: string[]};

const program = fileURLToPath(new URL('../../dist/optty.cjs', import.meta.url));

export async function killWatch({kills, seed}: {kills: number; seed: number}): Promise<WatchReport> {
  const home = mkdtempSync(join(tmpdir(), 'optty-watch-'));
  // Hours of the market in a second: orders fill, options are touched and expire between the kills.
  const paper = await startPaper({db: ':memory:', seed, speed: 600, token: 'soak', limits: 'none', port: 0});
  const config = join(home, '.config/optty/config.toml');
  mkdirSync(join(home, '.config/optty'), {recursive: true});
  writeFileSync(
    config,
    `[profiles.soak]\nbase_url = "${paper.origin}"\nrefresh = 0.25\n[profiles.soak.dialect]\nlist_lag = 0\ntrades_lag = 0\n`,
    {mode: 0o600},
  );
  const chance = createChance(seed).next;
  const reader = createReader(home);
  const report: WatchReport = {
    kills: 0,
    aimed: {byTime: 0, byLine: 0, byJournal: 0},
    cut: 0,
    lines: 0,
    byKind: {},
    checked: {easyOptions: 0, trades: 0, orders: 0},
    failures: [],
  };
  try {
    await beginLog(paper, reader);
    const account = play(paper, chance);
    for (; report.kills < kills; report.kills++) await killOnce(reader, chance, report.aimed);
    await account.stop();
    await readToTheEnd(paper, reader);
    await look(paper, reader.lines, report);
    report.cut = reader.cut;
  } finally {
    await reader.kill();
    await paper.close();
    rmSync(home, {recursive: true, force: true});
  }
  return report;
}

/** One who reads `optty watch` and starts it again where it stopped. */
function createReader(home: string) {
  const lines: Line[] = [];
  let child: ChildProcess | undefined;
  let rest = '';
  const reader = {
    lines,
    cut: 0,
    stderr: '',
    /** Told of each piece of output that comes. */
    onOutput: () => {},
    start() {
      const last = lines.at(-1)?.id ?? '';
      const env = {PATH: process.env.PATH ?? '', HOME: home, OPTTY_TOKEN: 'soak', OPTTY_PROFILE: 'soak'};
      child = spawn(process.execPath, [program, 'watch', '--since', last], {env});
      rest = '';
      child.stderr?.setEncoding('utf8').on('data', (text: string) => {
        reader.stderr += text;
      });
      child.stdout?.setEncoding('utf8').on('data', (text: string) => {
        const parts = (rest + text).split('\n');
        rest = parts.pop() ?? '';
        for (const part of parts) lines.push(JSON.parse(part) as Line);
        reader.onOutput();
      });
    },
    async kill() {
      if (child === undefined) return;
      const closed = new Promise(resolve => child?.once('close', resolve));
      if (child.exitCode !== null) throw new Error(`optty watch ended by itself: ${reader.stderr}`);
      child.kill('SIGKILL');
      await closed;
      child = undefined;
      if (rest !== '') reader.cut++;
    },
    stateFolder: join(home, '.local/state/optty'),
  };
  return reader;
}

type Reader = ReturnType<typeof createReader>;
type Chance = () => number;

/** What an account holds when its log begins is no event: orders are placed until one of them is told. */
async function beginLog(paper: Paper, reader: Reader): Promise<void> {
  reader.start();
  const cards = (await call(paper, 'GET', '/v1/easy-options/list?active=true')).json;
  for (let turn = 0; reader.lines.length === 0; turn++) {
    if (turn > 200) throw new Error(`optty watch tells nothing: ${reader.stderr}`);
    await call(paper, 'POST', '/v1/orders', orderFor(`first-${turn}`, cards[0], false, 'BUY'));
    await wait(100);
  }
  await reader.kill();
}

/** At a moment of chance; at the first output, in the midst of others; or as the journal is being written. */
async function killOnce(reader: Reader, chance: Chance, aimed: WatchReport['aimed']): Promise<void> {
  const dice = chance();
  const way = dice < 0.4 ? 'byTime' : dice < 0.7 ? 'byLine' : 'byJournal';
  aimed[way]++;
  const due = Promise.withResolvers<void>();
  const timer = setTimeout(due.resolve, way === 'byTime' ? chance() * 1_500 : 3_000);
  let watcher: FSWatcher | undefined;
  let left = Math.floor(chance() * 4);
  if (way === 'byLine') reader.onOutput = () => (left-- <= 0 ? due.resolve() : undefined);
  if (way === 'byJournal') {
    const delayMs = chance() * 4;
    watcher = watch(reader.stateFolder, (_, name) => {
      if (name === 'journal.db-wal' && left-- <= 0) setTimeout(due.resolve, delayMs);
    });
  }
  reader.start();
  await due.promise;
  clearTimeout(timer);
  watcher?.close();
  await reader.kill();
  reader.onOutput = () => {};
}

/** Trades on the account until it is told to stop. */
function play(paper: Paper, chance: Chance): {stop(): Promise<void>} {
  let isOver = false;
  const placed: string[] = [];
  const opened: string[] = [];
  const trade = async () => {
    for (let count = 0; !isOver; count++) {
      const cards = (await call(paper, 'GET', '/v1/easy-options/list?active=true')).json;
      const card = cards[Math.floor(chance() * cards.length)];
      const dice = chance();
      if (dice < 0.45) {
        const order = orderFor(`k-${count}`, card, chance() < 0.5, 'BUY');
        const {status, json} = await call(paper, 'POST', '/v1/orders', order);
        if (status === 200) placed.push(json.orderId);
      } else if (dice < 0.55) {
        const id = placed.splice(Math.floor(chance() * placed.length), 1)[0];
        if (id !== undefined) await call(paper, 'DELETE', `/v1/orders/${id}`);
      } else if (dice < 0.65) {
        const id = placed[Math.floor(chance() * placed.length)];
        if (id !== undefined) await call(paper, 'POST', `/_paper/orders/${id}/fill`, {size: '0.001'});
      } else if (dice < 0.85) {
        const asked = {cardId: card?.id, investmentAmount: 1 + Math.floor(chance() * 20)};
        const {status, json} = await call(paper, 'POST', '/v1/easy-options/open', asked);
        if (status === 200) opened.push(json.id);
      } else {
        const id = opened.splice(Math.floor(chance() * opened.length), 1)[0];
        if (id !== undefined) await call(paper, 'POST', `/v1/easy-options/${id}/close`);
      }
      await wait(20 + chance() * 100);
    }
  };
  const trading = trade();
  return {
    async stop() {
      isOver = true;
      await trading;
    },
  };
}

function orderFor(
  idempotencyKey: string,
  card: {optionSymbol: string; underlying: string} | undefined,
  isDear: boolean,
  side: string,
) {
  const isBig = card?.underlying === 'BTC' || card?.underlying === 'ETH';
  // One tick is a price that rests; the dear one is far too high and fills at the ask.
  const price = isBig ? (isDear ? '5000' : '0.01') : isDear ? '50' : '0.001';
  const size = card?.underlying === 'BTC' ? '0.004' : '0.4';
  return {idempotencyKey, symbol: card?.optionSymbol, price, size, side, orderType: 'LIMIT'};
}

/** The market stands still: a watch that is left alone prints all that there is to print. */
async function readToTheEnd(paper: Paper, reader: Reader): Promise<void> {
  await call(paper, 'PUT', '/_paper/clock', {speed: 0});
  reader.start();
  for (let quiet = 0, count = -1; quiet < 12; quiet++) {
    await wait(500);
    if (reader.lines.length !== count) quiet = 0;
    ({length: count} = reader.lines);
  }
  await reader.kill();
}

/** What was printed against what the records of the service show, by kind and record. */
async function look(paper: Paper, lines: readonly Line[], report: WatchReport): Promise<void> {
  const {failures, byKind, checked} = report;
  report.lines = lines.length;
  const ids = new Set<string>();
  const told = new Map<string, number>();
  for (const {id, kind, key, record, others = []} of lines) {
    if (ids.has(id)) failures.push(`${id} was printed twice.`);
    ids.add(id);
    byKind[kind] = (byKind[kind] ?? 0) + 1;
    // Many orders that are gone together share one line.
    for (const each of [key, ...others]) {
      const about = kind === 'filled' ? `filled ${String(record.orderId)}` : `${kind} ${each}`;
      told.set(about, (told.get(about) ?? 0) + 1);
    }
  }
  const must = (about: string, count: number) => {
    const found = told.get(about) ?? 0;
    if (found !== count) failures.push(`${about}: printed ${found} times, not ${count}.`);
  };
  for (const option of await all(paper, '/v1/easy-options/search?pageSize=100', 'pageNumber', 0, 'content')) {
    checked.easyOptions++;
    const isOver = option.closeTime !== undefined;
    must(`opened ${option.id}`, option.openTime === undefined ? 0 : 1);
    must(`triggered ${option.id}`, option.triggerTime === undefined ? 0 : 1);
    must(`expired ${option.id}`, option.status === 'EXPIRED' ? 1 : 0);
    must(`closed ${option.id}`, isOver && option.status !== 'EXPIRED' ? 1 : 0);
  }
  for (const trade of await all(paper, '/v1/trades?pageSize=100', 'page', 1, 'items')) {
    checked.trades++;
    if (trade.fillType === 'FILL') must(`filled ${trade.orderId}`, 1);
    else must(`partly-filled ${trade.tradeId}`, 1);
  }
  const listed = new Set<string>();
  for (const order of await all(paper, '/v1/orders?pageSize=100', 'page', 1, 'items')) {
    checked.orders++;
    listed.add(String(order.orderId));
    must(`gone ${order.orderId}`, 0);
    // Those that were placed before the log began are none of its events.
    if ((told.get(`placed ${order.orderId}`) ?? 0) > 1) failures.push(`${order.orderId} was placed twice.`);
  }
  for (const {kind, key} of lines.filter(each => each.kind === 'placed' && !listed.has(each.key))) {
    checked.orders++;
    must(`gone ${key}`, told.has(`filled ${key}`) ? 0 : 1);
    must(`${kind} ${key}`, 1);
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects to be there
type Row = any;

async function all(paper: Paper, path: string, page: string, first: number, rows: string): Promise<Row[]> {
  const found: Row[] = [];
  for (let number = first; ; number++) {
    const {json} = await call(paper, 'GET', `${path}&${page}=${number}`);
    found.push(...json[rows]);
    if (json[rows].length < 100) return found;
  }
}

const call = (paper: Paper, method: string, path: string, body?: unknown) =>
  callService(paper, method, path, body);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const kills = Number(process.argv[2] ?? 200);
  const seed = Number(process.argv[3] ?? 7);
  process.stdout.write(`optty watch, ${kills} times kill -9, seed ${seed}\n`);
  const report = await killWatch({kills, seed});
  process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
  process.exitCode = report.failures.length === 0 ? 0 : 1;
}
