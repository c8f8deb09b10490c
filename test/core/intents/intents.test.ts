import {describe, expect, it} from 'vitest';
import {activityOf} from '../../../src/core/events/writes.ts';
import type {Intent} from '../../../src/core/intents/intent.ts';
import type {Draft} from '../../../src/core/intents/kinds/kinds.ts';
import {inFlight, lockOn, unresolved} from '../../../src/core/intents/selectors.ts';
import {describe as words} from '../../../src/core/intents/words.ts';
import {cancel, close, garbled, lost, open, option, order, own, place, yes, yesWith} from './attempts.ts';
import {drive, driveAfter} from './driver.ts';

/** An open that the service has accepted, and the journal knows it. */
function acceptedOpen() {
  const after = driveAfter(open, yes);
  after.desk.claimed();
  return after;
}

describe('an open', () => {
  it('is journaled with the records known before it, is sent once, is CONFIRMED by a yes, and takes its record from a read', () => {
    const desk = drive();
    desk.readAccount({easyOptions: [{...option, id: '100'}]});
    const {id} = desk.ask(open);
    expect(desk.commands()).toMatchObject([{type: 'journalAsk', draft: open}]);
    expect(inFlight(desk.intents)).toHaveLength(1);
    desk.attempted(id, yes);
    const [claim, look] = desk.commands();
    expect([claim, look]).toMatchObject([{type: 'claim'}, {type: 'readAccount'}]);
    const {changedAt} = desk.only();
    expect(words(desk.only())).toBe('OPEN ACCEPTED: BTC above 100 for 25');
    expect(lockOn(desk.intents, 'card 7')).toBeUndefined();
    desk.pass(250);
    desk.read({easyOptions: [option]});
    expect(desk.claimed()).toMatchObject({proof: 'proved', resolvedRecordId: '101', changedAt});
    expect(desk.intents.reads).toEqual({});
    expect(unresolved(desk.intents)).toEqual([]);
    expect(words(desk.only())).toContain('OPENED: BTC above 100 for 25 #101');
  });

  it('that the service accepted is looked for in the lists for 30 s', () => {
    const {desk, id} = acceptedOpen();
    desk.reads(id, 1, 30_000);
    expect(desk.intents.reads[id]).toBeDefined();
    desk.reads(id, 1, 1);
    expect(desk.intents.reads).toEqual({});
    expect(desk.only()).toMatchObject({state: 'CONFIRMED', resolvedRecordId: undefined});
  });

  it('that two new records fit may have been executed twice: this is said once, and neither is its own', () => {
    const {desk, id} = acceptedOpen();
    const said = /^OPEN ACCEPTED: .* Possible matches: #101 .*; #102 .* executed twice: check them\.$/;
    const told = (status: string) => {
      desk.commands();
      desk.reads(id, 1, 1_000, {easyOptions: ['101', '102'].map(each => ({...option, id: each, status}))});
      return desk.told().filter(each => said.test(each)).length;
    };
    expect(['PENDING', 'PENDING', 'ACTIVE'].map(told)).toEqual([1, 0, 0]);
    expect(desk.only()).toMatchObject({state: 'CONFIRMED', resolvedRecordId: undefined});
  });

  it('that the service accepted is looked for as long as reads fail', () => {
    const desk = drive();
    desk.readAccount({});
    const {id} = desk.ask(open);
    desk.attempted(id, yes);
    desk.claimed();
    desk.pass(40_000);
    desk.readFails();
    expect(desk.intents.reads[id]).toBeDefined();
    desk.read({easyOptions: [option]});
    expect(desk.claimed()).toMatchObject({resolvedRecordId: '101'});
  });

  it('that the service accepted is looked for by the next process too', () => {
    const {desk, id} = acceptedOpen();
    const accepted = desk.only();
    const next = drive();
    next.send({type: 'restored', intents: [accepted]});
    expect(next.intents.reads[id]).toBeDefined();
    next.reads(id, 1, 1_000, {easyOptions: [option]});
    expect(next.claimed()).toMatchObject({resolvedRecordId: '101'});
    const late = drive();
    late.pass(60_000);
    late.send({type: 'restored', intents: [accepted]});
    expect(late.intents.reads).toEqual({});
  });

  it.for(['25', '25.0'])('gives no record away that it may have made itself, asked again for %s', amount => {
    const desk = drive();
    const first = desk.sent(open, yes);
    desk.claimed();
    // Many others end meanwhile.
    for (let each = 0; each < 201; each++) desk.sent({kind: 'cancel', orderId: `${each}`}, own(422));
    const second = desk.sent({...open, investmentAmount: amount}, {kind: 'lost', words: 'No response.'});
    desk.commands();
    const rows = {easyOptions: [{...option, openTime: desk.now.wall}]};
    desk.reads(second, 1, 3_000, rows);
    const of = desk.intents.list.find(each => each.id === second);
    expect(of).toMatchObject({
      ...{state: 'UNKNOWN', reason: 'Possible match, may be from before: #101 ACTIVE 25.'},
    });
    // And takes none that the later one may have made.
    desk.reads(first, 1, 3_000, rows);
    expect(desk.commands().filter(each => each.type === 'claim')).toEqual([]);
  });

  it('takes no record that is matched to another request', () => {
    const {desk, id} = acceptedOpen();
    desk.send({type: 'claimTaken', intentId: id, recordId: '101'});
    expect(desk.only()).toMatchObject({state: 'CONFIRMED', resolvedRecordId: undefined});
  });
});

