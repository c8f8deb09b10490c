import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {
  completeDialect,
  type Dialect,
  type DialectSettings,
  defaultDialect,
} from '../../../src/api/wire/dialect.ts';
import {cardsQuery, easyOptionsQuery, ordersQuery, tradesQuery} from '../../../src/api/wire/query.ts';
import {clientOf, scriptedService} from '../../helpers/service.ts';

const dialect = (settings: DialectSettings): Dialect => completeDialect(settings);

describe('the dialect', () => {
  it.each([
    ['flat', 'status=ACTIVE&cardId=9007199254740993&pageNumber=0'],
    [
      'bracket',
      'searchDto%5Bstatus%5D=ACTIVE&searchDto%5BcardId%5D=9007199254740993&searchDto%5BpageNumber%5D=0',
    ],
    ['dot', 'searchDto.status=ACTIVE&searchDto.cardId=9007199254740993&searchDto.pageNumber=0'],
    [
      'json',
      `searchDto=${encodeURIComponent('{"status":"ACTIVE","cardId":9007199254740993,"pageNumber":0}')}`,
    ],
  ] as const)('encodes searchDto as %s', (search_dto, query) => {
    const members = (text: string) => text.split('&').sort();
    const written = easyOptionsQuery({status: 'ACTIVE', cardId: '9007199254740993'}, dialect({search_dto}));
    if (search_dto === 'json') {
      const json = decodeURIComponent(written.replace('searchDto=', ''));
      expect(JSON.parse(json)).toMatchObject({status: 'ACTIVE', pageNumber: 0});
      expect(json).toContain('"cardId":9007199254740993');
    } else {
      expect(members(written)).toEqual(members(query));
    }
  });

  it('transmits any text in each encoding', () => {
    const text = fc.string({unit: 'grapheme'});
    fc.assert(
      fc.property(text, search => {
        const read = (query: string) => new URLSearchParams(query);
        expect(read(cardsQuery({search}, dialect({search_dto: 'flat'}))).get('search')).toBe(search);
        expect(read(cardsQuery({search}, dialect({search_dto: 'bracket'}))).get('searchDto[search]')).toBe(
          search,
        );
        expect(read(cardsQuery({search}, dialect({search_dto: 'dot'}))).get('searchDto.search')).toBe(search);
        const json = read(cardsQuery({search}, dialect({search_dto: 'json'}))).get('searchDto') ?? '';
        expect(JSON.parse(json).search).toBe(search);
      }),
      {seed: 20261121},
    );
  });

  it('renames the members of orders and trades', () => {
    const renamed = dialect({
      orders: {asset: 'underlying', type: 'optionType', page: 'p', page_size: 'size'},
      trades: {
        symbol: 's',
        order_id: 'order_id',
        position_id: 'position_id',
        side: 'side',
        start: 'from',
        end: 'to',
        page: 'p',
        page_size: 'limit',
        side_case: 'upper',
      },
    });
    expect(ordersQuery({asset: 'BTC', type: 'CALL', page: 1, pageSize: 2}, renamed)).toBe(
      'underlying=BTC&optionType=CALL&p=1&size=2',
    );
    expect(
      tradesQuery(
        {symbol: 'S', orderId: '1', positionId: '2', side: 'SELL', start: 3, end: 4, page: 5, pageSize: 6},
        renamed,
      ),
    ).toBe('s=S&order_id=1&position_id=2&side=SELL&from=3&to=4&p=5&limit=6');
  });

  it('sends no filter if none is set', () => {
    expect(ordersQuery({}, defaultDialect)).toBe('');
    expect(tradesQuery({side: undefined}, defaultDialect)).toBe('');
  });

  it('is used by the client', async () => {
    const service = await scriptedService({body: {items: []}});
    await clientOf(service.baseUrl, {
      dialect: dialect({trades: {side: 'side', side_case: 'upper'}}),
    }).listTrades({side: 'BUY'});
    expect(service.last().url).toBe('/api/v1/trades?side=BUY');
  });
});
