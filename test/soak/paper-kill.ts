/**
 * Kills the paper service with SIGKILL under write load, again and again, and looks at what its ledger holds:
 * every write that was acknowledged must be there, and none of them twice.
 *
 *   npm run soak -- paper-kill [LOOPS] [SEED]
 */

import {type ChildProcess, spawn} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {setTimeout as wait} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';
import {openLedger} from '../../src/paper/ledger.ts';
import {idOf} from '../../src/paper/operations/requests.ts';
import {callService} from '../helpers/paper.ts';
import {brokenLaws} from '../paper/engine/play.ts';
import {createChance} from '../sim/chance.ts';

export type KillReport = {
  loops: number;
  acknowledged: number;
  unanswered: number;
  failures: string[];
};

/** What the clients were told. */
type Told = {
  /** Order ids by key: acknowledged, and asked for without an answer. */
  orders: Map<string, string>;
  lostOrders: Set<string>;
  cancelled: Set<string>;
  opened: Set<string>;
  /** Openings that had no answer: at most so many may be there besides. */
  lostOpens: number;
  closed: Set<string>;
};

const processFile = fileURLToPath(new URL('../helpers/paper-process.ts', import.meta.url));
const clients = 4;

export async function killLoops({loops, seed}: {loops: number; seed: number}): Promise<KillReport> {
  const folder = mkdtempSync(join(tmpdir(), 'optty-kill-'));
  const db = join(folder, 'paper.db');
  const chance = createChance(seed).next;
  const told: Told = {
    orders: new Map(),
    lostOrders: new Set(),
    cancelled: new Set(),
    opened: new Set(),
    lostOpens: 0,
    closed: new Set(),
  };
  const report: KillReport = {loops: 0, acknowledged: 0, unanswered: 0, failures: []};
  try {
    for (let loop = 0; loop < loops && report.failures.length === 0; loop++) {
      await killOnce(db, loop, chance, told, report);
      report.failures.push(...look(db, told, loop % 20 === 0 || loop === loops - 1));
      report.loops++;
    }
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
  return report;
}

/** In one life of the service. */
const mostAnswers = 5_000;

async function killOnce(
  db: string,
  loop: number,
  chance: () => number,
  told: Told,
  report: KillReport,
): Promise<void> {
  const {child, address} = await startProcess(db, loop);
  const isKilled = {yet: false, answers: 0};
  const load = Array.from({length: clients}, (_, client) =>
    write(address, `${loop}-${client}`, isKilled, chance, told, report),
  );
  // At a write of chance, in the middle of others; a market that refuses everything must not make it wait for
  // ever.
  const enough = report.acknowledged + 6 + Math.floor(chance() * 40);
  while (isKilled.answers < mostAnswers && report.acknowledged < enough) await wait(chance() * 10);
  isKilled.yet = true;
  const exited = new Promise(resolve => child.once('exit', resolve));
  child.kill('SIGKILL');
  await Promise.all([exited, ...load]);
}

async function startProcess(db: string, loop: number) {
  // A fast clock makes orders fill and options expire between the kills.
  const settings = {db, seed: 5, speed: 50 + (loop % 3) * 500, token: 'soak', limits: 'none'};
  const child: ChildProcess = spawn(process.execPath, [processFile, JSON.stringify(settings)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (child.stdout === null) throw new Error('The service has no stdout.');
  for await (const line of createInterface({input: child.stdout})) {
    return {child, address: JSON.parse(line) as {origin: string; token: string}};
  }
  throw new Error('The service ended before it was ready.');
}

/** One client: places, cancels, opens and closes as fast as it is answered. */
async function write(
  address: {origin: string; token: string},
  name: string,
  isKilled: {yet: boolean; answers: number},
  chance: () => number,
  told: Told,
  report: KillReport,
): Promise<void> {
  const placed: string[] = [];
  const opened: string[] = [];
  const call = async (method: string, path: string, body?: unknown) => {
    try {
      const answer = await callService(address, method, path, body);
      isKilled.answers++;
      if (answer.status === 200 && method !== 'GET') report.acknowledged++;
      return answer;
    } catch (error) {
      if (!isKilled.yet) throw error;
      report.unanswered++;
      return undefined;
    }
  };
  const cards = (await call('GET', '/v1/easy-options/list?active=true'))?.json ?? [];
  for (let count = 0; !isKilled.yet; count++) {
    const dice = chance();
    if (dice < 0.4) {
      const key = `${name}-${count}`;
      const card = cards[Math.floor(chance() * cards.length)];
      const answer = await call('POST', '/v1/orders', orderFor(key, card, chance() < 0.5));
      if (answer === undefined) told.lostOrders.add(key);
      else if (answer.status === 200) {
        told.orders.set(key, answer.json.orderId);
        placed.push(answer.json.orderId);
      }
    } else if (dice < 0.6) {
      const id = placed.pop();
      const answer = id === undefined ? undefined : await call('DELETE', `/v1/orders/${id}`);
      if (id !== undefined && answer?.status === 200) told.cancelled.add(id);
    } else if (dice < 0.8) {
      const card = cards[Math.floor(chance() * cards.length)];
      const answer = await call('POST', '/v1/easy-options/open', {
        cardId: card?.id,
        investmentAmount: 1 + Math.floor(chance() * 3),
      });
      if (answer === undefined) told.lostOpens++;
      else if (answer.status === 200) {
        told.opened.add(answer.json.id);
        opened.push(answer.json.id);
      }
    } else {
      const id = opened[0];
      const answer = id === undefined ? undefined : await call('POST', `/v1/easy-options/${id}/close`);
      if (id !== undefined && answer?.status === 200) {
        told.closed.add(id);
        opened.shift();
      }
    }
  }
}

function orderFor(
  idempotencyKey: string,
  card: {optionSymbol: string; underlying: string} | undefined,
  isDear: boolean,
) {
  // One tick is a price that rests; the dear one is far too high and fills at the ask.
  const isLarge = card?.underlying === 'BTC' || card?.underlying === 'ETH';
  const [tick, dear] = isLarge ? ['0.01', '5000'] : ['0.001', '50'];
  const price = isDear ? dear : tick;
  const size = card?.underlying === 'BTC' ? '0.001' : '0.1';
  return {idempotencyKey, symbol: card?.optionSymbol, price, size, side: 'BUY', orderType: 'LIMIT'};
}

/** Opens the ledger that the killed process has left and says what is wrong with it. */
function look(db: string, told: Told, withLaws: boolean): string[] {
  const failures: string[] = [];
  const ledger = openLedger({file: db, seed: 0, now: 0});
  try {
    const {book} = ledger;
    const keys = new Map<string, string>();
    for (const {key, number} of book.orders) {
      if (key === undefined) continue;
      if (keys.has(key)) failures.push(`The order with key ${key} is there twice.`);
      keys.set(key, idOf('order', number));
      if (!told.orders.has(key) && !told.lostOrders.has(key))
        failures.push(`Nobody asked for the order with key ${key}.`);
    }
    for (const [key, id] of told.orders) {
      if (keys.get(key) !== id)
        failures.push(`Order ${id} with key ${key} was acknowledged and is ${keys.get(key) ?? 'gone'}.`);
    }
    for (const {number, status} of book.orders) {
      const id = idOf('order', number);
      if (told.cancelled.has(id) && status !== 'CANCELED')
        failures.push(`Order ${id} was cancelled and is ${status}.`);
    }
    const easyOptions = new Map(book.easyOptions.map(row => [idOf('easyOption', row.number), row]));
    for (const id of told.opened)
      if (!easyOptions.has(id)) failures.push(`Easy Option ${id} was opened and is gone.`);
    const unknown = [...easyOptions.keys()].filter(id => !told.opened.has(id)).length;
    if (unknown > told.lostOpens)
      failures.push(`${unknown} Easy Options that nobody was told of, ${told.lostOpens} unanswered.`);
    for (const id of told.closed) {
      const status = easyOptions.get(id)?.status;
      if (status === 'PENDING' || status === 'ACTIVE')
        failures.push(`Easy Option ${id} was closed and is ${status}.`);
    }
    if (withLaws) failures.push(...brokenLaws(book));
  } finally {
    ledger.close();
  }
  return failures;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const loops = Number(process.argv[2] ?? 300);
  const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
  process.stdout.write(`kill -9, ${loops} loops, seed ${seed}\n`);
  const report = await killLoops({loops, seed});
  process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
  process.exitCode = report.failures.length === 0 ? 0 : 1;
}
