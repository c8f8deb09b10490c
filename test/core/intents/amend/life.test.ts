import {describe, expect, it} from 'vitest';
import type {Trade} from '../../../../src/api/wire/records.ts';
import {unreplaced, waitWords} from '../../../../src/core/intents/follow.ts';
import type {Intent} from '../../../../src/core/intents/intent.ts';
import type {Outcome} from '../../../../src/core/intents/outcome.ts';
import {lockOn} from '../../../../src/core/intents/selectors.ts';
import {describe as words} from '../../../../src/core/intents/words.ts';
import {alien, amendDraft, lost, order, own, unsent, yesWith} from '../attempts.ts';
import {drive, driveAfter} from '../driver.ts';

/** An amend: a cancel, the place that follows it, and everything that may come between them. */
const contract = {asset: 'BTC', type: 'CALL', strikePrice: '100'};
const draft = amendDraft({orderId: '7', size: '1', newSize: '1', contract});
const late = {...draft, tradesLagMs: 120_000};

const canceled = yesWith({orderId: '7', status: 'CANCELED'});
const fill = (tradeId: string, filledSizeContracts: string, orderId: string | undefined = '7'): Trade => ({
  tradeId,
  ...(orderId === undefined ? {} : {orderId}),
  filledSizeContracts,
});

type Desk = ReturnType<typeof drive>;

/** Its cancel was answered, and the journal has that. */
function answered(outcome: Outcome = canceled, of = draft) {
  const desk = drive();
  const {id} = desk.ask(of);
  desk.attempted(id, outcome);
  desk.claimed();
  return {desk, id};
}

/** Its fills were read, and what follows is asked of the journal. */
function read(fills: Trade[], of = draft) {
  const {desk, id} = answered(canceled, of);
  desk.read({trades: fills});
  return {desk, id, asked: following(desk)};
}

const following = (desk: Desk) => {
  const asked = desk.commands().find(each => each.type === 'journalAsk');
  return asked?.type === 'journalAsk' ? asked : undefined;
};

/** The place is on its way. */
function placing(fills: Trade[] = [], of = draft) {
  const {desk, id, asked} = read(fills, of);
  if (asked === undefined) throw new Error('Nothing follows.');
  desk.readAccount({orders: [order({orderId: '3'})]});
  const place = desk.journal(asked).id;
  return {desk, id, place};
}

const whyLeft = ({intents}: Desk) => unreplaced(intents).map(({why}) => why);

