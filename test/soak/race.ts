// Six processes on one journal take the controls from each other and send, for 60 s or as many seconds as are
// given, by the shipping journal and sender. The service counts what reaches it, and triggers of this script
// note in which order the journal took things: no attempt under an old epoch, no target with two open writes,
// nothing sent twice, no outcome told twice or lost. Fails by its exit code.
//
//   npm run soak -- race [SECONDS]
import {type ChildProcess, fork} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, rmSync} from 'node:fs';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {setTimeout as pause} from 'node:timers/promises';
import {createClient} from '../../src/api/client.ts';
import {readHost} from '../../src/commands/host.ts';
import {become, becomeDone, type Intent} from '../../src/core/intents/intent.ts';
import type {PlaceDraft} from '../../src/core/intents/kinds/place.ts';
import {type Attempt, ordersAnswered} from '../../src/core/intents/outcome.ts';
import type {Journal} from '../../src/core/journal/journal.ts';
import {JournalError} from '../../src/core/journal/problem.ts';
import {commitOutcome, perform, whyUnsent} from '../../src/core/sending.ts';
import {unlimited} from '../core/limits/knows.ts';
import {openOwn} from '../helpers/journal.ts';

const processes = 6;
const targets = 20;
const [role = '60', path = '', origin = '', seconds = '0'] = process.argv.slice(2);
const now = () => ({mono: performance.now(), wall: Date.now()});
const draw = (most: number) => Math.floor(Math.random() * most);

async function open(at: string): Promise<Journal> {
  const journal = await openOwn({path: at, host: readHost(process.pid), busyTimeoutMs: 5_000});
  return journal;
}

/** Takes the controls in one of twelve turns, and sends whenever it has them. */
async function send(at: string, baseUrl: string, forSeconds: number): Promise<void> {
  const journal = await open(at);
  await journal.account.claim(new Set());
  const client = createClient({baseUrl, credential: {scheme: 'none'}});
  const until = performance.now() + forSeconds * 1_000;
  const underWay: Promise<void>[] = [];
  let made = 0;
  while (performance.now() < until) {
    if (draw(12) === 0) decided(() => journal.controls.take(Date.now(), true));
    decided(() => endAnswered(journal));
    const intent = drawn(`${process.pid}-${made++}`);
    const asked = decided(() => journal.ask(intent, {...unlimited, now: now()}));
    if (asked?.kind === 'asked') underWay.push(sendOne(journal, client, asked));
    await pause(draw(8));
  }
  await Promise.all(underWay);
  process.disconnect?.();
}

/** Only a process that has the controls decides: another one may have taken them. */
function decided<Value>(work: () => Value): Value | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof JournalError && error.problem === 'viewer') return undefined;
    throw error;
  }
}

function drawn(id: string): Intent {
  const draft: PlaceDraft = {kind: 'place', symbol: `S-${draw(targets)}`, side: 'BUY', price: '5', size: '1'};
  return {
    ...{id, draft, idempotencyKey: crypto.randomUUID(), state: 'SENDING', askedAt: now()},
    ...{changedAt: Date.now(), reason: '', attempts: []},
  };
}

async function sendOne(
  journal: Journal,
  client: ReturnType<typeof createClient>,
  {intent, begun}: {intent: Intent; begun: Attempt},
): Promise<void> {
  const known = {halted: undefined, knows: {...unlimited, now: now()}};
  const holdBack = () => whyUnsent(known, journal, intent, begun, now());
  const world = {journal, now, send: () => {}, after: setTimeoutOf};
  commitOutcome(world, intent, begun, await perform(client, intent, {holdBack}));
}

const setTimeoutOf = (ms: number, then: () => void) => void setTimeout(then, ms);

/** A write that is not sent has ended, and one that was answered is done, whichever process sent it. */
function endAnswered(journal: Journal): void {
  if (journal.controls.seen().is !== 'ours') return;
  for (const intent of journal.writes(Date.now())) {
    const outcome = intent.attempts.at(-1)?.result?.outcome;
    const isOpen = intent.state === 'SENDING';
    if (isOpen && outcome?.kind === 'not sent')
      journal.save(become(intent, 'NOT SENT', outcome.words, now()));
    if (isOpen && outcome?.kind === 'yes') {
      const recordId = ordersAnswered(intent)[0]?.orderId;
      journal.save(becomeDone(intent, {recordId}, 'Confirmed by its record.', now()));
    }
  }
}

