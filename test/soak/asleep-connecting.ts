// A laptop that falls asleep after a write has connected and before its first byte is sent. A preloaded library
// stops the dashboard right after that connect() and hides the time asleep from its monotonic clock, as sleep
// does; the wall clock goes on. Every confirmed order must end NOT SENT; after less than 15 s the confirmation
// still holds, and it is SENT. Fails by its exit code.
//
//   npm run soak -- asleep-connecting [RUNS] [SECONDS]
import {execFileSync, spawnSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {type AddressInfo, connect, createServer} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {startTestPaper} from '../helpers/paper.ts';
import {act, askedIn, calm, confirmed, startProgram} from '../helpers/program.ts';

const [runs = 20, seconds = 20] = process.argv.slice(2, 4).map(Number);
const sideBySide = 5;

const source = `
#include <arpa/inet.h>
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static const long long second = 1000000000;
static _Atomic long long asleep;

static long long monotonic(void) {
  struct timespec now;
  syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
  return now.tv_sec * second + now.tv_nsec;
}

int clock_gettime(clockid_t id, struct timespec *at) {
  if (syscall(SYS_clock_gettime, id, at) != 0) return -1;
  if (id != CLOCK_MONOTONIC && id != CLOCK_MONOTONIC_COARSE && id != CLOCK_MONOTONIC_RAW && id != CLOCK_BOOTTIME)
    return 0;
  long long awake = at->tv_sec * second + at->tv_nsec - asleep;
  at->tv_sec = awake / second;
  at->tv_nsec = awake % second;
  return 0;
}

int connect(int socket, const struct sockaddr *to, socklen_t size) {
  int result = syscall(SYS_connect, socket, to, size);
  int error = errno;
  if (to->sa_family == AF_INET && ntohs(((const struct sockaddr_in *)to)->sin_port) == atoi(getenv("SLEEP_PORT"))
      && unlink(getenv("SLEEP_TRIGGER")) == 0) {
    long long from = monotonic();
    raise(SIGSTOP);
    asleep += monotonic() - from;
  }
  errno = error;
  return result;
}
`;

/** Passes connections on to the service and keeps what each of them carried there. */
async function openTap(port: number) {
  const carried: string[] = [];
  const server = createServer(client => {
    const number = carried.push('') - 1;
    const service = connect(port, '127.0.0.1');
    client.on('data', chunk => {
      carried[number] += chunk.toString('latin1');
    });
    client.pipe(service).pipe(client);
    for (const socket of [client, service])
      socket.on('error', () => {}).on('close', () => [client, service].map(each => each.destroy()));
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  return {port: (server.address() as AddressInfo).port, carried, close: () => server.close()};
}

/** Node's clocks over a sleep, in ms: the monotonic one has to stand still. Nobody listens at port 9. */
function clocksAsleep(folder: string, library: string): {monotonic: number; wall: number} {
  const script = `const [m, w] = [performance.now(), Date.now()];
    require('node:net').connect(9, '127.0.0.1').on('error', () =>
      console.log(JSON.stringify({monotonic: performance.now() - m, wall: Date.now() - w})));`;
  const env = preload(library, 9, join(folder, 'clocks'));
  writeFileSync(env.SLEEP_TRIGGER, '');
  const waking = '"$0" -e "$1" & sleep 4; kill -CONT $!; wait $!';
  const said = execFileSync('sh', ['-c', waking, process.execPath, script], {env: {...process.env, ...env}});
  return JSON.parse(said.toString());
}

const preload = (library: string, port: number, trigger: string) => ({
  LD_PRELOAD: library,
  SLEEP_PORT: String(port),
  SLEEP_TRIGGER: trigger,
});

async function isStopped(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 1000; tries++) {
    if (/\) T /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))) return true;
    await calm(10);
  }
  return false;
}

type Verdict = {readonly kind: 'NOT SENT' | 'SENT' | 'BAD' | 'void'; readonly words: string};

