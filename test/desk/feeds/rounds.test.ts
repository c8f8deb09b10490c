import {describe, expect, it} from 'vitest';
import type {PageRequest} from '../../../src/account/model/feed.ts';
import {noLimits} from '../../../src/account/model/vocabulary.ts';
import {expiresNext, openGains} from '../../../src/account/portfolio/groups.ts';
import {wholeSince} from '../../../src/account/reading/reading.ts';
import type {RoundAsked} from '../../../src/account/reading/round.ts';
import type {Intent} from '../../../src/core/intents/intent.ts';
import {createDesk, initialState} from '../../../src/desk/desk.ts';
import {statusNote} from '../../../src/desk/effects/status-note.ts';
import type {Command, SentMsg} from '../../../src/desk/messages.ts';
import {sectionsOf} from '../../../src/desk/portfolio/sections.ts';
import type {Row, Settings} from '../../../src/desk/state.ts';
import {card, easyOption, lostOrder, order, settings, startDesk, trade} from '../../helpers/desk.ts';
import {epoch, intentFor} from '../../helpers/intents.ts';
import {answerRounds, onePage, readRound, roundsIn} from '../../helpers/rounds.ts';

const timersOf = (commands: Command[]) =>
  commands.flatMap(each => (each.type === 'after' && each.then.type === 'portfolio' ? [each] : []));

type Rows = Partial<Record<RoundAsked['pane'], readonly Row[]>>;

function answerOf(asked: RoundAsked, all: Rows, offsetMs?: number): SentMsg {
  const answer = (request: PageRequest) => onePage(all[request.pane] ?? [], request);
  return {type: 'portfolio', came: readRound(asked, answer, offsetMs)};
}

type Desk = ReturnType<typeof startDesk>;

/** The account is due so much later: what it asks for. */
function due(desk: Desk, afterMs: number): RoundAsked[] {
  desk.pass(afterMs);
  desk.send({type: 'portfolio', due: desk.state.rounds.arm});
  return roundsIn(desk.asked());
}

function fail(desk: Desk, {pane, number}: RoundAsked, text = 'No answer.'): void {
  const fault = {text, isRefused: false};
  desk.send({type: 'portfolio', came: {kind: 'failed', pane, number, fault, error: new Error('none')}});
}

function begun(changed: Partial<Settings> = {}): {
  readonly desk: Desk;
  readonly asked: readonly RoundAsked[];
} {
  const desk = startDesk(changed);
  desk.send({type: 'started'});
  const [timer] = timersOf(desk.asked());
  if (timer === undefined) throw new Error('no timer was set');
  desk.pass(timer.ms);
  desk.send(timer.then);
  return {desk, asked: roundsIn(desk.asked())};
}

it('the alert before an expiry rings once for what is held and expires within the time of the setting', () => {
  const {desk, asked} = begun({expiryAlertMs: 30 * 60_000});
  const expiryDate = desk.now.wall + 45 * 60_000;
  const held = [{cardId: '1'}, {cardId: '1'}, {cardId: '2'}].map((more, at) =>
    easyOption(String(at), {positionId: String(at), ...more}),
  );
  const cards = [
    card('1', {expiryDate: new Date(expiryDate).toISOString()}),
    card('2', {expiryDate: new Date(expiryDate + 86_400_000).toISOString()}),
  ];
  const alerts = () => desk.state.activity.filter(({kind}) => kind === 'alert').map(({outcome}) => outcome);
  answerRounds(desk, asked, {easyOptions: held, cards});
  desk.send({type: 'told', text: 'Something else.', level: 'warning', isOfProgram: true});
  expect(alerts()).toEqual([]);
  desk.pass(20 * 60_000);
  for (let time = 0; time < 2; time++) desk.send({type: 'portfolio', due: -1});
  expect(alerts()).toEqual([expect.stringMatching(/^EXPIRES in 25m: 2 held, /)]);
});

const minute = 60_000;

/** The account holds one position, whose service is `offset` minutes ahead of this machine. */
function holding(offset: number, expiresIn: number) {
  const {desk, asked} = begun({expiryAlertMs: 30 * minute});
  const serviceTime = desk.now.wall + offset * minute;
  const trades = [
    trade('1', {...bought, openDate: serviceTime - minute, expiryDate: serviceTime + expiresIn * minute}),
  ];
  answerRounds(desk, asked, {trades}, offset * minute);
  return desk;
}

const bought = {
  ...{asset: 'BTC', type: 'CALL', strikePrice: '59750', tradeSide: 'buy', positionId: '9'},
  ...{openPrice: '49.1', filledSizeContracts: '0.3', fee: '0'},
};

