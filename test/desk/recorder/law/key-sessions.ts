import type {Page} from '../../../../src/api/wire/records.ts';
import {initialState} from '../../../../src/desk/initial.ts';
import type {Command, Msg, SentMsg} from '../../../../src/desk/messages.ts';
import type {Moment} from '../../../../src/desk/model/moment.ts';
import type {Look} from '../../../../src/desk/model/vocabulary.ts';
import type {Row, State} from '../../../../src/desk/state.ts';
import {update} from '../../../../src/desk/update.ts';
import {epoch, key, settings} from '../../../helpers/desk.ts';
import {type Chance, createChance} from '../../../sim/chance.ts';
import {createMarket, type Market} from './market.ts';
import type {Session} from './session.ts';

/** What anybody may do at a dashboard, and whatever a service may answer meanwhile. */

type Due = {readonly at: number; readonly sent: SentMsg};

const mostSteps = 90;
const sizes = [
  {columns: 120, rows: 40},
  {columns: 80, rows: 24},
  {columns: 200, rows: 60},
  {columns: 60, rows: 14},
  {columns: 30, rows: 8},
];
const looks: readonly Look[] = [
  {ascii: false, colors: 256, background: 'light'},
  {ascii: true, colors: 16, background: undefined},
  {ascii: false, colors: 0, background: 'dark'},
];
const named = ['enter', 'escape', 'up', 'down', 'pagedown', 'pageup', 'home', 'end', 'tab', 'space', 'left'];
const moves = ['down', 'up', 'j', 'k', 'pagedown', 'pageup'];
const printed = [...'123456jkgG[]/s<>=pai?Mbreyocnmx!XlRHNTq:+-.0u'];
const typedTexts = [
  '',
  'B',
  'BTC',
  '100',
  '0.5',
  'status:ACTIVE',
  'ask>10',
  '2%',
  'up',
  '-1',
  'x'.repeat(90),
];

export function keySession(seed: number): Session {
  const chance = createChance(seed);
  const size = chance.pick(sizes);
  const ownSettings = {
    ...settings,
    refreshMs: chance.pick([1_000, 2_000, 10_000]),
    startPane: chance.pick(['cards', 'portfolio', 'orders'] as const),
    bell: chance.is(0.2),
  };
  const first = initialState(ownSettings, size, {mono: 5_000.3, wall: epoch}, seed);
  const market = createMarket(chance.fork());
  const steps: {msg: Msg; state: State}[] = [];
  let [state, now]: [State, Moment] = [first, first.now];
  const waiting: Due[] = [
    {at: now.mono, sent: {type: 'started'}},
    {at: now.mono, sent: {type: 'journalOpened'}},
  ];
  const pass = (ms: number) => {
    const lost = chance.is(0.01) ? 30_000 : 0;
    now = {mono: Math.round((now.mono + ms) * 10) / 10, wall: now.wall + Math.round(ms) + lost};
  };
  let held: readonly SentMsg[] = [];
  while (steps.length < mostSteps) {
    const isUser = waiting.length === 0 || chance.is(0.45);
    const next = isUser ? undefined : waiting.sort((one, other) => one.at - other.at).shift();
    pass(next === undefined ? chance.from(1, 9_000) / 10 : Math.max(0.1, next.at - now.mono));
    const deeds = held.length > 0 || chance.is(0.98) ? held : heldKeys(chance, now);
    held = next === undefined ? deeds.slice(1) : deeds;
    const msg = {...(next?.sent ?? deeds[0] ?? deed(state, chance, now)), now} as Msg;
    const [after, commands] = update(state, msg);
    state = after;
    steps.push({msg, state});
    market.move();
    for (const command of commands)
      for (const {afterMs, sent} of answers(command, market, chance, now))
        waiting.push({at: now.mono + afterMs, sent});
  }
  return {name: `keys of seed ${seed}`, first, steps};
}

/** Two keys held one after another: where a list begins then no longer follows from the selected row. */
function heldKeys(chance: Chance, {mono}: Moment): readonly SentMsg[] {
  const hold = (name: string) =>
    Array.from({length: chance.from(1, 20)}, (): SentMsg => ({type: 'pressed', key: key(name, {at: mono})}));
  return [chance.pick(moves), chance.pick(moves)].flatMap(hold);
}