async function run(folder: string, library: string, name: string): Promise<Verdict> {
  const service = await startTestPaper();
  const tap = await openTap(Number(new URL(service.origin).port));
  const address = {OPTTY_BASE_URL: `http://127.0.0.1:${tap.port}`, OPTTY_TOKEN: service.token};
  const trigger = join(folder, name);
  const program = startProgram({env: {...preload(library, tap.port, trigger), ...address}});
  try {
    await program.waitFor('BTC above', 30_000);
    await act(program, 'o', /Investment/, program.waitFor);
    program.press('25');
    await program.waitFor(/Investment +25/);
    program.press('\r');
    const key = askedIn(await program.waitFor(confirmed)) ?? '';
    await calm(500);
    writeFileSync(trigger, '');
    program.press(key);
    const posts = () => tap.carried.filter(each => /^POST /m.test(each)).length;
    if (!(await isStopped(program.pid)))
      return {kind: posts() > 0 ? 'BAD' : 'void', words: `it did not connect: ${program.screen()}`};
    await calm(seconds * 1000);
    // While it sleeps it opens no other connection.
    const slept = tap.carried.length - 1;
    process.kill(program.pid, 'SIGCONT');
    const screen = await program.waitFor(/NOT SENT: |OPEN(ING|ED)|REJECTED|UNKNOWN/, 20_000);
    await calm(2000);
    const {json} = await service.call('GET', '/v1/easy-options/search');
    const sent = tap.carried[slept] ?? '';
    const pane = screen.split('\n').map(line => line.split('│').at(-1)?.trim());
    const reason = /NOT SENT: .*(Confirmed \d+ s before it could be sent)/.exec(pane.join(' '))?.[1];
    const counts = `${sent.length} bytes on its connection, ${posts()} POST, ${json.content.length} opened`;
    const words = `${counts}: ${reason ?? screen}`;
    if (sent.startsWith('GET ')) return {kind: 'void', words: `asleep on a read: ${words}`};
    const isUnsent = sent === '' && posts() === 0 && json.content.length === 0 && reason !== undefined;
    return {kind: isUnsent ? 'NOT SENT' : posts() > 0 ? 'SENT' : 'BAD', words};
  } catch (error) {
    return {kind: 'BAD', words: String(error)};
  } finally {
    await program.end();
    tap.close();
    await service.close();
  }
}

/** A run that slept elsewhere proves nothing and is repeated. */
async function proved(folder: string, library: string, number: number): Promise<boolean> {
  for (let tries = 1; tries <= 3; tries++) {
    const {kind, words} = await run(folder, library, `${number}-${tries}`);
    console.log(`${number}: ${kind}; ${words}`);
    if (kind !== 'void') return kind === 'NOT SENT';
  }
  return false;
}

async function main(folder: string): Promise<boolean> {
  const library = join(folder, 'sleep.so');
  execFileSync('cc', ['-shared', '-fPIC', '-O2', '-Wall', '-o', library, '-x', 'c', '-'], {input: source});
  const {monotonic, wall} = clocksAsleep(folder, library);
  console.log(
    `asleep, the monotonic clock went on by ${Math.round(monotonic)} ms, the wall by ${Math.round(wall)}`,
  );
  if (monotonic > 1000 || wall < 2000) return false;
  let good = 0;
  for (let first = 1; first <= runs; first += sideBySide) {
    const batch = Array.from({length: Math.min(sideBySide, runs - first + 1)}, (_, index) => first + index);
    const proofs = await Promise.all(batch.map(number => proved(folder, library, number)));
    good += proofs.filter(isGood => isGood).length;
  }
  console.log(`${good} of ${runs} NOT SENT`);
  return good === runs;
}

const hasCompiler = process.platform === 'linux' && spawnSync('cc', ['--version']).status === 0;
if (!hasCompiler) {
  console.log('skipped: this needs Linux and a C compiler called cc');
} else {
  const folder = mkdtempSync(join(tmpdir(), 'optty-asleep-'));
  const isGood = await main(folder).finally(() => rmSync(folder, {recursive: true}));
  process.exitCode = isGood ? 0 : 1;
}
