import {describe, expect, it} from 'vitest';
import {type Intent, intentById} from '../../../../src/core/intents/intent.ts';
import {readEveryMs} from '../../../../src/core/intents/reads.ts';
import {lockOn, whyToWait} from '../../../../src/core/intents/selectors.ts';
import {describe as words} from '../../../../src/core/intents/words.ts';
import {wholeRows} from '../../../helpers/whole.ts';
import {cancel, lost, open, option, order, own, place, yes, yesWith} from '../attempts.ts';
import {drive, driveAfter} from '../driver.ts';

/** An order whose answer was lost, and those of its two repeats. */
function placedInDoubt() {
  const {desk, id} = driveAfter(place, lost);
  for (const ms of [500, 1_000]) {
    desk.pass(ms);
    desk.send({type: 'attemptDue', intentId: id, attempt: desk.only().attempts.length + 1});
    desk.attempted(id, lost, 'itself');
  }
  return {desk, id};
}

describe('the reads of a write in doubt', () => {
  it('come each time it is twice as old, after 0.25 to 2 s, after two minutes each 10 s, and soon by a key', () => {
    const {desk, id} = placedInDoubt();
    expect(desk.commands()).toContainEqual({type: 'readAccount'});
    const every = () => readEveryMs(desk.intents, 'orders', desk.now);
    expect(every()).toBe(250);
    desk.pass(700);
    expect(every()).toBe(350);
    expect(readEveryMs(desk.intents, 'trades', desk.now)).toBe(350);
    expect(readEveryMs(desk.intents, 'easyOptions', desk.now)).toBeUndefined();
    // While it is sent again no read counts.
    const list = desk.intents.list.map(each => ({...each, state: 'SENDING'}) as Intent);
    expect(readEveryMs({...desk.intents, list}, 'orders', desk.now)).toBeUndefined();
    desk.pass(100_000);
    expect(every()).toBe(2_000);
    desk.pass(20_000);
    expect(every()).toBe(10_000);
    desk.send({type: 'lookAgain', intentId: id});
    expect(desk.commands()).toEqual([{type: 'readAccount'}]);
    expect(every()).toBe(250);
    desk.read({});
    expect(desk.told().at(-1)).toBe('Still UNKNOWN. No new order or trade like it is listed.');
    expect(every()).toBe(10_000);
  });

  it('show no order that was canceled before it was sent', () => {
    const desk = drive();
    const {id: first} = desk.ask(cancel);
    desk.attempted(first, yesWith({orderId: '9', status: 'CANCELED', timestamp: undefined}));
    desk.send({type: 'claimed', intent: intentById(desk.intents, first) as Intent});
    desk.readAccount({});
    const id = desk.sent(place, own(409));
    desk.pass(1);
    desk.read({orders: [order({orderId: '10', timestamp: desk.now.wall})]});
    const claims = desk.commands().flatMap(each => (each.type === 'claim' ? [each.intent] : []));
    expect(claims.at(-1)).toMatchObject({id, resolvedRecordId: '10'});
  });

  it('count once, when each list that settles it is whole and was begun after the attempt', () => {
    const {desk, id} = driveAfter(cancel, own(503));
    const [early, now] = [desk.now, {...desk.now, mono: desk.now.mono + 1}];
    const {orders, ...others} = wholeRows({}, now);
    const read = (of: Partial<typeof orders>) =>
      desk.send({type: 'accountRead', pane: 'trades', rows: {...others, orders: {...orders, ...of}}});
    read({began: early});
    read({isWhole: false});
    expect(desk.intents.reads[id]?.count).toBe(0);
    for (const _ of ['first', 'the same once more']) read({});
    expect(desk.intents.reads[id]?.count).toBe(1);
  });

  it('count if they are good, but not if they failed', () => {
    const {desk, id} = driveAfter(open, lost);
    desk.reads(id, 4, 40_000);
    desk.send({type: 'lookAgain', intentId: id});
    desk.readFails();
    expect(desk.intents.reads[id]?.count).toBe(4);
    expect(desk.told().at(-1)).toBe('Still UNKNOWN. The read failed. No answer.');
  });
});

it('an order whose answer was lost is found in the answer of the cancel that ended it', () => {
  const {desk, id} = placedInDoubt();
  desk.sent(cancel, {kind: 'yes', order: order({orderId: '9', status: 'CANCELED'})});
  desk.commands();
  desk.reads(id, 1, 250, {});
  expect(desk.commands()).toContainEqual(
    expect.objectContaining({type: 'claim', intent: expect.objectContaining({id, resolvedRecordId: '9'})}),
  );
});

