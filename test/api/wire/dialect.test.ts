import {describe, expect, it} from 'vitest';
import {
  completeDialect,
  type Dialect,
  type DialectSettings,
  defaultDialect,
} from '../../../src/api/wire/dialect.ts';
import {easyOptionsQuery, ordersQuery, tradesQuery} from '../../../src/api/wire/query.ts';
import {clientOf, scriptedService} from '../../helpers/service.ts';

const dialect = (settings: DialectSettings): Dialect => completeDialect(settings);

describe('the dialect', () => {
  it.each([
    ['flat', 'status=ACTIVE&cardId=9007199254740993&pageNumber=0'],
    ['bracket', 'searchDto[status]=ACTIVE&searchDto[cardId]=9007199254740993&searchDto[pageNumber]=0'],
    ['dot', 'searchDto.status=ACTIVE&searchDto.cardId=9007199254740993&searchDto.pageNumber=0'],
    ['json', 'searchDto={"cardId":9007199254740993,"status":"ACTIVE","pageNumber":0}'],
  ] as const)('encodes searchDto as %s', (search_dto, query) => {
    const written = easyOptionsQuery({status: 'ACTIVE', cardId: '9007199254740993'}, dialect({search_dto}));
    expect(decodeURIComponent(written).split('&').sort()).toEqual(query.split('&').sort());
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
