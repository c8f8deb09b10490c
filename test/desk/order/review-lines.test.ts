import {describe, expect, it} from 'vitest';
import {portfolioOf} from '../../../src/account/portfolio/portfolio.ts';
import type {Operations} from '../../../src/api/client.ts';
import type {Intent} from '../../../src/core/intents/intent.ts';
import {cancelOf, isAmend, placedBy} from '../../../src/core/intents/kinds/amend.ts';
import type {AmendDraft, CancelDraft} from '../../../src/core/intents/kinds/cancel.ts';
import type {CloseDraft} from '../../../src/core/intents/kinds/close.ts';
import {sentKindOf} from '../../../src/core/intents/kinds/kinds.ts';
import type {OpenDraft} from '../../../src/core/intents/kinds/open.ts';
import type {PlaceDraft} from '../../../src/core/intents/kinds/place.ts';
import {linesOf, payoffOf, whyNoPayoff} from '../../../src/desk/order/review-lines.ts';
import {decides} from '../../../src/desk/order/tickets/line-parts.ts';
import {accountOf, day, given, noon, trade} from '../../account/portfolio/account.ts';
import {card, easyOption, order, startDesk} from '../../helpers/desk.ts';
import {epoch, intentFor} from '../../helpers/intents.ts';
import {withRead} from '../../helpers/whole.ts';

type Desk = ReturnType<typeof startDesk>;

const open: OpenDraft = {kind: 'open', cardId: '1', investmentAmount: '2500'};
const place: PlaceDraft = {kind: 'place', symbol: 'X-1', side: 'SELL', price: '1234.5', size: '2'};

type AnyDraft = OpenDraft | CloseDraft | PlaceDraft | AmendDraft | CancelDraft;

/** The lines of a review by their labels. */
function facts({state}: Desk, ...[draft, subject]: [AnyDraft, object?]) {
  const lines = linesOf(state, {draft, subject: subject ?? {}});
  return new Map(lines.map(each => [each.label, each]));
}

const value = (lines: ReturnType<typeof facts>, label: string) => lines.get(label)?.value;

describe('the review of an opening', () => {
  const touch = card('1', {type: 'TOUCH', triggerPrice: '69645', currentOptionSymbol: 'X-1'});

  it.each([
    ['the profile sets', 'EUR', ['USDT'], '2,500 EUR'],
    ['the whole account uses', undefined, ['USDT', 'USDT'], '2,500 USDT'],
    ['is not stated if the account has two', undefined, ['USDT', 'BTC'], '2,500 (currency not stated)'],
    ['is not stated if no record has one', undefined, [], '2,500 (currency not stated)'],
  ])('uses a currency that %s', (_, investmentCurrency, seen, said) => {
    const easyOptions = seen.map((each, at) => easyOption(String(at), {investmentCurrency: each}));
    const desk = startDesk({investmentCurrency}).open({easyOptions});
    expect(value(facts(desk, open, {card: touch}), 'Investment')).toBe(said);
  });
});

describe('other orders that work on the symbol', () => {
  const working = (orderId: string, changed: object) =>
    order(orderId, {symbol: 'X-1', size: '0.3', sizeContracts: '0.3', ...changed});
  const desk = startDesk().open({
    orders: [working('1', {side: 'BUY'}), working('2', {side: 'SELL'}), working('3', {symbol: 'X-2'})],
    trades: [trade({orderId: '1', filledSizeContracts: '0.1'})],
  });

  it('are in the review of a new order, by side and less what has filled', () => {
    expect(value(facts(desk, place), 'Working')).toBe('BUY 0.2, SELL 0.3');
    expect(value(facts(desk, {...place, symbol: 'X-3'}), 'Working')).toBeUndefined();
  });

  it('are in the review of an amend, without the order that it amends', () => {
    const {price, size, side} = place;
    const of = {kind: 'amend', symbol: 'X-1', orderId: '2', side, price, size} as const;
    const amend: AmendDraft = {...of, newPrice: '1', newSize: size, tradesLagMs: 0};
    expect(value(facts(desk, amend), 'Working')).toBe('BUY 0.2');
  });
});

describe('the review of a close', () => {
  const held = easyOption('7', {
    cardId: '1',
    optionSymbol: 'X-1',
    investmentAmount: '1000',
    investmentCurrency: 'USDT',
    pl: '-25.5',
  });
  const close = {kind: 'close', easyOptionId: '7'} as const;

  it('shows what comes back and the P/L before the fee of the close, and no ask: only a buyer pays that', () => {
    const desk = startDesk().open({cards: [card('1', {currentOptionSymbol: 'X-1'})]});
    const lines = facts(desk, close, {option: held});
    expect(value(lines, 'P/L now')).toBe('-25.50 (-2.55 %), excl. close fee');
    expect(value(lines, 'Worth now')).toBe('about 974.50 USDT, excl. close fee');
    expect(value(lines, 'Invested')).toBe('1,000 USDT');
    expect(lines.has('Ask now')).toBe(false);
    expect(lines.get('Expires')?.at).toBe(Date.UTC(2026, 10, 27, 8));
    expect(value(lines, 'Symbol')).toBe('X-1');
  });
});

