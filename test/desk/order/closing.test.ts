import {describe, expect, it} from 'vitest';
import {defaultGuardrails, type Limits} from '../../../src/account/model/vocabulary.ts';
import {contractKey} from '../../../src/account/resources/arithmetic.ts';
import type {Order, Trade} from '../../../src/api/wire/records.ts';
import {pendingIn} from '../../../src/core/gate/gate.ts';
import {orderPlaced} from '../../../src/core/intents/kinds/kinds.ts';
import type {PlaceDraft} from '../../../src/core/intents/kinds/place.ts';
import {sheetOf} from '../../../src/desk/dialogs/index.ts';
import {draftWanted} from '../../../src/desk/dialogs/proposals.ts';
import type {Command} from '../../../src/desk/messages.ts';
import type {Settings} from '../../../src/desk/state.ts';
import {trade as tradeOf} from '../../core/limits/account.ts';
import {opened, readAll} from '../../core/limits/opened.ts';
import {card as cardOf, order as orderOf} from '../../helpers/desk.ts';
import {proposal} from '../../helpers/dialogs.ts';
import {haltOf} from '../../helpers/halt.ts';
import {epoch, intentFor} from '../../helpers/intents.ts';

const trade = (tradeId: string, fields: Partial<Trade> = {}): Trade =>
  tradeOf(tradeId, {openDate: epoch - 600_000, fee: '0', expiryDate: epoch + 86_400_000, ...fields});
const bought = trade('1');
const {asset, type, strikePrice, expiryDate} = bought;
const contract = {asset, type, strikePrice, expiryDate};
/** A working order names the symbol of the contract. */
const resting = (fields: Partial<Order> = {}): Order =>
  orderOf('8', {...contract, symbol: 'BTC-C', price: '4', size: '1', sizeContracts: '1', ...fields});

type Given = Partial<Settings> & {
  readonly orders?: readonly Order[];
  readonly trades?: readonly Trade[];
  readonly limits?: Limits;
  readonly commands?: Command[];
};

/** A desk that holds 5 contracts, on its Trades. */
function onTrades({
  limits = {underlyings: {}},
  trades = [bought],
  orders = [resting()],
  ...more
}: Given = {}) {
  const desk = opened([], limits, {orders, trades, ...more});
  desk.press('4');
  desk.press('g');
  return desk;
}
type Desk = ReturnType<typeof onTrades>;

const fieldsIn = ({state: {overlay}}: Desk) =>
  overlay.kind === 'form' ? overlay.form.fields.map(({value}) => value) : overlay.kind;

function review(desk: Desk, typed: Partial<Record<'price' | 'size' | 'side', string>> = {price: '6'}) {
  desk.fill(typed);
  desk.press('enter');
  return shown(desk);
}

function shown(desk: Desk) {
  const {overlay} = desk.state;
  if (overlay.kind !== 'review') return {told: desk.said()};
  const {lines, draft} = overlay;
  const position = lines.find(({label}) => label === 'Position');
  const {reduces} = orderPlaced(draft) ?? {};
  const {value, danger, note: why} = position ?? {};
  return {position: value, danger, reduces: [reduces !== undefined], why};
}

const halted = (desk: Desk) => {
  desk.halt(haltOf({by: 'process 1'}));
  return desk;
};

const ways = 'r reads now, n places an order that adds risk.';

