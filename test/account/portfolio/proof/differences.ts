import {isDeepStrictEqual} from 'node:util';
import {portfolioOf} from '../../../../src/account/portfolio/portfolio.ts';
import type {PortfolioRows} from '../../../../src/account/portfolio/rows.ts';
import {createChance} from '../../../sim/chance.ts';
import {given} from '../account.ts';
import {accountOfSeed} from './accounts.ts';
import {bruteForce, type PlainAccount} from './brute.ts';
import {plainByLedger} from './by-ledger.ts';
import {plainByRecords} from './by-records.ts';
import {withOddities} from './oddities.ts';
import {type Told, toldBy} from './told.ts';

/** How often an account is looked at: between its turns, and then with ever more odd records. */
const oddLooks = 3;

/**
 * Follows the account of a seed and holds its portfolio against the figures by brute force over the ledger and
 * over the records. What differs, in words; nothing where all figures are the same.
 */
export function differencesOf(seed: number): string[] {
  const found: string[] = [];
  const chance = createChance(seed).fork();
  const hold = (rows: PortfolioRows, now: number, look: string, ...others: PlainAccount[]) => {
    const told = toldBy(portfolioOf(rows, given(now)));
    const ways = others.map(other => bruteForce(other, now));
    for (const other of ways)
      found.push(...differing(told, other).map(name => `seed ${seed}, ${look}: ${name}`));
  };
  let last: {readonly rows: PortfolioRows; readonly now: number} | undefined;
  for (const seen of accountOfSeed(seed)) {
    last = seen;
    hold(seen.rows, seen.now, 'as traded', plainByLedger(seen), plainByRecords(seen.rows));
  }
  if (last === undefined) return found;
  let {rows} = last;
  for (let look = 0; look < oddLooks; look++) {
    rows = withOddities(rows, chance, 0.3, last.now);
    hold(rows, last.now, 'odd', plainByRecords(rows));
  }
  return found;
}

/** The names of the figures that are not the same. */
function differing(one: Told, other: Told): string[] {
  return (Object.keys(other) as (keyof Told)[]).flatMap(name =>
    isDeepStrictEqual(one[name], other[name])
      ? []
      : [`${name} ${JSON.stringify(one[name])} and ${JSON.stringify(other[name])}`],
  );
}
