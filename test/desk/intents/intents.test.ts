import {describe, expect, it} from 'vitest';
import type {Draft, Intent} from '../../../src/desk/intents/intent.ts';
import {canAct, inFlight, lockOn, unknown, unresolved, waysOut} from '../../../src/desk/intents/selectors.ts';
import {activityOf, describe as words} from '../../../src/desk/intents/words.ts';
import {attempts, garbled, hopeless, lost, order, own, start, unsent, yes, yesWith} from './attempts.ts';
import {drive} from './driver.ts';

const open: Draft = {kind: 'open', cardId: '7', investmentAmount: '25', title: 'BTC above 100'};
const close: Draft = {kind: 'close', easyOptionId: '101'};
const place: Draft = {kind: 'place', symbol: 'BTC-C', side: 'BUY', price: '5', size: '2'};
const cancel: Draft = {kind: 'cancel', orderId: '9', size: '2', symbol: 'BTC-C'};
const option = {id: '101', cardId: '7', status: 'ACTIVE', investmentAmount: '25'};

describe('an open', () => {
  it('is journaled, knows what there was before, is sent once, and is DONE when a read shows it', () => {
    const desk = drive();
    const {id} = desk.ask(open);
    expect(desk.commands()).toMatchObject([
      {type: 'journalAsk', draft: open},
      {type: 'gather', intentId: id, reading: {kind: 'before open', cardId: '7'}},
    ]);
    desk.gather(id, {easyOptions: [{...option, id: '100'}]});
    expect(desk.commands()).toMatchObject([
      {type: 'attempt', by: 'user', intent: {state: 'SENDING', knownBefore: ['100']}},
    ]);
    expect(inFlight(desk.intents)).toHaveLength(1);
    desk.attempted(id, yes);
    expect(desk.only()).toMatchObject({state: 'ACCEPTED'});
    expect(desk.commands()).toMatchObject([{type: 'record'}, {type: 'after', ms: 250}]);
    desk.pass(250);
    desk.send({type: 'lookDue', intentId: id, look: desk.intents.looks[id]?.number ?? 0});
    desk.gather(id, {easyOptions: [option]});
    const claim = desk.commands().find(each => each.type === 'claim');
    expect(desk.only().state).toBe('ACCEPTED');
    desk.send({type: 'claimed', intent: (claim as {intent: Intent}).intent});
    expect(desk.only()).toMatchObject({state: 'DONE', proof: 'proved', resolvedRecordId: '101'});
    expect(unresolved(desk.intents)).toEqual([]);
    expect(words(desk.only())).toContain('open BTC above 100 for 25: DONE, proved #101');
  });

  it('is NOT SENT when what there was before cannot be read', () => {
    const desk = drive();
    const {id} = desk.ask(open);
    desk.gatherFails(id);
    expect(desk.only()).toMatchObject({state: 'NOT SENT', reason: expect.stringContaining('No answer.')});
    expect(desk.commands().map(each => each.type)).not.toContain('attempt');
  });

  it('is NOT SENT when preparing took so long that the price of the review is old', () => {
    for (const [mono, wall] of [
      [15_001, 15_001],
      [100, 60_000],
    ] as const) {
      const desk = drive();
      const {id} = desk.ask(open);
      desk.pass(mono, wall);
      desk.gather(id, {});
      expect(desk.only().state).toBe('NOT SENT');
    }
  });

  it('says matched, not proved, when a read shows it after a lost answer', () => {
    const desk = drive();
    const id = desk.sent(open, lost);
    expect(desk.only().state).toBe('UNKNOWN');
    expect(unknown(desk.intents)).toHaveLength(1);
    desk.reads(id, 1, 250, {easyOptions: [option]});
    expect(desk.commands().at(-2)).toMatchObject({type: 'claim', intent: {state: 'DONE', proof: 'matched'}});
  });

  it('lists several candidates, picks none, and journals that once', () => {
    const desk = drive();
    const id = desk.sent(open, lost);
    desk.commands();
    desk.reads(id, 3, 250, {easyOptions: [option, {...option, id: '102'}]});
    expect(desk.only()).toMatchObject({state: 'UNKNOWN', candidates: [{recordId: '101'}, {recordId: '102'}]});
    expect(desk.commands().filter(each => each.type === 'record')).toHaveLength(1);
  });

  it('that was accepted but is not seen for 30 s becomes UNKNOWN, and says that the service said yes', () => {
    const desk = drive();
    const id = desk.sent(open, yes);
    desk.reads(id, 1, 30_000);
    expect(desk.only().state).toBe('ACCEPTED');
    desk.reads(id, 1, 1);
    expect(desk.only()).toMatchObject({state: 'UNKNOWN', reason: expect.stringContaining('said yes')});
    desk.pass(31_000);
    desk.send({type: 'lookAgain', intentId: id});
    desk.gatherFails(id);
    desk.reads(id, 5, 30_000);
    expect(desk.only()).toMatchObject({noTrace: true, reason: expect.stringContaining('said yes')});
  });
});

