import {respond} from '../order/confirm.ts';
import {gatherSeveral} from '../order/several/gather.ts';
import {markedOn} from '../order/several/marked.ts';
import {confirmSeveral, meant, type SeveralReview, widened} from '../order/several/review.ts';
import {close, type Dialog, movedTo, pageOf, questionKeys, scrollKeys, show} from './overlay.ts';

declare module '../model/overlay.ts' {
  interface Overlays {
    readonly several: SeveralReview;
  }
}

/** Several writes that one key confirms: their list scrolls, and a filter that narrows it can be lifted. */
export const several = {
  called: 'questions',
  keys: [...questionKeys, ...scrollKeys, 'widen', 'refresh'],
  press(state, overlay, press) {
    const {action, now} = press;
    if (action === 'widen') return show(state, {...widened(overlay), kind: 'several'});
    if (action === 'refresh') {
      const ids = overlay.isOfMarked ? markedOn(state, overlay.pane) : undefined;
      return gatherSeveral(close(state), overlay.pane, {ids, isToLeave: overlay.leaving !== undefined}, now);
    }
    const {length} = meant(overlay);
    const to = movedTo(action, overlay.scroll, {length, page: pageOf(state)});
    if (to !== undefined) return show(state, {...overlay, scroll: to});
    return respond(state, overlay, press, {
      yes: () => confirmSeveral(state, overlay, press.key, now),
      no: () => [close(state), []],
    });
  },
} satisfies Dialog<'several'>;
