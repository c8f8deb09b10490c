import type {DraftOf, Intent, WriteDraft} from './intent.ts';
import {cancelOf, placedBy} from './kinds/amend.ts';
import type {Write} from './kinds/kind.ts';

export const cancelWrite = 1;

/** For an amend: the cancel, and from PLACING on the place, each with its own attempts. */
export function currentWrite(intent: Intent): Write<WriteDraft> {
  const {draft, amending, state, idempotencyKey, offsetAtSend, knownBefore, askedAt} = intent;
  const at = amending?.write ?? cancelWrite;
  const attempts =
    draft.kind === 'amend'
      ? intent.attempts.filter(({write = cancelWrite}) => write === at)
      : intent.attempts;
  return {
    draft: draft.kind === 'amend' ? writtenBy(draft, intent) : draft,
    ...{attempts, idempotencyKey, offsetAtSend, knownBefore, askedAt},
    saidYes: state === 'ACCEPTED' || attempts.some(({result}) => result?.outcome.kind === 'yes'),
  };
}

function writtenBy(draft: DraftOf<'amend'>, intent: Intent): WriteDraft {
  return isAtPlace(intent) ? placedBy(draft, intent.amending?.filled) : cancelOf(draft);
}

export function isAtPlace({draft, amending}: Intent): boolean {
  return draft.kind === 'amend' && (amending?.write ?? cancelWrite) !== cancelWrite;
}

export function isAtCancel(intent: Intent): boolean {
  return intent.draft.kind === 'amend' && !isAtPlace(intent);
}
