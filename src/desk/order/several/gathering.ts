import {age, type Moment} from '../../../account/model/moment.ts';
import {ownId} from '../../../account/model/rows.ts';
import type {WrittenPane} from '../../../account/model/vocabulary.ts';
import {optionTotals} from '../../../account/portfolio/groups.ts';
import {workingNotional} from '../../../account/portfolio/order-totals.ts';
import {isPositive} from '../../../account/resources/arithmetic.ts';
import {askOf, rounded, worthNow} from '../../../account/resources/figures.ts';
import {resources} from '../../../account/resources/resources.ts';
import {askedWords, easyOptionWords} from '../../../account/words/records.ts';
import {amountWords, asItCame, number, signed} from '../../../account/words/text.ts';
import {add, compare, isZero} from '../../../api/wire/decimal.ts';
import type {Decimal, EasyOption, Order} from '../../../api/wire/records.ts';
import {soldIn, withListedBefore} from '../../../core/halt/orders.ts';
import {isAmend, placedBy, waitOf} from '../../../core/intents/kinds/amend.ts';
import type {AmendDraft} from '../../../core/intents/kinds/cancel.ts';
import {confirmedForMs} from '../../../core/intents/kinds/kind.ts';
import type {Draft} from '../../../core/intents/kinds/kinds.ts';
import {close} from '../../dialog.ts';
import {basePeriod} from '../../feeds/freshness.ts';
import {filledListed, howRead, wholeReadAt} from '../../feeds/last-read.ts';
import {cardsRead} from '../../feeds/prices.ts';
import {readNow} from '../../feeds/rounds.ts';
import {takeBack, tell, without} from '../../notices.ts';
import type {OverlayOf} from '../../overlay.ts';
import {hasRoom} from '../../screen.ts';
import type {State, Step} from '../../state.ts';
import {locked} from '../availability.ts';
import {comparedWith, doubtsOf, fillsAtOnce} from '../doubts.ts';
import {asReducing, whyHeldNow} from '../gate-now.ts';
import type {Guard, SeveralItem, SeveralReview, Ticks, Wanted} from '../ordering.ts';
import {nudgedPrice} from '../prices.ts';
import {asksSame, newQuestion, questionOf} from '../questions.ts';
import {rowsListed, titleOf, withFilled} from '../review-lines.ts';
import {amendable} from '../tickets/amend-ticket.ts';
import type {ListedRows} from '../tickets/ticket.ts';
import {draftOfRow, ticketOf} from '../tickets/tickets.ts';
import {keepMarks} from './marks.ts';
import {cameSince, sendSeveral, severalTitle} from './outbox.ts';

const isOption = (row: Order | EasyOption): row is EasyOption => 'id' in row;

export const severalDrafts = ({items}: SeveralReview): readonly Draft[] => items.map(each => each.draft);

/** The complete list is read before asking: the page on screen may show only part of it, or be filtered. */
export function gatherSeveral(state: State, wanted: Omit<Wanted, 'since'>, now: Moment): Step {
  if (!hasRoom(state.viewport))
    return [tell(state, 'The screen is too small to show a review.', 'warning', now), []];
  const gathering = {...wanted, since: now};
  const begun = without({...state, gathering}, ({about}) => about === 'several');
  return readNow(tell(begun, readingWords(gathering), 'info', now), now);
}

function readingWords({pane, ids}: Wanted): string {
  return `Reading ${ids === undefined ? 'all open' : 'the marked'} ${nounOf(pane, 2)}…`;
}

export function nounOf(pane: WrittenPane, count: number): string {
  const {singular, plural} = resources[pane];
  return count === 1 ? singular : plural;
}

