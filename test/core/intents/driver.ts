import type {Moment} from '../../../src/account/model/moment.ts';
import {type PortfolioRows, unreadRows} from '../../../src/account/portfolio/rows.ts';
import {
  type Intent,
  type IntentCommand,
  type IntentMsg,
  type IntentSent,
  type Intents,
  initialIntents,
} from '../../../src/core/intents/intent.ts';
import {type Draft, hasKey} from '../../../src/core/intents/kinds/kinds.ts';
import {knownBefore} from '../../../src/core/intents/known.ts';
import type {Attempt, Outcome} from '../../../src/core/intents/outcome.ts';
import {updateIntents} from '../../../src/core/intents/update.ts';
import {describe} from '../../../src/core/intents/words.ts';
import {intentFor} from '../../helpers/intents.ts';
import {accountRead, type Lists, wholeRows} from '../../helpers/whole.ts';
import {start} from './attempts.ts';

/** The life of intents, driven by hand: a clock that stands still until it is moved, and what was asked for. */
export function drive() {
  let now: Moment = start;
  let account: {readonly rows: PortfolioRows; readonly began: Moment | undefined} = {
    ...{rows: unreadRows(0), began: start},
  };
  let intents: Intents = {...initialIntents, clock: {offsetMs: 0, seenAt: start}};
  let reads = 0;
  let asked: IntentCommand[] = [];
  const all: IntentCommand[] = [];
  let ids = 0;
  let held: string | undefined;

  const lacking = (): never => {
    throw new Error('Nothing was asked of the journal.');
  };
  const driver = {
    get intents() {
      return intents;
    },
    get now() {
      return now;
    },
    /** The commands since the last look, without what is only told. */
    commands(): IntentCommand[] {
      const since = asked.filter(command => !['refresh', 'say', 'tell'].includes(command.type));
      asked = [];
      return since;
    },
    told: () => wordsOf(asked),
    /** The last that was told, whatever was looked at since. */
    lastTold: () => wordsOf(all).at(-1),
    /** From now on the gate holds every write. */
    hold(reason: string) {
      held = reason;
    },
    pass(ms: number, wallMs = ms) {
      now = {mono: now.mono + ms, wall: now.wall + wallMs};
    },
    send(sent: IntentSent) {
      const [next, commands] = updateIntents(intents, {...sent, now} as IntentMsg, () => held);
      intents = next;
      asked.push(...commands);
      all.push(...commands);
    },
    only(): Intent {
      const [intent] = intents.list;
      if (intent === undefined || intents.list.length > 1) throw new Error('There is not just one intent.');
      return intent;
    },
    intent(id: string): Intent {
      const intent = intents.list.find(each => each.id === id);
      if (intent === undefined) throw new Error(`There is no ${id}.`);
      return intent;
    },
    /** The journal takes the end that is claimed, if one is. */
    claimed(): Intent | undefined {
      const claim = driver.commands().find(each => each.type === 'claim');
      if (claim?.type !== 'claim') return undefined;
      driver.send({type: 'claimed', intent: claim.intent});
      return claim.intent;
    },
    /** What the last whole read of the account shows; nothing if none succeeded. */
    readAccount(rows: Lists | undefined) {
      account = {rows: wholeRows(rows ?? {}, now), began: rows && now};
    },
    /** As the journal answers a confirmed draft. */
    ask(draft: Draft): Intent {
      driver.send({type: 'ask', draft});
      return driver.journal();
    },
    /** What was asked for last, or the draft, is in the journal. */
    journal(given?: Extract<IntentCommand, {type: 'journalAsk'}>): Intent {
      const command = given ?? asked.findLast(each => each.type === 'journalAsk') ?? lacking();
      const {draft, at, offsetAtSend} = command;
      const id = `i-${++ids}`;
      const idempotencyKey = hasKey(draft) ? `k-${ids}` : undefined;
      const before = knownBefore(intents, draft, {...account, lagMs: intents.listLagMs});
      const more = {id, idempotencyKey, changedAt: now.wall, knownBefore: before, offsetAtSend};
      const intent = intentFor(draft, more, at);
      driver.send({type: 'asked', intent});
      return intent;
    },
    /** The account has been read whole, a moment after all that was before. */
    read(rows: Lists) {
      const began = {...now, mono: now.mono + ++reads / 1e6};
      for (const each of accountRead(rows, began)) driver.send(each);
    },
    readFails() {
      for (const pane of ['easyOptions', 'trades'] as const)
        driver.send({type: 'accountRead', pane, rows: unreadRows(0), failure: 'No answer.'});
    },
    /** Answers the attempt that is under way, 100 ms after it was begun. */
    attempted(id: string, outcome: Outcome, by: Attempt['by'] = 'user', isUnsteady = false) {
      const intent = intents.list.find(each => each.id === id);
      const number = (intent?.attempts.length ?? 0) + 1;
      const startedAt = now;
      driver.pass(100);
      const attempt: Attempt = {
        number,
        by,
        process: 'this',
        startedAt,
        isUnsteady,
        result: {at: now, outcome, requestId: 'r-1', latencyMs: 100},
      };
      driver.send({type: 'attempted', intentId: id, attempt});
    },
    /** Brings a draft as far as an attempt with this outcome. */
    sent(draft: Draft, outcome: Outcome): string {
      const {id} = driver.ask(draft);
      driver.attempted(id, outcome);
      return id;
    },
    /** Lets good reads go by that find just these rows. */
    reads(id: string, times: number, apartMs: number, rows: Lists = {}) {
      for (let read = 0; read < times; read++) {
        driver.pass(apartMs);
        driver.send({type: 'lookAgain', intentId: id});
        driver.read(rows);
      }
    },
  };
  return driver;
}

/** A write whose first attempt had this outcome. */
export function driveAfter(draft: Draft, outcome: Outcome) {
  const desk = drive();
  return {desk, id: desk.sent(draft, outcome)};
}

const wordsOf = (commands: readonly IntentCommand[]): string[] =>
  commands.flatMap(command => {
    if (command.type === 'say') return [describe(command.intent)];
    return command.type === 'tell' ? [command.text] : [];
  });
