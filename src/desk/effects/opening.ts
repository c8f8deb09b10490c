import {mostLagMs} from '../../account/model/lags.ts';
import type {Moment} from '../../account/model/moment.ts';
import {unanswered} from '../../account/reading/ledger.ts';
import {eventLine} from '../../core/events/line.ts';
import {isResolved} from '../../core/intents/intent.ts';
import type {Glimpse} from '../../core/journal/glimpse.ts';
import type {BoundJournal} from '../../core/journal/journal.ts';
import {isLasting, isOfAnother, JournalError, orRefused} from '../../core/journal/problem.ts';
import {readKept} from '../kept.ts';
import type {SentMsg} from '../messages.ts';
import type {State} from '../state.ts';

type Opened = {
  readonly journal: BoundJournal;
  /** It is that of the last service at the address, where nothing has answered. */
  readonly isGuessed?: boolean | undefined;
};

export type OpeningWorld = {
  /** False in READ-ONLY, which takes no controls. */
  readonly mayWrite: () => boolean;
  /** @throws {JournalError} */
  readonly open: () => Promise<Opened>;
  readonly shown: () => Pick<State, 'link' | 'settings' | 'halt' | 'rounds'>;
  /** Unresolved writes of other accounts of this machine, in words. */
  readonly others: () => string | undefined;
  /** @throws {JournalError} */
  readonly glimpse: (limit: number) => Glimpse;
  readonly ready: (journal: BoundJournal) => void;
  readonly send: (msg: SentMsg) => void;
  readonly now: () => Moment;
};

const recentLimit = 200;

/**
 * Another dashboard is writing, or no record has shown an account yet: the journal counts as opening. Each
 * counts from when it is first seen: a service may answer late.
 */
const patienceMs: Partial<Record<JournalError['problem'], number>> = {
  busy: 30_000,
  unproved: 60_000,
  unanswered: 5_000,
};

/**
 * Opens the journal. Its writes are read and shown first, whatever the state of the disk; only then are free
 * controls taken, which writes. After a failure the next look of the desk, a second later, tries again.
 */
export function createOpening(world: OpeningWorld): () => Promise<void> {
  const {send, now} = world;
  let trying: Promise<void> | undefined;
  let isReady = false;
  let isShown = false;
  const firstSeen = new Map<JournalError['problem'], Moment>();

  const take = ({journal, isGuessed}: Opened) => {
    if (isGuessed) {
      tellUnresolved(world, journal);
      throw new JournalError('unanswered', unanswered);
    }
    const {link, settings} = world.shown();
    tellWhatItHolds(world, journal, !isShown);
    isShown = true;
    journal.account.check(link.accounts, {lagMs: mostLagMs(link, settings), now: now().wall});
    journal.account.claim(link.accounts);
    const others = world.others();
    if (others !== undefined) send({type: 'told', text: `${others}.`, level: 'warning'});
    if (world.mayWrite()) journal.controls.take(now().wall, false);
    tellMissing(world, journal);
    isReady = true;
    world.ready(journal);
    send({type: 'journalOpened'});
  };

  const attempt = async (): Promise<void> => {
    if (isReady) return;
    const moment = now();
    let isOpen = false;
    try {
      const opened = await world.open();
      isOpen = true;
      take(opened);
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
      const {problem} = error;
      const began = firstSeen.get(problem) ?? moment;
      firstSeen.set(problem, began);
      const isRead = world.shown().rounds.reading.lists.easyOptions.ended !== undefined;
      const isPatient = !isLasting(error, isRead) && now().mono - began.mono < (patienceMs[problem] ?? 0);
      if (!isPatient) tellFailed(world, error, isOpen);
      else if (!isOpen) tellGlimpse(world);
    }
  };
  return () => {
    trying ??= attempt().finally(() => {
      trying = undefined;
    });
    return trying;
  };
}

/** Past events may be of another account than the one that answers: they would stay in Activity. */
function tellUnresolved({send, now}: OpeningWorld, journal: BoundJournal): void {
  const intents = journal.writes(now().wall).filter(each => !isResolved(each));
  send({type: 'journalRead', activity: [], intents});
}

/** Alerts, pins and filters are restored only the first time: later changes are not in the journal yet. */
function tellWhatItHolds({send, now}: OpeningWorld, journal: BoundJournal, isFirst: boolean): void {
  const activity = journal.recentActivity(recentLimit);
  const intents = journal.writes(now().wall);
  if (!isFirst) {
    send({type: 'journalRead', activity, intents});
    return;
  }
  const kept = readKept(journal.recall);
  send({type: 'journalRead', activity, kept, intents, working: journal.halt.working()});
}

function tellMissing({send, now}: OpeningWorld, journal: BoundJournal): void {
  const missing = journal.takeMissing();
  if (missing === 0) return;
  const text = `The journal was replaced, or restored from a copy: ${missing} later ${missing === 1 ? 'write is' : 'writes are'} not in it. Check orders and Easy Options before you trade.`;
  send({type: 'told', text, level: 'danger'});
  const told = {what: 'Journal', target: 'restored', amount: '', outcome: text};
  const line = eventLine(now().wall, 'journal', told);
  journal.appendEvents([line]);
  send({type: 'journalRead', activity: [line]});
}

function tellFailed(world: OpeningWorld, error: JournalError, isOpen: boolean): void {
  const {message: reason, problem, isSettled} = error;
  const isBarred = isOfAnother(error);
  const isRead = isOpen || isSettled || tellGlimpse(world);
  world.send({
    ...{type: 'journalFailed', reason, isBarred},
    isUnread: problem === 'replaced' || isBarred || !isRead,
  });
}

/** @returns false if it cannot be read either */
function tellGlimpse({send, glimpse, shown}: OpeningWorld): boolean {
  const seen = orRefused<Glimpse | undefined>(
    () => glimpse(recentLimit),
    () => undefined,
  );
  if (seen === undefined) return false;
  send({type: 'journalRead', activity: seen.activity, intents: seen.open});
  const {halt: record} = seen;
  if (record !== shown().halt.record) send({type: 'halt', msg: {type: 'seen', record}});
  return true;
}
