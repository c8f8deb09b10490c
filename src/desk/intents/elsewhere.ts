import type {HeldIntent, Intents} from './intent.ts';
import type {IntentStep} from './transitions.ts';

/** What other dashboards hold, as the journal tells it; the same again changes nothing. */
export function held(intents: Intents, others: readonly HeldIntent[]): IntentStep {
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
export function watchFailed(intents: Intents, reason: string): IntentStep {
  if (intents.journalProblem === reason) return [intents, []];
  return [{...intents, journalProblem: reason}, [{type: 'tell', text: reason, level: 'warning'}]];
}

/** The user knows that the dashboard on the other host is gone; nobody else can. */
export function takeOverHeld(intents: Intents, id: string): IntentStep {
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

/** Meanwhile its holder ended it, let it go, or was seen running. */
export function notTakenOver(intents: Intents): IntentStep {
  const text = 'It was not taken over: it is no longer held by a dashboard that cannot be seen from here.';
  return [intents, [{type: 'tell', text, level: 'warning'}]];
}
