import {describe, expect, it} from 'vitest';
import type {Intent} from '../../src/core/intents/intent.ts';
import {unlimited} from '../core/limits/knows.ts';
import {intentFor} from '../helpers/intents.ts';
import {type Home, home} from './optty.ts';

const toml = '[profiles.live]\nlabel = "main"\nbase_url = "https://svc.example/api"\n';
const service = {origin: 'https://svc.example', path: '/api', fingerprint: 'a', credentialSource: 'file'};
const noon = Date.UTC(2026, 10, 22, 12);

/** A home with two writes in its journal: an order that the service answered, and an opening. */
async function kept(): Promise<Home> {
  const at = home(toml);
  const journal = await at.journal(service, 'main');
  const asked = (id: string, draft: Intent['draft'], wall: number) => intentFor(draft, {id}, {mono: 0, wall});
  const place = {kind: 'place', symbol: 'BTC-C', side: 'BUY', price: '5', size: '2'} as const;
  const order = asked('one', place, noon);
  journal.ask(order, unlimited);
  const attempt = {number: 1, by: 'user', process: 'this', startedAt: {mono: 0, wall: noon + 1}} as const;
  const record = {orderId: '7', ...place, status: 'PENDING'};
  const result = {
    at: {mono: 0, wall: noon + 9},
    outcome: {kind: 'yes', order: record},
    requestId: 'r',
  } as const;
  const attempts = [{...attempt, result}];
  journal.save({
    ...order,
    attempts,
    state: 'CONFIRMED',
    proof: 'proved',
    resolvedRecordId: '7',
    reason: 'A yes.',
  });
  const open = {kind: 'open', cardId: '3', investmentAmount: '25', title: 'BTC up'} as const;
  journal.ask(asked('two', open, noon + 60_000), unlimited);
  journal.close();
  return at;
}

describe('optty list activity', () => {
  it('prints the writes of the journal, newest first, with their attempts, while the service is away', async () => {
    const at = await kept();
    const {code, stdout, stderr} = await at.asked(['list', 'activity', '--all', '--json'], {});
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject([
      {id: 'two', kind: 'open', state: 'SENDING', request: {cardId: '3'}, attempts: [{}]},
      {
        ...{id: 'one', kind: 'place', state: 'CONFIRMED', record: '7', reason: 'A yes.', askedAt: noon},
        attempts: [{number: 1, by: 'user', startedAt: noon + 1, endedAt: noon + 9, requestId: 'r'}],
      },
    ]);
  });

  it('prints CSV with the number of attempts and the exact request, and a table on a terminal', async () => {
    const at = await kept();
    const {stdout} = await at.asked(['list', 'activity', '--csv'], {});
    expect(stdout.split('\n')).toEqual([
      'id,askedAt,changedAt,kind,state,target,record,reason,attempts,request',
      expect.stringMatching(/^two,\d+,\d+,open,SENDING,.*,,Being sent\.,1,.*investmentAmount/),
      expect.stringMatching(/^one,\d+,\d+,place,CONFIRMED,.*BTC-C.*,7,A yes\.,1,.*size/),
      '',
    ]);
    const terminal = at.onTerminal(['list', 'activity'], {}, {columns: 100});
    await terminal.exit;
    expect(terminal.screen()).toMatch(/CONFIRMED.*BUY +2 +BTC-C/);
  });

  it('filters by words, each of any field or of the one that it names', async () => {
    const at = await kept();
    const ids = async (filter: string) => {
      const {stdout} = await at.asked(['list', 'activity', '--json', '--filter', filter], {});
      return JSON.parse(stdout).map(({id}: {id: string}) => id);
    };
    expect(await ids('state:confirmed btc')).toEqual(['one']);
    expect(await ids('kind:open')).toEqual(['two']);
    expect(await ids('state:unknown')).toEqual([]);
    const unknown = await at.asked(['list', 'activity', '--filter', 'stat:x'], {});
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('Did you mean state')]);
    const paged = await at.asked(['list', 'activity', '--page', '2'], {});
    expect([paged.code, paged.stderr]).toEqual([2, expect.stringContaining('newest first')]);
  });

  it('refuses what is for lists of the service', async () => {
    const at = await kept();
    const sorted = await at.asked(['list', 'activity', '--sort', 'state'], {});
    const named = await at.asked(['list', 'activity', '--filter', '@mine'], {});
    expect([sorted.code, named.code]).toEqual([2, 2]);
    expect(named.stderr).toContain('named filter');
  });

  it('prints none where no journal is', async () => {
    expect(await home(toml).asked(['list', 'activity', '--json'], {})).toEqual({
      ...{code: 0, stdout: '[]\n', stderr: ''},
    });
  });
});
