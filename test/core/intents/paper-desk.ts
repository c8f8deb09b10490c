import {randomUUID} from 'node:crypto';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {TestContext} from 'vitest';
import type {Moment} from '../../../src/account/model/moment.ts';
import type {FeedPane} from '../../../src/account/model/vocabulary.ts';
import {noLimits} from '../../../src/account/model/vocabulary.ts';
import {unreadRows} from '../../../src/account/portfolio/rows.ts';
import {askPage, faultOf} from '../../../src/account/reading/pages.ts';
import {createClient} from '../../../src/api/client.ts';
import {readHost} from '../../../src/commands/host.ts';
import {
  type Intent,
  type IntentEffect,
  type IntentMsg,
  type IntentSent,
  type Intents,
  initialIntents,
  isResolved,
} from '../../../src/core/intents/intent.ts';
import type {Draft} from '../../../src/core/intents/kinds/kinds.ts';
import {replacedBy} from '../../../src/core/intents/kinds/place.ts';
import {updateIntents} from '../../../src/core/intents/update.ts';
import {JournalError} from '../../../src/core/journal/problem.ts';
import {createIntentEffects} from '../../../src/desk/effects/journaled.ts';
import {carryOut} from '../../../src/desk/effects/world.ts';
import {startPaper} from '../../../src/paper/server.ts';
import {takingControls} from '../../helpers/controls.ts';
import {startDesk} from '../../helpers/desk.ts';
import {openOwn} from '../../helpers/journal.ts';
import {accountRead} from '../../helpers/whole.ts';
import {unlimited} from '../limits/knows.ts';

/** The life of intents on the real client, a journal on disk and the paper service, whose faults are named. */
export async function onPaper(faults: string, {onTestFinished}: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'optty-intents-'));
  const now = (): Moment => ({mono: performance.now(), wall: Date.now()});
  const paper = await startPaper({db: ':memory:', seed: 5, faults});
  const client = createClient({baseUrl: paper.origin, credential: {scheme: 'bearer', token: paper.token}});
  const journal = await openOwn({path: join(folder, 'journal.db'), host: readHost(process.pid)});
  if (journal instanceof JournalError) throw journal;
  await journal.account.claim(new Set());
  const service = {...client.service, ledger: paper.ledgerId, credentialSource: 'paper'};
  let intents: Intents = {...initialIntents, clock: {offsetMs: 0, seenAt: now()}};
  let isReading = false;
  const waiting: {until: (intents: Intents) => boolean; resolve: () => void}[] = [];
  const send = (msg: IntentSent): void => {
    const [next, commands] = updateIntents(intents, {...msg, now: now()} as IntentMsg, () => undefined);
    intents = next;
    for (const command of commands)
      if (command.type === 'journalAsk') carry({...command, knows: {...unlimited, known: []}});
      else if (command.type === 'after') after(command.ms, () => send(command.due));
      else if (command.type === 'readAccount') void readAccount();
      else if (command.type !== 'refresh' && command.type !== 'say' && command.type !== 'tell')
        carry(command);
    for (const each of waiting) if (each.until(intents)) each.resolve();
  };
  /** Whole, again and again, as long as a write is in doubt. */
  const readAccount = async () => {
    if (isReading || Object.keys(intents.reads).length === 0) return;
    isReading = true;
    const began = now();
    const page = async <P extends FeedPane>(pane: P) => {
      const request = {pane, query: {}, page: 0, pageSize: 100};
      return (await askPage(client, request, {cards: [], easyOptions: []})).value.rows;
    };
    try {
      const rows = {orders: await page('orders'), trades: await page('trades')};
      for (const msg of accountRead({...rows, easyOptions: await page('easyOptions')}, began)) send(msg);
    } catch (error) {
      const failure = faultOf(error).text;
      for (const msg of accountRead({}, began)) send({...msg, rows: unreadRows(0), failure});
    }
    isReading = false;
    after(250, () => void readAccount());
  };
  let halted: Promise<void> | undefined;
  const stopService = () => {
    halted ??= paper.close();
    return halted;
  };
  const timers = new Set<NodeJS.Timeout>();
  const after = (ms: number, then: () => void) => timers.add(setTimeout(then, ms));
  const effects = createIntentEffects({
    warn: () => {},
    client,
    journal: takingControls(journal),
    service,
    limits: noLimits,
    uuid: randomUUID,
    state: () => startDesk().state,
    now,
    send,
    after,
    lookForControls: () => undefined,
  });
  const carry = (command: IntentEffect) => carryOut(effects, command, () => {});
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
    /** Faults from now on, and a fill by a tester's hand. */
    setFaults: paper.setFaults,
    fillOrder: paper.fillOrder,
    /** What becomes of a draft: an end, or UNKNOWN after so many good reads. */
    async ask(draft: Draft, goodReads = 4): Promise<Intent> {
      const before = intents.list.length;
      send({type: 'ask', draft});
      const hasEnded = ({list, reads}: Intents) => {
        const intent = list[before];
        if (intent === undefined) return false;
        if (intent.state === 'UNKNOWN') return (reads[intent.id]?.count ?? 0) >= goodReads;
        return ['CONFIRMED', 'REJECTED', 'NOT SENT'].includes(intent.state);
      };
      await until(hasEnded);
      return intents.list[before] as Intent;
    },
    /** The cancel that none followed, or the order that did. */
    async amend(draft: Draft): Promise<Intent> {
      send({type: 'ask', draft});
      const ofEnd = ({list}: Intents) =>
        list.find(each => replacedBy(each.draft) !== undefined && isResolved(each)) ??
        list.find(each => each.notReplaced !== undefined);
      await until(all => ofEnd(all) !== undefined);
      return ofEnd(intents) as Intent;
    },
  };
}
type OnPaper = Awaited<ReturnType<typeof onPaper>>;

export const opens = 'POST /v1/easy-options/open';
export const closes = 'POST /v1/easy-options/*';
export const places = 'POST /v1/orders';
export const cancels = 'DELETE /v1/orders/*';

export async function openDraft({client}: OnPaper): Promise<Draft> {
  const {value} = await client.listCards({active: 'true'});
  return {kind: 'open', cardId: value.rows[0]?.id ?? '', investmentAmount: '25'};
}

export async function placeDraft({client}: OnPaper): Promise<Draft> {
  const {value} = await client.listCards({active: 'true'});
  const symbol = value.rows[0]?.currentOptionSymbol ?? '';
  return {kind: 'place', symbol, side: 'BUY', price: '0.01', size: '1'};
}

/** An Easy Option that is ACTIVE, and an order that rests, made without faults' routes. */
export async function activeOption({client}: OnPaper): Promise<Draft> {
  const {value} = await client.listCards({active: 'true'});
  await client.openEasyOption({cardId: value.rows[0]?.id ?? '', investmentAmount: '25'});
  for (;;) {
    const [row] = (await client.searchEasyOptions({status: 'ACTIVE'})).value.rows;
    if (row !== undefined) return {kind: 'close', easyOptionId: row.id};
  }
}

export async function restingOrder(desk: OnPaper): Promise<Draft> {
  const {symbol, side, price, size} = (await placeDraft(desk)) as Extract<Draft, {kind: 'place'}>;
  const order = {symbol, side, price, size, orderType: 'LIMIT', idempotencyKey: 'first'} as const;
  const {value} = await desk.client.createOrder(order);
  return {kind: 'cancel', orderId: value.orderId, size};
}
