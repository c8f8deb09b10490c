import {openIn} from '../../../../src/desk/dialogs/index.ts';
import {initialState} from '../../../../src/desk/initial.ts';
import type {Intent} from '../../../../src/desk/intents/intent.ts';
import type {Command, Msg, PollAnswer, RereadAnswer, SentMsg} from '../../../../src/desk/messages.ts';
import type {Moment} from '../../../../src/desk/model/moment.ts';
import {type Began, type Entry, recordingVersion} from '../../../../src/desk/recorder/entries.ts';
import {undrawn} from '../../../../src/desk/recorder/file/open-recorder.ts';
import type {Row, State} from '../../../../src/desk/state.ts';
import {update} from '../../../../src/desk/update.ts';
import {epoch, key, settings} from '../../../helpers/desk.ts';
import {type Chance, createChance} from '../../../sim/chance.ts';
import {
  type Account,
  madeCard,
  madeOption,
  madeOrder,
  madeTrade,
  randomSource,
  type Source,
} from './values.ts';

export type Session = {readonly first: State; readonly msgs: readonly Msg[]};

/** A session as a recording has it. */
export function entriesOf({first, msgs}: Session, began: Omit<Began, 'format' | 'at'>): readonly Entry[] {
  return [
    {type: 'began', began: {format: recordingVersion, at: first.now.wall, ...began}},
    {type: 'snapshot', state: first, table: undrawn},
    ...msgs.map((msg): Entry => ({type: 'msg', msg})),
  ];
}

type Given = {
  readonly seed: number;
  readonly steps: number;
  readonly source?: (chance: Chance) => Source;
  readonly settings?: Partial<State['settings']>;
  readonly size?: State['viewport'];
  /** Rows of a list at the start, at most. */
  readonly mostRows?: number;
  /** How far the clock is set forward now and then. */
  readonly jumpMs?: number;
  /** Messages that come after all steps. */
  readonly last?: readonly SentMsg[];
};

const moves = ['down', 'up', 'j', 'k', 'pagedown', 'pageup'];
const keys = [
  ...'jkgG123456osncxXmpai/ybrs!?<>=[]eMlRHTNuq:+-.0 tjjjkk',
  ...['enter', 'enter', 'escape', 'tab', 'up', 'down', 'space', 'pagedown', 'pageup', 'home', 'end'],
  ...['right', 'left'],
];
export const sizes = [
  {columns: 120, rows: 40},
  {columns: 80, rows: 24},
  {columns: 200, rows: 60},
  {columns: 60, rows: 14},
];
const looks: readonly State['look'][] = [
  {ascii: false, colors: 256, background: 'light'},
  {ascii: true, colors: 16, background: undefined},
  {ascii: false, colors: 0, background: 'dark'},
];

/** A session of random keys at a service and a journal that answer at random, within what the types allow. */
export function sessionOf({
  seed,
  steps,
  source: sourceOf = randomSource,
  settings: changed = {},
  size = {columns: 120, rows: 40},
  mostRows = 4,
  jumpMs = 0,
  last = [],
}: Given): Session {
  const chance = createChance(seed);
  const source = sourceOf(chance.fork());
  let now: Moment = {mono: 10_000, wall: epoch};
  const first: State = {
    ...initialState({...settings, sortable: {cards: [], easyOptions: []}, ...changed}, size, now, seed),
    isDisplayVerified: true,
  };
  const account = newAccount(source, chance, now.wall, mostRows);
  const msgs: Msg[] = [];
  let state = first;
  const waiting: SentMsg[] = [{type: 'started'}, {type: 'journalOpened'}];

  const hear = (sent: SentMsg) => {
    const ms = chance.from(1, 400);
    now = {mono: now.mono + ms + 0.3, wall: now.wall + ms + (chance.is(0.01) ? jumpMs : 0)};
    const msg = {...sent, now} as Msg;
    msgs.push(msg);
    const [next, commands] = update(state, msg);
    state = next;
    for (const command of commands) {
      const answer = answered(command, {state, account, source, chance, now});
      if (answer !== undefined) waiting.splice(chance.from(0, waiting.length), 0, answer);
    }
  };

  while (msgs.length < steps) {
    const next = chance.is(0.6) ? waiting.shift() : undefined;
    if (chance.is(0.15)) move(account, source, chance, now.wall);
    for (const each of next === undefined ? somethingHappens(state, source, chance, now) : [next]) hear(each);
  }
  for (const each of last) hear(each);
  return {first, msgs};
}

