import type {OpenGain} from '../account/portfolio/groups.ts';
import type {Net} from '../account/portfolio/made.ts';
import {counted, profitWords} from '../account/words/text.ts';
import {ownClock, seconds, span} from '../account/words/times.ts';
import {
  type Brief,
  besides,
  countIn,
  noJournal,
  readAccounts,
  readBrief,
  wordsOnOthers,
} from '../core/journal/glimpse.ts';
import {isSuspended, type JournalHost, readLease} from '../core/journal/lease.ts';
import type {NamedFile} from '../core/journal/place.ts';
import {JournalError} from '../core/journal/problem.ts';
import type {StatusNote} from '../core/journal/status-note.ts';
import {fillsText, readSoFar} from '../desk/portfolio/unlisted.ts';
import {journalOfProfile} from './connect.ts';
import {readHost} from './host.ts';
import type {CommandLine} from './line/parse-line.ts';
import {loadConfig} from './load-config.ts';
import {jsonText, jsonTime, print} from './output.ts';

export async function runStatus({flags}: CommandLine, host: NodeJS.Process): Promise<void> {
  const config = await loadConfig(flags, host.env);
  const file = await journalOfProfile(config);
  const journal = file?.path;
  const here = readHost(host.pid);
  const now = Date.now();
  const accounts = readAccounts(config.statePaths, here);
  const briefIn = (of: NamedFile) => {
    try {
      return readBrief(of, here, now);
    } catch (error) {
      // A status bar shows no error; a file that was moved here is of another account.
      const isOwn = error instanceof JournalError && error.problem === 'unread';
      const words = flags.json === true ? undefined : wordsOnOthers(accounts, isOwn ? journal : undefined);
      if (words !== undefined) print(host.stdout, words);
      throw error;
    }
  };
  const read = file === undefined ? noJournal : briefIn(file);
  const brief = {...read, note: withSuspended(read.note, here)};
  if (flags.json === true) {
    const {seen, unread} = besides(accounts, journal);
    const others = seen.flatMap(({service, label: account, open}) => {
      const unresolved = countIn(open, 'UNKNOWN');
      return unresolved === 0 ? [] : {service, account, unresolved};
    });
    return print(host.stdout, jsonText({...jsonOf(brief, now), others, old: accounts.old, unread}));
  }
  const elsewhere = wordsOnOthers(accounts, journal);
  const parts = partsOf(brief, elsewhere === undefined ? [] : [elsewhere], now);
  // Only its content says which is that of a paper service: it may be one that cannot be read.
  const mayBeUnread = file?.owner.service.isGuessed && accounts.unread.length > 0;
  if (!brief.hasJournal && !mayBeUnread) parts.push('no journal');
  print(host.stdout, parts.join(flags.line === true ? ' · ' : '\n'));
}

/** A dashboard that is stopped, as by Ctrl-Z, renews nothing. */
function withSuspended(note: StatusNote | undefined, here: JournalHost): StatusNote | undefined {
  return note?.by && isSuspended(readLease(note.by), here) ? {...note, isStale: true} : note;
}

function partsOf(brief: Brief, elsewhere: readonly string[], now: number): string[] {
  if (!brief.hasJournal) return [...elsewhere];
  const {note, hasQuit, newerWrites, unknown, notReplaced, inProgress} = brief;
  const ageMs = note === undefined ? undefined : staleFor(note, now);
  // A status bar cuts off the end: warnings come first.
  return [
    ...(unknown === 0 ? [] : [`${unknown} UNKNOWN`]),
    ...(notReplaced === 0 ? [] : [`${notReplaced} NOT REPLACED`]),
    ...haltWords(haltShown(brief)),
    ...(ageMs === undefined || hasQuit ? [] : [`STALE ${seconds(ageMs)}`]),
    ...elsewhere,
    ...(note !== undefined && hasQuit ? [`${asOf(note, now)}, its optty has quit`] : []),
    ...(inProgress === 0 ? [] : [`${counted(inProgress, 'write')} in progress`]),
    ...(note?.isPartial ? [readSoFar[0]] : []),
    ...(note === undefined ? ['uP/L n/a (no dashboard)'] : openIn(note, now)),
    ...(newerWrites === 0 ? [] : [`may not show ${counted(newerWrites, 'own write')}`]),
  ];
}

