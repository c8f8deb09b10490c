import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {type FeedPane, feedPanes} from '../../../src/account/model/vocabulary.ts';
import type {FactsKnown} from '../../../src/account/resources/resource.ts';
import {headingOf, resources} from '../../../src/account/resources/resources.ts';
import {
  cardQueryTable,
  easyOptionQueryTable,
  namesOf,
  orderQueryTable,
  tradeQueryTable,
} from '../../../src/api/wire/records.ts';
import {completedFilter, completeFilter} from '../../../src/desk/filter/complete.ts';
import {fits} from '../../../src/desk/filter/conditions.ts';
import {findMember, members} from '../../../src/desk/filter/members.ts';
import {type Chip, parseFilter} from '../../../src/desk/filter/parse.ts';
import {cases} from '../../helpers/cases.ts';
import {order} from '../../helpers/desk.ts';

const now = Date.UTC(2026, 10, 21, 3, 7, 35);
const midnight = '2026-11-21T00:00:00.000Z';
const seed = 20261121;

const printed = (chips: readonly Chip[]) => chips.map(chip => chip.text).join(' ');
const errorOf = (pane: FeedPane, text: string) => {
  const parsed = parseFilter(pane, text, now);
  if (parsed.ok) throw new Error(`${text} was taken`);
  return {...parsed.error, under: text.slice(parsed.error.at, parsed.error.at + parsed.error.length)};
};

/** What a trader types is read: by the headings of the screen, in any case. */
describe('the names on the screen', () => {
  it.each<[FeedPane, string, string]>([
    ['cards', 'BTC up', 'direction:UP BTC'],
    ['cards', 'ask<500', 'currentAskPrice<500'],
    ['cards', 'ask<1.5k', 'currentAskPrice<1500'],
    ['cards', 'active:no', 'active:false'],
    ['cards', 'expiry<7d', 'expiryDate:..7d'],
    ['easyOptions', 'P/L<0 P/L%>-5', 'pl<0 plPercent>-5'],
    ['easyOptions', 'in:usdt', 'investmentCurrency:USDT'],
    ['easyOptions', 'ask<500 expiry<7d', 'ask<500 expiry:..7d'],
    ['orders', 'filled>0 remaining<2', 'filled>0 left<2'],
    ['orders', 'filled>0 filled<=2', 'filled>0 filled<=2'],
    ['orders', 'ask<500 vsask%<10', 'ask<500 distance<10'],
    ['orders', 'age<2h', 'age<2h'],
    ['orders', 'symbol~btc-27', 'symbol~BTC-27'],
    ['orders', 'symbol:"btc"', 'symbol:"btc"'],
    ['trades', 'contract:btc', 'contract~BTC'],
  ])('of %s understand %s', (pane, text, meant) => {
    const parsed = parseFilter(pane, text, now);
    expect(parsed.ok ? printed(parsed.chips) : parsed.error.message).toBe(meant);
  });

  it('are each the name of a filter', () => {
    for (const pane of feedPanes) {
      for (const name of Object.keys(resources[pane].columns)) {
        const heading = headingOf(pane, name).replaceAll(' ', '_');
        for (const each of [name, heading]) expect(findMember(pane, each)?.how, `${pane} ${each}`).toBe('is');
      }
    }
  });

  it('are the nearest of what is not quite one', () => {
    expect(errorOf('cards', 'dri:up').message).toBe('unknown field dri; did you mean dir?');
    expect(errorOf('cards', 'expirry<7d').message).toBe('unknown field expirry; did you mean expiry?');
  });

  it.each([
    ['age<2h', true, false],
    ['age<=2h', true, true],
    ['age>119m', false, true],
    ['-age:1h..', false, false],
  ])('of a length of time count from the time of the filter: %s', (text, first, second) => {
    const parsed = parseFilter('orders', text, now);
    const fitting = (ageMs: number) =>
      parsed.ok && parsed.conditions.every(each => fits(order('5', {timestamp: now - ageMs}), each));
    expect([fitting(3_600_000), fitting(7_200_000)]).toEqual([first, second]);
  });

  it('of computed columns fit only rows of which the value is known', () => {
    const parsed = parseFilter('orders', 'filled>=1', now);
    const fitting = (facts?: FactsKnown) =>
      parsed.ok && parsed.conditions.every(each => fits(order('5'), each, facts));
    expect(fitting({now: 0, fills: new Map([['5', '1']])})).toBe(true);
    expect(fitting({now: 0, fills: new Map([['5', '0.5']])})).toBe(false);
    expect(fitting()).toBe(false);
  });
});

