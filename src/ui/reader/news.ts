import {isPartial} from '../../desk/book/rows.ts';
import {type Intent, initialIntents} from '../../desk/intents/intent.ts';
import {inBanner, inFlight} from '../../desk/intents/selectors.ts';
import {bookFreshness} from '../../desk/model/freshness.ts';
import {keyOf} from '../../desk/model/keys.ts';
import type {State} from '../../desk/model/state.ts';
import {isStopped, noStop} from '../../desk/stop/room.ts';
import {progressWords} from '../../desk/words/batch.ts';
import {describe} from '../../desk/words/intents.ts';
import type {Notice} from '../../desk/words/notice.ts';
import {stopWord} from '../../desk/words/stop.ts';
import {openGains} from '../book/brief.ts';
import {bannerLines, waysOn} from '../lines/footer.ts';
import {headWords} from '../lines/header.ts';
import {noPaint} from '../theme.ts';
import {isStaleNow, staleInWords, unbounded} from './panes.ts';
import {keyApart, sentence} from './spoken/words.ts';

/**
 * What is told by itself: what became of writes and of records, what is UNKNOWN, a stop, data that grew old and
 * that came back. It is told once, when it comes to be so, and by no clock but the one that was asked for.
 */
export function newsInWords(before: State, after: State): string[] {
  const messages = noticesNews(before, after);
  return [
    ...messages,
    ...bannerNews(before, after, messages),
    ...stopNews(before, after, messages),
    ...freshnessNews(before, after),
    ...flightNews(before, after),
    ...venueNews(before, after),
    ...profitNews(before, after),
  ]
    .map(sentence)
    .filter(each => each !== '');
}

/** Whose words begin with how much they weigh. */
const weights: Readonly<Record<Notice['level'], string>> = {
  info: '',
  good: '',
  warning: 'Warning: ',
  danger: 'Danger: ',
};

/** A long id is told where all is; else of the record that a key asks about. */
function noticesNews(before: State, {notices, counter, listening}: State): string[] {
  if (counter === before.counter) return [];
  const isAll = listening?.verbosity === 'all';
  return notices
    .filter(each => each.id > before.counter)
    .map(({level, text}) => weights[level] + (isAll ? text : text.replace(longId, '')));
}

const longId = / #\d{9,}(?=$|[\s.,;:)])/g;

/** What is UNKNOWN, or waits for the person, and a journal that nobody can read. */
function unresolvedFacts({intents, journal}: State): string {
  const unresolved = [...inBanner(intents), ...intents.held.map(each => each.intent)];
  const isUnread = journal.status === 'failed' && journal.isUnread;
  return [
    ...unresolved.map(each => `${each.id} ${each.state} ${each.state === 'UNKNOWN' && each.noTrace}`),
    ...(isUnread ? ['unread'] : []),
  ].join('\n');
}

/** What a message tells in the same breath is not told by the banner again: that has the keys. */
function bannerNews(before: State, after: State, messages: readonly string[]): string[] {
  if (before.intents === after.intents && before.journal === after.journal) return [];
  if (unresolvedFacts(before) === unresolvedFacts(after)) return [];
  const lines = bannerInWords({...after, stop: noStop});
  const isTold = messages.some(each => /UNKNOWN|NOT PLACED/.test(each));
  return isTold ? lines.slice(1) : lines;
}

function stopNews(before: State, after: State, messages: readonly string[]): string[] {
  if (before.stop === after.stop) return [];
  if (isStopped(before) !== isStopped(after)) {
    if (messages.some(each => /STOPPED|lifted/.test(each))) return [];
    return [isStopped(after) ? 'STOPPED: nothing that adds risk goes out' : 'The stop is lifted'];
  }
  const [was, is] = [wordOf(before), wordOf(after)];
  if (was === undefined || was === is || messages.length > 0) return [];
  return bannerInWords({...after, intents: initialIntents}).slice(0, 1);
}

const wordOf = ({stop}: State) => stop.record && stopWord(stop.record);

/** All that stands on every pane until it ends. */
export function bannerInWords(state: State): string[] {
  const lines = bannerLines(unbounded(state), 400, noPaint);
  const [first] = inBanner(state.intents);
  // Its ways out stand below it, by their keys.
  const told = first === undefined ? lines.map(lineInWords) : lines.slice(0, -1).map(lineInWords);
  return [...told, ...(first === undefined ? [] : [waysInWords(state, first)])].filter(each => each !== '');
}

function waysInWords(state: State, intent: Intent): string {
  const {bindings} = state.settings;
  return waysOn(state, intent)
    .map(([action, does]) => `${keyApart(keyOf(bindings, action))}: ${does}`)
    .join('; ');
}

/** What stands apart on a line is apart in a sentence; `5 u resume` is what is pressed and typed. */
function lineInWords(line: string): string {
  const parts = line.trim().split(/ {2,}/);
  const [, pane, key = ''] = /^(\S+) (\S+) resume$/.exec(parts.at(-1) ?? '') ?? [];
  if (pane === undefined) return parts.join('; ');
  const told = parts.slice(0, -1).join('; ').replace(/\.$/, '');
  return `${told}. ${pane}, then ${keyApart(key)}, then the word resume, lifts it`;
}

function freshnessNews(before: State, after: State): string[] {
  if (before.pane !== after.pane) return [];
  const [was, is] = [isStaleNow(before), isStaleNow(after)];
  if (was === is) return [];
  return is ? [staleInWords(after)] : ['Back: the data is fresh again'];
}

function flightNews(before: State, after: State): string[] {
  if (before.intents === after.intents && before.batch === after.batch) return [];
  const isShort = after.listening?.verbosity === 'short';
  if (after.batch !== undefined) {
    const words = progressWords(after.batch, 0);
    const isOther = before.batch === undefined || progressWords(before.batch, 0) !== words;
    return isOther && after.listening?.verbosity === 'all' ? [words] : [];
  }
  const known = new Set(inFlight(before.intents).map(each => each.id));
  const begun = inFlight(after.intents).filter(each => !known.has(each.id));
  return begun.map(each => (isShort ? each.state : describe(each)));
}

/** PAPER or LIVE is told as soon as the service has proved it. */
function venueNews(before: State, after: State): string[] {
  if (before.link.venue === after.link.venue) return [];
  return [headWords(after).join(', ')];
}

/** The P/L every so many minutes, where that was asked for and something is open. */
function profitNews(before: State, after: State): string[] {
  const every = after.listening?.profitEvery ?? 0;
  if (every === 0 || before.now === after.now) return [];
  const period = every * 60_000;
  if (Math.floor(before.now.wall / period) === Math.floor(after.now.wall / period)) return [];
  return isNothingOpen(after) ? [] : profitInWords(after);
}

export function profitInWords(state: State): string[] {
  const gains = openGains(state);
  if (gains.length > 0) return [gains.join(', ')];
  return [isNothingOpen(state) ? 'No P/L: nothing is open' : 'No P/L: it is not read, or old'];
}

function isNothingOpen(state: State): boolean {
  const {rows, account} = state.book;
  const isRead = bookFreshness(state).kind === 'fresh' && !isPartial(rows.easyOptions);
  return isRead && account.currencies.every(({open}) => open.count === 0);
}
