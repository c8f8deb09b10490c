import {describe, expect, it} from 'vitest';
import {fieldOf} from '../../../src/account/model/rows.ts';
import type {FeedPane, Row} from '../../../src/account/model/vocabulary.ts';
import type {RoundAsked, RoundCame} from '../../../src/account/reading/round.ts';
import type {EasyOption, Order} from '../../../src/api/wire/records.ts';
import type {Intent} from '../../../src/core/intents/intent.ts';
import {withPortfolioRows} from '../../../src/desk/feeds/rounds.ts';
import {accountOf, trade} from '../../account/portfolio/account.ts';
import {easyOption, order, startDesk} from '../../helpers/desk.ts';
import {haltOf} from '../../helpers/halt.ts';
import {epoch, intentFor} from '../../helpers/intents.ts';
import {readRound} from '../../helpers/rounds.ts';
import {linesIn} from '../../ui/helpers/panel.ts';
import {texts} from '../../ui/helpers/texts.ts';

const record = haltOf({});
const fault = 'No answer.';

/** A desk with the review of a halt, which has read #5 and #7. */
function reviewing(intents: readonly Intent[] = []) {
  const desk = startDesk().open({orders: [order('5')], easyOptions: [easyOption('7')]});
  desk.restore(...intents);
  desk.halt(record);
  desk.press('!');
  desk.showQuestion();
  return desk;
}
type Desk = ReturnType<typeof reviewing>;
type Pane = 'orders' | 'easyOptions';
type Lists = {readonly orders: readonly Order[]; readonly easyOptions: readonly EasyOption[]};

/** Of each desk, the rounds of the account that are not answered yet. */
const waiting = new WeakMap<Desk, Map<FeedPane, RoundAsked>>();

/** The account's own reader, asked by the key of the review or before, comes back with an answer. */
function reads(desk: Desk, pane: Pane, answer: (asked: RoundAsked) => RoundCame) {
  const all = waiting.get(desk) ?? new Map<FeedPane, RoundAsked>();
  waiting.set(desk, all);
  const take = () => {
    for (const each of desk.asked()) if (each.type === 'readPortfolio') all.set(each.asked.pane, each.asked);
    return all.get(pane);
  };
  const before = take();
  if (before === undefined) desk.type('r');
  const asked = before ?? take();
  if (asked === undefined) throw new Error(`${pane} are not asked for`);
  all.delete(pane);
  desk.pass(2_000);
  desk.send({type: 'portfolio', came: answer(asked)});
}

/** The lists are read, each with so many rows more that cannot be. */
function poll(desk: Desk, orders: Lists['orders'], easyOptions: Lists['easyOptions'], unreadable = 0) {
  const lost = Array.from({length: unreadable}, (_, index) => ({index, reason: 'no price'}));
  for (const [pane, all] of Object.entries({orders, easyOptions}) as [Pane, readonly Row[]][])
    reads(desk, pane, asked =>
      readRound(asked, ({query}) => {
        const {status} = query as {status?: string};
        const rows = all.filter(each => status === undefined || fieldOf(each, 'status') === status);
        return {rows, unreadable: lost, total: rows.length + unreadable};
      }),
    );
}

/** Nothing comes back. */
const fails = (desk: Desk, pane: Pane) =>
  reads(desk, pane, ({pane, number}) => ({
    ...{pane, number, kind: 'failed', error: new Error(fault)},
    fault: {text: fault, isRefused: false},
  }));

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

  it('does not offer to leave Easy Options open while the halt closes them', () => {
    const desk = startDesk().open({easyOptions: [easyOption('7')]});
    desk.halt(undefined);
    desk.halt(haltOf({wants: 'NO ORDERS, NO EASY OPTIONS'}));
    desk.press('!');
    expect(screen(desk)).not.toContain('leave Easy Options open');
    desk.type('c');
    expect(desk.state.overlay).toMatchObject({kind: 'halt', closes: true});
  });

  it('offers to close Easy Options only if some are open, or may be', () => {
    const desk = reviewing();
    expect(screen(desk)).toContain('c also close 1 Easy Option');
    poll(desk, [order('5')], []);
    expect(screen(desk)).not.toContain('also close');
    poll(desk, [], [], 1);
    expect(screen(desk)).toContain('c also close Easy Options');
  });

  it('keeps its key, which is for what the halt ends and not for the names', () => {
    const desk = reviewing();
    const {key, revision, shownAt} = desk.question();
    poll(desk, [order('6'), order('8')], [easyOption('9')]);
    expect(desk.question()).toMatchObject({key, revision, shownAt});
    desk.asked();
    desk.type(key);
    expect(desk.asked()).toContainEqual(expect.objectContaining({type: 'setHalt', wants: 'NO ORDERS'}));
  });

  it.each(['held', 'free'] as const)('takes controls that are %s: whoever has them may hang', is => {
    const desk = reviewing();
    desk.controls({is});
    desk.asked();
    desk.type(desk.question().key);
    expect(desk.asked().map(({type}) => type)).toEqual(expect.arrayContaining(['setHalt', 'takeControls']));
  });

  it('counts no order that a person placed after the flag to close a position', () => {
    const place = {kind: 'place', symbol: 'BTC-C', side: 'SELL', price: '5', size: '2'} as const;
    const done = {state: 'CONFIRMED', proof: 'proved', resolvedRecordId: '5', underHalt: 1};
    const draft = {...place, positionId: '1', reduces: '1'};
    const desk = reviewing([intentFor(draft, done, {mono: 0, wall: epoch + 1})]);
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
      desk.halt(seen);
      desk.press('!');
      expect(desk.said()).toBe(`Nothing is canceled yet. ${why}`);
      expect(desk.state.overlay.kind).toBe('none');
    }
  });

  it('names the positions that stay beside lists that could not be read', () => {
    const desk = reviewing();
    fails(desk, 'orders');
    fails(desk, 'easyOptions');
    const held = {openPrice: '10', openDate: epoch - 1, positionId: '9', tradeSide: 'BUY'} as const;
    const {account} = withPortfolioRows(desk.state, accountOf({trades: [trade(held)]}), desk.now).portfolio;
    const state = {...desk.state, portfolio: {...desk.state.portfolio, account}};
    const shown = texts(linesIn(state, {columns: 60, rows: 30})).join(' ');
    expect(shown).toContain('could not be read now');
    expect(shown).toContain('1 position held: c on Portfolio closes each');
  });
});