describe('the key to close a position', () => {
  it('fills in all, and proposes a price through the last one, from a trade and the position view', () => {
    const closing = ['BTC-C', 'SELL', '9', '5', '1'];
    const desk = onTrades();
    desk.press('c');
    expect(fieldsIn(desk)).toEqual(closing);
    expect(desk.state.overlay).toMatchObject({
      form: {
        title: 'Close position',
        proposed: expect.stringMatching(/^at least 5 % below its last trade 10, 10m ago$/),
        focus: 2,
      },
    });
    desk.press('escape');
    desk.press('p');
    desk.press('c');
    expect(fieldsIn(desk)).toEqual(closing);
  });

  it('proposes a price from the ask by the tick of the profile, and above it for what was sold', () => {
    const priceOf = (given: Given) => {
      const desk = onTrades(given);
      desk.poll('cards', [cardOf('7', {currentOptionSymbol: 'BTC-C', currentAskPrice: '704.1'})]);
      desk.press('c');
      const {overlay} = desk.state;
      return overlay.kind === 'form' ? [overlay.form.proposed, fieldsIn(desk)[2]] : overlay.kind;
    };
    const from = 'the ask 704.1';
    expect([
      priceOf({}),
      priceOf({tick: '0.5'}),
      priceOf({tick: '0.5', trades: [trade('1', {tradeSide: 'SELL'})]}),
      priceOf({tick: '50'}),
    ]).toEqual([
      [`at least 5 % below ${from}`, '668.8'],
      [`at least 5 % below ${from}`, '668.5'],
      [`at least 5 % above ${from}`, '739.5'],
      [`at least 5 % below ${from}`, '668.8'],
    ]);
  });

  describe('the price that it proposes', () => {
    const ask = (desk: Desk, currentAskPrice: string | undefined) =>
      desk.poll('cards', [cardOf('7', {currentOptionSymbol: 'BTC-C', currentAskPrice})]);
    const asked = (price: string) => {
      const desk = onTrades();
      ask(desk, price);
      desk.press('c');
      return desk;
    };
    const shownIn = ({state}: Desk) => JSON.stringify(sheetOf(state));
    const linesIn = (desk: Desk) =>
      desk.shown('review').lines.flatMap(({label, value}) => (/^(Ask|Price is)$/.test(label) ? value : []));

    it('is compared in the review with the ask of now, and that with the ask it was made from', () => {
      const desk = asked('704.1');
      desk.pass(2_000);
      ask(desk, '600');
      desk.press('enter');
      expect(linesIn(desk)).toEqual(['600, the price is 5 % below it']);
      expect(desk.shown('review').priceSeen).toBe('600');
      const of = (price: string) => {
        ask(desk, price);
        return linesIn(desk);
      };
      expect(of('575')).toEqual(['575, the price is 0.8 % below it: may not fill']);
      expect(of('570')).toEqual(['570, the same as the price: may not fill']);
      expect(of('500')).toEqual(['500, the price is 14 % above it: it will wait, not sell now']);
    });

    it('asks again by a letter as soon as the order may not fill, and again when it will wait', () => {
      const desk = asked('600');
      desk.press('enter');
      const of = (price: string) => {
        ask(desk, price);
        const line = desk.shown('review').lines.find(({label}) => label === 'Ask');
        return [line?.rule, desk.shown('review').guards.map(({kind}) => kind), desk.question().key] as const;
      };
      expect(of('590')).toEqual(['told', [], 'y']);
      const [rule, guards, first] = of('575');
      expect([rule, guards]).toEqual(['decides', ['moved']]);
      expect(first).not.toBe('y');
      const [, , second] = of('560');
      expect(second).not.toBe(first);
      // It is said already, and the letter stays for who wants it so.
      expect(of('600')[2]).toBe(second);
      expect(of('560')[2]).toBe(second);
      expect(shownIn(desk)).toContain('Price moved 600 → 560');
    });

    it('says so of a purchase below the ask too, and of no order that closes nothing', () => {
      const desk = onTrades({trades: [trade('1', {tradeSide: 'SELL'})]});
      ask(desk, '600');
      desk.press('c');
      desk.press('enter');
      ask(desk, '700');
      expect(linesIn(desk)).toEqual(['700, the price is 10 % below it: it will wait, not buy now']);
      expect(desk.shown('review').guards).toEqual([{kind: 'moved', to: '700'}]);
      const other = asked('600');
      other.press('escape');
      other.press('n');
      other.fill({side: 'SELL', price: '610', size: '1', positionId: ''});
      other.press('enter');
      ask(other, '500');
      expect(linesIn(other)).toEqual(['500']);
      expect(other.shown('review').guards).toEqual([]);
    });

    it('stays as soon as an arrow key begins to edit it', () => {
      const desk = asked('704.1');
      desk.press('left');
      ask(desk, '600');
      expect(fieldsIn(desk)[2]).toBe('668.8');
      expect(desk.shown('form').form.proposed).toBeUndefined();
    });

    it('says how old its ask is, once that is old', () => {
      const desk = asked('704.1');
      desk.pass(45_000);
      desk.send({type: 'tick'});
      expect(shownIn(desk)).toContain('Price at least 5 % below the ask 704.1, 45 s old');
    });

    it('says in form and review that no ask known, and which trade it is made of', () => {
      const desk = onTrades();
      desk.press('c');
      expect(shownIn(desk)).toContain('Price at least 5 % below its last trade 10, 10m ago');
      expect(shownIn(desk)).toContain('no ask known');
      desk.press('enter');
      expect(linesIn(desk)).toEqual([
        'not known, last trade 10',
        'at least 5 % below its last trade 10, 10m ago',
      ]);
      desk.press('escape');
      desk.fill({price: '9.5'});
      desk.press('enter');
      expect(linesIn(desk)).toEqual(['not known, last trade 10']);
    });
  });

  it('takes its side, size, price and position back with the symbol, and brings them again with that', () => {
    const desk = onTrades();
    desk.press('c');
    desk.fill({symbol: 'ETH-C'});
    expect(fieldsIn(desk)).toEqual(['ETH-C', '', '', '', '']);
    expect(desk.shown('form').form).toMatchObject({title: 'New limit order', held: undefined});
    desk.fill({symbol: 'btc-c'});
    expect(fieldsIn(desk)).toEqual(['btc-c', 'SELL', '9', '5', '1']);
    expect(desk.shown('form').form).toMatchObject({title: 'Close position', held: '5'});
    desk.fill({size: '2', symbol: 'ETH-C'});
    expect(fieldsIn(desk)).toEqual(['ETH-C', '', '', '2', '']);
  });

  it('lets an order that names a position be of no other symbol', () => {
    const desk = onTrades();
    desk.press('n');
    expect(fieldsIn(desk)).toEqual(['BTC-C', 'BUY', '', '', '1']);
    desk.fill({symbol: 'ETH-C'});
    expect(fieldsIn(desk)).toEqual(['ETH-C', 'BUY', '', '', '']);
    desk.fill({price: '4', size: '1', positionId: '1'});
    desk.press('enter');
    const wrong = desk.shown('form').form.fields.flatMap(({error}) => error ?? []);
    expect(wrong).toEqual(['Position #1 is of BTC-C: clear it, or type its symbol.']);
  });

  it.each([
    [{}, 'Close position #1'],
    [{size: '2'}, 'Reduce position #1'],
    [{side: 'BUY'}, 'Place a limit order'],
  ])('heads the review with what the order does to the position: %s', (typed, title) => {
    const desk = onTrades();
    desk.press('c');
    review(desk, typed);
    expect(sheetOf(desk.state)[0]).toMatchObject({row: [{text: title}]});
  });

  it('takes the only position of the Portfolio, and asks for one of several', () => {
    const one = onTrades();
    one.press('6');
    one.press('c');
    expect(fieldsIn(one)).toEqual(['BTC-C', 'SELL', '9', '5', '1']);
    one.press('escape');
    one.press('j');
    one.press('j');
    one.press('c');
    expect(one.said()).toBe('1 position held: select one (j).');
    const two = onTrades({trades: [bought, trade('2', {positionId: '2', strikePrice: '80000'})]});
    two.press('6');
    two.press('c');
    expect(two.said()).toBe('2 positions held: select one (j).');
    expect(two.state.overlay.kind).toBe('none');
  });

  it('takes no other position for a fill that no trade shows yet', () => {
    const filling = resting({symbol: 'ETH-C', openPrice: '4'});
    const another = onTrades({orders: [resting(), filling]});
    another.press('6');
    another.press('c');
    expect(another.said()).toBe('1 position held: select one (j).');
    const alone = onTrades({orders: [filling], trades: []});
    alone.press('6');
    alone.press('c');
    expect(alone.said()).toMatch(/^up to .1 ETH-C may have filled, not listed yet: wait until its trade/);
  });

  it('leaves out what a working order already closes, and says so if nothing is left', () => {
    const closes = (size: string) =>
      onTrades({orders: [resting({side: 'SELL', positionId: '1', size, sizeContracts: size})]});
    const part = closes('2');
    part.press('c');
    expect(fieldsIn(part)).toEqual(['BTC-C', 'SELL', '9', '3', '1']);
    const all = closes('5');
    all.press('c');
    expect(all.said()).toBe('Working or unresolved orders already close this position.');
    // It leaves the list, and no trade shows yet that it filled.
    readAll(all, {orders: [resting({orderId: '7'})], trades: [bought]}, {afterMs: 2_500});
    all.press('c');
    expect(all.said()).toMatch(
      /^A fill of SELL 5 @ 4 #8 \(no longer open\) may not be listed yet: c once a read shows it, by \d\d:\d\d:\d\d at the latest\.$/,
    );
  });

  describe('after an order that took all of it was canceled', () => {
    const closing = {symbol: 'BTC-C', side: 'SELL', price: '9', size: '5'} as const;
    const sell: PlaceDraft = {kind: 'place', ...closing, positionId: '1', contract};
    const canceled = (desk: Desk, state = 'CONFIRMED', at = desk.now) => {
      const place = intentFor(sell, {state: 'CONFIRMED', proof: 'proved', resolvedRecordId: '7'}, at);
      const draft = {kind: 'cancel', orderId: '7'} as const;
      const cancel = intentFor(draft, {id: 'c7', state, proof: 'proved', offsetAtSend: 0}, at);
      const intents = [place, cancel];
      const standing = {pending: pendingIn(intents), writes: [], zone: 'UTC'};
      desk.restore(...intents);
      desk.tell({type: 'looked', standing});
    };

    it('names that order, and the time until which its fill may not be listed', () => {
      const desk = onTrades();
      canceled(desk);
      desk.press('c');
      expect(desk.said()).toMatch(
        /^A fill of SELL 5 @ 9 #7 \(canceled\) may not be listed yet: c once a read shows it, by /,
      );
      const {now} = desk;
      readAll(desk, {orders: [resting()], trades: [bought]}, {afterMs: 30_000});
      readAll(desk, {orders: [resting()], trades: [bought]}, {afterMs: 30_000});
      desk.press('c');
      expect([desk.state.overlay.kind, desk.now.wall - now.wall]).toEqual(['form', 60_000]);
    });

    it('says that it may work while its cancel is in doubt', () => {
      const desk = onTrades();
      canceled(desk, 'UNKNOWN');
      desk.press('c');
      expect(desk.said()).toBe('Working or unresolved orders already close this position.');
    });
  });

  it.each([
    ['No position is held here.', {trades: [bought, trade('2', {tradeSide: 'SELL'})]}],
    [
      `The trades of this position have no position id. ${ways}`,
      {trades: [trade('1', {positionId: undefined})]},
    ],
    [`No record names the symbol of this position yet. ${ways}`, {orders: []}],
    [
      `The position is not proved: some of its trades are missing or incomplete. ${ways}`,
      {trades: [trade('1', {fee: undefined})]},
    ],
  ])('says why it cannot: %s', (why, given: Given) => {
    const desk = onTrades(given);
    desk.press('c');
    expect(desk.said()).toBe(why);
    expect(desk.state.overlay.kind).toBe('none');
  });
});

