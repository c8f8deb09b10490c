import {readdirSync, readFileSync} from 'node:fs';
import {basename, dirname, join, normalize} from 'node:path';
import {describe, expect, it} from 'vitest';

/** What a reader may count on in every file. */
const top = new URL('..', import.meta.url).pathname;

/**
 * These folders decide on money, so types there are proved and not declared: rows of the journal are what its
 * schema says, a filter's query has the names of the pane's own table, and the keys of the table of dialogs are
 * its own.
 */
const casts: Readonly<Record<string, number>> = {
  'src/desk/dialogs/index.ts': 1,
  'src/desk/filter/parse.ts': 1,
  'src/core/journal/stored.ts': 2,
};
/** What is tested there happens in time, or must not happen in it. The list may only shrink. */
const sleeps: readonly string[] = [
  'test/commands/dashboard/outputs.test.ts 1',
  'test/e2e/between.test.ts 1',
  'test/term/session.test.ts 2',
];

/**
 * The most lines that each folder at the top of src may have. If a change needs more, raise the number to the
 * next 250 and say in the commit what is worth it. If lines went, lower it.
 */
const budget: Readonly<Record<string, number>> = {
  '.': 250,
  account: 4_250,
  api: 3_500,
  commands: 5_750,
  config: 1_500,
  core: 8_500,
  desk: 14_250,
  paper: 3_750,
  term: 2_750,
  text: 250,
  ui: 5_000,
};

/** The same for all of the tests. */
const testBudget = 56_000;

/** Counts of files by a name that more than two have. The list may only shrink: a name says what is held. */
const sharedNames: Readonly<Record<string, number>> = {
  'halt.ts': 3,
  'index.ts': 3,
  'rows.ts': 3,
};

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
const isOfMoney = (file: string) => /^src\/(?:account|core|desk)\//.test(file);

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
  const clauses = [...text.matchAll(/^(?:import|export)\s+(?:type\s+)?([^;]*?)\s*from\s+'(\.[^']+)'/gm)];
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