/** It counts each key, and answers after up to 30 ms. */
async function startService() {
  const seen = new Map<string, number>();
  let orders = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => {
      const {idempotencyKey, ...order} = JSON.parse(Buffer.concat(chunks).toString());
      seen.set(idempotencyKey, (seen.get(idempotencyKey) ?? 0) + 1);
      const terms = {price: 5, size: 1, sizeContracts: 1};
      const body = {...order, ...terms, orderId: ++orders, status: 'PENDING'};
      setTimeout(() => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(body));
      }, draw(30));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const {port} = server.address() as AddressInfo;
  return {seen, baseUrl: `http://127.0.0.1:${port}`, close: () => server.close()};
}

const noting = `
  CREATE TABLE race (at INTEGER PRIMARY KEY AUTOINCREMENT, what TEXT, epoch INTEGER, target TEXT, is_open INTEGER);
  CREATE TRIGGER race_took AFTER INSERT ON controls
    BEGIN INSERT INTO race (what, epoch) VALUES ('took', NEW.epoch); END;
  CREATE TRIGGER race_began AFTER INSERT ON attempts
    BEGIN INSERT INTO race (what, epoch) VALUES ('began', NEW.epoch); END;
  CREATE TRIGGER race_asked AFTER INSERT ON intents
    BEGIN INSERT INTO race (what, target, is_open) VALUES ('asked', NEW.target, 1); END;
  CREATE TRIGGER race_ended AFTER UPDATE OF state ON intents WHEN NEW.state IN ('CONFIRMED', 'NOT SENT')
    BEGIN INSERT INTO race (what, target, is_open) VALUES ('ended', NEW.target, 0); END;
  CREATE TRIGGER race_told AFTER UPDATE OF outcome ON attempts WHEN OLD.outcome IS NOT NULL
    BEGIN INSERT INTO race (what) VALUES ('told twice'); END;`;

async function race(forSeconds: number): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'optty-race-'));
  const file = join(folder, 'journal.db');
  const service = await startService();
  try {
    const journal = await open(file);
    await journal.account.claim(new Set());
    journal.close();
    const db = new DatabaseSync(file, {timeout: 5_000});
    db.exec(noting);
    const children = Array.from({length: processes}, () =>
      fork(import.meta.filename, ['process', file, service.baseUrl, String(forSeconds)]),
    );
    const codes = await Promise.all(children.map(endOf));
    const figures = {processes, seconds: forSeconds, ...figuresIn(db), ...sentTwice(db, service.seen)};
    db.close();
    console.log(JSON.stringify(figures));
    const {underOldEpoch, twoOnOneTarget, toldTwice, lost, twice} = figures;
    const broken = underOldEpoch + twoOnOneTarget + toldTwice + lost + twice;
    const isGood = broken === 0 && codes.every(code => code === 0) && figures.attempts > 0;
    console.log(isGood ? 'good' : 'BAD');
    return isGood;
  } finally {
    service.close();
    rmSync(folder, {recursive: true, force: true});
  }
}

async function endOf(child: ChildProcess): Promise<unknown> {
  const [code] = await once(child, 'exit');
  return code;
}

/** In the order in which the journal took them. */
function figuresIn(db: DatabaseSync) {
  const open = new Set<unknown>();
  const sum = {taken: 0, attempts: 0, underOldEpoch: 0, twoOnOneTarget: 0, toldTwice: 0};
  let epoch: unknown;
  for (const row of db.prepare('SELECT * FROM race ORDER BY at').all()) {
    if (row.what === 'took') [epoch, sum.taken] = [row.epoch, sum.taken + 1];
    if (row.what === 'began') {
      sum.attempts++;
      if (row.epoch !== epoch) sum.underOldEpoch++;
    }
    if (row.what === 'asked') {
      if (open.has(row.target)) sum.twoOnOneTarget++;
      open.add(row.target);
    }
    if (row.what === 'ended') open.delete(row.target);
    if (row.what === 'told twice') sum.toldTwice++;
  }
  return sum;
}

/** The requests that reached the service, against what the journal says of them. */
function sentTwice(db: DatabaseSync, seen: ReadonlyMap<string, number>) {
  const rows = db
    .prepare('SELECT idempotency_key AS key, outcome FROM intents JOIN attempts ON id = intent_id')
    .all();
  const outcomes = new Map(rows.map(({key, outcome}) => [String(key), outcome]));
  const kindOf = (key: string) => JSON.parse(String(outcomes.get(key) ?? 'null'))?.kind;
  return {
    arrived: seen.size,
    heldBackOnTheSocket: rows.filter(({key}) => kindOf(String(key)) === 'not sent').length,
    twice: [...seen.values()].filter(times => times > 1).length,
    /** It arrived, and the journal has no yes of it. */
    lost: [...seen.keys()].filter(key => kindOf(key) !== 'yes').length,
  };
}

if (role === 'process') await send(path, origin, Number(seconds));
else process.exitCode = (await race(Number(role))) ? 0 : 1;
