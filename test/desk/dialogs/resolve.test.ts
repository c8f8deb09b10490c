import {describe, expect, it} from 'vitest';
import type {State} from '../../../src/desk/state.ts';
import {update} from '../../../src/desk/update.ts';
import {key, lostOrder, startDesk} from '../../helpers/desk.ts';

function answered(word: string): State {
  const {state, now} = startDesk().open();
  const asked: State = {
    ...state,
    intents: {...state.intents, list: [lostOrder]},
    overlay: {kind: 'resolve', intentId: lostOrder.id, text: word, error: undefined},
  };
  return update(asked, {type: 'pressed', key: key('enter', {at: now.mono}), now})[0];
}

const errorOf = ({overlay}: State) => (overlay.kind === 'resolve' ? overlay.error : undefined);

describe('resolving by hand', () => {
  it.each(['maybe', 'override', 'constructor'])('accepts only the words that it offers: %s', word => {
    expect(errorOf(answered(word))).toBe('Type done or nothing, and an optional note.');
  });
});
