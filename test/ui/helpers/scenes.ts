import {defaultGuardrails} from '../../../src/account/model/vocabulary.ts';
import {resources} from '../../../src/account/resources/resources.ts';
import {initialIntents} from '../../../src/core/intents/intent.ts';
import {cancelOf} from '../../../src/core/intents/kinds/amend.ts';
import type {AmendDraft} from '../../../src/core/intents/kinds/cancel.ts';
import {happenedSince} from '../../../src/desk/happened.ts';
import {focusOn, orderForm} from '../../../src/desk/order/forms.ts';
import type {ActivityLine, State} from '../../../src/desk/state.ts';
import {update} from '../../../src/desk/update.ts';
import {proposal} from '../../helpers/dialogs.ts';
import {intentFor} from '../../helpers/intents.ts';
import {answerGathering, answerRest, answerReview} from '../../helpers/reread.ts';
import {emptyAccount, fullAccount, holding, mixedAccount, partAccount} from './portfolio.ts';
import {arrived, at, card, emptyDesk, filledDesk, order, trade, wall} from './sample.ts';
import type {Shown} from './screen.tsx';

type Scene = {
  readonly name: string;
  /** What leads to it from a desk whose asks have moved, or that is read whole or empty. */
  readonly of?: (state: State) => State;
  readonly on?: (columns: number, rows: number) => State;
  readonly keys?: readonly string[];
  /** What the world does once the keys are pressed. */
  readonly then?: (shown: Shown) => void;
};

const lost = {state: 'UNKNOWN', reason: 'The connection was lost after the order was sent.'};
export const unknownOrder = intentFor(
  {kind: 'place', symbol: 'BTC-27NOV26-90000-C', side: 'BUY', price: '1240.5', size: '2'},
  {id: 'a1', idempotencyKey: 'k1', ...lost},
  at(0),
);

const activity: readonly ActivityLine[] = [
  line('1', 'intent', 'place', {
    target: 'BUY BTC-27NOV26-90000-C',
    amount: '2 at 1240.5',
    state: 'UNKNOWN',
    outcome: 'The connection was lost.',
    requestId: 'r-9',
    latencyMs: 1_204,
    order: {ids: [], side: 'BUY', size: '2', symbol: 'BTC-27NOV26-90000-C', price: '1240.5'},
  }),
  line('2', 'intent', 'open', {
    target: 'BTC to the moon by Friday',
    amount: '250',
    state: 'CONFIRMED',
    recordId: '9007199254740993',
    outcome: 'matched',
    requestId: 'r-8',
    latencyMs: 84,
  }),
  line('3', 'filled', 'Filled', {
    target: 'BUY BTC 90000 CALL #7001',
    amount: '0.05',
    state: 'FILLED',
    money: '0.05 @ 4,908.74',
    order: {ids: ['7001'], side: 'BUY', size: '0.05', symbol: 'BTC-27NOV26-90000-C', price: '4910'},
  }),
  line('4', 'intent', 'cancel', {
    target: '#7003',
    amount: '3 at 1242.5',
    state: 'REJECTED',
    outcome: 'It is in a final state already.',
    requestId: 'r-7',
    latencyMs: 31,
    order: {ids: ['7003'], side: 'SELL', size: '3', symbol: 'ETH-27NOV26-4500-P', price: '1242.5'},
  }),
];

function line(
  id: string,
  kind: ActivityLine['kind'],
  what: string,
  told: Partial<ActivityLine>,
): ActivityLine {
  return {id, at: wall - Number(id) * 61_000, kind, what, target: '', amount: '', outcome: '', ...told};
}

const moved = new Map<string, State>();

