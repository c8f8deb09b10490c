import type {Knows} from '../../../src/desk/limits/pending.ts';
import {defaultGuardrails, noLimits} from '../../../src/desk/model/vocabulary.ts';
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
