import type {Step} from './change.ts';
import type {Held, Intents} from './intent.ts';
import {takeOverWord} from './selectors.ts';

/** What other dashboards hold, as the journal tells it; the same again changes nothing. */
export function held(intents: Intents, others: readonly Held[]): Step {
  const isSame =
    others.length === intents.held.length &&
    others.every((each, index) => {
      const before = intents.held[index];
      return (
        before?.intent.id === each.intent.id &&
        before.intent.state === each.intent.state &&
        before.presence === each.presence
      );
    });
  if (isSame && intents.journalProblem === undefined) return [intents, []];
  return [{...intents, held: isSame ? intents.held : others, journalProblem: undefined}, []];
}

/** Said once, not with every poll. */
export function watchFailed(intents: Intents, reason: string): Step {
  if (intents.journalProblem === reason) return [intents, []];
  return [{...intents, journalProblem: reason}, [{type: 'tell', text: reason, level: 'warning'}]];
}

/** The user knows that the dashboard on the other host is gone; nobody else can. */
export function takeOver(intents: Intents, id: string, word: string): Step {
  const other = intents.held.find(each => each.intent.id === id);
  if (other === undefined || other.presence !== 'elsewhere') return [intents, []];
  return word.trim().toLowerCase() === takeOverWord
    ? [
        intents,
        [
          {type: 'takeOver', intentId: id},
          {type: 'watch', accountId: intents.accountId},
        ],
      ]
    : [intents, [{type: 'tell', text: `Type ${takeOverWord} to take it over.`, level: 'warning'}]];
}
