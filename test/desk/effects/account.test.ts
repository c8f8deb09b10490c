import {setImmediate as turn} from 'node:timers/promises';
import {expect, it, onTestFinished} from 'vitest';
import {createClient} from '../../../src/api/index.ts';
import {followAccount} from '../../../src/desk/effects/account.ts';
import {feedPanes} from '../../../src/desk/model/vocabulary.ts';
import {startTestPaper} from '../../helpers/paper.ts';

/** The client, and a promise for the end of all that was asked of it so far. */
function watched<Client extends object>(client: Client) {
  const asked: Promise<unknown>[] = [];
  const get = (target: Client, name: string | symbol) => {
    const method = Reflect.get(target, name);
    if (typeof method !== 'function') return method;
    return (...args: unknown[]) => {
      const answer = method.apply(target, args);
      asked.push(answer);
      return answer;
    };
  };
  return {client: new Proxy(client, {get}), answered: () => Promise.allSettled(asked)};
}

it('takes every answer, also those that come while the caller is busy with another', async () => {
  const paper = await startTestPaper();
  onTestFinished(() => paper.close());
  const direct = createClient({baseUrl: paper.origin, credential: {scheme: 'bearer', token: paper.token}});
  onTestFinished(() => direct.close());
  const {client, answered} = watched(direct);
  const clock = () => ({mono: performance.now(), wall: paper.clock.now()});
  const signal = AbortSignal.timeout(5_000);
  const options = {
    sortable: {cards: [], easyOptions: []},
    clock,
    random: () => 0,
    periodMs: 100,
    tradesLagMs: 0,
    signal,
  };
  let unread: readonly string[] = feedPanes;
  for await (const {lists} of followAccount(client, options)) {
    unread = feedPanes.filter(pane => lists[pane].ended === undefined);
    if (unread.length === 0) break;
    await answered();
    await turn();
  }
  expect(unread).toEqual([]);
});
