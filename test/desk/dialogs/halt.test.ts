import {describe, expect, it} from 'vitest';
import type {EasyOption, Order} from '../../../src/api/wire/records.ts';
import type {AccountRead} from '../../../src/core/halt/halt.ts';
import type {Intent} from '../../../src/core/intents/intent.ts';
import {takeReview} from '../../../src/desk/dialogs/halt.ts';
import {easyOption, epoch, order, startDesk} from '../../helpers/desk.ts';
import {haltOf} from '../../helpers/halt.ts';
import {listRead} from '../../helpers/list-read.ts';
import {linesIn} from '../../ui/helpers/panel.ts';
import {texts} from '../../ui/helpers/texts.ts';

const record = haltOf({});
const fault = 'No answer.';

/** A desk with the review of a halt, which has read #5 and #7. */
function reviewing(failed: Partial<AccountRead['orders']> = {}, intents: readonly Intent[] = []) {
  const desk = startDesk().open({orders: [order('5')], easyOptions: [easyOption('7')]});
  desk.send({type: 'intent', msg: {type: 'restored', intents}});
  desk.send({type: 'halt', msg: {type: 'seen', record}});
  desk.press('!');
  const read: AccountRead = {
    orders: listRead(desk.now, failed.fault ? [] : [order('5')], failed),
    easyOptions: listRead(desk.now, [easyOption('7')]),
    venue: 'LIVE',
  };
  desk.send({
    type: 'halt',
    msg: {type: 'read', number: desk.state.halt.reviewing ?? 0, facts: undefined, read},
  });
  desk.showQuestion();
  return desk;
}
type Desk = ReturnType<typeof reviewing>;

function poll(desk: Desk, orders: readonly Order[], easyOptions: readonly EasyOption[]) {
  desk.pass(2_000);
  for (const pane of ['orders', 'easyOptions'] as const)
    desk.send({type: 'pollDue', pane, arm: desk.state.feeds[pane].arm});
  desk.arrive('orders', orders, {total: orders.length});
  desk.arrive('easyOptions', easyOptions, {total: easyOptions.length});
}

const screen = (desk: Desk) => texts(linesIn(desk.state, {columns: 100, rows: 30})).join(' ');

