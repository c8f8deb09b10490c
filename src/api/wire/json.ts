/** JSON.parse loses digits of 16 and more. So such numbers become strings behind a mark (DEL), in one pass. */
import {canonicalDecimal} from './decimal.ts';
import {capped, type Decimal, type Id} from './values.ts';

/** TypeScript does not declare JSON.rawJSON yet. */
const {rawJSON} = JSON as unknown as {rawJSON(text: string): unknown};

const mark = '\x7f';
/** From so many characters on, a float may lose digits. */
const longNumber = 16;
/** A text, also one that is cut off, or what may be a long number; a name is never one. */
const token =
  /"[^"\\]*(?:\\[\s\S]?[^"\\]*)*(?:"|$)|-?(?=[\d.]{16})(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?!\s*:)/g;

/** Numbers that a float cannot keep become marked strings. @throws {SyntaxError | RangeError} */
export function decodeJson(text: string): unknown {
  const hasMark = text.includes(mark) || /\\u007f/i.test(text);
  const marked = text.replace(token, each => {
    if (each.startsWith('"')) return hasMark ? withoutMarks(each) : each;
    return each.length < longNumber ? each : `"${mark}${each}"`;
  });
  return JSON.parse(marked);
}

function withoutMarks(text: string): string {
  return JSON.stringify(String(JSON.parse(text)).replaceAll(mark, '\ufffd'));
}

/** The digits of a number, unchanged if a float could not keep them; undefined for other values. */
export function numberText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return isMarked(value) ? value.slice(mark.length) : undefined;
}

export function isMarked(value: unknown): value is string {
  return typeof value === 'string' && value.charCodeAt(0) === 0x7f;
}

const maxDepth = 100;

/** Replaces marked numbers and truncates texts in place; false if nested deeper than 100 levels. */
export function unmark(root: unknown): boolean {
  return changeAll(root, maxDepth, (members, name, value) => {
    if (isMarked(value) || value === Infinity || value === -Infinity) {
      const digits = numberText(value) ?? '';
      // JSON.parse made `__proto__` an own member, so this assignment sets it and not the prototype.
      members[name] = canonicalDecimal(digits) ?? capped(digits);
    } else if (typeof value === 'string') {
      members[name] = capped(value);
    }
  });
}

type Change = (members: Record<string, unknown>, name: string, value: unknown) => void;

/** Level by level, because deep nesting would overflow the stack; false if it is deeper than `mostLevels`. */
export function changeAll(root: unknown, mostLevels: number, change: Change): boolean {
  let level: object[] = isContainer(root) ? [root] : [];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === mostLevels) return false;
    for (const members of level as Record<string, unknown>[]) {
      for (const [name, value] of Object.entries(members)) change(members, name, value);
    }
    level = level.flatMap(each => Object.values(each).filter(isContainer));
  }
  return true;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

export function exactNumber(digits: Id | Decimal): unknown {
  return rawJSON(canonicalDecimal(digits) ?? digits);
}
