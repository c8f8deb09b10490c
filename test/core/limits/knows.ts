import {defaultGuardrails, noLimits} from '../../../src/account/model/vocabulary.ts';
import type {Knows} from '../../../src/core/limits/pending.ts';
import {start} from '../intents/attempts.ts';

/** What a dashboard without limits brings along when it asks. */
export const unlimited: Knows = {
  guardrails: defaultGuardrails,
  underlyings: new Map(),
  limits: noLimits,
  added: undefined,
  replaces: undefined,
  read: undefined,
  failing: [],
  placed: new Map(),
  now: start,
};
