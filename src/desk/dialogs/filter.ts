import type {Moment} from '../../account/model/moment.ts';
import {type FeedPane, isFeedPane} from '../../account/model/vocabulary.ts';
import {serviceNow} from '../../core/intents/clock.ts';
import {close, type Dialog, lineKeys, lineOf, show} from '../dialog.ts';
import {armAnew, askPane, factsIn, forgetPlace} from '../feeds/feeds.ts';
import {completedFilter, completeFilter} from '../filter/complete.ts';
import {fits} from '../filter/conditions.ts';
import {nearest} from '../filter/nearest.ts';
import {parseFilter} from '../filter/parse.ts';
import {labelOf} from '../key-words.ts';
import type {KeyAction} from '../keys.ts';
import {askAloud} from '../listening.ts';
import {tell} from '../notices.ts';
import type {OverlayOf} from '../overlay.ts';
import {type Block, text as words} from '../sheet.ts';
import type {Feed, State, Step} from '../state.ts';

const mostRemembered = 50;

export function openFilter(state: State): Step {
  const {pane} = state;
  if (!isFeedPane(pane)) return [state, []];
  const {filterText: before, selected} = state.feeds[pane];
  // New words do not grow onto the last one.
  const text = before === '' ? '' : `${before.trimEnd()} `;
  return show(state, {kind: 'filter', pane, text, entry: -1, before, selected});
}

export const filter = {
  rowsAbove: 2,
  keys: [...lineKeys, 'row.up', 'row.down', 'complete'],
  press(state, overlay, {action, now}) {
    const {filterHistory} = state;
    const {pane} = overlay;
    const remembered = (entry: number): Step =>
      show(state, {...overlay, text: filterHistory[entry] ?? '', entry});
    switch (action) {
      case 'back':
        return isUntouched(overlay) ? cleared(state, pane, overlay.before, now) : undefined;
      case 'complete':
        return show(state, {...overlay, text: completedFilter(pane, overlay.text)});
      case 'row.up':
        return remembered(Math.min(overlay.entry + 1, filterHistory.length - 1));
      case 'row.down':
        return remembered(Math.max(overlay.entry - 1, -1));
      case 'accept':
        return applyFilter(state, pane, overlay.text, now);
      default:
        return undefined;
    }
  },
  line: lineOf,
  typed: (overlay, _field, text) => ({...overlay, text, entry: -1}),
  sheet: (state, overlay) => [
    {is: 'field', name: 'filter', label: 'Filter', prompt: '/', value: overlay.text},
    hintOf(state, overlay),
  ],
} satisfies Dialog<'filter'>;

const isUntouched = ({text, before}: OverlayOf<'filter'>) => before !== '' && text.trim() === before.trim();

function cleared(state: State, pane: FeedPane, before: string, now: Moment): Step {
  const {bindings} = state.settings;
  const back = `${labelOf(bindings, 'filter')} ${labelOf(bindings, 'row.up', 'filter')}`;
  const told = tell(remember(state, before), `Filter cleared: ${back} brings it back.`, 'info', now);
  return applyFilter(told, pane, '', now);
}

/** A bare word may become the name of a field. */
const restFor = (text: string) => (/^$|[:=~<>]/.test(text.split(' ').at(-1) ?? '') ? 150 : 600);

/**
 * The table narrows while one types: the rows on the screen now, the list once the keys rest. If the dialog is
 * left without Enter, the filter that was there before comes back.
 */
export function narrowWhileTyping({overlay: was, filterHistory}: State, state: State, now: Moment): Step {
  if (was.kind !== 'filter') return [state, []];
  const {overlay} = state;
  if (overlay.kind !== 'filter')
    return filterHistory === state.filterHistory
      ? narrowTo(state, {...was, text: was.before}, now)
      : [state, []];
  if (overlay.text === was.text || overlay.text.startsWith('@')) return [state, []];
  return narrowTo(state, overlay, now);
}

