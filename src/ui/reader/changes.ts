import {haltWord, isHalted} from '../../core/halt/halt.ts';
import {inBanner, inFlight} from '../../core/intents/selectors.ts';
import {describe} from '../../core/intents/words.ts';
import {signs} from '../../desk/news.ts';
import type {State} from '../../desk/state.ts';
import {noticeWords} from '../bottom/Messages.tsx';
import {type Banner, haltBanner, unknownBanner} from '../top/Banners.tsx';
import {headWords} from '../top/Header.tsx';
import {staleInWords} from './pane.ts';
import {sentences} from './spoken.ts';

/** Each fact is spoken once, when it happens. */
export function newsInWords(before: State, after: State): string[] {
  const messages = noticesNews(before, after);
  return sentences(
    ...messages,
    ...bannerNews(before, after, messages),
    ...haltNews(before, after, messages),
    ...freshnessNews(before, after),
    ...flightNews(before, after),
    // Spoken as soon as the service has proved it.
    before.link.venue !== after.link.venue && headWords(after).join(', '),
  );
}

/** A long id is left out: the details have it. */
function noticesNews(before: State, after: State): string[] {
  if (after.counter === before.counter) return [];
  return after.notices
    .filter(each => each.id > before.counter)
    .map(each => signs[each.level].spoken + noticeWords(after, each).replace(longId, ''));
}

const longId = / #\d{9,}(?=$|[\s.,;:)])/g;

function unresolvedFacts({intents, journal}: State): string {
  const isUnread = journal.status === 'failed' && journal.isUnread;
  return [isUnread, ...inBanner(intents).map(each => `${each.id} ${each.state}`)].join('\n');
}

/** The banner does not repeat a message of the same change. */
function bannerNews(before: State, after: State, messages: readonly string[]): string[] {
  if (before.intents === after.intents && before.journal === after.journal) return [];
  if (unresolvedFacts(before) === unresolvedFacts(after)) return [];
  const lines = bannersInWords(...unknownBanner(after));
  const isTold = messages.some(each => /UNKNOWN|NOT REPLACED/.test(each));
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
  return bannersInWords(...haltBanner(after)).slice(0, 1);
}

const wordOf = ({halt}: State) => halt.record && haltWord(halt.record);

function freshnessNews(before: State, after: State): string[] {
  const [was, is] = [staleInWords(before), staleInWords(after)];
  const isSame = before.pane !== after.pane || (was === '') === (is === '');
  return isSame ? [] : [is || 'Back: the data is fresh again'];
}

function flightNews(before: State, after: State): string[] {
  if (before.intents === after.intents && before.outbox === after.outbox) return [];
  // The end of several says what became of each.
  if (after.outbox !== undefined || after.intents.viewing !== undefined) return [];
  const known = new Set(inFlight(before.intents).map(each => each.id));
  const begun = inFlight(after.intents).filter(each => !known.has(each.id));
  return begun.map(each => describe(each));
}

export const bannersInWords = (...banners: readonly Banner[]) =>
  sentences(
    ...banners.flatMap(({row, below, others}) =>
      [row, below, others].map(each => each?.spoken ?? each?.text),
    ),
  );
