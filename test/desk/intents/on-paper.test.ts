import {randomUUID} from 'node:crypto';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, it, type TestContext} from 'vitest';
import {createClient} from '../../../src/api/client.ts';
import {readHost} from '../../../src/commands/dashboard/host.ts';
import {createIntentEffects} from '../../../src/desk/effects/writes.ts';
import {
  type Draft,
  type Intent,
  type IntentMsg,
  type IntentSent,
  type Intents,
  initialIntents,
} from '../../../src/desk/intents/intent.ts';
import {updateIntents} from '../../../src/desk/intents/update.ts';
import {openJournal} from '../../../src/desk/journal/journal.ts';
import {JournalError} from '../../../src/desk/journal/problem.ts';
import type {Moment} from '../../../src/desk/model/moment.ts';
import {noLimits} from '../../../src/desk/model/vocabulary.ts';
import {describe as words} from '../../../src/desk/words/intents.ts';
import {startPaper} from '../../../src/paper/server.ts';
import {unlimited} from '../limits/knows.ts';

/** The life of intents on the real client, a journal on disk and the paper service, whose faults are named. */
async function onPaper(faults: string, {onTestFinished}: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'optty-intents-'));
  const now = (): Moment => ({mono: performance.now(), wall: Date.now()});
  const paper = await startPaper({db: ':memory:', seed: 5, faults});
  const client = createClient({baseUrl: paper.origin, credential: {scheme: 'bearer', token: paper.token}});
  const journal = await openJournal({path: join(folder, 'journal.db'), host: readHost(process.pid)});
  if (journal instanceof JournalError) throw journal;
  const service = {...client.service, ledger: paper.ledgerId, credentialSource: 'paper'};
  let intents: Intents = initialIntents;
  const waiting: {until: (intents: Intents) => boolean; resolve: () => void}[] = [];
  const send = (msg: IntentSent): void => {
    const [next, commands] = updateIntents(intents, {...msg, now: now()} as IntentMsg);
    intents = next;
    for (const command of commands)
      if (command.type === 'journalAsk' || command.type === 'journalGoOn')
        carryOut({...command, knows: unlimited});
      else if (command.type !== 'refresh' && command.type !== 'say' && command.type !== 'tell')
        carryOut(command);
    for (const each of waiting) if (each.until(intents)) each.resolve();
  };
  let stopped: Promise<void> | undefined;
  const stopService = () => {
    stopped ??= paper.close();
    return stopped;
  };
  const timers = new Set<NodeJS.Timeout>();
  const carryOut = createIntentEffects({
    client,
    journal: journal.bind(service, 'test'),
    service,
    limits: noLimits,
    uuid: randomUUID,
    now,
    send,
    after: (ms, then) => timers.add(setTimeout(then, ms)),
  });
  onTestFinished(async () => {
    for (const timer of timers) clearTimeout(timer);
    await client.close();
    await stopService();
    journal.close();
    rmSync(folder, {recursive: true});
  });

  const until = (isSo: (intents: Intents) => boolean) =>
    new Promise<void>(resolve => {
      if (isSo(intents)) resolve();
      else waiting.push({until: isSo, resolve});
    });
  return {
    client,
    stopService,
    /** What becomes of a draft: an end, or UNKNOWN after so many good reads. */
    async ask(draft: Draft, goodReads = 2): Promise<Intent> {
      const before = intents.list.length;
      send({type: 'ask', draft});
      const hasEnded = ({list, looks}: Intents) => {
        const intent = list[before];
        if (intent === undefined) return false;
        if (intent.state === 'UNKNOWN') return (looks[intent.id]?.goodReads ?? 0) >= goodReads;
        return ['DONE', 'REFUSED', 'NOT SENT'].includes(intent.state);
      };
      await until(hasEnded);
      return intents.list[before] as Intent;
    },
  };
}
type OnPaper = Awaited<ReturnType<typeof onPaper>>;

const opens = 'POST /v1/easy-options/open';
const closes = 'POST /v1/easy-options/*';
const places = 'POST /v1/orders';
const cancels = 'DELETE /v1/orders/*';