/** A desk that has seen asks and P/L move for a while, so that sparks and charts have something to show. */
function movedDesk(columns: number, rows: number, more: Parameters<typeof filledDesk>[3] = {}): State {
  const name = JSON.stringify([columns, rows, more]);
  const known = moved.get(name);
  if (known !== undefined) return known;
  let state = filledDesk(columns, rows, 12, more);
  for (let poll = 1; poll <= 12; poll++) {
    const cards = Array.from({length: 12}, (_, index) =>
      card(index, {
        currentAskPrice: (12 + index * 3 + Math.round(40 * Math.sin(poll / 2 + index)) / 10).toFixed(2),
      }),
    );
    state = arrived(state, 'cards', cards, poll * 1_000);
    for (const pane of ['easyOptions', 'orders', 'trades'] as const)
      state = arrived(state, pane, state.feeds[pane].rows, poll * 1_000);
    state = update(state, {type: 'tick', now: at(poll * 1_000)})[0];
  }
  moved.set(name, state);
  return state;
}

const readDesk = (columns: number, rows: number) => accountRead(movedDesk(columns, rows));

/** Its account is known whole: no review has to say what a lost answer would leave open. */
function accountRead(state: State): State {
  const {reading} = state.rounds;
  const before = {mono: state.now.mono - 1, wall: state.now.wall - 1};
  const each = <Lists extends object>(lists: Lists, more: object) =>
    Object.fromEntries(Object.entries(lists).map(([pane, list]) => [pane, {...list, ...more}])) as Lists;
  const whole = each(reading.lists, {wholeFrom: before, wholeTo: before, ended: before});
  const trades = {...whole.trades, walk: {...whole.trades.walk, at: before}};
  const lists = {...whole, trades};
  const rows = each(reading.rows, {isWhole: true, began: before});
  const read = {...state, rounds: {...state.rounds, reading: {...reading, lists, rows}}};
  // What it shows is no news to the next read.
  return {...read, seen: happenedSince(state, read, state.now)[0].seen};
}

export const withUnknown = (state: State): State => ({
  ...state,
  intents: {...initialIntents, list: [unknownOrder]},
});

const startedAt = {mono: 0, wall: unknownOrder.askedAt.wall};

/** Its one attempt got no answer, and a read found what may be it. */
const withLost = (state: State): State => ({
  ...state,
  intents: {
    ...initialIntents,
    list: [
      {
        ...unknownOrder,
        offsetAtSend: 0,
        idempotencyKey: '3f2a9c1e-7b54-4d1f-9a60-2c8e5d7f1b43',
        attempts: [
          {
            ...{number: 1, by: 'user', process: 'this', startedAt},
            result: {at: startedAt, outcome: {kind: 'lost', words: 'The link failed (reset).'}},
          },
        ],
      },
    ],
  },
});

const withHeld = (state: State): State => ({
  ...state,
  journal: {status: 'open'},
  controls: {
    ...{is: 'held', epoch: 1, by: 'pts/3 (process 4711 on trading-2)', since: wall, isReturned: false},
    several: JSON.stringify({
      at: wall,
      asked: Array.from({length: 30}, (_, index) => ({draft: {kind: 'cancel', orderId: `${index}`}})),
    }),
  },
  intents: {
    ...initialIntents,
    list: [{...unknownOrder, id: 'b1'}],
    viewing: 'pts/3 (process 4711 on trading-2) has the controls: T takes them.',
  },
});

/** Two proposals of an agent wait; the reason of the first tries to look like a part of the screen. */
function proposed(columns: number, rows: number): State {
  const state = readDesk(columns, rows);
  const reason = 'The ask fell below its average of the day.\n\u001b[31m press B to send';
  const open = [
    proposal('a', state.now.wall, {
      reason,
      draft: {kind: 'open', cardId: card(0).id, investmentAmount: '250'},
    }),
    proposal('b', state.now.wall),
  ];
  return update(state, {type: 'proposed', open, now: state.now})[0];
}

/** In a multiplexer, say. */
export const lettered = (state: State): State => ({
  ...state,
  settings: {...state.settings, confirm: 'letter'},
});