describe('the filter', () => {
  it.each<[FeedPane, string, object, (readonly string[])?]>([
    ['easyOptions', 'status:ACTIVE', {status: 'ACTIVE'}],
    ['easyOptions', 'STATUS=active', {status: 'ACTIVE'}],
    ['easyOptions', 'qty:0.1..2', {qtyMin: '0.1', qtyMax: '2'}],
    ['easyOptions', 'qtyMin:0.1 qtyMax:2', {qtyMin: '0.1', qtyMax: '2'}],
    ['easyOptions', 'investmentAmount>=100', {investmentAmountMin: '100'}],
    ['easyOptions', 'qty:9007199254740993.1', {qtyMin: '9007199254740993.1', qtyMax: '9007199254740993.1'}],
    ['easyOptions', 'openTime:2026-11-01..', {openTimeFrom: '2026-11-01T00:00:00.000Z'}],
    ['easyOptions', 'openTime:-2h..', {openTimeFrom: '2026-11-21T01:07:35.000Z'}],
    ['easyOptions', 'closeTime:today', {closeTimeFrom: midnight, closeTimeTo: '2026-11-21T23:59:59.999Z'}],
    ['easyOptions', 'triggerTime<=2026-11-01T08:00+02:00', {triggerTimeTo: '2026-11-01T06:00:59.999Z'}],
    ['easyOptions', 'id:9007199254740993 wl:-1', {id: '9007199254740993', wl: -1}],
    ['easyOptions', 'status:"FROZEN"', {status: 'FROZEN'}],
    ['cards', 'doge yes', {search: 'doge', active: 'true'}],
    ['cards', 'no', {active: 'false'}],
    ['cards', '71,750', {search: '71750'}],
    ['cards', '71,75', {search: '71,75'}],
    ['cards', '0,075', {search: '0,075'}],
    ['cards', '"BTC above 71,750"', {search: 'BTC above 71750'}],
    ['easyOptions', 'qty:1,200..12,500.5', {qtyMin: '1200', qtyMax: '12500.5'}],
    ['easyOptions', 'bitcoin up', {search: 'bitcoin', direction: 'UP'}],
    ['easyOptions', 'bitcoin "up"', {search: 'bitcoin'}, ['bitcoin up']],
    ['easyOptions', 'qty>2', {qtyMin: '2'}],
    ['easyOptions', 'invested<500 dir:up', {investmentAmountMax: '500', direction: 'UP'}],
    ['cards', 'asset:btc', {underlying: 'BTC'}],
    ['orders', 'call BTC', {type: 'CALL'}, ['symbol~BTC']],
    ['trades', 'sell', {side: 'SELL'}],
    ['easyOptions', 'P/L<=-1 p/l>=-9', {}, ['pl:-9..-1']],
    ['cards', 'search:"two  words" underlying~BT', {search: 'two  words', underlyingContains: 'BT'}],
    ['cards', 'titleContains:moon underlying:BTC', {titleContains: 'moon', underlying: 'BTC'}],
    ['orders', 'asset:BTC type:put', {asset: 'BTC', type: 'PUT'}],
    ['trades', 'time:2026-11', {start: Date.UTC(2026, 10, 1), end: Date.UTC(2026, 11, 1) - 1}],
    ['trades', 'tradeSide:buy symbol:BTC-X', {side: 'BUY', symbol: 'BTC-X'}],
    ['trades', 'startTimestamp:1793500000000 orderId:7', {start: 1793500000000, orderId: '7'}],
    ['trades', '', {}],
    ['easyOptions', 'status:active,PENDING qty>=1', {qtyMin: '1'}, ['status:ACTIVE,PENDING']],
    ['easyOptions', 'open', {}, ['open']],
    ['easyOptions', '-status:CLOSED', {}, ['-status:CLOSED']],
    ['easyOptions', 'status!=CLOSED', {}, ['-status:CLOSED']],
    ['easyOptions', '-status!=CLOSED', {status: 'CLOSED'}],
    ['easyOptions', 'open status:ACTIVE', {status: 'ACTIVE'}, ['open']],
    ['easyOptions', 'open type:UP_DOWN,TOUCH', {}, ['open', 'type:UP_DOWN,TOUCH']],
    ['easyOptions', 'pl<=-10', {}, ['pl:..-10']],
    ['easyOptions', '-qty:1..2', {}, ['-qty:1..2']],
    ['easyOptions', '"open"', {search: 'open'}],
    ['easyOptions', '"-moon"', {search: '-moon'}],
    ['cards', 'open', {search: 'open'}],
    ['cards', 'underlying:BTC,ETH', {}, ['underlying:BTC,ETH']],
    ['cards', 'title~moon,sun currentAskPrice<=5', {}, ['title~moon,sun', 'currentAskPrice:..5']],
    ['orders', 'open', {}, ['open']],
    ['orders', 'asset:BTC side:buy price:1..9', {asset: 'BTC'}, ['side:BUY', 'price:1..9']],
    ['trades', 'type:CALL maker:true', {}, ['type:CALL', 'maker:true']],
    ['trades', 'side:buy,sell', {}, ['side:BUY,SELL']],
  ])('of %s parses %s, and is narrowed here by what the service cannot be asked', (pane, text, ...meant) => {
    const parsed = parseFilter(pane, text, now);
    if (!parsed.ok) throw new Error(`${text}: ${parsed.error.message}`);
    const here = parsed.conditions.filter(each => !each.isAsked).map(each => each.text);
    const [query, left = []] = meant;
    expect({query: parsed.query, here}).toEqual({query, here: left});
  });

  it.each<[FeedPane, string, readonly string[]]>([
    ['trades', 'BTC 66,250', ['asset~BTC', 'strikePrice:66250']],
    ['trades', '66250 call', ['strikePrice:66250', 'type:CALL']],
    ['trades', 'strike>66,000', ['strikePrice>66000']],
    ['orders', 'BTC 66,250', ['symbol~BTC', 'strikePrice:66250']],
    ['trades', 'btc 04 DEC 26', ['asset~BTC', 'expiryDate:2026-12-04']],
    ['orders', '4 dec 26', ['expiryDate:2026-12-04']],
    ['easyOptions', 'up 04 DEC 26', ['direction:UP', '04DEC26']],
  ])('of %s takes a strike and a day as the screen shows them: %s', (pane, text, conditions) => {
    const parsed = parseFilter(pane, text, now);
    expect(parsed.ok && parsed.chips.map(chip => chip.text)).toEqual(conditions);
  });

  it.each<[FeedPane, string, string, string, string | undefined]>([
    ['easyOptions', 'stats:ACTIVE', 'unknown field stats; did you mean status?', 'stats', 'status'],
    ['easyOptions', '-status', 'no condition: write -status:PENDING', '-status', '-status:'],
    ['easyOptions', 'status!', 'no condition: write status:PENDING', 'status!', 'status:'],
    ['easyOptions', 'status!=', 'status needs a value', 'status!=', undefined],
    ['easyOptions', 'status:ACTIVE,', 'status needs a value', 'status:ACTIVE,', undefined],
    ['easyOptions', '-sttus:CLOSED', 'unknown field sttus; did you mean status?', 'sttus', 'status'],
    ['easyOptions', 'foo:bar', 'unknown field foo; did you mean fee?', 'foo', 'fee'],
    [
      'cards',
      '-moon',
      'only a field can be excluded, as in -type:…; use quotes for a word',
      '-moon',
      undefined,
    ],
    ['easyOptions', '-wl:1', 'wl cannot be excluded', '-wl:1', undefined],
    ['trades', '-symbol:BTC-X', 'symbol cannot be excluded', '-symbol:BTC-X', undefined],
    ['trades', 'symbol:A,B', 'only one value', 'symbol:A,B', undefined],
    ['trades', 'open', 'trades have no text search: use a field, such as symbol:NAME', 'open', undefined],
    ['easyOptions', 'qty:2..1', 'the range of qty ends before it starts', 'qty:2..1', undefined],
    ['easyOptions', 'qty:..', 'a range needs at least one end', '..', undefined],
    [
      'easyOptions',
      'qty:1,5',
      'not a number: 1,5 (a point for decimals, commas for thousands: 0.5, 12,500)',
      '1,5',
      undefined,
    ],
    ['orders', 'price<=0,075', 'not a number: 0,075 (', '0,075', undefined],
    ['trades', 'price>1234,567', 'not a number: 1234,567 (', '1234,567', undefined],
    ['trades', 'price:1.234,567..', 'not a number: 1.234,567 (', '1.234,567..', undefined],
    ['easyOptions', 'qty:1e3', 'not a number: 1e3 (', '1e3', undefined],
    ['easyOptions', 'openTime:2026-02-31..', 'not a time: 2026-02-31', '2026-02-31..', undefined],
    ['easyOptions', 'openTime:-2h', 'a time, not a range', '-2h', '-2h..'],
    ['orders', 'age:2h', 'a length of time, not a range: use 2h.. or ..2h', '2h', '2h..'],
    ['orders', 'age<-2h', 'not a length of time: -2h (e.g. 30m, 4h, 2d)', '-2h', undefined],
    ['orders', 'age:2d..3h', 'the range of age ends before it starts', 'age:2d..3h', undefined],
    ['easyOptions', 'id:9223372036854775808', 'too large for an id', '9223372036854775808', undefined],
    ['easyOptions', 'status:ACTIVE status:CLOSED', 'status is given twice', 'status:CLOSED', undefined],
    ['easyOptions', 'status:', 'status needs a value', 'status:', undefined],
    ['easyOptions', 'search:"a', 'the quote is not closed', 'search:"a', 'search:"a"'],
    ['cards', 'title:moon', 'in part only: title~word', 'title:moon', 'title~moon'],
    ['cards', 'pageNumber:2', 'use the page keys', 'pageNumber', undefined],
    ['cards', 'pageSize:20', 'use page_size in the configuration file', 'pageSize', undefined],
    ['cards', 'wl:3000000000', 'a whole number from -2147483648 to 2147483647', '3000000000', undefined],
    ['trades', 'side:"MAYBE"', 'no MAYBE: BUY or SELL', '"MAYBE"', undefined],
  ])('of %s refuses %s', (pane, text, message, under, meant) => {
    const error = errorOf(pane, text);
    expect(error.message).toContain(message);
    expect({under: error.under, nearest: error.nearest}).toEqual({under, nearest: meant});
  });

  it.each<[FeedPane, string, object, string, string | undefined]>([
    ['easyOptions', 'status:ACTVE', {status: 'ACTVE'}, 'unknown value ACTVE; ACTIVE?', 'ACTIVE'],
    ['cards', 'type:BRAND_NEW', {type: 'BRAND_NEW'}, 'unknown value BRAND_NEW: UP_DOWN', undefined],
    ['cards', 'active:ACTIVE', {active: 'ACTIVE'}, 'unknown value ACTIVE: true or false', undefined],
  ])('of %s accepts %s with a warning', (pane, text, query, message, meant) => {
    const parsed = parseFilter(pane, text, now);
    if (!parsed.ok) throw new Error(parsed.error.message);
    expect(parsed.query).toEqual(query);
    expect(parsed.doubts).toEqual([
      expect.objectContaining({at: text.indexOf(':') + 1, message: expect.stringContaining(message)}),
    ]);
    expect(parsed.doubts[0]?.nearest).toBe(meant);
  });

  it('shows the two ends of a range as one chip, and relative times as typed', () => {
    const parsed = parseFilter('easyOptions', 'qty>=1 openTime>=-2H qty<=2 status=closed a "b c"', now);
    expect(parsed.ok && parsed.chips.map(chip => chip.text)).toEqual([
      'qty:1..2',
      'openTime:-2h..',
      'status:CLOSED',
      'a',
      'search:"b c"',
    ]);
  });

  it('covers every documented query field, or names the key that does', () => {
    const documented = {
      cards: namesOf(cardQueryTable),
      easyOptions: namesOf(easyOptionQueryTable),
      orders: namesOf(orderQueryTable),
      trades: namesOf(tradeQueryTable),
    };
    for (const pane of feedPanes) {
      const reached = members[pane].flatMap(({asks}) => Object.values(asks));
      const byKeys = documented[pane].filter(name => !reached.includes(name));
      for (const name of byKeys)
        expect(errorOf(pane, `${name}:1`).message).toMatch(
          /^use (the page keys|the sort key|page_size in the configuration file)$/,
        );
      expect(reached.filter(name => !documented[pane].some(each => each === name))).toEqual([]);
    }
  });
});

