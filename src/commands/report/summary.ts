import type {Contents} from '../../desk/recorder/capsule/capsule.ts';
import type {Entry} from '../../desk/recorder/entries.ts';

/** What is called otherwise, and what is multiplied. */
const anew: Readonly<Record<string, string>> = {
  id: 'ids',
  name: 'names and symbols',
  text: 'texts',
  prose: 'messages of the program',
  filter: 'filters',
  price: 'prices',
  size: 'sizes',
  money: 'amounts of money',
};
const exampled: ReadonlySet<string> = new Set(['id', 'name', 'text', 'price', 'size', 'money']);
const longestShown = 40;

/** What is in a capsule, told before it is written. */
export function summaryOf(contents: Contents, entries: readonly Entry[], bytes: number): string {
  const {from, to, messages, renamed, examples, masked} = contents;
  const count = [...messages.values()].reduce((sum, each) => sum + each, 0);
  const byType = [...messages].sort(([, a], [, b]) => b - a).map(([type, each]) => `${each} ${type}`);
  const shown = examples.filter(({keep, was, is}) => exampled.has(keep) && was !== is);
  const width = Math.max(...shown.map(({was}) => shortened(was).length), 0);
  return [
    `A capsule of ${lengthOf(to - from)}, from ${moment(from)} to ${moment(to)} UTC: ${Math.ceil(bytes / 1024)} KiB.`,
    '',
    `It holds the state at its beginning and ${count} messages:`,
    `  ${byType.join(', ')}`,
    'Nothing in it bears its name:',
    ...Object.entries(anew)
      .filter(([keep]) => (renamed.get(keep) ?? 0) > 0)
      .map(([keep, words]) => `  ${String(renamed.get(keep)).padStart(6)} ${words}`),
    ...(shown.length === 0 ? [] : ['as these, of which only the second is in it:']),
    ...shown.map(({was, is}) => `  ${shortened(was).padEnd(width)}  ${shortened(is)}`),
    'It tells when what happened, of which kind and status it was, and which keys were pressed outside of fields.',
    ...(masked.length === 0 ? [] : [`Of these fields nothing is kept: ${masked.join(', ')}.`]),
    ...entries.flatMap(entry => (entry.type === 'began' ? factLines(entry.began.facts) : [])),
    '',
  ].join('\n');
}

function factLines(facts: Readonly<Record<string, string>> = {}): readonly string[] {
  const told = Object.entries(facts).filter(([, value]) => value !== '');
  return ['And of the program and its machine:', ...told.map(([name, value]) => `  ${name}: ${value}`)];
}

const shortened = (text: string) =>
  text.length > longestShown ? `${text.slice(0, longestShown - 1)}…` : text;

const moment = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

function lengthOf(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} minutes`;
}
