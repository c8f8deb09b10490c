/** What commands print for programs and for people. Nothing printed can steer a terminal. */
import {once} from 'node:events';
import type {Writable} from 'node:stream';
import {sanitize, toAscii} from '../../term/text/sanitize.ts';

export type Out = Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns'>;

/**
 * JSON in which controls, bidi marks and other hidden characters stand as escapes: the same value to every
 * reader, and harmless on a terminal.
 */
export function jsonText(value: unknown, indent?: number): string {
  return withoutHidden(JSON.stringify(value, undefined, indent) ?? 'null');
}

/** The same of a text that is JSON already. */
export function withoutHidden(json: string): string {
  return json.replace(/[\x7f\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, character =>
    character === '\n' ? character : escaped(character),
  );
}

/** A JSON array with a record a line, good for people and for line tools; in parts, as the records come. */
export async function* jsonRows(rows: AsyncIterable<object>): AsyncGenerator<string> {
  let before = '[';
  for await (const row of rows) {
    yield `${before}\n  ${jsonText(row)}`;
    before = ',';
  }
  yield before === '[' ? '[]\n' : '\n]\n';
}

const pieceLength = 16_384;

/** Many short parts as a few pieces: each is a call to the system. */
export async function* inPieces(parts: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = '';
  try {
    for await (const part of parts) {
      piece += part;
      if (piece.length < pieceLength) continue;
      yield piece;
      piece = '';
    }
  } catch (error) {
    // The rows that came before the failure are none the worse for it.
    yield piece;
    throw error;
  }
  yield piece;
}

/** Waits for a slow reader, so that what he does not take yet is neither made nor kept. */
export async function printPieces(out: Writable, pieces: AsyncIterable<string>): Promise<void> {
  for await (const piece of pieces) if (!out.write(piece)) await once(out, 'drain');
}

function escaped(character: string): string {
  return [...Array(character.length).keys()]
    .map(index => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`)
    .join('');
}

/**
 * Words for a person: the one way out for them. They may repeat an argument, a path or a setting, so nothing in
 * them reaches a terminal as it came.
 */
export function say(out: Pick<Out, 'write'>, text: string): void {
  out.write(safeLines(text));
}

/** A line for a program: exact where it goes to a file or a pipe, safe where a person looks at it. */
export function print(out: Pick<Out, 'write' | 'isTTY'>, line: string): void {
  out.write(`${out.isTTY ? safeLines(line) : line}\n`);
}

/** Text for a person, line by line safe for a terminal. */
export function safeLines(text: string, ascii = false): string {
  return text
    .split('\n')
    .map(line => {
      const safe = sanitize(line, {maxCells: 10_000});
      return ascii ? toAscii(safe) : safe;
    })
    .join('\n');
}