/** Everywhere that says what is held. */
function heldIn({state}: Desk) {
  const {account, rows} = state.portfolio;
  const sections = sectionsOf(account, rows).map(({name}) => name);
  return {
    positions: sections.includes('positions'),
    payoffs: sections.includes('payoffs'),
    uPl: openGains(account).length === 1,
    nextExpiry: expiresNext(account) !== undefined,
    status: statusNote(state)?.positions === 1,
  };
}

describe('what is held by the clock of the service', () => {
  const all = (is: boolean) => ({positions: is, payoffs: is, uPl: is, nextExpiry: is, status: is});

  it('is held until its expiry if the clock of this machine is 30 minutes fast', () => {
    const desk = holding(-30, 10);
    expect(heldIn(desk)).toEqual(all(true));
    const alerts = desk.state.activity.filter(({kind}) => kind === 'alert').map(({outcome}) => outcome);
    expect(alerts).toEqual([expect.stringMatching(/^EXPIRES in 10m: 1 held, /)]);
  });
});

describe('the account after an outage', () => {
  /** Every list was read, and then failed for a minute. */
  function afterOutage() {
    const {desk, asked} = begun();
    answerRounds(desk, asked);
    for (let second = 0; second < 60; second++) for (const each of due(desk, 1_000)) fail(desk, each);
    return desk;
  }

  const age = ({now, state}: Desk) => now.mono - (wholeSince(state.rounds.reading)?.mono ?? 0);

  it('is read whole at once when one of its lists has its first answer again', () => {
    const desk = afterOutage();
    answerRounds(desk, due(desk, 15_000));
    expect(age(desk)).toBe(0);
  });
});

