import {describe, expect, it} from 'vitest';
import type {Order} from '../../../src/api/wire/records.ts';
import {defaultGuardrails, type Limits} from '../../../src/desk/model/vocabulary.ts';
import type {Settings} from '../../../src/desk/state.ts';
import {epoch, order as orderOf, type startDesk} from '../../helpers/desk.ts';
import {option, ordering, reservation, standing, trade} from '../limits/account.ts';
import {opened} from '../limits/opened.ts';

type Desk = ReturnType<typeof startDesk>;

const guardrails = {...defaultGuardrails, maxInvestment: '1000', maxNotional: '500'};
const limits: Limits = {underlyings: {}, maxOpenInvestment: {each: '5000'}, maxOpenNotional: '300'};
const resting = (fields: Partial<Order> = {}): Order =>
  orderOf('8', {
    ...{symbol: 'BTC-C', side: 'BUY', price: '4', size: '10', sizeContracts: '10', asset: 'BTC'},
    ...{type: 'CALL', strikePrice: '70000', expiryDate: epoch + 86_400_000, orderType: 'LIMIT', ...fields},
  });

function typed(desk: Desk, ...fields: readonly (readonly [name: string, value: string])[]) {
  for (const [field, value] of fields) desk.send({type: 'typed', field, value});
  const {overlay} = desk.state;
  if (overlay.kind !== 'form') throw new Error(`${overlay.kind} is on the screen`);
  const {value, sends, error, sized} =
    overlay.form.fields.find(({name}) => name === fields.at(-1)?.[0]) ?? {};
  return error === undefined ? {value, sends, sized} : {value, error};
}

function opening(how: Partial<Settings> & {readonly limits?: Limits} = {}) {
  const {limits: of = limits, ...more} = how;
  const desk = opened([option('1', {investmentAmount: '4900'})], of, {guardrails, ...more});
  desk.press('o');
  return desk;
}

function placing(fields: Partial<Order> = {}, how: Partial<Settings> = {}) {
  const desk = opened([], limits, {orders: [resting(fields)], guardrails, ...how});
  desk.type('3', 'g', 'n');
  return desk;
}

describe('the amount of an opening', () => {
  it.each([
    ['5%', '50', '5% of 1,000 = 50'],
    ['0.5 %', '5', '0.5 % of 1,000 = 5'],
    ['max', '100', 'max: 100 left of 5,000 = 100'],
  ])('can be %s of the limit that applies: %s', (value, sends, sized) => {
    expect(typed(opening(), ['amount', value])).toEqual({value, sends, sized});
  });

  it('keeps what was typed, sends the exact decimal, and the review says how it came about', () => {
    const desk = opening();
    typed(desk, ['amount', '5%']);
    desk.press('enter');
    expect(desk.state.overlay).toMatchObject({draft: {investmentAmount: '50'}});
    const {overlay} = desk.state;
    const lines = overlay.kind === 'review' ? overlay.lines : [];
    expect(lines).toContainEqual({label: 'Sized', value: '5% of 1,000 = 50'});
    desk.press('escape');
    expect(desk.state.overlay).toMatchObject({form: {fields: [{value: '5%', sends: '50'}, {}]}});
  });

  it('says why it cannot be made', () => {
    const none = opening({guardrails: defaultGuardrails, limits: {underlyings: {}}});
    expect(typed(none, ['amount', 'max']).error).toBe('No limit is set: type a number.');
    expect(typed(none, ['amount', 'last']).error).toBe('No earlier one is known.');
    expect(typed(none, ['amount', 'risk 200']).error).toContain('No record states its contract');
    expect(typed(none, ['amount', '0%']).error).toBe('No limit is set: type a number.');
    expect(typed(opening(), ['amount', '0%']).error).toBe('0% of 1,000 = 0: too little.');
    expect(typed(opening(), ['amount', '200%']).error).toContain('exceeds max 1,000');
  });
});

