import {inFlight} from '../../core/intents/selectors.ts';
import {describe} from '../../core/intents/words.ts';
import {messageSigns} from '../../desk/signs.ts';
import type {State} from '../../desk/state.ts';
import {noticeWords} from '../bottom/Messages.tsx';
import {banners, type Shown} from '../top/Banners.tsx';
import {headWords} from '../top/Header.tsx';
import {staleInWords} from './pane.ts';
import {sentences} from './spoken.ts';

/** Each fact is spoken once, when it happens. */
export function newsInWords(before: State, after: State): string[] {
  const notices = after.notices.filter(each => each.id > before.counter);
  return sentences(
    ...notices.map(each => messageSigns[each.level].spoken + noticeWords(after, each).replace(longId, '')),
    ...bannerNews(before, after, notices),
    ...freshnessNews(before, after),
    ...flightNews(before, after),
    // Spoken as soon as the service has proved it.
    before.link.venue !== after.link.venue && headWords(after).join(', '),
  );
}

/** It is left out: the details have it. */
const longId = / #\d{9,}(?=$|[\s.,;:)])/g;

function bannerNews(before: State, after: State, notices: State['notices']): string[] {
  return banners.flatMap(({shown, subjects, brief}) => {
    const [was, is] = [shown(before), shown(after)];
    if (was?.about === is?.about) return [];
    const isSaid = notices.some(({about = ''}) => subjects(after).includes(about));
    const lines = bannersInWords(is);
    if (brief === undefined) return isSaid ? lines.slice(1) : lines;
    const [first = brief.ends] = was === undefined ? [brief.begins] : lines;
    return isSaid ? [] : [first];
  });
}

function freshnessNews(before: State, after: State): string[] {
  const [was, is] = [staleInWords(before), staleInWords(after)];
  const isSame = before.pane !== after.pane || (was === '') === (is === '');
  return isSame ? [] : [is || 'Back: the data is fresh again'];
}

function flightNews(before: State, after: State): string[] {
  // The end of several says what became of each.
  if (after.outbox !== undefined || after.intents.viewing !== undefined) return [];
  const known = new Set(inFlight(before.intents).map(each => each.id));
  const begun = inFlight(after.intents).filter(each => !known.has(each.id));
  return begun.map(each => describe(each));
}

export const bannersInWords = (...all: readonly (Shown | undefined)[]) =>
  sentences(...all.flatMap(each => [each?.row, each?.below, each?.others].map(of => of?.spoken ?? of?.text)));
