import type {Review} from '../model/review.ts';
import {respond} from '../order/confirm.ts';
import {confirm, leaveReview, refreshReview} from '../order/review-life.ts';
import {type Dialog, questionKeys} from './overlay.ts';

declare module '../model/overlay.ts' {
  interface Overlays {
    readonly review: {readonly review: Review};
  }
}

/** What is about to be sent; how it opens and what becomes of it is the order's own story. */
export const review = {
  called: 'questions',
  keys: [...questionKeys, 'refresh'],
  press: (state, {review: shown}, press) => {
    if (press.action === 'refresh' && press.key.name !== shown.key)
      return refreshReview(state, shown, press.now);
    return respond(state, shown, press, {
      yes: () => confirm(state, shown, press.key, press.now),
      no: () => [leaveReview(state, shown), []],
      unready: shown.reread.status === 'reading' ? 'Still reading the record again' : undefined,
    });
  },
} satisfies Dialog<'review'>;