it.each([
  [', and a new order that the gate passes', {}, ways],
  ['alone where a limit needs it too', {limits: {underlyings: {}, maxOpenNotional: '1'}}, 'r reads now.'],
])('while no list can be read, a close names the read%s', (_, given: Given, way) => {
  const desk = onTrades(given);
  desk.pass(60_000);
  desk.send({type: 'tick'});
  desk.press('c');
  expect(desk.said()).toMatch(/^Not now: this needs a newer read of the account, the last is 6\d s old\./);
  expect(desk.said()?.endsWith(`in a few seconds. ${way}`)).toBe(true);
});

it('a review offers no key while a limit needs a newer read, and says so', () => {
  const desk = onTrades({limits: {underlyings: {}, maxOpenNotional: '9000'}});
  desk.press('3');
  desk.press('n');
  const at = (key: string) => JSON.stringify(sheetOf(desk.state)).includes(`"held":"${key}`);
  review(desk, {price: '6', size: '1'});
  desk.showQuestion();
  expect(at('Not now')).toBe(false);
  desk.pass(60_000);
  desk.send({type: 'tick'});
  expect(at('Not now: this needs a newer read of the account')).toBe(true);
  desk.showQuestion();
  desk.pass(1_000);
  desk.press(desk.question().key);
  expect(desk.question().notice).toMatch(/^Not now: this needs a newer read/);
});

