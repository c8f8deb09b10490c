import {hasWays, isAmend, stepsWords, wayInShort} from '../intents/kinds/amend.ts';
import {keyOf} from '../keys.ts';
import {age} from '../model/freshness.ts';
import {doubtFigure} from '../order/doubts.ts';
import {isGuarded, respond} from '../order/questions.ts';
import {accountLines} from '../order/review-lines.ts';
import {nounOf, severalTitle, severalWords} from '../order/several/queue.ts';
import {
  confirmSeveral,
  gatherSeveral,
  meant,
  type SeveralReview,
  severalDrafts,
  widened,
} from '../order/several/review.ts';
import {markedOn} from '../order/several/rows.ts';
import {close, type Dialog, movedTo, pageOf, questionKeys, scrollKeys, show} from '../overlay.ts';
import {items, keys, notice, question, type Sheet, type Span, scrolls, text, title, where} from '../sheet.ts';
import type {State} from '../state.ts';
import {keyApart, labelOf} from '../words/keys.ts';
import {flat} from '../words/text.ts';
import {seconds} from '../words/times.ts';

declare module '../model/overlay.ts' {
  interface Overlays {
    readonly several: SeveralReview;
  }
}

export const several = {
  called: 'questions',
  isWide: true,
  keys: [...questionKeys, ...scrollKeys, 'ignoreFilter', 'refresh'],
  press(state, overlay, press) {
    const {action, now} = press;
    if (action === 'ignoreFilter') return show(state, {...widened(overlay), kind: 'several'});
    if (action === 'refresh') {
      const {pane, isOfMarked, leaving, ticks} = overlay;
      const ids = isOfMarked ? markedOn(state, pane) : undefined;
      return gatherSeveral(close(state), pane, {ids, isToLeave: leaving !== undefined, ticks}, now);
    }
    const {length} = meant(overlay);
    const to = movedTo(action, overlay.scroll, {length, page: pageOf(state)});
    if (to !== undefined) return show(state, {...overlay, scroll: to});
    return respond(state, overlay, press, {yes: () => confirmSeveral(state, overlay, press.key, now)});
  },
  sheet: severalSheet,
} satisfies Dialog<'several'>;

function severalSheet(state: State, review: SeveralReview): Sheet {
  const {notes, isOld, readAt, scroll} = review;
  const listed = meant(review).map(({words, doubts}) =>
    [words, ...doubts.map(doubtFigure).toReversed()].join(' · '),
  );
  const drafts = severalDrafts(review);
  const old = {text: `The data is ${seconds(age(readAt, state.now))} old.`, spoken: 'The data is old'};
  return [
    title(severalTitle(drafts)),
    where(accountLines(state)),
    {is: 'text', row: scopeOf(state, review), between: '', most: 2},
    {is: 'text', row: notes.map(text => ({text})), between: '. ', tone: 'warning', most: [1, 4]},
    items(state, 'several', listed, scroll, 4),
    keys(state, 'several', [[['refresh'], 'refresh']], {counts: 'always', scrolling: scrolls}),
    ...(isOld ? [text(old.text, 'danger', {row: [old]})] : []),
    ...notice(review),
    question(state, review, severalWords(drafts), isGuarded({...review, kind: 'several'}) ? ' anyway' : ''),
  ];
}

/** Never says "all" for a list that was not read completely. */
function scopeOf({settings}: State, review: SeveralReview): readonly Span[] {
  const {pane, items, narrowed, filter, isWide, isOfMarked, listed} = review;
  const noun = nounOf(pane, 2);
  const count = meant(review).length;
  const [draft] = severalDrafts(review);
  const marked = `${count} marked ${nounOf(pane, count)}`;
  if (isOfMarked && draft && isAmend(draft) && hasWays(draft))
    return [{text: `${marked}; ${stepsWords(draft)}`, short: `marked; ${wayInShort(draft)}`}];
  if (isOfMarked) return [{text: marked}];
  const all =
    listed === undefined ? `all ${items.length} open ${noun}` : `${items.length} of ${listed} open ${noun}`;
  if (narrowed === undefined) return [{text: all}];
  const other = isWide ? `only ${flat(filter)}` : 'all';
  const key = labelOf(settings.bindings, 'ignoreFilter', 'several');
  const spoken = keyApart(keyOf(settings.bindings, 'ignoreFilter', 'several'));
  return [
    {text: isWide ? `${all}, ignoring the filter` : `${count} of ${listed ?? items.length}: ${flat(filter)}`},
    {text: `; ${key} ${other}`, spoken: `${spoken}, for ${other}`},
  ];
}
