import {readdirSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {beforeEach, describe, expect, it} from 'vitest';
import {startEmbeddedPaper} from '../../src/paper/embedded.ts';
import {openLedger} from '../../src/paper/ledger.ts';
import {startPaper} from '../../src/paper/server.ts';
import {temporaryFolder} from '../helpers/folder.ts';
import {callService, testStart} from '../helpers/paper.ts';
import {eventually} from '../helpers/patience.ts';
import {restingOrder} from './operations/trader.ts';

const workerUrl = new URL('../../src/paper/worker.ts', import.meta.url);
let folder: string;
let db: string;
beforeEach(() => {
  folder = temporaryFolder();
  db = join(folder, 'paper.db');
});

describe('the embedded paper service', () => {
  it('serves on a free loopback port with its own token', async () => {
    const paper = await startEmbeddedPaper({workerUrl, db});
    expect(paper.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(paper.token.length).toBeGreaterThanOrEqual(32);
    const answer = await callService(paper, 'GET', '/v1/easy-options/list');
    expect(answer.json).toHaveLength(40);
    expect(answer.headers.get('optty-ledger')).toBe(paper.ledgerId);
    expect((await callService({...paper, token: 'guess'}, 'GET', '/v1/orders')).status).toBe(401);
    await paper.close();
    await expect(callService(paper, 'GET', '/v1/orders')).rejects.toThrow();
  });

  it('is shared by a second program, and continues at the same address when the first ends', async () => {
    const first = await startEmbeddedPaper({workerUrl, db});
    const second = await startEmbeddedPaper({workerUrl, db});
    const {origin, token, ledgerId} = first;
    expect(second).toMatchObject({origin, token, ledgerId});
    expect((await callService(first, 'POST', '/v1/orders', restingOrder)).status).toBeLessThan(500);
    for (const name of readdirSync(folder))
      expect(statSync(join(folder, name)).mode & 0o777, name).toBe(0o600);
    await first.close();
    await eventually(async () => expect((await callService(second, 'GET', '/v1/orders')).status).toBe(200));
    expect((await callService(second, 'GET', '/v1/orders')).headers.get('optty-ledger')).toBe(ledgerId);
    await second.close();
    expect(readdirSync(folder)).toEqual(['paper.db']);
  });

  it('joins a service with a path prefix, and keeps the prefix when that service ends', async () => {
    const first = await startPaper({db, prefix: '/some/api'});
    const second = await startEmbeddedPaper({workerUrl, db});
    expect(second).toMatchObject({origin: first.baseUrl, token: first.token, ledgerId: first.ledgerId});
    await first.close();
    await eventually(async () => expect((await callService(second, 'GET', '/v1/orders')).status).toBe(200));
    await second.close();
  });

  it('does not join a service with another dialect', async () => {
    const first = await startPaper({db, dialect: {search_dto: 'json'}});
    await expect(startEmbeddedPaper({workerUrl, db})).rejects.toThrow(/in use by another optty/);
    await first.close();
  });

  it('fails with a sentence if the holder of the ledger serves nothing', async () => {
    const holder = openLedger({file: db, seed: 1, now: testStart});
    writeFileSync(
      `${db}.address`,
      JSON.stringify({origin: 'http://127.0.0.1:1', token: 'x', ledgerId: holder.id}),
    );
    await expect(startEmbeddedPaper({workerUrl, db})).rejects.toThrow(/in use by another optty/);
    holder.close();
  });

  it('reports an unexpected end', async () => {
    const missing = new URL('file:///nowhere/worker.js');
    await expect(startEmbeddedPaper({workerUrl: missing, db})).rejects.toThrow(/nowhere/);
  });
});