/** Once the list is read, or cannot be. */
export function openGathered(state: State, now: Moment): State {
  const {gathering} = state;
  const how = gathering && howRead(state, gathering.pane, gathering.since);
  if (gathering === undefined || how === undefined || how === 'reading') return state;
  const {pane, ids, ticks} = gathering;
  const read = takeBack(
    without({...state, gathering: undefined}, ({isHint}) => isHint),
    readingWords(gathering),
  );
  if (state.pane !== pane || state.overlay.kind !== 'none' || !hasRoom(state.viewport))
    return tell(read, 'Review not opened: the screen changed meanwhile.', 'info', now);
  const isRead = how === 'read';
  // The readable rows of a list were read, though another row is not readable.
  const isFailed = state.rounds.reading.lists[pane].fault !== undefined;
  // A cancel may be asked for what was listed before: one of an order that has ended is refused.
  const isCancel = pane === 'orders' && ticks === undefined;
  const rows = isFailed && !isCancel ? [] : rowsWanted(state, gathering, isFailed);
  const found = rows.map(row => itemOf(state, gathering, row));
  const items = found.filter(isItem);
  const gone = (ids?.size ?? found.length) - found.length;
  const notes = [
    ...(gone > 0 ? [`${gone} of the marked: ${isRead ? 'no longer listed' : 'not found'}`] : []),
    ...leftOut(found),
    ...readWords(state, pane),
  ];
  const stay = new Set(items.map(each => each.id));
  const kept = ids === undefined ? read : keepMarks(read, pane, id => stay.has(id));
  if (items.length > 0) {
    const review = reviewOf(kept, gathering, items, {notes, isPart: ids === undefined && !isRead});
    return {...kept, counter: review.number, overlay: {...review, kind: 'several'}};
  }
  const none = isRead ? `No ${nounOf(pane, 2)} to act on` : 'Nothing sent';
  return tell(kept, `${[none, ...notes].join('. ')}.`, 'warning', now);
}

function rowsWanted(state: State, {pane, ids}: Wanted, isFailed: boolean): readonly SeveralItem['row'][] {
  const {feeds, rounds} = state;
  const shown = isFailed ? feeds.orders.rows : [];
  const all: readonly SeveralItem['row'][] =
    pane === 'orders' ? withListedBefore(state, shown) : rounds.reading.rows.easyOptions.rows;
  return all.filter(row => ids?.has(ownId<WrittenPane>(pane, row) ?? '') ?? true);
}

function reviewOf(
  state: State,
  of: Wanted,
  items: readonly SeveralItem[],
  {notes, isPart}: Pick<SeveralReview, 'notes'> & {readonly isPart: boolean},
): SeveralReview {
  const {orders} = state.rounds.reading.rows;
  const {began, asOf: readAt = began ?? of.since} = state.rounds.reading.rows[of.pane];
  const {total} = state.rounds.reading.lists[of.pane];
  const known = new Set(orders.rows.map(each => each.orderId));
  return {
    ...newQuestion(state),
    ...{of, items, notes, readAt, top: 0},
    guards: [],
    listed: isPart ? total : undefined,
    known: of.ids === undefined && !isPart ? known : undefined,
  };
}

/** The key stays: where other clients go on placing, a new one each time would keep people from canceling. */
const moreWords = 'More orders have come since: they are not in this review';

/** Follows the polls and the time. A later poll of the complete list counts as a new read. */
export function watchSeveral(state: State, overlay: OverlayOf<'several'>, now: Moment): State {
  const {of, known, notes} = overlay;
  const readAt = laterOf(overlay.readAt, wholeReadAt(state, of.pane) ?? overlay.readAt);
  const isOld = age(readAt, now) > 3 * basePeriod(state.settings, true);
  const guards: readonly Guard[] = isOld ? [{kind: 'stale'}] : overlay.guards;
  // What could not be read now may be older than the question.
  const rows = rowsListed(state, laterOf(overlay.readAt, of.since));
  const found = overlay.items.map(each => followed(state, each, of, rows));
  const more = !notes.includes(moreWords) && cameSince(state, known) > 0 ? [moreWords] : [];
  const next = {...overlay, readAt, guards, notes: [...more, ...notes, ...leftOut(found)]};
  const items = found.filter(isItem);
  return items.length > 0
    ? {...state, overlay: {...next, items}}
    : cancelReview(state, 'none of them is left.', now);
}

const laterOf = (one: Moment, other: Moment) => (other.mono > one.mono ? other : one);

