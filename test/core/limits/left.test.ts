import {expect, it} from 'vitest';
import type {Draft} from '../../../src/core/intents/kinds/kinds.ts';
import {leftBy} from '../../../src/desk/order/gate-now.ts';
import {startDesk} from '../../helpers/desk.ts';
import {epoch} from '../../helpers/intents.ts';
import {card, option, standing} from './account.ts';
import {limits, opened} from './opened.ts';

function typed(desk: ReturnType<typeof opened>, amount: string) {
  desk.press('o');
  desk.send({type: 'typed', field: 'amount', value: amount});
  desk.press('enter');
  const {overlay} = desk.state;
  const lines = overlay.kind === 'review' ? overlay.lines : [];
  return {
    kind: overlay.kind,
    leaves: lines.find(({label}) => label === 'Leaves')?.value,
    told: desk.state.notices.at(-1)?.text,
  };
}

it('a review shows how much an opening leaves of each limit', () => {
  const desk = opened([option('1', {investmentAmount: '4500'})]);
  expect(typed(desk, '250')).toMatchObject({
    kind: 'review',
    leaves: '250 of 5,000 USDT, 1 of 3 Easy Options',
  });
});

it('no opening is possible before the account is read completely, and the reason is shown', () => {
  const desk = startDesk({limits});
  desk.open({cards: [{...card('7', 'BTC'), currentAskPrice: '5'}]}, {total: undefined});
  desk.tell({type: 'looked', standing: standing()});
  expect(typed(desk, '250')).toMatchObject({
    kind: 'form',
    told: 'Not yet: the account is being read. Retry in a few seconds.',
  });
  // The refusal asks for it at once.
  expect(desk.asked().map(({type}) => type)).toContain('readPortfolio');
});

it('the loss of a day counts by the clock of the service', () => {
  const hourMs = 3_600_000;
  const lost = option('1', {status: 'CLOSED', closeTime: epoch - hourMs, plClosed: '-80'});
  const losing = (offsetMs: number) => {
    const desk = opened([lost], {underlyings: {}, maxDayLoss: {each: '50'}});
    desk.tell({type: 'polled', offsetMs});
    return typed(desk, '250');
  };
  expect(losing(0).kind).toBe('review');
  expect(losing(-2 * hourMs)).toMatchObject({kind: 'form', told: expect.stringMatching(/^Daily loss limit/)});
});

it('the refusal of an amend that may overfill names the wait that lets it pass', () => {
  const {state} = opened([], {underlyings: {}, maxOpenNotional: '1000'});
  const draft: Draft = {
    ...{kind: 'amend', orderId: '1', symbol: 'BTC-C', side: 'BUY', price: '1200', size: '0.5'},
    ...{newPrice: '1201', newSize: '0.5', tradesLagMs: 20_000, waitMs: 0},
  };
  expect(leftBy(state, draft)?.words).toBe(
    'Open notional would be 1,200.5 of 1,000: 0 open, 1,200.5 now (the old order may fill too). With amend_wait = 20 in the profile it would be 600.5.',
  );
  // No wait is enough.
  expect(leftBy(state, {...draft, newPrice: '2001'})?.words).toBe(
    'Open notional would be 1,600.5 of 1,000: 0 open, 1,600.5 now (the old order may fill too). 1,000 left: reduce the amount.',
  );
});