describe('an amend', () => {
  it('is sent as a cancel that says what is to follow', () => {
    const desk = drive();
    const {id} = desk.ask(draft);
    expect(desk.intent(id)).toMatchObject({
      state: 'SENDING',
      draft: {kind: 'cancel', orderId: '7', then: draft},
    });
    expect(words(desk.intent(id))).toBe('SENDING: amend BUY 1 BTC-C @ 5 to 1 @ 6');
  });

  it('cancels nothing while its new order would be refused', () => {
    const {desk} = driveAfter({kind: 'place', symbol: 'BTC-C', side: 'BUY', price: '1', size: '1'}, own(409));
    desk.commands();
    desk.send({type: 'ask', draft});
    expect(desk.commands()).toEqual([]);
    expect(desk.lastTold()).toMatch(/^NOT SENT: amend .* resolve the UNKNOWN request/);
  });

  it('reads the fills after its cancel, and places the rest with a key of its own', () => {
    const {desk, place} = placing([fill('1', '0.3')]);
    const replaces = {cancelId: 'i-1', orderId: '7', price: '5', filled: '0.3', unseen: '0'};
    expect(desk.intent(place)).toMatchObject({
      state: 'SENDING',
      idempotencyKey: 'k-2',
      draft: {kind: 'place', price: '6', size: '0.7', replaces},
      knownBefore: ['3', '7'],
    });
    desk.attempted(place, yesWith({orderId: '9', size: '0.7', sizeContracts: '0.7', price: '6'}));
    desk.claimed();
    expect(words(desk.intent(place))).toBe('AMENDED to 0.7 @ 6, working: BUY BTC-C #9');
    expect(whyLeft(desk)).toEqual([]);
    // The form of a replacement that is asked for too late.
    const late = desk.intent(place).draft;
    desk.send({type: 'askFailed', draft: late, reason: 'Another order has taken its place.'});
    expect(desk.lastTold()).not.toMatch(/^NOT REPLACED/);
  });

  it('takes no read for that of its fills which was asked for while its cancel was in doubt', () => {
    const desk = drive();
    const {id} = desk.ask(draft);
    desk.attempted(id, lost);
    desk.send({type: 'lookAgain', intentId: id});
    // Sent again, and the journal does not have the answer yet.
    desk.send({type: 'sendAgain', intentId: id});
    desk.attempted(id, yesWith({orderId: '7', status: 'CANCELED'}));
    desk.commands();
    desk.read({orders: []});
    expect(following(desk)).toBeUndefined();
  });

  it('is confirmed by one key: its place is as old as its cancel', () => {
    const {asked, desk, id} = read([]);
    expect(asked?.at).toEqual(desk.intent(id).askedAt);
  });

  it.each([
    ['a 400', own(400), 'REJECTED'],
    ['a request that was never written', {...unsent, mayRepeat: false} as Outcome, 'NOT SENT'],
    ['a 401', own(401), 'REJECTED'],
  ])('leaves its order unchanged after %s to its cancel', (_name, outcome, state) => {
    const {desk, id} = answered(outcome);
    expect(desk.intent(id).state).toBe(state);
    expect([following(desk), whyLeft(desk)]).toEqual([undefined, []]);
  });

  it.each([
    ['no answer', lost],
    ['a 500', own(500)],
    ['a 409', own(409)],
    ['a 404', own(404)],
    ['a 422 that is not of the service', alien(422)],
    ['a yes without CANCELED', yesWith({orderId: '7', status: 'PENDING'})],
  ])('places nothing after %s, however its cancel ends', (_name, outcome) => {
    const {desk, id} = answered(outcome);
    expect(following(desk)).toBeUndefined();
    for (const answer of [own(409), own(404), own(404)]) {
      desk.reads(id, 1, 1_000);
      if (desk.intent(id).state === 'SENDING') desk.attempted(id, answer, 'itself');
      desk.claimed();
    }
    desk.reads(id, 6, 30_000);
    desk.claimed();
    const {state, reason} = desk.intent(id);
    expect(whyLeft(desk)).toEqual(state === 'CONFIRMED' ? [reason] : []);
    expect(desk.intents.list.map(each => each.draft.kind)).toEqual(['cancel']);
    expect(following(desk)).toBeUndefined();
  });

  it('places nothing after a repeat whose answer says CANCELED: the price may be old', () => {
    const {desk, id} = answered(lost);
    desk.pass(500);
    desk.reads(id, 1, 500, {orders: [order({orderId: '7'})]});
    desk.attempted(id, canceled, 'itself');
    desk.claimed();
    expect(whyLeft(desk)).toEqual(['Old order gone: check price.']);
    expect(desk.lastTold()).toBe(
      'NOT REPLACED: amend BUY 1 BTC-C @ 5 to 1 @ 6. Old order gone: check price.',
    );
  });

  it('goes on after a repeat of a cancel that was never written', () => {
    const {desk, id} = answered({...unsent, mayRepeat: true} as Outcome);
    desk.send({type: 'attemptDue', intentId: id, attempt: 2});
    desk.attempted(id, canceled, 'itself');
    desk.claimed();
    desk.read({trades: []});
    expect(following(desk)).toMatchObject({draft: {kind: 'place', size: '1'}});
  });
});

