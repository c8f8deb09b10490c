import {readFileSync} from 'node:fs';
import {describe, expect, it, onTestFinished} from 'vitest';
import {FaultSpecError} from '../../../src/paper/errors.ts';
import {parseFaults} from '../../../src/paper/http/faults.ts';
import {startTestPaper, type TestPaper} from '../../helpers/paper.ts';
import {eventually} from '../../helpers/patience.ts';
import {restingOrder as order} from '../operations/trader.ts';

const faulty = async (faults: string) => {
  const paper = await startTestPaper({faults});
  onTestFinished(() => paper.close());
  return paper;
};

const place = (paper: TestPaper) => paper.call('POST', '/v1/orders', order);
const openOrders = async (paper: TestPaper) => (await paper.call('GET', '/v1/orders')).json.total;

describe('a fault specification', () => {
  it('defines actions one after another, and how often', () => {
    expect(parseFaults('GET /v1/orders:latency=500+status-after=503%25')).toMatchObject([
      {actions: [{kind: 'latency', waitMs: 500}, {kind: 'status-after'}], left: Infinity, percent: 25},
    ]);
    expect(parseFaults('')).toEqual([]);
  });

  it.each([
    'POST /v1/order:drop-after',
    'GET /v1/orders/*:cut',
    'PUT /v1/orders:cut',
    '/v1/orders/1/2:cut',
    '/_paper/clock:cut',
    '/api/v1/orders:cut',
  ])('lists the operations if it matches none: %s', spec => {
    expect(() => parseFaults(spec)).toThrow(FaultSpecError);
    expect(() => parseFaults(spec)).toThrow(/fits no operation\. .*POST \/v1\/orders, /);
  });

  it.each(['DELETE /v1/orders/*:cut', 'POST /v1/*/close:cut', '/v1/trades/*:cut', '/*:cut', '*:cut'])(
    'can match one or more operations: %s',
    spec => {
      expect(parseFaults(spec)).toHaveLength(1);
    },
  );

  it.each([
    'POST /v1/orders',
    'orders:cut',
    '*:explode',
    '*:latency',
    '*:latency=soon',
    '*:status=99',
    '*:status=600',
    'post /v1/orders:cut',
    '*:cut*x',
  ])('explains the correct format if it is wrong: %s', spec => {
    expect(() => parseFaults(spec)).toThrow(FaultSpecError);
    expect(() => parseFaults(spec)).toThrow(/Write ROUTE:ACTION|There are latency|needs/);
  });
});

/** Each fault, what the client of its request notices, and whether the request is performed. */
const noticed: readonly (readonly [fault: string, heard: RegExp, work: 'done' | 'not done'])[] = [
  ['latency=3600000', /^nothing$/, 'not done'],
  ['latency-after=3600000', /^nothing$/, 'done'],
  ['status=418/TEAPOT', /^418 .*"TEAPOT"/, 'not done'],
  ['status-after=418', /^418 .*"FAULT"/, 'done'],
  ['rate-limit', /^429 .*"RATE_LIMITED".* 1$/, 'not done'],
  ['rate-limit=abc', /^429 .* abc$/, 'not done'],
  ['rate-limit=none', /^429 .*} $/, 'not done'],
  ['drop-before', /^UND_ERR_SOCKET other side closed$/, 'not done'],
  ['drop-after', /^UND_ERR_SOCKET other side closed$/, 'done'],
  ['reset-before', /^ECONNRESET/, 'not done'],
  ['reset-after', /^ECONNRESET/, 'done'],
  ['hang-before', /^nothing$/, 'not done'],
  ['hang-after', /^nothing$/, 'done'],
  ['garbage', /^200 .*not json/, 'done'],
  ['html', /^200 text\/html <!doctype/, 'done'],
  ['empty', /^200 application\/json; charset=utf-8 {2}/, 'done'],
  ['cut', /^UND_ERR_SOCKET terminated$/, 'done'],
  ['drip=1', /^200 .*"orderId"/, 'done'],
];