/** An order whose size the service has refused, and that came back. */
function withRefused(columns: number, rows: number): State {
  const state = movedDesk(columns, rows);
  const [first] = state.feeds.orders.rows;
  const form = orderForm(
    state,
    first === undefined ? {} : {...resources.orders.prefill(first), price: '1240.5', size: '1'},
  );
  const reason = 'The size is beyond what may be bought of this option (limit: 0.5)';
  const fields = form.fields.map(each => (each.name === 'size' ? {...each, refused: reason} : each));
  return {
    ...state,
    overlay: {kind: 'form', form: focusOn(state, {...form, fields, cameBack: 'REJECTED'}, 3)},
  };
}

const reread = (price: string) => (shown: Shown) => {
  answerReview(shown.desk, {kind: 'card', card: card(0, {currentAskPrice: price})});
};

/** With the rest of the account. */
const rereadAll = (price: string) => (shown: Shown) => {
  reread(price)(shown);
  answerRest(shown.desk);
};

/** All that the pane lists, and more than a low screen shows. */
function readOrders({desk}: Shown): void {
  answerGathering(desk);
}

/** What the pictures of an amend are taken of: an order of 3 contracts, of which 1.25 have filled. */
const resting = order(2);
const fills = [trade(2, {orderId: resting.orderId, filledSizeContracts: '1.1'})];

/** The order and its trades were read again for its review. */
function orderReread({desk}: Shown): void {
  answerReview(desk, {kind: 'amended', order: resting, fills});
}

const draft: AmendDraft = {
  kind: 'amend',
  orderId: resting.orderId,
  symbol: resting.symbol ?? '',
  side: 'BUY',
  price: '1242.5',
  size: '3',
  newPrice: '1250',
  newSize: '3',
  filled: '1.25',
  tradesLagMs: 120_000,
};

const notReplaced = 'It took too long; check the current price.';
const canceled = intentFor(cancelOf(draft), {state: 'CONFIRMED', proof: 'proved', notReplaced}, at(0));

/** Its order is gone, and nothing is placed in its stead. */
const withNotPlaced = (state: State): State => ({
  ...state,
  journal: {status: 'open'},
  feeds: {
    ...state.feeds,
    orders: {
      ...state.feeds.orders,
      rows: state.feeds.orders.rows.filter(each => each.orderId !== resting.orderId),
    },
  },
  intents: {...initialIntents, list: [canceled]},
});

/** The third order, to 1,250. */
const moving = ['3', 'j', 'j', 'm', '1', '2', '5', '0'];

