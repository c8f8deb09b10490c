import {describe, expect, it} from 'vitest';
import {defaultGuardrails, type Limits} from '../../../src/account/model/vocabulary.ts';
import type {Order} from '../../../src/api/wire/records.ts';
import type {Settings} from '../../../src/desk/state.ts';
import {option, ordering, pending, standing, trade} from '../../core/limits/account.ts';
import {opened} from '../../core/limits/opened.ts';
import {order as orderOf, type startDesk} from '../../helpers/desk.ts';
import {epoch} from '../../helpers/intents.ts';

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
  const overlay = desk.shown('form');
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
  it('keeps what was typed, sends the exact decimal, and the review says how it came about', () => {
    const desk = opening();
    typed(desk, ['amount', 'max']);
    desk.press('enter');
    expect(desk.state.overlay).toMatchObject({draft: {investmentAmount: '100'}});
    const {overlay} = desk.state;
    const lines = overlay.kind === 'review' ? overlay.lines : [];
    expect(lines).toContainEqual(
      expect.objectContaining({label: 'Sized', value: 'max: 100 left of 5,000 = 100'}),
    );
    desk.press('escape');
    expect(desk.state.overlay).toMatchObject({form: {fields: [{value: 'max', sends: '100'}, {}]}});
  });

  it('is no figure of a read that is too old for the gate', () => {
    const desk = opening();
    desk.pass(300_000);
    desk.send({type: 'tick'});
    expect(typed(desk, ['amount', 'max']).error).toContain('Not now: this needs a newer read of the account');
  });

  it('says why it cannot be made', () => {
    const none = opening({guardrails: defaultGuardrails, limits: {underlyings: {}}});
    expect(typed(none, ['amount', 'max']).error).toBe('No limit is set: type a number.');
    expect(typed(none, ['amount', '5%']).error).toContain('Not a number');
  });
});

describe('the size of an order', () => {
  it('is of the limit at its price, rounded down, and follows the price', () => {
    const desk = placing();
    expect(typed(desk, ['price', ''], ['size', 'max']).error).toBe('Type the price first.');
    expect(typed(desk, ['price', '7'], ['size', 'max'])).toEqual({
      ...{value: 'max', sends: '37.1428', sized: 'max: 260 left of 300 at 7 = 37.1428'},
    });
    desk.fill({price: '5'});
    expect(typed(desk, ['positionId', ''], ['size', 'max'])).toMatchObject({sends: '52'});
  });

  it('is of what is left as it is typed, not as the form was opened', () => {
    const desk = placing();
    expect(typed(desk, ['price', '5'], ['size', 'max'])).toMatchObject({sends: '52'});
    const held = standing({pending: [pending({makes: 'order', load: ordering('60')})]});
    desk.tell({type: 'looked', standing: held});
    expect(typed(desk, ['size', 'max'])).toMatchObject({sends: '40'});
  });

  it.each(['5', '5.123456'])('is all of the position of %s that the order closes', all => {
    const {asset, type, strikePrice, expiryDate} = resting();
    const held = trade('1', {
      ...{asset, type, strikePrice, expiryDate, openDate: epoch - 600_000, fee: '0'},
      ...{filledSizeContracts: all},
    });
    const desk = opened([], limits, {orders: [resting({size: '1'})], trades: [held], guardrails});
    desk.type('4', 'g', 'c');
    expect(typed(desk, ['size', 'max'])).toMatchObject({sends: all, sized: `max of ${all} = ${all}`});
  });
});
