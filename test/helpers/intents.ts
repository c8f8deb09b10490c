import type {Moment} from '../../src/account/model/moment.ts';
import {beingSent, type Intent} from '../../src/core/intents/intent.ts';
import type {WriteDraft} from '../../src/core/intents/kinds/kinds.ts';

export const epoch = Date.UTC(2026, 10, 21);

/** A write that was asked for then, and is being sent, but for what is said otherwise. */
export const intentFor = (
  draft: WriteDraft,
  more: object = {},
  at: Moment = {mono: 0, wall: epoch},
): Intent =>
  ({
    ...{id: 'i1', draft, state: 'SENDING', askedAt: at, changedAt: at.wall, reason: beingSent},
    attempts: [],
    ...more,
  }) as Intent;
