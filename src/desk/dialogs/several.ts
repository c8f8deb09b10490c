import {age} from '../../account/model/moment.ts';
import {seconds} from '../../account/words/times.ts';
import {isAmend} from '../../core/intents/kinds/amend.ts';
import {close, type Dialog, questionKeys, scroll, scrollKeys} from '../dialog.ts';
import {labelOf} from '../key-words.ts';
import type {SeveralItem} from '../order/ordering.ts';
import {isGuarded, respond, stakesOf} from '../order/questions.ts';
import {accountLines} from '../order/review-lines.ts';
import {
  confirmSeveral,
  gatherSeveral,
  isMarketable,
  nounOf,
  severalDrafts,
  sumsOf,
  watchSeveral,
} from '../order/several/gathering.ts';
import {markedOn} from '../order/several/marks.ts';
import {severalTitle, severalWords} from '../order/several/outbox.ts';
import {stepsWords} from '../order/tickets/amend-ticket.ts';
import type {OverlayOf} from '../overlay.ts';
import {type AskSheet, items, keys, notice, question, scrolls, text, title, where} from '../sheet.ts';
import type {State} from '../state.ts';

export const several = {
  isWide: true,
  follow: watchSeveral,
  keys: [...questionKeys, ...scrollKeys, 'refresh'],
  press(state, overlay, press) {
    const {action, now} = press;
    if (action === 'refresh') {
      const {of} = overlay;
      return gatherSeveral(close(state), {...of, ids: of.ids && markedOn(state, of.pane)}, now);
    }
    return (
      scroll(state, overlay, press) ??
      respond(state, overlay, press, {
        yes: heard => confirmSeveral(heard, overlay, now),
        unready: state.intents.viewing,
        clipped: areSeen(state, overlay)
          ? undefined
          : 'Not all were on the screen: scroll, or make it larger',
      })
    );
  },
  sheet: severalSheet,
} satisfies Dialog<'several'>;

function severalSheet(state: State, review: OverlayOf<'several'>): AskSheet {
  const {of, notes, guards, readAt, top: at} = review;
  const {warned = [], others = []} = Object.groupBy(review.items, ({draft, doubts}) =>
    doubts.length > 0 || isMarketable(state, draft) ? 'warned' : 'others',
  );
  const listed = [...warned, ...others].map(item => {
    const doubts = item.doubts.map(each => each.short).toReversed();
    const id = idOf(state, item);
    return {id, text: [item.words, ...doubts].join(' · '), isSeen: review.seen.has(id)};
  });
  const down = labelOf(state.settings.bindings, 'row.pageDown', 'several');
  const unfit = areSeen(state, review) ? undefined : `${down} to see all first`;
  const drafts = severalDrafts(review);
  const sums = sumsOf(state, review.items);
  const old = {text: `The data is ${seconds(age(readAt, state.now))} old.`, spoken: 'The data is old'};
  return [
    title(severalTitle(drafts)),
    where(accountLines(state), {most: 2, drawn: 'always'}),
    text(scopeOf(state, review), 'plain', {most: 2, drawn: 'if room'}),
    ...(sums === '' ? [] : [text(sums, 'strong', {drawn: of.pane === 'orders' ? 'many' : 'if room'})]),
    text('', 'warning', {row: notes.map(text => ({text})), between: '. ', most: [1, 4], drawn: 'if room'}),
    items(state, 'several', {items: listed, warned: warned.length, at, most: 4}),
    keys(state, 'several', [[['refresh'], 'refresh']], {counts: 'always', scrolling: scrolls}),
    ...(guards.length > 0 ? [text(old.text, 'danger', {row: [old], drawn: 'always'})] : []),
    ...notice(review),
    question(state, review, severalWords(drafts), isGuarded(review) ? ' anyway' : '', unfit),
  ];
}

/** One that is asked for in another way was not seen. */
const idOf = (state: State, item: SeveralItem) => `${stakesOf(item)} ${isMarketable(state, item.draft)}`;

const areSeen = (state: State, {items, seen}: OverlayOf<'several'>) =>
  items.every(each => seen.has(idOf(state, each)));

/** Never says "all" for a list that was not read completely. */
function scopeOf({feeds}: State, {of: {pane, ids}, items, listed, known}: OverlayOf<'several'>): string {
  const {length} = items;
  const amended = items.map(({draft}) => draft).find(isAmend);
  const steps = amended && amended.tradesLagMs > 0 ? `; ${stepsWords(amended)}` : '';
  if (ids !== undefined) return `${length} marked ${nounOf(pane, length)}${steps}`;
  const ignored = feeds[pane].filterText === '' ? '' : ', ignoring the filter';
  return listed === undefined
    ? `${known === undefined ? '' : 'all '}${length} open ${nounOf(pane, length)}${ignored}`
    : `${length} of ${listed} open ${nounOf(pane, listed)}${ignored}`;
}