describe('the portfolio behind the panes', () => {
  it('is requested only after the panes, two requests at a time', () => {
    const desk = startDesk();
    desk.send({type: 'started'});
    const commands = desk.asked();
    expect(roundsIn(commands)).toEqual([]);
    expect(timersOf(commands).map(({ms}) => ms)).toEqual([1_500]);
    expect(begun().asked.map(({pane, mostAtOnce}) => [pane, mostAtOnce])).toEqual([
      ['orders', 2],
      ['cards', 2],
      ['easyOptions', 2],
    ]);
  });

  it('asks for the contracts of positions once', () => {
    const {desk, asked} = begun();
    const trades = [trade('1', {...bought, expiryDate: desk.now.wall + 60 * minute})];
    const wanted = (rounds: readonly RoundAsked[]) =>
      answerRounds(desk, rounds, {trades}).filter(({type}) => type === 'readSymbols');
    expect([wanted(asked).length, wanted(due(desk, 21_000)).length]).toEqual([1, 0]);
  });

  it('shows whose the account is before it is kept, also if no pane of Easy Options is in view', () => {
    const {desk, asked} = begun();
    answerRounds(desk, asked, {easyOptions: [easyOption('1', {accountId: '7'})]});
    expect(desk.state.feeds.easyOptions.loadedAt).toBeUndefined();
    expect(desk.state.link).toMatchObject({accountId: '7', accounts: new Set(['7'])});
  });

  it('reports what to log when a list was read and when no answer came', () => {
    const {desk, asked} = begun();
    const kept = (commands: Command[]) =>
      commands.flatMap(each => (each.type === 'keepEvents' ? [each] : []));
    const [first, second] = asked;
    if (first === undefined || second === undefined) throw new Error('nothing was asked');
    desk.send(answerOf(first, {}));
    const [told, ...others] = kept(desk.asked());
    expect(told?.fault).toBeUndefined();
    expect(told?.reading.rows).toBe(desk.state.rounds.reading.rows);
    expect(others).toEqual([]);
    fail(desk, second, 'The service does not answer.');
    expect(kept(desk.asked())).toMatchObject([{fault: 'The service does not answer.'}]);
  });

  it.each(['a fault', 'the time of an alert'])('keeps for the next answer what %s could find', what => {
    const {desk, asked} = begun({expiryAlertMs: 30 * minute});
    const end = {openDate: desk.now.wall - minute, expiryDate: desk.now.wall + 45 * minute};
    const all = {trades: [trade('1', {...bought, ...end})], orders: [order('7')]};
    answerRounds(desk, asked, all);
    const canceled = {...order('7'), status: 'CANCELED'};
    const result = {at: desk.now, outcome: {kind: 'yes', order: canceled}} as const;
    const attempt = {number: 1, by: 'user', process: 'this', startedAt: desk.now, result} as const;
    const draft = {kind: 'cancel', orderId: '7'} as const;
    const intent = intentFor(draft, {state: 'CONFIRMED', proof: 'proved', attempts: [attempt]}, desk.now);
    desk.send({type: 'intent', msg: {type: 'restored', intents: [intent]}});
    const [first, ...others] = due(desk, 10_250);
    if (first === undefined) throw new Error('nothing was asked');
    if (what === 'a fault') fail(desk, first);
    else {
      desk.pass(20 * minute);
      desk.send({type: 'portfolio', due: -1});
    }
    const found = (commands: Command[]) =>
      commands.flatMap(each => (each.type === 'keepEvents' ? (each.found?.events ?? []) : []));
    expect(found(desk.asked())).toEqual([]);
    desk.pass(1_000);
    const sent: Command[] = [];
    for (const each of others.length > 0 ? others : [first]) {
      desk.send(answerOf(each, all));
      sent.push(...desk.asked());
    }
    expect(found(sent).map(({id}) => id)).toContain('canceled:7');
  });

  it('is read to its end, and again every second period of a hidden pane, with a look between', () => {
    const {desk, asked} = begun();
    const timer = timersOf(answerRounds(desk, asked)).at(-1);
    expect(wholeSince(desk.state.rounds.reading)?.mono).toBe(11_500);
    expect(timer?.ms).toBe(10_250);
    const pass = () => {
      answerRounds(desk, due(desk, 10_000));
      return wholeSince(desk.state.rounds.reading)?.mono;
    };
    expect([pass(), pass()]).toEqual([11_500, 31_500]);
  });

  it('is read every second period if it is visible or limits apply', () => {
    const paceOf = (desk: Desk, asked: readonly RoundAsked[]) =>
      timersOf(answerRounds(desk, asked)).at(-1)?.ms;
    const {desk, asked} = begun();
    answerRounds(desk, asked);
    desk.pass(4_000);
    desk.press('6');
    expect(paceOf(desk, roundsIn(desk.asked()))).toBe(4_000);
    const limited = begun({limits: {...noLimits, maxOpenCount: 1}});
    expect(paceOf(limited.desk, limited.asked)).toBe(4_250);
  });

  it('is read whole at once and each two seconds while a review asks for new risk: what it sends is new beside that', () => {
    const {desk, asked} = begun();
    answerRounds(desk, asked);
    desk.open({cards: [card('1')]});
    desk.type('o');
    desk.fill({amount: '50'});
    const listed = {cards: [card('1')]};
    answerRounds(desk, roundsIn(desk.asked()), listed);
    answerRounds(desk, due(desk, 10_000), listed);
    desk.pass(300);
    desk.type('enter');
    const lists = roundsIn(desk.asked());
    expect(lists.map(({pane}) => pane).sort()).toEqual(['cards', 'easyOptions', 'orders', 'trades']);
    answerRounds(desk, lists, listed);
    expect(wholeSince(desk.state.rounds.reading)).toEqual(desk.now);
    desk.reread({kind: 'card', card: card('1')});
    desk.showQuestion();
    const pass = () => {
      answerRounds(desk, due(desk, 2_000));
      return desk.now.mono - (wholeSince(desk.state.rounds.reading)?.mono ?? 0);
    };
    expect([pass(), pass(), pass()]).toEqual([0, 0, 0]);
  });

  it('reads the lists that settle a write in doubt whole, more often while it is new, and ends it by them', () => {
    const {desk, asked} = begun();
    desk.open();
    answerRounds(desk, asked, {}, 0);
    desk.send({type: 'intent', msg: {type: 'restored', intents: [{...lostOrder, knownBefore: []}]}});
    const [sooner] = timersOf(desk.asked());
    expect(sooner?.ms).toBe(0);
    let due = sooner;
    const came: string[] = [];
    const passTo = (ms: number, rows: Rows = {}) => {
      for (const end = desk.now.mono + ms; due !== undefined && desk.now.mono + due.ms <= end; ) {
        desk.pass(due.ms || 1);
        desk.send(due.then);
        const commands = desk.asked();
        const rounds = roundsIn(commands);
        came.push(...rounds.flatMap(each => (each.isCheck ? [] : [each.pane])));
        due = timersOf([...commands, ...answerRounds(desk, rounds, rows, 0)]).at(-1);
      }
    };
    passTo(2_000);
    const soon = came.splice(0).filter(pane => pane === 'orders').length;
    expect(soon).toBeGreaterThan(1);
    expect(soon).toBeLessThan(8);
    passTo(60_000);
    const of = (pane: string) => came.filter(each => each === pane).length;
    expect([of('orders'), of('trades')].map(count => count >= 25 && count <= 31)).toEqual([true, true]);
    expect(of('easyOptions')).toBeLessThan(5);
    const {symbol, side, price, size} = lostOrder.draft as Extract<Intent['draft'], {kind: 'place'}>;
    const made = order('9', {symbol, side, price, size, timestamp: desk.now.wall});
    expect(desk.state.intents.reads.i1?.count).toBeGreaterThan(25);
    passTo(3_000, {orders: [made]});
    expect(desk.state.intents.reads.i1?.said).toContain('order #9');
  });

  it('keeps the card of an Easy Option that no list shows any more, without its ask', () => {
    const {desk, asked} = begun();
    const easyOptions = [easyOption('7', {cardId: '1'})];
    answerRounds(desk, asked, {easyOptions, cards: [card('1')]});
    const asks = () => desk.state.portfolio.rows.cards.rows.map(each => [each.id, each.currentAskPrice]);
    expect(asks()).toEqual([['1', '10']]);
    answerRounds(desk, due(desk, 600_000), {easyOptions, cards: [card('2')]});
    expect(asks()).toEqual([
      ['1', undefined],
      ['2', '10'],
    ]);
  });

  it.each([
    ['1', false],
    ['3', true],
  ])('reads the asks every second period where a pane shows them: on pane %s %s', (pane, isRead) => {
    const {desk, asked} = begun();
    const lists = {cards: [card('1')], orders: [order('1')]};
    answerRounds(desk, asked, lists);
    desk.press(pane);
    if (isRead) desk.arrive('orders', lists.orders);
    answerRounds(desk, roundsIn(desk.asked()), lists);
    const again = due(desk, 4_250).filter(each => each.pane === 'cards');
    expect(again.map(({isCheck}) => isCheck)).toEqual(isRead ? [true] : []);
  });

  it('skips a list that a pane has just shown completely, unless the pane is late', () => {
    const desk = startDesk();
    desk.send({type: 'started'});
    const [first] = timersOf(desk.asked());
    desk.arrive('cards', []);
    desk.followUp();
    for (const pane of ['orders', 'trades', 'easyOptions'] as const) desk.arrive(pane, [], {total: 0});
    expect(wholeSince(desk.state.rounds.reading)?.mono).toBe(desk.now.mono);
    desk.asked();
    if (first === undefined) throw new Error('no timer was set');
    desk.pass(first.ms);
    desk.send(first.then);
    const [cards, ...others] = roundsIn(desk.asked());
    expect([cards?.pane, others]).toEqual(['cards', []]);
    const timer = timersOf(answerRounds(desk, cards === undefined ? [] : [cards])).at(-1);
    // A period behind what the panes were shown, if no poll of the pane comes first.
    expect(timer?.ms).toBe(8_750);
    desk.pass(8_750);
    if (timer !== undefined) desk.send(timer.then);
    expect(roundsIn(desk.asked()).map(({pane}) => pane)).toEqual(['orders', 'trades', 'easyOptions']);
  });

  it('requests a list that a pane shows only in part: a page, a filter or unreadable rows', () => {
    const order = {orderId: '1'};
    const shown = (rest: object, filter = '') => {
      const desk = startDesk();
      desk.send({type: 'started'});
      desk.arrive('cards', []);
      desk.followUp();
      if (filter !== '') {
        desk.type('3');
        desk.filter(filter);
      }
      desk.arrive('orders', [order], rest);
      return desk.state.rounds.reading.rows.orders.isWhole;
    };
    expect(shown({total: 1})).toBe(true);
    expect(shown({total: 2})).toBe(false);
    expect(shown({total: undefined})).toBe(false);
    expect(shown({total: 1, unreadable: [{index: 1, reason: 'it is no record'}]})).toBe(false);
    expect(shown({total: 1}, 'asset:BTC')).toBe(false);
  });

  it('draws nothing for an answer without news, nor for a look at the journal that finds nothing', () => {
    let now = {mono: 0, wall: epoch};
    const commands: Command[] = [];
    const {send, getState, subscribe} = createDesk({
      state: initialState(settings, {columns: 120, rows: 40}, now, 1),
      clock: () => now,
      carryOut: command => commands.push(command),
    });
    const asked = () => commands.splice(0);
    send({type: 'started'});
    const round = () => {
      now = {mono: now.mono + 20_000, wall: now.wall + 20_000};
      send({type: 'portfolio', due: getState().rounds.arm});
      answerRounds({send, asked}, roundsIn(asked()));
      return getState().rounds.reading.rows.orders.began?.mono;
    };
    expect(round()).toBe(20_000);
    let drawn = 0;
    subscribe(() => drawn++);
    expect(round()).toBe(40_000);
    send({type: 'intent', msg: {type: 'looked'}});
    expect(drawn).toBe(0);
  });
});
