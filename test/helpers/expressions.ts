/** The regular expressions that the sources hold, found by stepping over everything that is none. */
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {transform} from 'esbuild';

const root = new URL('../../src', import.meta.url).pathname;

/** Every file of src as plain JavaScript: types and JSX are taken out. */
export function sourceFiles(): Promise<{file: string; code: string}[]> {
  const files = readdirSync(root, {recursive: true, encoding: 'utf8'}).filter(
    file => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'),
  );
  return Promise.all(
    files.map(async file => {
      const loader = file.endsWith('x') ? 'tsx' : 'ts';
      const source = readFileSync(join(root, file), 'utf8');
      const {code} = await transform(source, {loader, target: 'esnext', jsx: 'automatic'});
      return {file, code};
    }),
  );
}

/** One token at a time: white space and comments, texts, words and numbers, anything else. */
const token =
  /\s+|\/\/.*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\[\s\S])*'|"(?:[^"\\\n]|\\[\s\S])*"|[\w$]+|(?<slash>\/)|(?<tick>`)|[\s\S]/y;
const literal = /\/((?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([a-z]*)/y;
/** Behind these a slash divides; behind these words it does not. */
const endsValue = /[\w$)\]}'"`]$/;
const wordsBefore = /^(?:return|typeof|case|in|of|do|else|void|delete|throw|new|await|yield)$/;

/** The literals in JavaScript; a slash behind a value divides. */
export function expressionsIn(code: string): RegExp[] {
  const found: RegExp[] = [];
  // Of each template that is open, how deep its braces are.
  const templates: number[] = [];
  let previous = '';
  for (let at = 0; at < code.length; ) {
    token.lastIndex = at;
    const match = token.exec(code);
    const text = match?.[0] ?? '';
    const {slash, tick} = match?.groups ?? {};
    const isValue = endsValue.test(previous) && !wordsBefore.test(previous);
    if (slash !== undefined && !isValue) {
      literal.lastIndex = at;
      const [all = '/', pattern = '', flags = ''] = literal.exec(code) ?? [];
      if (pattern !== '') found.push(new RegExp(pattern, flags));
      at += all.length;
      previous = ')';
      continue;
    }
    at += text.length;
    const depth = templates.at(-1);
    if (tick !== undefined || (text === '}' && depth === 0)) {
      if (tick === undefined) templates.pop();
      const part = untilHole(code, at);
      at = part.at;
      if (part.isHole) templates.push(0);
      previous = part.isHole ? '(' : '`';
      continue;
    }
    if (depth !== undefined && (text === '{' || text === '}'))
      templates[templates.length - 1] = depth + (text === '{' ? 1 : -1);
    if (text.trim() !== '' && !/^\/[/*]/.test(text)) previous = text;
  }
  return found;
}

/** Where the text of a template ends: behind its backtick, or behind the brace of a value within it. */
function untilHole(code: string, from: number): {at: number; isHole: boolean} {
  for (let at = from; at < code.length; at++) {
    if (code[at] === '\\') at++;
    else if (code[at] === '`') return {at: at + 1, isHole: false};
    else if (code.startsWith('${', at)) return {at: at + 2, isHole: true};
  }
  return {at: code.length, isHole: false};
}