const all: readonly Scene[] = [
  {name: 'loading', on: emptyDesk},
  {name: 'cards', keys: ['j']},
  {name: 'easy options', keys: ['2']},
  {name: 'orders', keys: ['3', 'j', 'j']},
  {name: 'trades', keys: ['4']},
  {name: 'activity', of: state => ({...state, activity}), keys: ['5', 'j']},
  {name: 'the Portfolio', of: state => holding(state, fullAccount), keys: ['j']},
  {name: 'the Portfolio, part read', of: state => holding(state, partAccount)},
  {name: 'the Portfolio, empty', of: state => holding(state, emptyAccount)},
  {name: 'the Portfolio, not read yet', on: emptyDesk, of: state => ({...state, pane: 'portfolio'})},
  {name: 'the Portfolio, several currencies', of: state => holding(state, mixedAccount), keys: ['j', 'j']},
  {name: 'the rows of a figure', of: state => holding(state, fullAccount), keys: ['j', 'enter', 'j']},
  {name: 'details of a card', keys: ['enter']},
  {name: 'charts behind the details', keys: ['enter', 'pagedown', 'pagedown', 'pagedown']},
  {name: 'details of an Easy Option', keys: ['2', 'enter']},
  {name: 'details of an order', keys: ['3', 'enter']},
  {name: 'details of a trade', keys: ['4', 'enter']},
  {name: 'form to open', keys: ['o', '2', '5', '0']},
  {name: 'form to order', keys: ['3', 'n', 'x']},
  {name: 'form that was refused', on: withRefused},
  {name: 'review of an opening', on: readDesk, keys: ['o', '2', '5', '0', 'enter'], then: reread('15.20')},
  {
    name: 'review of an order that moved',
    on: readDesk,
    keys: ['n', 'tab', '2', 'enter'],
    then: rereadAll('19.75'),
  },
  {name: 'form to move an order', keys: moving},
  {name: 'review of a moved order', on: readDesk, keys: [...moving, 'enter'], then: orderReread},
  {name: 'form of an order that was not replaced', of: withNotPlaced, keys: ['f']},
  {
    name: 'review of an order that was not replaced',
    on: readDesk,
    of: withNotPlaced,
    keys: ['f', 'enter'],
    then: reread('19.75'),
  },
  {name: 'proposals', on: proposed, keys: ['P']},
  {name: 'declining a proposal', on: proposed, keys: ['P', 'n', ...'too dear']},
  {name: 'review of a proposal', on: proposed, keys: ['P', 'enter'], then: rereadAll('12.10')},
  {name: 'review of cancelling all', keys: ['3', 'X'], then: readOrders},
  {
    name: 'review by a letter',
    on: readDesk,
    of: lettered,
    keys: ['o', '2', '5', '0', 'enter'],
    then: reread('10.90'),
  },
  {name: 'help', keys: ['?']},
  {name: 'help that is searched', keys: ['?', '/', ...'limit']},
  {name: 'palette', keys: [':', 'o', 'r', 'd']},
  {name: 'filter with an error', keys: ['2', '/', ...'status:ACTVE qty:1..']},
  {name: 'filter with a completion', keys: ['2', '/', ...'qty:1.. sta']},
  {name: 'filter in force', keys: ['2', '/', ...'status:ACTIVE qty:1..2 openTime:-2h.. moon', 'enter']},
  {name: 'sort', keys: ['s', 'j', 'j']},
  {name: 'alert', keys: ['a', ...'>20']},
  {
    name: 'position',
    of: before => {
      const sold = {tradeId: '88003', tradeSide: 'SELL', openPrice: '1262', filledSizeContracts: '0.02'};
      const trades = [trade(0), trade(2, {...trade(0), ...sold})];
      const state = arrived(before, 'trades', trades, 13_000);
      return arrived(state, 'orders', [order(0), order(1, {positionId: '500'})], 13_000);
    },
    keys: ['3', 'p'],
  },
  {name: 'an UNKNOWN intent', of: withUnknown, keys: ['3']},
  {name: 'the worlds of an UNKNOWN intent', of: withLost, keys: ['w']},
  {name: 'ending by hand', of: withUnknown, keys: ['H', 'd', 'o']},
  {name: 'taking over', of: withHeld, keys: ['T']},
  {name: 'quitting with working orders', keys: ['q']},
  {name: 'quitting', of: withUnknown, keys: ['q']},
  {
    name: 'stale, live and read-only',
    on: (columns, rows) =>
      movedDesk(columns, rows, {
        guardrails: {...defaultGuardrails, readOnly: true},
        host: 'trade.example.com',
      }),
    of: state => ({...state, link: {...state.link, venue: 'LIVE', latencyMs: 320}}),
    keys: ['o'],
    then: shown => {
      shown.advance(40_000);
      shown.desk.send({type: 'told', text: 'Rate limited: 12 s more.', level: 'warning'});
      shown.desk.send({type: 'tick'});
    },
  },
];

/** What the pictures are taken of: a desk, and the keys that lead to the scene. */
export const scenes = all.map(({on = movedDesk, of = state => state, ...scene}) => ({
  ...scene,
  state: (columns: number, rows: number) => of(on(columns, rows)),
}));
