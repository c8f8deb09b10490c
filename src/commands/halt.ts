/** `optty halt`: blocks writes that add risk and closes what is open, without a terminal. */
import {setTimeout as pause, setInterval} from 'node:timers/promises';
import {whyOld} from '../account/reading/ledger.ts';
import {hasEnded} from '../account/resources/orders.ts';
import {counted} from '../account/words/text.ts';
import type {Operations} from '../api/client.ts';
import {ApiError, LinkError} from '../api/errors.ts';
import {type Id, limits} from '../api/wire/records.ts';
import type {Config} from '../config/config.ts';
import {
  type HaltEnd,
  type HaltRecord,
  haltEnds,
  haltState,
  haltWord,
  isHaltOver,
  isUnderWay,
  leftWords,
  longestHaltMs,
  noHalt,
  notEnded,
} from '../core/halt/halt.ts';
import {listedAgain, staysWorking, writesKnown} from '../core/halt/orders.ts';
import {initialIntents} from '../core/intents/intent.ts';
import {setHaltIn} from '../core/journal/journal.ts';
import type {BoundService} from '../core/journal/lease.ts';
import {JournalError} from '../core/journal/problem.ts';
import {messagesSince} from '../desk/notices.ts';
import {isReportedBefore} from '../desk/order/flag.ts';
import type {State} from '../desk/state.ts';
import {askingOn, boundService, connect, journalOf, sayCautions, serviceOf} from './connect.ts';
import {type HeadlessDesk, openHeadlessDesk} from './headless-desk.ts';
import {clock, readHost} from './host.ts';
import {exitCodes, signalled, Unable} from './line/exit.ts';
import {type CommandLine, numberFlag} from './line/parse-line.ts';
import {loadConfig} from './load-config.ts';
import {jsonText, type Out, print, say} from './output.ts';
import {openAccount} from './watch.ts';

export async function runHalt({flags}: CommandLine, host: NodeJS.Process): Promise<number> {
  const config = await loadConfig(flags, host.env);
  sayCautions(config, host);
  const mostSeconds = longestHaltMs / 1_000;
  const seconds = numberFlag('--timeout', flags.timeout, 'seconds', 1, mostSeconds) ?? mostSeconds;
  const timeoutMs = seconds * 1_000;
  const teller = createTeller(host.stdout, flags.json === true, config.accountLabel);
  if (flags.status === true) return tellStatus(config, host, teller);
  const {service} = config;
  const wants = haltEnds[flags.close === true ? 1 : 0];
  const flag = createFlag(config, wants, host, teller);
  // Set before the credential is read, which may take long or fail. For paper the ledger's id is asked first.
  if (service.kind === 'remote') {
    const {origin, path} = service;
    const last = await serviceOf(config, config.guardrails.readOnly ? undefined : soonMs);
    await flag.set({origin, path, ...last, fingerprint: '', credentialSource: ''});
  }
  const connection = await connect(config, host.env);
  const over = new AbortController();
  let headless: HeadlessDesk | undefined;
  try {
    const isSet = () => flag.kept() !== undefined;
    const isSaved = () => (headless ? isFlagKept(headless.desk.getState(), isSet()) : isSet());
    const interrupted = signalled(host).then(() => {
      leave(host, isSaved());
      return exitCodes.failed;
    });
    const asked = {wants, began: performance.now(), timeoutMs, isSaved, signal: over.signal};
    const reached = untilAnswered(() => boundService(connection, config), flag, asked, teller);
    const isReached = await Promise.race([reached, interrupted, connection.fault]);
    if (isReached === exitCodes.failed) return isReached;
    if (!isReached) {
      leave(host, isSaved(), notConfirmed(timeoutMs));
      return exitCodes.unreachable;
    }
    headless = await openHeadlessDesk(config, connection, host);
    return await Promise.race([
      haltAll(headless, {...asked, flagged: flag.kept()}, teller, host),
      interrupted,
      connection.fault,
    ]);
  } finally {
    over.abort();
    headless?.close();
    await connection.close();
  }
}

type Flag = ReturnType<typeof createFlag>;

function createFlag(config: Config, wants: HaltEnd, host: NodeJS.Process, teller: HaltTeller) {
  const {readOnly} = config.guardrails;
  let path: string | undefined;
  let number: number | undefined;
  return {
    /** Its number in the journal that was asked last, if that holds the flag. */
    kept: () => number,
    isIn: (service: BoundService) => path === journalOf(config, service).path,
    /**
     * Who has the controls carries it out until this command takes them.
     * @throws {Unable | JournalError} the journal is from an older build, or the profile is READ-ONLY
     */
    async set(service: BoundService) {
      const file = {...journalOf(config, service), host: readHost(host.pid)};
      try {
        number = (await setHaltIn(file, Date.now(), readOnly ? undefined : wants))?.number;
      } catch (error) {
        if (!(error instanceof JournalError) || error.problem === 'older' || readOnly) throw error;
        // It is retried while the command runs.
        teller.warn(`HALT NOT SAVED, retrying. ${error.message}`);
        number = undefined;
      }
      if (readOnly) throw new Unable('HALTED. READ-ONLY: nothing is canceled.');
      ({path} = file);
    },
  };
}