describe('the size of an order', () => {
  it('is of the limit at its price, rounded down, and follows the price', () => {
    const desk = placing();
    expect(typed(desk, ['price', ''], ['size', '5%']).error).toBe('Type the price first.');
    expect(typed(desk, ['price', '7'], ['size', '5%'])).toEqual({
      ...{value: '5%', sends: '2.1428', sized: '5% of 300 at 7 = 2.1428'},
    });
    desk.send({type: 'typed', field: 'price', value: '5'});
    expect(typed(desk, ['positionId', ''], ['size', '5%'])).toMatchObject({sends: '3'});
    expect(typed(desk, ['size', 'max'])).toMatchObject({
      sends: '52',
      sized: 'max: 260 left of 300 at 5 = 52',
    });
  });

  it('is of what is left as it is typed, not as the form was opened', () => {
    const desk = placing();
    expect(typed(desk, ['price', '5'], ['size', 'max'])).toMatchObject({sends: '52'});
    const reserved = reservation({makes: 'order', load: ordering('60')});
    const held = standing({reservations: [reserved]});
    desk.send({type: 'intent', msg: {type: 'held', held: [], standing: held}});
    expect(typed(desk, ['size', 'max'])).toMatchObject({sends: '40'});
  });

  it('is that whose max loss is at risk', () => {
    const desk = placing();
    expect(typed(desk, ['price', '7'], ['size', 'risk 20'])).toMatchObject({
      ...{sends: '2.8571', sized: 'risk 20 at a max loss of 7 per contract = 2.8571'},
    });
    expect(typed(desk, ['side', 'SELL'], ['size', 'risk 20']).error).toBe('Its loss is unlimited.');
    const put = placing({type: 'PUT', strikePrice: '107'});
    expect(typed(put, ['side', 'SELL'], ['price', '7'], ['size', 'risk 250'])).toMatchObject({sends: '2.5'});
    const unknown = placing({strikePrice: undefined});
    expect(typed(unknown, ['price', '7'], ['size', 'risk 20']).error).toContain('the max loss is unknown');
  });

  it('is that of the last order that was not rejected', () => {
    const desk = placing();
    const placed = (id: string, size: string, state: 'ACCEPTED' | 'REJECTED') =>
      ({
        ...{id, state, reason: '', attempts: [], askedAt: {mono: 0, wall: epoch}, changedAt: epoch},
        draft: {kind: 'place', symbol: `X${id}`, side: 'BUY', price: '1', size},
      }) as const;
    const intents = [placed('a', '3', 'ACCEPTED'), placed('b', '9', 'REJECTED')];
    desk.send({type: 'intent', msg: {type: 'restored', intents}});
    desk.type('escape', 'n');
    expect(typed(desk, ['size', 'last'])).toMatchObject({sends: '3', sized: 'last = 3'});
  });

  it('does not count the order that an amend cancels', () => {
    const desk = opened([], limits, {orders: [resting()], guardrails});
    desk.type('3', 'g', 'm');
    expect(typed(desk, ['price', '5'], ['size', 'max'])).toMatchObject({sends: '60'});
  });

  it.each([
    ['5', '2.5'],
    ['5.123456', '2.5617'],
  ])('is of the position of %s that the order closes, all of it for max', (all, half) => {
    const {asset, type, strikePrice, expiryDate} = resting();
    const held = trade('1', {
      ...{asset, type, strikePrice, expiryDate, openDate: epoch - 600_000, fee: '0'},
      ...{filledSizeContracts: all},
    });
    const desk = opened([], limits, {orders: [resting({size: '1'})], trades: [held], guardrails});
    desk.type('4', 'g', 'c');
    expect(typed(desk, ['size', '50%'])).toMatchObject({sends: half, sized: `50% of ${all} = ${half}`});
    expect(typed(desk, ['size', 'max'])).toMatchObject({sends: all, sized: `max of ${all} = ${all}`});
    expect(typed(desk, ['size', 'risk 1']).error).toContain('reduces a position');
  });
});
