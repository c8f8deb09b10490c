import {lagsOf} from '../../account/model/lags.ts';
import type {Moment} from '../../account/model/moment.ts';
import {showsAll} from '../../account/model/rows.ts';
import type {Whole} from '../../account/portfolio/rows.ts';
import {isOver} from '../../account/resources/easy-options.ts';
import {isWorking} from '../../account/resources/orders.ts';
import {askedWords} from '../../account/words/records.ts';
import {counted, flat} from '../../account/words/text.ts';
import {isInt64} from '../../api/wire/records.ts';
import {andThen} from '../../core/chain.ts';
import {whyReadOnly} from '../../core/gate/gate.ts';
import {
  haltEnds,
  haltedReason,
  isHalted,
  isUnderWay,
  liftingWord,
  noHalt,
  notEnded,
} from '../../core/halt/halt.ts';
import {
  cancelable,
  listedAgain,
  ordersOf,
  soldIn,
  staysWorking,
  writesKnown,
} from '../../core/halt/orders.ts';
import {whyUnread} from '../../core/halt/round.ts';
import {type Intent, leavesEarlier} from '../../core/intents/intent.ts';
import {draftWords} from '../../core/intents/words.ts';
import {close, type Dialog, lineDialog, questionKeys, scroll, scrollKeys, show} from '../dialog.ts';
import {refreshPortfolio} from '../feeds/rounds.ts';
import {isViewer} from '../holder.ts';
import {keyApart, labelOf} from '../key-words.ts';
import {keyOf} from '../keys.ts';
import type {Command} from '../messages.ts';
import {inDoubt, tell} from '../notices.ts';
import {whyNoJournal} from '../order/availability.ts';
import {setHalt} from '../order/flag.ts';
import {ask, newQuestion, respond} from '../order/questions.ts';
import {accountLines, asOfWords} from '../order/review-lines.ts';
import {closeSums, closeWords} from '../order/several/gathering.ts';
import type {OverlayOf} from '../overlay.ts';
import {positionsHeld} from '../portfolio/move.ts';
import {hasRoom} from '../screen.ts';
import {
  type AskSheet,
  back,
  items,
  keys,
  notice,
  question,
  remark,
  scrolls,
  text,
  title,
  where,
} from '../sheet.ts';
import type {State, Step} from '../state.ts';

export const halt = {
  isWide: true,
  keys: [...questionKeys, ...scrollKeys, 'alsoClose', 'refresh'],
  press(state, overlay, press) {
    const {action, now} = press;
    if (action === 'alsoClose' && !isClosing(state))
      return show(state, {...overlay, closes: !overlay.closes, top: 0});
    if (action === 'refresh') return refreshPortfolio(state, now);
    return (
      scroll(state, overlay, press) ??
      respond(state, overlay, press, {yes: heard => confirmHalt(heard, overlay, now)})
    );
  },
  sheet: haltSheet,
} satisfies Dialog<'halt'>;

function haltSheet(state: State, review: OverlayOf<'halt'>): AskSheet {
  const {closes} = review;
  const unknown = inDoubt(state.intents).map(
    ({draft}) => `UNKNOWN, may be live: ${draftWords(draft)}. The halt waits for its outcome`,
  );
  const notes = [...notesOf(state), ...unknown];
  const {bindings} = state.settings;
  const options = optionsIn(state);
  const sums = closes ? closeSums(openIn(state)) : '';
  const does = `cancel all orders${closes ? ' and close all Easy Options' : ''}`;
  const other = closes ? 'leave Easy Options open' : `also close ${options}`;
  const spoken = `${keyApart(keyOf(bindings, 'alsoClose', 'halt'))}, to ${other}`;
  const row = [{text: `${labelOf(bindings, 'alsoClose', 'halt')} ${other}`, spoken}];
  const way = {is: 'way', row, tone: 'accent'} as const;
  return [
    title(`HALT: ${does}`),
    where(accountLines(state), {most: 3, drawn: 'if room'}),
    text(
      `Cancels ${counted(ordersToCancel(state).length, 'order')}${closes ? `, closes ${options || '0 Easy Options'}` : ''}, and any that appear; retries until confirmed, also if the terminal is lost.${sums && ` ${sums}.`}`,
      'plain',
      {most: 3, drawn: 'if room'},
    ),
    ...(isClosing(state) || (options === '' && !closes) ? [] : [way]),
    {is: 'text', row: notes.map(text => ({text})), between: '. ', tone: 'warning', most: 2, drawn: 'if room'},
    ...heldNotes(state).map(each => text(each, 'warning', {most: 1, drawn: 'if room'})),
    items(state, 'halt', {items: namedIn(state, review), warned: 0, at: review.top, most: 1}),
    keys(state, 'halt', [scrolls, [['refresh'], 'refresh']], {counts: 'always'}),
    ...notice(review),
    question(state, review, does),
  ];
}

