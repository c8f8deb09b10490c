import {expect, it} from 'vitest';
import {serviceClock} from '../../../src/core/intents/clock.ts';
import {usedWords} from '../../../src/core/limits/words.ts';
import {limitsNow} from '../../../src/desk/order/gate-now.ts';
import type {SectionName} from '../../../src/desk/portfolio/lines.ts';
import {
  createLimitWords,
  limitsBlock,
  placeOfLimits,
  portfolioSentences,
} from '../../../src/ui/table/portfolio-block.ts';
import {option, standing} from '../../core/limits/account.ts';
import {limits, opened} from '../../core/limits/opened.ts';
import {startDesk, trade} from '../../helpers/desk.ts';
import {epoch} from '../../helpers/intents.ts';
import {texts} from '../helpers/texts.ts';

it('the Portfolio shows what is used and left of each limit after the account is read completely', () => {
  expect(createLimitWords()(startDesk({limits}).state)).toEqual([]);
  const desk = opened([option('1', {investmentAmount: '4800'})]);
  const {state} = desk;
  const words = createLimitWords();
  expect(words(state)).toEqual([
    'investment: 200 left of 5,000 USDT, 4,800 used',
    'Easy Options: 2 left of 3, 1 used',
  ]);
  expect(words({...state})).toBe(words(state));
  desk.pass(300_000);
  desk.send({type: 'tick'});
  expect(words(desk.state)[0]).toMatch(
    /^Not now: this needs a newer read of the account, the last is \d+ s old/,
  );
});

it('the limits section goes by the clock of the service, also where this machine has another', () => {
  const day = 86_400_000;
  const closed = (id: string, daysAgo: number, plClosed: string) =>
    option(id, {status: 'CLOSED', closeTime: epoch + day - daysAgo * day + 3_600_000, plClosed});
  const gates = {underlyings: {}, maxDayLoss: {each: '60'}, maxOpenNotional: '300'};
  const expiring = {strikePrice: '65000', filledSizeContracts: '2', openPrice: '100', openDate: epoch};
  const trades = [trade('1', {...expiring, expiryDate: epoch + day / 2})];
  const desk = opened([closed('1', 0, '-12'), closed('2', 1, '-97.55')], gates, {trades});
  for (let ms = 1; ms < 7_000; ms += 750) {
    desk.pass(750);
    desk.send({type: 'tick'});
    const {state} = desk;
    const offset = {offsetMs: day, seenAt: {...state.now}};
    const ahead = {...state, intents: {...state.intents, clock: offset}};
    const lines = createLimitWords()(ahead);
    expect(lines[1]).toBe('daily loss: 48 left of 60 USDT, 12 lost today');
    const [measure] = limitsNow(ahead)?.measures ?? [];
    expect(lines[0]).toBe(measure && usedWords(measure, at => serviceClock(ahead, at)));
  }
});

it('limits follow what is held and what works, also with another section among those, or without some', () => {
  const placed = (...names: SectionName[]) => {
    const found = names.map(name => ({name}));
    return names.toSpliced(placeOfLimits(found), 0, 'limits' as SectionName).join(' ');
  };
  expect(placed('glance', 'today', 'positions', 'orders', 'fees')).toMatch(/orders limits fees$/);
  expect(placed('glance', 'fees', 'today', 'positions', 'orders', 'open')).toMatch(/orders limits open$/);
  expect(placed('glance', 'positions', 'open')).toMatch(/positions limits open$/);
  expect(placed('open')).toBe('limits open');
});

it('limits are a section without a figure to select', () => {
  const rows = limitsBlock(['notional: 0 left of 1,000, 524.47 known, up to 1,731.47 until 10:41:52'], 40);
  expect(texts(rows.map(({line}) => line))).toEqual([
    '  Limits',
    '  notional: 0 left of 1,000, 524.47',
    '    known, up to 1,731.47 until 10:41:52',
  ]);
  expect(rows.every(({key}) => key === undefined)).toBe(true);
});

it('the limits section shows the daily loss in cents and the writes per minute, and both are spoken', () => {
  const gates = {underlyings: {}, maxDayLoss: {each: '500'}, maxWritesPerMinute: 10};
  const closed = option('1', {
    status: 'CLOSED',
    closeTime: Date.UTC(2026, 10, 21, 11),
    plClosed: '-28.3758639999993',
  });
  const {state} = opened([closed], gates);
  const asked = {...state.limits, standing: standing({writes: [state.now.wall - 1_000]})};
  const lines = ['daily loss: 471.62 left of 500 USDT, 28.38 lost today', 'writes: 9 left of 10 in a minute'];
  expect(createLimitWords()({...state, limits: asked})).toEqual(lines);
  expect(createLimitWords()(opened([], gates).state)[0]).toBe('daily loss: 500 left of 500, 0 lost today');
  expect(portfolioSentences({...state, limits: asked})).toEqual(
    expect.arrayContaining(lines.map(each => `Limit of ${each}`)),
  );
});
