import {keyOf} from '../keys.ts';
import {respond} from '../order/questions.ts';
import {linesOf} from '../order/review.ts';
import {
  close,
  type Dialog,
  lineKeys,
  lineOf,
  movedTo,
  pageOf,
  questionKeys,
  scrollKeys,
  show,
} from '../overlay.ts';
import {back, items, keys, notice, question, type Sheet, scrolls, text, title, where} from '../sheet.ts';
import type {State} from '../state.ts';
import type {Step} from '../step.ts';
import {confirmStop, namedIn, pressStop, type StopReview, turnedRound} from '../stop/flag.ts';
import {liftingWord, stoppedReason} from '../stop/record.ts';
import {noStop} from '../stop/room.ts';
import {keyApart, labelOf} from '../words/keys.ts';

declare module '../model/overlay.ts' {
  interface Overlays {
    readonly stop: StopReview;
    readonly lift: {readonly text: string; readonly error: string | undefined};
  }
}

export const stop = {
  called: 'questions',
  isWide: true,
  keys: [...questionKeys, ...scrollKeys, 'alsoClose', 'refresh'],
  press(state, overlay, press) {
    const {action, now} = press;
    if (action === 'alsoClose') return show(state, {...turnedRound(overlay), kind: 'stop'});
    if (action === 'refresh') return pressStop(close(state), now);
    const to = movedTo(action, overlay.scroll, {length: namedIn(overlay).length, page: pageOf(state)});
    if (to !== undefined) return show(state, {...overlay, scroll: to});
    return respond(state, overlay, press, {
      yes: () => confirmStop(state, overlay, press.key, now),
      no: () => [close(state), []],
    });
  },
  sheet: stopSheet,
} satisfies Dialog<'stop'>;

function stopSheet(state: State, review: StopReview): Sheet {
  const {orders, easyOptions, closes, notes} = review;
  const {bindings} = state.settings;
  const options = `${easyOptions.length} Easy Option${easyOptions.length === 1 ? '' : 's'}`;
  const does = `cancel all orders${closes ? ' and close all Easy Options' : ''}`;
  const other = closes ? 'leave the Easy Options open' : `close ${options} as well`;
  const isAny = closes || easyOptions.length > 0;
  const spoken = isAny ? `${keyApart(keyOf(bindings, 'alsoClose', 'stop'))}, to ${other}` : '';
  return [
    title(`STOP: ${does}`),
    where(linesOf(state, [], {})),
    text(
      `${orders.length} open order${orders.length === 1 ? '' : 's'}, and what else turns up${closes ? `; ${options}` : ''}. It goes on until it is proved, over a restart too.`,
      'plain',
      {most: 3},
    ),
    {is: 'way', row: [{text: `${labelOf(bindings, 'alsoClose', 'stop')} ${other}`, spoken}], tone: 'accent'},
    {is: 'text', row: notes.map(text => ({text})), between: '. ', tone: 'warning', most: 2},
    items(state, 'stop', namedIn(review), review.scroll, 1),
    keys(state, 'stop', [scrolls, [['refresh'], 'read again']], {counts: 'always'}),
    ...notice(review),
    question(state, review, does),
  ];
}

/** The word is typed, so that no accidental key lifts the stop. */
export const lift = {
  called: 'lines',
  keys: lineKeys,
  opens: {lift: state => show(state, {kind: 'lift', text: '', error: undefined})},
  press(state, overlay, {action}) {
    if (action === 'back') return [close(state), []];
    if (action !== 'accept') return [state, []];
    return overlay.text.trim().toLowerCase() === liftingWord
      ? lifted(close(state))
      : show(state, {...overlay, error: `Type ${liftingWord} to lift the stop.`});
  },
  line: lineOf,
  typed: (overlay, _field, text) => ({...overlay, text, error: undefined}),
  sheet: (state, {text: typed, error = ''}) => [
    title('Lift the stop?'),
    text(
      state.stop.record === undefined ? 'STOPPED here alone.' : stoppedReason(state.stop.record),
      'danger',
    ),
    text(
      'Lifting lets every dashboard on this journal open and place again. Nothing that was held back is sent by it.',
    ),
    text(`Type ${liftingWord}:`),
    {is: 'field', name: 'word', prompt: '›', value: typed, error},
    keys(state, 'lift', [back, [['accept'], 'lifts it']]),
  ],
} satisfies Dialog<'lift'>;

/** A stop held only here is lifted at once; one in the journal when the journal has dropped it. */
function lifted(state: State): Step {
  if (state.stop.record !== undefined) return [state, [{type: 'liftStop'}]];
  return [{...state, stop: noStop, intents: {...state.intents, stopped: undefined}}, []];
}