describe('a target', () => {
  it('takes one unresolved intent at a time, from the confirmation on', () => {
    const desk = drive();
    desk.send({type: 'ask', draft: close});
    desk.send({type: 'ask', draft: close});
    expect(desk.told()).toEqual([expect.stringContaining('just being asked for')]);
    expect(desk.commands()).toHaveLength(1);
    desk.send({type: 'askFailed', draft: close, reason: 'The disk is full.'});
    expect(lockOn(desk.intents, 'easy option 101')).toBeUndefined();
    const id = desk.sent(close, lost);
    expect(lockOn(desk.intents, 'easy option 101')).toMatchObject({
      intent: {id},
      reason: expect.stringMatching(/UNKNOWN/),
    });
    desk.commands();
    desk.send({type: 'ask', draft: close});
    expect(desk.commands()).toEqual([]);
  });

  it('is locked by what another dashboard holds', () => {
    const desk = drive();
    const other = {id: 'o-1', draft: cancel, state: 'SENDING'} as Intent;
    const held = [{intent: other, holder: 'Another dashboard (process 7)', isOtherHost: true}];
    desk.send({type: 'held', held});
    const before = desk.intents;
    desk.send({type: 'held', held: [...held]});
    expect(desk.intents).toBe(before);
    desk.send({type: 'ask', draft: cancel});
    expect(desk.told()).toEqual([expect.stringContaining('process 7')]);
    desk.send({type: 'takeOver', intentId: 'o-1', word: 'yes'});
    desk.send({type: 'takeOver', intentId: 'o-2', word: 'take over'});
    expect(desk.commands()).toEqual([]);
    desk.send({type: 'takeOver', intentId: 'o-1', word: ' Take over'});
    expect(desk.commands()).toEqual([{type: 'takeOver', intentId: 'o-1'}, {type: 'watch'}]);
  });

  it('is free for different cards, sides and orders', () => {
    const desk = drive();
    desk.sent(open, lost);
    desk.sent({...open, cardId: '8'}, lost);
    desk.sent(place, garbled);
    desk.sent({...place, side: 'SELL'}, lost);
    expect(unresolved(desk.intents)).toHaveLength(4);
  });
});

it('a draft that makes no sense is not journaled', () => {
  const wrong: Draft[] = [
    {...open, investmentAmount: '0'},
    {...open, cardId: '99999999999999999999'},
    {...open, cardId: '9223372036854775808'},
    {...place, price: '1e3'},
    {...place, size: '-1'},
    {...place, symbol: ''},
    {...place, side: 'HOLD' as 'BUY'},
    {...close, easyOptionId: 'abc'},
  ];
  for (const draft of wrong) {
    const desk = drive();
    desk.send({type: 'ask', draft});
    expect(desk.told()).toHaveLength(1);
    expect(desk.commands()).toEqual([]);
  }
});