async function openDraft({client}: OnPaper): Promise<Draft> {
  const {value} = await client.listCards({active: 'true'});
  return {kind: 'open', cardId: value.rows[0]?.id ?? '', investmentAmount: '25'};
}

async function placeDraft({client}: OnPaper): Promise<Draft> {
  const {value} = await client.listCards({active: 'true'});
  const symbol = value.rows[0]?.currentOptionSymbol ?? '';
  return {kind: 'place', symbol, side: 'BUY', price: '0.01', size: '1'};
}

/** An Easy Option that is ACTIVE, and an order that rests, made without faults' routes. */
async function activeOption({client}: OnPaper): Promise<Draft> {
  const {value} = await client.listCards({active: 'true'});
  await client.openEasyOption({cardId: value.rows[0]?.id ?? '', investmentAmount: '25'});
  for (;;) {
    const [row] = (await client.searchEasyOptions({status: 'ACTIVE'})).value.rows;
    if (row !== undefined) return {kind: 'close', easyOptionId: row.id};
  }
}

async function restingOrder(desk: OnPaper): Promise<Draft> {
  const {symbol, side, price, size} = (await placeDraft(desk)) as Extract<Draft, {kind: 'place'}>;
  const order = {symbol, side, price, size, orderType: 'LIMIT', idempotencyKey: 'first'} as const;
  const {value} = await desk.client.createOrder(order);
  return {kind: 'cancel', orderId: value.orderId, size};
}

const done = (outcome: string) => ({state: 'DONE', proof: outcome});
const unknown = {state: 'UNKNOWN', candidates: []};