function newAccount(source: Source, chance: Chance, now: number, most: number): Account {
  const some = <Row, Name extends keyof Row>(name: Name, make: () => Row) =>
    uniqueBy(Array.from({length: chance.from(0, most)}, make), name);
  const cards = some('id', () => madeCard(source, chance, now));
  const orders = some('orderId', () => madeOrder(source, chance, now));
  return {
    cards,
    orders,
    easyOptions: some('id', () => madeOption(source, chance, now, cards)),
    trades: some('tradeId', () => madeTrade(source, chance, now, orders)),
  };
}

function uniqueBy<Row, Name extends keyof Row>(rows: readonly Row[], name: Name): Row[] {
  return [...new Map(rows.map(row => [row[name], row])).values()];
}

function move(account: Account, source: Source, chance: Chance, now: number): void {
  const change = <Row>(rows: readonly Row[], made: (row: Row) => Row, more: () => Row): Row[] => {
    const moved = rows.filter(() => chance.is(0.97)).map(row => (chance.is(0.4) ? made(row) : row));
    return chance.is(0.2) ? [...moved, more()] : moved;
  };
  account.cards = uniqueBy(
    change(
      account.cards,
      card => ({...card, currentAskPrice: source.price()}),
      () => madeCard(source, chance, now),
    ),
    'id',
  );
  account.easyOptions = uniqueBy(
    change(
      account.easyOptions,
      option => ({...option, pl: source.pl(), status: chance.pick(['ACTIVE', 'TRIGGERED', 'CLOSED'])}),
      () => madeOption(source, chance, now, account.cards),
    ),
    'id',
  );
  account.orders = uniqueBy(
    change(
      account.orders,
      order => ({...order, price: source.price()}),
      () => madeOrder(source, chance, now),
    ),
    'orderId',
  );
  account.trades = uniqueBy(
    [...account.trades, ...(chance.is(0.3) ? [madeTrade(source, chance, now, account.orders)] : [])],
    'tradeId',
  );
}

type World = {
  readonly state: State;
  readonly account: Account;
  readonly source: Source;
  readonly chance: Chance;
  readonly now: Moment;
};

function faultOf({source, chance}: World) {
  return {
    text: source.error(),
    kind: chance.pick(['refused', 'link', 'rate'] as const),
    retryAfterMs: chance.is(0.2) ? 1_000 : undefined,
  };
}

function answered(command: Command, world: World): SentMsg | undefined {
  const {account, source, chance, now} = world;
  const isRefused = chance.is(0.1);
  switch (command.type) {
    case 'after':
      if (command.then.type === 'halt') return undefined;
      return command.then.type === 'intent' || chance.is(0.7) ? command.then : undefined;
    case 'fetch': {
      const {pane, request, page, pageSize} = command;
      if (isRefused) return {type: 'failed', pane, request, fault: faultOf(world)};
      const unreadable = chance.is(0.1) ? [{index: 1, reason: source.error()}] : [];
      const answer: PollAnswer = {
        ...{...pageOf(account[pane], page, pageSize), unreadable, venue: 'LIVE'},
        ...{latencyMs: chance.from(1, 90), offsetMs: 0},
      };
      return {type: 'arrived', pane, request, began: now, answer};
    }
    case 'readPortfolio': {
      const {pane, number, page, pageSize} = command.asked;
      if (isRefused) {
        const fault = {text: source.error(), isRefused: false};
        return {
          type: 'portfolio',
          came: {pane, number, kind: 'failed', fault, error: new Error(source.error())},
        };
      }
      return {
        type: 'portfolio',
        came: {
          pane,
          number,
          kind: 'read',
          page: {...pageOf(account[pane], page, pageSize), unreadable: [], page, pageSize},
        },
      };
    }
    case 'reread':
      return {
        type: 'reread',
        review: command.review,
        answer: isRefused ? {kind: 'failed', fault: faultOf(world)} : rereadOf(command.of.kind, account),
      };
    case 'readList': {
      const {orders, easyOptions} = account;
      const failed = isRefused ? {fault: source.error(), isWhole: false} : {isWhole: true};
      return {
        type: 'listRead',
        number: command.number,
        answer: {orders, easyOptions, total: orders.length, unreadable: 0, began: now, ...failed},
      };
    }
    case 'proveShown': {
      const {question, revision} = command;
      return chance.is(0.9)
        ? {type: 'questionShown', question, revision, at: now.mono, isAnswered: true}
        : {type: 'questionUnproved', question, revision, reason: 'the terminal does not answer'};
    }
    case 'readPosition':
      return {
        type: 'positionRead',
        positionId: command.positionId,
        orders: account.orders,
        trades: account.trades,
        fault: isRefused ? source.error() : undefined,
      };
    case 'readTrade': {
      const trade = account.trades[0];
      return trade === undefined ? undefined : {type: 'tradeRead', trade};
    }
    case 'readSymbols': {
      const [{symbol = ''} = {}] = account.orders;
      return {
        type: 'symbolsRead',
        symbols: new Map(account.trades.map(each => [each.orderId ?? '', symbol])),
      };
    }
    case 'readFills':
      return {type: 'fillsRead', orderId: command.orderId, trades: isRefused ? undefined : account.trades};
    case 'setHalt':
      if (chance.is(0.5)) return {type: 'halt', msg: {type: 'unkept', what: 'set', reason: source.error()}};
      return {type: 'halt', msg: {type: 'seen', record: haltRecord(source)}};
    case 'lookForHalt': {
      const record = haltRecord(source);
      return {type: 'halt', msg: {type: 'seen', record: chance.is(0.05) ? record : undefined}};
    }
    default:
      return intentAnswered(command, world);
  }
}

