/** Changing the profile without leaving: what speaks against it, and what stays behind. */
import {inBanner, needsPerson, unresolved} from '../intents/selectors.ts';
import {tell} from '../model/notices.ts';
import type {State} from '../model/state.ts';
import {entryOf, type PaletteEntry} from './entry.ts';

/** Why the dashboard may not be taken from the profile in force to another now; undefined where it may. */
function profileRefusal(state: State, name: string): string | undefined {
  const {settings, intents, batch, gathering, journal} = state;
  if (name === settings.profile) return `Profile ${name} is in force already.`;
  if (batch !== undefined || gathering !== undefined)
    return 'Several writes are under way or being read for a review: change the profile once they have ended.';
  if (journal.status === 'opening') return 'The journal is still being opened: try again in a moment.';
  if (intents.unsaved !== undefined) return `The journal cannot be written: ${intents.unsaved.reason}`;
  const way = unresolved(intents).find(each => !needsPerson(each));
  if (way === undefined && intents.asking.length === 0) return undefined;
  return `A write is under way (${way?.state ?? 'ASKED'}): change the profile once it has ended.`;
}

/** What was typed or confirmed meanwhile goes before a change that took its time to prepare. */
export function lateProfileRefusal(state: State, name: string): string | undefined {
  if (state.overlay.kind !== 'none')
    return `Not changed to profile ${name}: something else was opened meanwhile.`;
  return profileRefusal(state, name);
}

/** The profiles of the configuration; the one in force is marked. */
export function profileEntries({settings}: State): readonly PaletteEntry[] {
  return settings.profiles.map(name => {
    const words = `profile ${name}`;
    const entry = entryOf(
      name === settings.profile ? `${words} (in force)` : words,
      (state, now) => [
        tell(state, `Going to profile ${name} …`, 'info', now),
        [{type: 'changeProfile', name}],
      ],
      state => profileRefusal(state, name),
    );
    return {...entry, words};
  });
}

/** What waits for the person stays in the journal of its own service, and is told of on the way out of it. */
export function leftBehind({settings, intents}: State): string | undefined {
  const waiting = inBanner(intents);
  if (waiting.length === 0) return undefined;
  const counts = [...Map.groupBy(waiting, each => each.state)].map(
    ([state, each]) => `${each.length} ${state}`,
  );
  return `${counts.join(' and ')} ${waiting.length === 1 ? 'stays' : 'stay'} with profile ${settings.profile}.`;
}