it('the review of an order says as of when orders and trades were read if they cannot be read now', () => {
  const {state} = startDesk().open();
  const {rows} = state.portfolio;
  const orders = {...rows.orders, fault: 'The service answered 502.', began: {mono: 0, wall: epoch}};
  const trades = {...rows.trades, fault: 'The service answered 502.', began: undefined};
  const failing = {...state, portfolio: {...state.portfolio, rows: {...rows, orders, trades}}};
  const draft = {kind: 'place', symbol: 'BTC-C', side: 'SELL', price: '5', size: '2'} as const;
  const unread = (of: typeof state) =>
    linesOf(of, {draft, subject: {}} as never).flatMap(each =>
      each.label === 'Not read' && decides(each) ? each.value : [],
    );
  expect(unread(failing)).toEqual(['orders now: as of 00:00:00, trades now: never read']);
  expect(unread(state)).toEqual([]);
});

describe('the contract in a payoff chart', () => {
  const listed = order('5', {symbol: 'X-1', type: 'PUT', strikePrice: '65000.000000000001'});

  it('counts what the old order of an amend may still fill, unless the new one waits for its trades', () => {
    const {state} = startDesk().open({orders: [listed]});
    const {kind: _, ...terms} = {...place, side: 'BUY', contract: listed} as const;
    const amend = {
      ...terms,
      kind: 'amend',
      orderId: '5',
      newPrice: '9',
      newSize: terms.size,
      tradesLagMs: 1,
    } as const;
    const sizes = (draft: AmendDraft) =>
      payoffOf(state, draft, {})?.after.map(({price, size}) => [price, size]);
    expect(sizes(amend)).toEqual([['9', terms.size]]);
    expect(payoffOf(state, {...amend, waitMs: 0}, {})?.isOverfilled).toBe(true);
    expect(sizes({...amend, waitMs: 0})).toEqual([
      [terms.price, terms.size],
      ['9', terms.size],
    ]);
  });

  it('counts what a write in doubt may have done, and its resend beside that', () => {
    const contract = {symbol: 'BTC-27NOV26-65000-C', type: 'CALL', strikePrice: '65000'};
    const one = card('1', {currentAskPrice: '10'});
    const startedAt = startDesk().now;
    const attempt = {number: 1, startedAt, process: 'this', by: 'user', result: undefined};
    const unknown = (draft: OpenDraft | PlaceDraft, more: object = {}) =>
      intentFor(draft, {state: 'UNKNOWN', attempts: [attempt], ...more});
    const buy: PlaceDraft = {...place, symbol: contract.symbol, side: 'BUY', price: '9'};
    const after = (ms: number, draft: OpenDraft | PlaceDraft, ...intents: Intent[]) => {
      const desk = startDesk().open({cards: [one], orders: [order('5', contract)]});
      desk.pass(ms);
      desk.send({type: 'tick'});
      desk.restore(...intents);
      const {before = [], after: then = [], isWorstCase} = payoffOf(desk.state, draft, {card: one}) ?? {};
      return [before.map(({size}) => size), then.map(({size}) => size), isWorstCase];
    };
    const of = (draft: OpenDraft | PlaceDraft, ...intents: Intent[]) => after(0, draft, ...intents);
    expect(of(open)).toEqual([[], ['250'], false]);
    expect(of(open, unknown(open))).toEqual([['250'], ['250', '250'], true]);
    expect(of(buy, unknown(open), unknown(buy, {id: 'i2'}))).toEqual([['250'], ['250', '2'], true]);
    // What makes the worst of it better does not count.
    expect(of(open, unknown({...buy, side: 'SELL'}))).toEqual([[], ['250'], false]);
    expect(of(open, unknown(open, {state: 'REJECTED'}))).toEqual([[], ['250'], false]);
    // After the time of its key it may be another order.
    expect(after(60_000, buy, unknown(buy))).toEqual([['2'], ['2', '2'], true]);
  });

  it('has what is held of its underlying and expiry before and after it', () => {
    const terms = {type: 'PUT', asset: 'BTC', strikePrice: '65000', expiryDate: noon + 5 * day};
    const {state} = startDesk().open({orders: [order('5', {symbol: 'X-1', ...terms})]});
    const trades = [
      trade({...terms, positionId: '1', openPrice: '100', openDate: noon}),
      trade({...terms, positionId: '2', openPrice: '9', openDate: noon, expiryDate: noon + day}),
      trade({...terms, positionId: '3', openPrice: '9', openDate: noon}),
    ];
    // It may be sold before its expiry.
    const touch = easyOption('7', {status: 'ACTIVE', type: 'TOUCH', qty: '1', positionId: '3'});
    const rows = accountOf({trades, easyOptions: [touch]});
    const whole = {...rows, trades: {...rows.trades, since: 0}};
    const portfolio = {...state.portfolio, rows: whole, account: portfolioOf(whole, given())};
    const payoff = payoffOf({...state, now: given().now, portfolio}, {...place, price: '150'}, {});
    expect(payoff).toMatchObject({before: [{size: '1', price: '100', strike: '65000'}], notDrawn: 1});
    expect(payoff?.after).toMatchObject([
      {size: '1', price: '100'},
      {size: '-2', price: '150'},
    ]);
  });

  it('is that of an Easy Option whose trades name the contract, unless they disagree', () => {
    const terms = {type: 'CALL', asset: 'BTC', strikePrice: '65000', expiryDate: noon + 5 * day};
    const {state} = startDesk().open({});
    const held = [easyOption('1', {optionSymbol: 'X-1', positionId: '9'})];
    const withTrades = (...trades: ReturnType<typeof trade>[]) => {
      const rows = {...accountOf({trades}), easyOptions: {...accountOf({}).easyOptions, rows: held}};
      return {...withRead(state, rows), portfolio: {...state.portfolio, rows}};
    };
    const fill = trade({...terms, positionId: '9'});
    const named = withTrades(fill);
    expect(payoffOf(named, place, {})?.contract).toMatchObject({type: 'CALL', strike: '65000'});
    expect(whyNoPayoff(named, place, {})).toBe('');
    const other = trade({...terms, strikePrice: '70000', positionId: '9'});
    expect(payoffOf(withTrades(fill, other), place, {})).toBeUndefined();
    const untyped = withTrades(trade({...terms, type: undefined, positionId: '9'}));
    expect(whyNoPayoff(untyped, place, {})).toBe('Payoff unknown: no record says CALL or PUT.');
  });

  it('is missing for an Easy Option and for a symbol of no listed order', () => {
    const {state} = startDesk().open({cards: [card('1')]});
    expect(payoffOf(state, open, {})).toBeUndefined();
    expect(whyNoPayoff(state, open, {})).toBe('');
    const first = {...place, symbol: 'BTC-27NOV26-65000-C'};
    expect(payoffOf(state, first, {})).toBeUndefined();
    expect(whyNoPayoff(state, first, {})).toBe(
      'Payoff unknown: no listed order or trade names this contract yet.',
    );
  });
});

