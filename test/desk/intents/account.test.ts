import {describe, expect, it} from 'vitest';
import type {Intent} from '../../../src/desk/intents/intent.ts';
import type {Draft} from '../../../src/desk/intents/kinds/kinds.ts';
import {inBanner, kinship, lockOn, waysOut} from '../../../src/desk/intents/selectors.ts';
import {attempts, lost, order} from './attempts.ts';
import {drive} from './driver.ts';

const open: Draft = {kind: 'open', cardId: '7', investmentAmount: '25'};
const option = {id: '101', cardId: '7', status: 'ACTIVE', investmentAmount: '25'};

/** What another process left, as this one reads it with its own credential. */
const left = (credential: Intent['credential'], accountId?: string, draft: Draft = open): Intent =>
  ({
    id: 'i-1',
    draft,
    idempotencyKey: draft.kind === 'place' ? 'k-1' : undefined,
    state: 'UNKNOWN',
    candidates: [],
    noTrace: false,
    askedAt: {mono: 0, wall: 1},
    changedAt: 1,
    reason: 'No answer came.',
    attempts: attempts(lost).map(each => ({...each, process: 'earlier' as const})),
    offsetAtSend: 0,
    knownBefore: ['100'],
    credential,
    accountId,
  }) as Intent;

describe('an intent of another credential', () => {
  it.each([
    [undefined, '1', '2', 'ours'],
    ['renewed', undefined, '2', 'ours'],
    ['renewed', '1', undefined, 'ours'],
    ['renewed', '1', '2', "another's"],
    ['other', '1', '1', 'ours'],
    ['other', '1', '2', "another's"],
    ['other', undefined, '2', 'unsure'],
    ['other', '1', undefined, 'unsure'],
  ] as const)(
    'with credential %s and account %s, seen with account %s, is %s',
    (credential, theirs, ours, expected) => {
      expect(kinship(left(credential, theirs), ours)).toBe(expected);
    },
  );

  it('is resolved by a match if only the token was renewed', () => {
    const desk = drive();
    desk.send({type: 'restored', intents: [left('renewed')]});
    desk.gather('i-1', {easyOptions: [option]});
    expect(desk.commands().map(each => each.type)).toContain('claim');
  });

  it('of an account that the profile showed before is dropped, also if it ended, and that is said', () => {
    const desk = drive();
    const ended = {...left('renewed', '1'), id: 'i-2', state: 'CONFIRMED', proof: 'proved'} as Intent;
    desk.send({type: 'polled', offsetMs: 0, accountId: '2'});
    desk.send({type: 'restored', intents: [left('renewed', '1'), ended]});
    desk.send({type: 'polled', offsetMs: 0, accountId: '2'});
    expect(desk.intents.list).toEqual([]);
    expect(desk.told()).toContainEqual(expect.stringContaining('showed account #1 before'));
    expect(desk.commands()).toContainEqual({type: 'release', intentId: 'i-1'});
  });

  it('from another source has its match listed, and no read resolves it', () => {
    const desk = drive();
    desk.send({type: 'restored', intents: [left('other')]});
    desk.gather('i-1', {easyOptions: [option]});
    expect(desk.only()).toMatchObject({
      state: 'UNKNOWN',
      candidates: [{recordId: '101'}],
      reason: expect.stringMatching(/^Found: #101 ACTIVE 25\. .*unknown, so no read resolves it/),
    });
    desk.reads('i-1', 6, 40_000);
    expect(desk.only()).toMatchObject({state: 'UNKNOWN', noTrace: false});
    expect(desk.commands().map(each => each.type)).not.toContain('claim');
    expect(inBanner(desk.intents)).toHaveLength(1);
    expect(lockOn(desk.intents, 'card 7')).toBeDefined();
  });

  it('from another source is resolved once Easy Options show the same account', () => {
    const desk = drive();
    desk.send({type: 'polled', accountId: '1'});
    desk.send({type: 'restored', intents: [left('other', '1')]});
    desk.gather('i-1', {easyOptions: [option]});
    expect(desk.commands().map(each => each.type)).toContain('claim');
  });

  it('from another source is not refused by a read, and the user cannot send it again', () => {
    const close: Draft = {kind: 'close', easyOptionId: '101'};
    const desk = drive();
    desk.send({type: 'restored', intents: [left('other', undefined, close)]});
    desk.gather('i-1', {easyOptions: [{id: '101', status: 'CLOSED', closeTime: 0}]});
    expect(desk.only().state).toBe('UNKNOWN');
    const other = drive();
    other.send({type: 'restored', intents: [left('other', undefined, {kind: 'cancel', orderId: '9'})]});
    other.gather('i-1', {orders: [order()]});
    expect(waysOut(other.intents, other.only())).toEqual(['lookAgain', 'resolve']);
  });

  it('is released and locks nothing once the accounts are known to differ', () => {
    const desk = drive();
    desk.send({type: 'restored', intents: [left('other', '1')]});
    expect(lockOn(desk.intents, 'card 7')).toBeDefined();
    desk.commands();
    desk.send({type: 'polled', accountId: '2'});
    expect(desk.commands()).toEqual([
      {type: 'release', intentId: 'i-1'},
      {type: 'watch', accountId: '2'},
    ]);
    expect(desk.intents.list).toEqual([]);
    desk.send({type: 'held', held: [{intent: left('other', '1'), holder: 'A dashboard', presence: 'gone'}]});
    expect(lockOn(desk.intents, 'card 7')).toBeUndefined();
    desk.send({type: 'ask', draft: open});
    expect(desk.commands()).toMatchObject([{type: 'journalAsk', accountId: '2'}]);
  });
});
