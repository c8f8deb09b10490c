import {connect} from 'node:net';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {startTestPaper, type TestPaper} from '../../helpers/paper.ts';

let paper: TestPaper;
beforeAll(async () => {
  paper = await startTestPaper();
});
afterAll(() => paper.close());

/** What comes back for bytes sent as they are, until the service ends the connection. */
async function answerTo(bytes: string): Promise<{status: number; headers: Headers; body: string}> {
  const socket = connect(Number(new URL(paper.origin).port), '127.0.0.1');
  socket.write(bytes);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  const [head = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n');
  const [line = '', ...lines] = head.split('\r\n');
  const headers = new Headers(lines.map(each => each.split(/: (.*)/).slice(0, 2) as [string, string]));
  return {status: Number(line.split(' ')[1]), headers, body};
}

describe('a request', () => {
  it('that is no HTTP is refused by Node, and the next one is answered', async () => {
    expect((await answerTo('NONSENSE\r\n\r\n')).status).toBe(400);
    expect((await paper.call('GET', '/v1/orders')).status).toBe(200);
  });

  it.each<[string, number, string]>([
    ['an upgrade', 401, 'GET /v1/orders HTTP/1.1\r\nUpgrade: h2c\r\n'],
    ['a path that cannot be decoded', 400, 'GET /v1/trades/%ff HTTP/1.1\r\n'],
    ['a path of *', 404, 'GET * HTTP/1.1\r\n'],
  ])('gets an answer like any refusal: %s', async (_what, status, head) => {
    const answer = await answerTo(`${head}Host: x\r\nConnection: close\r\n\r\n`);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('optty-venue')).toBe('paper');
    expect(JSON.parse(answer.body).requestId).toBe(answer.headers.get('x-request-id'));
  });

  it('may be in absolute form, as a proxy sends it', async () => {
    const head = 'GET http://paper.example/v1/orders?page=1 HTTP/1.1\r\nHost: paper.example\r\n';
    const answer = await answerTo(`${head}Authorization: Bearer test-token\r\nConnection: close\r\n\r\n`);
    expect(answer.status).toBe(200);
  });
});

describe('a method that the path does not have', () => {
  it.each([
    ['PATCH', '/v1/orders', 'GET, POST'],
    ['OPTIONS', '/v1/orders', 'GET, POST'],
    ['GET', '/v1/orders/9100000000000001', 'DELETE'],
    ['DELETE', '/v1/trades', 'GET'],
    ['GET', '/v1/easy-options/open', 'POST'],
    ['PUT', '/_paper/reset', 'POST'],
  ])('gets a 405 with the allowed methods: %s %s', async (method, path, allowed) => {
    const answer = await paper.call(method, path);
    expect(answer).toMatchObject({status: 405, json: {error: 'METHOD_NOT_ALLOWED'}});
    expect(answer.headers.get('allow')).toBe(allowed);
  });

  it.each(['/v1/orders/', '/V1/orders', '/v1', '/', '/v1//orders', '/v1/orders/1/2', '/openapi.json'])(
    'gets a 404 on an unknown path: %s',
    async path => {
      expect(await paper.call('GET', path)).toMatchObject({status: 404, json: {error: 'NOT_FOUND'}});
    },
  );
});

describe('a member that an operation does not know', () => {
  it.each(['/v1/easy-options/list?searchDto.pagesize=1', '/v1/orders?Page=0', '/v1/trades?__proto__=1'])(
    'is ignored: %s',
    async path => {
      expect((await paper.call('GET', path)).status).toBe(200);
    },
  );

  it('is ignored in a body too, and leaves the others to be refused', async () => {
    const body = {cardId: 5, investmentamount: 10, note: 'x'};
    const answer = await paper.call('POST', '/v1/easy-options/open', body);
    expect(answer).toMatchObject({status: 400, json: {details: {investmentAmount: expect.any(String)}}});
  });
});

describe('a connection', () => {
  it('stays open for the next request, also after a refusal', async () => {
    const head = (more = '') => `Host: x\r\nAuthorization: Bearer test-token\r\n${more}\r\n`;
    const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\n${head(more)}`;
    const socket = connect(Number(new URL(paper.origin).port), '127.0.0.1');
    socket.write(get('/v1/orders') + get('/v1/nothing') + get('/v1/trades', 'Connection: close\r\n'));
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk as Buffer);
    expect(
      Buffer.concat(chunks)
        .toString()
        .match(/HTTP\/1\.1 \d+/g),
    ).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404', 'HTTP/1.1 200']);
  });
});
