import {describe, expect, it} from 'vitest';
import {bindingsWith} from '../../../src/desk/bindings.ts';
import {type KeyAction, rows} from '../../../src/desk/keys.ts';
import {newQuestion} from '../../../src/desk/order/questions.ts';
import type {State} from '../../../src/desk/state.ts';
import {easyOption} from '../../helpers/desk.ts';
import {proposal} from '../../helpers/dialogs.ts';
import {withRead} from '../../helpers/whole.ts';
import {filledDesk} from '../helpers/sample.ts';
import {withUnknown} from '../helpers/scenes.ts';
import {show, turn} from '../helpers/screen.tsx';

/** Every action of the key table by ear: what its own key, the first that the table gives it, says. */
type Heard = {
  /** Keys that lead to where it acts. */
  readonly from?: readonly string[];
  readonly on?: (state: State) => State;
  /** What it says; and what it has done beside, where the world outside does it. */
  readonly says: RegExp;
  readonly asks?: string;
};

/** The world answers, and what it says is told: proved where there is a world. */
const silent = /^$/;
const [review, buy] = [
  ['2', 'c'],
  ['n', 'shift+tab'],
] as const;

const withProposals = (state: State): State => ({
  ...state,
  proposals: ['a', 'b'].map(id => proposal(id, state.now.wall)),
});

const byEar: Readonly<Record<KeyAction, Heard | string>> = {
  'pane.cards': {from: ['2'], says: /^Cards, 12 rows/},
  'pane.easyOptions': {says: /^Easy Options, 12 rows/},
  'pane.orders': {says: /^Orders, 12 rows/},
  'pane.trades': {says: /^Trades, 12 rows/},
  'pane.activity': {says: /^Activity, nothing yet/},
  'pane.portfolio': {says: /^Portfolio, /},
  'pane.next': {says: /^Easy Options, /},
  'pane.previous': {says: /^Portfolio, /},
  'block.next': {from: ['6'], says: /^Figure \d+, /},
  'block.previous': {from: ['6', 'G'], says: /^Figure \d+, /},
  'row.down': {says: /^Row 2, /},
  'row.up': {from: ['G'], says: /^Row 11, /},
  'row.first': {from: ['G'], says: /^Row 1, /},
  'row.last': {says: /^Row 12, /},
  'row.pageDown': {says: /^Row 12, /},
  'row.pageUp': {says: /^Row 1, /},
  mark: {from: ['2'], says: /^1 marked\.\nRow 2, /},
  'page.previous': {says: /^This is the first page\.\n$/},
  'page.next': {says: /^Page 2, reading\.\n$/, asks: 'fetch'},
  open: {says: /^Open an Easy Option: /},
  close: {from: ['2'], says: /^Close the Easy Option: reading/},
  place: {says: /^New limit order\.\n/},
  fix: {says: /^Nothing was rejected/},
  cancel: {from: ['3'], says: /^Cancel the order: reading/},
  amend: {from: ['3'], says: /^Amend order /},
  'nudge.up': {from: ['3'], says: /^Amend the order/},
  'nudge.down': {from: ['3'], says: /^Amend the order/},
  cancelAll: {from: ['3'], says: /^Reading all open orders/},
  details: {says: /^Title BTC to the moon/},
  back: {from: ['?'], says: /^Cards, row 1 of 12\.\n$/},
  filter: {says: /^Filter, empty\.\n$/},
  sort: {says: /^Sort by, \d+ lines\.\ntitle, key l\.\n$/},
  refresh: {says: /^Reading\.\n$/, asks: 'fetch'},
  copy: {says: silent, asks: 'copy'},
  export: {says: silent, asks: 'export'},
  position: {from: ['3'], says: /^Position number 500\.\n/},
  alert: {says: /^Alerts[\s\S]*BTC to the moon by Friday, ask/},
  pin: {says: /^/, asks: 'fetch'},
  proposals: {on: withProposals, says: /^Proposals, 2 lines/},
  declineAll: {from: ['P'], on: withProposals, says: /^Declined all of agent 1.2, 2\.\n$/},
  messages: {says: /^Messages, /},
  'sort.previous': {says: /^Sorted by description ascending\.\n$/, asks: 'after'},
  'sort.next': {says: /^Sorted by title ascending\.\n$/, asks: 'after'},
  'sort.reverse': {says: /^Nothing is sorted yet\.\n$/},
  redraw: 'for eyes: there is nothing drawn; Ctrl-L tells where one is',
  'say.again': {from: ['j'], says: /^Row 2, /},
  'say.where': {says: /^PAPER, .+\nCards, row 1 of 12, 12 rows, page 1\.\n/},
  recheck: {on: withUnknown, says: /^Rechecking/},
  resend: {on: withUnknown, says: /^Place a limit order again\.\n/},
  resolve: {on: withUnknown, says: /^Resolve: how did it end\?\n/},
  outcomes: {on: withUnknown, says: /^UNKNOWN: details, /},
  takeOver: {says: /^The controls can be taken once the journal can be written/},
  resume: {from: ['5'], says: /^Nothing is halted\.\n$/},
  halt: {says: /^HALTED: /, asks: 'setHalt'},
  help: {says: /^Help, \d+ lines\.\n/},
  palette: {says: /^Commands, \d+ lines\.\n/},
  suspend: {says: silent, asks: 'suspend'},
  quit: {says: /^Quit\?\n/},

  accept: {from: [':', ...'act'], says: /^Activity, /},
  leave: {from: ['?'], says: /^Cards, row 1/},
  'list.pageDown': 'for eyes: Space says the last once more, Page Down turns',
  search: {from: ['?'], says: /^Search in the help, /},
  alsoClose: {
    on: asksToHalt,
    says: /^HALT: cancel all orders and close all Easy Options\.\n[\s\S]*, closes 1 Easy Option,[\s\S]*c, as in charlie, to leave Easy/,
  },
  'field.next': {from: ['n'], says: /^Size, empty/},
  'field.previous': {from: ['n'], says: /^Side, /},
  complete: {from: ['/', ...'directio'], says: /direction:/},
  'erase.line': {from: ['/', ...'abc'], says: /^Empty\.\n$/},
  'erase.word': {from: ['/', ...'abc def'], says: /^abc\.\n$/},
  'side.buy': {from: [...buy, 's'], says: /^BUY\.\n$/},
  'side.sell': {from: buy, says: /^SELL\.\n$/},
  'side.other': {from: buy, says: /^SELL\.\n$/},
  no: {from: review, says: /^Easy Options, row 1/},
  yes: 'the key of a question: pressed by ear in every task that asks',
  'readOnly.on': 'in the palette: it has no key of its own',
  'readOnly.off': 'in the palette: it has no key of its own',
};

