import {readHost} from '../../../src/commands/host.ts';
import type {WriteDraft} from '../../../src/core/intents/kinds/kinds.ts';
import {JournalError} from '../../../src/core/journal/problem.ts';
import {takingControls} from '../../helpers/controls.ts';
import {intentFor} from '../../helpers/intents.ts';
import {openOwn} from '../../helpers/journal.ts';
import {unlimited} from '../limits/knows.ts';

/**
 * A process that asks for one card after another: `path number [cards [cancels]]`. It tells each that it got;
 * the cards are the same for every such process, so that two of them race. Cancels follow in any case.
 */
const [path = '', number = '0', cards = '100000', cancels = '0'] = process.argv.slice(2);
const mono = () => ({mono: performance.now(), wall: Date.now()});
const journal = await openOwn({path, host: readHost(process.pid), busyTimeoutMs: 5_000});
const bound = takingControls(journal);

try {
  for (let card = 0; card < Number(cards); card++)
    ask({kind: 'open', cardId: String(card), investmentAmount: '25'}, `asked ${card}`);
} catch (error) {
  if (!(error instanceof JournalError)) throw error;
  process.stdout.write(`failed: ${error.message}\n`);
}

for (let order = 0; order < Number(cancels); order++)
  ask({kind: 'cancel', orderId: String(order)}, `canceled ${order}`);

function ask(draft: WriteDraft, told: string): void {
  const intent = intentFor(draft, {id: `${number}-${told}`}, mono());
  if (bound.ask(intent, unlimited).kind === 'asked') process.stdout.write(`${told}\n`);
}