const withoutComments = (text: string) => text.replace(/\/\*\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

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
        uses: (withoutComments(text).match(new RegExp(`\\b${name}\\b`, 'g')) ?? []).length - 1,
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

  it('has no folder at the top that grows', () => {
    const lines = Map.groupBy(sources, ([file]) => file.split('/')[1]?.replace(/.*\.tsx?$/, '.') ?? '.');
    const over = [...lines].flatMap(([folder, files]) => {
      const count = files.reduce((sum, [, text]) => sum + text.split('\n').length - 1, 0);
      const most = budget[folder] ?? 0;
      return count > most ? [`${folder} ${count} of ${most}: raise it to the next 250, and say why`] : [];
    });
    expect(over).toEqual([]);
  });

  it('gives no third file the name of two others', () => {
    const files = Map.groupBy(sources, ([file]) => basename(file));
    const many = [...files].filter(([name, {length}]) => length > (sharedNames[name] ?? 2));
    expect(many.map(([name, {length}]) => `${name} ${length}`)).toEqual([]);
  });

  it('has tests that do not grow', () => {
    const count = [...texts].reduce(
      (sum, [file, text]) => (file.startsWith('test/') ? sum + text.split('\n').length - 1 : sum),
      0,
    );
    expect(count).toBeLessThanOrEqual(testBudget);
  });

  it('takes no value of the desk for what it is not proved to be', () => {
    const declared = sources
      .filter(([file]) => isOfMoney(file))
      .map(([file, text]) => ({file, count: castsIn(text)}));
    expect(declared.reduce((sum, {count}) => sum + count, 0)).toBeGreaterThan(0);
    const more = declared.filter(({file, count}) => count > (casts[file] ?? 0));
    expect(more.map(({file, count}) => `${file} ${count}`)).toEqual([]);
  });

  it('believes no JSON in the desk before it is proved', () => {
    const reading = sources.filter(([file, text]) => isOfMoney(file) && /\bJSON\.parse\b/.test(text));
    expect(reading.map(([file]) => file)).toEqual([]);
  });

  it('compares the name of a kind of write only in the folder of the kinds', () => {
    const kinds = 'src/core/intents/kinds/';
    const names = sources.flatMap(([file, text]) =>
      file.startsWith(kinds) ? [...text.matchAll(/^ {2}name: '(\w+)',$/gm)].map(([, name = '']) => name) : [],
    );
    expect(names.length).toBeGreaterThan(4);
    const any = `'(?:${names.join('|')})'`;
    const compared = new RegExp(
      `\\bkind\\)? [=!]== ${any}|case ${any}:|(?<!Partial<)Record<(?:Draft|Write)Kind\\b`,
    );
    const isNamed = new RegExp(`\\bname\\)? [=!]== ${any}`);
    // A column or a setting may have the name of a kind: only who imports the kinds compares theirs.
    const comparing = sources.filter(
      ([file, text]) =>
        /^src\/(?:account|core|desk|ui|commands)\//.test(file) &&
        !file.startsWith(kinds) &&
        !file.startsWith('src/desk/order/tickets/') &&
        (compared.test(text) || (text.includes('/kinds/') && isNamed.test(text))),
    );
    expect(comparing.map(([file]) => file)).toEqual([]);
  });

  it('has no function that one cannot see whole', () => {
    const long = sources.flatMap(([file, text]) =>
      functionsIn(text)
        .filter(({lines}) => lines > 60)
        .map(({name}) => `${file} ${name}`),
    );
    expect(long).toEqual([]);
  });

  it('has comments that fit beside each other', () => {
    const wide = [...texts].flatMap(([file, text]) => wideComments(text).map(at => `${file}:${at}`));
    expect(wide, 'comments of over 112 columns').toEqual([]);
  });

  it('ends what a test of several at once began with that test, and not with one beside it', () => {
    const strays = [...texts].filter(
      ([file, text]) =>
        file.startsWith('test/') &&
        /^(?:describe|it)\.concurrent\b/m.test(text) &&
        /^import \{[^}]*\bonTestFinished\b[^}]*\} from 'vitest'/m.test(text),
    );
    expect(strays.map(([file]) => file)).toEqual([]);
  });

  it('compares no clock with a bound in its tests, and waits as long as only a hang does', () => {
    const clock = /(?:performance|Date)\.now\(\)|hrtime|cpuUsage/;
    const compares = new RegExp(`^(?=.*(?:${clock.source})).*expect\\(.*\\)\\.toBe(?:Less|Greater)Than`);
    const waits = /\bvi\.wait(?:For|Until)\(|^ *(?:it|describe)\b.*\{timeout\b/;
    const bounded = [...texts].flatMap(([file, text]) =>
      text
        .split('\n')
        .filter(line => compares.test(line) || waits.test(line))
        .map(line => `${file} ${line.trim()}`),
    );
    expect(bounded.filter(each => /^test\/.*\.test\.tsx?/.test(each))).toEqual([]);
  });

  it('waits for time in its tests only where time is the law', () => {
    const sleeping = [...texts].flatMap(([file, text]) => {
      const count = text.match(/await new Promise(?:<void>)?\(\w+ => setTimeout\(/g)?.length ?? 0;
      return /^test\/.*\.test\.tsx?$/.test(file) && count > 0 ? [`${file} ${count}`] : [];
    });
    expect(sleeping.filter(each => !sleeps.includes(each))).toEqual([]);
  });
});

/** Functions and methods, formatted as all code is: one ends where a brace stands as far in as it began. */
function functionsIn(text: string): {name: string; lines: number}[] {
  const lines = text.split('\n');
  return lines.flatMap((line, at) => {
    const [, indent, first, second] = functionStart.exec(line) ?? [];
    const name = first ?? second;
    if (indent === undefined || name === undefined || /^(?:if|for|while|switch|catch)$/.test(name)) return [];
    const end = lines.findIndex(
      (each, later) => later > at && each.startsWith(`${indent}}`) && each !== line,
    );
    return [{name, lines: end - at + 1}];
  });
}

const functionStart =
  /^( *)(?:export )?(?:default )?(?:async )?(?:function\*? (\w+)|(?:const (?=\w+ = .*=> \{$))?(?:#|get |set )?(\w+)(?=\(.*\{$| = .*=> \{$))/;

function castsIn(text: string): number {
  const code = text.replace(/^import\s[^;]*;|\/\*.*?\*\/|\/\/[^\n]*/gms, '');
  return (
    code.match(/[\w)\]}] as (?:unknown|never|string|number|readonly|keyof|typeof|[A-Z({[])/g)?.length ?? 0
  );
}

/** Numbers of lines. */
function wideComments(text: string): readonly number[] {
  const isWide = (line: string) => line.length > 112 && /^\s*(?:\/\/|\/\*|\* )/.test(line);
  return text.split('\n').flatMap((line, at) => (isWide(line) ? at + 1 : []));
}
