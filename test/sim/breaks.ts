import type {Id} from '../../src/api/wire/records.ts';
import type {Intent} from '../../src/core/intents/intent.ts';
import {sentKindOf, type WriteDraft} from '../../src/core/intents/kinds/kinds.ts';
import type {Knows} from '../../src/core/limits/pending.ts';
import {amendMutations} from './amend-mutations.ts';
import {type Mutation, mutations, weighedOutside} from './mutations.ts';

/** Nobody asks on the open socket who has the controls by then. */
const controlsUnasked: Mutation = {
  journal: journal => ({...journal, controls: {...journal.controls, whyLost: () => undefined}}),
};

/** What a former holder journals late is not read by who took the write from it. */
const lateOutcomesUnread: Mutation = {journal: journal => ({...journal, kept: () => undefined})};

/** What was matched stays so, whatever its own outcome then proves. */
const matchKept: Mutation = {
  journal: journal => ({
    ...journal,
    save: intent => (intent.isContradicted && intent.state !== 'CONFIRMED' ? 'saved' : journal.save(intent)),
  }),
};

/** An outcome replaces an end in the journal, and nobody is told. */
const contradictedInSilence: Mutation = {
  message: msg =>
    msg.type === 'claimed' ? {...msg, intent: {...msg.intent, isContradicted: undefined}} : msg,
};

/** A decision passes for one that knows all outcomes. */
const outcomesUnasked: Mutation = {
  journal(journal) {
    const informed = (intent: Intent): Intent => {
      const {attempts = intent.attempts} = journal.kept(intent.id) ?? {};
      return {...intent, attempts};
    };
    return {
      ...journal,
      save: intent => journal.save(informed(intent)),
      beginAttempt: (intent, attempt) => journal.beginAttempt(informed(intent), attempt),
    };
  },
};

/** Where nothing proves which records are new, all but these pass for new. */
const takenForNew = (known: (draft: WriteDraft, knows: Knows) => readonly Id[] | undefined): Mutation => ({
  journal: journal => ({
    ...journal,
    ask: (intent, knows) =>
      journal.ask({...intent, knownBefore: intent.knownBefore ?? known(intent.draft, knows)}, knows),
  }),
});

/** The last read of the account passes for one of now, whatever was written since. */
const knownTooYoung = takenForNew((draft, {read}) => read && sentKindOf(draft).like(draft, read.rows));

/**
 * Only the search over all states finds these: scenarios seldom ask twice at once, or for the same, a later
 * read tells most outcomes that nobody asked for, and a match seldom has another outcome.
 */
const searched: Readonly<Record<string, Mutation>> = {
  'known by a read that is too young': knownTooYoung,
  'no read taken for an empty one': takenForNew(() => []),
  'limits weighed outside the transaction': weighedOutside,
  'outcomes that came are not asked for': outcomesUnasked,
  'a match kept against its outcome': matchKept,
  'a contradiction in silence': contradictedInSilence,
};

/** Every way to break the program on purpose that scenarios find, by its name. */
export const breaks: Readonly<Record<string, Mutation>> = {
  ...mutations,
  ...amendMutations,
  'controls not asked for on the socket': controlsUnasked,
  'late outcomes are not read': lateOutcomesUnread,
  'an await after the last check': {pauseMs: 400},
  'a viewer sends': {isUnfenced: true},
};

export function breakNamed(name: string | undefined): Mutation | undefined {
  const mutation = name === undefined ? undefined : (breaks[name] ?? searched[name]);
  if (name !== undefined && mutation === undefined)
    throw new Error(`--break is one of: ${Object.keys(breaks).join(', ')}`);
  return mutation;
}
