import {describe, expect, it} from 'vitest';
import type {FeedPane} from '../../src/account/model/vocabulary.ts';
import type {EasyOption} from '../../src/api/wire/records.ts';
import {eventLine} from '../../src/core/events/line.ts';
import type {Intent} from '../../src/core/intents/intent.ts';
import {awayReasons, comeBack} from '../../src/desk/announce.ts';
import {outcomeWords} from '../../src/desk/blotter.ts';
import {card, easyOption, lostOrder, order, startDesk, trade} from '../helpers/desk.ts';
import {epoch, intentFor} from '../helpers/intents.ts';
import {answerRounds, roundsIn} from '../helpers/rounds.ts';

type Desk = ReturnType<typeof startDesk>;

function poll(desk: Desk, pane: FeedPane, rows: readonly object[], offsetMs = 0) {
  desk.pass(10_000);
  desk.send({type: 'pollDue', pane, arm: desk.state.feeds[pane].arm});
  desk.arrive(pane, rows as never, {total: rows.length, offsetMs});
}

/** The rounds that read the whole account, all of which list these Easy Options. */
function readAccount(desk: Desk, easyOptions: readonly EasyOption[]) {
  desk.pass(20_000);
  desk.asked();
  desk.send({type: 'portfolio', due: desk.state.rounds.arm});
  answerRounds(desk, roundsIn(desk.asked()), {easyOptions});
}

const told = (desk: Desk) => desk.state.activity.map(each => [each.kind, each.target]);

