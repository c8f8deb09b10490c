/** `optty stop`: nothing that adds risk goes out any more, and what is open is ended, without a terminal. */
import {parseBaseUrl} from '../api/base-url.ts';
import type {Config} from '../config/config.ts';
import {secondsFlag} from '../config/flags.ts';
import {type BoundService, serviceKey} from '../desk/journal/contract.ts';
import {openJournal} from '../desk/journal/journal.ts';
import {JournalError} from '../desk/journal/problem.ts';
import {longestStopMs, type StopRecord, type StopWants, stopOutcome} from '../desk/stop/record.ts';
import {boundService, connect, sayOtherAddress} from './connect.ts';
import {readHost} from './dashboard/host.ts';
import {type HeadlessDesk, openHeadlessDesk} from './desk/headless.ts';
import {exitCodes, Unable} from './line/exit.ts';
import type {CommandLine} from './line/line.ts';
import {signalled} from './line/signalled.ts';
import {say} from './output/output.ts';
import {loadConfig} from './settings.ts';
import {createTeller, type StopTeller} from './stop/lines.ts';
import {tellStatus} from './stop/status.ts';

export async function runStop({flags}: CommandLine, host: NodeJS.Process): Promise<number> {
  const config = await loadConfig(flags, host.env);
  sayOtherAddress(config, host);
  const seconds = typeof flags.timeout === 'string' ? flags.timeout : undefined;
  const timeoutMs =
    (secondsFlag('--timeout', seconds, 1, longestStopMs / 1_000) ?? longestStopMs / 1_000) * 1_000;
  const teller = createTeller(host.stdout, flags.json === true);
  if (flags.status === true) return tellStatus(config, host, teller);
  const address = addressOf(config);
  // A credential may take long to be had, or not be had at all.
  if (address !== undefined) await setFlag(address, config, host, teller);
  const paper = Promise.withResolvers<never>();
  const connection = await connect(config, {env: host.env, onPaperError: paper.reject});
  const over = new AbortController();
  let headless: HeadlessDesk | undefined;
  try {
    if (address === undefined) await setFlag(boundService(connection, config), config, host, teller);
    headless = await openHeadlessDesk(config, connection, host);
    const interrupted = signalled(host).then(() => {
      leave(host);
      return exitCodes.failed;
    });
    const asked = {
      wants: flags.close === true ? 'flat' : 'no orders',
      timeoutMs,
      signal: over.signal,
    } as const;
    return await Promise.race([stopAll(headless, asked, teller, host), interrupted, paper.promise]);
  } finally {
    over.abort();
    headless?.close();
    await connection.close();
  }
}

/** What the flag is kept by; the paper service has its ledger's id for it, and is asked for that first. */
function addressOf({service}: Config): BoundService | undefined {
  if (service.kind !== 'remote') return undefined;
  const parsed = parseBaseUrl(service.baseUrl, false);
  if (!parsed.ok) throw new Unable(parsed.message);
  const {origin, path} = parsed.baseUrl;
  return {origin, path, fingerprint: '', credentialSource: ''};
}

/** @throws {Unable} the profile is READ-ONLY, which keeps nobody from setting the flag */
async function setFlag(
  service: BoundService,
  {statePaths, guardrails, profile}: Config,
  host: NodeJS.Process,
  teller: StopTeller,
): Promise<void> {
  const journal = await openJournal({path: statePaths.journal, host: readHost(host.pid)});
  try {
    if (journal instanceof JournalError) throw journal;
    journal.bind(service, profile.label).stop.set(Date.now());
    for (const {pid, service: other} of journal.elsewhere(service))
      teller.warn(
        `NOT STOPPED: the dashboard of process ${pid} on ${other}, which is not ${serviceKey(service)}.`,
      );
  } catch (error) {
    // It is tried again as long as the command runs.
    if (!(error instanceof JournalError)) throw error;
    if (guardrails.readOnly) throw new Unable(error.message);
  } finally {
    if (!(journal instanceof JournalError)) journal.close();
  }
  if (guardrails.readOnly)
    throw new Unable('The stop is set. READ-ONLY sends no write: optty stop cancels nothing there.');
}

/** @param why it ends before the stop does, in a sentence; empty where whoever sits before it knows */
function leave({stderr}: NodeJS.Process, why = ''): void {
  const stays = 'the stop stays set, and goes on with the next dashboard or the next optty stop.';
  say(stderr, `optty: ${[why, stays].filter(Boolean).join(' ')}\n`);
}

type Asked = {readonly wants: StopWants; readonly timeoutMs: number; readonly signal: AbortSignal};

/** Resolves to the exit code once it has ended as asked, or cannot; looks no more once it is aborted. */
function stopAll(
  {desk, stop}: HeadlessDesk,
  {wants, timeoutMs, signal}: Asked,
  teller: StopTeller,
  host: NodeJS.Process,
): Promise<number> {
  const began = performance.now();
  let askedAt: number | undefined;
  let askAgainAt = 0;
  let unreadSince: number | undefined;
  return new Promise(resolve => {
    const look = () => {
      const state = desk.getState();
      const {record, unkept} = state.stop;
      const {journal} = state;
      const now = performance.now();
      teller.tell(state);
      unreadSince = journal.status === 'failed' && journal.isUnread ? (unreadSince ?? now) : undefined;
      if (journal.status === 'failed' && unreadSince !== undefined && now - unreadSince > unreadForMs) {
        leave(host, journal.reason);
        return resolve(exitCodes.failed);
      }
      if (record === undefined) {
        // It was lifted meanwhile.
        if (askedAt !== undefined) return resolve(exitCodes.failed);
        if (unkept === undefined) desk.send({type: 'ran', action: 'stop'});
      } else if (!isTaken(record, askedAt) && now >= askAgainAt) {
        askedAt ??= Date.now();
        askAgainAt = now + askEveryMs;
        stop({type: 'want', wants, at: Date.now(), accountId: state.link.accountId});
      }
      const taken = record !== undefined && isTaken(record, askedAt) ? record : undefined;
      switch (stopOutcome(taken, {elapsedMs: now - began, timeoutMs, wall: Date.now()})) {
        case 'ended':
          return resolve(exitCodes.done);
        case 'held':
          return resolve(exitCodes.failed);
        case 'out of time':
          leave(host, `It is not proved after ${timeoutMs / 1_000} s.`);
          return resolve(state.link.venue === undefined ? exitCodes.unreachable : exitCodes.failed);
      }
    };
    const timer = setInterval(look, 500);
    const unsubscribe = desk.subscribe(() => teller.tell(desk.getState()));
    signal.addEventListener('abort', () => {
      clearInterval(timer);
      unsubscribe();
    });
  });
}

/** The journal may be locked for a moment. */
const askEveryMs = 5_000;
/** One that cannot be read for so long holds no stop. */
const unreadForMs = 5_000;

/** What an earlier stop came to is no answer to this one. */
function isTaken({asked}: StopRecord, askedAt: number | undefined): boolean {
  return askedAt !== undefined && asked !== undefined && (asked.at >= askedAt || !asked.isOurs);
}