function followed(state: State, item: SeveralItem, of: Wanted, rows: ListedRows): Found {
  const {id, draft, row} = item;
  const why = ticketOf(draft).over?.(draft, rows);
  return why === undefined ? itemOf(state, of, rows.row(of.pane, id) ?? row, item) : {id, why};
}

/** Dismisses the review that is open, of one write or of several. */
export function cancelReview(state: State, reason: string, now: Moment): State {
  const {overlay} = state;
  if (overlay.kind !== 'review' && overlay.kind !== 'several') return state;
  const title = overlay.kind === 'review' ? titleOf(state, overlay) : severalTitle(severalDrafts(overlay));
  return tell(close(state), `${title} was dismissed: ${reason}`, 'warning', now);
}

export function confirmSeveral(state: State, review: OverlayOf<'several'>, now: Moment): Step {
  const watched = watchSeveral(state, review, now);
  const asked = questionOf(watched.overlay);
  if (asked === undefined || !asksSame(review, asked)) return [watched, []];
  const drafts = severalDrafts(review);
  const forbids = drafts.map(draft => whyHeldNow(state, draft)).find(Boolean);
  const closed = close(state);
  if (forbids !== undefined) return [tell(closed, forbids, 'danger', now), []];
  const sent = new Set(review.items.map(each => each.id));
  const unmarked = keepMarks(closed, review.of.pane, id => !sent.has(id));
  return sendSeveral(unmarked, drafts, now, review.known);
}

type Found = SeveralItem | {readonly id: string; readonly why: string};

const isItem = (each: Found): each is SeveralItem => 'draft' in each;

function itemOf(state: State, {ticks}: Wanted, row: SeveralItem['row'], before?: SeveralItem): Found {
  const id = isOption(row) ? row.id : row.orderId;
  const found =
    isOption(row) || ticks === undefined
      ? draftOfRow(isOption(row) ? 'close' : 'cancel', row, state)
      : nudged(state, row, ticks, before?.draft);
  if ('refused' in found) return {id, why: found.refused};
  const {draft} = found;
  const why = locked(state, draft) ?? (isAmend(draft) ? whyNotNudged(state, draft) : whySpared(state, row));
  if (why !== undefined) return {id, why};
  const doubts = doubtsOf(state, draft, undefined, before?.doubts);
  return {id, draft, row, doubts, words: wordsOf(state, draft, row)};
}

function nudged(state: State, order: Order, ticks: Ticks, before: Draft | undefined) {
  const able = before !== undefined && isAmend(before) ? before : amendable(state, order);
  if ('refused' in able) return able;
  const draft = withFilled(state, able, true);
  if (draft === before) return {draft};
  const ask = askOf(cardsRead(state), draft.symbol);
  const known = {ask: isPositive(ask) ? ask : undefined, newPrice: nudgedPrice(state, draft, ticks)};
  return {draft: asReducing(state, {...draft, ...known})};
}

function whyNotNudged(state: State, draft: AmendDraft): string | undefined {
  if (compare(draft.newPrice, '0') <= 0) return 'the price would be 0';
  // The writes behind it would wait for longer than their confirmation holds.
  if (waitOf(draft) >= confirmedForMs)
    return 'waits for late fills before its new order: amend it separately';
  return ticketOf(draft).form?.pointless?.(draft) ?? whyHeldNow(state, draft);
}

/**
 * `#5 BUY 2 X @ 240, 0.5 filled`, `#5 BUY 2 X @ 240 → 241, 0.5 filled, REDUCING`, or
 * `P/L -0.90, worth 24.10 · OPENED @ 194.71: ETH above 3840 for 25 USDT #4`
 */
function wordsOf(state: State, draft: Draft, row: SeveralItem['row']): string {
  if (isOption(row)) return closeWords(row);
  if (!isAmend(draft))
    return `#${row.orderId} ${askedWords(row)}${filledWords(filledListed(state, row.orderId))}`;
  const {orderId, newPrice, filled = '0', reduces} = draft;
  const rank = isMarketable(state, draft) ? ', marketable' : '';
  const risk = reduces === undefined ? '' : ', REDUCING';
  return `#${orderId} ${askedWords(draft)} → ${amountWords(newPrice)}${filledWords(filled)}${rank}${risk}`;
}