describe('the review of any write', () => {
  const amended = {orderId: '7', symbol: 'X-1', side: 'BUY', price: '9', size: '3', tradesLagMs: 0} as const;
  const drafts: readonly AnyDraft[] = [
    open,
    {kind: 'close', easyOptionId: '8'},
    {...place, positionId: '502'},
    {kind: 'cancel', orderId: '7', symbol: 'X-1', side: 'BUY', price: '9', size: '3'},
    {kind: 'amend', ...amended, newPrice: '11', newSize: '4', positionId: '502'},
  ];

  /** All that leaves, but for the key and what never changes. */
  async function sentFor(draft: AnyDraft): Promise<readonly string[]> {
    const sent: string[] = [];
    const keep = (each: unknown): void => {
      if (typeof each === 'string') sent.push(each);
      else if (typeof each === 'object' && each !== null) Object.values(each).forEach(keep);
    };
    const record = (...[given]: unknown[]) => Promise.resolve(keep(given));
    const client = new Proxy({}, {get: () => record}) as Operations;
    const writes = isAmend(draft) ? [cancelOf(draft), placedBy(draft)] : [draft];
    for (const each of writes) {
      const write = {draft: each, attempts: [], askedAt: {mono: 0, wall: 0}, idempotencyKey: 'key'};
      await sentKindOf(each).send(client, write, undefined);
    }
    return sent.filter(each => each !== 'key' && each !== 'LIMIT');
  }

  it.each(drafts)('decides on all that a $kind sends', async draft => {
    const {state} = startDesk().open();
    const lines = linesOf(state, {draft, subject: {}}).filter(decides);
    const sent = await sentFor(draft);
    expect(sent.length).toBeGreaterThan(0);
    // The key sends only the id of a name, which stands in front and is never cut.
    const holds = (text: string, each: string, isName?: true) =>
      isName ? text.startsWith(`#${each}`) : text.replaceAll(',', '').includes(each);
    for (const each of sent)
      expect(
        lines.some(({value, short = value, isName}) =>
          [value, short].every(text => holds(text, each, isName)),
        ),
        `${each} of ${draft.kind}`,
      ).toBe(true);
  });
});