describe('the events between two polls', () => {
  it('are none at the first poll: Activity shows when it was, and no message tells it', () => {
    const openTime = epoch - 3_600_000;
    const desk = startDesk({bell: true}).open({
      easyOptions: [easyOption('7', {openTime})],
      trades: [trade('1')],
    });
    expect(desk.state.activity).toMatchObject([{id: 'opened:7', at: openTime}]);
    expect([desk.state.messages, desk.asked(), [...desk.state.unvisited]]).toEqual([[], [], []]);
  });

  it('include an order that is off the book and whose cancel failed, but none that we cancel', () => {
    const cancel = (orderId: string, state: 'NOT SENT' | 'SENDING') =>
      intentFor({kind: 'cancel', orderId}, {id: orderId, state});
    const desk = startDesk().open({orders: [order('1'), order('2')]});
    for (const intent of [cancel('1', 'NOT SENT'), cancel('2', 'SENDING')]) desk.restore(intent);
    poll(desk, 'orders', []);
    poll(desk, 'trades', []);
    const ends = told(desk).filter(([kind]) => kind !== 'intent');
    expect(ends).toEqual([['gone', 'BUY BTC-27NOV26-65000-C #1']]);
    // Nor does the log have it, which other processes show.
    expect(desk.state.seen.working.left.has('2')).toBe(true);
  });

  it('leave an Easy Option that we may be opening, and its fill, to the message of the write', () => {
    const draft = {kind: 'open', cardId: '1', investmentAmount: '50', underlying: 'BTC'} as const;
    const opening = intentFor(draft, {state: 'UNKNOWN', knownBefore: ['7']});
    const desk = startDesk().open({easyOptions: [], trades: []});
    desk.restore(opening);
    const row = {cardId: '1', openTime: epoch + 5_000};
    poll(desk, 'easyOptions', [easyOption('7', {...row, status: 'PENDING'})]);
    poll(desk, 'trades', [trade('2', {orderId: '22', openDate: epoch + 5_000})]);
    poll(desk, 'easyOptions', [easyOption('7', row)]);
    expect(desk.state.messages).toEqual([]);
    expect(told(desk)).toContainEqual(['filled', 'BUY BTC #22']);
    poll(desk, 'easyOptions', [easyOption('7', {...row, status: 'TRIGGERED'})]);
    expect(desk.state.messages.map(({text}) => text)).toEqual([expect.stringMatching(/^TRIGGERED/)]);
  });

  it('leave the fill of an order whose answer was lost to the message of the write', () => {
    const draft = {kind: 'place', symbol: 'X', side: 'BUY', price: '5', size: '2'} as const;
    const cards = [card('1', {currentOptionSymbol: 'X', underlying: 'BTC'})];
    const desk = startDesk().open({cards, orders: [], trades: []});
    desk.restore(intentFor(draft, {state: 'UNKNOWN', knownBefore: []}));
    poll(desk, 'trades', [trade('2', {orderId: '22', openDate: epoch + 5_000})]);
    expect(desk.state.messages).toEqual([]);
    expect(told(desk)).toContainEqual(['filled', 'BUY BTC #22']);
  });

  it.each(['a poll', 'the read after the yes'])(
    'leave an accepted open, first seen by %s, to its write',
    first => {
      const draft = {kind: 'open', cardId: '1', investmentAmount: '50', underlying: 'BTC'} as const;
      const desk = startDesk({bell: true}).open({easyOptions: [], trades: []});
      desk.tell({type: 'asked', intent: intentFor(draft, {state: 'SENDING'})});
      desk.answer('i1', {kind: 'yes'});
      const option = easyOption('7', {cardId: '1', openTime: epoch + 5_000});
      const polled = () => poll(desk, 'easyOptions', [option]);
      const read = () => {
        const [accepted] = desk.state.intents.list;
        const found = {resolvedRecordId: '7', seen: {easyOption: option}};
        desk.tell({type: 'claimed', intent: {...accepted, ...found} as Intent});
      };
      if (first === 'a poll') {
        poll(desk, 'trades', [trade('2', {orderId: '22', openDate: epoch + 5_000})]);
        polled();
        read();
      } else {
        read();
        polled();
      }
      expect(desk.asked().filter(({type}) => type === 'ring')).toEqual([]);
      expect(desk.state.notices.map(({text}) => text)).toEqual([expect.stringMatching(/^OPENED.*#7$/)]);
      expect(told(desk).map(([kind]) => kind)).not.toContain('opened');
    },
  );

  it('warn of a second record of a write that was sent again without a key', () => {
    const draft = {kind: 'open', cardId: '1', investmentAmount: '50', underlying: 'BTC'} as const;
    const lost = (number: number) => ({
      ...{number, by: 'user', process: 'this', startedAt: {mono: 0, wall: epoch}},
      result: {at: {mono: 0, wall: epoch}, outcome: {kind: 'lost', words: 'reset'}},
    });
    const done = {state: 'CONFIRMED', proof: 'matched', resolvedRecordId: '7', knownBefore: []};
    const warned = (attempts: readonly object[], ms = 1_000, investmentAmount = '50') => {
      const desk = startDesk().open({easyOptions: [], trades: []});
      desk.restore(intentFor(draft, {...done, attempts, changedAt: desk.now.wall}));
      desk.pass(ms);
      const made = {cardId: '1', openTime: epoch + 5_000, investmentAmount};
      const rows = ['8', '7'].map(id => easyOption(id, made));
      poll(desk, 'easyOptions', rows);
      return desk.state.messages.filter(({text}) => text.includes('executed twice')).map(({text}) => text);
    };
    expect(warned([lost(1), lost(2)])).toEqual([expect.stringMatching(/#7\. #8 is like it: it may have/)]);
    expect(warned([lost(1)])).toEqual([]);
    expect(warned([lost(1), lost(2)], 600_000)).toEqual([]);
    expect(warned([lost(1), lost(2)], 1_000, '60')).toEqual([]);
  });

  it('include an order of another client, but none that an own write made or may have made', () => {
    const limit = (id: string, fields = {}) => order(id, {orderType: 'LIMIT', ...fields});
    const at = {symbol: 'X', side: 'BUY', price: '9', size: '2'} as const;
    const own = intentFor({kind: 'place', ...at}, {id: 'own', state: 'CONFIRMED', resolvedRecordId: '8'});
    const lost = intentFor({kind: 'place', ...at, symbol: 'Y'}, {id: 'lost', state: 'UNKNOWN'});
    const desk = startDesk().open({orders: [limit('7')], trades: []});
    desk.controls({is: 'ours', epoch: 1, since: epoch - 60_000});
    desk.restore(own, lost);
    const rows = [limit('11', at), limit('10', {orderType: 'MARKET'}), limit('9', {...at, symbol: 'Y'})];
    poll(desk, 'orders', [...rows, limit('8', at), limit('7')]);
    expect(desk.state.messages).toMatchObject([
      {text: 'PLACED ELSEWHERE: BUY 2 X @ 9 #11', level: 'warning'},
    ]);
    expect(told(desk)[0]).toEqual(['placed', 'BUY X #11']);
    expect([...desk.state.unvisited]).toEqual(['orders']);
    desk.controls({is: 'ours', epoch: 9, since: desk.now.wall + 10_000});
    poll(desk, 'orders', [limit('13', at), ...rows, limit('8', at), limit('7')]);
    desk.controls({is: 'held', epoch: 10});
    poll(desk, 'orders', [limit('12', at), ...rows, limit('8', at), limit('7')]);
    expect(desk.state.messages.map(({text}) => text).join()).not.toMatch(/#1[23]/);
  });

  it('show the trigger and the sale of an Easy Option apart, and its P/L once', () => {
    const desk = startDesk().open({easyOptions: [easyOption('7')]});
    const sold = {status: 'TRIGGERED', triggerTime: epoch, closeTime: epoch + 1, pl: '-2', plClosed: '-1.85'};
    poll(desk, 'easyOptions', [easyOption('7', sold)]);
    expect(desk.state.activity.map(outcomeWords)).toEqual(['CLOSED -1.85', 'TRIGGERED']);
  });

  it('say nothing of an order that the holder canceled, as a viewer', () => {
    const desk = startDesk().open({orders: [order('1'), order('2')]});
    desk.controls();
    const canceled = intentFor({kind: 'cancel', orderId: '1'}, {state: 'CONFIRMED', proof: 'proved'});
    desk.restore(canceled);
    const before = desk.state.notices.length;
    poll(desk, 'orders', [order('2')]);
    poll(desk, 'trades', []);
    expect(told(desk).map(([kind]) => kind)).toEqual(['intent']);
    expect(desk.state.notices).toHaveLength(before);
  });

  it('are told once, also of a record that a list leaves out for one read', () => {
    const desk = startDesk({bell: true}).open({easyOptions: [easyOption('7'), easyOption('8')]});
    const closed = easyOption('7', {status: 'CLOSED', closeTime: epoch + 1});
    const rings = () => desk.asked().filter(({type}) => type === 'ring').length;
    poll(desk, 'easyOptions', [closed, easyOption('8')]);
    expect([told(desk), rings()]).toEqual([[['closed', 'BTC up #7']], 1]);
    for (const rows of [[easyOption('8')], [closed, easyOption('8')]]) {
      readAccount(desk, rows);
      poll(desk, 'easyOptions', rows);
    }
    expect([told(desk), rings()]).toEqual([[['closed', 'BTC up #7']], 0]);
  });
});

describe('a list whose ids all change', () => {
  const ids = (from: number) => Array.from({length: 10_000}, (_, index) => order(String(from + index)));

  it('adds 20 lines and the number of the others, and rings once', () => {
    const desk = startDesk({bell: true}).open({orders: ids(1)});
    poll(desk, 'orders', ids(20_001));
    poll(desk, 'trades', []);
    const asked = desk.asked();
    expect(asked.filter(each => each.type === 'keepActivity')).toEqual([]);
    expect(desk.state.activity[0]).toMatchObject({kind: 'more', what: 'and 9980 more', target: 'Account'});
    expect(asked.filter(each => each.type === 'ring')).toHaveLength(1);
    expect(desk.state.activity).toHaveLength(21);
  });

  it('hides no fill behind less important lines', () => {
    const rows = ids(1);
    const desk = startDesk().open({orders: rows});
    poll(desk, 'orders', ids(20_001));
    poll(desk, 'trades', [trade('9', {orderId: '9999'})]);
    expect(told(desk)).toContainEqual(['filled', 'BUY BTC-27NOV26-65000-C #9999']);
  });
});

describe('an alert', () => {
  it('is set on the row where it was requested, even if another row has moved there', () => {
    const desk = startDesk().open({cards: [card('1'), card('2', {currentAskPrice: '50'})]});
    desk.type('a');
    poll(desk, 'cards', [card('2', {currentAskPrice: '50'})]);
    desk.fill({alert: '20'});
    desk.type('enter');
    expect(desk.state.alerts).toMatchObject([{rowId: '1', label: 'BTC up 1 ask', level: '20', above: true}]);
  });

  it('rings once when its level is crossed, and again only after the value has returned', () => {
    const desk = startDesk({bell: true}).open({cards: [card('1')]});
    desk.type('a');
    desk.fill({text: '>11'});
    desk.type('enter');
    desk.asked();
    const rings = () => desk.asked().filter(each => each.type === 'ring').length;
    poll(desk, 'cards', [card('1', {currentAskPrice: '11.5'})]);
    expect(rings()).toBe(1);
    poll(desk, 'cards', [card('1', {currentAskPrice: '12'})]);
    expect(rings()).toBe(0);
    poll(desk, 'cards', [card('1', {currentAskPrice: '10'})]);
    poll(desk, 'cards', [card('1', {currentAskPrice: '11'})]);
    expect(rings()).toBe(1);
  });

  it('rings once together with the other events of the same answer', () => {
    const desk = startDesk({bell: true}).open({easyOptions: [easyOption('7'), easyOption('8')]});
    desk.type('2', 'a');
    desk.fill({text: '>2'});
    desk.type('enter');
    desk.asked();
    poll(desk, 'easyOptions', [easyOption('7', {pl: '3'}), easyOption('8', {status: 'CLOSED'})]);
    const asked = desk.asked();
    expect(asked.filter(each => each.type === 'ring')).toHaveLength(1);
    const kept = asked.flatMap(each => (each.type === 'keepActivity' ? each.lines : []));
    expect(kept.map(each => each.kind)).toEqual(['alert']);
    expect(told(desk).map(([kind]) => kind)).toEqual(['alert', 'closed']);
  });
});

describe('missed events', () => {
  it('are reported when the terminal has the focus again', () => {
    const desk = startDesk().open({easyOptions: [easyOption('7')]});
    desk.send({type: 'focused', gained: false});
    poll(desk, 'easyOptions', [easyOption('7', {status: 'CLOSED'})]);
    desk.send({type: 'focused', gained: true});
    expect(desk.state.notices.at(-1)?.text).toContain(
      'Back in focus: 1 event missed, see Activity (last: Easy Option closed BTC up #7)',
    );
  });

  it('are reported when a lost connection is back, after every pane was read', () => {
    const desk = startDesk().open({easyOptions: [easyOption('7')]});
    desk.pass(2_000);
    desk.press('r');
    desk.fail('cards');
    poll(desk, 'easyOptions', [easyOption('7', {status: 'EXPIRED'})]);
    poll(desk, 'orders', []);
    poll(desk, 'trades', []);
    expect(desk.state.notices.map(each => each.text)).toEqual(['EXPIRED P/L +1.5: BTC up #7']);
    poll(desk, 'cards', []);
    expect(desk.state.notices.at(-1)?.text).toContain(
      'Reconnected: 1 event missed, see Activity (last: Easy Option expired BTC up #7)',
    );
  });

  it('are not own writes that ended while the link was lost, or after a suspension', () => {
    const desk = startDesk().open();
    desk.pass(2_000);
    desk.press('r');
    desk.fail('cards');
    const told = {what: 'close', target: '#7', amount: '', outcome: 'NOT SENT.'};
    const line = eventLine(desk.now.wall, 'intent', told);
    const state = {...desk.state, activity: [line, {...line, kind: 'halt' as const}]};
    expect(comeBack(state, desk.now).notices).toEqual(state.notices);
    const suspended = {...state, away: {since: desk.now, reason: awayReasons.suspended}};
    expect(comeBack(suspended, desk.now).notices).toEqual(state.notices);
    // Another process took the controls meanwhile.
    const taken = {...suspended, intents: {...state.intents, viewing: 'pts/3 has the controls.'}};
    expect(comeBack(taken, desk.now).notices.at(-1)?.text).toContain('2 events missed');
  });
});

describe('the end of a write that was under way', () => {
  const ends = [
    [{state: 'REJECTED', reason: 'No margin.'}, /^REJECTED: BUY 2 .* No margin\.$/],
    [{state: 'CONFIRMED', resolvedRecordId: '9', seen: {order: order('9')}}, /^WORKING: BUY 2 .* #9$/],
  ] as const;

  it.each([
    ['ours', 'held', 1],
    ['held', 'ours', 1],
    ['held', 'held', 0],
  ] as const)('is told once where the controls, %s before, are %s now', (was, is, times) => {
    for (const [end, words] of ends) {
      const desk = startDesk().open({trades: [trade('1', {orderId: '8', openPrice: '9'})]});
      const tell = (of: object) => {
        const intents = [{...lostOrder, proof: 'proved', ...of} as Intent];
        desk.restore(...intents);
      };
      desk.controls({is: was, epoch: 1});
      tell({state: 'SENDING'});
      desk.controls({is});
      for (const of of [end, end]) tell(of);
      expect(desk.state.messages.filter(({text}) => words.test(text))).toHaveLength(times);
    }
  });
});