it('a position that no record names is named by the service, which is asked once', () => {
  const commands: Command[] = [];
  const wanted = () => commands.filter(({type}) => type === 'readSymbols');
  const desk = onTrades({orders: [], commands});
  expect(wanted()).toMatchObject([{positions: [{symbol: undefined, net: '5'}]}]);
  desk.send({type: 'symbolsRead', symbols: new Map()});
  desk.press('c');
  expect(desk.said()).toMatch(/^No record names/);
  desk.send({type: 'symbolsRead', symbols: new Map([[bought.orderId ?? '', 'BTC-C']])});
  desk.press('c');
  expect(fieldsIn(desk)).toEqual(['BTC-C', 'SELL', '9', '5', '1']);
});

describe('an order that reduces a position', () => {
  it('says REDUCING in its review, with the position before and after', () => {
    const desk = onTrades();
    desk.press('c');
    const reducing = {position: '#1: +5 → 0, REDUCING', danger: false, reduces: [true]};
    expect(review(desk)).toEqual(reducing);
    desk.press('escape');
    expect(review(desk, {size: '2'})).toEqual({...reducing, position: '#1: +5 → +3, REDUCING'});
    desk.press('escape');
    const more = {position: '#1: +5 → -1, adds risk', danger: true, reduces: [false]};
    expect(review(desk, {size: '6'})).toEqual(more);
    desk.press('escape');
    expect(review(desk, {side: 'BUY', size: '1'})).toEqual({...more, position: '#1: +5 → +6, adds risk'});
  });

  it('passes the halt, the limits and the guardrails, which block one that sells more', () => {
    const limits = {underlyings: {}, maxOpenNotional: '1', maxDayLoss: {each: '0'}, maxWritesPerMinute: 0};
    const guardrails = {...defaultGuardrails, priceBand: 1_000, maxNotional: '1'};
    const desk = halted(onTrades({limits, guardrails}));
    desk.press('c');
    expect(JSON.stringify(sheetOf(desk.state))).not.toContain('in the last minute');
    expect(review(desk)).toMatchObject({reduces: [true]});
    desk.press('escape');
    expect(review(desk, {size: '6'}).told).toMatch(/^HALTED/);
    expect(review(desk, {size: '5'})).toMatchObject({reduces: [true]});
    desk.pass(1_000);
    const [draft] = desk.confirm();
    if (draft === undefined) throw new Error('nothing was asked for');
    // Its form comes back with the rules of a close, if it is refused.
    desk.tell({type: 'askFailed', draft, reason: 'The disk is full.'});
    desk.press('f');
    const {form} = desk.shown('form');
    expect(form).toMatchObject({cameBack: 'NOT SENT', held: '5'});
    expect(form.fields.flatMap(({error}) => error ?? [])).toEqual([]);
  });
});

