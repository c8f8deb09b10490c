// A laptop that sleeps: the dashboard over a real sshd on this machine, behind a link of so many bytes a
// second, and an ssh client that is stopped for a while and goes on. Prints the seconds until the screen shows
// what is true now, and those until a key is answered after that; fails by its exit code.
//
//   npm run soak -- asleep SECONDS BYTES_A_SECOND [DELAY_MS_ONE_WAY] [more arguments for ssh, such as -C]
import {mkdtempSync, rmSync} from 'node:fs';
import {connect, createServer, type Server, type Socket} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {clockTitle} from '../bench/market.ts';
import {startService} from '../bench/service.ts';
import type {TestTerminal} from '../helpers/terminal.ts';
import {openOverSsh, sshd, startSshd} from './ssh.ts';

const [seconds = 120, bytesPerSecond = 9600, delayMs = 150] = process.argv.slice(2, 5).map(Number);
const sshArguments = process.argv.slice(5);
const watchedSeconds = 30;
const most = {paintS: 2, keyS: 0.5};

const pause = (ms: number) => new Promise(done => setTimeout(done, ms));

/** A timer of a busy machine comes so late; more than that was silence. */
const mostLateMs = 20;

/** One direction of the link: in slices, so that bytes come as a line brings them. */
class Direction {
  bytes = 0;
  #isAsleep = false;
  #queue: Buffer[] = [];
  readonly #onTheirWay: Buffer[] = [];
  #isCarrying = false;
  #freeAt = 0;
  readonly #to: Socket;

  constructor(from: Socket, to: Socket) {
    this.#to = to;
    from.on('data', chunk => {
      for (let at = 0; at < chunk.length; at += 96)
        this.#queue.push(Buffer.from(chunk.subarray(at, at + 96)));
      this.#carry();
    });
  }

  sleep(isAsleep: boolean): void {
    this.#isAsleep = isAsleep;
    this.#carry();
  }

  /** By the clock, so that a timer that is late takes nothing from the line's speed. */
  #carry(): void {
    if (this.#isCarrying || this.#isAsleep) return;
    const slice = this.#queue.shift();
    if (slice === undefined) return;
    this.#isCarrying = true;
    this.bytes += slice.length;
    const now = performance.now();
    this.#freeAt = Math.max(now - mostLateMs, this.#freeAt) + (slice.length / bytesPerSecond) * 1000;
    const carriedMs = Math.max(0, this.#freeAt - now);
    this.#onTheirWay.push(slice);
    // Whichever timer is the first, it brings what left first.
    setTimeout(() => this.#to.write(this.#onTheirWay.shift() ?? slice), carriedMs + delayMs);
    setTimeout(() => {
      this.#isCarrying = false;
      this.#carry();
    }, carriedMs);
  }
}

/** Stands between the ssh client and sshd; `down` leads to the client. */
async function openLink(port: number): Promise<{port: number; down: Direction[]; server: Server}> {
  const down: Direction[] = [];
  const server = createServer(client => {
    const host = connect(port, '127.0.0.1');
    new Direction(client, host);
    down.push(new Direction(host, client));
    for (const socket of [client, host]) socket.on('error', () => {}).on('close', () => host.destroy());
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  return {port: (server.address() as {port: number}).port, down, server};
}

/** The clock card's ask, which counts the service's seconds. */
function shownClock(terminal: TestTerminal): number {
  const line =
    terminal
      .screen()
      .split('\n')
      .find(each => each.includes(clockTitle)) ?? '';
  const ask = line
    .slice(line.indexOf(clockTitle) + clockTitle.length)
    .match(/\b7,?\d{3}(?:\.\d+)?/g)
    ?.at(-1);
  return Number(ask?.replace(',', '') ?? Number.NaN);
}

const selectedLine = (terminal: TestTerminal) =>
  terminal
    .screen()
    .split('\n')
    .findIndex(line => line.includes('▌'));

/** Seconds until it is so; NaN when it is not within two minutes. */
async function secondsUntil(is: () => boolean): Promise<number> {
  const began = performance.now();
  while (!is()) {
    if (performance.now() - began > 120_000) return Number.NaN;
    await pause(10);
  }
  return (performance.now() - began) / 1000;
}

async function run(path: string, folder: string): Promise<boolean> {
  const service = await startService();
  const {port, child} = await startSshd(path, folder);
  const link = await openLink(port);
  const terminal = openOverSsh({port: link.port, folder, origin: service.origin, sshArguments});
  try {
    await service.setMoving(true);
    await terminal.waitFor(clockTitle, 60_000);
    await pause(15_000);
    const bytes = () => link.down.reduce((sum, direction) => sum + direction.bytes, 0);
    const before = bytes();
    await pause(watchedSeconds * 1000);
    console.log(`watching: ${((bytes() - before) / watchedSeconds).toFixed(0)} bytes a second over the link`);
    const header = terminal.screen().split('\n')[0] ?? '';
    console.log(`header: ${header.trim().replace(/ {2,}/g, '  ')}`);

    process.kill(terminal.pid, 'SIGSTOP');
    for (const direction of link.down) direction.sleep(true);
    await pause(seconds * 1000);
    const truth = (await service.asks()).get(clockTitle) ?? Number.NaN;
    const woken = bytes();
    for (const direction of link.down) direction.sleep(false);
    process.kill(terminal.pid, 'SIGCONT');
    // Between two polls the newest is two seconds old.
    const paintS = await secondsUntil(() => shownClock(terminal) >= truth - 2);
    const row = selectedLine(terminal);
    terminal.press('j');
    const keyS = await secondsUntil(() => selectedLine(terminal) > row);
    await pause(5000);
    console.log(
      `asleep ${seconds} s, ${bytesPerSecond} B/s, ${delayMs} ms one way: first paint after ${paintS.toFixed(2)} s, ` +
        `first key ${keyS.toFixed(2)} s more, ${bytes() - woken} bytes in all since`,
    );
    return paintS <= most.paintS && keyS <= most.keyS;
  } finally {
    terminal.press('q');
    await Promise.race([terminal.exit, pause(3000)]);
    await terminal.close();
    child.kill();
    link.server.close();
    service.end();
  }
}

if (sshd === undefined) {
  console.log('skipped: there is no sshd on this machine');
} else {
  const folder = mkdtempSync(join(tmpdir(), 'optty-asleep-'));
  const isGood = await run(sshd, folder).finally(() => rmSync(folder, {recursive: true}));
  console.log(isGood ? 'good' : `BAD: more than ${most.paintS} s and ${most.keyS} s`);
  process.exit(isGood ? 0 : 1);
}
