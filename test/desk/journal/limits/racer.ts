import {readHost} from '../../../../src/commands/host.ts';
import type {Intent} from '../../../../src/desk/intents/intent.ts';
import {type BoundJournal, openJournal} from '../../../../src/desk/journal/journal.ts';
import {JournalError} from '../../../../src/desk/journal/problem.ts';
import type {Limits} from '../../../../src/desk/model/vocabulary.ts';
import {takingControls} from '../../../helpers/controls.ts';
import {knows, loadOf, readOf} from '../../limits/account.ts';

/**
 * A process that opens Easy Options one after another, as fast as it can: `number times path...`, each of 50
 * where 500 may be open. It waits for a byte before it begins with a journal, and tells in one line what became
 * of each.
 */
const [number = '0', times = '0', ...paths] = process.argv.slice(2);
const limits: Limits = {underlyings: {}, maxOpenInvestment: {each: '500'}};
for (const path of paths) {
  const bound = await join(path);
  process.stdout.write('ready\n');
  await new Promise(resolve => process.stdin.once('data', resolve));
  const became = Array.from({length: Number(times)}, (_, time) => ask(bound, time));
  process.stdout.write(`${became.join(' ')}\n`);
}
process.exit();

async function join(path: string): Promise<BoundJournal> {
  const journal = await openJournal({path, host: readHost(process.pid), busyTimeoutMs: 20_000});
  if (journal instanceof JournalError) throw journal;
  const bound = takingControls(
    journal.bind(
      {origin: 'https://svc.example', path: '', fingerprint: 'abcd', credentialSource: 'file'},
      'main',
    ),
  );
  bound.limits.announce(limits, undefined, Date.now());
  return bound;
}

function ask(bound: BoundJournal, time: number): string {
  const intent: Intent = {
    id: `${number}-${time}`,
    draft: {kind: 'open', cardId: `${number}${time}`, investmentAmount: '50'},
    ...{state: 'QUEUED', reason: '', attempts: []},
    askedAt: {mono: performance.now(), wall: Date.now()},
    changedAt: Date.now(),
  };
  const added = loadOf(intent.draft, {currency: 'USDT', underlying: 'BTC'});
  try {
    return added === undefined
      ? 'no load'
      : bound.ask(intent, undefined, knows(limits, added, readOf({}))).kind;
  } catch (error) {
    if (error instanceof JournalError) return error.problem;
    throw error;
  }
}
