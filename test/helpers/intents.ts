import type {Moment} from '../../src/account/model/moment.ts';
import type {Intent} from '../../src/core/intents/intent.ts';
import type {WriteDraft} from '../../src/core/intents/kinds/kinds.ts';

export const epoch = Date.UTC(2026, 10, 21);

/** A write that was asked for then, without an attempt, but for what is said otherwise. */
export const intentFor = (
  draft: WriteDraft,
  more: object = {},
  at: Moment = {mono: 0, wall: epoch},
): Intent =>
  ({
    ...{id: 'i1', draft, state: 'QUEUED', askedAt: at, changedAt: at.wall, reason: '', attempts: []},
    ...more,
  }) as Intent;
