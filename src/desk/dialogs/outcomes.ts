import {possibleOutcomes, standingOf, waysToTell} from '../intents/possible.ts';
import {inBanner} from '../intents/selectors.ts';
import {intentById} from '../intents/transitions.ts';
import {describe} from '../intents/words.ts';
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
  const {intents, now, settings} = state;
  const resendKey = labelOf(settings.bindings, 'resend');
  const {sent, reads, likely, safe, next} = standingOf(intent, {intents, now, resendKey});
  const shown = (at: number) => ownClock(state, at);
  return [
    ...head,
    ...[`${sent} ${reads}`, likely, safe, next].filter(Boolean).map(text => ({text})),
    {text: heading, tone: 'strong', spoken: ''},
    ...possibleOutcomes(intent).map(({words}, index) => ({mark: {text: `${index + 1} `}, text: words})),
    {text: 'How to find out', tone: 'strong'},
    ...waysToTell(intents, intent, {shown, resendKey}).map(text => ({mark: {text: '- '}, text})),
  ];
}