describe('the fills of a canceled order', () => {
  it('are those that its review or its trades show, whichever are more', () => {
    expect(read([fill('1', '0.3')], {...draft, filled: '0.5'}).asked).toMatchObject({draft: {size: '0.5'}});
    expect(read([fill('1', '0.6')], {...draft, filled: '0.5'}).asked).toMatchObject({draft: {size: '0.4'}});
  });

  it.each([
    ['all of it', '1', draft, 'Filled before the change: 1 of 1. New total 1: nothing is left to place.'],
    ['the new total', '0.4', {...draft, newSize: '0.4'}, /0\.4 of 1\. New total 0\.4: nothing is left/],
  ])('leave nothing to place if they are %s', (_name, size, of, text) => {
    const {desk, asked} = read([fill('1', size)], of);
    expect(asked).toBeUndefined();
    expect(whyLeft(desk)).toEqual([]);
    expect(desk.lastTold()).toMatch(text);
  });

  it.each([
    ['cannot be read', undefined],
    ['have a trade without its order', [fill('1', '0.3'), {tradeId: '2', filledSizeContracts: '0.1'}]],
  ])('let nothing be placed if they %s', (_name, fills) => {
    const {desk, id} = answered();
    if (fills === undefined) desk.readFails();
    else desk.read({trades: fills});
    expect(following(desk)).toBeUndefined();
    expect(whyLeft(desk)[0]).toMatch(/^Its fills could not be read/);
    expect(desk.intent(id)).toMatchObject({state: 'CONFIRMED'});
  });

  it('have stood still for the wait of the profile before the rest is placed', () => {
    const {desk, id, asked} = read([fill('1', '0.3')], {...late, waitMs: 20_000});
    expect(asked).toBeUndefined();
    const more = [fill('1', '0.3'), fill('2', '0.2')];
    desk.reads(id, 1, 10_000, {trades: more});
    desk.reads(id, 1, 15_000, {trades: more});
    expect(following(desk)).toBeUndefined();
    expect(waitWords(desk.intents, desk.intent(id), desk.now)).toBe(
      'CANCELED, 0.5 filled: new order in 5 s, off the market: amend BUY 1 BTC-C @ 5 to 1 @ 6',
    );
    // One in doubt is sent again: nothing is proved of it.
    const again = {...desk.intent(id), state: 'SENDING'} as Intent;
    expect(waitWords(desk.intents, again, desk.now)).toBeUndefined();
    desk.reads(id, 1, 6_000, {trades: more});
    const next = following(desk);
    expect(next).toMatchObject({draft: {size: '0.5', replaces: {unseen: '0.5'}}});
    expect(next?.at.mono).toBe(desk.intent(id).askedAt.mono + 20_000);
  });

  it('cannot be more once they stood still for as long as trades may lag', () => {
    const {desk, id} = read([], late);
    desk.reads(id, 1, 121_000, {trades: []});
    expect(following(desk)).toMatchObject({draft: {size: '1', replaces: {unseen: '0'}}});
  });

  it('wait no longer after one that is listed late than any trade may be', () => {
    const {desk, id} = read([], late);
    desk.reads(id, 1, 119_000, {trades: [fill('1', '0.3')]});
    expect(waitWords(desk.intents, desk.intent(id), desk.now)).toMatch(
      /^CANCELED, 0.3 filled: new order in 1 s,/,
    );
    desk.reads(id, 1, 1_500, {trades: [fill('1', '0.3')]});
    expect(following(desk)).toMatchObject({draft: {size: '0.7', replaces: {unseen: '0'}}});
  });

  it('say at once that no place can follow in time', () => {
    const {desk, id} = read([], {...late, waitMs: 5_000});
    desk.reads(id, 1, 16_000, {trades: [fill('1', '0.1')]});
    expect(whyLeft(desk)).toEqual(['A fill came while it waited; check the current price.']);
  });

  it('may fail to be read once in a wait', () => {
    const {desk, id} = answered(canceled, {...late, waitMs: 5_000});
    desk.readFails();
    expect(whyLeft(desk)).toEqual([]);
    desk.reads(id, 2, 6_000, {trades: []});
    expect(following(desk)).toBeDefined();
  });

  it('change for too long: then nothing is placed', () => {
    const {desk, id} = read([], {...late, waitMs: 5_000});
    desk.reads(id, 1, 4_000, {trades: [fill('1', '0.1')]});
    desk.reads(id, 1, 17_000, {trades: [fill('1', '0.1'), fill('2', '0.1')]});
    expect(whyLeft(desk)).toEqual(['It took too long; check the current price.']);
  });
});

describe('an order that follows a cancel', () => {
  it('keeps its side and symbol from the key on, from every other order', () => {
    const {desk, id} = answered(canceled, {...late, waitMs: 5_000});
    expect(lockOn(desk.intents, 'BUY BTC-C')).toBe('The new order of an amend comes first.');
    desk.reads(id, 2, 6_000, {trades: []});
    expect(following(desk)).toBeDefined();
    const refused = drive();
    const cancel = refused.ask(draft).id;
    expect(lockOn(refused.intents, 'BUY BTC-C')).toMatch(/is SENDING/);
    refused.attempted(cancel, own(400));
    expect(lockOn(refused.intents, 'BUY BTC-C')).toBeUndefined();
    expect(refused.intents.followed).toEqual({});
  });

  it('is called off by what comes in between, whichever stage its cancel has reached', () => {
    const waiting = answered(canceled, {...late, waitMs: 5_000});
    waiting.desk.send({type: 'callOff', reason: 'HALTED.'});
    expect(whyLeft(waiting.desk)).toEqual(['HALTED.']);
    waiting.desk.reads(waiting.id, 2, 6_000, {trades: []});
    const desk = drive();
    const {id} = desk.ask(draft);
    desk.send({type: 'callOff', reason: 'HALTED.'});
    desk.attempted(id, canceled);
    desk.claimed();
    expect(whyLeft(desk)).toEqual(['HALTED.']);
    expect([following(waiting.desk), following(desk)]).toEqual([undefined, undefined]);
  });

  it('is not placed if the journal refuses it', () => {
    const {desk, asked} = read([]);
    if (asked === undefined) throw new Error('Nothing follows.');
    desk.send({type: 'askFailed', draft: asked.draft, reason: 'Open notional would be 12 of 10.'});
    expect(whyLeft(desk)).toEqual(['Open notional would be 12 of 10.']);
    expect(lockOn(desk.intents, 'BUY BTC-C')).toBeUndefined();
  });

  it.each([
    ['is refused', own(422), 'REJECTED'],
    ['was never sent', {...unsent, mayRepeat: false} as Outcome, 'NOT SENT'],
    ['meets a rate limit', own(429), 'REJECTED'],
  ])('ends as its own write does if it %s, and the amend is NOT REPLACED', (_name, outcome, state) => {
    const {desk, place} = placing();
    desk.attempted(place, outcome);
    expect(desk.intent(place).state).toBe(state);
    expect(whyLeft(desk)).toEqual([desk.intent(place).reason]);
    expect(desk.lastTold()).toMatch(new RegExp(`^NOT REPLACED: BUY 1 BTC-C @ 6\\. ${state}: `));
  });
});