describe.concurrent('what could not be read before a send', () => {
  it('leaves it NOT SENT, and is not said to have been done perhaps', async test => {
    const desk = await onPaper('GET /v1/easy-options/search:status=503', test);
    const intent = await desk.ask(await openDraft(desk));
    expect(intent).toMatchObject({state: 'NOT SENT', attempts: []});
    expect(words(intent)).toMatch(/^NOT SENT: open card \d+ for 25\. .*\(status 503/);
    expect(words(intent)).not.toMatch(/may have been|look first|after a write/);
  });
});

describe.concurrent('an open, when the service', () => {
  const rows: [string, string, object][] = [
    ['answers', '', done('proved')],
    ['closes the connection after the commit', `${opens}:drop-after`, done('matched')],
    ['resets the connection after the commit', `${opens}:reset-after`, done('matched')],
    ['closes the connection before the commit', `${opens}:drop-before`, unknown],
    ['answers 503 after the commit', `${opens}:status-after=503`, done('matched')],
    ['answers with a page of HTML', `${opens}:html`, done('matched')],
    ['answers with nothing', `${opens}:empty`, done('matched')],
    ['answers with half a body', `${opens}:cut`, done('matched')],
    ['answers 500 without doing it', `${opens}:status=500`, unknown],
    ['asks to wait', `${opens}:rate-limit=7`, {state: 'REFUSED'}],
    ['does not know the credential', `${opens}:status=401`, {state: 'REFUSED'}],
    ['redirects', `${opens}:status=307`, unknown],
  ];
  for (const [name, faults, expected] of rows) {
    it(`${name}, is sent once and ends as said`, async test => {
      const desk = await onPaper(faults, test);
      const intent = await desk.ask(await openDraft(desk));
      expect(intent).toMatchObject(expected);
      expect(intent.attempts).toHaveLength(1);
      expect(words(intent)).toMatch(/^(OPENING \(PENDING\)|OPEN \(ACTIVE\)|UNKNOWN|REFUSED): /);
      expect(words(intent)).not.toMatch(/\bDONE\b|proved|A read shows/);
      const {value} = await desk.client.searchEasyOptions({});
      expect(value.rows.length).toBe(intent.state === 'DONE' ? 1 : 0);
    });
  }
});

describe.concurrent('a close, when the service', () => {
  const rows: [string, string, object][] = [
    ['answers', '', done('proved')],
    ['closes the connection after the commit', `${closes}/close:drop-after`, done('matched')],
    ['closes the connection before the commit', `${closes}/close:drop-before`, unknown],
    ['answers with garbage', `${closes}/close:garbage`, done('matched')],
  ];
  for (const [name, faults, expected] of rows) {
    it(`${name}, is sent once and ends as said`, async test => {
      const desk = await onPaper(faults, test);
      const intent = await desk.ask(await activeOption(desk));
      expect(intent).toMatchObject(expected);
      expect(intent.attempts).toHaveLength(1);
    });
  }

  it('says that it is not ACTIVE, is refused, for an earlier close had done it', async test => {
    const desk = await onPaper('', test);
    const draft = await activeOption(desk);
    await desk.ask(draft);
    expect(await desk.ask(draft)).toMatchObject({
      state: 'REFUSED',
      reason: 'An earlier close had done it already.',
    });
  });

  it('says that it is not ACTIVE, though it goes on, is refused with its words once a read showed that', async test => {
    const desk = await onPaper(`${closes}/close:status=422*1`, test);
    const intent = await desk.ask(await activeOption(desk));
    expect(intent).toMatchObject({
      state: 'REFUSED',
      reason: expect.stringMatching(/^The service refused it\..*The Easy Option is ACTIVE\.$/),
    });
  });

  it('knows no such Easy Option, is refused only once the list agrees with the 404', async test => {
    const desk = await onPaper('', test);
    expect(await desk.ask({kind: 'close', easyOptionId: '77'})).toMatchObject({
      state: 'REFUSED',
      reason: expect.stringMatching(/404, and no such row/),
    });
  });
});

describe.concurrent('a placed order, when the service', () => {
  const rows: [string, string, object, number][] = [
    ['answers', '', done('proved'), 1],
    ['closes the connection after the commit', `${places}:drop-after*1`, done('proved'), 2],
    ['closes the connection before the commit, twice', `${places}:drop-before*2`, done('proved'), 3],
    ['answers 504 after the commit, three times', `${places}:status-after=504*3`, done('matched'), 3],
    ['answers half a body, then 422', `${places}:cut*1,${places}:status=422*1`, done('matched'), 2],
    ['asks to wait', `${places}:rate-limit=none`, {state: 'REFUSED'}, 1],
  ];
  for (const [name, faults, expected, sent] of rows) {
    it(`${name}, is placed once and ends as said`, async test => {
      const desk = await onPaper(faults, test);
      const intent = await desk.ask(await placeDraft(desk));
      expect(intent).toMatchObject(expected);
      expect(intent.attempts).toHaveLength(sent);
      const {value} = await desk.client.listOrders({});
      expect(value.rows.length).toBe(intent.state === 'DONE' ? 1 : 0);
    });
  }
});

describe.concurrent('a cancel, when the service', () => {
  it('answers, is DONE with its record', async test => {
    const desk = await onPaper('', test);
    expect(await desk.ask(await restingOrder(desk))).toMatchObject(done('proved'));
  });

  it('closes the connection before the commit, is sent again once the order is seen open', async test => {
    const desk = await onPaper(`${cancels}:drop-before*1`, test);
    const intent = await desk.ask(await restingOrder(desk));
    expect(intent).toMatchObject({...done('proved'), attempts: [{by: 'user'}, {by: 'itself'}]});
  });

  it('closes the connection after the commit, is not called cancelled because the order is gone', async test => {
    const desk = await onPaper(`${cancels}:drop-after*1`, test);
    const intent = await desk.ask(await restingOrder(desk));
    expect(intent).toMatchObject({...unknown, reason: expect.stringMatching(/0 of 1|no answer/)});
  });
});

it.concurrent('what a service that is gone cannot be asked is NOT SENT', async test => {
  const desk = await onPaper('', test);
  const drafts = [
    await activeOption(desk),
    await openDraft(desk),
    await placeDraft(desk),
    await restingOrder(desk),
  ];
  await desk.stopService();
  for (const draft of drafts) {
    expect(await desk.ask(draft)).toMatchObject({state: 'NOT SENT', attempts: attemptsOf(draft)});
  }
});

/**
 * Open and place fail before their first attempt, for what there is has to be read first. A cancel tries three
 * times.
 */
function attemptsOf({kind}: Draft): object[] {
  return kind === 'close' ? [{}] : kind === 'cancel' ? [{}, {}, {}] : [];
}
