import {absolute} from '../../account/words/times.ts';
import {notEnded} from '../../core/halt/halt.ts';
import {unresolved} from '../../core/intents/selectors.ts';
import {draftWords} from '../../core/intents/words.ts';
import {afterYes, newQuestion, respond} from '../order/questions.ts';
import {close, type Dialog, questionKeys, show} from '../overlay.ts';
import {notice, question, text, title} from '../sheet.ts';
import type {State} from '../state.ts';
import type {Step} from '../step.ts';

declare module '../model/overlay.ts' {
  interface Overlays {
    readonly controls: Question & {readonly text: string} & UnderWay;
  }
}

export function openControls(state: State): Step {
  const asked = newQuestion(state);
  return show(
    {...state, counter: asked.number},
    {...asked, kind: 'controls', text: holderWords(state), ...underWay(state)},
  );
}

export const controls = {
  called: 'questions',
  keys: questionKeys,
  press: (state, overlay, press) =>
    respond(state, overlay, press, {
      yes: () => [
        goingOn(close(afterYes(state, press.key))),
        [{type: 'takeControls', at: press.now.wall, isForced: true}],
      ],
    }),
  sheet: (state, overlay) => [
    title('Take the controls?'),
    question(state, overlay, 'take them'),
    ...notice(overlay),
    text(overlay.text, 'plain', {decides: true}),
    text(overlay.underWay, 'warning', {decides: true}),
    ...overlay.named.map(each => text(each, 'warning', {yields: true})),
  ],
} satisfies Dialog<'controls'>;

/** The question names a halt that the first look found: whoever takes the controls goes on with it. */
const goingOn = (state: State): State => ({
  ...state,
  halt: {...state.halt, isFound: state.halt.isFound === undefined ? undefined : false},
});

function holderWords({controls: seen}: State): string {
  if (seen?.is !== 'held') return 'Nobody has them.';
  const rest = seen.several === undefined ? '' : ` ${seen.several}: the rest is not sent.`;
  return `${seen.by} has them since ${absolute(seen.since)}, and becomes a viewer.${rest}`;
}

type UnderWay = {
  /** Counts by state: a low screen does not show all by name. */
  readonly underWay: string;
  readonly named: readonly string[];
};

const mostNamed = 5;

/** The holder's unresolved writes and the halt that the journal knows. */
function underWay({intents, halt}: State): UnderWay {
  const open = unresolved(intents);
  const halting = notEnded(halt.record);
  const states = Map.groupBy(open, each => each.state);
  const counts = [
    ...(halting === undefined ? [] : ['HALTING']),
    ...[...states].map(([state, each]) => `${each.length} ${state}`),
  ];
  const more = open.length - mostNamed;
  const named = [
    ...(halting === undefined ? [] : [`HALTING: ${halting}`]),
    ...open.slice(0, mostNamed).map(({state, draft}) => `${state}: ${draftWords(draft)}`),
    ...(more > 0 ? [`${more} more`] : []),
  ];
  if (named.length === 0) return {underWay: 'Nothing is under way there.', named};
  return {underWay: `Under way, yours after it: ${counts.join(', ')}`, named};
}
