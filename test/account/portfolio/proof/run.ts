/** `npm run prove -- portfolio [ACCOUNTS] [FIRST SEED]` holds many accounts against brute force. */
import {differencesOf} from './differences.ts';

const [accounts = 1_000, first = 1] = process.argv.slice(2).map(Number);
let differences = 0;
for (let seed = first; seed < first + accounts; seed++) {
  for (const each of differencesOf(seed)) {
    differences++;
    process.stdout.write(`${each}\n`);
  }
}
process.stdout.write(`${accounts} accounts from seed ${first}: ${differences} differences\n`);
process.exitCode = differences === 0 ? 0 : 1;
