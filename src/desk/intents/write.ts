import type {Intent, WriteDraft} from './intent.ts';
import {cancelOf, isAmend, placedBy} from './kinds/amend.ts';
import type {Write} from './kinds/kind.ts';

export const cancelWrite = 1;

/** For an amend: the cancel, and from PLACING on the place, each with its own attempts. */
export function currentWrite(intent: Intent): Write<WriteDraft> {
  const {draft, amending, state, idempotencyKey, offsetAtSend, knownBefore, askedAt} = intent;
  const at = amending?.write ?? cancelWrite;
  const attempts = intent.attempts.filter(({write = cancelWrite}) => write === at);
  return {
    draft: !isAmend(draft) ? draft : at === cancelWrite ? cancelOf(draft) : placedBy(draft, amending?.filled),
    ...{attempts, idempotencyKey, offsetAtSend, knownBefore, askedAt},
    saidYes: state === 'ACCEPTED' || attempts.some(({result}) => result?.outcome.kind === 'yes'),
  };
}

export function isAtPlace({amending}: Intent): boolean {
  return (amending?.write ?? cancelWrite) !== cancelWrite;
}

export function isAtCancel(intent: Intent): boolean {
  return isAmend(intent.draft) && !isAtPlace(intent);
}
