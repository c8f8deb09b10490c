import {describe, expect, it} from 'vitest';
import {
  lateProfileRefusal,
  leftBehind,
  paletteMatches,
  readOnlyHere,
  staysReadOnly,
} from '../../../src/desk/dialogs/palette.ts';
import type {Intent} from '../../../src/desk/intents/intent.ts';
import type {State} from '../../../src/desk/state.ts';
import {lostOrder, order, startDesk} from '../../helpers/desk.ts';

const profiles = ['beta', 'a', 'paper'];
const open = () => startDesk({profile: 'a', profiles}).open({orders: [order('5'), order('6')]});
type TestDesk = ReturnType<typeof open>;

const changes = (desk: TestDesk) => desk.asked().filter(each => each.type === 'changeProfile');
const told = (desk: TestDesk) => desk.state.notices.at(-1)?.text;

function choose(desk: TestDesk, text: string) {
  desk.type(':');
  desk.send({type: 'typed', field: '', value: text});
  desk.type('enter');
}

const withIntents = (state: State, ...states: readonly Intent['state'][]): State => ({
  ...state,
  intents: {...state.intents, list: states.map(each => ({...lostOrder, state: each}) as Intent)},
});

describe('the profiles in the palette', () => {
  it('are listed by name, or not at all if the configuration has none', () => {
    const labels = (state: State) =>
      paletteMatches(state, 'profile')
        .filter(each => each.label.startsWith('profile '))
        .map(each => each.label);
    expect(labels(open().state)).toEqual(['profile beta', 'profile a (active)', 'profile paper']);
    expect(labels(startDesk().open().state)).toEqual([]);
  });

  it('come first if their whole name is typed', () => {
    const {state} = open();
    expect(paletteMatches(state, 'profile a').map(each => each.label)[0]).toBe('profile a (active)');
    expect(paletteMatches(state, 'beta').map(each => each.label)).toEqual(['profile beta']);
  });

  it('show which one is active, and why it cannot be chosen', () => {
    const desk = open();
    desk.type(':');
    desk.send({type: 'typed', field: '', value: 'profile a'});
    const [first] = paletteMatches(desk.state, 'profile a');
    expect(first?.blocked(desk.state)).toBe('Profile a is active already.');
    desk.type('enter');
    expect(changes(desk)).toEqual([]);
    expect(told(desk)).toBe('Profile a is active already.');
  });

  it('are chosen with Enter', () => {
    const desk = open();
    choose(desk, 'profile beta');
    expect(changes(desk)).toEqual([{type: 'changeProfile', name: 'beta'}]);
    expect(desk.state.overlay.kind).toBe('none');
    expect(told(desk)).toContain('Switching to profile beta');
  });
});

describe('changing to another profile', () => {
  it.each(['QUEUED', 'SENDING', 'ACCEPTED'] as const)('is refused while a write is %s', state => {
    const refused = lateProfileRefusal(withIntents(open().state, 'UNKNOWN', state), 'beta');
    expect(refused).toBe(`A write is in progress (${state}): change the profile when it has ended.`);
  });

  it.each(['CONFIRMED', 'REJECTED', 'NOT SENT', 'RESOLVED', 'UNKNOWN'] as const)(
    'is allowed once a write is %s',
    state => {
      expect(lateProfileRefusal(withIntents(open().state, state), 'beta')).toBeUndefined();
    },
  );

  it('is refused from the confirmation on, before the journal has the write', () => {
    const desk = open();
    desk.send({type: 'intent', msg: {type: 'ask', draft: lostOrder.draft}});
    expect(desk.state.intents.asking).toHaveLength(1);
    desk.asked();
    choose(desk, 'profile beta');
    expect(changes(desk)).toEqual([]);
    expect(told(desk)).toBe('A write is in progress (QUEUED): change the profile when it has ended.');
  });

  it('is refused while several writes are read for their review or are in progress', () => {
    const desk = open();
    desk.type('3', 'X');
    expect(desk.state.gathering).toBeDefined();
    expect(lateProfileRefusal(desk.state, 'beta')).toContain('Several writes');
  });

  it('is refused before the journal is open, because it would open during the next session', () => {
    const desk = startDesk({profile: 'a', profiles});
    expect(lateProfileRefusal(desk.state, 'beta')).toContain(
      'The journal is still opening: try again in a moment.',
    );
  });

  it('is abandoned if a review has opened in the meantime', () => {
    const desk = open();
    desk.type('3', 'x');
    expect(lateProfileRefusal(desk.state, 'beta')).toBe(
      'Not changed to profile beta: another dialog was opened.',
    );
    desk.type('escape');
    expect(lateProfileRefusal(desk.state, 'beta')).toBeUndefined();
  });

  it('keeps READ-ONLY of the session, but not READ-ONLY of the old profile', () => {
    const {guardrails} = open().state.settings;
    const here = readOnlyHere(guardrails);
    expect(here).toEqual({...guardrails, readOnly: true, isReadOnlyHere: true});
    expect(staysReadOnly(false, here)).toBe(true);
    const own = {...guardrails, readOnly: true};
    expect(readOnlyHere(own)).toBe(own);
    expect(staysReadOnly(false, own)).toBe(false);
    // By way of a profile that is READ-ONLY itself, too.
    expect(staysReadOnly(true, own)).toBe(true);
    expect(staysReadOnly(true, guardrails)).toBe(false);
  });

  it('says how many UNKNOWN writes stay behind, and nothing if there are none', () => {
    const {state} = open();
    expect(leftBehind(state)).toBeUndefined();
    expect(leftBehind(withIntents(state, 'UNKNOWN', 'CONFIRMED'))).toBe('1 UNKNOWN stays with profile a.');
    expect(leftBehind(withIntents(state, 'UNKNOWN', 'UNKNOWN'))).toBe('2 UNKNOWN stay with profile a.');
  });
});
