/** Looks for canaries in redacted recordings: `npm run prove -- canaries SESSIONS SEED`. */
import {foundIn, recordingWith, redactedWith, textOf} from './canaries.ts';

const [sessions = '1000', start = '1'] = process.argv.slice(2);
const began = performance.now();
const [from, to] = [Number(start), Number(start) + Number(sessions)];
let found = 0;
let characters = 0;
for (let seed = from; seed < to; seed++) {
  const {canaries, entries} = recordingWith(seed, 25);
  const hidesAmounts = seed % 2 === 0;
  const text = textOf(redactedWith(entries, seed, hidesAmounts));
  characters += text.length;
  for (const each of foundIn(text, canaries, hidesAmounts)) {
    found++;
    console.log(`seed ${seed}${hidesAmounts ? ', amounts hidden' : ''}: ${each}`);
  }
  if ((seed - from + 1) % 500 === 0) console.log(`${seed - from + 1} sessions, ${found} found`);
}
const seconds = ((performance.now() - began) / 1_000).toFixed(0);
console.log(
  `${sessions} sessions from seed ${start}, every second one without amounts: ${found} canaries in ${characters} characters; ${seconds} s`,
);
process.exitCode = found === 0 ? 0 : 1;
