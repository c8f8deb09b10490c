/** Every field of every record and page. */
import {describe, expect, it} from 'vitest';
import type {FeedPane, Kind} from '../../../src/account/resources/resource.ts';
import {resources} from '../../../src/account/resources/resources.ts';
import type {TradingClient} from '../../../src/api/client.ts';
import type {Page} from '../../../src/api/wire/records.ts';
import {clientOf, failureOf, type ScriptedService, scriptedService} from '../../helpers/service.ts';

type Listed = {
  name: string;
  pane: FeedPane;
  required: readonly string[];
  /** The record that the client makes of a JSON text. */
  read(service: ScriptedService, json: string): Promise<object>;
};

const records: readonly Listed[] = [
  {
    name: 'EasyOptionCard',
    pane: 'cards',
    required: ['id', 'type', 'underlying', 'direction', 'targetPrice', 'expiryDate', 'title'],
    read: (service, json) => onlyRow(service, `[${json}]`, client => client.listCards()),
  },
  {
    name: 'EasyOption',
    pane: 'easyOptions',
    required: ['id'],
    read: (service, json) => onlyRow(service, `{"content":[${json}]}`, client => client.searchEasyOptions()),
  },
  {
    name: 'Order',
    pane: 'orders',
    required: ['orderId'],
    read: (service, json) => onlyRow(service, `{"items":[${json}]}`, client => client.listOrders()),
  },
  {
    name: 'Trade',
    pane: 'trades',
    required: ['tradeId'],
    async read(service, json) {
      service.reply({body: json});
      return (await clientOf(service.baseUrl).getTrade('1')).value;
    },
  },
];

const [long, fine] = ['9007199254740993', '12345678.123456789012'];

/** A value as JSON text, and what becomes of it, by the kind of the field's column. */
function sampleOf(pane: FeedPane, field: string): readonly [json: string, value: unknown] {
  const columns: Readonly<Record<string, {readonly is: Kind}>> = resources[pane].columns;
  switch (columns[field]?.is) {
    case 'flag':
      return ['false', false];
    case 'millis':
      return ['1763690000000', 1763690000000];
    case 'id':
      return [long, long];
    case 'price':
    case 'size':
    case 'fee':
    case 'money':
    case 'gain':
      return [fine, fine];
    default:
      return ['"SOMETHING_NEW"', 'SOMETHING_NEW'];
  }
}

async function onlyRow(
  service: ScriptedService,
  body: string,
  list: (client: TradingClient) => Promise<{value: Page<object>}>,
): Promise<object> {
  service.reply({body});
  const {rows, unreadable} = (await list(clientOf(service.baseUrl))).value;
  const [row] = rows;
  if (row === undefined) throw new Error(unreadable[0]?.reason ?? 'no row');
  return row;
}

describe.each(records)('$name', ({pane, required, read}) => {
  const record = (replaced: Record<string, string | undefined>) => {
    const members = Object.entries({
      ...Object.fromEntries(required.map(field => [field, sampleOf(pane, field)[0]])),
      ...replaced,
    });
    const sent = members.filter(([, json]) => json !== undefined);
    return `{${sent.map(([field, json]) => `"${field}":${json}`).join(',')}}`;
  };

  it.each(resources[pane].fields)('reads %s, and lacks it only where it may', async field => {
    const service = await scriptedService();
    const [json, value] = sampleOf(pane, field);
    expect(await read(service, record({[field]: json}))).toHaveProperty(field, value);
    for (const missing of [undefined, 'null']) {
      const reading = read(service, record({[field]: missing}));
      if (required.includes(field)) expect(String(await failureOf(reading))).toContain(`${field} is missing`);
      else expect(await reading).not.toHaveProperty(field);
    }
  });
});

it('ids and amounts that an Easy Option has as text stay as they came', async () => {
  const texts = {id: 'a-1', positionId: 'p-1', orderId: '77', fee: '0.10', closePrice: '1.50', pl: '-12.50'};
  const service = await scriptedService({body: {content: [{...texts, plClosed: 'none'}]}});
  const {rows} = (await clientOf(service.baseUrl).searchEasyOptions()).value;
  expect(rows).toEqual([{...texts, plClosed: 'none'}]);
});

it('the page of Easy Options has all its members', async () => {
  const rows = [{id: '1'}];
  const more = {page: 1, totalPages: 2, empty: false, numberOfElements: 1};
  const service = await scriptedService({body: {content: rows, size: 5, totalElements: 6, ...more}});
  const {value} = await clientOf(service.baseUrl).searchEasyOptions();
  expect(value).toMatchObject({rows, pageSize: 5, total: 6, ...more});
});

it.each([
  ['listOrders', {orderId: '3'}],
  ['listTrades', {tradeId: '3'}],
] as const)('the page of %s has all its members', async (operation, row) => {
  const page = {total: 9, page: 2, pageSize: 8};
  const service = await scriptedService({body: {...page, items: [{orderId: 3, tradeId: 3}]}});
  const {value} = await clientOf(service.baseUrl)[operation]();
  expect(value).toMatchObject({...page, rows: [row]});
});

it('an item of the list of trades may lack any field, even its id', async () => {
  const service = await scriptedService({body: {items: [{}, {asset: 'BTC'}]}});
  const {value} = await clientOf(service.baseUrl).listTrades();
  expect(value.rows).toEqual([{tradeId: ''}, {tradeId: '', asset: 'BTC'}]);
});
