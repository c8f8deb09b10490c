import {readdirSync, readFileSync} from 'node:fs';
import {cardFields, easyOptionFields, orderFields, tradeFields} from '../../../../src/api/wire/records.ts';

/** The words that stand in texts of the program: what a capsule may say, whoever made it say that. */

const source = new URL('../../../../src/', import.meta.url);
export const wordsPath = new URL('desk/recorder/capsule/words.ts', source);

const rooms = ['api', 'desk', 'commands'];
const literal = /'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g;
const comment = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
const statement = /^(?:import|export)[^;]*? from '[^']*';$/gm;

/** Names of the market that texts bring as examples: a record that bears one is not to be known by it. */
const examples = new Set(['BTC', 'ETH', 'bitcoin', 'USD', 'EUR', 'BUY-BTC']);
const publicCurrencies = ['USD', 'EUR', 'USDT', 'USDC', 'BUSD', 'FDUSD', 'TUSD', 'USDP', 'DAI'];

function wordsOf(text: string): readonly string[] {
  return (
    text
      .replace(comment, '')
      .replace(statement, '')
      .match(literal)
      ?.flatMap(each => each.replace(/\$\{[^}]*\}/g, ' ').match(/[A-Za-z][A-Za-z0-9]*/g) ?? []) ?? []
  );
}

/** Every word once, by the code of its letters. */
export function ownWords(): readonly string[] {
  const files = rooms.flatMap(room =>
    readdirSync(new URL(room, source), {recursive: true, encoding: 'utf8'})
      .filter(file => file.endsWith('.ts') && !file.startsWith('recorder/'))
      .map(file => `${room}/${file}`),
  );
  const words = new Set(files.flatMap(file => wordsOf(readFileSync(new URL(file, source), 'utf8'))));
  for (const example of examples) words.delete(example);
  const fields = [cardFields, easyOptionFields, orderFields, tradeFields].flat();
  for (const word of [...publicCurrencies, ...fields]) words.add(word);
  return [...words].filter(word => word.length <= 24).sort();
}

const width = 106;

/** The file as it is to stand. */
export function wordsFile(): string {
  const lines: string[] = [];
  for (const word of ownWords()) {
    const line = lines.at(-1);
    if (line === undefined || line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return [
    '/** The words that the program says itself, written by `npm run words`: a capsule says no other. */',
    'export const ownWords = [',
    ...lines.map(line => `  '${line}',`),
    '];',
    '',
  ].join('\n');
}
