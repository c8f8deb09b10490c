import {inspect} from 'node:util';
import {type AccountPortfolio, portfolioOf} from '../../../../src/account/portfolio/portfolio.ts';
import type {PortfolioRows} from '../../../../src/account/portfolio/rows.ts';
import {createChance} from '../../../sim/chance.ts';
import {given} from '../account.ts';
import {accountOfSeed} from './accounts.ts';
import {bruteForce, type PlainAccount} from './brute.ts';
import {plainByLedger} from './by-ledger.ts';
import {plainByRecords} from './by-records.ts';
import {withOddities} from './oddities.ts';

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
    const told = portfolioOf(rows, given(now));
    const ways = others.map(other => bruteForce(other));
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
function differing(one: AccountPortfolio, other: ReturnType<typeof bruteForce>): string[] {
  return (Object.keys(other) as (keyof typeof other)[]).flatMap(name =>
    isAs(one[name], other[name]) ? [] : [`${name} ${inspect(one[name])} and ${inspect(other[name])}`],
  );
}

/** True if it has all that is wanted, and no row more. */
function isAs(found: unknown, wanted: unknown): boolean {
  if (wanted instanceof Map) return found instanceof Map && isAs([...found].sort(), [...wanted].sort());
  if (typeof found !== 'object' || typeof wanted !== 'object' || found === null || wanted === null)
    return found === wanted;
  if (Array.isArray(wanted) && Reflect.get(found, 'length') !== wanted.length) return false;
  return Object.entries(wanted).every(([name, value]) => isAs(Reflect.get(found, name), value));
}
