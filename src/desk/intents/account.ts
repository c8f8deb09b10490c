import type {Id} from '../../api/wire/records.ts';
import type {HeldIntent, Intent, IntentCommand, IntentMsgOf, Intents} from './intent.ts';
import {type IntentStep, isResolved} from './transitions.ts';

/**
 * Relation of an intent to the account of this dashboard's credential. Credentials expire, so a new one from
 * the same source is ours, unless Easy Options have shown two accounts. One from another source is ours only
 * if they have shown the same account.
 */
type Kinship = 'ours' | 'unsure' | "another's";

export function kinship({credential, accountId}: Intent, ourAccountId: Id | undefined): Kinship {
  if (credential === undefined) return 'ours';
  if (accountId !== undefined && ourAccountId !== undefined)
    return accountId === ourAccountId ? 'ours' : "another's";
  return credential === 'renewed' ? 'ours' : 'unsure';
}

export const unsureWords = 'Sent with another credential: the account is unknown, so no read resolves it.';

/** Releases intents that turn out to belong to another account. */
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

export function held(intents: Intents, {held: others}: IntentMsgOf<'held'>): IntentStep {
  const stamp = (list: readonly HeldIntent[]) =>
    list.map(({intent: {id, state}, presence}) => `${id} ${state} ${presence}`).join();
  const isSame = stamp(others) === stamp(intents.held);
  if (isSame && intents.journalProblem === undefined) return [intents, []];
  return [{...intents, held: isSame ? intents.held : others, journalProblem: undefined}, []];
}

export function watchFailed(intents: Intents, {reason}: IntentMsgOf<'watchFailed'>): IntentStep {
  if (intents.journalProblem === reason) return [intents, []];
  return [{...intents, journalProblem: reason}, [{type: 'tell', text: reason, level: 'warning'}]];
}

/** Only the user can know that a dashboard on another host has ended. */
export function takeOverHeld(intents: Intents, {intentId: id}: IntentMsgOf<'takeOver'>): IntentStep {
  const other = intents.held.find(each => each.intent.id === id);
  if (other?.presence !== 'elsewhere') return notTakenOver(intents);
  return [
    intents,
    [
      {type: 'takeOver', intentId: id},
      {type: 'watch', accountId: intents.accountId},
    ],
  ];
}

export function notTakenOver(intents: Intents): IntentStep {
  const text = 'Not taken over: its owner has changed.';
  return [intents, [{type: 'tell', text, level: 'warning'}]];
}