function pageOf(all: readonly Row[], page: number, pageSize: number) {
  const end = (page + 1) * pageSize;
  return {rows: all.slice(end - pageSize, end), total: all.length, isLast: end >= all.length};
}

const haltRecord = (source: Source) => ({
  ...{at: epoch, by: `optty on ${source.text()}`, own: undefined, others: []},
});

function rereadOf(kind: 'card' | 'easyOption' | 'orders' | 'amended', account: Account): RereadAnswer {
  switch (kind) {
    case 'card':
      return {kind, card: account.cards[0]};
    case 'easyOption':
      return {kind, option: account.easyOptions[0]};
    case 'orders':
      return {kind, orders: account.orders};
    case 'amended':
      return {kind, order: account.orders[0], fills: account.trades};
  }
}

function intentAnswered(command: Command, world: World): SentMsg | undefined {
  const {account, source, chance, now} = world;
  const sent = (msg: Extract<SentMsg, {type: 'intent'}>['msg']): SentMsg => ({type: 'intent', msg});
  switch (command.type) {
    case 'journalAsk': {
      const {draft, at} = command;
      if (chance.is(0.15)) return sent({type: 'askFailed', draft, reason: source.error()});
      const intent: Intent = {
        ...{id: `intent-${source.id()}`, draft, idempotencyKey: source.id(), askedAt: at, changedAt: at.wall},
        ...{reason: '', attempts: [], state: 'QUEUED', accountId: command.accountId},
      };
      return sent({type: 'asked', intent});
    }
    case 'attempt': {
      const {intent} = command;
      const order = account.orders[0] ?? madeOrder(source, chance, now.wall);
      const outcome = chance.pick([
        {kind: 'yes', order} as const,
        {kind: 'garbled', words: source.error()} as const,
        {kind: 'status', status: 422, ownBody: true, words: source.error()} as const,
        {kind: 'lost', words: source.error()} as const,
        {kind: 'not sent', words: source.error(), mayRepeat: false} as const,
      ]);
      const result = {at: now, outcome, requestId: source.id(), latencyMs: 12};
      const number = intent.attempts.length;
      return sent({
        type: 'attempted',
        intentId: intent.id,
        attempt: {number, by: 'user', process: 'this', startedAt: now, result},
      });
    }
    case 'record':
      return sent(
        chance.is(0.9)
          ? {type: 'recorded', intentId: command.intent.id}
          : {type: 'recordFailed', intentId: command.intent.id, reason: source.error()},
      );
    case 'claim':
      return sent({type: 'claimed', intent: command.intent});
    case 'gather': {
      const {intentId, look} = command;
      const {easyOptions, orders, trades} = account;
      const evidence = chance.is(0.3)
        ? ({kind: 'failure', words: source.error()} as const)
        : ({kind: 'read', beganAt: now, clock: undefined, easyOptions, orders, trades} as const);
      return sent({type: 'gathered', intentId, look, evidence});
    }
    default:
      return undefined;
  }
}

