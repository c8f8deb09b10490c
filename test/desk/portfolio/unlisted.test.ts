import {describe, expect, it} from 'vitest';
import {portfolioOf} from '../../../src/account/portfolio/portfolio.ts';
import {payoffOf as atExpiry} from '../../../src/account/resources/payoff.ts';
import type {Order, Trade} from '../../../src/api/wire/records.ts';
import type {Intent} from '../../../src/core/intents/intent.ts';
import {cancelDraft} from '../../../src/core/intents/kinds/cancel.ts';
import type {Draft, WriteDraft} from '../../../src/core/intents/kinds/kinds.ts';
import {statusNote} from '../../../src/desk/effects/status-note.ts';
import {withPortfolioRows} from '../../../src/desk/feeds/rounds.ts';
import {linesOf, payoffOf} from '../../../src/desk/order/review-lines.ts';
import {sectionsOf, sectionsShown} from '../../../src/desk/portfolio/sections.ts';
import {unlistedFills, unlistedNow, unlistedWords} from '../../../src/desk/portfolio/unlisted.ts';
import type {State} from '../../../src/desk/state.ts';
import {briefPortfolio} from '../../../src/ui/table/portfolio-brief.ts';
import {accountOf, day, easyOption, hour, noon, trade} from '../../account/portfolio/account.ts';
import {order as listedOrder, startDesk} from '../../helpers/desk.ts';
import {intentFor} from '../../helpers/intents.ts';

const now = {mono: 10_000, wall: noon};
const lagMs = 20_000;
const contract = {asset: 'BTC', type: 'CALL', strikePrice: '75000', expiryDate: noon + 5 * day};
const order = (more: Partial<Order> = {}) =>
  listedOrder('7', {
    ...{symbol: 'BTC-X', positionId: '9', side: 'SELL', price: '60', size: '1', sizeContracts: '1'},
    ...{...contract, ...more},
  });
const fill = (more: Partial<Trade> = {}) =>
  trade({...contract, positionId: '9', orderId: '7', tradeSide: 'SELL', openDate: noon - 1, ...more});

/** A write that the service has answered with this order. */
function answered(seen: Order, draft: WriteDraft = placing(seen), changedAt = noon - 5_000): Intent {
  const confirmed = {state: 'CONFIRMED', proof: 'proved', resolvedRecordId: seen.orderId};
  return intentFor(draft, {id: `own ${seen.status}`, ...confirmed, seen: {order: seen}, changedAt}, now);
}

const placing = ({price = '', size = ''}: Order): WriteDraft => ({
  ...{kind: 'place', symbol: 'BTC-X', side: 'SELL', price, size},
});
const canceling = cancelDraft(order());

const filled = order({status: 'FILLED', openPrice: '60'});
const canceled = order({status: 'CANCELED'});

