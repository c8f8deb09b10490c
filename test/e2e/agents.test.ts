import {Client} from '@modelcontextprotocol/client';
import {StdioClientTransport} from '@modelcontextprotocol/client/stdio';
import {expect, it, onTestFinished} from 'vitest';
import {program as optty} from '../helpers/built.ts';
import {dearestOf} from '../helpers/holdings.ts';
import {patienceMs} from '../helpers/patience.ts';
import {startWithCards} from './start.ts';

/** A dashboard, an agent, and the service of both. */
async function start() {
  const {service: paper, screen, env: of} = await startWithCards();
  const client = new Client({name: 'test-agent', version: '1.2'});
  const env = {PATH: process.env.PATH ?? '', HOME: screen.home, ...of};
  await client.connect(
    new StdioClientTransport({command: process.execPath, args: [optty, 'mcp'], env, stderr: 'ignore'}),
  );
  onTestFinished(() => client.close());
  const ask = async (name: string, given: object): Promise<Record<string, string>> => {
    const {structuredContent} = await client.callTool({name, arguments: {...given}}, {timeout: patienceMs});
    return structuredContent as Record<string, string>;
  };
  const {currentOptionSymbol: symbol} = await dearestOf(paper);
  const orders = async () => (await paper.call('GET', '/v1/orders')).json.items;
  const fill = (id: string) => paper.call('POST', `/_paper/orders/${id}/fill`, {});
  return {screen, ask, orders, fill, symbol};
}

it('an agent proposes, a person reads it and sends it with the key of the question', async () => {
  const {screen, ask, orders, fill, symbol} = await start();
  const order = {symbol, side: 'BUY', price: '5', size: '0.1', reason: 'It is \u001b[31mcheap\u001b[0m.'};
  const {proposalId} = await ask('propose_place', {...order, ttlSeconds: 600});
  await screen.waitFor('1 PROPOSED');
  screen.press('P');
  const shown = await screen.waitFor(/PROPOSED BY[\s\S]* press [a-z] to place anyway/);
  expect(shown).toContain('"test-agent 1.2"');
  expect(shown).toMatch(/Reason +".*cheap/);
  expect(await orders()).toEqual([]);
  // Its price is far from the ask.
  await screen.confirm();
  const ended = await ask('proposal', {proposalId, waitSeconds: 20});
  expect(ended).toMatchObject({state: 'CONFIRMED', recordId: expect.stringMatching(/^\d+$/)});
  expect(await orders()).toMatchObject([{symbol, price: 5, size: 0.1}]);
  await fill(ended.recordId ?? '');
  expect(await ask('proposal', {proposalId, waitSeconds: 30})).toMatchObject({state: 'FILLED'});
});

it('a person declines it with a reason, which the agent gets', async () => {
  const {screen, ask, orders, symbol} = await start();
  const order = {symbol, side: 'BUY', price: '5', size: '0.1', reason: 'It is cheap.', ttlSeconds: 600};
  const {proposalId} = await ask('propose_place', order);
  await screen.waitFor('1 PROPOSED');
  screen.press('P');
  await screen.waitFor('decline');
  screen.press('n');
  await screen.waitFor('Decline the proposal');
  screen.press('too dear');
  await screen.waitFor('too dear');
  screen.press('\r');
  expect(await ask('proposal', {proposalId, waitSeconds: 20})).toMatchObject({
    ...{state: 'DECLINED', reason: 'too dear'},
  });
  expect(await orders()).toEqual([]);
});
