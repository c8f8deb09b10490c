// Listens to a market that moves, for so many minutes: npm run soak -- listening MINUTES. Tells
// how many bytes erase, move or are no text, and how many words were said while nothing became of the account.
import {strayBytes, wordCount} from '../helpers/heard/ears.ts';
import {startListening} from '../helpers/listener.ts';
import {startTestPaper} from '../helpers/paper.ts';

const [minutes = '10'] = process.argv.slice(2);
const paper = await startTestPaper({clock: 'real', start: Date.UTC(2026, 10, 19, 12)});
const listener = startListening({
  columns: 120,
  env: {OPTTY_BASE_URL: paper.origin, OPTTY_TOKEN: paper.token},
});
await listener.hear(/Row 1, [\s\S]*PAPER/);
const before = listener.said().length;
const bytes = listener.program.bytes;
const asks = new Set<string>();
const until = Date.now() + Number(minutes) * 60_000;
while (Date.now() < until) {
  await new Promise(resolve => setTimeout(resolve, 1_000));
  const [card] = (await paper.call('GET', '/v1/easy-options/list')).json;
  asks.add(String(card.currentAskPrice));
}
const said = listener.said().slice(before);
console.log(`${minutes} min: the ask of the selected card took ${asks.size} values`);
console.log(
  `bytes ${listener.program.bytes - bytes}, words ${wordCount(said)}, lines ${said.split('\n').length - 1}`,
);
console.log(`bytes that are no text or end of line: ${strayBytes(listener.program.transcript).length}`);
if (said !== '') console.log(said.split('\n').slice(0, 8).join('\n'));
await listener.end();
await paper.close();