describe('a placed order', () => {
  it('is DONE with its record once the journal has it', () => {
    const desk = drive();
    const id = desk.sent(place, yesWith());
    const claim = desk.commands().at(-1);
    expect(claim).toMatchObject({
      type: 'claim',
      intent: {state: 'DONE', proof: 'proved', resolvedRecordId: '9'},
    });
    expect(desk.only().state).toBe('ACCEPTED');
    desk.send({type: 'claimed', intent: (claim as {intent: Intent}).intent});
    expect(activityOf(desk.only())).toMatchObject({
      id: `intent ${id}`,
      what: 'place',
      requestId: 'r-1',
      latencyMs: 100,
    });
  });

  it('learns from an order of the same symbol what contract it is', () => {
    const desk = drive();
    const {id} = desk.ask(place);
    desk.gather(id, {
      orders: [order({orderId: '3'})],
      trades: [{tradeId: '1', orderId: '4'}, {tradeId: '2'}],
    });
    expect(desk.only()).toMatchObject({
      knownBefore: ['3', '4'],
      draft: {contract: {asset: 'BTC', type: 'CALL', strikePrice: '100'}},
    });
  });

  it('sends the same key again after a pause, and becomes UNKNOWN after the second time', () => {
    const desk = drive();
    const id = desk.sent(place, lost);
    for (const ms of [500, 1_000]) {
      expect(desk.commands().at(-1)).toMatchObject({
        type: 'after',
        ms,
        due: {type: 'attemptDue', intentId: id},
      });
      desk.pass(ms);
      desk.send({type: 'attemptDue', intentId: id, attempt: desk.only().attempts.length + 1});
      expect(desk.commands()).toMatchObject([
        {type: 'attempt', by: 'itself', intent: {idempotencyKey: 'k-1'}},
      ]);
      desk.attempted(id, lost, 'itself');
    }
    expect(desk.only()).toMatchObject({state: 'UNKNOWN', attempts: [{}, {}, {}]});
  });

  it('does not send again when the pause was a long sleep', () => {
    const desk = drive();
    const id = desk.sent(place, lost);
    desk.commands();
    desk.pass(500, 3_600_000);
    desk.send({type: 'attemptDue', intentId: id, attempt: 2});
    expect(desk.commands().map(each => each.type)).not.toContain('attempt');
    expect(desk.only().state).toBe('UNKNOWN');
  });

  it('that never left is NOT SENT after two repeats, and at once when repeating is hopeless', () => {
    const desk = drive();
    const id = desk.sent(place, unsent);
    for (const attempt of [2, 3]) {
      desk.send({type: 'attemptDue', intentId: id, attempt});
      desk.attempted(id, unsent, 'itself');
    }
    expect(desk.only().state).toBe('NOT SENT');
    const other = drive();
    other.sent(place, hopeless);
    expect(other.only().state).toBe('NOT SENT');
  });

  it('is not called refused by a 422 to its second attempt', () => {
    const desk = drive();
    const id = desk.sent(place, lost);
    desk.send({type: 'attemptDue', intentId: id, attempt: 2});
    desk.attempted(id, own(422), 'itself');
    expect(desk.only()).toMatchObject({
      state: 'UNKNOWN',
      reason: expect.stringContaining('as the service says'),
    });
  });

  it('is sent again by the user with the same key only when there is no trace of it', () => {
    const desk = drive();
    const id = desk.sent(place, own(409));
    desk.send({type: 'sendAgain', intentId: id});
    desk.reads(id, 4, 40_000);
    expect(waysOut(desk.intents, desk.only()).map(each => each.way)).toEqual(['lookAgain', 'endByHand']);
    desk.reads(id, 1, 1);
    expect(desk.only()).toMatchObject({state: 'UNKNOWN', noTrace: true});
    expect(waysOut(desk.intents, desk.only()).map(each => each.way)).toEqual([
      'lookAgain',
      'sendAgain',
      'endByHand',
      'overrideNoTrace',
    ]);
    desk.commands();
    desk.send({type: 'sendAgain', intentId: id});
    expect(desk.commands()).toMatchObject([{type: 'attempt', by: 'user', intent: {idempotencyKey: 'k-1'}}]);
    desk.attempted(id, yesWith());
    expect(desk.commands().at(-1)).toMatchObject({type: 'claim'});
  });

  it('is not sent again while the service asks to wait', () => {
    const desk = drive();
    const id = desk.sent(place, own(409));
    desk.reads(id, 5, 40_000);
    desk.sent({...place, side: 'SELL'}, own(429));
    desk.commands();
    desk.send({type: 'sendAgain', intentId: id});
    expect(desk.told().at(-1)).toMatch(/asked to wait/);
    expect(desk.commands()).toEqual([]);
  });
});

