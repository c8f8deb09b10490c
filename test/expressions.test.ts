import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {expressionsIn, sourceFiles} from './helpers/expressions.ts';

const seed = 20261121;
const sources = await sourceFiles();

/** Texts that a service, a terminal or a file could repeat without end. */
const common = [
  ' ',
  '\t',
  '\n',
  '\\',
  '"',
  "'",
  '0',
  '7',
  'a',
  'Z',
  '_',
  '/',
  '.',
  ',',
  '-',
  ';',
  '\x1b[',
  '=',
  'é',
];
const endings = ['', '\x00', ' '];

/** No text of these sizes takes so long in linear time, by far: the smaller find what grows even faster. */
const sizes = [20, 25, 300, 1_000, 4_000];
const suspiciousMs = 5;
/** What took too long is tried again, the largest still larger: that a machine was busy is no proof. */
const proof = {size: 8_000, ms: 10, tries: 3};

/** Short texts made of what the expression itself names, and words of it. */
function own(pattern: RegExp): string[] {
  const bare = pattern.source.replace(/\\[a-zA-Z](?:\{[^}]*\}|[0-9a-fA-F]{2,4})?/g, ' ');
  const letters = [...new Set(bare.replace(/[\s\\^$|?*+(){}[\]]/g, ''))].slice(0, 6);
  const escapes = [...pattern.source.matchAll(/\\([\\^$|?*+(){}[\]/.])/g)].map(([, letter = '']) => letter);
  const atoms = [...new Set([...letters, ...escapes])].slice(0, 8);
  const words = (bare.match(/\w{2,}/g) ?? []).slice(0, 4);
  return [...atoms, ...words, ...atoms.flatMap(left => atoms.slice(0, 4).map(right => left + right))];
}

/** Beginnings of texts that match: what is repeated behind them meets the later parts of the expression. */
function beginnings(pattern: RegExp): string[] {
  try {
    const plain = new RegExp(pattern.source, pattern.flags.replace(/[gyi]/g, ''));
    const matches = fc.sample(fc.stringMatching(plain, {size: 'xsmall'}), {seed, numRuns: 3});
    const cuts = (text: string) => [...text.slice(0, 60).matchAll(/\w+|\W/g)].slice(0, 5);
    return [
      ...new Set(matches.flatMap(text => cuts(text).map(cut => text.slice(0, cut.index + cut[0].length)))),
    ];
  } catch {
    // Look-behinds and classes of Unicode are not drawn from.
    return [];
  }
}

function timed(pattern: RegExp, text: string): number {
  const start = performance.now();
  pattern.lastIndex = 0;
  if (pattern.global) text.replace(pattern, '');
  else pattern.exec(text);
  return performance.now() - start;
}

/**
 * A text that the expression reads in a time which grows faster than the text; undefined when none was found.
 */
function slowText(pattern: RegExp): string | undefined {
  const units = own(pattern);
  const attacks = [
    ...[...new Set([...units, ...common])].map(unit => ({before: '', unit})),
    ...beginnings(pattern).flatMap(before => [...units, ...common.slice(0, 9)].map(unit => ({before, unit}))),
  ];
  for (const size of sizes) {
    for (const {before, unit} of attacks) {
      for (const after of endings) {
        const build = (length: number) => before + unit.repeat(length / unit.length) + after;
        if (timed(pattern, build(size)) > suspiciousMs && isSlow(pattern, size, build))
          return JSON.stringify(`${before}(${unit})*${after}`);
      }
    }
  }
  return undefined;
}

function isSlow(pattern: RegExp, size: number, build: (length: number) => string): boolean {
  const isLargest = size === sizes.at(-1);
  const text = build(isLargest ? proof.size : size);
  const ms = isLargest ? proof.ms : suspiciousMs;
  return Array.from({length: proof.tries}, () => timed(pattern, text)).every(each => each > ms);
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
    const files = Map.groupBy(all, each => String(each.pattern));
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

  it.each([/^0+/, /\\[a-z]/g, /^(-?)(\d+)(\.\d+)?$/, /[\s\S]{3}/g])('accepts %s', pattern => {
    expect(slow(pattern)).toContain('undefined');
  });
});
