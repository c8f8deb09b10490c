import {readdirSync, readFileSync} from 'node:fs';
import {dirname, join, normalize} from 'node:path';
import {describe, expect, it} from 'vitest';

/** What a reader may count on in every file. The lists of exceptions here may only shrink. */
const top = new URL('..', import.meta.url).pathname;

/** All files of ours by their path from the top, without what is generated. */
const texts = new Map(
  ['src', 'test']
    .flatMap(folder =>
      readdirSync(join(top, folder), {recursive: true, encoding: 'utf8'}).map(file => `${folder}/${file}`),
    )
    .filter(file => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
    .map(file => [file, readFileSync(join(top, file), 'utf8')]),
);
const sources = [...texts].filter(([file]) => file.startsWith('src/'));

/** What programs start with, and what is published, is used from outside. */
const entries = [
  'src/main.ts',
  'src/launch.ts',
  'src/api/index.ts',
  'src/paper/index.ts',
  'src/paper/worker.ts',
];

/** `file name` of everything that one file takes from another. */
const taken = new Set([...texts].flatMap(([file, text]) => takenBy(file, text)));

function takenBy(file: string, text: string): string[] {
  const place = (path: string) => normalize(join(dirname(file), path));
  const clauses = [...text.matchAll(/^(?:import|export)\s+(?:type\s+)?([^;']*?)\s*from\s+'(\.[^']+)'/gm)];
  const later = [...text.matchAll(/import\('(\.[^']+)'\)/g)].map(match => place(match[1] ?? ''));
  return [
    ...clauses.flatMap(([, clause = '', path = '']) =>
      namesIn(clause, text).map(name => `${place(path)} ${name}`),
    ),
    ...later.flatMap(path => wordsOf(text).map(word => `${path} ${word}`)),
  ];
}

function namesIn(clause: string, text: string): string[] {
  const space = /\* as (\w+)/.exec(clause)?.[1];
  if (space !== undefined)
    return [...text.matchAll(new RegExp(`\\b${space}\\.(\\w+)`, 'g'))].map(match => match[1] ?? '');
  return clause
    .replace(/[{}]/g, '')
    .split(',')
    .map(name =>
      name
        .trim()
        .replace(/^type /, '')
        .replace(/ as .*/s, ''),
    );
}

function wordsOf(text: string): string[] {
  return [...new Set(text.match(/\w+/g))];
}

type Exported = {
  readonly file: string;
  readonly name: string;
  readonly isType: boolean;
  readonly uses: number;
};

const exported: readonly Exported[] = sources
  .filter(([file]) => !entries.includes(file))
  .flatMap(([file, text]) =>
    [...text.matchAll(/^export\s+(?:async\s+)?(type|interface|const|let|class|function)\b\*?\s*(\w+)/gm)].map(
      ([, kind = '', name = '']) => ({
        file,
        name,
        isType: kind === 'type' || kind === 'interface',
        uses: (text.match(new RegExp(`\\b${name}\\b`, 'g')) ?? []).length - 1,
      }),
    ),
  );

const called = (list: readonly Exported[]) => list.map(({file, name}) => `${file} ${name}`);

describe('the house', () => {
  it('is read as a whole', () => {
    expect(sources.length).toBeGreaterThan(200);
    expect(exported.length).toBeGreaterThan(600);
  });

  it('exports nothing that nobody needs', () => {
    const takenInside = new Set(sources.flatMap(([file, text]) => takenBy(file, text)));
    const dead = exported.filter(
      ({file, name, isType, uses}) =>
        !takenInside.has(`${file} *`) &&
        !takenInside.has(`${file} ${name}`) &&
        (uses === 0 || (!isType && !taken.has(`${file} ${name}`))),
    );
    expect(called(dead)).toEqual([]);
  });
});
