/** What the help of a command, README.md and docs/ print for a person to copy. */
import {readdirSync, readFileSync} from 'node:fs';
import {commandTable} from '../../src/commands/line/table.ts';

/** `where` is a page, or the command whose help it is. */
export type Example = {readonly where: string; readonly text: string};

type Block = {readonly where: string; readonly language: string; readonly text: string};

const root = new URL('../..', import.meta.url).pathname;

const pages: readonly string[] = [
  'README.md',
  ...readdirSync(`${root}docs`)
    .filter(name => name.endsWith('.md'))
    .map(name => `docs/${name}`),
];

const textOf = (page: string) => readFileSync(root + page, 'utf8');

/** The fenced blocks of all pages, without the margin of a list that they stand in. */
export const blocks: readonly Block[] = pages.flatMap(where =>
  [...textOf(where).matchAll(/^( *)```(\S*)\n([\s\S]*?)^ *```$/gm)].map(
    ([, margin = '', language = '', text = '']) => ({
      where,
      language,
      text: text.replace(new RegExp(`^${margin}`, 'gm'), ''),
    }),
  ),
);

/** In a block of no language, which may be no shell's at all; `optty/client` is a module. */
const isCommand = (line: string) => /\b(?:optty(?![/\w])|npm\b|OPTTY_)/.test(line);

/** Lines for a shell, each once; in a help, a line that is indented goes on with the one before. */
export const shellExamples: readonly Example[] = firstOfEach([
  ...commandTable.flatMap(({name, more}) =>
    (more.split(/^Examples:\n {2}/m)[1] ?? '')
      .split(/\n {2}(?! )/)
      .map(text => ({where: `optty ${name} --help`, text})),
  ),
  ...blocks
    .filter(({language}) => ['', 'sh', 'bash', 'console'].includes(language))
    .flatMap(({where, language, text}) =>
      text
        .split('\n')
        .map(line => line.replace(/^\$ /, '').replace(/(?:^|\s+)#(?: .*)?$/, ''))
        .filter(line => line !== '' && (language !== '' || isCommand(line)))
        .map(line => ({where, text: line})),
    ),
]);

/** Command lines within sentences and tables, where capitals stand for what a person puts there. */
export const mentions: readonly Example[] = firstOfEach(
  pages.flatMap(where =>
    [...textOf(where).matchAll(/(?<!`)`((?:optty|npm (?:run|start)) [^`\n]+)`/g)].map(([, text = '']) => ({
      where,
      text,
    })),
  ),
);

function firstOfEach(examples: readonly Example[]): readonly Example[] {
  const first = new Map<string, Example>();
  for (const example of examples) if (!first.has(example.text)) first.set(example.text, example);
  return [...first.values()];
}