function deed({overlay, viewport}: State, chance: Chance, {mono}: Moment): SentMsg {
  const draw = chance.next();
  if (overlay.kind !== 'none' && draw < 0.2) {
    const field = overlay.kind === 'form' ? chance.pick(overlay.form.fields).name : 'text';
    return {type: 'typed', field, value: chance.pick(typedTexts)};
  }
  if (draw < 0.85) {
    const name = chance.is(0.35) ? chance.pick(named) : chance.pick(printed);
    return {type: 'pressed', key: key(name, {at: mono, ctrl: chance.is(0.02), alone: chance.is(0.95)})};
  }
  return chance.pick<SentMsg>([
    {type: 'resized', ...chance.pick(sizes)},
    {type: 'resized', ...viewport, rows: Math.max(1, viewport.rows - 1)},
    {type: 'lookTold', look: chance.pick(looks)},
    {type: 'focused', gained: chance.is(0.5)},
    {type: 'way', way: {isRemote: true, answerMs: chance.pick([undefined, 50]), isSlow: chance.is(0.5)}},
    {type: 'display', isVerified: chance.is(0.7)},
    {type: 'resumed'},
    {type: 'told', text: 'Something was written.', level: 'warning'},
    {type: 'journalFailed', reason: 'The disk is full.', isUnread: chance.is(0.5)},
    {type: 'journalOpened'},
    {type: 'scrollTold', most: chance.from(0, 40)},
    {type: 'columnsShown', pane: 'cards', fields: ['title', 'type', 'direction']},
  ]);
}

type Answer = {readonly afterMs: number; readonly sent: SentMsg};

/** What the world makes of a command, now or later; nothing of those that only write somewhere. */
function answers(command: Command, market: Market, chance: Chance, began: Moment): readonly Answer[] {
  const latencyMs = chance.from(5, 4_000) / 10;
  const soon = (sent: SentMsg): readonly Answer[] => (chance.is(0.03) ? [] : [{afterMs: latencyMs, sent}]);
  const fault = {text: 'The service is busy.', kind: chance.pick(['link', 'rate', 'refused'] as const)};
  const isFailing = chance.is(0.06);
  switch (command.type) {
    case 'after':
      return [{afterMs: Math.max(1, command.ms), sent: command.then}];
    case 'fetch': {
      const {pane, request, page, pageSize} = command;
      if (isFailing) return soon({type: 'failed', pane, request, fault: {...fault, retryAfterMs: undefined}});
      const {rows, total, isLast} = market.page(pane, page, pageSize);
      const answer = {rows, unreadable: [], total, isLast, venue: 'PAPER', latencyMs, offsetMs: 12} as const;
      return soon({type: 'arrived', pane, request, began, answer});
    }
    case 'readPortfolio': {
      const {pane, number, page, pageSize} = command.asked;
      if (isFailing)
        return soon({
          type: 'portfolio',
          came: {kind: 'failed', pane, number, fault: {...fault, isRefused: false}, error: undefined},
        });
      const read: Page<Row> = {...market.page(pane, page, pageSize), unreadable: [], page, pageSize};
      return soon({type: 'portfolio', came: {kind: 'read', pane, number, page: read}});
    }
    case 'reread':
      return soon({type: 'reread', review: command.review, answer: market.reread(command.of)});
    case 'readList': {
      const {orders, easyOptions} = market.rows();
      const whole = {orders, easyOptions, total: undefined, unreadable: 0, isWhole: !isFailing, began};
      return soon({type: 'listRead', number: command.number, answer: whole});
    }
    case 'readPosition': {
      const {orders, trades} = market.rows();
      const {positionId} = command;
      return soon({type: 'positionRead', positionId, orders, trades, fault: undefined});
    }
    case 'readSymbols': {
      const {orders, trades} = market.rows();
      const symbols = trades.map(({orderId = ''}) => [orderId, orders[0]?.symbol ?? 'BTC-C'] as const);
      return soon({type: 'symbolsRead', symbols: new Map(symbols)});
    }
    case 'readFills':
      return soon({type: 'fillsRead', orderId: command.orderId, trades: market.rows().trades.slice(0, 2)});
    case 'proveShown': {
      const {question, revision} = command;
      return soon({type: 'questionShown', question, revision, at: began.mono, isAnswered: true});
    }
    case 'journalAsk': {
      const {draft} = command;
      return soon({type: 'intent', msg: {type: 'askFailed', draft, reason: 'The disk is full.'}});
    }
    default:
      return [];
  }
}
