import {easyOptionStatuses} from '../../../api/wire/records.ts';
import {askPane} from '../../feeds/feeds.ts';
import {parseFilter} from '../../filter/index.ts';
import {serviceNow} from '../../intents/looks.ts';
import type {Moment} from '../../model/moment.ts';
import type {FeedPane} from '../../model/vocabulary.ts';
import {toPane} from '../../navigate.ts';
import type {State} from '../../state.ts';
import {andThen, type Step} from '../../step.ts';
import type {Figure} from '../behind.ts';
import {figureInView} from './move.ts';

export function showRows(state: State, now: Moment): Step {
  const line = figureInView(state);
  if (line === undefined) return [state, []];
  const kept = {...state.portfolio, selected: line.key};
  const filterText = filterFor(line.figure);
  if (filterText !== undefined) {
    const visit = {pane: 'easyOptions', filterText, before: state.feeds.easyOptions.filterText} as const;
    return andThen(
      narrowed({...state, details: false, portfolio: {...kept, visit}}, 'easyOptions', filterText, now),
      next => toPane(next, 'easyOptions', now),
    );
  }
  const list = {line, selected: undefined, selectedIndex: 0};
  return [{...state, portfolio: {...kept, list}}, []];
}

function filterFor(figure: Figure): string | undefined {
  if (figure.of !== 'state' || !/^\w+$/.test(figure.currency)) return undefined;
  const isKnown = easyOptionStatuses.some(status => status === figure.status);
  return isKnown ? `status:${figure.status} investmentCurrency:${figure.currency}` : undefined;
}

function narrowed(state: State, pane: FeedPane, filterText: string, now: Moment): Step {
  const parsed = parseFilter(pane, filterText, serviceNow(state, now));
  if (!parsed.ok) return [state, []];
  const {query, pageSize} = parsed;
  return askPane(state, pane, {query, filterText, page: 0, sizeAsked: pageSize}, now);
}

export function backToPortfolio(state: State, now: Moment): Step | undefined {
  const {portfolio, pane} = state;
  if (pane === 'portfolio')
    return portfolio.list === undefined
      ? undefined
      : [{...state, portfolio: {...portfolio, list: undefined}}, []];
  const {visit} = portfolio;
  if (visit === undefined || visit.pane !== pane || state.feeds[pane].filterText !== visit.filterText)
    return undefined;
  const left = narrowed({...state, portfolio: {...portfolio, visit: undefined}}, pane, visit.before, now);
  return andThen(left, next => toPane(next, 'portfolio', now));
}