describe('an order that an agent proposes', () => {
  const wanted = {symbol: 'BTC-C', side: 'SELL', price: '6', size: '2'} as const;
  const id = `1\n${contractKey(bought)}`;

  function proposed(desk: Desk, changed: Partial<PlaceDraft>): ReturnType<typeof review> {
    const draft = {kind: 'place', ...wanted, ...changed} as const;
    desk.send({type: 'proposed', open: [proposal('p1', desk.now.wall, {draft})]});
    desk.press('P');
    return shown(desk);
  }

  it('adds risk without its position, and beyond what is held when it is reviewed', () => {
    expect(proposed(halted(onTrades()), {}).told).toMatch(/^HALTED/);
    expect(proposed(halted(onTrades()), {positionId: '1', size: '6', reduces: id}).told).toMatch(/^HALTED/);
    expect(proposed(onTrades(), {}).position).toBeUndefined();
    expect(proposed(onTrades(), {positionId: '1', size: '6', reduces: id})).toMatchObject({
      position: '#1: +5 → -1, adds risk',
      reduces: [false],
    });
  });

  it('is weighed so when it is proposed', () => {
    const {state} = onTrades();
    const of = (size: string) => draftWanted(state, 'place', {...wanted, size, positionId: '1'});
    expect(of('5')).toMatchObject({draft: {reduces: id}});
    expect(of('6')).toMatchObject({draft: {reduces: undefined}});
  });
});

