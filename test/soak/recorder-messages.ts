import type {EasyOptionCard} from '../../src/api/wire/records.ts';
import type {Msg, SentMsg} from '../../src/desk/messages.ts';
import type {State} from '../../src/desk/state.ts';
import {update} from '../../src/desk/update.ts';
import {arrivedEmpty, card, epoch, key, startDesk} from '../helpers/desk.ts';
import {type Chance, createChance} from '../sim/chance.ts';

/** What happens to a desk, the same for one seed in whatever process: each message, and the desk before it. */
export function* seededMessages(seed: number): Generator<readonly [Msg, State]> {
  const chance = createChance(seed);
  let state = firstState();
  let cards = Array.from({length: 30}, (_, index) => card(`card-${index}`));
  let wall = epoch;
  for (let mono = 100; ; mono += 100) {
    // Now and then the machine sleeps for longer than a day, and the recording goes on in another file.
    wall += chance.is(0.01) ? 25 * 3_600_000 : 100;
    if (chance.is(0.5)) cards = moved(cards, chance);
    const msg: Msg = {...drawn(state, cards, chance), now: {mono, wall}};
    yield [msg, state];
    [state] = update(state, msg);
  }
}

export const firstState = (): State => startDesk().state;

function drawn(state: State, cards: readonly EasyOptionCard[], chance: Chance): SentMsg {
  const {fetching, arm} = state.feeds.cards;
  const draws: readonly (() => SentMsg)[] = [
    () => ({type: 'tick'}),
    () => ({type: 'tick'}),
    () => ({type: 'pressed', key: key(chance.pick(['j', 'k', '1', '2', 'enter', 'escape', 's', '>']))}),
    () => ({type: 'told', level: 'info', text: `Something ${chance.from(1, 1e9)} was said.`}),
    () => ({type: 'resized', columns: chance.from(60, 160), rows: chance.from(20, 50)}),
    () => ({type: 'intent', msg: {type: 'recorded', intentId: String(chance.from(1, 99))}}),
    () => arrival(fetching, arm, cards),
    () => arrival(fetching, arm, cards),
    () => arrival(fetching, arm, cards),
  ];
  return chance.pick(draws)();
}

function arrival(request: number | undefined, arm: number, cards: readonly EasyOptionCard[]): SentMsg {
  if (request === undefined) return {type: 'pollDue', pane: 'cards', arm};
  const began = {mono: 1, wall: epoch};
  return {type: 'arrived', pane: 'cards', request, began, answer: {...arrivedEmpty, rows: cards}};
}

const moved = (cards: readonly EasyOptionCard[], chance: Chance) =>
  cards.map(each =>
    chance.is(0.2) ? {...each, currentAskPrice: (chance.from(1, 100_000) / 100).toString()} : each,
  );
