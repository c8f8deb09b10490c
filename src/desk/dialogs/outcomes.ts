import {possibleOutcomes, tellsOf} from '../intents/possible.ts';
import {inBanner} from '../intents/selectors.ts';
import {standingOf} from '../intents/standing.ts';
import {intentById} from '../intents/transitions.ts';
import {describe, possibleWords, tellWords} from '../intents/words.ts';
import {type Dialog, pressInList, type Scrolled, scrollKeys, show, unscrolled} from '../overlay.ts';
import {back, type Item, keys, scrolls} from '../sheet.ts';
import type {State} from '../state.ts';
import type {Step} from '../step.ts';
import {labelOf} from '../words/keys.ts';
import {ownClock} from '../words/times.ts';

declare module '../model/overlay.ts' {
  interface Overlays {
    readonly outcomes: Scrolled & {readonly intentId: string};
  }
}

function openOutcomes(state: State): Step {
  const intentId = inBanner(state.intents).find(each => each.state === 'UNKNOWN')?.id ?? '';
  return show(state, {...unscrolled, kind: 'outcomes', intentId});
}

export const outcomes = {
  called: 'lists',
  keys: [...scrollKeys, 'outcomes', 'leave'],
  opens: {outcomes: openOutcomes},
  press: (state, overlay, press) => pressInList(state, overlay, press, 'outcomes'),
  sheet: (state, {intentId, scroll}) => [
    {is: 'scroll', title: heading, items: itemsOf(state, intentId), at: scroll},
    keys(state, 'outcomes', [scrolls, back]),
  ],
} satisfies Dialog<'outcomes'>;

const heading = 'Possible outcomes';

function itemsOf(state: State, intentId: string): readonly Item[] {
  const intent = intentById(state.intents, intentId);
  if (intent === undefined) return [];
  const head: readonly Item[] = [{text: describe(intent), tone: 'warning'}];
  if (intent.state !== 'UNKNOWN') return head;
  const words = {
    shown: (at: number) => ownClock(state, at),
    key: labelOf(state.settings.bindings, 'resend'),
  };
  const {intents, now} = state;
  const {sent, reads, likely, safe, next} = standingOf(intent, {intents, now, resendKey: words.key});
  return [
    ...head,
    ...[`${sent} ${reads}`, likely, safe, next].filter(Boolean).map(text => ({text})),
    {text: heading, tone: 'strong', spoken: ''},
    ...possibleOutcomes(intent).map((each, index) => ({
      mark: {text: `${index + 1} `},
      text: possibleWords(intent, each),
    })),
    {text: 'How to find out', tone: 'strong'},
    ...tellsOf(state.intents, intent).map(tell => ({
      mark: {text: '- '},
      text: tellWords(intent, tell, words),
    })),
  ];
}
