import {add, compare, isZero} from '../../../api/wire/decimal.ts';
import type {Decimal, EasyOption, Order} from '../../../api/wire/records.ts';
import {cardsRead} from '../../feeds/prices.ts';
import {parseFilter} from '../../filter/index.ts';
import {whyHeldNow} from '../../gate/gate.ts';
import {soldBy, withListedBefore} from '../../halt/orders.ts';
import {type AmendDraft, amend, amendable, isAmend, placedBy, waitOf} from '../../intents/kinds/amend.ts';
import {type Draft, type DraftKind, draftOfRow, kindOf, targets} from '../../intents/kinds/kinds.ts';
import {serviceNow} from '../../intents/looks.ts';
import type {ListAnswer, MsgOf} from '../../messages.ts';
import {age, basePeriod} from '../../model/freshness.ts';
import type {Moment} from '../../model/moment.ts';
import type {Question} from '../../model/overlay.ts';
import {showsAll} from '../../model/rows.ts';
import type {Key, Row, WrittenPane} from '../../model/vocabulary.ts';
import {takeBack, tell, withoutHints} from '../../notices.ts';
import {close} from '../../overlay.ts';
import {optionTotals} from '../../portfolio/groups.ts';
import {isPositive} from '../../resources/arithmetic.ts';
import {askOf, rounded, worthNow} from '../../resources/figures.ts';
import {hasRoom} from '../../screen.ts';
import type {Feed, State} from '../../state.ts';
import type {Step} from '../../step.ts';
import {askedWords, easyOptionWords} from '../../words/records.ts';
import {amountWords, asItCame, counted, number, signed} from '../../words/text.ts';
import {locked} from '../availability.ts';
import {askAll} from '../batch.ts';
import {comparedWith, doubtsOf, fillsAtOnce} from '../doubts.ts';
import {asReducing, nudgedPrice} from '../forms.ts';
import {afterYes, newQuestion} from '../questions.ts';
import {filledListed, hasFilledSince, rowsListed, titleOf} from '../review-lines.ts';
import type {Batch, Doubt, Gathering, Leaving, Scope, Ticks} from '../state.ts';
import {cameSince, nounOf, severalTitle} from './queue.ts';
import {keepMarks} from './rows.ts';

export type SeveralItem = {
  readonly id: string;
  readonly draft: Draft;
  readonly words: string;
  readonly doubts: readonly Doubt[];
  /** What it closes. */
  readonly option?: EasyOption | undefined;
};

export type SeveralReview = Question & {
  readonly of: Gathering;
  readonly items: readonly SeveralItem[];
  /** The items that match the active filter. */
  readonly narrowed: ReadonlySet<string> | undefined;
  readonly isWide: boolean;
  /** The service's own count, if the list could not be read completely. */
  readonly listed: number | undefined;
  /** The orders that were listed when it opened, if it is for all of them. */
  readonly known: Batch['known'];
  readonly notes: readonly string[];
  readonly readAt: Moment;
  readonly isOld: boolean;
  readonly leaving: Leaving | undefined;
  readonly scroll: number;
  /** Ids, fills of amends, reasons for asking twice: the confirming key is bound to this text. */
  readonly text: string;
};

export function meant({items, narrowed, isWide}: SeveralReview): readonly SeveralItem[] {
  return narrowed === undefined || isWide ? items : items.filter(each => narrowed.has(each.id));
}

export function severalDrafts(review: SeveralReview): readonly Draft[] {
  return meant(review).map(each => each.draft);
}

function withItems(review: SeveralReview, items: readonly SeveralItem[]): SeveralReview {
  const next = {...review, items};
  const each = meant(next).flatMap(({id, draft, doubts}) => [
    id,
    ...(isAmend(draft) ? [draft.filled] : []),
    ...doubts.map(({kind}) => kind),
  ]);
  return {...next, text: [...(next.isOld ? ['old'] : []), ...each].join(' ')};
}

export function widened(review: SeveralReview): SeveralReview {
  if (review.narrowed === undefined) return review;
  return withItems({...review, isWide: !review.isWide, scroll: 0}, review.items);
}

/** The key stays: where other clients go on placing, a new one each time would keep a person from canceling. */
const moreWords = 'More orders have come since: they are not in this review';

