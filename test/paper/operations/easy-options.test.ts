import {beforeEach, describe, expect, it} from 'vitest';
import {easyOptionFields, easyOptionQueryTable} from '../../../src/api/wire/records.ts';
import {startTrader, type Trader} from './trader.ts';

const hour = 3_600_000;

let trader: Trader;
beforeEach(async () => {
  trader = await startTrader();
  return () => trader.paper.close();
});

describe('an Easy Option', () => {
  it('is PENDING until its order has bought at the ask, then ACTIVE with a P/L that moves', async () => {
    const card = await trader.activeCard('?type=UP_DOWN');
    const opened = await trader.open(card.id, 100.5);
    expect(opened.status).toBe(200);
    expect(opened.json).toMatchObject({
      status: 'PENDING',
      cardId: card.id,
      investmentAmount: 100.5,
      investmentCurrency: 'USDT',
    });
    trader.paper.clock.advance(500);
    const [row] = (await trader.search()).content;
    expect(row).toMatchObject({
      id: opened.json.id,
      status: 'ACTIVE',
      optionSymbol: card.optionSymbol,
      cardName: card.title,
    });
    expect(row.entryPrice).toBe(card.currentAskPrice);
    expect(row.qty * row.entryPrice).toBeLessThanOrEqual(100.5);
    expect(Number(row.pl)).toBeLessThan(0);
    trader.paper.clock.advance(60_000);
    expect((await trader.search()).content[0].pl).not.toBe(row.pl);
  });

  it('shares its position with its orders and trades', async () => {
    const {id} = await trader.openAndFill();
    await trader.close(id);
    trader.paper.clock.advance(1000);
    const [row] = (await trader.search()).content;
    const {items} = await trader.trades();
    expect(items.map((trade: {tradeSide: string}) => trade.tradeSide)).toEqual(['SELL', 'BUY']);
    expect(new Set(items.map((trade: {positionId: string}) => trade.positionId))).toEqual(
      new Set([row.positionId]),
    );
    expect(items[1].orderId).toBe(row.orderId);
    const [sold, bought] = items;
    const profit = sold.filledSizeUsdt - bought.filledSizeUsdt - sold.fee - bought.fee;
    expect(Number(row.plClosed)).toBeCloseTo(profit, 9);
    expect(Number(row.fee)).toBeCloseTo(sold.fee + bought.fee, 9);
    expect(Object.keys(row).every(name => (easyOptionFields as readonly string[]).includes(name))).toBe(true);
  });

  it('is CLOSING immediately and CLOSED when its contracts are sold', async () => {
    const {id} = await trader.openAndFill();
    const answer = await trader.close(id);
    expect(answer).toMatchObject({status: 200, json: {id, status: 'CLOSING'}});
    expect((await trader.search(`?id=${id}`)).content[0]).toMatchObject({status: 'CLOSING'});
    trader.paper.clock.advance(1000);
    const [row] = (await trader.search(`?id=${id}`)).content;
    expect(row).toMatchObject({status: 'CLOSED', pl: row.plClosed});
    expect(row.closeTime).toBeGreaterThan(row.openTime);
    expect(Number(row.closePrice)).toBeLessThan(row.entryPrice);
  });

  it('that is a TOUCH is TRIGGERED when its trigger trades, and is then sold', async () => {
    for (const card of await trader.cards('?type=TOUCH&active=true'))
      expect((await trader.open(card.id, 50)).status).toBe(200);
    trader.paper.clock.advance(hour);
    const {content} = await trader.search('?status=TRIGGERED');
    expect(content.length).toBeGreaterThan(0);
    for (const row of content) {
      expect(row.triggerTime).toBeGreaterThan(row.openTime);
      expect(row.closeTime - row.triggerTime).toBeGreaterThanOrEqual(500);
      expect(row.plClosed).toBeDefined();
      expect((await trader.close(row.id)).status).toBe(422);
    }
  });

  it.each([
    ['an unknown card', () => ({id: 5}), 100, 'CARD_NOT_FOUND'],
    ['a paused card', async () => (await trader.cards('?active=false'))[0], 100, 'CARD_NOT_ACTIVE'],
    ['an amount below the minimum', () => trader.activeCard(), 0.99, 'INVALID_AMOUNT'],
    ['an amount above the maximum', () => trader.activeCard(), 50_001, 'INVALID_AMOUNT'],
    ['an amount with too many decimals', () => trader.activeCard(), 10.123_456_7, 'INVALID_AMOUNT'],
  ])('is not opened for %s', async (_what, cardOf, amount, error) => {
    const {id} = await cardOf();
    expect(await trader.open(id, amount)).toMatchObject({status: 422, json: {error}});
    expect((await trader.search()).totalElements).toBe(0);
  });

  it('is not opened without funds', async () => {
    const card = await trader.activeCard();
    expect((await trader.open(card.id, 50_000)).status).toBe(200);
    expect((await trader.open(card.id, 49_000)).status).toBe(200);
    expect(await trader.open(card.id, 1_000)).toMatchObject({
      status: 422,
      json: {error: 'INSUFFICIENT_FUNDS', details: {required: '1005', available: '505', currency: 'USDT'}},
    });
  });

  it('is closed once, and only if it exists', async () => {
    const card = await trader.activeCard();
    const {json} = await trader.open(card.id, 10);
    expect(await trader.close(json.id)).toMatchObject({status: 422, json: {details: {status: 'PENDING'}}});
    trader.paper.clock.advance(1000);
    expect((await trader.close(json.id)).status).toBe(200);
    expect(await trader.close(json.id)).toMatchObject({status: 422, json: {details: {status: 'CLOSING'}}});
    expect((await trader.close('9400000000000002')).status).toBe(404);
    expect((await trader.close('1')).status).toBe(404);
  });
});

