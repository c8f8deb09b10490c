import type {DraftOf, Intent, WriteDraft} from './intent.ts';
import type {Write} from './kinds/kind.ts';
import {cancelOf, placedBy} from './kinds/replace.ts';

export const cancelWrite = 1;

/** For a replacement: the cancel, and from PLACING on the place, each with its own attempts. */
export function currentWrite(intent: Intent): Write<WriteDraft> {
  const {draft, replacing, state, idempotencyKey, offsetAtSend, knownBefore, askedAt} = intent;
  const at = replacing?.write ?? cancelWrite;
  const attempts =
    draft.kind === 'replace'
      ? intent.attempts.filter(({write = cancelWrite}) => write === at)
      : intent.attempts;
  return {
    draft: draft.kind === 'replace' ? writtenBy(draft, intent) : draft,
    ...{attempts, idempotencyKey, offsetAtSend, knownBefore, askedAt},
    saidYes: state === 'ACCEPTED' || attempts.some(({result}) => result?.outcome.kind === 'yes'),
  };
}

function writtenBy(draft: DraftOf<'replace'>, intent: Intent): WriteDraft {
  return isAtPlace(intent) ? placedBy(draft, intent.replacing?.filled) : cancelOf(draft);
}

export function isAtPlace({draft, replacing}: Intent): boolean {
  return draft.kind === 'replace' && (replacing?.write ?? cancelWrite) !== cancelWrite;
}

export function isAtCancel(intent: Intent): boolean {
  return intent.draft.kind === 'replace' && !isAtPlace(intent);
}