/** Follows the polls and the time. A later poll of the complete list counts as a new read. */
export function watchSeveral(state: State, now: Moment): State {
  const {overlay, feeds} = state;
  if (overlay.kind !== 'several') return state;
  const {of, known, notes} = overlay;
  const {loadedAt} = feeds.orders;
  const isLater = loadedAt !== undefined && loadedAt.mono >= overlay.readAt.mono;
  const isRead = isLater && of.pane === 'orders' && showsAll(feeds.orders);
  const readAt = isRead ? loadedAt : overlay.readAt;
  const isOld = overlay.isOld || age(readAt, now) > 3 * basePeriod(state.settings, true);
  const found = overlay.items.map(each => followed(state, each, of, isRead));
  const more = !notes.includes(moreWords) && cameSince(state, known) > 0 ? [moreWords] : [];
  const next = {...overlay, readAt, isOld, notes: [...more, ...notes, ...leftOut(found)]};
  const review = withItems(next, found.filter(isItem));
  return meant(review).length > 0
    ? {...state, overlay: {...review, kind: 'several'}}
    : cancelReview(state, 'none of them is left.', now);
}

function followed(state: State, item: SeveralItem, {pane, ticks}: Gathering, isRead: boolean): Found {
  const {id, draft, doubts} = item;
  const {over, words} = kindOf(draft);
  const rows = rowsListed(state);
  const why = over(draft, rows, isRead);
  if (why !== undefined) return {id, why: words.several?.over ?? why};
  if (isAmend(draft) && ticks !== undefined)
    return hasFilledSince(state, draft)
      ? nudgedItem(state, nudged(state, draft, ticks), doubts)
      : {...item, doubts: doubtsOf(state, draft, undefined, doubts)};
  const [order, option] = [rows.order(id), rows.easyOption(id)];
  if (pane === 'orders') return order === undefined ? item : {...item, words: orderWords(state, order)};
  return option === undefined ? item : {...item, words: closeWords(option), option};
}

/** Dismisses the review that is open, of one write or of several. */
export function cancelReview(state: State, reason: string, now: Moment): State {
  const {overlay} = state;
  if (overlay.kind !== 'review' && overlay.kind !== 'several') return state;
  const title = overlay.kind === 'review' ? titleOf(overlay) : severalTitle(severalDrafts(overlay));
  return tell(close(state), `${title} was dismissed: ${reason}`, 'warning', now);
}

export function confirmSeveral(state: State, review: SeveralReview, key: Key, now: Moment): Step {
  const watched = watchSeveral(state, now);
  const {overlay} = watched;
  if (overlay.kind !== 'several' || overlay.text !== review.text) return [watched, []];
  const drafts = severalDrafts(review);
  const forbids = drafts.map(draft => whyHeldNow(state, draft)).find(Boolean);
  const closed = close(afterYes(state, key));
  if (forbids !== undefined) return [tell(closed, forbids, 'danger', now), []];
  const sent = new Set(meant(review).map(each => each.id));
  const {pane, ids} = review.of;
  const unmarked = ids === undefined ? closed : keepMarks(closed, pane, id => !sent.has(id));
  return askAll(unmarked, drafts, now, review);
}

/**
 * Reads the complete list before asking: the page on screen may show only part of it. The service's filtered
 * answer is checked against the filter again.
 * A cancel before quitting ignores the filter.
 */
export function gatherSeveral(state: State, pane: WrittenPane, scope: Scope, now: Moment): Step {
  if (!hasRoom(state.viewport))
    return [tell(state, 'The screen is too small to show a review.', 'warning', now), []];
  const feed: Feed = state.feeds[pane];
  const {ids, isToLeave} = scope;
  const filter = ids === undefined && !isToLeave ? feed.filterText : '';
  const number = state.counter + 1;
  const gathering: Gathering = {...scope, number, pane, filter};
  const through = filter === '' ? undefined : parseFilter(pane, filter, serviceNow(state, now));
  if (through?.ok === false)
    return [tell(state, `The filter: ${through.error.message}.`, 'warning', now), []];
  const joined = through?.conditions.find(({needs}) => needs !== undefined);
  if (joined !== undefined)
    return [tell(state, `The filter: ${joined.text} works on this page only.`, 'warning', now), []];
  const notices = state.notices.filter(each => each.about !== 'batch');
  const told = tell({...state, notices, counter: number, gathering}, readingWords(gathering), 'info', now);
  return [told, [{type: 'readList', number, pane, through, ids: ids && [...ids]}]];
}

function readingWords({pane, ids}: Gathering): string {
  return `Reading ${ids === undefined ? 'all open' : 'the marked'} ${nounOf(pane, 2)}…`;
}

