import {handWords, intentById, overrideWord, waysOut} from '../../desk/intents/selectors.ts';
import {describe} from '../../desk/intents/words.ts';
import {isSortedByService, sortChoices} from '../../desk/sorting.ts';
import type {State} from '../../desk/state.ts';
import {isWatched} from '../../desk/vocabulary.ts';
import {watchedRow, watches} from '../../desk/watched.ts';
import {sanitize} from '../../term/text/sanitize.ts';
import {flat, number, wrap} from '../format.ts';
import {windowStart} from '../table/window.ts';
import type {Paint} from '../theme.ts';
import {questionLines} from './question.ts';

/** Panels of a few lines: the order of a list, and questions. */

export function sortLines(state: State, _columns: number, rows: number, paint: Paint): string[] {
  const {overlay, pane} = state;
  if (overlay.kind !== 'sort' || pane === 'activity') return [];
  const fields = sortChoices(pane);
  const {sort} = state.feeds[pane];
  const height = Math.max(1, rows - 2);
  const start = windowStart(0, overlay.index, height, fields.length);
  const lines = fields.slice(start, start + height).map((field, at) => {
    const isChosen = start + at === overlay.index;
    const sign = sort?.field !== field ? ' ' : sort.descending ? '▼' : '▲';
    const where = isSortedByService(state, pane, {field, descending: false})
      ? ''
      : paint('dim', '  this page only');
    return `${isChosen ? paint('accent', '▌') : ' '} ${sign} ${field}${where}`;
  });
  return [
    ` ${paint('strong', 'Sort by')}`,
    ...lines,
    ` ${paint('dim', 'j k choose  Enter ▲ ▼ off  Esc back')}`,
  ];
}

/** The key stands below the head: however much is not resolved, it is in sight. */
export function quitLines(state: State, columns: number, rows: number, paint: Paint): string[] {
  const {overlay} = state;
  if (overlay.kind !== 'quit') return [];
  const warned = (text: string) => wrap(flat(text), columns - 2).map(line => ` ${paint('warning', line)}`);
  return [
    ` ${paint('strong', 'Quit?')}`,
    ...questionLines(overlay, {fixed: 'quit', drawn: 'quit'}, {columns, isLow: rows < 16}, paint),
    ...(overlay.notice === undefined ? [] : warned(overlay.notice)),
    ...warned(overlay.text),
  ];
}

/** What is being asked about by the panels that have a field to type in. */
export function alertLines(state: State, columns: number, _rows: number, paint: Paint): string[] {
  const {overlay} = state;
  if (overlay.kind !== 'alert' || !isWatched(state.pane)) return [];
  const row = watchedRow(state.feeds, state.pane, overlay.rowId);
  const set = state.alerts.filter(each => each.rowId === overlay.rowId && each.pane === state.pane);
  return [
    ` ${paint('strong', `Alert on the ${watches[state.pane].label}`)}`,
    ...wrap(`${flat(row?.name ?? overlay.rowId)}, now ${number(row?.value)}`, columns - 2).map(
      line => ` ${line}`,
    ),
    ...set.map(
      each =>
        ` ${paint('dim', `set: ${each.above ? '≥' : '≤'} ${number(each.level)}${each.hasRung ? ', rung' : ''}`)}`,
    ),
  ];
}

export function byHandLines(state: State, columns: number, rows: number, paint: Paint): string[] {
  const {overlay, intents} = state;
  if (overlay.kind !== 'byHand') return [];
  const intent = intentById(intents, overlay.intentId);
  if (intent === undefined) return [];
  const ways = waysOut(intents, intent).filter(
    each => each.way === 'endByHand' || each.way === 'overrideNoTrace',
  );
  const canOverride = ways.some(each => each.way === 'overrideNoTrace');
  const words = [...Object.keys(handWords), ...(canOverride ? [overrideWord] : [])];
  const means = [
    ...Object.entries(handWords).map(([word, meaning]) => `${word}: ${meaning}`),
    ...(canOverride ? [`${overrideWord}: take the risk that it was done`] : []),
  ];
  const explained = rows < 14 ? [`${words.join(', ')}; and a note`] : means;
  const candidates = intent.state === 'UNKNOWN' ? intent.candidates : [];
  return [
    ` ${paint('strong', 'How did it end?')}`,
    ...wrap(flat(describe(intent)), columns - 2).map(line => ` ${paint('warning', line)}`),
    ...candidates.map(
      each => ` #${each.recordId} ${sanitize(each.words)}${each.isTaken ? ' (ended another one)' : ''}`,
    ),
    ...explained.flatMap(line => wrap(line, columns - 2)).map(line => ` ${line}`),
  ];
}
