import type {Id} from '../../api/wire/records.ts';
import type {Intent, IntentCommand, Intents} from './intent.ts';
import type {IntentStep} from './transitions.ts';
import {isResolved} from './transitions.ts';

/**
 * Whether an intent is of the account that this dashboard's credential is for. It is bound to its service
 * alone, for credentials expire: with the same one, or one from the same source, it is ours, unless Easy
 * Options have shown two accounts. From another source it is ours only where they have shown the same one.
 */
export type Kinship = 'ours' | 'unsure' | "another's";

export function kinship({credential, accountId}: Intent, ourAccountId: Id | undefined): Kinship {
  if (credential === undefined) return 'ours';
  if (accountId !== undefined && ourAccountId !== undefined)
    return accountId === ourAccountId ? 'ours' : "another's";
  return credential === 'renewed' ? 'ours' : 'unsure';
}

/** Why a read may list what fits an intent of an unsure account, and may end nothing. */
export const unsureWords =
  'It was asked for with a credential from elsewhere: whether for the same account is not known, so no read ends it.';

/** Takes note of the account that Easy Options show; what turns out to be of another one is given back. */
export function withAccount(intents: Intents, accountId: Id | undefined): IntentStep {
  if (intents.accountId === accountId) return [intents, []];
  const given = intents.list.filter(each => !isResolved(each) && kinship(each, accountId) === "another's");
  const looks = Object.fromEntries(
    Object.entries(intents.looks).filter(([id]) => !given.some(each => each.id === id)),
  );
  return [
    {...intents, accountId, looks, list: intents.list.filter(each => !given.includes(each))},
    given.map((each): IntentCommand => ({type: 'release', intentId: each.id})),
  ];
}
