import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import type {FeedPane} from '../../../src/account/model/vocabulary.ts';
import {createClient, type TradingClient} from '../../../src/api/index.ts';
import {createReads} from '../../../src/desk/effects/reads.ts';
import type {Command, SentMsg} from '../../../src/desk/messages.ts';
import {startTestPaper, type TestPaper} from '../../helpers/paper.ts';
import {firstRound} from '../../helpers/rounds.ts';

/** The desk's reads against a real service. */
let paper: TestPaper;
let client: TradingClient;
let reads: ReturnType<typeof createReads>;

beforeEach(async () => {
  paper = await startTestPaper();
  client = createClient({baseUrl: paper.origin, credential: {scheme: 'bearer', token: paper.token}});
  const clock = () => ({mono: performance.now(), wall: paper.clock.now()});
  reads = createReads({client, clock, settings: {sortable: {cards: ['title'], easyOptions: ['id']}}});
});

afterEach(async () => {
  reads.stop();
  await client.close();
  await paper.close();
});

const ask = (start: (send: (msg: SentMsg) => void) => void) =>
  new Promise<SentMsg>(resolve => start(resolve));

type Fetch = Extract<Command, {type: 'fetch'}>;
const ofCards: Fetch = {
  type: 'fetch',
  pane: 'cards',
  request: 1,
  query: {},
  sort: undefined,
  page: 0,
  pageSize: 20,
  looksBeyond: false,
};

function poll(pane: FeedPane, changed: Partial<Fetch> = {}) {
  return ask(send => void reads.fetch({...ofCards, pane, ...changed} as Fetch, send));
}

describe('a poll', () => {
  it('fails once the paper service was reset, because its records are others', async () => {
    expect(await poll('cards')).toMatchObject({type: 'arrived'});
    await paper.call('POST', '/_paper/reset');
    const text = 'Another service is at this address now. Start optty again.';
    expect(await poll('trades')).toMatchObject({type: 'failed', fault: {kind: 'link', text}});
    const asked = firstRound('orders');
    expect(await ask(send => void reads.readPortfolio({type: 'readPortfolio', asked}, send))).toMatchObject({
      came: {kind: 'failed', fault: {text}},
    });
  });

  it('returns a page and the facts about the service', async () => {
    const msg = await poll('cards');
    expect(msg).toMatchObject({
      type: 'arrived',
      pane: 'cards',
      request: 1,
      answer: {venue: 'PAPER', isLast: false},
    });
    expect(msg.type === 'arrived' && msg.answer.rows).toHaveLength(20);
  });

  it('is sorted by the service if possible', async () => {
    const titles = async (field: string) => {
      const msg = await poll('cards', {sort: {field, descending: true}});
      return msg.type === 'arrived'
        ? msg.answer.rows.map(row => (row as unknown as Record<string, string>)[field])
        : [];
    };
    const byService = await titles('title');
    expect(byService).toEqual([...byService].sort().reverse());
  });

  it('that crashes the desk is a bug in the program, and is not reported as a failure of the service', async () => {
    const heard: string[] = [];
    const taking = reads.fetch(ofCards, msg => {
      heard.push(msg.type);
      throw new Error('a mistake');
    });
    await expect(taking).rejects.toThrow('a mistake');
    expect(heard).toEqual(['arrived']);
  });

  it('reports why it failed', async () => {
    const nobody = createClient({baseUrl: 'http://127.0.0.1:1'});
    reads = createReads({
      client: nobody,
      clock: () => ({mono: 0, wall: 0}),
      settings: {sortable: {cards: [], easyOptions: []}},
    });
    const msg = await poll('orders');
    await nobody.close();
    expect(msg).toMatchObject({type: 'failed', pane: 'orders', fault: {kind: 'link'}});
  });

  it('reports nothing after it is abandoned', async () => {
    const heard: SentMsg[] = [];
    void reads.fetch(ofCards, msg => heard.push(msg));
    const msg = await poll('cards', {request: 2});
    expect(msg).toMatchObject({type: 'arrived', request: 2});
    expect(heard).toEqual([]);
  });
});