describe('a target', () => {
  it('has one unresolved intent at a time, from the confirmation on', () => {
    const desk = drive();
    desk.send({type: 'ask', draft: close});
    desk.send({type: 'ask', draft: close});
    expect(desk.told()).toEqual([expect.stringContaining('Being sent')]);
    expect(desk.commands()).toHaveLength(1);
    desk.send({type: 'askFailed', draft: close, reason: 'The disk is full.'});
    expect(lockOn(desk.intents, 'easy option 101')).toBeUndefined();
    desk.sent(close, lost);
    expect(lockOn(desk.intents, 'easy option 101')).toMatch(/UNKNOWN/);
    desk.commands();
    desk.send({type: 'ask', draft: close});
    expect(desk.commands()).toEqual([]);
  });

  it('is not shared by different cards, sides and orders', () => {
    const {desk} = driveAfter(open, lost);
    desk.sent({...open, cardId: '8'}, lost);
    desk.sent(place, garbled);
    desk.sent({...place, side: 'SELL'}, lost);
    expect(unresolved(desk.intents)).toHaveLength(4);
  });
});

it('an invalid draft is not journaled', () => {
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
  it('is CONFIRMED with its record by the answer, and told once the journal has it', () => {
    const {desk, id} = driveAfter(place, yesWith());
    const claim = desk.commands().at(-1);
    expect(claim).toMatchObject({type: 'claim', intent: {proof: 'proved', resolvedRecordId: '9'}});
    expect(desk.told().at(-1)).toBeUndefined();
    desk.send({type: 'claimed', intent: (claim as {intent: Intent}).intent});
    const line = {id: `intent ${id}`, what: 'place', requestId: 'r-1', latencyMs: 100};
    expect(activityOf(desk.only())).toMatchObject(line);
  });

  it('is repeated by itself once its pause is over, and an attempt that was made is not', () => {
    const {desk, id} = driveAfter(place, lost);
    const isDue = (attempt: number) => {
      desk.commands();
      desk.send({type: 'attemptDue', intentId: id, attempt});
      return desk.commands();
    };
    expect([isDue(1), isDue(3)]).toEqual([[], []]);
    expect(isDue(2)).toMatchObject([{type: 'attempt', by: 'itself', intent: {idempotencyKey: 'k-1'}}]);
  });

  it('can be sent again by the user, with the same key, while it is UNKNOWN', () => {
    const {desk, id} = driveAfter(place, own(409));
    expect(desk.only().state).toBe('UNKNOWN');
    desk.commands();
    desk.send({type: 'sendAgain', intentId: id});
    expect(desk.commands()).toMatchObject([{type: 'attempt', by: 'user', intent: {idempotencyKey: 'k-1'}}]);
    desk.attempted(id, yesWith());
    expect(desk.commands().at(-1)).toMatchObject({type: 'claim'});
  });

  it('is not sent again while the service asks to wait', () => {
    const {desk, id} = driveAfter(place, own(409));
    desk.reads(id, 5, 40_000);
    desk.sent({...place, side: 'SELL'}, own(429));
    desk.commands();
    desk.send({type: 'sendAgain', intentId: id});
    expect(desk.told().at(-1)).toMatch(/Rate limited/);
    expect(desk.commands()).toEqual([]);
  });
});

describe('a close', () => {
  it.each([
    ['a close', close],
    ['an open', open],
  ])(
    '%s that is UNKNOWN goes out again by a person alone, as another attempt of the same write',
    (_name, draft) => {
      const {desk, id} = driveAfter(draft, lost);
      desk.pass(3_600_000);
      desk.send({type: 'polled'});
      desk.send({type: 'ask', draft});
      expect(desk.told().at(-1)).toMatch(/Blocked: resolve the UNKNOWN request first/);
      desk.commands();
      desk.send({type: 'sendAgain', intentId: id});
      expect(desk.commands()).toMatchObject([{type: 'attempt', by: 'user', intent: {id}}]);
      // Its refusal proves nothing of the first one.
      desk.attempted(id, own(429));
      expect(desk.only()).toMatchObject({state: 'UNKNOWN', attempts: [{by: 'user'}, {by: 'user'}]});
    },
  );
});