/**
 * The journal that was guessed may be of another service than the one that answers.
 * @returns false after the time-out
 */
async function untilAnswered(
  ask: () => Promise<BoundService>,
  flag: Flag,
  {began, timeoutMs, signal}: Asked,
  teller: HaltTeller,
): Promise<boolean> {
  let service = await ask();
  if (service.isGuessed) teller.warn(askingOn);
  while (service.isGuessed) {
    if (flag.kept() === undefined) await flag.set(service);
    if (performance.now() - began >= timeoutMs) return false;
    await pause(takeEveryMs, undefined, {signal});
    service = await ask();
  }
  if (!flag.isIn(service)) await flag.set(service);
  return true;
}

/** @param why it ends before the halt does, as a sentence; may be empty */
function leave({stderr}: NodeJS.Process, isSaved: boolean, why = ''): void {
  say(stderr, `optty: ${[why, isSaved ? staysSet : notSaved].filter(Boolean).join(' ')}\n`);
}

const notConfirmed = (timeoutMs: number) => `Not confirmed after ${timeoutMs / 1_000} s.`;
const staysSet = 'The halt stays set: ! on the dashboard or optty halt continues it.';
const notSaved =
  'HALT NOT SAVED: no process blocks new risk now. Repair the journal, then run optty halt again.';

/** One that can no longer be read may have taken the flag with it, and one that is open may be another. */
function isFlagKept({halt, journal}: State, isSet: boolean): boolean {
  return (
    (halt.record !== undefined || (isSet && journal.status !== 'open')) &&
    !(journal.status === 'failed' && journal.isUnread && !journal.isBarred)
  );
}

type Asked = {
  readonly wants: HaltEnd;
  readonly began: number;
  readonly timeoutMs: number;
  readonly isSaved: () => boolean;
  readonly signal: AbortSignal;
};

async function haltAll(
  {desk, want, isLifted}: HeadlessDesk,
  {wants, began, timeoutMs, isSaved, signal, flagged}: Asked & {readonly flagged: number | undefined},
  teller: HaltTeller,
  host: NodeJS.Process,
): Promise<number> {
  let isTaken = false;
  let askAgainAt = 0;
  let unreadSince: number | undefined;
  let found: number | undefined;
  const take = createTaking(want);
  signal.addEventListener(
    'abort',
    desk.subscribe(() => teller.tell(desk.getState())),
  );
  for await (const _ of setInterval(lookEveryMs, undefined, {signal})) {
    const state = desk.getState();
    const {record, unkept} = state.halt;
    const {journal} = state;
    const now = performance.now();
    teller.tell(state);
    take(state, now);
    unreadSince = journal.status === 'failed' && journal.isUnread ? (unreadSince ?? now) : undefined;
    if (journal.status === 'failed' && unreadSince !== undefined && now - unreadSince > unreadForMs) {
      leave(host, isSaved(), journal.reason);
      return exitCodes.failed;
    }
    found ??= record?.number;
    if ([flagged, found].some(each => each !== undefined && isLifted(each))) {
      say(host.stderr, 'optty: The halt was lifted: nothing more is canceled.\n');
      return exitCodes.failed;
    }
    if (record === undefined) {
      if (unkept === undefined) desk.send({type: 'ran', action: 'halt'});
    } else if (!isTaken && now >= askAgainAt) {
      askAgainAt = now + askEveryMs;
      want({type: 'setHalt', at: Date.now(), wants});
      const {record: asked} = desk.getState().halt;
      isTaken = asked?.wants?.startsWith(wants) === true && !isHaltOver(asked);
    } else if (isTaken && isHaltOver(record)) return exitCodes.done;
    if (now - began < timeoutMs) continue;
    leave(host, isSaved(), notConfirmed(timeoutMs));
    return state.link.venue === undefined ? exitCodes.unreachable : exitCodes.failed;
  }
  return exitCodes.failed;
}

/** Takes them from anybody until it has had them, later only free ones: a person's `T` keeps them. */
function createTaking(want: HeadlessDesk['want']) {
  let hadThem = false;
  let againAt = 0;
  return ({controls, journal}: State, now: number) => {
    hadThem ||= controls?.is === 'ours';
    const isWanted = hadThem ? controls?.is === 'free' : journal.status === 'open';
    if (!isWanted || now < againAt) return;
    againAt = now + takeEveryMs;
    want({type: 'takeControls', at: Date.now(), isForced: !hadThem});
  };
}

