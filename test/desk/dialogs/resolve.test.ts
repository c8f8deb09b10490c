import {describe, expect, it} from 'vitest';
import type {Intent} from '../../../src/core/intents/intent.ts';
import type {State} from '../../../src/desk/state.ts';
import {update} from '../../../src/desk/update.ts';
import {key, startDesk} from '../../helpers/desk.ts';

const unknown: Extract<Intent, {state: 'UNKNOWN'}> = {
  id: 'a1',
  draft: {kind: 'place', symbol: 'BTC-27NOV26-90000-C', side: 'BUY', price: '1240.5', size: '2'},
  idempotencyKey: 'k1',
  askedAt: {mono: 1, wall: 1},
  changedAt: 1,
  reason: 'No answer came.',
  attempts: [],
  state: 'UNKNOWN',
  candidates: [],
  noTrace: false,
};

function answered(word: string, noTrace: boolean): State {
  const {state, now} = startDesk().open();
  const asked: State = {
    ...state,
    intents: {...state.intents, list: [{...unknown, noTrace}]},
    overlay: {kind: 'resolve', intentId: 'a1', text: word, error: undefined},
  };
  return update(asked, {type: 'pressed', key: key('enter', {at: now.mono}), now})[0];
}

const errorOf = ({overlay}: State) => (overlay.kind === 'resolve' ? overlay.error : undefined);

describe('resolving by hand', () => {
  it.each(['maybe', 'override', 'constructor'])('accepts only the words that it offers: %s', word => {
    expect(errorOf(answered(word, false))).toBe('Type done or nothing, and an optional note.');
  });

  it('offers override only if there is no trace', () => {
    expect(errorOf(answered('maybe', true))).toBe('Type done or nothing or override, and an optional note.');
    expect(answered('override', true).overlay.kind).toBe('none');
  });
});