export function openSeveralReview(state: State, {number, answer: came, now}: MsgOf<'listRead'>): State {
  const {gathering} = state;
  if (gathering?.number !== number) return state;
  const {pane, ids, ticks} = gathering;
  const isCancel = pane === 'orders' && ticks === undefined;
  const orders = isCancel && came.fault !== undefined ? withListedBefore(state, came.orders) : came.orders;
  const [known, {loadedAt}] = [orders.length - came.orders.length, state.feeds.orders];
  const answer = {...came, orders, began: (known > 0 ? loadedAt : undefined) ?? came.began};
  const read = takeBack(
    withoutHints({...state, gathering: undefined}, () => true),
    readingWords(gathering),
  );
  if (state.pane !== pane || state.overlay.kind !== 'none' || !hasRoom(state.viewport))
    return tell(read, 'Review not shown: you moved on meanwhile.', 'info', now);
  const {narrowed} = answer;
  if (narrowed !== undefined && 'fault' in narrowed)
    return tell(read, `The filtered list could not be read. ${narrowed.fault}`, 'warning', now);
  const found = itemsIn(state, answer, gathering).filter(each => ids?.has(each.id) ?? true);
  const items = found.filter(isItem);
  const gone = (ids?.size ?? found.length) - found.length;
  const notes = [
    ...(gathering.isToLeave ? ['optty quits when none is left'] : []),
    ...(gone > 0 ? [goneWords(pane, gone, answer)] : []),
    ...leftOut(found),
    ...readWords(pane, ids !== undefined, came),
    ...(known === 0 ? [] : [`${counted(known, 'order')} as listed before`]),
  ];
  // An order that waits for its turn is for the next review.
  const stay = new Set((ticks === undefined ? items : found).map(each => each.id));
  const kept = ids === undefined ? read : keepMarks(read, pane, id => stay.has(id));
  const review = severalOf(kept, gathering, items, notes, answer);
  if (severalDrafts(review).length > 0)
    return {...kept, counter: review.number, overlay: {...review, kind: 'several'}};
  const unmatched =
    items.length === 0
      ? `No ${nounOf(pane, 2)} to act on`
      : `No matches: ${items.length} open ${nounOf(pane, items.length)} not sent. / Esc removes the filter`;
  const none = answer.fault === undefined ? unmatched : 'Nothing sent';
  return tell(kept, `${[none, ...notes].join('. ')}.`, 'warning', now);
}

type Found = SeveralItem | {readonly id: string; readonly why: string};

const isItem = (each: Found): each is SeveralItem => 'draft' in each;

function itemsIn(state: State, {orders, easyOptions}: ListAnswer, {ids, ticks}: Gathering): readonly Found[] {
  const isAmong = ({orderId}: Order) => ids?.has(orderId) ?? true;
  if (ticks !== undefined) return amendsIn(state, orders.filter(isAmong), ticks);
  return [
    ...orders.map(order => {
      const as = {id: order.orderId, words: orderWords(state, order)};
      return itemOf(state, 'cancel', order, as, whySpared(state, order));
    }),
    ...easyOptions.map(option =>
      itemOf(state, 'close', option, {id: option.id, words: closeWords(option), option}),
    ),
  ];
}

function itemOf(
  state: State,
  kind: DraftKind,
  row: Row,
  item: Pick<SeveralItem, 'id' | 'words' | 'option'>,
  spared?: string,
): Found {
  const {id} = item;
  const found = draftOfRow(kind, row, state);
  if ('refused' in found) return {id, why: found.refused};
  const why = locked(state, found.draft) ?? spared;
  return why === undefined ? {...item, draft: found.draft, doubts: []} : {id, why};
}

function amendsIn(state: State, orders: readonly Order[], ticks: Ticks): readonly Found[] {
  const waiting = new Set<string>();
  return orders.map((order): Found => {
    const {orderId: id} = order;
    const able = amendable(state, order);
    if ('refused' in able) return {id, why: able.refused};
    const draft = nudged(state, able, ticks);
    const locks = targets(draft);
    // The next one would wait for longer than its confirmation holds.
    const isTaken = locks.some(each => waiting.has(each));
    if (isTaken) return {id, why: 'one per side and symbol'};
    const found = nudgedItem(state, draft);
    if (isItem(found) && waitOf(draft) > 0) for (const each of locks) waiting.add(each);
    return found;
  });
}

function nudgedItem(state: State, draft: AmendDraft, asked?: readonly Doubt[]): Found {
  const {orderId: id} = draft;
  const why = whyNotNudged(state, draft);
  if (why !== undefined) return {id, why};
  return {id, draft, words: nudgeWords(state, draft), doubts: doubtsOf(state, draft, undefined, asked)};
}

function nudged(state: State, of: AmendDraft, ticks: Ticks): AmendDraft {
  const ask = askOf(cardsRead(state), of.symbol);
  const known = {filled: filledListed(state, of.orderId), ask: isPositive(ask) ? ask : undefined};
  return asReducing(state, {...of, ...known, newPrice: nudgedPrice(state, of, ticks)});
}

