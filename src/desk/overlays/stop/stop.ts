import {respond} from '../../order/confirm.ts';
import {confirmStop, namedIn, pressStop, type StopReview, turnedRound} from '../../stop/review.ts';
import {close, type Dialog, movedTo, pageOf, questionKeys, scrollKeys, show} from '../overlay.ts';

declare module '../../model/overlay.ts' {
  interface Overlays {
    readonly stop: StopReview;
  }
}

/** What a stop is to cancel, and to close where that is asked for as well. */
export const stop = {
  called: 'questions',
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
} satisfies Dialog<'stop'>;