/** A key, or a whole text where one is typed; now and then something of the terminal or the journal. */
function somethingHappens(state: State, source: Source, chance: Chance, now: Moment): readonly SentMsg[] {
  const line = openIn(state)?.line;
  if (line !== undefined && chance.is(0.6))
    return typing(line.field, textFor(state, line.field, source, chance), now);
  const draw = chance.next();
  if (draw < 0.04) return [{type: 'told', text: `Exported to ${source.text()}`, level: 'good'}];
  if (draw < 0.06) return [{type: 'journalRead', activity: [activityOf(source, chance, now)], alerts: []}];
  if (draw < 0.07) return [{type: 'journalFailed', reason: source.error(), isUnread: false}];
  if (draw < 0.1)
    return [
      chance.pick<SentMsg>([
        {type: 'resized', ...chance.pick(sizes)},
        {type: 'resized', columns: chance.from(40, 160), rows: chance.from(12, 50)},
        {type: 'resumed'},
        {type: 'columnsShown', pane: 'cards', fields: ['title', 'currentAskPrice']},
        {type: 'lookTold', look: chance.pick(looks)},
        {type: 'focused', gained: chance.is(0.5)},
        {type: 'way', way: {isRemote: true, answerMs: chance.pick([undefined, 50]), isSlow: chance.is(0.5)}},
        {type: 'display', isVerified: chance.is(0.7)},
        {type: 'scrollTold', most: chance.from(0, 40)},
      ]),
    ];
  if (draw < 0.15) return [{type: 'tick'}];
  if (draw < 0.23) return [chance.pick(moves), chance.pick(moves)].flatMap(name => held(name, chance, now));
  const question = 'key' in state.overlay ? String(state.overlay.key) : undefined;
  const name = question !== undefined && chance.is(0.5) ? question : chance.pick(keys);
  const how = {ctrl: chance.is(0.02), alone: chance.is(0.95)};
  return [{type: 'pressed', key: key(name, {at: now.mono, ...how})}];
}

/** After two keys that were held, where a list begins no longer follows from the selected row. */
const held = (name: string, chance: Chance, {mono}: Moment) =>
  Array.from({length: chance.from(1, 20)}, (): SentMsg => ({type: 'pressed', key: key(name, {at: mono})}));

/** A letter at a time: each is a key, and the field as it stands behind it. */
function typing(field: string, text: string, now: Moment): readonly SentMsg[] {
  return Array.from(text, (letter, at): SentMsg[] => [
    {type: 'pressed', key: key(letter, {at: now.mono})},
    {type: 'typed', field, value: text.slice(0, at + 1)},
  ]).flat();
}

function textFor(state: State, field: string, source: Source, chance: Chance): string {
  switch (field) {
    case 'amount':
      return source.money();
    case 'price':
      return source.price();
    case 'size':
      return source.size();
    case 'symbol':
      return source.symbol();
    case 'positionId':
      return source.id();
  }
  switch (state.overlay.kind) {
    case 'filter':
      return chance.pick([
        `underlying:${source.asset()}`,
        `investmentAmount>=${source.money()}`,
        `status:ACTIVE orderId:${source.id()}`,
        `targetPrice:${source.price()}..${source.price()}`,
        `title~"${source.text()}"`,
        source.text(),
      ]);
    case 'alert':
      return chance.pick(['', '>', '<']) + source.price();
    case 'resolve':
      return `${chance.pick(['done', 'nothing', 'refused'])} ${source.text()}`;
    case 'palette':
      return chance.pick(['sort', 'trades', source.text()]);
    default:
      return source.text();
  }
}

function activityOf(source: Source, chance: Chance, now: Moment) {
  return {
    id: `intent ${source.id()}`,
    at: now.wall - chance.from(0, 100_000),
    kind: 'intent' as const,
    what: `Place BUY ${source.size()} ${source.symbol()} at ${source.price()}`,
    target: `order ${source.id()}`,
    amount: source.money(),
    outcome: `REJECTED ${source.error()}`,
    requestId: source.id(),
    latencyMs: 12,
  };
}