describe('the search of Easy Options', () => {
  it('finds a record by each member of the query, and not by another value', async () => {
    const {id} = await trader.openAndFill(100, '?type=TOUCH&direction=UP&underlying=ETH');
    const [row] = (await trader.search(`?id=${id}`)).content;
    const found = async (member: string, value: unknown) =>
      (await trader.search(`?${member}=${encodeURIComponent(String(value))}`)).totalElements;
    const time = (millis: number) => new Date(millis).toISOString();
    const others: Readonly<Record<string, unknown>> = {
      ...{Min: '9000000', Max: '0', From: time(row.openTime + 1_000), To: time(row.openTime - 1_000)},
    };
    for (const [member, kind] of Object.entries(easyOptionQueryTable)) {
      const [, field = '', end = ''] = /^(.+?)(Min|Max|From|To|Contains)?$/.exec(member) ?? [];
      if (!easyOptionFields.some(each => each === field)) continue;
      const shown = kind.is === 'date-time' ? time(row[field] ?? 0) : row[field];
      // A record without the field meets no bound.
      expect(await found(member, shown), member).toBe(row[field] === undefined ? 0 : 1);
      const word = 'words' in kind ? kind.words.find(each => each !== shown) : `${shown}1`;
      expect(await found(member, others[end] ?? word), member).toBe(0);
    }
    for (const query of ['search=touches', 'optionSymbolContains=eth', 'investmentAmountMin=1e2'])
      expect((await trader.search(`?${query}`)).totalElements, query).toBe(1);
  });

  it('finds a record by the value that it shows, and not by a slightly different one', async () => {
    for (const underlying of ['DOGE', 'XRP', 'SOL', 'ETH']) {
      const cards = await trader.cards(`?underlying=${underlying}&active=true`);
      for (const [place, card] of cards.entries()) await trader.open(card.id, 2_000 + place * 137.31);
    }
    trader.paper.clock.advance(120_000);
    const {text} = await trader.paper.call('GET', '/v1/easy-options/search');
    const rows = text.split('{"id":').slice(1);
    expect(rows.length).toBeGreaterThan(20);
    const found = async (query: string, id: string) =>
      (await trader.search(`?id=${id}&${query}`)).totalElements;
    const members = ['entryPrice', 'qty', 'investmentAmount', 'targetPrice', 'triggerPrice'];
    let shown = 0;
    for (const row of rows) {
      const id = /\d+/.exec(row)?.[0] ?? '';
      for (const member of members) {
        const value = new RegExp(`"${member}":([\\d.]+)`).exec(row)?.[1];
        if (value === undefined) continue;
        shown++;
        const longer = `${value}${value.includes('.') ? '' : '.'}`;
        expect(await found(`${member}Min=${value}&${member}Max=${value}`, id), `${member} ${value}`).toBe(1);
        expect(await found(`${member}Min=${longer}00000000000000000001`, id)).toBe(0);
        expect(await found(`${member}Max=${longer}00000000000000000001`, id)).toBe(1);
      }
    }
    expect(shown).toBeGreaterThan(80);
  });

  it('lists every row once over its pages, with any sort field', async () => {
    const list = await trader.cards('?active=true&pageSize=40');
    for (const card of list.slice(0, 23)) await trader.open(card.id, 10 + (card.id % 7));
    trader.paper.clock.advance(1000);
    for (const field of [undefined, ...easyOptionFields]) {
      const seen: string[] = [];
      for (let page = 0; page < 5; page++) {
        const sort = field === undefined ? '' : `&sortByField=${field}&sortByDirection=DESC`;
        const answer = await trader.search(`?pageNumber=${page}&pageSize=5${sort}`);
        expect(answer).toMatchObject({page, size: 5, totalElements: 23, totalPages: 5, empty: false});
        expect(answer.numberOfElements).toBe(answer.content.length);
        seen.push(...answer.content.map((row: {id: string}) => row.id));
      }
      expect(new Set(seen).size, field).toBe(23);
    }
    expect(await trader.search('?pageNumber=9')).toMatchObject({
      content: [],
      empty: true,
      numberOfElements: 0,
    });
  });

  it('sorts amounts as numbers, also those that are strings', async () => {
    for (const amount of [9, 100, 20]) await trader.openAndFill(amount, '?type=UP_DOWN&underlying=BTC');
    const fees = (await trader.search('?sortByField=fee&sortByDirection=ASC')).content.map(
      (row: {fee: string}) => Number(row.fee),
    );
    expect(fees).toEqual(fees.toSorted((a: number, b: number) => a - b));
    const amounts = (await trader.search('?sortByField=investmentAmount')).content.map(
      (row: {investmentAmount: number}) => row.investmentAmount,
    );
    expect(amounts).toEqual([9, 20, 100]);
  });
});
