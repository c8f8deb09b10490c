/** Plays renamed sessions beside those that they were: `npm run prove:capsule -- SESSIONS SEED`. */
import {lawOf} from './law.ts';
import {sessionOf} from './sessions.ts';

const [sessions = '1000', start = '1'] = process.argv.slice(2);
const [from, to] = [Number(start), Number(start) + Number(sessions)];
let broken = 0;
let states = 0;
for (let seed = from; seed < to; seed++) {
  const verdict = lawOf(sessionOf({seed, steps: 150}), seed);
  states += verdict.states;
  if (verdict.broken !== undefined || verdict.masked.length > 0) {
    broken++;
    const {at, msg, paths} = verdict.broken ?? {at: 0, msg: {type: 'masked'}, paths: verdict.masked};
    console.log(`seed ${seed}, message ${at} (${msg.type}):\n  ${paths.join('\n  ')}`);
  }
  if ((seed - from + 1) % 500 === 0) console.log(`${seed - from + 1} sessions, ${broken} broken`);
}
console.log(`${sessions} sessions from seed ${start}, ${states} states: ${broken} sessions differ`);
process.exitCode = broken === 0 ? 0 : 1;
