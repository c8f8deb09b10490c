import {tradedAs} from '../../account/resources/figures.ts';
import {flat, number} from '../../account/words/text.ts';
import type {EasyOptionCard} from '../../api/wire/records.ts';
import {blocked, run} from '../actions.ts';
import {close, type Dialog, lineKeys, lineOf, listKeys, moved} from '../dialog.ts';
import {cardsRead} from '../feeds/prices.ts';
import {keyInWords, keyLabel} from '../key-words.ts';
import {isOfPanes} from '../keys.ts';
import {toCard} from '../navigate.ts';
import {back, keys, text} from '../sheet.ts';
import type {State} from '../state.ts';

export const palette = {
  keys: [...lineKeys, ...listKeys, 'field.next', 'field.previous'],
  press(state, overlay, {action, now}) {
    const [matches, cards] = [paletteMatches(state, overlay.text), cardMatches(state, overlay.text)];
    const [chosen, card] = [matches[overlay.at], cards[overlay.at - matches.length]];
    if (action === 'accept' && card !== undefined) return toCard(close(state), card.id, now);
    if (action === 'accept') return chosen && run(close(state), chosen.action, now);
    return moved(state, overlay, action, matches.length + cards.length);
  },
  line: lineOf,
  typed: (overlay, _field, text) => ({...overlay, text, at: 0}),
  sheet(state, {text: typed, at}) {
    const matches = paletteMatches(state, typed);
    const none = 'No such command or card.';
    const reasons = matches.map(({action}) => blocked(state, action));
    const why = reasons[at];
    const commands = matches.map(({label, keys}, index) => ({
      key: keys.map(keyLabel).join(' '),
      text: label,
      tone: reasons[index] === undefined ? ('plain' as const) : ('dim' as const),
      spoken: [
        [label, ...keys.slice(0, 1).map(key => `key ${keyInWords(key)}`)].join(', '),
        ...(reasons[index] === undefined ? [] : [`Not now: ${reasons[index]}`]),
      ],
    }));
    const cards = cardMatches(state, typed).map(card => {
      const text = [card.title ?? card.id, number(card.currentAskPrice), tradedAs(card)].join(' · ');
      return {key: '', text: flat(text), spoken: [flat(text)]};
    });
    const items = [...commands, ...cards];
    return [
      {is: 'field', name: 'palette', prompt: ':', value: typed},
      {is: 'choices', title: 'Commands', items, at, none, fills: true},
      ...(why === undefined ? [] : [text(why, 'warning')]),
      keys(state, 'palette', [[['row.up', 'row.down'], 'choose'], [['accept'], 'run'], back]),
    ];
  },
} satisfies Dialog<'palette'>;

/** By title or symbol. */
function cardMatches(state: State, typed: string): readonly EasyOptionCard[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const isMeant = (card: EasyOptionCard) => {
    const names = `${card.title} ${card.currentOptionSymbol} ${card.optionSymbol}`.toLowerCase();
    return words.every(word => names.includes(word));
  };
  return words.length === 0 ? [] : cardsRead(state).filter(isMeant);
}

/** The actions of keys, one with exactly this name first. */
export function paletteMatches({settings}: State, text: string) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const holding = settings.bindings
    .filter(isOfPanes)
    .filter(({action}) => action !== 'palette')
    .filter(({label, action}) => words.every(word => `${label} ${action}`.toLowerCase().includes(word)));
  const isNamed = ({label, action}: (typeof holding)[number]) => [label, action].includes(text.trim());
  return holding.toSorted((one, other) => Number(isNamed(other)) - Number(isNamed(one)));
}
