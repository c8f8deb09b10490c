import {describe, expect, it} from 'vitest';
import {noLatency, ownersIn, withAnswer} from '../../../src/desk/feeds/way.ts';
import {easyOption} from '../../helpers/desk.ts';

const after = (times: readonly number[], start = noLatency) => times.reduce(withAnswer, start);

describe('the latency of the service', () => {
  it('stays the same while answers are about equally fast, even across a rounding step', () => {
    const first = after([18]);
    const shown = Array.from({length: 100}, (_, poll) => (poll % 2 === 0 ? 24 : 16)).map(
      (_, poll, times) => after(times.slice(0, poll + 1), first).latencyMs,
    );
    expect(new Set(shown)).toEqual(new Set([18]));
  });

  it('does not change for one or two delayed answers', () => {
    expect(after([10, 10, 900, 10, 900, 10]).latencyMs).toBe(10);
  });

  it('follows a connection that becomes slow, and then fast again', () => {
    const slow = after([10, 10, 10, 300, 300, 300, 300, 300]);
    expect(slow.latencyMs).toBe(300);
    expect(after([10, 10, 10, 10, 10], slow).latencyMs).toBe(10);
  });
});

it('two accounts say that neither is that of the credential, and more are not kept', () => {
  const seen = (...ids: string[]) =>
    ownersIn(
      {accounts: new Set(), currencies: new Set()},
      ids.map(accountId => easyOption('1', {accountId})),
    );
  expect(seen('8', '8').accountId).toBe('8');
  const {accountId, accounts} = seen('8', '9', '10');
  expect([accountId, ...accounts]).toEqual([undefined, '8', '9']);
});