describe('what has filled, and no trade shows yet', () => {
  const known = '-1 BTC-X filled, not listed yet';
  const maybe = 'up to -1 BTC-X may have filled, not listed yet';
  const maybeHalf = maybe.replace('-1', '-0.5');
  const half = fill({filledSizeContracts: '0.5', fee: '0.1'});
  const priced = (more: Partial<Order> = {}) => order({openPrice: '60', ...more});
  const withFee = (fee: string) => ({orders: [priced({fee})], trades: [half]});
  const ended = answered({...canceled, openPrice: '60'}, canceling);
  type Lists = Parameters<typeof accountOf>[0];

  it.each<[string, string, Lists, readonly Order[], Intent?]>([
    ['is known of an own order that is FILLED', known, {}, [], answered(filled)],
    ['may be of one with more fees than its trades', maybeHalf, withFee('0.15'), []],
    ['is none of one with the fees of its trades, but for what is rounded', '', withFee('0.1001'), []],
    ['is what its listed trades leave', known.replace('-1', '-0.5'), {trades: [half]}, [], answered(filled)],
    ['is nothing once they are its size', '', {trades: [fill()]}, [order()], answered(filled)],
    ['is not known of an order with a fill price and no trade', maybe, {orders: [priced()]}, []],
    ['is nothing of an order without a fill price', '', {orders: [order()]}, []],
    ['is not known of an order that left the list', maybe, {}, [order()]],
    ['is not known of an own order that no list ever showed', maybe, {}, [], answered(order())],
    ['is nothing of one that is canceled without a fill', '', {}, [order()], answered(canceled, canceling)],
    ['is not known of one that is canceled with a fill price', maybe, {}, [order()], ended],
    ['is not known of one that is canceled, part listed', maybeHalf, {trades: [half]}, [order()], ended],
    ['is nothing of an Easy Option', '', {easyOptions: [easyOption({orderId: '7'})]}, [order()]],
  ])('%s', (_, words, lists, left, own) => {
    const gone = left.map(each => ({order: each}));
    const unlisted = unlistedFills(own === undefined ? [] : [own], accountOf(lists), gone, lagMs);
    expect(unlisted.map(unlistedWords).join()).toBe(words);
  });

  it('is nothing of an own order that was listed in no read for longer than trades lag', () => {
    const old = answered(order(), undefined, noon - lagMs - 1);
    expect(unlistedFills([old], accountOf({}), [], lagMs)).toEqual([]);
    const isFilled = answered(filled, undefined, noon - lagMs - 1);
    expect(unlistedFills([isFilled], accountOf({}), [], lagMs)).toHaveLength(1);
    expect(unlistedFills([{...isFilled, changedAt: noon - 3 * hour}], accountOf({}), [], lagMs)).toEqual([]);
  });
});

it('an unlisted fill stands beside the payoff of its own expiry alone', () => {
  const later = {expiryDate: contract.expiryDate + day, positionId: '10', orderId: '2', tradeId: '2'};
  const trades = [{orderId: '1'}, later].map(each => fill({...each, tradeSide: 'BUY', openPrice: '50'}));
  const account = accountOf({trades});
  const rows = {...account, trades: {...account.trades, since: 0}};
  const all = sectionsOf(portfolioOf(rows, {now}), rows, unlistedFills([answered(filled)], rows, [], lagMs));
  const notes = all.find(({name}) => name === 'payoffs')?.lines.map(({note}) => note);
  expect(notes).toEqual(['excl. 1 fill', '']);
});

