import {describe, expect, it} from 'vitest';
import {
  completeDialect,
  type Dialect,
  type DialectSettings,
  defaultDialect,
} from '../../../src/api/wire/dialect.ts';
import {easyOptionsQuery, ordersQuery, tradesQuery} from '../../../src/api/wire/query.ts';

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

  it('sends no filter if none is set', () => {
    expect(ordersQuery({}, defaultDialect)).toBe('');
    expect(tradesQuery({side: undefined}, defaultDialect)).toBe('');
  });
});