describe('an amend of a reducing order', () => {
  const selling = (fields: Partial<Order> = {}) =>
    resting({side: 'SELL', positionId: '1', size: '2', sizeContracts: '2', orderType: 'LIMIT', ...fields});

  function amended(given: Given & {readonly lagMs?: number}) {
    const desk = onTrades({orders: [selling()], ...given});
    desk.press('3');
    desk.press('g');
    desk.press('m');
    return desk;
  }

  it('takes its own fills off both the position and the size', () => {
    const sold = trade('2', {orderId: '8', tradeSide: 'SELL', filledSizeContracts: '1'});
    const desk = amended({trades: [bought, sold], orders: [selling({size: '3', sizeContracts: '3'})]});
    expect(review(desk, {size: '5'})).toMatchObject({position: '#1: +4 → 0, REDUCING'});
    desk.press('escape');
    expect(review(desk, {size: '6'})).toMatchObject({position: '#1: +4 → -1, adds risk'});
  });

  it('leaves to other orders what they take', () => {
    const orders = [selling(), selling({orderId: '7', size: '2', sizeContracts: '2'})];
    expect(review(amended({orders}), {size: '3'})).toMatchObject({position: '#1: +5 → +2, REDUCING'});
    expect(review(amended({orders}), {size: '4'})).toMatchObject({
      position: '#1: +5 → +1, not proved to reduce.',
      why: expect.stringMatching(/^Reduces 4, but 3 of 5 is left: working or unresolved orders take 2\./),
    });
  });

  it('counts the overfill of one that does not wait', () => {
    const at = (amendWaitMs: number) => amended({lagMs: 1_000, amendWaitMs});
    expect(review(at(0), {size: '3'})).toMatchObject({position: '#1: +5 → +2, REDUCING'});
    expect(review(at(0), {size: '4'})).toMatchObject({
      position: '#1: +5 → +1, not proved to reduce.',
      why: 'Reduces 6 with an overfill of 2, but 5 of 5 is left. Reduce the size.',
    });
    expect(review(at(1_000), {size: '4'})).toMatchObject({position: '#1: +5 → +1, REDUCING'});
  });

  it('stays reducing if it is moved by a tick with other marked orders, which the halt leaves out', () => {
    const orders = [selling(), resting({orderId: '7', orderType: 'LIMIT'})];
    const desk = halted(onTrades({orders}));
    desk.press('3');
    desk.press('g');
    desk.type('space', 'space', '+');
    desk.readList({orders});
    const {overlay} = desk.state;
    if (overlay.kind !== 'several') throw new Error(desk.said());
    expect(overlay.items.map(({words}) => words)).toEqual(['#8 SELL 2 BTC-C @ 4 → 5, REDUCING']);
    expect(overlay.items.map(({draft}) => draft)).toMatchObject([{reduces: expect.any(String)}]);
    expect(overlay.notes).toEqual([expect.stringMatching(/^1 left out: HALTED/)]);
  });

  it('passes the halt and the limits, which block one that adds risk', () => {
    const limits = {underlyings: {}, maxOpenNotional: '1', maxDayLoss: {each: '0'}};
    const desk = halted(onTrades({limits, orders: [selling()]}));
    for (const key of ['3', 'g', 'm']) desk.press(key);
    expect(review(desk, {size: '6'}).told).toMatch(/^HALTED/);
    expect(review(desk, {size: '5'})).toMatchObject({reduces: [true]});
    const opens = halted(onTrades({orders: [resting({orderType: 'LIMIT'})]}));
    for (const key of ['3', 'g', 'm']) opens.press(key);
    expect(opens.said()).toMatch(/^HALTED/);
  });
});