describe('a cancel', () => {
  const isSent = (desk: ReturnType<typeof drive>) =>
    desk.commands().some(each => each.type === 'attempt' && each.by === 'itself');

  it.each([
    ['its order is listed', (desk: ReturnType<typeof drive>) => desk.read({orders: [order()]})],
    ['its order is on no list', (desk: ReturnType<typeof drive>) => desk.read({})],
    ['no list can be read', (desk: ReturnType<typeof drive>) => desk.readFails()],
  ])('in doubt is sent again automatically, at most ten times, while %s', (_name, look) => {
    const {desk, id} = driveAfter(cancel, own(503));
    const lookAfter = (ms: number) => {
      desk.pass(ms);
      desk.send({type: 'lookAgain', intentId: id});
      desk.commands();
      look(desk);
      return isSent(desk);
    };
    for (const seconds of [0.5, 2, 8, 30, 60, 60, 60, 60, 60, 60]) {
      expect(lookAfter(seconds * 1_000 - 1)).toBe(false);
      expect(lookAfter(1)).toBe(true);
      desk.attempted(id, own(503), 'itself');
    }
    expect(lookAfter(600_000)).toBe(false);
    expect(desk.only().state).toBe('UNKNOWN');
  });

  it('is not sent again automatically while the journal cannot be read, and waits without a message', () => {
    const {desk, id} = driveAfter(cancel, own(503));
    const isSentAfterLook = () => {
      desk.pass(60_000);
      desk.send({type: 'lookAgain', intentId: id});
      desk.commands();
      desk.read({});
      return isSent(desk);
    };
    desk.send({type: 'watchFailed', reason: 'The journal was moved away.'});
    expect(isSentAfterLook()).toBe(false);
    desk.send({type: 'looked'});
    expect(isSentAfterLook()).toBe(true);
    desk.send({type: 'attemptFailed', intentId: id, reason: 'The disk is full.'});
    expect(desk.only()).toMatchObject({state: 'UNKNOWN', reason: 'Not resent. The disk is full.'});
    expect(desk.commands().map(each => each.type)).not.toContain('say');
  });

  it('ends once the service says again that its order is final and no list shows the order', () => {
    const {desk, id} = driveAfter(cancel, own(409));
    desk.reads(id, 1, 500, {orders: [order()]});
    desk.attempted(id, own(409), 'itself');
    desk.reads(id, 1, 2_000, {orders: [order()]});
    expect(desk.only()).toMatchObject({state: 'UNKNOWN'});
    desk.commands();
    desk.reads(id, 1, 1_000, {trades: [{tradeId: '1', orderId: '9', filledSizeContracts: '0.5'}]});
    const [claim] = desk.commands().filter(each => each.type === 'claim');
    if (claim?.type !== 'claim') throw new Error('No end is claimed.');
    desk.send({type: 'claimed', intent: claim.intent});
    expect(desk.only()).toMatchObject({
      state: 'CONFIRMED',
      reason:
        'OFF THE BOOK (filled or canceled); 0.5 of 2 filled, per trades so far. The service: "as the service says"',
    });
    expect(words(desk.only())).toMatch(
      /^OFF THE BOOK \(filled or canceled\): .*0\.5\/2 filled.*\. The service: "as the service says"$/,
    );
    expect(activityOf(desk.only()).outcome).toContain('OFF THE BOOK (filled or canceled)');
  });

  it('stays unresolved while it is sent again, whatever the reads before have found', () => {
    const {desk, id} = driveAfter(cancel, lost);
    desk.send({type: 'sendAgain', intentId: id});
    desk.send({type: 'claimTaken', intentId: id, recordId: '9'});
    expect(desk.only().state).toBe('SENDING');
  });

  it('reports the result of automatic repeats once, as long as it stays the same', () => {
    const {desk, id} = driveAfter(cancel, own(503));
    desk.reads(id, 1, 500, {});
    const told = desk.told().length;
    desk.attempted(id, own(503), 'itself');
    expect(desk.told()).toHaveLength(told);
    desk.reads(id, 1, 2_000, {});
    desk.attempted(id, lost, 'itself');
    expect(desk.told()).toHaveLength(told + 1);
  });
});
