import {describe, expect, it} from 'vitest';
import {initialIntents} from '../../src/core/intents/intent.ts';
import type {State} from '../../src/desk/state.ts';
import {update} from '../../src/desk/update.ts';
import {card, key, order, startDesk} from '../helpers/desk.ts';
import {unknownOrder} from '../ui/helpers/scenes.ts';

const small = [
  [39, 40],
  [120, 9],
  [1, 1],
] as const;

/** Everything that any key of the keyboard brings about, from one and the same state. */
function byAnyKey(state: State) {
  const printable = Array.from({length: 95}, (_, index) => String.fromCharCode(32 + index));
  const named = ['enter', 'escape', 'tab', 'up', 'down', 'pageup', 'pagedown', 'backspace'];
  const others = [...printable, ...named].filter(name => name !== '!');
  return others.map(name => ({name, ...pressed(state, name)}));
}

function pressed(state: State, name: string, ctrl = false) {
  const now = {mono: state.now.mono + 10_000, wall: state.now.wall + 10_000};
  const how = {at: now.mono, ctrl, ...(ctrl && {text: ''})};
  const [next, commands] = update(state, {type: 'pressed', key: key(name, how), now});
  return {next, commands};
}

describe('a screen that is too small to show anything', () => {
  it.each(small)('of %sx%s dismisses a review, and no key sends anything', (columns, rows) => {
    const desk = startDesk({asksOnQuit: false}).open({cards: [card('1')], orders: [order('7')]});
    desk.type('3', 'x');
    expect(desk.state.overlay.kind).toBe('review');
    desk.send({type: 'resized', columns, rows});
    expect(desk.state.overlay.kind).toBe('none');
    for (const {name, next, commands} of byAnyKey(desk.state)) {
      expect(commands, name).toEqual(name === 'q' ? [{type: 'quit', code: 0}] : []);
      expect({...next, keys: desk.state.keys, now: desk.state.now}, name).toEqual(desk.state);
    }
  });

  it('ignores keys for hidden dialogs, except the halt key', () => {
    const unresolved = {...initialIntents, list: [unknownOrder]};
    for (const opening of ['q', 'H', '?', ':', 's', 'o']) {
      const desk = startDesk().open({cards: [card('1')]});
      const [withUnknown] = update(
        {...desk.state, intents: unresolved},
        {
          type: 'pressed',
          key: key(opening, {at: desk.now.mono + 5_000}),
          now: {mono: desk.now.mono + 5_000, wall: desk.now.wall + 5_000},
        },
      );
      expect(withUnknown.overlay.kind).not.toBe('none');
      const [shrunk] = update(withUnknown, {type: 'resized', columns: 20, rows: 5, now: withUnknown.now});
      for (const stop of [pressed(shrunk, '!'), pressed(shrunk, '\\', true)]) {
        expect(stop.commands).toMatchObject([{type: 'setHalt'}]);
        expect(stop.next.overlay.kind, opening).toBe('none');
      }
      for (const {name, next, commands} of byAnyKey(shrunk)) {
        expect(commands, name).toEqual([]);
        expect(next.overlay, name).toEqual(
          name === 'q' ? expect.objectContaining({kind: 'quit'}) : shrunk.overlay,
        );
      }
    }
  });

  it('quits with Ctrl-C, or with a second one if something is unresolved', () => {
    const desk = startDesk().open();
    desk.send({type: 'resized', columns: 1, rows: 1});
    const ctrlC = (state: State) =>
      update(state, {type: 'pressed', key: key('c', {ctrl: true}), now: desk.now});
    expect(ctrlC(desk.state)[1]).toEqual([{type: 'quit', code: 0}]);
    const [asked, first] = ctrlC({...desk.state, intents: {...initialIntents, list: [unknownOrder]}});
    expect(first).toEqual([]);
    expect(ctrlC(asked)[1]).toEqual([{type: 'quit', code: 0}]);
  });
});
