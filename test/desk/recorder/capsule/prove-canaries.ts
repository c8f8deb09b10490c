/** Looks for canaries in capsules: `npm run prove:canaries -- SESSIONS SEED`. */
import {capsuleWith, foundIn, recordingWith, textOf} from './canaries.ts';

const [sessions = '1000', start = '1'] = process.argv.slice(2);
const began = performance.now();
const [from, to] = [Number(start), Number(start) + Number(sessions)];
let found = 0;
let bytes = 0;
for (let seed = from; seed < to; seed++) {
  const {canaries, entries} = recordingWith(seed, 25);
  const text = textOf(capsuleWith(entries, seed));
  bytes += text.length;
  for (const each of foundIn(text, canaries)) {
    found++;
    console.log(`seed ${seed}: ${each.canary} as ${each.form} in ${each.around}`);
  }
  if ((seed - from + 1) % 5_000 === 0) console.log(`${seed - from + 1} sessions, ${found} found`);
}
const seconds = ((performance.now() - began) / 1_000).toFixed(0);
const {user} = process.cpuUsage();
console.log(
  `${sessions} sessions from seed ${start}: ${found} canaries in ${bytes} characters of capsules; ` +
    `${seconds} s, ${(user / 1_000 / Number(sessions)).toFixed(1)} ms of CPU each`,
);
process.exitCode = found === 0 ? 0 : 1;