const word = fc
  .array(
    fc.oneof(
      fc.string({unit: 'grapheme', minLength: 1, maxLength: 4}),
      fc.constantFrom('"', '\\', ' ', ':', '..', 'status:'),
    ),
    {minLength: 1, maxLength: 4},
  )
  .map(parts => parts.join(''))
  .filter(text => text.trim() !== '');
const decimal = fc.tuple(fc.nat(99_999), fc.nat(999)).map(([whole, part]) => `${whole}.${part}`);
const time = fc.oneof(
  fc.constantFrom(
    'today',
    'yesterday',
    '2026-11',
    '2026-11-01',
    '2026-11-01T08:00',
    '2026-11-01T08:00:01.5Z',
    '1793500000000',
  ),
  fc.nat(9_999).map(hours => `-${hours}h`),
);
const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;

/** Conditions that can be met, each with its member, so that none is given twice. */
const condition = (pane: FeedPane) =>
  fc.constantFrom(...members[pane]).chain(({name, kind, asks}) => {
    const operator = asks.is === undefined && asks.part !== undefined ? '~' : ':';
    switch (kind.is) {
      case 'text':
        return fc
          .tuple(fc.constantFrom('', '-'), fc.array(word, {minLength: 1, maxLength: 3}))
          .map(([minus, values]) => `${minus}${name}${operator}${values.map(quoted).join(',')}`);
      case 'int64':
        return fc.bigInt(0n, 2n ** 63n - 1n).map(value => `${name}=${value}`);
      case 'integer':
        return fc
          .integer({min: Math.max(kind.least, -9), max: 99})
          .filter(value => value >= kind.least)
          .map(value => `${name}:${value}`);
      case 'word':
      case 'one of':
        return fc
          .tuple(fc.constantFrom(':', '!='), fc.uniqueArray(fc.constantFrom(...kind.words), {minLength: 1}))
          .map(([sign, values]) => `${name}${sign}${values.join(',').toLowerCase()}`);
      case 'decimal':
        return fc.oneof(
          decimal.map(value => `${name}:${value}`),
          decimal.map(value => `${name}>=${value}`),
          decimal.map(value => `${name}:0..${value}`),
        );
      case 'date-time':
      case 'millis':
        return time.map(value => `${name}:${value}..`);
      case 'span':
        return fc.nat(9_999).map(hours => `${name}:${hours}h..`);
    }
  });

