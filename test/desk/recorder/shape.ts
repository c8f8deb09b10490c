import {createHash} from 'node:crypto';
import {basename, dirname, join} from 'node:path';

/**
 * The declarations of all types that are recorded, and of the constants that these are derived from. It relies
 * on the format of this code base: a declaration begins a line and ends before the next line that begins with a
 * word.
 */

type Declaration = {readonly name: string; readonly text: string};

type Module = {
  readonly declared: ReadonlyMap<string, string>;
  readonly taken: ReadonlyMap<string, {readonly file: string; readonly name: string}>;
  readonly passedOn: readonly string[];
};

/** Where a type is declared, how it is laid out, and whether it is exported, does not count. */
export function shapeOf(files: ReadonlyMap<string, string>): string {
  const texts = declarationsIn(files).map(({text}) =>
    text.replace(/[\s,;]+/g, ' ').replace(/ ?([^\w\s]) ?/g, '$1'),
  );
  return createHash('sha256').update(texts.sort().join('\n')).digest('hex').slice(0, 12);
}

export function declarationsIn(files: ReadonlyMap<string, string>): readonly Declaration[] {
  const modules = new Map([...files].map(([file, text]) => [file, moduleOf(file, text)]));
  const found = new Map<string, Declaration>();
  const follow = (file: string, name: string): void => {
    const module = modules.get(file);
    const text = module?.declared.get(name);
    const key = `${file} ${name}`;
    if (module === undefined || found.has(key)) return;
    if (text === undefined) {
      const from = module.taken.get(name);
      if (from !== undefined) follow(from.file, from.name);
      else for (const whole of module.passedOn) follow(whole, name);
      return;
    }
    found.set(key, {name, text});
    for (const word of wordsIn(text)) if (word !== name) follow(file, word);
  };
  follow('desk/messages.ts', 'Msg');
  follow('desk/state.ts', 'State');
  follow('desk/recorder/entries.ts', 'Entry');
  for (const [file, {declared}] of modules) {
    // Each dialog declares its own part of the state, and each kind of write its draft.
    if (declared.has(ofOverlays)) follow(file, ofOverlays);
    if (file.startsWith('desk/intents/kinds/')) follow(file, 'schema');
  }
  return [...found.values()];
}

const ofOverlays = 'overlay.ts';

const wordsIn = (text: string) => new Set(text.replace(/'[^']*'/g, '').match(/\b[A-Za-z]\w*\b(?!\??:)/g));

function moduleOf(file: string, source: string): Module {
  const text = source.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/g, '');
  const place = (path: string) => join(dirname(file), path);
  const taken = new Map<string, {file: string; name: string}>();
  for (const [, clause = '', path = ''] of text.matchAll(
    /^(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s+from\s+'(\.[^']+)'/gm,
  ))
    for (const [, name = '', as = name] of clause.matchAll(/(?:type\s+)?(\w+)(?:\s+as\s+(\w+))?/g))
      taken.set(as, {file: place(path), name});
  const passedOn = [...text.matchAll(/^export \* from '(\.[^']+)'/gm)].map(([, path = '']) => place(path));
  return {declared: declaredIn(text), taken, passedOn};
}

function declaredIn(text: string): Map<string, string> {
  const declared = new Map<string, string>();
  for (const part of text.split(/^(?=[a-z])/m)) {
    const plain = part
      .replace(/\s+/g, ' ')
      .replace(/^export /, '')
      .trim();
    const [, kind, name = ''] =
      /^(?:declare )?(type|interface|const|module) '?([\w./-]+)'?/.exec(plain) ?? [];
    const isFunction = kind === 'const' && plain.includes('=>') && !plain.includes(' = z.');
    // A recording holds names of actions, but a new one changes nothing that was recorded.
    const isOfActions = /\baction: '/.test(plain);
    if (kind === undefined || isFunction || isOfActions) continue;
    const key = basename(name);
    const its = kind === 'const' ? plain : plain.replace(name, key);
    // A file may hold several dialogs, and a type and a constant of one name.
    declared.set(key, `${declared.get(key) ?? ''}${its}\n`);
  }
  return declared;
}
