import {expect, it} from 'vitest';
import {lately, noWatch, withListed} from '../../../src/desk/limits/pending.ts';
import {countIn} from '../../../src/desk/model/left-orders.ts';
import {later} from '../intents/attempts.ts';
import {order, rowsOf} from './account.ts';

const lagMs = 60_000;
const everyMs = 2_000;
const perRead = 50;

it('an order that left the list is remembered for the lag, however many came and went', () => {
  let watch = noWatch;
  for (let read = 0; read < 200; read++) {
    const began = later(read * everyMs);
    const orders = Array.from({length: perRead}, (_, index) => order(String(read * perRead + index)));
    watch = withListed(watch, rowsOf({orders}, began).orders, {began, lagMs});
  }
  const within = (lagMs / everyMs) * perRead;
  expect(countIn(lately(watch, lagMs))).toBe(within);
  expect(countIn(watch.left)).toBe(within);
});