/** A later note may show an order: the end that was confirmed before says nothing of it. */
function haltShown({halt, note}: Pick<Brief, 'halt' | 'note'>): Brief['halt'] {
  const isAgain = note && note.workingOrders > 0 && note.at > (halt?.confirmedAt ?? Infinity);
  return halt && isAgain ? {...halt, state: 'HALTED', confirmedAt: undefined} : halt;
}

function haltWords(halt: Brief['halt']): readonly string[] {
  if (halt === undefined) return [];
  const {state, confirmedAt} = halt;
  return [confirmedAt === undefined ? state : `${state} at ${ownClock(confirmedAt)}`];
}

const asOf = ({at}: StatusNote, now: number) => `as of ${ownClock(at)} (${seconds(Math.abs(now - at))} ago)`;

function openIn(note: StatusNote, now: number): readonly string[] {
  const {pl, workingOrders, easyOptions, positions, unlisted = 0, mayHaveFilled, nextExpiry, skewMs} = note;
  const leftMs = nextExpiry === undefined ? undefined : nextExpiry - now - skewMs;
  const others = [
    ...(easyOptions === 0 ? [] : [`${counted(easyOptions, 'Easy Option')} open`]),
    ...(workingOrders === 0 ? [] : [`${counted(workingOrders, 'order')} working`]),
    ...(positions === 0 ? [] : [`${counted(positions, 'position')} held`]),
    ...(leftMs === undefined ? [] : [`next expiry ${leftMs > 0 ? span(leftMs) : 'due'}`]),
  ];
  const fills = fillsText(unlisted, mayHaveFilled !== true);
  const gains = pl.map(gainIn);
  const open =
    gains.length > 0 ? gains : [others.length > 0 || unlisted > 0 ? 'no open Easy Options' : 'nothing open'];
  // A total that misses a fill says so.
  const marked = [...open.slice(0, -1), `${open.at(-1)} ${fills}`.trim()];
  return [...marked, ...(note.today ?? []).map(todayIn), ...others];
}

function gainIn({currency, sum, without, count, isAtAsk}: OpenGain): string {
  const lacks = without === 0 ? '' : ` (${without} unpriced)`;
  const named = currencyWord(currency);
  const gain = without === count ? `n/a ${named}`.trim() : profitWords(sum, named);
  return `uP/L ${isAtAsk ? 'at ask ' : ''}${gain}${lacks}`;
}

const todayIn = ({currency, net, isAtWorst}: Net) =>
  `today ${profitWords(net, currencyWord(currency))} net${isAtWorst ? ' at worst' : ''}`;

/** tmux expands formats in its status bar: a currency `#{p2000000000:x}` would take gigabytes. */
function currencyWord(currency: string): string {
  return /^[\w.-]{0,12}$/.test(currency) ? currency : '?';
}

/** Also if the dashboard itself says so. */
function staleFor({at, staleAfterMs, isStale}: StatusNote, now: number): number | undefined {
  const ageMs = Math.abs(now - at);
  return isStale || ageMs > staleAfterMs ? ageMs : undefined;
}

function jsonOf({note, hasQuit, newerWrites, ...others}: Brief, now: number): object {
  const {hasJournal, unknown, notReplaced, inProgress} = others;
  const halt = haltShown({...others, note});
  return {
    hasJournal,
    asOf: jsonTime(note?.at),
    isStale: note === undefined || hasQuit || staleFor(note, now) !== undefined,
    hasQuit,
    isPartial: note?.isPartial ?? null,
    pl: note?.pl ?? null,
    today: note?.today ?? null,
    unlistedFills: note === undefined ? null : (note.unlisted ?? 0),
    workingOrders: note?.workingOrders ?? null,
    easyOptions: note?.easyOptions ?? null,
    positions: note?.positions ?? null,
    newerWrites,
    nextExpiry: jsonTime(note?.nextExpiry),
    unknown,
    canceledNotPlaced: notReplaced,
    inProgress,
    isHalted: halt !== undefined,
    halt: halt?.state ?? null,
    haltConfirmedAt: jsonTime(halt?.confirmedAt),
    haltedBy: halt?.by ?? null,
  };
}