describe('one record', () => {
  it('resolves one intent: a match that is taken is named, once', () => {
    const {desk, id} = driveAfter(open, lost);
    desk.reads(id, 1, 250, {easyOptions: [option]});
    desk.send({type: 'claimTaken', intentId: id, recordId: '101'});
    expect(desk.only()).toMatchObject({state: 'UNKNOWN', reason: expect.stringContaining('#101 is already')});
    desk.commands();
    desk.send({type: 'claimTaken', intentId: id, recordId: '101'});
    expect(desk.commands()).toEqual([]);
  });

  it('is listed, and matched to none, if an intent that was resolved by hand may have created it', () => {
    const desk = drive();
    const given = desk.sent(open, lost);
    desk.send({type: 'resolve', intentId: given, word: 'nothing', note: ''});
    const id = desk.sent(open, lost);
    desk.commands();
    desk.reads(id, 1, 250, {easyOptions: [option]});
    expect(desk.commands().some(each => each.type === 'claim')).toBe(false);
    expect(desk.intents.list.at(-1)).toMatchObject({
      reason: expect.stringContaining('may be from before: #101'),
    });
  });

  it('is of an open that was sent twice, whichever attempt made it; of two it is neither', () => {
    for (const [rows, record] of [
      [[option], '101'],
      [[option, {...option, id: '102'}], undefined],
    ] as const) {
      const {desk, id} = driveAfter(open, lost);
      desk.send({type: 'sendAgain', intentId: id});
      desk.attempted(id, yes);
      const claims = () => desk.commands().flatMap(each => (each.type === 'claim' ? [each.intent] : []));
      const [done] = claims();
      expect(done).toMatchObject({id, state: 'CONFIRMED', proof: 'proved', resolvedRecordId: undefined});
      if (done !== undefined) desk.send({type: 'claimed', intent: done});
      desk.reads(id, 1, 250, {easyOptions: rows});
      expect(claims()[0]).toEqual(record && expect.objectContaining({id, resolvedRecordId: record}));
    }
  });

  it('in the response itself proves an intent CONFIRMED, even if it was matched to another intent', () => {
    const {desk, id} = driveAfter(place, yesWith());
    desk.send({type: 'claimTaken', intentId: id, recordId: '9'});
    expect(desk.only()).toMatchObject({state: 'CONFIRMED', proof: 'proved', resolvedRecordId: undefined});
  });
});

describe('a rate limit', () => {
  it('blocks this kind of write for the requested time, at most a minute', () => {
    const {desk} = driveAfter(open, {...own(429), retryAfterMs: 30_000} as never);
    expect(desk.only().state).toBe('REJECTED');
    expect(whyToWait(desk.intents, {kind: 'open'}, desk.now)).toBe('Rate limited: 30 s more.');
    expect(whyToWait(desk.intents, {kind: 'close'}, desk.now)).toBeUndefined();
    desk.send({type: 'ask', draft: open});
    expect(desk.told().at(-1)).toMatch(/Rate limited/);
    desk.pass(30_000);
    expect(whyToWait(desk.intents, {kind: 'open'}, desk.now)).toBeUndefined();
    desk.sent(open, {...own(429), retryAfterMs: 1e8} as never);
    expect(desk.intents.blockedUntil.open).toBe(desk.now.mono + 60_000);
  });
});

describe('the user', () => {
  it('resolves an UNKNOWN intent by hand with a typed word, which is stored', () => {
    const {desk, id} = driveAfter(open, lost);
    desk.send({type: 'resolve', intentId: id, word: 'sure', note: ''});
    expect(desk.only().state).toBe('UNKNOWN');
    expect(desk.told().at(-1)).toBe('Type done or nothing to resolve it.');
    desk.send({type: 'resolve', intentId: id, word: ' Done', note: 'seen on the web'});
    expect(desk.only()).toMatchObject({state: 'RESOLVED', said: {word: 'done', note: 'seen on the web'}});
    expect(words(desk.only())).toContain('RESOLVED: done');
    expect(lockOn(desk.intents, 'card 7')).toBeUndefined();
    desk.send({type: 'resolve', intentId: id, word: 'nothing', note: ''});
    expect(desk.only()).toMatchObject({said: {word: 'done'}});
  });

  it('has no actions for an intent that is resolved or in progress', () => {
    const {desk, id} = driveAfter(open, own(422));
    expect(desk.only().state).not.toBe('UNKNOWN');
    desk.send({type: 'sendAgain', intentId: id});
    desk.send({type: 'lookAgain', intentId: id});
    expect(desk.only().state).toBe('REJECTED');
  });
});
