import {join} from 'node:path';
import {expect, it} from 'vitest';
import {standingOf} from '../../../src/commands/agents/propose.ts';
import type {Intent} from '../../../src/core/intents/intent.ts';
import {later, start} from '../../core/intents/attempts.ts';
import {openTested} from '../../core/journal/machines.ts';
import {unlimited} from '../../core/limits/knows.ts';
import {temporaryFolder} from '../../helpers/folder.ts';
import {intentFor} from '../../helpers/intents.ts';
import {patienceMs} from '../../helpers/patience.ts';

it('waits for the record of an open that the service has accepted', async () => {
  const journal = await openTested({path: join(temporaryFolder(), 'journal.db')});
  const draft = {kind: 'open', cardId: '7', investmentAmount: '25'} as const;
  const by = {name: 'agent', version: '1', pid: 7};
  const accepted = intentFor(draft, {id: 'a', state: 'CONFIRMED', proof: 'proved'}, start);
  const times = {askedAt: start.wall, expiresAt: later(60_000).wall};
  journal.proposals.propose(
    {...{id: 'p', draft, reason: 'r', by, priceSeen: undefined}, ...times},
    unlimited,
  );
  journal.ask(intentFor(draft, {id: 'a', proposalId: 'p'}, start), unlimited);
  journal.save(accepted);
  let looks = 0;
  const standing: typeof journal.proposals.standing = (id, now) => {
    looks++;
    if (looks === 2) journal.save({...accepted, resolvedRecordId: '101'} as Intent);
    return journal.proposals.standing(id, now);
  };
  const account = {open: async () => ({proposals: {...journal.proposals, standing}})};
  expect(await standingOf(account, 'p', patienceMs / 1_000)).toMatchObject({
    ...{state: 'CONFIRMED', recordId: '101'},
  });
});
