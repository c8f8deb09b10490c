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
  it('defines routes, actions, counts and percentages', () => {
    expect(
      parseFaults('POST /v1/orders:drop-after*2, GET /v1/orders:latency=500+status-after=503%25,*:garbage'),
    ).toMatchObject([
      {method: 'POST', path: '/v1/orders', actions: [{kind: 'drop-after'}], left: 2, percent: 100},
      {
        method: 'GET',
        path: '/v1/orders',
        actions: [
          {kind: 'latency', waitMs: 500},
          {kind: 'status-after', end: {status: 503}},
        ],
        left: Number.POSITIVE_INFINITY,
        percent: 25,
      },
      {
        method: undefined,
        path: '*',
        actions: [{kind: 'garbage'}],
        left: Number.POSITIVE_INFINITY,
        percent: 100,
      },
    ]);
    expect(parseFaults('')).toEqual([]);
    expect(JSON.stringify(parseFaults('*:rate-limit'))).toContain('"Retry-After":"1"');
    expect(JSON.stringify(parseFaults('*:rate-limit=none'))).not.toContain('Retry-After');
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

describe('a fault', () => {
  it.each(['drop-before', 'reset-before', 'status=503', 'rate-limit'])(
    'of the kind %s does not perform the request',
    async action => {
      const paper = await faulty(`POST /v1/orders:${action}*1`);
      await place(paper).then(
        ({status}) => expect(status).toBeGreaterThanOrEqual(429),
        error => expect(error).toBeInstanceOf(TypeError),
      );
      expect(await openOrders(paper)).toBe(0);
      expect((await place(paper)).status).toBe(200);
    },
  );

  it.each(['drop-after', 'reset-after', 'status-after=500', 'garbage', 'html', 'empty', 'cut'])(
    'of the kind %s performs the request, and the same key finds it',
    async action => {
      const paper = await faulty(`POST /v1/orders:${action}*1`);
      const answer = await place(paper).catch((error: Error) => error);
      if (!(answer instanceof Error))
        expect(answer.status === 500 || answer.json?.orderId === undefined).toBe(true);
      expect(await openOrders(paper)).toBe(1);
      expect((await place(paper)).json.orderId).toBe('9100000000000001');
      expect(await openOrders(paper)).toBe(1);
    },
  );

  it('of a rate limit has the requested Retry-After or none', async () => {
    const paper = await faulty(
      'GET /v1/orders:rate-limit=abc*1,GET /v1/orders:rate-limit=none*1,GET /v1/orders:rate-limit=7',
    );
    const retry = async () => (await paper.call('GET', '/v1/orders')).headers.get('retry-after');
    expect([await retry(), await retry(), await retry()]).toEqual(['abc', null, '7']);
  });

  it('that hangs never answers, and does not keep the service from closing', async () => {
    const paper = await startTestPaper({faults: 'GET /v1/trades:hang-after'});
    const answer = paper.call('GET', '/v1/trades').catch((error: Error) => error);
    expect((await paper.call('GET', '/v1/orders')).status).toBe(200);
    await paper.close();
    expect(await answer).toBeInstanceOf(TypeError);
  });

  it('of latency waits before the work, or between the work and its answer', async () => {
    const anHour = 3_600_000;
    const paper = await faulty(`POST /v1/orders:latency=1,GET /v1/trades:latency=${anHour}`);
    expect((await place(paper)).status).toBe(200);
    const waiting = paper.call('GET', '/v1/trades').catch((error: Error) => error);
    expect(await Promise.race([waiting, openOrders(paper)])).toBe(1);
    const after = await faulty(`POST /v1/orders:latency-after=${anHour}`);
    const placing = place(after).catch((error: Error) => error);
    await eventually(async () => expect(await openOrders(after)).toBe(1));
    expect(await Promise.race([placing, openOrders(after)])).toBe(1);
  });

  it('that drips sends the whole body, one byte at a time', async () => {
    const paper = await faulty('GET /v1/orders:drip=1');
    expect((await paper.call('GET', '/v1/orders')).json).toMatchObject({total: 0});
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
