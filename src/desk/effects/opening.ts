import {mostLagMs} from '../../account/model/lags.ts';
import {age, type Moment} from '../../account/model/moment.ts';
import {eventLine} from '../../core/events/line.ts';
import type {Glimpse} from '../../core/journal/glimpse.ts';
import type {BoundJournal} from '../../core/journal/journal.ts';
import {isOfAnother, JournalError} from '../../core/journal/problem.ts';
import type {SentMsg} from '../messages.ts';
import {readAlerts} from '../model/alerts.ts';
import type {State} from '../state.ts';

export type OpeningWorld = {
  /** False in READ-ONLY, which takes no controls. */
  readonly mayWrite: () => boolean;
  readonly open: () => Promise<BoundJournal>;
  readonly shown: () => Pick<State, 'link' | 'settings' | 'halt' | 'rounds'>;
  /** Unresolved writes of other accounts of this machine, in words. */
  readonly others: () => Promise<string | undefined>;
  readonly glimpse: (limit: number) => Promise<Glimpse | undefined>;
  /** It takes a halt; more only once it is proved. */
  readonly found: (journal: BoundJournal) => void;
  readonly ready: (journal: BoundJournal) => void;
  readonly send: (msg: SentMsg) => void;
  readonly after: (ms: number, then: () => void) => void;
  readonly now: () => Moment;
};

const recentLimit = 200;

const busyRetryMs = 500;
/**
 * Another dashboard is writing, or no record has shown an account yet: the journal counts as opening. Each
 * counts from when it is first seen: a service may answer late.
 */
const patienceMs: Partial<Record<JournalError['problem'], number>> = {
  busy: 30_000,
  unproved: 60_000,
  unanswered: 5_000,
};
const leastGapMs = 1_000;

/**
 * Opens the journal. Its writes are read and shown first, whatever the state of the disk; only then are free
 * controls taken, which writes. After a failure the polls retry.
 */
export function createOpening(world: OpeningWorld): () => Promise<void> {
  const {send, now} = world;
  let journal: BoundJournal | undefined;
  let isTrying = false;
  let isReady = false;
  let isShown = false;
  let hasTold = false;
  const firstSeen = new Map<JournalError['problem'], Moment>();
  let lastTry: Moment | undefined;

  const take = async (opened: BoundJournal) => {
    const {link, settings} = world.shown();
    tellWhatItHolds(world, opened, !isShown);
    if (!isShown) world.found(opened);
    isShown = true;
    await opened.account.check(link.accounts, {lagMs: mostLagMs(link, settings), now: now().wall});
    if (!hasTold) await tellOthers(world);
    hasTold = true;
    await opened.account.claim(link.accounts);
    if (world.mayWrite()) opened.controls.take(now().wall, false);
    tellMissing(world, opened);
    isReady = true;
    world.ready(opened);
    send({type: 'journalOpened'});
  };

  const attempt = async (): Promise<void> => {
    const moment = now();
    if (isReady || isTrying || (lastTry !== undefined && age(lastTry, moment) < leastGapMs)) return;
    isTrying = true;
    lastTry = moment;
    const isUnread = world.shown().rounds.reading.lists.easyOptions.ended === undefined;
    try {
      journal ??= await world.open();
      await take(journal);
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
      const {problem} = error;
      const began = firstSeen.get(problem) ?? moment;
      firstSeen.set(problem, began);
      // Once they are read, only a person can say whose it is.
      const mayEnd = problem !== 'unproved' || isUnread;
      const isPatient = mayEnd && now().mono - began.mono < (patienceMs[problem] ?? 0);
      if (!isPatient) return await tellFailed(world, error, journal !== undefined);
      if (journal === undefined) await tellGlimpse(world, error);
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

/** Alerts are restored only the first time: later ones are not in the journal yet. */
function tellWhatItHolds({send, now}: OpeningWorld, journal: BoundJournal, isFirst: boolean): void {
  const activity = journal.recentActivity(recentLimit);
  const intents = journal.writes(now().wall);
  if (!isFirst) {
    send({type: 'journalRead', activity, intents});
    return;
  }
  const alerts = readAlerts(journal.recall('alerts'));
  send({type: 'journalRead', activity, alerts, intents, working: journal.halt.working()});
}

function tellMissing({send, now}: OpeningWorld, journal: BoundJournal): void {
  const missing = journal.takeMissing();
  if (missing === 0) return;
  const text = `The journal was replaced, or restored from a copy: ${missing} later ${missing === 1 ? 'write is' : 'writes are'} not in it. Check orders and Easy Options before you write.`;
  send({type: 'told', text, level: 'danger'});
  const told = {what: 'Journal', target: 'restored', amount: '', outcome: text};
  const line = eventLine(now().wall, 'journal', told);
  journal.appendEvents([line]);
  send({type: 'journalRead', activity: [line]});
}

async function tellOthers({send, others}: OpeningWorld): Promise<void> {
  const text = await others();
  if (text !== undefined) send({type: 'told', text: `${text}.`, level: 'warning'});
}

async function tellFailed(world: OpeningWorld, error: JournalError, isOpen: boolean): Promise<void> {
  const {message: reason, problem} = error;
  const isBarred = isOfAnother(error);
  const isUnread = problem === 'replaced' || isBarred;
  const isRead =
    problem === 'older' ? tellOlder(world, error) : isOpen || isBarred || (await tellGlimpse(world, error));
  world.send({type: 'journalFailed', reason, isUnread: isUnread || !isRead, isBarred});
}

async function tellGlimpse({send, glimpse, shown}: OpeningWorld, {problem}: JournalError): Promise<boolean> {
  // What happened may be of another account than the one that answers: it would stay in Activity.
  const seen = await glimpse(problem === 'unanswered' ? 0 : recentLimit);
  if (seen === undefined) return false;
  send({type: 'journalRead', activity: seen.activity, intents: seen.open});
  const {halt: record} = seen;
  if (record !== shown().halt.record) send({type: 'halt', msg: {type: 'seen', record}});
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
