import {createRequire} from 'node:module';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {startTestPaper, type TestPaper} from '../helpers/paper.ts';

interface Validate {
  (value: unknown): boolean;
  errors?: unknown;
}

/** The JSON Schema validator that comes with Fastify. */
const fastifyRequire = createRequire(createRequire(import.meta.url).resolve('fastify'));
const {Ajv2020} = createRequire(fastifyRequire.resolve('@fastify/ajv-compiler'))('ajv/dist/2020.js') as {
  Ajv2020: new (
    options: object,
  ) => {addSchema(schema: object, key: string): void; compile(schema: object): Validate};
};

let paper: TestPaper;
// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document, whose shape is what is tested
let document: any;
let validator: InstanceType<typeof Ajv2020>;

beforeAll(async () => {
  paper = await startTestPaper();
  document = (await paper.call('GET', '/openapi.json', undefined, {authorization: ''})).json;
  validator = new Ajv2020({
    strict: true,
    strictSchema: false,
    allErrors: true,
    validateFormats: false,
    allowUnionTypes: true,
  });
  validator.addSchema(document, 'api');
});
afterAll(() => paper.close());

const methods = ['get', 'post', 'delete'];

// biome-ignore lint/suspicious/noExplicitAny: see above
const operations = (): [string, string, any][] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap(method => {
      const operation = (item as Record<string, unknown>)[method];
      return operation === undefined ? [] : [[method, path, operation] as [string, string, never]];
    }),
  );

/** An answer as doubles: what the schema says of numbers, not how exact they are. */
const plain = (text: string): unknown => JSON.parse(text);

function expectValid(value: unknown, schema: object): void {
  const validate = validator.compile({...schema, $id: `check ${Math.round(performance.now() * 1e6)}`});
  expect(validate(value), JSON.stringify(validate.errors)).toBe(true);
}

const inDocument = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"api#/components'));

describe('the OpenAPI document', () => {
  it('describes the nine operations with their documented answers', () => {
    const found = operations().map(
      ([method, path, {responses}]) => `${method} ${path} ${Object.keys(responses).join(' ')}`,
    );
    expect(found.toSorted()).toEqual([
      'delete /v1/orders/{orderId} 200 400 401 404 409 422 429 500',
      'get /v1/easy-options/list 200 400 401 429 500',
      'get /v1/easy-options/search 200 400 401 429 500',
      'get /v1/orders 200 400 401 413 429 500',
      'get /v1/trades 200 400 401 429 500',
      'get /v1/trades/{id} 200 400 401 404 429 500',
      'post /v1/easy-options/open 200 400 401 413 422 429 500',
      'post /v1/easy-options/{id}/close 200 400 401 404 422 429 500',
      'post /v1/orders 200 400 401 409 413 422 429 500',
    ]);
  });

  it('is sound: every reference leads somewhere, every path parameter is declared, every schema compiles', () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      match => match[1] ?? '',
    );
    expect(references.length).toBeGreaterThan(30);
    for (const reference of references) {
      const target = reference.split('/').reduce((value, name) => value?.[name], document);
      expect(target, reference).toBeDefined();
    }
    const ids = operations().map(([, , {operationId}]) => operationId);
    expect(new Set(ids).size).toBe(9);
    for (const [, path, {parameters = []}] of operations()) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(match => match[1]);
      const declared = parameters.filter(
        (each: {in: string; required: boolean}) => each.in === 'path' && each.required,
      );
      expect(declared.map((each: {name: string}) => each.name)).toEqual(named);
      for (const {schema} of parameters) expect(() => expectValid(undefined, schema)).toThrow(/must/);
    }
    for (const name of Object.keys(document.components.schemas)) {
      expect(() => validator.compile({$ref: `api#/components/schemas/${name}`}), name).not.toThrow();
    }
  });

  it('is what the service answers, for every operation and its errors', async () => {
    const schemaOf = (method: string, path: string, status: number) => {
      const response = document.paths[path][method].responses[status];
      const whole =
        response.$ref === undefined
          ? response
          : document.components.responses[response.$ref.split('/').at(-1)];
      return inDocument(whole.content['application/json'].schema);
    };
    const check = async (method: string, path: string, url: string, body?: unknown) => {
      const {status, text, json} = await paper.call(method.toUpperCase(), url, body);
      expectValid(plain(text), schemaOf(method, path, status));
      return {status, json};
    };
    const order = {
      idempotencyKey: 'k',
      symbol: 'BTC-27NOV26-75000-C',
      price: '0.01',
      size: '1',
      side: 'BUY',
      orderType: 'LIMIT',
    };
    const {json: cards} = await check('get', '/v1/easy-options/list', '/v1/easy-options/list');
    const card = cards.find((each: {active: boolean; type: string}) => each.active && each.type === 'TOUCH');
    const opened = await check('post', '/v1/easy-options/open', '/v1/easy-options/open', {
      cardId: card.id,
      investmentAmount: 10,
    });
    paper.clock.advance(1000);
    await check('post', '/v1/easy-options/{id}/close', `/v1/easy-options/${opened.json.id}/close`);
    paper.clock.advance(1000);
    await check('get', '/v1/easy-options/search', '/v1/easy-options/search');
    const placed = await check('post', '/v1/orders', '/v1/orders', order);
    await check('get', '/v1/orders', '/v1/orders');
    await check('delete', '/v1/orders/{orderId}', `/v1/orders/${placed.json.orderId}`);
    const {json: trades} = await check('get', '/v1/trades', '/v1/trades');
    expect(trades.total).toBe(2);
    await check('get', '/v1/trades/{id}', `/v1/trades/${trades.items[0].tradeId}`);

    const statuses = [
      await check('get', '/v1/orders', '/v1/orders?page=0'),
      await check('get', '/v1/orders', '/v1/orders?pageSize=500'),
      await check('delete', '/v1/orders/{orderId}', `/v1/orders/${placed.json.orderId}`),
      await check('post', '/v1/orders', '/v1/orders', {...order, price: '0.02'}),
      await check('post', '/v1/easy-options/{id}/close', '/v1/easy-options/1/close'),
      await check('post', '/v1/easy-options/open', '/v1/easy-options/open', {
        cardId: 1,
        investmentAmount: 10,
      }),
    ];
    expect(statuses.map(({status}) => status)).toEqual([400, 413, 409, 409, 404, 422]);
  });
});
