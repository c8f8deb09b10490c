import fc from 'fast-check';
import {expect, it} from 'vitest';
import type {Action} from '../../src/desk/keys.ts';
import type {SentMsg} from '../../src/desk/messages.ts';
import {panes} from '../../src/desk/model/vocabulary.ts';
import type {State} from '../../src/desk/state.ts';
import {update} from '../../src/desk/update.ts';
import {keysLine} from '../../src/ui/lines/footer.ts';
import {headerLine} from '../../src/ui/lines/header.ts';
import {tabsLine} from '../../src/ui/lines/tabs.ts';
import {key} from '../helpers/desk.ts';
import {arrived, at, card, emptyDesk, filledDesk} from './helpers/sample.ts';
import {withUnknown} from './helpers/scenes.ts';

const actions: readonly Action[] = ['row.down', 'row.up', 'details', 'refresh', 'back', 'help', 'sort'];
const faults = ['refused', 'credentials', 'link', 'shape', 'rate'] as const;
const pick = <T>(all: readonly T[], number: number): T => all[number % all.length] as T;

/** What may happen to a desk, each in ways told apart by a number. */
const happenings: Record<string, (state: State, ms: number, number: number) => State> = {
  action: (state, ms, number) =>
    after(state, ms, {
      type: 'ran',
      action: pick([...actions, ...panes.map(pane => `pane.${pane}` as const)], number),
    }),
  key: (state, ms, number) =>
    after(state, ms, {type: 'pressed', key: key(pick(['j', 'o', 'enter', 'escape', '/', 'n', 'y'], number))}),
  size: (state, ms, number) =>
    after(state, ms, {type: 'resized', columns: 30 + number * 4, rows: pick([9, 24, 40], number)}),
  way: (state, ms, number) =>
    after(state, ms, {
      type: 'way',
      way: {
        isRemote: number % 2 === 0,
        answerMs: pick([undefined, 100, 500, 5_000], number),
        isSlow: number % 3 === 0,
      },
    }),
  tick: (state, ms) => after(state, ms, {type: 'tick'}),
  journal: (state, ms, number) =>
    number % 2 === 0
      ? after(state, ms, {type: 'journalOpened'})
      : after(state, ms, {type: 'journalFailed', reason: 'The disk is full.', isUnread: true}),
  told: (state, ms) => after(state, ms, {type: 'told', text: 'Well.', level: 'warning'}),
  poll: (state, ms, number) =>
    arrived(
      state,
      'cards',
      Array.from({length: number}, (_, index) => card(index, {active: (index + number) % 2 === 0})),
      ms,
    ),
  failure: (state, ms, number) => {
    const {fetching = 0} = state.feeds.cards;
    const fault = {text: 'No.', kind: pick(faults, number)};
    return after(state, ms, {type: 'failed', pane: 'cards', request: fetching, fault});
  },
  unknown: state => withUnknown(state),
  link: (state, _, number) => ({
    ...state,
    link: {
      ...state.link,
      venue: pick([undefined, 'PAPER', 'LIVE'] as const, number),
      latencyMs: pick([undefined, 3, 300], number),
    },
  }),
  profile: (state, _, number) => ({
    ...state,
    settings: {
      ...state.settings,
      account: pick(['demo', state.settings.host, 'other'], number),
      guardrails: {...state.settings.guardrails, readOnly: number % 2 === 0},
    },
  }),
  news: (state, _, number) => ({...state, unvisited: new Set([pick(panes, number)])}),
};

const after = (state: State, ms: number, msg: SentMsg): State => update(state, {...msg, now: at(ms)})[0];

const lines = {
  header: (state: State) => headerLine(state),
  tabs: tabsLine,
  keys: keysLine,
};

it.each(Object.entries(lines))(
  'the %s read the same remembered as drawn anew, whatever happens',
  (_, line) => {
    const all = fc.array(
      fc.tuple(fc.constantFrom(...Object.keys(happenings)), fc.nat(30), fc.constantFrom(10, 500, 20_000)),
      {minLength: 1, maxLength: 30},
    );
    const anew = (state: State) => {
      line(emptyDesk(41, 10));
      return line(state);
    };
    fc.assert(
      fc.property(all, fc.boolean(), (happened, isFilled) => {
        let state = isFilled ? filledDesk(120, 40) : emptyDesk(120, 40);
        let ms = 10;
        const states = happened.map(([name, number, waitMs]) => {
          ms += waitMs;
          state = happenings[name]?.(state, ms, number) ?? state;
          return state;
        });
        const remembered = states.map(each => line(each));
        expect(remembered).toEqual(states.map(anew));
      }),
      {seed: 20_261_122, numRuns: 200},
    );
  },
);
