import {eventLine} from '../events/news.ts';
import type {SentMsg} from '../model/messages.ts';
import type {Moment} from '../model/moment.ts';
import type {BoundJournal} from './contract.ts';
import type {Glimpse} from './glimpse.ts';
import {readAlerts} from './json.ts';
import {JournalError} from './problem.ts';

/** What a dashboard needs to come by its journal. */
export type OpeningWorld = {
  /** Opens it, or rejects with a JournalError. */
  readonly open: () => Promise<BoundJournal>;
  /** What one that cannot be opened still tells; undefined where it cannot be read. */
  readonly glimpse: () => Promise<Glimpse | undefined>;
  /** It can be written from now on. */
  readonly ready: (journal: BoundJournal) => void;
  readonly send: (msg: SentMsg) => void;
  readonly after: (ms: number, then: () => void) => void;
  readonly now: () => Moment;
};

export type JournalOpening = {
  /** Tries once, unless a try is under way, was just made, or came to its end. */
  attempt(): Promise<void>;
};

/** How much of the journal's past Activity shows. */
export const recentLimit = 200;

/** One that another program holds is tried again soon, and counts as being opened for half a minute. */
const busyRetryMs = 500;
const busyPatienceMs = 30_000;
/** Otherwise the polls try again, and these are more than one in a period. */
const leastGapMs = 1_000;

/**
 * Opens the journal in the order that keeps what is unresolved in sight: it is read and told first, whatever
 * the disk says, and only then taken over, which writes. Where that fails the polls try again.
 */
export function createOpening(world: OpeningWorld): JournalOpening {
  const {send, now} = world;
  let journal: BoundJournal | undefined;
  let isTrying = false;
  let isReady = false;
  let hasTold = false;
  let began: Moment | undefined;
  let lastTry: Moment | undefined;

  /** Reads and tells; then takes over what dashboards left that are gone. */
  const take = (opened: BoundJournal) => {
    tellWhatItHolds(world, opened, !hasTold);
    hasTold = true;
    const adopted = opened.adopt();
    tellMissing(world, opened);
    isReady = true;
    world.ready(opened);
    send({type: 'journalOpened'});
    send({type: 'intent', msg: {type: 'restored', intents: adopted}});
    send({type: 'intent', msg: {type: 'held', held: opened.held()}});
  };

  const failed = async (error: JournalError) => {
    const isGone = error.problem === 'replaced';
    const isRead = !isGone && (journal !== undefined || (await tellGlimpse(world)));
    send({type: 'journalFailed', reason: error.message, isUnread: !isRead});
  };

  const attempt = async (): Promise<void> => {
    const moment = now();
    if (isReady || isTrying || (lastTry !== undefined && moment.mono - lastTry.mono < leastGapMs)) return;
    isTrying = true;
    began ??= moment;
    lastTry = moment;
    try {
      journal ??= await world.open();
      take(journal);
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
      const isPatient = error.problem === 'busy' && now().mono - began.mono < busyPatienceMs;
      // Another dashboard writes at this very moment: until it is done the journal counts as being opened.
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
  return {attempt};
}

/** Alerts the first time alone: those that were set since are not in it. */
function tellWhatItHolds({send}: OpeningWorld, journal: BoundJournal, isFirst: boolean): void {
  const held = journal.held();
  const activity = journal.recentActivity(recentLimit);
  send({type: 'intent', msg: {type: 'held', held}});
  if (!isFirst) {
    send({type: 'journalRead', activity});
    return;
  }
  send({type: 'journalRead', activity, alerts: readAlerts(journal.recall('alerts'))});
  const elsewhere = wordsOnOthers(journal.unresolvedElsewhere());
  if (elsewhere !== undefined) send({type: 'told', text: elsewhere, level: 'warning'});
}

/** Kept in Activity, too: it is told once, and what is missing was sent. */
function tellMissing({send, now}: OpeningWorld, journal: BoundJournal): void {
  const missing = journal.takeMissing();
  if (missing === 0) return;
  const text = `The journal was restored from a copy: ${missing} later ${missing === 1 ? 'write is' : 'writes are'} not in it. Check orders and Easy Options before you write.`;
  send({type: 'told', text, level: 'danger'});
  const told = {what: 'Journal', target: 'restored', amount: '', outcome: text};
  const line = eventLine(now().wall, 'journal', told);
  journal.appendEvents([line]);
  send({type: 'journalRead', activity: [line]});
}

async function tellGlimpse({send, glimpse}: OpeningWorld): Promise<boolean> {
  const seen = await glimpse();
  if (seen === undefined) return false;
  send({type: 'journalRead', activity: seen.activity});
  send({type: 'intent', msg: {type: 'held', held: seen.held}});
  return true;
}

/** They are settled against their own service alone. */
function wordsOnOthers(number: number): string | undefined {
  if (number === 0) return undefined;
  const [are, them] = number === 1 ? ['write is', 'it'] : ['writes are', 'them'];
  return `${number} ${are} unresolved for another service; start optty with that to settle ${them}.`;
}