describe('an amend whose process has ended, or lost the controls', () => {
  const earlier = (intent: Intent): Intent => ({
    ...intent,
    attempts: intent.attempts.map(each => ({...each, process: 'earlier'})),
  });

  function after(...intents: readonly Intent[]) {
    const desk = drive();
    desk.send({type: 'restored', intents: intents.map(earlier)});
    desk.claimed();
    return desk;
  }

  function neverPlaces(desk: Desk, id: string) {
    desk.reads(id, 8, 30_000, {trades: []});
    expect(desk.commands().filter(each => each.type === 'journalAsk')).toEqual([]);
  }

  it('is NOT REPLACED if its cancel was confirmed and nothing followed', () => {
    const {desk, id} = answered();
    const again = after(desk.intent(id));
    expect(whyLeft(again)).toEqual(['optty ended, or lost the controls, before the new order was placed.']);
    expect(again.lastTold()).toMatch(/^NOT REPLACED: amend BUY 1/);
    neverPlaces(again, id);
  });

  it('is UNKNOWN if its cancel was on its way, and NOT REPLACED once that is final', () => {
    const {desk, id} = answered(lost);
    const [attempt] = desk.intent(id).attempts;
    const again = after({
      ...desk.intent(id),
      state: 'SENDING',
      attempts: [{...attempt, result: undefined}],
    } as Intent);
    expect(again.intent(id).state).toBe('UNKNOWN');
    again.pass(1_000);
    again.reads(id, 1, 1_000, {orders: [order({orderId: '7'})]});
    again.attempted(id, canceled, 'itself');
    again.claimed();
    expect(whyLeft(again)).toHaveLength(1);
    neverPlaces(again, id);
  });

  it('says so again if the journal did not keep it, and has an outcome that was not known', () => {
    const {desk, id} = answered();
    const journaled = desk.intent(id);
    desk.hold('HALTED.');
    desk.read({trades: []});
    desk.send({type: 'overtaken', intent: earlier(journaled)});
    expect(desk.intent(id).notReplaced).toBeDefined();
    expect(whyLeft(desk)).toHaveLength(1);
  });

  it('says why nothing followed, as the process before did', () => {
    const {desk, id} = answered();
    desk.hold('HALTED.');
    desk.read({trades: []});
    expect(after(desk.intent(id)).lastTold()).toBe('NOT REPLACED: amend BUY 1 BTC-C @ 5 to 1 @ 6. HALTED.');
  });

  it('is NOT REPLACED if a person said that nothing came of the order that follows, in whichever process', () => {
    const {desk, id, place} = placing();
    desk.attempted(place, own(409));
    desk.send({type: 'resolve', intentId: place, word: 'nothing', note: ''});
    expect(whyLeft(desk)).toEqual(['Checked elsewhere: not executed.']);
    expect(desk.lastTold()).toMatch(/^NOT REPLACED: BUY 1 .* RESOLVED: Checked elsewhere: not executed/);
    const next = after(desk.intent(id), desk.intent(place));
    expect(whyLeft(next)).toEqual(['Checked elsewhere: not executed.']);
    expect(next.lastTold()).toMatch(/^NOT REPLACED/);
  });

  it('says NOT REPLACED to no later process once a person has read it, until more comes of it', () => {
    const {desk: first, id} = answered();
    const desk = after(first.intent(id));
    expect(desk.lastTold()).toMatch(/^NOT REPLACED/);
    desk.send({type: 'acknowledged', intentId: id});
    expect(desk.commands().at(-1)).toMatchObject({type: 'record', intent: {id, isAcknowledged: true}});
    const next = after(desk.intent(id));
    expect([next.lastTold(), whyLeft(next).length]).toEqual([undefined, 1]);
    const {desk: other, id: cancel, place} = placing();
    other.attempted(place, own(422));
    const again = after({...other.intent(cancel), isAcknowledged: true}, other.intent(place));
    expect(again.lastTold()).toMatch(/^NOT REPLACED/);
    again.send({type: 'acknowledged', intentId: cancel});
    expect(again.intent(place).isAcknowledged).toBe(true);
  });
});