function whyNotNudged(state: State, draft: AmendDraft): string | undefined {
  if (compare(draft.newPrice, '0') <= 0) return 'one tick from 0';
  return amend.form?.pointless?.(draft, false) ?? whyHeldNow(state, draft) ?? locked(state, draft);
}

/** `#5 BUY 2 X @ 240 → 241, 0.5 filled, REDUCING` */
function nudgeWords(state: State, draft: AmendDraft): string {
  const {orderId, newPrice, filled = '0', reduces} = draft;
  const placed = placedBy(draft);
  const rank = fillsAtOnce(placed, comparedWith(state, placed, undefined)) ? ', marketable' : '';
  const risk = reduces === undefined ? '' : ', REDUCING';
  return `#${orderId} ${askedWords(draft)} → ${amountWords(newPrice)}${filledWords(filled)}${rank}${risk}`;
}

/** `P/L -0.90, worth 24.10 · OPENED @ 194.71: ETH above 3840 for 25 USDT #4` */
function closeWords(option: EasyOption): string {
  const {pl, investmentCurrency: currency} = option;
  const worth = worthNow(option);
  const told = [
    pl === undefined ? '' : `P/L ${signed(rounded(pl, currency))}`,
    worth === undefined ? '' : `worth ${number(rounded(worth, currency))}`,
  ].filter(Boolean);
  return [told.join(', '), easyOptionWords(option)].filter(Boolean).join(' · ');
}

/** By currency: `Worth now about 94.20 USDT, P/L -5.80, excl. close fees`; '' for what closes nothing */
export function closeSums(review: SeveralReview): string {
  const options = meant(review).flatMap(({option}) => option ?? []);
  const sums = optionTotals(options).map(({currency, invested, open, lacking}) => {
    const shown = (value: Decimal) => rounded(value, currency);
    const without = lacking === 0 ? '' : ` (${lacking} unpriced)`;
    const worth = `${number(shown(add(invested, open)))} ${asItCame(currency)}`.trim();
    return `about ${worth}, P/L ${signed(shown(open))}${without}`;
  });
  return sums.length === 0 ? '' : `Worth now ${sums.join('; ')}, excl. close fees`;
}

/** `#5 BUY 2 X @ 240, 0.5 filled` */
function orderWords(state: State, order: Order): string {
  const {orderId} = order;
  return `#${orderId} ${askedWords(order)}${filledWords(filledListed(state, orderId))}`;
}

const filledWords = (filled: Decimal) => (isZero(filled) ? '' : `, ${amountWords(filled)} filled`);

/** As the halt does. */
function whySpared({feeds, rounds}: State, order: Order): string | undefined {
  const {rows, isWhole} = rounds.reading.rows.easyOptions;
  const sold = soldBy(order, [...feeds.easyOptions.rows, ...rows], isWhole);
  return sold && `${sold === 'unread' ? 'may sell' : 'sells'} a closing Easy Option: cancel it separately`;
}

const readIn = ({orders, easyOptions}: ListAnswer) => orders.length + easyOptions.length;

function severalOf(
  state: State,
  of: Gathering,
  items: readonly SeveralItem[],
  notes: readonly string[],
  answer: ListAnswer,
): SeveralReview {
  const {narrowed, total, isWhole, unreadable, began} = answer;
  const all = Math.max(total ?? 0, readIn(answer) + unreadable);
  const isPart = of.ids === undefined && (!isWhole || (total ?? 0) > readIn(answer) + unreadable);
  const review: SeveralReview = {
    ...newQuestion(state),
    of,
    items,
    narrowed: narrowed !== undefined && 'ids' in narrowed ? narrowed.ids : undefined,
    isWide: false,
    listed: isPart ? total : undefined,
    known: of.ids === undefined && !isPart ? idsListed(state, answer) : undefined,
    notes,
    readAt: began,
    isOld: false,
    leaving: of.isToLeave ? {others: all - items.length} : undefined,
    scroll: 0,
    text: '',
  };
  return withItems(review, items);
}

/** A pane may list an order that ended before this read. */
function idsListed({feeds}: State, {orders}: ListAnswer): ReadonlySet<string> {
  return new Set([...orders, ...feeds.orders.rows].map(each => each.orderId));
}

function leftOut(found: readonly Found[]): string[] {
  const reasons = found.flatMap(each => ('why' in each ? each.why : []));
  return [...Map.groupBy(reasons, each => each)].map(
    ([reason, each]) => `${each.length} left out: ${reason.replace(/\.$/, '')}`,
  );
}

function goneWords(pane: WrittenPane, gone: number, {fault}: ListAnswer): string {
  const how = fault === undefined ? (pane === 'orders' ? 'no longer open' : 'no longer listed') : 'not found';
  return `${gone} of the marked: ${how}`;
}

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
