import {eventLine} from '../events/news.ts';
import type {SentMsg} from '../messages.ts';
import {age} from '../model/freshness.ts';
import type {Moment} from '../model/moment.ts';
import type {Glimpse} from './glimpse.ts';
import type {BoundJournal} from './journal.ts';
import {readAlerts} from './json.ts';
import {JournalError} from './problem.ts';

export type OpeningWorld = {
  /** False in READ-ONLY, which takes no controls. */
  readonly mayWrite: () => boolean;
  readonly open: () => Promise<BoundJournal>;
  readonly glimpse: (limit: number) => Promise<Glimpse | undefined>;
  readonly ready: (journal: BoundJournal) => void;
  readonly send: (msg: SentMsg) => void;
  readonly after: (ms: number, then: () => void) => void;
  readonly now: () => Moment;
};

const recentLimit = 200;
/** An order placed here names the symbol of its contract; its fill may not be listed yet. */
const recentMs = 2 * 86_400_000;

const busyRetryMs = 500;
const busyPatienceMs = 30_000;
const leastGapMs = 1_000;

/**
 * Opens the journal. Unresolved intents are read and shown first, whatever the state of the disk; only then are
 * free controls and orphans taken, which writes. After a failure the polls retry.
 */
export function createOpening(world: OpeningWorld): () => Promise<void> {
  const {send, now} = world;
  let journal: BoundJournal | undefined;
  let isTrying = false;
  let isReady = false;
  let hasTold = false;
  let began: Moment | undefined;
  let lastTry: Moment | undefined;

  const take = (opened: BoundJournal) => {
    tellWhatItHolds(world, opened, !hasTold);
    hasTold = true;
    if (world.mayWrite()) opened.controls.take(now().wall, false);
    const adopted = opened.adopt();
    tellMissing(world, opened);
    isReady = true;
    world.ready(opened);
    send({type: 'journalOpened'});
    send({type: 'intent', msg: {type: 'restored', intents: adopted}});
    send({type: 'intent', msg: {type: 'held', held: opened.held()}});
  };

  const failed = async (error: JournalError) => {
    const isRead =
      error.problem === 'older'
        ? tellOlder(world, error)
        : error.problem !== 'replaced' && (journal !== undefined || (await tellGlimpse(world)));
    send({type: 'journalFailed', reason: error.message, isUnread: !isRead});
  };

  const attempt = async (): Promise<void> => {
    const moment = now();
    if (isReady || isTrying || (lastTry !== undefined && age(lastTry, moment) < leastGapMs)) return;
    isTrying = true;
    began ??= moment;
    lastTry = moment;
    try {
      journal ??= await world.open();
      take(journal);
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
      const isPatient = error.problem === 'busy' && now().mono - began.mono < busyPatienceMs;
      // Another dashboard is writing: until it is done, the journal counts as opening.
      if (!isPatient) return await failed(error);
      if (journal === undefined) await tellGlimpse(world);
      world.after(busyRetryMs, again);
    } finally {
      isTrying = false;
    }
  };
  const again = () => {
    lastTry = undefined;
    void attempt();
  };
  return attempt;
}

/** Alerts and own writes are restored only the first time: later ones are not in the journal yet. */
function tellWhatItHolds({send, now}: OpeningWorld, journal: BoundJournal, isFirst: boolean): void {
  const held = journal.held();
  const activity = journal.recentActivity(recentLimit);
  send({type: 'intent', msg: {type: 'held', held}});
  if (!isFirst) {
    send({type: 'journalRead', activity});
    return;
  }
  const intents = journal.confirmedSince(now().wall - recentMs);
  const alerts = readAlerts(journal.recall('alerts'));
  send({type: 'journalRead', activity, alerts, intents, working: journal.halt.working()});
  const elsewhere = wordsOnOthers(journal.unresolvedElsewhere());
  if (elsewhere !== undefined) send({type: 'told', text: elsewhere, level: 'warning'});
}

function tellMissing({send, now}: OpeningWorld, journal: BoundJournal): void {
  const missing = journal.takeMissing(now().wall);
  if (missing === 0) return;
  const text = `The journal was restored from a copy: ${missing} later ${missing === 1 ? 'write is' : 'writes are'} not in it. Check orders and Easy Options before you write.`;
  send({type: 'told', text, level: 'danger'});
  const told = {what: 'Journal', target: 'restored', amount: '', outcome: text};
  const line = eventLine(now().wall, 'journal', told);
  journal.appendEvents([line]);
  send({type: 'journalRead', activity: [line]});
}

async function tellGlimpse({send, glimpse}: OpeningWorld): Promise<boolean> {
  const seen = await glimpse(recentLimit);
  if (seen === undefined) return false;
  send({type: 'journalRead', activity: seen.activity});
  send({type: 'intent', msg: {type: 'held', held: seen.held}});
  return true;
}

/**
 * Lists unresolved writes of an older journal in Activity, once.
 * @returns true if there are none
 */
function tellOlder({send, now}: OpeningWorld, {unresolved}: JournalError): boolean {
  const told = {what: 'Journal', target: 'older build', amount: ''};
  const activity = unresolved.map((outcome, index) =>
    eventLine(now().wall, 'journal', {...told, outcome}, `older ${index}`),
  );
  if (activity.length > 0) send({type: 'journalRead', activity});
  return activity.length === 0;
}

function wordsOnOthers(number: number): string | undefined {
  if (number === 0) return undefined;
  const [are, them] = number === 1 ? ['write is', 'it'] : ['writes are', 'them'];
  return `${number} ${are} unresolved for another service; start optty with that to resolve ${them}.`;
}