/** A halt under way never does less. */
const isClosing = ({halt: {record}}: State): boolean => isUnderWay(record) && record.wants === haltEnds[1];

/** The first press sets the flag without a question; the second asks what else to end. */
export function pressHalt(state: State, now: Moment): Step {
  if (!isHalted(state)) return setHalt(state, now);
  const why = whyNoReview(state);
  if (why !== undefined) return [tell(state, why, 'warning', now), []];
  const {record, isFound} = state.halt;
  if (isFound === true && isUnderWay(record) && !isViewer(state)) return setHalt(state, now, record.wants);
  const closes = record?.wants === haltEnds[1];
  const asked = ask(state, {...newQuestion(state), kind: 'halt', closes, top: 0});
  return andThen(asked, next => refreshPortfolio(next, now));
}

function whyNoReview(state: State): string | undefined {
  const {settings, halt, viewport, journal} = state;
  const why = whyNoJournal(journal);
  if (why !== undefined) return `Nothing is canceled yet. ${why}`;
  if (halt.record === undefined) return 'HALT NOT SAVED: the journal cannot be written, retrying.';
  if (!hasRoom(viewport)) return 'The screen is too small to show a review.';
  return whyReadOnly(settings.guardrails);
}

const openIn = ({rounds}: State) => rounds.reading.rows.easyOptions.rows.filter(each => !isOver(each));

/** Empty if all were read, and none is open. */
function optionsIn(state: State): string {
  const {length} = openIn(state);
  if (length > 0) return counted(length, 'Easy Option');
  return state.rounds.reading.rows.easyOptions.isWhole ? '' : 'Easy Options';
}

function notesOf(state: State): string[] {
  const {rows} = state.rounds.reading;
  const {orders, easyOptions} = rows;
  const unread = (what: string, list: Whole<unknown>) => {
    const why = whyUnread(list);
    if (why === undefined) return list.isWhole ? [] : [`The ${what} are being read`];
    return [
      `The ${what} (${asOfWords(state, list.began)}) could not be read now: ${flat(why).replace(/\.$/, '')}`,
    ];
  };
  const ids = [...orders.rows.map(each => each.orderId), ...easyOptions.rows.map(each => each.id)];
  const odd = ids.filter(id => !isInt64(id)).length;
  const sales = orders.rows.filter(each => typeof soldIn(rows, each) === 'object').length;
  const s = sales === 1 ? 's' : '';
  const writes = writesKnown(state, state.now);
  const staying = orders.rows.filter(each => staysWorking(each, writes)).length;
  return [
    ...unread('orders', orders),
    ...unread('Easy Options', easyOptions),
    ...(sales > 0 ? [`${sales} more sell${s} an Easy Option: not canceled`] : []),
    ...(staying > 0 ? [`${counted(staying, 'order')} to close a position: not canceled`] : []),
    ...(odd > 0 ? [`${odd} cannot be closed: the id is not a 64-bit integer`] : []),
  ];
}

/** A halt places no order: a person sets the price. */
function heldNotes(state: State): string[] {
  const held = positionsHeld(state).length;
  const key = labelOf(state.settings.bindings, 'close');
  const way = `${key} on Portfolio closes each by an order, also while HALTED`;
  return held === 0 ? [] : [`${counted(held, 'position')} held: ${way}`];
}

