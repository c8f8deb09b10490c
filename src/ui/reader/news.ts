import {haltWord} from '../../desk/halt/flag.ts';
import {isHalted} from '../../desk/halt/halt.ts';
import {inBanner, inFlight} from '../../desk/intents/selectors.ts';
import {describe} from '../../desk/intents/words.ts';
import {freshness} from '../../desk/model/freshness.ts';
import {progressWords} from '../../desk/order/several/queue.ts';
import {openGains} from '../../desk/portfolio/groups.ts';
import type {State} from '../../desk/state.ts';
import {signs} from '../../desk/words/notice.ts';
import {haltBanner, openBanner} from '../lines/bottom.ts';
import {headWords} from '../lines/top.ts';
import {inWords} from '../sheet/say.ts';
import {sentences} from '../sheet/words.ts';
import {openGainWords} from '../table/portfolio/brief.ts';
import {staleInWords} from './panes.ts';

/** Each fact is spoken once, when it happens; only the requested P/L follows a clock. */
export function newsInWords(before: State, after: State): string[] {
  const messages = noticesNews(before, after);
  return sentences(
    ...messages,
    ...bannerNews(before, after, messages),
    ...haltNews(before, after, messages),
    ...freshnessNews(before, after),
    ...flightNews(before, after),
    ...venueNews(before, after),
    ...profitNews(before, after),
  );
}

/** A long id is spoken only with full verbosity. */
function noticesNews(before: State, {notices, counter, listening}: State): string[] {
  if (counter === before.counter) return [];
  const isAll = listening?.verbosity === 'all';
  return notices
    .filter(each => each.id > before.counter)
    .map(({level, text}) => signs[level].spoken + (isAll ? text : text.replace(longId, '')));
}

const longId = / #\d{9,}(?=$|[\s.,;:)])/g;

function unresolvedFacts({intents, journal}: State): string {
  const unresolved = [...inBanner(intents), ...intents.held.map(each => each.intent)];
  const isUnread = journal.status === 'failed' && journal.isUnread;
  return [
    ...unresolved.map(each => `${each.id} ${each.state} ${each.state === 'UNKNOWN' && each.noTrace}`),
    ...(isUnread ? ['unread'] : []),
  ].join('\n');
}

/** The banner does not repeat a message of the same change. */
function bannerNews(before: State, after: State, messages: readonly string[]): string[] {
  if (before.intents === after.intents && before.journal === after.journal) return [];
  if (unresolvedFacts(before) === unresolvedFacts(after)) return [];
  const lines = inWords(openBanner(after));
  const isTold = messages.some(each => /UNKNOWN|NOT PLACED/.test(each));
  return isTold ? lines.slice(1) : lines;
}

function haltNews(before: State, after: State, messages: readonly string[]): string[] {
  if (before.halt === after.halt) return [];
  if (isHalted(before) !== isHalted(after)) {
    if (messages.some(each => /HALTED|RESUMED/.test(each))) return [];
    return [isHalted(after) ? 'HALTED: new risk blocked' : 'The halt is lifted'];
  }
  const [was, is] = [wordOf(before), wordOf(after)];
  if (was === undefined || was === is || messages.length > 0) return [];
  return inWords(haltBanner(after)).slice(0, 1);
}

const wordOf = ({halt}: State) => halt.record && haltWord(halt.record);

function freshnessNews(before: State, after: State): string[] {
  if (before.pane !== after.pane) return [];
  const [was, is] = [staleInWords(before), staleInWords(after)];
  if ((was === '') === (is === '')) return [];
  return [is || 'Back: the data is fresh again'];
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

/** Spoken as soon as the service has proved it. */
function venueNews(before: State, after: State): string[] {
  if (before.link.venue === after.link.venue) return [];
  return [headWords(after).join(', ')];
}

function profitNews(before: State, after: State): string[] {
  const every = after.listening?.profitEvery ?? 0;
  if (every === 0 || before.now === after.now) return [];
  const period = every * 60_000;
  if (Math.floor(before.now.wall / period) === Math.floor(after.now.wall / period)) return [];
  return isNothingOpen(after) ? [] : profitInWords(after);
}

export function profitInWords(state: State): string[] {
  const gains = openGainWords(state);
  if (gains.length > 0) return [gains.join(', ')];
  return [isNothingOpen(state) ? 'No P/L: nothing is open' : 'No P/L: it is not read, or old'];
}

function isNothingOpen(state: State): boolean {
  const {account} = state.portfolio;
  const isRead = freshness(state, 'portfolio').kind === 'fresh' && !account.isPartial;
  return isRead && openGains(account).length === 0;
}