describe('a close', () => {
  it('is sent at once and is not repeated', () => {
    const desk = drive();
    desk.ask(close);
    expect(desk.commands()).toMatchObject([{type: 'journalAsk'}, {type: 'attempt', by: 'user'}]);
  });

  it('that left no trace may be asked for again, which ends it', () => {
    const desk = drive();
    const id = desk.sent(close, lost);
    desk.reads(id, 5, 2_500, {easyOptions: [option]});
    expect(desk.only()).toMatchObject({state: 'UNKNOWN', noTrace: true});
    expect(waysOut(desk.intents, desk.only()).map(each => each.way)).toContain('askAgain');
    expect(lockOn(desk.intents, 'easy option 101')).toBeUndefined();
    const again = desk.ask(close);
    expect(desk.intents.list).toMatchObject([
      {id, state: 'BY HAND', said: {word: 'asked again'}},
      {id: again.id, state: 'SENDING'},
    ]);
  });
});

describe('a cancel', () => {
  it('is sent again when a read shows its order open, twice at most', () => {
    const desk = drive();
    const id = desk.sent(cancel, own(503));
    for (let time = 0; time < 2; time++) {
      desk.commands();
      desk.reads(id, 1, 250, {orders: [order()]});
      expect(desk.commands().filter(each => each.type === 'attempt')).toMatchObject([{by: 'itself'}]);
      desk.attempted(id, own(503), 'itself');
    }
    desk.commands();
    desk.reads(id, 1, 250, {orders: [order()]});
    expect(desk.commands().map(each => each.type)).not.toContain('attempt');
    expect(waysOut(desk.intents, desk.only()).map(each => each.way)).toContain('sendAgain');
  });

  it('is read, not sent again, after a 409', () => {
    const desk = drive();
    const id = desk.sent(cancel, own(409));
    desk.commands();
    desk.reads(id, 1, 250, {orders: [order()]});
    expect(desk.commands().map(each => each.type)).not.toContain('attempt');
  });

  it('is refused when its order filled before', () => {
    const desk = drive();
    const id = desk.sent(cancel, own(409));
    desk.reads(id, 1, 250, {trades: [{tradeId: '1', orderId: '9', filledSizeContracts: '2'}]});
    expect(desk.only()).toMatchObject({state: 'REFUSED', reason: 'It filled before the cancel: 2 of 2.'});
  });

  it('stays UNKNOWN when its order is gone and the trades do not tell', () => {
    const desk = drive();
    const id = desk.sent(cancel, lost);
    desk.reads(id, 6, 30_000);
    expect(desk.only()).toMatchObject({
      state: 'UNKNOWN',
      noTrace: true,
      reason: expect.stringMatching(/0 of 2/),
    });
  });
});

describe('the looks', () => {
  it('come 0.25, 0.5, 1, 2, 4 and 8 s after the attempt, then with the polls', () => {
    const desk = drive();
    const id = desk.sent(close, lost);
    const began = desk.now;
    const times: number[] = [];
    for (let next = desk.commands().at(-1); next?.type === 'after'; next = desk.commands().at(-1)) {
      desk.pass(next.ms);
      times.push(desk.now.mono - began.mono);
      desk.send(next.due);
      desk.gatherFails(id);
    }
    expect(times).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000]);
    desk.pass(1_000);
    desk.send({type: 'polled'});
    expect(desk.commands()).toEqual([{type: 'watch'}]);
    desk.pass(1_001);
    desk.send({type: 'polled'});
    expect(desk.commands()).toMatchObject([
      {type: 'watch'},
      {type: 'gather', intentId: id, reading: {kind: 'close'}},
    ]);
    desk.send({type: 'polled'});
    desk.send({type: 'lookAgain', intentId: id});
    expect(desk.commands().filter(each => each.type === 'gather')).toEqual([]);
  });

  it('take no answer to an older read, and none that began before the attempt ended', () => {
    const desk = drive();
    const id = desk.sent(open, lost);
    desk.send({type: 'lookAgain', intentId: id});
    const look = desk.intents.looks[id]?.number ?? 0;
    const evidence = {kind: 'read', clock: undefined, easyOptions: [option], orders: [], trades: []} as const;
    desk.commands();
    desk.send({type: 'gathered', intentId: id, look: look - 1, evidence: {...evidence, beganAt: desk.now}});
    desk.send({type: 'gathered', intentId: id, look, evidence: {...evidence, beganAt: start}});
    expect(desk.commands().map(each => each.type)).not.toContain('claim');
    expect(desk.intents.looks[id]).toMatchObject({goodReads: 0, failure: 'The read began before the send.'});
  });

  it('count good reads in a row, and not those that failed or found candidates', () => {
    const desk = drive();
    const id = desk.sent(open, lost);
    desk.reads(id, 4, 40_000);
    desk.send({type: 'lookAgain', intentId: id});
    desk.gatherFails(id);
    expect(desk.intents.looks[id]?.goodReads).toBe(4);
    desk.reads(id, 1, 1_000, {easyOptions: [option, {...option, id: '102'}]});
    expect(desk.intents.looks[id]?.goodReads).toBe(0);
  });
});

