import {expect, it} from 'vitest';
import {positionsOf} from '../../../src/account/portfolio/positions.ts';
import {readSymbols} from '../../../src/account/reading/symbols.ts';
import type {Operations} from '../../../src/api/contract.ts';
import {LinkError} from '../../../src/api/errors.ts';
import type {EasyOptionCard, Trade} from '../../../src/api/wire/records.ts';
import {accountOf, day, noon, trade} from '../portfolio/account.ts';

const expiryDate = noon + 5 * day;
const held = [
  trade({orderId: '31', positionId: '9', tradeSide: 'BUY', openPrice: '10', expiryDate}),
  trade({orderId: '32', positionId: '8', tradeSide: 'BUY', openPrice: '10', expiryDate: expiryDate + day}),
];
const positions = positionsOf(accountOf({trades: held}));
const card = (id: string, at: number, currentOptionSymbol: string) =>
  ({id, underlying: 'BTC', expiryDate: new Date(at).toISOString(), currentOptionSymbol}) as EasyOptionCard;
const cards = [card('1', expiryDate, 'X'), card('2', expiryDate, 'Y'), card('3', expiryDate + 9 * day, 'Z')];

/** A service that gives these trades for a symbol; what it was asked for is noted. */
function service(answer: (symbol: string) => readonly Trade[]) {
  const asked: string[] = [];
  const client = {
    listTrades: async ({symbol = ''}) => {
      asked.push(symbol);
      return {value: {rows: answer(symbol)}};
    },
  } as unknown as Operations;
  return {client, asked};
}

it('the filter by symbol names a contract; only cards of its underlying and expiry are tried', async () => {
  const {client, asked} = service(symbol => (symbol === 'X' ? held.slice(0, 1) : []));
  expect([...(await readSymbols(client, positions, cards))]).toEqual([['31', 'X']]);
  expect(asked.slice(1)).toEqual(['X', 'Y']);
});

it('a service that ignores the filter names nothing', async () => {
  const {client, asked} = service(() => held);
  expect((await readSymbols(client, positions, cards)).size).toBe(0);
  expect(asked).toHaveLength(1);
});

it('a failure of the link leaves the positions without names', async () => {
  const {client} = service(() => {
    throw new LinkError('reset', 'no', 'The connection was lost.');
  });
  expect((await readSymbols(client, positions, cards)).size).toBe(0);
});
