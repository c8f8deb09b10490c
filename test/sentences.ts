/** Every sentence that the program can say, from the texts of its source, for the tests of words. */
import {readdirSync, readFileSync} from 'node:fs';
import {parseAst} from 'vitest/node';

const root = new URL('../src/', import.meta.url).pathname;

/** The paper service answers programs; the others hold scripts and names of programs. */
const isSilent = /^(?:paper\/|commands\/completion)/;

type Node = {readonly type: string; readonly [key: string]: unknown};

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

const partsOf = (node: Node) => Object.values(node).flat().filter(isNode);

/** `{price}` for a value in a sentence: the last name in it. */
function nameOf(node: Node): string {
  switch (node.type) {
    case 'Identifier':
      return String(node.name);
    case 'MemberExpression':
      return nameOf(node.property as Node);
    case 'CallExpression': {
      const [first] = node.arguments as Node[];
      return first === undefined ? nameOf(node.callee as Node) : nameOf(first);
    }
    default:
      return '…';
  }
}

/** `{length} order{…}` for `counted(length, 'order')`. */
function countedIn({type, callee, arguments: given}: Node): string | undefined {
  if (type !== 'CallExpression' || (callee as Node).name !== 'counted') return undefined;
  const [count, noun] = given as Node[];
  return count !== undefined && noun?.type === 'Literal' ? `{${nameOf(count)}} ${noun.value}{…}` : undefined;
}

function templateOf(node: Node): string {
  const quasis = node.quasis as {value: {cooked: string}}[];
  const given = node.expressions as Node[];
  const said = given.map(each => countedIn(each) ?? `{${nameOf(each)}}`);
  return quasis.map(({value}, at) => value.cooked + (said[at] ?? '')).join('');
}

/** A text that is compared, or is a type or a key, is a name in the code. */
const isOfCode = ({type, operator}: Node) =>
  type === 'ImportDeclaration' ||
  (type.startsWith('TS') && !/^TS(?:As|Satisfies|NonNull)Expression$/.test(type)) ||
  (type === 'BinaryExpression' && /^[!=]==$/.test(String(operator)));

function textsIn(node: Node): string[] {
  if (isOfCode(node)) return [];
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : [];
  const count = countedIn(node);
  if (count !== undefined) return [count];
  const own = node.type === 'TemplateLiteral' ? [templateOf(node)] : [];
  const ofCode = [node.type === 'Property' ? node.key : undefined, node.type === 'SwitchCase' && node.test];
  return [
    ...own,
    ...partsOf(node)
      .filter(each => !ofCode.includes(each) && (own.length === 0 || countedIn(each) === undefined))
      .flatMap(textsIn),
  ];
}

function keysIn(node: Node): unknown[] {
  const own =
    node.type === 'Property'
      ? (node.key as Node)
      : node.type === 'TSLiteralType'
        ? (node.literal as Node)
        : undefined;
  return [...(own === undefined ? [] : [own.value]), ...partsOf(node).flatMap(keysIn)];
}

const isSentence = (text: string) =>
  /\p{Ll}\S* +\S*\p{L}|^\p{Lu}\p{Ll}+$/u.test(text.replaceAll(/\{[^}]*\}/g, 'x')) &&
  /\p{L}{2}/u.test(text.replaceAll(/\{[^}]*\}/g, '')) &&
  !/\b(?:SELECT|UPDATE|INSERT|DELETE|PRAGMA|WHERE|ORDER BY|ROLLBACK)\b|[=?] \?|^ENO/.test(text);

/** By file, in the order of the source; a sentence that comes twice is listed once. */
export function sentences(): ReadonlyMap<string, readonly string[]> {
  const files = readdirSync(root, {recursive: true, encoding: 'utf8'}).sort();
  const trees = files
    .filter(file => /(?<!\.d)\.tsx?$/.test(file) && !isSilent.test(file))
    .map(
      file =>
        [
          file,
          parseAst(readFileSync(`${root}${file}`, 'utf8'), {lang: file.endsWith('x') ? 'tsx' : 'ts'}),
        ] as const,
    );
  const keys = new Set(trees.flatMap(([, tree]) => keysIn(tree as never)));
  const said = trees.map(
    ([file, tree]) =>
      [file, new Set(textsIn(tree as never).filter(text => isSentence(text) && !keys.has(text)))] as const,
  );
  return new Map(said.filter(([, texts]) => texts.size > 0).map(([file, texts]) => [file, [...texts]]));
}