function asksToHalt(state: State): State {
  const easyOptions = {...state.rounds.reading.rows.easyOptions, rows: [easyOption('9')]};
  const asks = {closes: false, top: 0, text: 'no orders'};
  const overlay = {...newQuestion(state), key: 'y', kind: 'halt', ...asks} as const;
  return {...withRead(state, {easyOptions}), overlay};
}

const table = bindingsWith({}, 'ears');
const actions = Object.entries(byEar);

describe('each action of the key table in screen-reader mode', () => {
  it('is tested here, or is left out for a reason', () => {
    const unheard = actions.filter(([, heard]) => typeof heard === 'string').map(([action]) => action);
    const forEyes: string[] = rows
      .filter(each => 'sense' in each && each.sense === 'eyes')
      .map(each => each.action);
    expect(unheard.filter(each => !forEyes.includes(each))).toEqual(['yes', 'readOnly.on', 'readOnly.off']);
    expect(forEyes.filter(each => !unheard.includes(each))).toEqual([]);
  });

  it.each(actions.flatMap(([action, heard]) => (typeof heard === 'string' ? [] : [{action, ...heard}])))(
    '$action',
    async ({action, from = [], on = state => state, says, asks}) => {
      const key = table.find(each => each.action === action)?.keys[0] ?? '';
      const shown = show(on({...filledDesk(2_000, 40), journal: {status: 'open'}}), {isRead: true});
      await shown.press(...from);
      await turn();
      const [said, asked] = [shown.written().length, shown.commands.length];
      await shown.press(key);
      expect(shown.written().slice(said)).toMatch(says);
      if (asks !== undefined) expect(shown.commands.slice(asked).map(each => each.type)).toContain(asks);
    },
  );
});