describe('one record', () => {
  it('ends one intent: a match that is taken is listed, and not claimed with every look', () => {
    const desk = drive();
    const id = desk.sent(open, lost);
    desk.reads(id, 1, 250, {easyOptions: [option]});
    desk.send({type: 'claimTaken', intentId: id, recordId: '101', by: 'taken'});
    expect(desk.only()).toMatchObject({state: 'UNKNOWN', candidates: [{recordId: '101', isTaken: true}]});
    desk.commands();
    desk.reads(id, 1, 250, {easyOptions: [option]});
    expect(desk.commands().map(each => each.type)).not.toContain('claim');
  });

  it('is listed where one that was ended by hand may have made it', () => {
    const desk = drive();
    const id = desk.sent(open, lost);
    desk.reads(id, 1, 250, {easyOptions: [option]});
    desk.send({type: 'claimTaken', intentId: id, recordId: '101', by: 'rivalled'});
    expect(desk.only()).toMatchObject({
      state: 'UNKNOWN',
      reason: expect.stringContaining('ended by hand before'),
    });
  });

  it('in the answer itself proves an intent DONE even where another had been matched to it', () => {
    const desk = drive();
    const id = desk.sent(place, yesWith());
    desk.send({type: 'claimTaken', intentId: id, recordId: '9', by: 'taken'});
    expect(desk.only()).toMatchObject({state: 'DONE', proof: 'proved', resolvedRecordId: undefined});
  });

  it('that ended one of ours is not taken for another because its list is late', () => {
    const desk = drive();
    const first = desk.sent(place, yesWith());
    desk.send({type: 'claimed', intent: (desk.commands().at(-1) as {intent: Intent}).intent});
    const second = desk.ask(place);
    desk.gather(second.id, {});
    expect(desk.intents.list).toMatchObject([{id: first}, {id: second.id, knownBefore: ['9']}]);
  });
});

describe('an answer to wait', () => {
  it('holds the kind of write back for as long as it says, at most a minute', () => {
    const desk = drive();
    desk.sent(open, {...own(429), retryAfterMs: 30_000} as never);
    expect(desk.only().state).toBe('REFUSED');
    expect(canAct(desk.intents, 'open', desk.now)).toBe('The service asked to wait: 30 s more.');
    expect(canAct(desk.intents, 'close', desk.now)).toBe(true);
    desk.send({type: 'ask', draft: open});
    expect(desk.told().at(-1)).toMatch(/asked to wait/);
    desk.pass(30_000);
    expect(canAct(desk.intents, 'open', desk.now)).toBe(true);
    desk.sent(open, {...own(429), retryAfterMs: 1e8} as never);
    expect(desk.intents.blockedUntil.open).toBe(desk.now.mono + 60_000);
  });

  it('that names no time holds back 1, 2, then 4 s, and a better answer starts over', () => {
    const desk = drive();
    const waits = [1, 2, 3, 4].map(() => {
      desk.sent(cancel, own(429));
      const ms = (desk.intents.blockedUntil.cancel ?? 0) - desk.now.mono;
      desk.pass(ms);
      return ms;
    });
    expect(waits).toEqual([1_000, 2_000, 4_000, 4_000]);
    desk.sent(cancel, own(422));
    desk.sent(cancel, own(429));
    expect(desk.intents.blockedUntil.cancel).toBe(desk.now.mono + 1_000);
  });
});

it('a 403 disables the kind of write for the session', () => {
  const desk = drive();
  desk.sent(close, own(403));
  expect(desk.only().state).toBe('REFUSED');
  desk.pass(3_600_000);
  expect(canAct(desk.intents, 'close', desk.now)).toMatch(/forbids/);
  expect(canAct(desk.intents, 'open', desk.now)).toBe(true);
});

