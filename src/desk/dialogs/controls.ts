import {absolute} from '../../account/words/times.ts';
import {whyReadOnly} from '../../core/gate/gate.ts';
import {notEnded} from '../../core/halt/halt.ts';
import {mayFollow, unreplaced} from '../../core/intents/follow.ts';
import {unresolved} from '../../core/intents/selectors.ts';
import {draftWords} from '../../core/intents/words.ts';
import {close, type Dialog, questionKeys} from '../dialog.ts';
import {whyUnusable} from '../order/availability.ts';
import {ask, newQuestion, respond} from '../order/questions.ts';
import {outboxKept, outboxWords} from '../order/several/outbox.ts';
import {type AskSheet, notice, question, remark, text, title} from '../sheet.ts';
import type {State, Step} from '../state.ts';

/** Asks for the controls. The text is of this moment: the key means the same whatever the holder has. */
export function openControls(state: State): Step {
  return ask(state, {...newQuestion(state), kind: 'controls'});
}

export function takeBlocked({controls, journal, settings}: State): string | undefined {
  const isUnread = journal.status !== 'open' || controls === undefined;
  const until = isUnread ? 'The controls can be taken once the journal can be written.' : undefined;
  const why = whyReadOnly(settings.guardrails) ?? whyUnusable(journal) ?? until;
  return why ?? (controls?.is === 'ours' ? 'You have the controls.' : undefined);
}

export const controls = {
  keys: questionKeys,
  press: (state, overlay, press) =>
    respond(state, overlay, press, {
      yes: heard => [goingOn(close(heard)), [{type: 'takeControls', at: press.now.wall, isForced: true}]],
    }),
  sheet: (state, overlay) => [
    title('Take the controls?'),
    question(state, overlay, 'take them'),
    ...notice(overlay),
    text(holderWords(state), 'plain', {drawn: 'always'}),
    ...underWay(state),
  ],
} satisfies Dialog<'controls'>;

/** The question names a halt that the first look found: whoever takes the controls goes on with it. */
const goingOn = (state: State): State => ({
  ...state,
  halt: {...state.halt, isFound: state.halt.isFound === undefined ? undefined : false},
});

function holderWords(state: State): string {
  const {controls: seen, now} = state;
  if (seen?.is !== 'held') return 'Nobody has them.';
  const outbox = outboxKept(state, now);
  const rest = outbox === undefined ? '' : ` ${outboxWords(outbox)}. The rest is not sent.`;
  return `${seen.by} has them since ${absolute(seen.since)}, and becomes a viewer.${rest}`;
}

const mostNamed = 5;

/** The holder's unresolved writes and its halt. Counts come first: a low screen does not show all by name. */
function underWay({intents, halt, controls: seen}: State): AskSheet {
  const open = unresolved(intents);
  const canceled = seen?.is === 'held' ? unreplaced({...intents, followed: {}}).filter(mayFollow) : [];
  const halting = notEnded(halt.record);
  const states = Map.groupBy(open, each => each.state);
  const counts = [...states].map(([state, each]) => `${each.length} ${state}`);
  const all = [...(halting === undefined ? [] : [`HALTING (${halting})`]), ...counts];
  const mine = all.length === 0 ? [] : `Under way, yours after it: ${all.join(', ')}`;
  const left = canceled.map(
    ({cancel}) => `Canceled, the new order is not placed then: ${draftWords(cancel.draft)}`,
  );
  const said = [left, mine].flat();
  const summary = said.length === 0 ? 'Nothing is under way there.' : said.join('. ');
  const named = open.slice(0, mostNamed).map(({state, draft}) => `${state}: ${draftWords(draft)}`);
  return [text(summary, 'warning', {drawn: 'always'}), ...named.map(each => remark(each, 'warning'))];
}
