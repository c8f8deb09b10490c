import type {Id} from '../../api/wire/records.ts';
import {withListedBefore} from '../halt/orders.ts';
import {kindOf} from '../intents/kinds/kinds.ts';
import {serviceNow} from '../intents/looks.ts';
import {unresolved} from '../intents/selectors.ts';
import {describe} from '../intents/words.ts';
import type {Moment} from '../model/moment.ts';
import {tell} from '../notices.ts';
import {show} from '../overlay.ts';
import {heldPositions} from '../portfolio/positions.ts';
import {isOver} from '../resources/easy-options.ts';
import type {State} from '../state.ts';
import type {Step} from '../step.ts';
import {labelOf} from '../words/keys.ts';
import {askedWords, type KnownOrder} from '../words/records.ts';
import {counted} from '../words/text.ts';
import {cancelFirstBlocked} from './availability.ts';
import {newQuestion} from './questions.ts';
import {waitingIn} from './several/queue.ts';
import type {Batch, BatchItem} from './state.ts';

const mostNamed = 3;

type Left = {
  readonly over: ReadonlySet<Id>;
  readonly orders: readonly KnownOrder[];
  /** Open orders outside the batch. */
  readonly others: number;
};

/**
 * Quits, but asks first while something is unresolved, queued, or still working at the service. The text is
 * fixed when the dialog opens: a text that followed the polls would be asked again with each.
 */
export function openQuit(state: State, left: Left = asListed(state)): Step {
  const working = state.settings.asksOnQuit ? workingOrders(state, left) : [];
  const reasons = [...haltWords(state), ...unresolvedWords(state), ...waitingWords(state)];
  const others = state.settings.asksOnQuit ? left.others : 0;
  if (reasons.length === 0 && working.length === 0 && others === 0) return [state, [{type: 'quit', code: 0}]];
  const isSome = working.length > 0 || others > 0;
  const why = isSome ? uncancelable(state) : undefined;
  const text = [
    ...[...reasons, ...workingWords(working, others), ...openWords(state)],
    ...[why ?? [], 'Quit anyway?'].flat(),
  ].join(' ');
  const question = newQuestion(state);
  return show(
    {...state, counter: question.number},
    {...question, kind: 'quit', text, mayCancel: isSome && why === undefined},
  );
}

/** Without a complete list, its total gives the number of orders. */
function asListed(state: State): Left {
  const {total = 0, filterText} = state.feeds.orders;
  const isCounted = filterText === '' && !state.rounds.reading.rows.orders.isWhole;
  const others = isCounted ? Math.max(0, total - withListedBefore(state).length) : 0;
  return {over: new Set(), orders: [], others};
}

function haltWords({halt, settings}: State): string[] {
  const key = labelOf(settings.bindings, 'halt');
  const goesOn = `A halt is in progress. After the next start ${key} continues it.`;
  return halt.work === undefined ? [] : [goesOn];
}

function unresolvedWords({intents}: State): string[] {
  const open = intents.isHeld === true ? [] : unresolved(intents);
  if (open.length === 0) return [];
  const names = open.map(each => describe(each)).join(' ');
  return [`Not resolved: ${names} The journal keeps it, and the next start rechecks it.`];
}

function waitingWords(state: State): string[] {
  const left = waitingIn(state);
  return left === 0 ? [] : [`${left} of ${state.batch?.items.length} have not been sent and will not be.`];
}

function workingOrders(state: State, {over, orders}: Left): readonly KnownOrder[] {
  const byId = new Map([...orders, ...withListedBefore(state)].map(each => [each.orderId ?? '', each]));
  return [...byId].flatMap(([id, each]) => (over.has(id) ? [] : [each]));
}

/** `12 orders work on: BUY 2 X at 4,000, SELL 1 Y at 3,900, BUY 3 X at 3,800 and 9 more.` */
function workingWords(working: readonly KnownOrder[], others: number): string[] {
  const count = working.length + others;
  if (count === 0) return [];
  const names = working.slice(0, mostNamed).map(askedWords);
  const more = count - names.length;
  const all = [names.join(', '), more === 0 ? '' : `${more} more`].filter(Boolean).join(' and ');
  return [`${counted(count, 'order')} ${count === 1 ? 'stays' : 'stay'} working: ${all}.`];
}

/** `Open: 3 positions, 1 Easy Option.` */
function openWords(state: State): string[] {
  const {account, rows} = state.portfolio;
  const open = [
    [heldPositions(account.positions, serviceNow(state)).length, 'position'],
    [rows.easyOptions.rows.filter(each => !isOver(each)).length, 'Easy Option'],
  ] as const;
  const words = open.flatMap(([count, noun]) => (count === 0 ? [] : counted(count, noun)));
  return words.length === 0 ? [] : [`Open: ${words.join(', ')}.`];
}

function uncancelable(state: State): string | undefined {
  if (state.halt.work !== undefined) return 'The halt cancels them.';
  const why = cancelFirstBlocked(state);
  return why === undefined ? undefined : `They cannot be canceled first. ${why}`;
}

export function leaveAfter(state: State, {items, leaving}: Batch, now: Moment): Step {
  if (leaving === undefined) return [state, []];
  if (state.overlay.kind !== 'none')
    return [tell(state, 'Not quit: you moved on meanwhile.', 'info', now), []];
  const isOver = ({stands}: BatchItem) => stands === 'done' || stands === 'over';
  const drafts = (some: readonly BatchItem[]) =>
    some.flatMap(({draft}) => kindOf(draft).cancels(draft) ?? []);
  return openQuit(state, {
    over: new Set(drafts(items.filter(isOver)).map(each => each.orderId)),
    orders: drafts(items.filter(each => !isOver(each))),
    others: leaving.others,
  });
}