/** For an answer, before the flag is set in the journal of the last service at the address. */
const soonMs = 1_000;
const takeEveryMs = 1_000;
const lookEveryMs = 500;
/** The journal may be locked briefly. */
const askEveryMs = 5_000;
/** A journal that is unreadable for so long counts as one without a halt. */
const unreadForMs = 5_000;

const clockOf = (at: number) => new Date(at).toISOString().slice(11, 19);

type HaltTeller = ReturnType<typeof createTeller>;

function createTeller(out: Pick<Out, 'write' | 'isTTY'>, isJson: boolean, account: string) {
  let told = 0;
  let last = '';
  const line = (words: string, fields: object) => {
    const time = new Date();
    const text = isJson
      ? jsonText({time: time.toISOString(), ...fields})
      : `${clockOf(time.getTime())} ${words}`;
    print(out, text);
  };
  /** @param exits orders to close a position that are listed */
  const standing = (record: HaltRecord | undefined, why = '', again?: string, exits = 0) => {
    const {progress, wants, by} = record ?? {};
    const left = progress?.left ?? [];
    const isOver = isHaltOver(record);
    const [state, word] = record ? [haltState(record), haltWord(record)] : ['RUNNING', 'RUNNING'];
    const note = again ?? why;
    const when = progress === undefined ? '' : ` at ${clockOf(progress.at)}`;
    const words = [
      again === undefined ? state : `HALTED · ${again} · was ${word}`,
      record !== undefined && wants === undefined ? `by ${by}; nothing canceled` : '',
      wants === undefined ? '' : `${notEnded(record) ?? 'confirmed'}${when}`,
      isOver && exits > 0 ? `except ${counted(exits, 'order')} to close a position` : '',
      `${isOver && left.length > 0 ? 'held then: ' : ''}${left.map(leftWords).join('; ')}`,
      `account ${account}`,
      why,
    ];
    const at = isOver ? progress?.at : record?.at;
    const since = at === undefined ? undefined : new Date(at).toISOString();
    line(words.filter(Boolean).join(' · '), {
      ...{state: again === undefined ? word : 'HALTED', left, since, account},
      ...(note !== '' && {note}),
    });
  };
  return {
    standing,
    warn: (text: string) => line(text, {level: 'warning', message: text}),
    tell(state: State) {
      const {messages, halt} = state;
      for (const message of messagesSince(state, told))
        line(message.text, {level: message.level, message: message.text});
      told = Math.max(told, ...messages.map(each => each.id));
      const progress = halt.record?.progress;
      if (progress === undefined) return;
      const now = JSON.stringify({...progress, at: 0});
      if (now !== last) standing(halt.record);
      last = now;
    },
  };
}

async function tellStatus(config: Config, host: NodeJS.Process, teller: HaltTeller): Promise<number> {
  const connection = await connect(config, host.env);
  const journal = await openAccount(config, connection, host, true);
  try {
    const record = journal.halt.seen();
    const {client, fault} = connection;
    const asked = Promise.all([
      client.listOrders({page: 1, pageSize: limits.ordersPageSize}),
      accountsShown(client),
    ]);
    const listed = await Promise.race([asked, fault]).catch((error: unknown) => error);
    if (listed instanceof LinkError) {
      teller.standing(record, 'the service cannot be reached');
      return exitCodes.unreachable;
    }
    if (listed instanceof Error) {
      teller.standing(record);
      throw listed;
    }
    const [answer, accounts] = await asked;
    journal.account.check(accounts, {lagMs: 0, now: Date.now()});
    const {value} = answer;
    const isAll = value.total !== undefined || value.isLast;
    const {is, by, since, isSuspended} = journal.controls.seen();
    const isLeft = isUnderWay(record) && (is === 'free' || isSuspended || isReportedBefore(record, since));
    const old = whyOld(answer);
    const known = writesKnown(
      {halt: {...noHalt, record}, intents: {...initialIntents, list: journal.writes(Date.now())}},
      clock(),
    );
    const again = listedAgain(record, value, {known, isLater: old === undefined, isAll});
    const nobody = `${isSuspended ? `${by} is suspended` : 'nobody carries it out'}: optty halt continues it`;
    const exits = value.rows.filter(each => !hasEnded(each) && staysWorking(each, known)).length;
    teller.standing(record, old ?? (isLeft ? nobody : ''), again, exits);
    return isHaltOver(record) && again === undefined && old === undefined ? exitCodes.done : exitCodes.failed;
  } finally {
    journal.close();
    await connection.close();
  }
}

/** As far as the service lets this credential see: others are told by the credential alone. */
async function accountsShown(client: Operations): Promise<ReadonlySet<Id>> {
  try {
    const {value, cached} = await client.searchEasyOptions({pageSize: 1});
    return new Set(cached === undefined ? value.rows.flatMap(({accountId}) => accountId ?? []) : []);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return new Set();
  }
}