describe('the review of a halt', () => {
  it('shows what each Easy Option that it closes is worth, and the sum without those that have no price', () => {
    const desk = reviewing();
    poll(desk, [], [easyOption('7', {pl: undefined})]);
    desk.type('c');
    expect(screen(desk)).toContain('Worth now unknown (1 unpriced).');
    desk.type('c');
    const priced = {investmentAmount: '25', investmentCurrency: 'USDT', pl: '-0.90'};
    poll(desk, [], [easyOption('7', priced), easyOption('9', {...priced, pl: undefined})]);
    desk.type('c');
    expect(screen(desk)).toMatch(/P\/L -0\.90, worth 24\.10 · /);
    expect(screen(desk)).toContain('Worth now about 24.10 USDT, P/L -0.90, excl. close fees (1 unpriced)');
  });

  it('counts what it read beside a row that cannot be read', () => {
    const rows = [order('5'), order('6')];
    const desk = reviewing({rows, unreadable: 1, fault: '1 of the rows could not be read (no price).'});
    expect(screen(desk)).toMatch(/2 orders/);
  });

  it('does not offer to leave Easy Options open while the halt closes them', () => {
    const desk = startDesk().open({easyOptions: [easyOption('7')]});
    desk.send({type: 'halt', msg: {type: 'seen', record: undefined}});
    desk.send({type: 'halt', msg: {type: 'seen', record: haltOf({wants: 'NO ORDERS, NO EASY OPTIONS'})}});
    desk.press('!');
    const read: AccountRead = {
      orders: listRead(desk.now, []),
      easyOptions: listRead(desk.now, [easyOption('7')]),
      venue: 'LIVE',
    };
    const number = desk.state.halt.reviewing ?? 0;
    desk.send({type: 'halt', msg: {type: 'read', number, facts: undefined, read}});
    expect(screen(desk)).not.toContain('leave Easy Options open');
    desk.type('c');
    expect(desk.state.overlay).toMatchObject({kind: 'halt', closes: true});
  });

  it('offers to close Easy Options only if some are open, or may be', () => {
    const desk = reviewing();
    expect(screen(desk)).toContain('c also close 1 Easy Option');
    poll(desk, [order('5')], []);
    expect(screen(desk)).not.toContain('also close');
    const unread = listRead(desk.now, [], {fault});
    const read = {orders: listRead(desk.now, []), easyOptions: unread, venue: 'LIVE'} as const;
    const [state] = takeReview({...desk.state, overlay: {kind: 'none'}}, read, desk.now);
    const lines = texts(linesIn(state, {columns: 100, rows: 30})).join(' ');
    expect(lines).toContain('c also close Easy Options');
  });

  it('follows the orders and Easy Options that polls list', () => {
    const desk = reviewing();
    desk.type('c');
    expect(screen(desk)).toMatch(/Cancels 1 order, closes 1 Easy Option,.*cancel #5 .*close .*#7 /);
    poll(desk, [order('6'), order('8')], [easyOption('7', {status: 'CLOSED'}), easyOption('9')]);
    expect(screen(desk)).toMatch(/Cancels 2 orders, closes 1 Easy Option,.*#6 .*#8 .*close .*#9 /);
    expect(screen(desk)).not.toMatch(/#5|#7/);
  });

  it('keeps its key, which is for what the halt ends and not for the names', () => {
    const desk = reviewing();
    const {key, revision, shownAt} = desk.question();
    poll(desk, [order('6'), order('8')], [easyOption('9')]);
    expect(desk.question()).toMatchObject({key, revision, shownAt});
    desk.asked();
    desk.type(key);
    expect(desk.asked()).toContainEqual(expect.objectContaining({type: 'wantHalt', wants: 'NO ORDERS'}));
  });

  it.each(['held', 'free'] as const)('takes controls that are %s: whoever has them may hang', is => {
    const desk = reviewing();
    const seen = {is, epoch: 2, by: 'pts/3 (process 7)', since: epoch, isReturned: false};
    desk.send({type: 'controls', seen});
    desk.asked();
    desk.type(desk.question().key);
    expect(desk.asked().map(({type}) => type)).toEqual(expect.arrayContaining(['wantHalt', 'takeControls']));
  });

  it('asks anew if it also closes Easy Options, even if none is open', () => {
    const desk = reviewing();
    poll(desk, [order('5')], []);
    desk.type('c');
    expect(desk.question().shownAt).toBeUndefined();
  });

  it('counts no order that a person placed after the flag to close a position', () => {
    const place = {kind: 'place', symbol: 'BTC-C', side: 'SELL', price: '5', size: '2'} as const;
    const done = {
      state: 'CONFIRMED',
      proof: 'proved',
      resolvedRecordId: '5',
      reason: '',
      attempts: [],
      underHalt: 1,
    } as const;
    const at = {mono: 0, wall: epoch + 1};
    const draft = {...place, positionId: '1', reduces: '1'};
    const desk = reviewing({}, [{...done, id: 'i', draft, askedAt: at, changedAt: at.wall}]);
    expect(screen(desk)).toContain('Cancels 0 orders,');
    expect(screen(desk)).toContain('1 order to close a position: not canceled');
    expect(screen(desk)).not.toContain('cancel #5');
    poll(desk, [order('5'), order('6')], [easyOption('7')]);
    expect(screen(desk)).toMatch(/Cancels 1 order,.*cancel #6 /);
  });

  it.each([
    ['The journal is still opening.', undefined],
    [
      'No writes without a journal: It may be of another account.',
      {type: 'journalFailed', reason: 'It may be of another account.', isUnread: true, isBarred: true},
    ],
  ] as const)('is not begun where nothing can be sent: %s', (why, failed) => {
    const desk = startDesk();
    if (failed !== undefined) desk.send(failed);
    desk.press('!');
    expect(desk.asked()).toContainEqual({type: 'setHalt', at: epoch});
    for (const seen of [undefined, record]) {
      desk.send({type: 'halt', msg: {type: 'seen', record: seen}});
      desk.press('!');
      expect(desk.state.notices.at(-1)?.text).toBe(`Nothing is canceled yet. ${why}`);
      expect(desk.state.halt.reviewing).toBeUndefined();
      expect(desk.asked().map(({type}) => type)).not.toContain('readForHalt');
    }
  });

  it('says that a list could not be read until a poll has read it', () => {
    const desk = reviewing({fault});
    expect(screen(desk)).toMatch(/The orders \(as of [\d:]+ UTC\) could not be read now: No answer/);
    expect(screen(desk)).toContain('Cancels 1 order,');
    poll(desk, [order('5'), order('6')], [easyOption('7')]);
    expect(screen(desk)).not.toContain('could not be read');
    expect(screen(desk)).toContain('Cancels 2 orders,');
  });
});