describe('the user', () => {
  it('ends an UNKNOWN intent by hand with a typed word, kept as said', () => {
    const desk = drive();
    const id = desk.sent(open, lost);
    desk.send({type: 'endByHand', intentId: id, word: 'sure', note: ''});
    expect(desk.only().state).toBe('UNKNOWN');
    expect(desk.told().at(-1)).toBe('Type done or nothing to end it by hand.');
    desk.send({type: 'endByHand', intentId: id, word: ' Done', note: 'seen on the web'});
    expect(desk.only()).toMatchObject({state: 'BY HAND', said: {word: 'done', note: 'seen on the web'}});
    expect(words(desk.only())).toContain('BY HAND: done');
    expect(lockOn(desk.intents, 'card 7')).toBeUndefined();
    desk.send({type: 'endByHand', intentId: id, word: 'nothing', note: ''});
    expect(desk.only()).toMatchObject({said: {word: 'done'}});
  });

  it('gives up an intent that left no trace only by typing the word', () => {
    const desk = drive();
    const id = desk.sent(open, lost);
    desk.send({type: 'overrideNoTrace', intentId: id, word: 'override'});
    expect(desk.only().state).toBe('UNKNOWN');
    desk.reads(id, 5, 40_000);
    desk.send({type: 'overrideNoTrace', intentId: id, word: 'y'});
    expect(desk.only().state).toBe('UNKNOWN');
    desk.send({type: 'overrideNoTrace', intentId: id, word: 'Override'});
    expect(desk.only()).toMatchObject({state: 'BY HAND', said: {word: 'override'}});
  });

  it('has no ways out of what is resolved or under way', () => {
    const desk = drive();
    const id = desk.sent(open, own(422));
    expect(waysOut(desk.intents, desk.only())).toEqual([]);
    desk.send({type: 'sendAgain', intentId: id});
    desk.send({type: 'lookAgain', intentId: id});
    expect(desk.only().state).toBe('REFUSED');
  });
});

describe('the journal', () => {
  it('that does not take an attempt keeps it from being sent', () => {
    const desk = drive();
    const {id} = desk.ask(cancel);
    desk.send({type: 'attemptFailed', intentId: id, reason: 'The disk is full.'});
    expect(desk.only()).toMatchObject({state: 'NOT SENT', reason: 'The disk is full.'});
    const other = drive();
    const placed = other.sent(place, lost);
    other.send({type: 'attemptDue', intentId: placed, attempt: 2});
    other.send({type: 'attemptFailed', intentId: placed, reason: 'The disk is full.'});
    expect(other.only()).toMatchObject({
      state: 'UNKNOWN',
      reason: expect.stringContaining('The disk is full.'),
    });
    const unsentTwice = drive();
    const third = unsentTwice.sent(cancel, unsent);
    unsentTwice.send({type: 'attemptDue', intentId: third, attempt: 2});
    unsentTwice.send({type: 'attemptFailed', intentId: third, reason: 'The disk is full.'});
    expect(unsentTwice.only().state).toBe('NOT SENT');
  });

  it('that does not take a change stops new writes until it does', () => {
    const desk = drive();
    const id = desk.sent(open, own(422));
    desk.commands();
    desk.send({type: 'recordFailed', intentId: id, reason: 'The disk is full.'});
    desk.send({type: 'recordFailed', intentId: id, reason: 'The disk is full.'});
    expect(desk.told()).toHaveLength(1);
    expect(canAct(desk.intents, 'close', desk.now)).toMatch(/disk is full/);
    desk.send({type: 'polled'});
    expect(desk.commands()).toMatchObject([{type: 'record', intent: {id}}, {type: 'watch'}]);
    desk.send({type: 'recorded', intentId: id});
    expect(canAct(desk.intents, 'close', desk.now)).toBe(true);
  });

  it('is asked again for a claim that it did not take', () => {
    const desk = drive();
    const id = desk.sent(place, yesWith());
    desk.commands();
    desk.send({type: 'recordFailed', intentId: id, reason: 'The disk is full.'});
    desk.send({type: 'polled'});
    expect(desk.commands()).toMatchObject([{type: 'claim', intent: {state: 'DONE'}}, {type: 'watch'}]);
  });

  it('that cannot be looked at is told of once', () => {
    const desk = drive();
    desk.send({type: 'watchFailed', reason: 'It is held by another program.'});
    desk.send({type: 'watchFailed', reason: 'It is held by another program.'});
    expect(desk.told()).toHaveLength(1);
    desk.send({type: 'held', held: []});
    expect(desk.intents.journalProblem).toBeUndefined();
  });
});