/** A halt is never held back: its key does not wait for them. */
function namedIn(state: State, {closes}: OverlayOf<'halt'>) {
  const closed = closes ? openIn(state).map(each => `close ${closeWords(each)}`) : [];
  const all = [
    ...ordersToCancel(state).map(each => `cancel #${each.orderId} ${askedWords(each)}`),
    ...closed,
  ];
  return all.map(text => ({text, isSeen: true}));
}

const ordersToCancel = (state: State) => cancelable(state, writesKnown(state, state.now));

function confirmHalt(state: State, {closes}: OverlayOf<'halt'>, now: Moment): Step {
  const [next, want] = setHalt(close(state), now, haltEnds[closes ? 1 : 0]);
  // The former holder may hang, so this process carries the halt out.
  const take: Command = {type: 'takeControls', at: now.wall, isForced: true};
  return [next, isViewer(state) ? [...want, take] : want];
}

/**
 * The orders that a read lists after the halt ended, and how many exits were asked for under it: these are
 * expected. The pane may be filtered: the account's own whole read counts too.
 */
export function sinceEnd(state: State) {
  const {halt, feeds, portfolio, link, settings, now} = state;
  const known = writesKnown(state, now);
  const isLater = (read: Moment | undefined) =>
    halt.endSeen !== undefined && (read?.mono ?? 0) > halt.endSeen.mono;
  const {orders} = feeds;
  const isAll = orders.filterText === '' && (orders.total !== undefined || showsAll(orders));
  const {rows, began} = portfolio.rows.orders;
  const again =
    listedAgain(halt.record, orders, {known, isLater: isLater(orders.loadedAt), isAll}) ??
    listedAgain(halt.record, {rows}, {known, isLater: isLater(began), isAll: true});
  const working = new Set(rows.filter(isWorking).map(({orderId}) => orderId));
  const {listLagMs} = lagsOf(link, settings);
  const isListed = ({changedAt}: Intent) => began !== undefined && began.wall - changedAt > listLagMs;
  const mayWork = (exit: Intent) => {
    const made = ordersOf(exit);
    const isEnded = made.length > 0 && made.every(({orderId}) => !working.has(orderId));
    return !leavesEarlier(exit) && !(isEnded && isListed(exit));
  };
  return {again, exits: known.exits.filter(mayWork).length};
}

const isLiftingWord = (text: string) => text.trim().toLowerCase() === liftingWord;

/** Its last letter resumes, but not a paste; Enter out of habit then does nothing. */
export function resumeTyped({overlay: before}: State, state: State, now: Moment): Step {
  const {overlay, keys} = state;
  if (before.kind !== 'lift' || overlay.kind !== 'lift' || !isLiftingWord(overlay.text)) return [state, []];
  if (overlay.text.length !== before.text.length + 1) return [state, []];
  return lifted({...close(state), keys: {...keys, swallow: {name: 'enter', until: now.mono + habitMs}}});
}

const habitMs = 1_500;

/** The word is typed, so that no accidental key lifts the halt. */
export const lift = {
  ...lineDialog((state, overlay: OverlayOf<'lift'>) =>
    isLiftingWord(overlay.text)
      ? lifted(close(state))
      : show(state, {...overlay, error: `Type ${liftingWord} to resume trading.`}),
  ),
  sheet(state, {text: typed, error = ''}) {
    const {record} = state.halt;
    const left = notEnded(record);
    const unsaved = 'HALT NOT SAVED: new risk is blocked in this dashboard only.';
    return [
      title(`Resume trading? Type ${liftingWord}:`),
      text(record === undefined ? unsaved : haltedReason(record), 'danger'),
      remark(
        'Every dashboard on this journal can open and place again. Blocked requests are not sent.',
        'plain',
      ),
      ...(left === undefined ? [] : [text(`The halt ends unfinished: ${left}.`, 'danger')]),
      {is: 'field', name: 'word', prompt: '›', value: typed, error},
      keys(state, 'lift', [back]),
    ];
  },
} satisfies Dialog<'lift'>;

/** A halt held only here is lifted at once; one in the journal when the journal has dropped it. */
function lifted(state: State): Step {
  if (state.halt.record !== undefined) return [state, [{type: 'liftHalt'}]];
  const halt = {...noHalt, isFound: false};
  return [{...state, halt, intents: {...state.intents, halted: undefined}}, []];
}