export const isMarketable = (state: State, draft: Draft): boolean =>
  isAmend(draft) && fillsAtOnce(placedBy(draft), comparedWith(state, placedBy(draft), undefined));

export function closeWords(option: EasyOption): string {
  const {pl, investmentCurrency: currency} = option;
  const worth = worthNow(option);
  const gain = pl === undefined ? [] : `P/L ${signed(rounded(pl, currency))}`;
  const now = worth === undefined ? [] : `worth ${number(rounded(worth, currency))}`;
  const words = [gain, now].flat().join(', ');
  return [words, easyOptionWords(option)].filter(Boolean).join(' · ');
}

const filledWords = (filled: Decimal) => (isZero(filled) ? '' : `, ${amountWords(filled)} filled`);

/** `Worth now about 94.20 USDT, P/L -5.80, excl. close fees`, `Notional 1,240 working`, `Notional 40 → 41` */
export function sumsOf({rounds}: State, items: readonly SeveralItem[]): string {
  const options = items.map(({row}) => row).filter(isOption);
  if (options.length > 0) return closeSums(options);
  const orders = items.flatMap(({row}) => (isOption(row) ? [] : row));
  const moved = items.flatMap(({row, draft}) =>
    isAmend(draft) && !isOption(row) ? {...row, price: draft.newPrice} : [],
  );
  const {rows: trades} = rounds.reading.rows.trades;
  const [before, after] = [orders, moved].map(rows => workingNotional(rows, trades));
  if (before === undefined || before.without === orders.length) return '';
  const lacks = before.without === 0 ? '' : ` (${before.without} without)`;
  const shown = (sum: Decimal) => number(rounded(sum, undefined));
  const to = after === undefined || moved.length === 0 ? ' working' : ` → ${shown(after.sum)}`;
  return `Notional ${shown(before.sum)}${to}${lacks}`;
}

export function closeSums(options: readonly EasyOption[]): string {
  const priced = options.filter(each => worthNow(each) !== undefined);
  const lacking = options.length - priced.length;
  const without = lacking === 0 ? '' : ` (${lacking} unpriced)`;
  const sums = optionTotals(priced).map(({currency, open: {invested, pl}}) => {
    const shown = (value: Decimal) => rounded(value, currency);
    const worth = `${number(shown(add(invested.sum, pl.sum)))} ${asItCame(currency)}`.trim();
    return `about ${worth}, P/L ${signed(shown(pl.sum))}`;
  });
  if (sums.length === 0) return lacking === 0 ? '' : `Worth now unknown${without}`;
  return `Worth now ${sums.join('; ')}, excl. close fees${without}`;
}

/** As the halt does. */
function whySpared({rounds}: State, row: SeveralItem['row']): string | undefined {
  const sold = isOption(row) ? undefined : soldIn(rounds.reading.rows, row);
  return sold && `${sold === 'unread' ? 'may sell' : 'sells'} a closing Easy Option: cancel it separately`;
}

function leftOut(found: readonly Found[]): string[] {
  const reasons = found.flatMap(each => ('why' in each ? each.why : []));
  return [...Map.groupBy(reasons, each => each)].map(
    ([reason, each]) => `${each.length} left out: ${reason.replace(/\.$/, '')}`,
  );
}

function readWords({feeds, rounds}: State, pane: WrittenPane): string[] {
  const {rows, total = 0, unreadable, fault} = rounds.reading.lists[pane];
  const known = Math.max(rows.length, feeds[pane].rows.length);
  const of = total <= known ? '' : ` of ${total}`;
  const part = `${known}${of} ${nounOf(pane, Math.max(total, known))} known, not read now`;
  return [
    ...(fault === undefined ? [] : [`${part}: ${fault.replace(/\.$/, '')}`]),
    ...(unreadable === 0 ? [] : [`${unreadable} cannot be read and are left out`]),
  ];
}
