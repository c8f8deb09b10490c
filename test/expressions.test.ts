import {checkSync} from 'recheck';
import {describe, expect, it} from 'vitest';
import {expressionsIn, sourceFiles} from './helpers/expressions.ts';

const sources = await sourceFiles();

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
  const all = sources.flatMap(({file, code}) => expressionsIn(code).map(pattern => ({file, pattern})));

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

  it('are distinguished from text that only looks like one', () => {
    const code = `a / b; '/x/'; "/x/"; \`/x/\${c / d / e ? /1[/]/g : \`\${/2/}\`}/x/\`; // /x/
      /* /x/ */ f(/3\\//u); return /4/; (a) / b / c; x = y[0] / 2 / z; [/5/, /6'"/]`;
    expect(expressionsIn(code).map(String)).toEqual(['/1[/]/g', '/2/', '/3\\//u', '/4/', '/5/', '/6\'"/']);
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
  it.each([
    /(\\+)u007f/gi,
    /\B(?=(\d{3})+$)/g,
    /0+$/,
    /(a+)+$/,
    /^\[\s*profiles\s*\.\s*(.+?)\s*\]/,
    /^(\d+)*x$/,
    /a.*b.*c/,
  ])('finds %s', pattern => {
    expect(slow(pattern)).not.toContain('undefined');
  });

  it.each([/^0+/, /\\[a-z]/g, /^(-?)(\d+)(\.\d+)?$/, /[\s\S]{3}/g, /(.{1,80})(?: |$)/g])(
    'accepts %s',
    pattern => {
      expect(slow(pattern)).toContain('undefined');
    },
  );
});
