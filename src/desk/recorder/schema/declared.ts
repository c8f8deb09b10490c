import {createHash} from 'node:crypto';
import {dirname, join} from 'node:path';

/**
 * The schema of messages and states is what they are declared as: every type that they are made of, and the
 * tables of values that such types are made of in turn, without their comments. Whoever adds a field, or
 * another word to a union, makes another schema; whoever changes what is done with them does not.
 *
 * It reads sources as this house writes them: a declaration begins a line and ends before the next line that
 * begins with a word. The bundler runs it once; the program bears what came of it.
 */

type Declaration = {readonly file: string; readonly name: string; readonly text: string};

/** What a recording is made of. */
const roots = [
  {file: 'desk/model/messages.ts', name: 'Msg'},
  {file: 'desk/model/state.ts', name: 'State'},
  {file: 'desk/recorder/entries.ts', name: 'Entry'},
] as const;

/** @param sources texts by their paths below `src` */
export function schemaOf(sources: ReadonlyMap<string, string>): string {
  const lines = declarationsIn(sources).map(({file, name, text}) => `${file} ${name} ${text}`);
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex').slice(0, 12);
}

/** Every declaration that the roots lead to. */
export function declarationsIn(sources: ReadonlyMap<string, string>): readonly Declaration[] {
  const modules = new Map([...sources].map(([file, text]) => [file, moduleOf(file, text)]));
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
    found.set(key, {file, name, text});
    for (const word of wordsIn(text)) if (word !== name) follow(file, word);
  };
  for (const {file, name} of roots) follow(file, name);
  // What opens over the panes is told by each dialog itself.
  for (const [file, {declared}] of modules)
    for (const name of declared.keys())
      if (name.startsWith(added) && name.endsWith(ofOverlays)) follow(file, name);
  return [...found.values()];
}

/** What may name a declaration: neither texts nor the names of fields do. */
const wordsIn = (text: string) => new Set(text.replace(/'[^']*'/g, '').match(/\b[A-Za-z]\w*\b(?!\??:)/g));

type Module = {
  /** By name, what is declared in it: types, and constants that types are made of. */
  readonly declared: ReadonlyMap<string, string>;
  /** By name, what it takes from other modules. */
  readonly taken: ReadonlyMap<string, {readonly file: string; readonly name: string}>;
  /** Modules of which it passes everything on. */
  readonly passedOn: readonly string[];
};

const added = 'module ';
const ofOverlays = 'model/overlay.ts';

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
    const [, kind, name = ''] =
      /^(?:export )?(?:declare )?(type|interface|const|module) '?([\w./-]+)'?/.exec(part) ?? [];
    // What a function does is no part of what is told.
    if (kind === undefined || (kind === 'const' && part.includes('=>'))) continue;
    declared.set(kind === 'module' ? added + name : name, part.replace(/\s+/g, ' ').trim());
  }
  return declared;
}