describe('any text', () => {
  it('is parsed without a crash, and an error points into it', () => {
    const text = fc.oneof(
      fc.string({unit: 'binary', maxLength: 60}),
      fc.stringMatching(/^[a-zA-Z:=<>~". \\0-9-]{0,40}$/),
      fc
        .array(
          fc.constantFrom(
            ...'qty status : >= .. " \\ -2h ACTIVE 9 1. openTime ~ - , != open constructor'.split(' '),
            ' ',
          ),
        )
        .map(parts => parts.join('')),
    );
    fc.assert(
      fc.property(fc.constantFrom(...feedPanes), text, (pane, typed) => {
        const parsed = parseFilter(pane, typed, now);
        if (parsed.ok) return;
        expect(parsed.error.at).toBeGreaterThanOrEqual(0);
        expect(parsed.error.length).toBeGreaterThan(0);
        expect(parsed.error.at + parsed.error.length).toBeLessThanOrEqual(typed.length);
      }),
      {seed, numRuns: cases(600, 3_000)},
    );
  });

  it('that is accepted gives the same query after it is printed and parsed again', () => {
    const filter = fc
      .constantFrom(...feedPanes)
      .chain(pane =>
        fc.tuple(
          fc.constant(pane),
          fc.array(fc.oneof(condition(pane), word, word.map(quoted)), {maxLength: 6}),
        ),
      );
    let taken = 0;
    fc.assert(
      fc.property(filter, ([pane, parts]) => {
        const parsed = parseFilter(pane, parts.join(' '), now);
        if (!parsed.ok) return;
        taken++;
        // What is printed is meant so: no word of it is doubted any more.
        expect(parseFilter(pane, printed(parsed.chips), now)).toEqual({...parsed, doubts: []});
      }),
      {seed, numRuns: cases(600, 3_000)},
    );
    expect(taken).toBeGreaterThan(cases(200, 1_000));
  });

  it('can be completed at its end', () => {
    fc.assert(
      fc.property(fc.constantFrom(...feedPanes), fc.string({maxLength: 30}), (pane, typed) => {
        const {from, candidates} = completeFilter(pane, typed);
        const [first] = candidates;
        expect(from).toBeLessThanOrEqual(typed.length);
        expect(completedFilter(pane, typed)).toContain(first?.text ?? typed);
      }),
      {seed},
    );
  });
});

describe('completion', () => {
  const complete = (pane: FeedPane, text: string) =>
    completeFilter(pane, text).candidates.map(each => each.text);

  it('offers fields, with matching starts first, then their values', () => {
    expect(complete('easyOptions', 'st')).toEqual(['status:', 'investmentCurrency:', 'investmentAmount:']);
    expect(complete('easyOptions', 'type:UP_DOWN status:C')).toEqual(['CLOSING', 'CLOSED']);
    expect(complete('easyOptions', 'pl')[0]).toBe('pl:');
    expect(complete('cards', 'descr')).toEqual(['description~']);
    expect(complete('trades', 'time:-')).toEqual(['-1h..', '-7d..']);
    expect(complete('orders', 'age:')).toEqual(['..1h', '1d..']);
    expect(complete('cards', '')).toHaveLength(members.cards.length);
    expect(complete('easyOptions', 'o')[0]).toBe('open');
    expect(complete('easyOptions', 'status:ACTIVE,P')).toEqual(['PENDING']);
    expect(complete('easyOptions', '-sta')).toEqual(['-status:']);
    expect(complete('easyOptions', '-status:CLOSE')).toEqual(['CLOSED']);
    expect(complete('easyOptions', 'sttus')).toEqual(['status:']);
    expect(complete('easyOptions', 'status:ACTVE')).toEqual(['ACTIVE']);
  });

  it('replaces the last word with the first candidate', () => {
    expect(completedFilter('easyOptions', 'BTC sta')).toBe('BTC status:');
    expect(completedFilter('easyOptions', 'status:ACTIVE,P')).toBe('status:ACTIVE,PENDING ');
  });
});
