import {readdirSync, readFileSync} from 'node:fs';
import {checkSync} from 'recheck';
import {describe, expect, it} from 'vitest';
import {parseAst} from 'vitest/node';

const root = new URL('../src/', import.meta.url).pathname;

const sources = readdirSync(root, {recursive: true, encoding: 'utf8'})
  .filter(file => /(?<!\.d)\.tsx?$/.test(file))
  .map(file => {
    const code = readFileSync(`${root}${file}`, 'utf8');
    return {file, code, tree: parseAst(code, {lang: file.endsWith('x') ? 'tsx' : 'ts'})};
  });

function expressionsIn(node: unknown): RegExp[] {
  if (typeof node !== 'object' || node === null) return [];
  if (!('regex' in node)) return Object.values(node).flatMap(expressionsIn);
  const {pattern, flags} = node.regex as RegExp & {pattern: string};
  return [new RegExp(pattern, flags)];
}

/** No limit of time: how much is tried is counted, so that a busy machine finds the same. */
const limits = {
  ...{timeout: null, attackTimeout: null, incubationTimeout: null, seedingTimeout: null},
  ...{randomSeed: 20261121, maxIteration: 3, maxInitialGenerationSize: 50},
  ...{maxGenerationSize: 20, mutationSize: 10, crossoverSize: 5},
};

/** How often a part may repeat, where that is bounded, does not change how the time grows; three times do. */
const briefer = (source: string) =>
  source.replace(/\{(\d+)(,?)(\d*)\}/g, (_, least, comma, most) => {
    const [from, to] = [Math.min(Number(least), least === most ? 3 : 2), Math.min(Number(most), 3)];
    if (comma === '') return `{${Math.min(Number(least), 3)}}`;
    return most === '' ? `{${from},}` : `{${from},${Math.max(from, to)}}`;
  });

/** A text that it reads in a time which grows faster than the text; undefined where there is none. */
function slowText({source, flags}: RegExp): string | undefined {
  const found = checkSync(briefer(source), flags.replace(/[dv]/g, ''), limits);
  if (found.status === 'safe') return undefined;
  return found.status === 'vulnerable' ? found.attack.pattern : `nothing known: ${found.error.kind}`;
}

const slow = (pattern: RegExp) => `${pattern} is slow on ${slowText(pattern)}`;

describe('the regular expressions of the sources', () => {
  const all = sources.flatMap(({file, tree}) => expressionsIn(tree).map(pattern => ({file, pattern})));

  it('are all found', () => {
    expect(all.length).toBeGreaterThan(200);
    const files = new Set(all.map(each => each.file.split('/')[0]));
    expect(['api', 'config', 'desk', 'paper', 'term', 'ui', 'commands'].every(each => files.has(each))).toBe(
      true,
    );
  });

  it('are literals, never built from strings', () => {
    expect(sources.filter(({code}) => /\bRegExp\(/.test(code)).map(({file}) => file)).toEqual([]);
  });

  it('match any text in time linear to its length', () => {
    const endless = all.filter(({pattern}) => /[*+]|\{\d+,\}/.test(pattern.source));
    const files = Map.groupBy(endless, each => String(each.pattern));
    const found = [...files.values()].flatMap(same => {
      const text = same[0] && slowText(same[0].pattern);
      return text === undefined
        ? []
        : same.map(({file, pattern}) => `${file}: ${pattern} is slow on ${text}`);
    });
    expect(found).toEqual([]);
  });
});

describe('the check for slow regular expressions', () => {
  it.each([/(\\+)u007f/gi, /0+$/, /(a+)+$/, /^\[\s*profiles\s*\.\s*(.+?)\s*\]/, /^(\d+)*x$/, /a.*b.*c/])(
    'finds %s',
    pattern => {
      expect(slow(pattern)).not.toContain('undefined');
    },
  );

  it.each([/^0+/, /\\[a-z]/g, /^(-?)(\d+)(\.\d+)?$/, /[\s\S]{3}/g, /(.{1,80})(?: |$)/g])(
    'accepts %s',
    pattern => {
      expect(slow(pattern)).toContain('undefined');
    },
  );
});
