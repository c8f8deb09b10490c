import {isOver} from '../../account/resources/easy-options.ts';
import {askedWords} from '../../account/words/records.ts';
import {counted} from '../../account/words/text.ts';
import type {Order} from '../../api/wire/records.ts';
import {withListedBefore} from '../../core/halt/orders.ts';
import {type Intent, isFollowed, isResolved} from '../../core/intents/intent.ts';
import {unresolved} from '../../core/intents/selectors.ts';
import {describe, draftWords} from '../../core/intents/words.ts';
import {type Dialog, questionKeys} from '../dialog.ts';
import {labelOf} from '../key-words.ts';
import {ask, newQuestion, respond} from '../order/questions.ts';
import {few, isGoingOn, outboxWords} from '../order/several/outbox.ts';
import {positionsHeld} from '../portfolio/move.ts';
import {notice, question, remark, title} from '../sheet.ts';
import type {State, Step} from '../state.ts';

export const quit = {
  unseen: 'Unresolved writes: confirm to quit. Ctrl-C quits anyway.',
  keys: questionKeys,
  press: (state, overlay, press) =>
    respond(state, overlay, press, {yes: heard => [heard, [{type: 'quit', code: 0}]]}),
  // The text takes what the keys leave, so that they stay visible however long it is.
  sheet: (state, overlay) => [
    title('Quit?'),
    remark(overlay.text, 'warning'),
    question(state, overlay, 'quit'),
    ...notice(overlay),
  ],
} satisfies Dialog<'quit'>;

/**
 * Quits, but asks first while something is unresolved, queued, or still working at the service. The text is
 * fixed when the dialog opens: a text that followed the polls would be asked again with each.
 */
export function openQuit(state: State): Step {
  const {asksOnQuit} = state.settings;
  const working = asksOnQuit ? withListedBefore(state) : [];
  const others = asksOnQuit ? notRead(state, working) : 0;
  const reasons = reasonsIn(state);
  if (reasons.length === 0 && working.length + others === 0) return [state, [{type: 'quit', code: 0}]];
  const all = [...reasons, ...workingWords(working, others), ...openWords(state), 'Quit anyway?'];
  return ask(state, {...newQuestion(state), kind: 'quit', text: all.join(' ')});
}

/** The total gives the number of orders while the list is not complete. */
function notRead({feeds, rounds}: State, working: readonly Order[]): number {
  const {total = 0, filterText} = feeds.orders;
  const isCounted = filterText === '' && !rounds.reading.rows.orders.isWhole;
  return isCounted ? Math.max(0, total - working.length) : 0;
}

function reasonsIn({halt, settings, intents, outbox}: State): string[] {
  const {list, unsaved, isHeld} = intents;
  const key = labelOf(settings.bindings, 'halt');
  const open = isHeld === true ? [] : unresolved(intents);
  const ended = list.filter(each => isResolved(each) && unsaved?.ids.includes(each.id));
  const followed = list.filter(each => isFollowed(intents, each));
  return [
    ...(halt.work ? [`A halt is in progress. After the next start ${key} continues it.`] : []),
    ...named('Not resolved', open, 'The journal keeps it, and the next start rechecks it.'),
    ...named('Not journaled', ended, 'The next start rechecks it.'),
    ...followed.map(({draft}) => `Canceled; the new order is not placed if you quit: ${draftWords(draft)}.`),
    ...(outbox && isGoingOn({outbox}) ? [`${outboxWords(outbox)}. The rest will not be sent.`] : []),
  ];
}

function named(what: string, writes: readonly Intent[], then: string): string[] {
  const names = writes.map(each => describe(each).replace(/\.?$/, '.')).join(' ');
  return writes.length === 0 ? [] : [`${what}: ${names} ${then}`];
}

/** `12 orders work on: BUY 2 X at 4,000, SELL 1 Y at 3,900, BUY 3 X at 3,800 and 9 more.` */
function workingWords(working: readonly Order[], others: number): string[] {
  const count = working.length + others;
  if (count === 0) return [];
  const names = few(working.map(askedWords), undefined, count);
  return [`${counted(count, 'order')} ${count === 1 ? 'stays' : 'stay'} working: ${names}.`];
}

/** `Open: 3 positions, 1 Easy Option.` */
function openWords(state: State): string[] {
  const {easyOptions} = state.portfolio.rows;
  const open = [
    [positionsHeld(state).length, 'position'],
    [easyOptions.rows.filter(each => !isOver(each)).length, 'Easy Option'],
  ] as const;
  const words = open.flatMap(([count, noun]) => (count === 0 ? [] : counted(count, noun)));
  return words.length === 0 ? [] : [`Open: ${words.join(', ')}.`];
}