describe('at start', () => {
  const found = (state: string, draft: Draft, list: Intent['attempts'] = []): Intent =>
    ({
      id: `f-${state}`,
      draft,
      state,
      askedAt: {mono: 0, wall: start.wall - 60_000},
      changedAt: start.wall - 60_000,
      reason: '',
      attempts: list.map(each => ({...each, process: 'earlier'})),
      ...(state === 'UNKNOWN' ? {candidates: [], noTrace: false} : {}),
    }) as Intent;
  const restore = (intent: Intent) => {
    const desk = drive();
    desk.send({type: 'restored', intents: [intent]});
    return desk;
  };

  it('what was only ASKED is NOT SENT', () => {
    const desk = restore(found('ASKED', open));
    expect(desk.only().state).toBe('NOT SENT');
    expect(desk.commands()).toMatchObject([{type: 'record', intent: {state: 'NOT SENT'}}]);
  });

  it('what was SENDING is UNKNOWN, and read before anything is written to its target', () => {
    for (const draft of [open, close, place, cancel]) {
      const desk = restore(found('SENDING', draft, attempts(undefined)));
      expect(desk.only().state).toBe('UNKNOWN');
      expect(desk.commands()).toMatchObject([{type: 'record', intent: {state: 'UNKNOWN'}}, {type: 'gather'}]);
      desk.send({type: 'ask', draft});
      expect(desk.commands()).toEqual([]);
    }
  });

  it('what was SENDING is never sent again by itself', () => {
    const desk = restore(found('SENDING', place, attempts(lost)));
    expect(desk.only().state).toBe('UNKNOWN');
    expect(desk.commands().map(each => each.type)).toEqual(['record', 'gather']);
    const cancelled = restore(found('SENDING', cancel, attempts(own(503))));
    cancelled.gather('f-SENDING', {orders: [order()]});
    expect(cancelled.commands().map(each => each.type)).not.toContain('attempt');
  });

  it('what an answer in the journal proves stays proved', () => {
    expect(restore(found('SENDING', open, attempts(own(422)))).only().state).toBe('REFUSED');
    expect(restore(found('SENDING', place, attempts(yesWith()))).commands()).toMatchObject([{type: 'claim'}]);
    expect(restore(found('ACCEPTED', place, attempts(yesWith()))).commands()).toMatchObject([
      {type: 'claim'},
    ]);
  });

  it('what was ACCEPTED or UNKNOWN is looked for', () => {
    expect(restore(found('ACCEPTED', open, attempts(yes))).commands()).toMatchObject([{type: 'gather'}]);
    expect(restore(found('UNKNOWN', close, attempts(lost))).commands()).toMatchObject([{type: 'gather'}]);
  });

  it('what has ended is shown, and what is known already is not taken twice', () => {
    const desk = restore(found('BY HAND', close));
    expect(desk.only().state).toBe('BY HAND');
    desk.send({type: 'restored', intents: [found('BY HAND', close)]});
    expect(desk.intents.list).toHaveLength(1);
  });
});

it('the newest ended intents stay on the screen, and every unresolved one', () => {
  const desk = drive();
  desk.sent(open, lost);
  for (let index = 0; index < 210; index++) desk.sent(close, own(422));
  expect(desk.intents.list).toHaveLength(201);
  expect(desk.intents.list[0]?.state).toBe('UNKNOWN');
});

it('a poll with nothing to look for changes nothing', () => {
  const desk = drive();
  const before = desk.intents;
  desk.send({type: 'polled'});
  expect(desk.intents).toBe(before);
  desk.send({type: 'polled', offsetMs: 40});
  const known = desk.intents;
  desk.pass(2_000);
  desk.send({type: 'polled', offsetMs: 900});
  expect(desk.intents).toBe(known);
});

it("the service's clock is noted at the send, unless our own was set since it was seen", () => {
  const desk = drive();
  desk.send({type: 'polled', offsetMs: 5_000});
  desk.pass(2_000);
  desk.ask(close);
  expect(desk.only()).toMatchObject({offsetAtSend: 5_000});
  const jumped = drive();
  jumped.send({type: 'polled', offsetMs: 5_000});
  jumped.pass(2_000, 60_000);
  jumped.ask(close);
  expect(jumped.only()).toMatchObject({offsetAtSend: undefined});
});