describe('the review of a sale after one whose trade is not listed', () => {
  const bought = fill({orderId: '1', tradeSide: 'BUY', filledSizeContracts: '2.5', openPrice: '50'});
  const sale = {kind: 'place', symbol: 'BTC-X', side: 'SELL', price: '60', size: '2.5', contract} as const;
  const another = {...sale, positionId: '9'};

  function deskOf(orders: readonly Order[], intents: readonly Intent[]): State {
    const {state} = startDesk();
    const own = answered({...filled, orderId: '1', side: 'BUY'}, {...sale, side: 'BUY'});
    const rows = accountOf({trades: [bought], orders: [...orders]});
    const list = [own, ...intents];
    return withPortfolioRows(
      {...state, now, intents: {...state.intents, list}},
      {...rows, trades: {...rows.trades, since: 0}},
      now,
    );
  }

  const said = (state: State, draft: Draft) =>
    Object.fromEntries(linesOf(state, {draft, subject: {}} as never).map(each => [each.label, each.value]));

  it('counts it: the position, its risk and the loss at expiry', () => {
    const sold = deskOf([], [answered(filled)]);
    expect(unlistedNow(sold).map(unlistedWords)).toEqual(['-1 BTC-X filled, not listed yet']);
    expect(said(sold, another)).toMatchObject({
      ...{Position: '#9: +1.5 → -1 (-1 not listed yet), adds risk', Risk: 'Unlimited loss'},
    });
    const payoff = payoffOf(sold, another, {});
    expect(payoff?.before).toMatchObject([
      {size: '2.5', price: '50'},
      {size: '-1', price: '60'},
    ]);
    expect(atExpiry(payoff?.after ?? []).maxLoss).toBeUndefined();
    const listed = deskOf([], []);
    expect(said(listed, another)).toMatchObject({Position: '#9: +2.5 → 0, not proved to reduce'});
    expect(said(listed, another).Risk).toBeUndefined();
  });

  it('names it where the order names no position', () => {
    expect(said(deskOf([], [answered(filled)]), sale)).toMatchObject({Fills: '-1 not listed yet'});
  });

  it('is named beside each total that does not include it', () => {
    const sold = deskOf([], [answered(filled)]);
    const isMaybe = deskOf([order({openPrice: '60'})], []);
    const inDoubt = deskOf([], [intentFor(placing(order()), {state: 'UNKNOWN'}, now)]);
    for (const [state, mark] of [
      [sold, 'excl. 1 fill'],
      [isMaybe, 'excl. 1 fill?'],
      [inDoubt, 'excl. 1 fill?'],
    ] as const) {
      expect(briefPortfolio(state).money[0]).toContain(`uP/L n/a (1 unpriced) ${mark} ·`);
      const marked = sectionsShown(state).flatMap(({lines}) =>
        lines.flatMap(({name, note}) => (note.includes(mark) ? name : [])),
      );
      expect(marked).toEqual(['today', 'positions', 'BTC 27 NOV 26']);
    }
    expect(statusNote(sold)).toMatchObject({unlisted: 1});
    expect(statusNote(isMaybe)).toMatchObject({unlisted: 1, mayHaveFilled: true});
    expect(briefPortfolio(deskOf([], [])).money[0]).not.toContain('fill');
    const opening = {kind: 'open', cardId: '1', investmentAmount: '50'} as const;
    const own = intentFor(opening, {id: 'o', state: 'CONFIRMED', proof: 'proved'}, now);
    const reads = {o: {since: now, last: now, count: 0}};
    const accepted = {...sold, intents: {...sold.intents, list: [...sold.intents.list, own], reads}};
    expect(briefPortfolio(accepted).money[0]).toContain(' excl. 1 fill, 1 opening ·');
  });

  it('stands alone in the header without a figure, which is rounded also where its currency is left out', () => {
    const brief = (rows: Parameters<typeof accountOf>[0]) => {
      const desk = startDesk();
      for (const _ of [1, 2]) desk.send({type: 'journalRead', activity: [], intents: [answered(filled)]});
      return briefPortfolio(withPortfolioRows(desk.state, accountOf(rows), now)).money;
    };
    expect(brief({})).toEqual(['1 fill not listed yet']);
    const fields = {pl: '-5.24329', investmentCurrency: 'USDT', status: 'ACTIVE'};
    expect(brief({easyOptions: [easyOption(fields)]}).at(-1)).toBe('uP/L -5.24 excl. 1 fill');
  });

  it('takes the worse case of a fill whose size is not known', () => {
    const sold = deskOf([order({openPrice: '60'})], []);
    expect(said(sold, another)).toMatchObject({
      ...{Position: '#9: +1.5 → -1 (up to -1 not listed yet), adds risk', Risk: 'Unlimited loss'},
    });
    expect(atExpiry(payoffOf(sold, another, {})?.after ?? []).maxLoss).toBeUndefined();
    const grown = deskOf([order({openPrice: '60', side: 'BUY'})], []);
    expect(said(grown, {...another, size: '3'})).toMatchObject({
      ...{Position: '#9: +2.5 → -0.5 (up to +1 not listed yet), adds risk', Risk: 'Unlimited loss'},
    });
    expect(atExpiry(payoffOf(grown, {...another, size: '3'}, {})?.after ?? []).maxLoss).toBeUndefined();
  });
});