/** By its name: `=` where it needs a value, and the line of docs/paper.md about it. */
const documented = new Map(
  /\n## Faults\n.*?(\n- .*?)\n\n/s
    .exec(readFileSync('docs/paper.md', 'utf8'))?.[1]
    ?.split('\n')
    .flatMap(line =>
      [...line.matchAll(/(?<=^- |, )`([a-z-]+)(\[?=?)/g)].map(([, name, form]) => [name, {form, line}]),
    ),
);

/** One line of what came back. */
async function heardOf(answer: ReturnType<typeof place>): Promise<string> {
  try {
    const {status, headers, text} = await answer;
    return [status, headers.get('content-type'), text, headers.get('retry-after')].join(' ');
  } catch (error) {
    const {message, cause} = error as Error & {cause: Error & {code: string}};
    return `${cause.code} ${message === 'terminated' ? message : cause.message}`;
  }
}

const nameOf = (fault: string) => fault.replace(/=.*/, '');

describe('a fault', () => {
  it('is in the docs, with its value, and what the docs name there is', () => {
    const names = [...new Set(noticed.map(([fault]) => nameOf(fault)))];
    const all = names.join(', ').replace(/, (\S+)$/, ' and $1');
    expect(() => parseFaults('*:nothing')).toThrow(`There are ${all}.`);
    expect([...documented.keys()].toSorted()).toEqual(names.toSorted());
    for (const [name, {form}] of documented)
      if (form === '=') expect(() => parseFaults(`*:${name}`)).toThrow(`The fault ${name} needs`);
      else expect(parseFaults(`*:${name}`)).toMatchObject([{actions: [{kind: name}]}]);
  });

  it.each(noticed)('%s: the client hears %s, and the work is %s', async (fault, heard, work) => {
    const paper = await faulty(`POST /v1/orders:${fault}*1`);
    const answer = heardOf(place(paper));
    const state = () => paper.call('GET', '/_paper/faults');
    await eventually(async () =>
      expect((await state()).json.faults).toMatchObject([{actions: [nameOf(fault)], left: 0}]),
    );
    expect(await openOrders(paper)).toBe(work === 'done' ? 1 : 0);
    const silence = state().then(() => 'nothing');
    expect(await (heard.test('nothing') ? Promise.race([answer, silence]) : answer)).toMatch(heard);
    const [status = ''] = /[3-5]\d\d/.exec(heard.source) ?? [];
    expect(fault + documented.get(nameOf(fault))?.line).toContain(status);
    // The same key finds what was placed.
    expect((await place(paper)).json.orderId).toBe('9100000000000001');
    expect(await openOrders(paper)).toBe(1);
  });

  it('applies only to its route, with wildcards, and the first match wins', async () => {
    const paper = await faulty(
      'DELETE /v1/orders/*:status=502*1,/v1/easy-options/*/close:status=504,GET *:status=500',
    );
    expect((await paper.call('DELETE', '/v1/orders/1')).status).toBe(502);
    expect((await paper.call('DELETE', '/v1/orders/1')).status).toBe(404);
    expect((await paper.call('POST', '/v1/easy-options/5/close')).status).toBe(504);
    expect((await paper.call('GET', '/v1/easy-options/search')).status).toBe(500);
    expect((await place(paper)).status).toBe(200);
  });

  it('with a percentage happens that often, in the same order for the same seed', async () => {
    const played = async () => {
      const statuses: number[] = [];
      const paper = await faulty('GET /v1/orders:status=500%30');
      for (let count = 0; count < 200; count++) statuses.push((await paper.call('GET', '/v1/orders')).status);
      return statuses;
    };
    const [one, other] = [await played(), await played()];
    expect(one).toEqual(other);
    const failed = one.filter(status => status === 500).length;
    expect(failed).toBeGreaterThan(35);
    expect(failed).toBeLessThan(90);
  });
});

describe('the control route', () => {
  it('shows, sets and clears the faults', async () => {
    const paper = await faulty('');
    expect((await paper.call('GET', '/_paper/faults')).json).toEqual({faults: []});
    const set = await paper.call('PUT', '/_paper/faults', {faults: 'GET /v1/orders:status=503*2'});
    expect(set.json).toEqual({
      faults: [{route: 'GET /v1/orders', actions: ['status'], left: 2, percent: 100}],
    });
    expect((await paper.call('GET', '/v1/orders')).status).toBe(503);
    expect((await paper.call('GET', '/_paper/faults')).json.faults[0].left).toBe(1);
    await paper.call('DELETE', '/_paper/faults');
    expect((await paper.call('GET', '/v1/orders')).status).toBe(200);
  });

  it('explains an invalid specification, and keeps the current faults', async () => {
    const paper = await faulty('GET /v1/orders:status=503');
    for (const body of [{faults: 'nonsense'}, {faults: 5}, {}, 'no json', '']) {
      const answer = await paper.call('PUT', '/_paper/faults', body);
      expect(answer).toMatchObject({status: 400, json: {details: {faults: expect.any(String)}}});
    }
    expect((await paper.call('GET', '/_paper/faults')).json.faults).toHaveLength(1);
  });
});
