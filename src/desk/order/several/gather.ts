import {parseFilter} from '../../filter/index.ts';
import type {ListAnswer, Msg} from '../../model/messages.ts';
import type {Moment} from '../../model/moment.ts';
import {takeBack, tell, withoutHints} from '../../model/notices.ts';
import {hasRoom} from '../../model/room.ts';
import type {Feed, State} from '../../model/state.ts';
import type {WrittenPane} from '../../model/vocabulary.ts';
import type {Step} from '../../step.ts';
import {nounOf} from '../../words/batch.ts';
import {easyOptionWords} from '../../words/easy-options.ts';
import {askedWords} from '../../words/orders.ts';
import {cancelDraft, cancelRefused, closeDraft, closeRefused} from '../availability.ts';
import {newQuestion} from '../questions.ts';
import {keepMarks} from './marked.ts';
import {type SeveralItem, type SeveralReview, severalDrafts, withItems} from './review.ts';
import type {Gathering} from './several.ts';

/**
 * What several writes are about is read before anything is asked: all of the list, for the page that is shown
 * may be a part of it, and which of them a filter lets through: what the service gives, held to the filter.
 * @param wanted those that are meant by their ids, else all that the list holds; no filter narrows what is
 * canceled to leave
 */
export function gatherSeveral(
  state: State,
  pane: WrittenPane,
  {ids, isToLeave = false}: {readonly ids?: Gathering['ids']; readonly isToLeave?: boolean},
  now: Moment,
): Step {
  if (!hasRoom(state.viewport))
    return [tell(state, 'The screen is too small to show a review.', 'warning', now), []];
  const feed: Feed = state.feeds[pane];
  const filter = ids === undefined && !isToLeave ? feed.filterText : '';
  const number = state.counter + 1;
  const gathering: Gathering = {number, pane, ids, filter, isToLeave};
  const through = filter === '' ? undefined : parseFilter(pane, filter, now.wall);
  if (through?.ok === false)
    return [tell(state, `The filter: ${through.error.message}.`, 'warning', now), []];
  // How the ones before these ended is taken note of by going on.
  const notices = state.notices.filter(each => each.about !== 'batch');
  const told = tell({...state, notices, counter: number, gathering}, readingWords(gathering), 'info', now);
  return [told, [{type: 'readList', number, pane, through, ids: ids && [...ids]}]];
}

function readingWords({pane, ids}: Gathering): string {
  return `Reading ${ids === undefined ? 'all open' : 'the marked'} ${nounOf(pane, 2)}…`;
}

/** They were read: the review opens, unless the person has gone on to something else. */
export function takeList(state: State, {number, answer, now}: Extract<Msg, {type: 'listRead'}>): State {
  const {gathering} = state;
  if (gathering?.number !== number) return state;
  const {pane, ids} = gathering;
  // That they are being read is told no longer.
  const read = takeBack(
    withoutHints({...state, gathering: undefined}, () => true),
    readingWords(gathering),
  );
  if (state.pane !== pane || state.overlay.kind !== 'none' || !hasRoom(state.viewport))
    return tell(read, 'They were read, but you had gone on: nothing is asked.', 'info', now);
  const {narrowed} = answer;
  if (narrowed !== undefined && 'fault' in narrowed)
    return tell(read, `What the filter lets through could not be read. ${narrowed.fault}`, 'warning', now);
  const found = itemsIn(state, answer).filter(each => ids?.has(each.id) ?? true);
  const items = found.filter(each => each.why === undefined);
  const gone = (ids?.size ?? found.length) - found.length;
  const notes = [
    ...(gathering.isToLeave ? ['Once none is left optty quits'] : []),
    ...(gone > 0 ? [goneWords(pane, gone, answer)] : []),
    ...leftOut(found.flatMap(each => each.why ?? [])),
    ...readWords(pane, ids !== undefined, answer),
  ];
  const kept = ids === undefined ? read : keepMarks(read, pane, id => items.some(each => each.id === id));
  const review = severalOf(kept, gathering, items, notes, answer);
  if (severalDrafts(review).length > 0)
    return {...kept, counter: review.number, overlay: {...review, kind: 'several'}};
  const none =
    gathering.filter === '' ? `No ${nounOf(pane, 2)} to act on` : 'None that the filter lets through';
  return tell(kept, `${[none, ...notes].join('. ')}.`, 'warning', now);
}

type Found = SeveralItem & {
  /** Why nothing can be written to it now. */
  readonly why: string | undefined;
};

function itemsIn(state: State, {orders, easyOptions}: ListAnswer): Found[] {
  return [
    ...orders.map(order => ({
      id: order.orderId,
      draft: cancelDraft(order),
      words: `#${order.orderId} ${askedWords(order)}`,
      why: cancelRefused(state, order),
    })),
    ...easyOptions.map(option => ({
      id: option.id,
      draft: closeDraft(option),
      words: easyOptionWords(option),
      why: closeRefused(state, option),
    })),
  ];
}

const readIn = ({orders, easyOptions}: ListAnswer) => orders.length + easyOptions.length;

function severalOf(
  state: State,
  {pane, ids, filter, isToLeave}: Gathering,
  items: readonly SeveralItem[],
  notes: readonly string[],
  answer: ListAnswer,
): SeveralReview {
  const {narrowed, total, isWhole, unreadable, began} = answer;
  const all = Math.max(total ?? 0, readIn(answer) + unreadable);
  const isPart = ids === undefined && (!isWhole || (total ?? 0) > readIn(answer) + unreadable);
  const review: SeveralReview = {
    ...newQuestion(state),
    pane,
    items,
    narrowed: narrowed !== undefined && 'ids' in narrowed ? narrowed.ids : undefined,
    filter,
    isWide: false,
    isOfMarked: ids !== undefined,
    listed: isPart ? total : undefined,
    notes,
    readAt: began,
    isOld: false,
    leaving: isToLeave ? {others: all - items.length} : undefined,
    scroll: 0,
    text: '',
  };
  return withItems(review, items);
}

/** Those that are left out, each reason once. */
function leftOut(reasons: readonly string[]): string[] {
  return [...Map.groupBy(reasons, each => each)].map(
    ([reason, each]) => `${each.length} left out: ${reason.replace(/\.$/, '')}`,
  );
}

function goneWords(pane: WrittenPane, gone: number, {fault}: ListAnswer): string {
  const how = fault === undefined ? (pane === 'orders' ? 'no longer open' : 'no longer listed') : 'not found';
  return `${gone} of the marked: ${how}`;
}

/** What of the list could not be read. */
function readWords(pane: WrittenPane, isOfIds: boolean, answer: ListAnswer): string[] {
  const {total, unreadable, isWhole, fault} = answer;
  const count = readIn(answer);
  const of = total === undefined ? '' : ` of ${total}`;
  const part = `${count}${of} ${nounOf(pane, 2)} read`;
  const isShort = isWhole && !isOfIds && (total ?? 0) > count + unreadable;
  return [
    ...(fault === undefined ? [] : [`${part}: ${fault.replace(/\.$/, '')}`]),
    ...(isShort ? [`${part}: the list changed meanwhile`] : []),
    ...(unreadable === 0 ? [] : [`${unreadable} cannot be read and are left out`]),
  ];
}
