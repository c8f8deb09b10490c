/** Every field of every record and page. */
import {readFileSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import type {TradingClient} from '../../../src/api/client.ts';
import {
  cardFields,
  easyOptionFields,
  orderFields,
  type Page,
  tradeFields,
} from '../../../src/api/wire/records.ts';
import {clientOf, failureOf, type ScriptedService, scriptedService} from '../../helpers/service.ts';

/** The record that the client makes of a JSON text. */
type Read = (service: ScriptedService, json: string) => Promise<object>;

/** By their headings in docs/service.md. */
const records: readonly (readonly [heading: string, fields: readonly string[], read: Read])[] = [
  ['Card', cardFields, (service, json) => onlyRow(service, `[${json}]`, client => client.listCards())],
  [
    'Easy Option',
    easyOptionFields,
    (service, json) => onlyRow(service, `{"content":[${json}]}`, client => client.searchEasyOptions()),
  ],
  [
    'Order',
    orderFields,
    (service, json) => onlyRow(service, `{"items":[${json}]}`, client => client.listOrders()),
  ],
  [
    'Trade',
    tradeFields,
    async (service, json) => {
      service.reply({body: json});
      return (await clientOf(service.baseUrl).getTrade('1')).value;
    },
  ],
];

const [long, fine] = ['9007199254740993', '12345678.123456789012'];

/** A value as JSON text, and what becomes of it, by what the docs call the kind of a field. */
const samples: readonly (readonly [kind: RegExp, json: string, value: unknown])[] = [
  [/^int/, long, long],
  [/^number/, fine, fine],
  [/^epoch/, '1763690000000', 1763690000000],
  [/^boolean/, 'false', false],
  [/^text, assumed to be a decimal/, '"-0.10"', '-0.10'],
  // Also a word that is not documented.
  [/^(text|ISO|as of|`)/, '"SOMETHING_NEW"', 'SOMETHING_NEW'],
];

const page = readFileSync('docs/service.md', 'utf8');

/** The fields of a record as docs/service.md has them; those in bold are always there. */
function documentedIn(heading: string) {
  const [, section = ''] = new RegExp(`\n### ${heading}\n(.*?)\n[^-\n]`, 's').exec(page) ?? [];
  return [...section.matchAll(/^- (.+?) \((.+)/gm)].flatMap(([, names = '', kind = '']) => {
    const [, json = '', value] = samples.find(([is]) => is.test(kind)) ?? [];
    return [...names.matchAll(/(\*\*)?`(\w+)`/g)].map(([, bold, name = '']) => {
      return {name, json, value, isRequired: bold !== undefined};
    });
  });
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

describe.each(records)('the record %s', (heading, fields, read) => {
  const documented = documentedIn(heading);
  const record = (replaced: Readonly<Record<string, string | undefined>>) => {
    const members = documented.flatMap(({name, json, isRequired}) =>
      name in replaced ? [[name, replaced[name]]] : isRequired ? [[name, json]] : [],
    );
    const sent = members.filter(([, json]) => json !== undefined);
    return `{${sent.map(([name, json]) => `"${name}":${json}`).join(',')}}`;
  };

  it('has the fields of docs/service.md', () => {
    expect(documented.map(({name}) => name).toSorted()).toEqual([...fields].toSorted());
  });

  it.each(documented)(
    'reads $name, and lacks it only where it may',
    async ({name, json, value, isRequired}) => {
      const service = await scriptedService();
      expect(await read(service, record({[name]: json}))).toHaveProperty(name, value);
      for (const missing of [undefined, 'null']) {
        const reading = read(service, record({[name]: missing}));
        if (isRequired) expect(String(await failureOf(reading))).toContain(`${name} is missing`);
        else expect(await reading).not.toHaveProperty(name);
      }
    },
  );
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
