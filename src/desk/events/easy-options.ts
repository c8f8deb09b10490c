import type {EasyOption, Millis} from '../../api/wire/records.ts';
import {target} from '../intents/intent.ts';
import {unresolved} from '../intents/selectors.ts';
import {isOver} from '../model/figures.ts';
import {isWholeList} from '../model/rows.ts';
import type {ActivityLine, Feed, State} from '../model/state.ts';
import {amountWords} from '../words/amounts.ts';
import {easyOptionWords, endWords, nameWords} from '../words/easy-options.ts';
import {eventLine, type Happened, type News} from './news.ts';

/** What became of Easy Options between two polls. */
export function easyOptionEvents(before: State, after: State, at: Millis): Happened {
  const {rows} = before.feeds.easyOptions;
  const others = after.feeds.easyOptions.rows.filter((option, index) => option !== rows[index]);
  if (others.length === 0) return {lines: [], news: [], left: []};
  const old = new Map(rows.map(each => [each.id, each]));
  const changed = others.flatMap(option => {
    const known = old.get(option.id);
    if (known === option) return [];
    const kind =
      known === undefined ? kindOfNew(after, before.feeds.easyOptions, option) : kindOf(known, option);
    return kind === undefined ? [] : [{option, kind}];
  });
  return {
    lines: changed.map(({option, kind}) => optionLine(at, kind, option)),
    news: changed.map(({option}) => easyOptionNews(option)),
    left: [],
  };
}

/**
 * Those that were not over and have left a list that a filter narrows: only a read of each tells why. A list
 * without a filter goes on to show what is over, and on a part of one a row may have gone to another page. What
 * becomes of our own closes their intents tell.
 */
export function easyOptionsLeft(before: State, after: State): readonly EasyOption[] {
  const [old, now] = [before.feeds.easyOptions, after.feeds.easyOptions];
  if (now.filterText === '' || old.loadedAt === undefined || !(isWholeList(old) && isWholeList(now)))
    return [];
  const others = old.rows.filter((option, index) => option !== now.rows[index]);
  if (others.length === 0) return [];
  const listed = new Set(now.rows.map(each => each.id));
  const closing = new Set(
    unresolved(after.intents).flatMap(({draft}) => (draft.kind === 'close' ? [draft.easyOptionId] : [])),
  );
  return others.filter(each => !isOver(each) && !listed.has(each.id) && !closing.has(each.id));
}

/** What became of one that left the list, now that it was read. */
export function settledOption(known: EasyOption, option: EasyOption, at: Millis): Happened {
  const kind = kindOf(known, option);
  if (kind === undefined) return {lines: [], news: [], left: []};
  return {lines: [optionLine(at, kind, option)], news: [easyOptionNews(option)], left: []};
}

/** What an Easy Option is, as news. */
export function easyOptionNews(option: EasyOption): News {
  return {
    about: target({kind: 'close', easyOptionId: option.id}),
    stage: stageOf(option),
    text: easyOptionWords(option),
    level: option.status === 'PENDING' || option.status === 'ACTIVE' ? 'good' : 'info',
    pane: 'easyOptions',
  };
}

/** One that was triggered sells by itself, and is over when it has sold. */
function stageOf({status = '', plClosed}: EasyOption): string {
  return status === 'TRIGGERED' && plClosed !== undefined ? 'TRIGGERED and closed' : status;
}

type Kind = ActivityLine['kind'];

/** An old record that a page shows for the first time is no news; one opened since the last poll is. */
function kindOfNew(state: State, before: Feed, option: EasyOption): Kind | undefined {
  const isNew = option.openTime !== undefined && option.openTime >= (before.loadedAt?.wall ?? 0) - newnessMs;
  return isNew && !isOwn(state, option) ? 'opened' : undefined;
}

/** The service's clock and ours may differ by this much before a record counts as old. */
const newnessMs = 5_000;

/** What we opened ourselves its intent tells, when it has found it. */
function isOwn({intents, told}: State, {id, cardId}: EasyOption): boolean {
  return (
    told.has(target({kind: 'close', easyOptionId: id})) ||
    unresolved(intents).some(({draft}) => draft.kind === 'open' && draft.cardId === cardId)
  );
}

const kindOfStatus: Record<string, Kind> = {
  ACTIVE: 'opened',
  TRIGGERED: 'triggered',
  CLOSED: 'closed',
  EXPIRED: 'expired',
};

/** What is only on its way is no event; a status that nobody documented is told as it came. */
function kindOf(known: EasyOption, option: EasyOption): Kind | undefined {
  const {status} = option;
  if (stageOf(known) === stageOf(option)) return undefined;
  if (status === undefined || status === 'PENDING' || status === 'CLOSING') return undefined;
  return kindOfStatus[status] ?? 'changed';
}

function optionLine(at: Millis, kind: Kind, option: EasyOption): ActivityLine {
  const {investmentAmount, investmentCurrency, entryPrice, status} = option;
  const invested = investmentAmount === undefined ? [] : [amountWords(investmentAmount), investmentCurrency];
  const price = entryPrice === undefined ? '' : `at ${amountWords(entryPrice)}`;
  return eventLine(
    at,
    kind,
    {
      what: `Easy Option ${kind}`,
      target: `${nameWords(option)} #${option.id}`,
      amount: invested.filter(Boolean).join(' '),
      outcome: [status, kind === 'opened' ? price : endWords(option)].filter(Boolean).join(' '),
    },
    `${kind}:#${option.id}:${stageOf(option)}:${at}`,
  );
}