function narrowTo(state: State, {pane, text, selected}: OverlayOf<'filter'>, now: Moment): Step {
  const feed: Feed = state.feeds[pane];
  const parsed = parseFilter(pane, text, serviceNow(state, now));
  if (!parsed.ok || parsed.doubts.length > 0 || text.trim() === feed.filterText.trim()) return [state, []];
  const {query, conditions} = parsed;
  const facts = factsIn({...state, now}, pane);
  const fitting = feed.rows.filter(row => conditions.every(each => fits(row, each, facts)));
  const rows = fitting.length === 0 ? feed.rows : fitting;
  const sought = selected ?? feed.sought;
  const next = forgetPlace(state, pane, {query, filterText: text, page: 0, rows, sought});
  return armAnew(next, pane, restFor(text), now);
}

function applyFilter(state: State, pane: FeedPane, typed: string, now: Moment): Step {
  const named = state.settings.namedFilters[pane]?.[typed.replace(/^@/, '')];
  const text = typed.startsWith('@') && named !== undefined ? named : typed;
  const parsed = parseFilter(pane, text, serviceNow(state, now));
  if (!parsed.ok) return askAloud(state, 'where');
  const [doubt] = parsed.doubts;
  const closed = remember(close(state), text);
  const told = doubt === undefined ? closed : tell(closed, `Sent anyway: ${doubt.message}`, 'warning', now);
  return askPane(told, pane, {query: parsed.query, filterText: text, page: 0}, now);
}

function remember(state: State, text: string): State {
  const others = state.filterHistory.filter(each => each !== text);
  return {...state, filterHistory: [text, ...others].filter(Boolean).slice(0, mostRemembered)};
}

function hintOf(state: State, overlay: OverlayOf<'filter'>): Block {
  const {pane, text} = overlay;
  const key = (action: KeyAction) => labelOf(state.settings.bindings, action, 'filter');
  if (text.startsWith('@')) return namedHint(state, pane, text.slice(1));
  const parsed = parseFilter(pane, text, serviceNow(state));
  const isTyping = /(^|[\s:=~<>])$|[:=~]$/.test(text);
  const {candidates} = completeFilter(pane, text);
  const wrong = parsed.ok ? parsed.doubts[0] : parsed.error;
  if (wrong !== undefined && !(isTyping && candidates.length > 0)) {
    const isListed = wrong.members !== undefined && wrong.nearest === undefined;
    const message = `${wrong.message}${isListed ? `; ${key('complete')} lists the options` : ''}`;
    return {
      is: 'pointer',
      before: text.slice(0, wrong.at),
      text: message,
      tone: parsed.ok ? 'warning' : 'danger',
    };
  }
  const [first] = candidates;
  const undoes = isUntouched(overlay) ? 'clears the filter' : 'undoes';
  if (first === undefined || isUntouched(overlay))
    return words(`${key('accept')} filters · ${key('back')} ${undoes} · ${key('row.up')} history`, 'dim', {
      most: 1,
    });
  const names = `${key('complete')} ${candidates.map(each => each.text).join(' ')}`;
  return {is: 'text', row: [{text: names}, {text: first.about}], between: '  ', tone: 'dim', most: 1};
}

function namedHint({settings}: State, pane: FeedPane, wanted: string): Block {
  const named = settings.namedFilters[pane] ?? {};
  const meaning = named[wanted];
  if (meaning !== undefined)
    return words(`${labelOf(settings.bindings, 'accept', 'filter')}: ${meaning}`, 'dim', {most: 1});
  const names = Object.keys(named);
  const meant = nearest(wanted, names);
  const said =
    names.length === 0
      ? 'no named filters in the configuration'
      : `named filters: ${names.map(name => `@${name}`).join(' ')}`;
  return words(meant === undefined ? said : `@${meant}? ${said}`, 'warning', {most: 1});
}
