/**
 * A thousand simulated dashboards against one paper service in a process of its own, each with an account of
 * its own. They poll at the default pace, the pane in view every two seconds and the three others every ten,
 * over keep-alive connections, once with ETags and once without.
 *
 *   node test/bench/paper.ts [dashboards] [seconds]
 */
import {spawn} from 'node:child_process';
import {Agent, type IncomingMessage, request} from 'node:http';
import {createInterface} from 'node:readline';
import {setTimeout as wait} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';

const processFile = fileURLToPath(new URL('../helpers/paper-process.ts', import.meta.url));
const paths = ['/v1/easy-options/list', '/v1/easy-options/search', '/v1/orders', '/v1/trades'];
const inViewMs = 2_000;
const backgroundMs = 10_000;

type Measured = {
  requests: number;
  perSecond: number;
  p50: number;
  p99: number;
  bytesPerSecond: number;
  bytesPerDashboard: number;
  notModified: number;
  /** Of one core, from 0 to 1. */
  cpu: number;
};

export type PaperBench = {
  text: string;
  json: {dashboards: number; seconds: number; withEtag: Measured; withoutEtag: Measured};
};

export async function benchPaper({dashboards = 1_000, seconds = 10} = {}): Promise<PaperBench> {
  const tokens = Array.from({length: dashboards}, (_, place) => `bench-${place}`);
  const {child, origin} = await startProcess(tokens);
  try {
    await fillAccounts(origin, tokens);
    const withEtag = await watch(origin, child.pid ?? 0, tokens, seconds, true);
    const withoutEtag = await watch(origin, child.pid ?? 0, tokens, seconds, false);
    return {
      text: textOf(dashboards, seconds, withEtag, withoutEtag),
      json: {dashboards, seconds, withEtag, withoutEtag},
    };
  } finally {
    child.kill('SIGKILL');
  }
}

async function startProcess(token: string[]) {
  const settings = {db: ':memory:', seed: 3, token, limits: 'none'};
  const child = spawn(process.execPath, [processFile, JSON.stringify(settings)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({input: child.stdout})) {
    return {child, origin: (JSON.parse(line) as {origin: string}).origin};
  }
  throw new Error('The service ended before it was ready.');
}

/** Two Easy Options and a resting order for each account, so that every list has rows. */
async function fillAccounts(origin: string, tokens: string[]): Promise<void> {
  const agent = new Agent({keepAlive: true, maxSockets: 8});
  const cards = JSON.parse((await call(origin, agent, 'bench-0', 'GET', `${paths[0]}?active=true`)).text) as {
    id: number;
    optionSymbol: string;
  }[];
  await Promise.all(
    tokens.map(async (token, place) => {
      const card = cards[place % cards.length];
      for (const investmentAmount of [50, 100]) {
        await call(origin, agent, token, 'POST', '/v1/easy-options/open', {
          cardId: card?.id,
          investmentAmount,
        });
      }
      const order = {
        idempotencyKey: 'k',
        symbol: 'BTC-27NOV26-60000-C',
        price: '0.01',
        size: '1',
        side: 'BUY',
        orderType: 'LIMIT',
      };
      await call(origin, agent, token, 'POST', '/v1/orders', {...order, symbol: card?.optionSymbol});
    }),
  );
  agent.destroy();
}

async function watch(
  origin: string,
  pid: number,
  tokens: string[],
  seconds: number,
  withEtag: boolean,
): Promise<Measured> {
  const times: number[] = [];
  let bytes = 0;
  let notModified = 0;
  const end = performance.now() + seconds * 1000;
  const cpuBefore = await cpuSeconds(pid);

  const poll = async (token: string, agent: Agent, path: string, paceMs: number, delayMs: number) => {
    let etag: string | undefined;
    await wait(delayMs);
    while (performance.now() < end) {
      const answer = await call(origin, agent, token, 'GET', path, undefined, withEtag ? etag : undefined);
      times.push(answer.ms);
      bytes += answer.bytes;
      if (answer.status === 304) notModified++;
      etag = answer.etag ?? etag;
      await wait(Math.max(0, paceMs - answer.ms));
    }
  };
  // Spread over the pace, as dashboards that people opened at their own times are.
  const dashboard = async (token: string, place: number) => {
    const agent = new Agent({keepAlive: true, maxSockets: 4});
    const part = place / tokens.length;
    await Promise.all(
      paths.map((path, pane) => {
        const paceMs = pane === place % paths.length ? inViewMs : backgroundMs;
        return poll(token, agent, path, paceMs, part * paceMs);
      }),
    );
    agent.destroy();
  };
  await Promise.all(tokens.map(dashboard));
  const cpu = ((await cpuSeconds(pid)) - cpuBefore) / seconds;
  times.sort((a, b) => a - b);
  const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
  return {
    requests: times.length,
    perSecond: times.length / seconds,
    p50: at(0.5),
    p99: at(0.99),
    bytesPerSecond: bytes / seconds,
    bytesPerDashboard: bytes / seconds / tokens.length,
    notModified: notModified / times.length,
    cpu,
  };
}

type Called = {
  status: number;
  text: string;
  bytes: number;
  ms: number;
  etag: string | undefined;
};

function call(
  origin: string,
  agent: Agent,
  token: string,
  method: string,
  path: string | undefined,
  body?: unknown,
  etag?: string,
): Promise<Called> {
  const start = performance.now();
  const headers: Record<string, string> = {authorization: `Bearer ${token}`};
  if (method === 'GET') headers['accept-encoding'] = 'gzip';
  if (etag !== undefined) headers['if-none-match'] = etag;
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (path?.endsWith('?active=true')) headers['accept-encoding'] = 'identity';
  return new Promise((resolve, reject) => {
    const sent = request(origin + path, {method, agent, headers}, (response: IncomingMessage) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const whole = Buffer.concat(chunks);
        const head = response.rawHeaders.reduce((sum, text) => sum + text.length + 2, 19);
        resolve({
          status: response.statusCode ?? 0,
          text: whole.toString(),
          bytes: head + whole.length,
          ms: performance.now() - start,
          etag: response.headers.etag,
        });
      });
    });
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** CPU time that a process has used, from /proc where there is one. */
async function cpuSeconds(pid: number): Promise<number> {
  const {readFile} = await import('node:fs/promises');
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100;
}

function textOf(dashboards: number, seconds: number, withEtag: Measured, withoutEtag: Measured): string {
  const line = (name: string, {perSecond, p50, p99, bytesPerDashboard, notModified, cpu}: Measured) =>
    `  ${name.padEnd(13)} ${perSecond.toFixed(0).padStart(6)} req/s   p50 ${p50.toFixed(1)} ms   p99 ${p99.toFixed(1)} ms   ` +
    `${bytesPerDashboard.toFixed(0)} B/s a dashboard   ${(notModified * 100).toFixed(0)} % 304   CPU ${(cpu * 100).toFixed(0)} %`;
  return [
    `paper: ${dashboards} dashboards, a pane every ${inViewMs / 1000} s and three every ${backgroundMs / 1000} s, for ${seconds} s`,
    line('with ETag', withEtag),
    line('without ETag', withoutEtag),
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const {text} = await benchPaper({
    dashboards: Number(process.argv[2] ?? 1_000),
    seconds: Number(process.argv[3] ?? 10),
  });
  process.stdout.write(`${text}\n`);
}
