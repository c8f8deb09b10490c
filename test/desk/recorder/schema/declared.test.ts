import {readdirSync, readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {describe, expect, it} from 'vitest';
import {declarationsIn, schemaOf} from '../../../../src/desk/recorder/schema/declared.ts';

const root = fileURLToPath(new URL('../../../../src/', import.meta.url));
const sources = new Map(
  readdirSync(root, {recursive: true, encoding: 'utf8'})
    .filter(file => /\.tsx?$/.test(file))
    .map(file => [file, readFileSync(`${root}${file}`, 'utf8')]),
);
const own = schemaOf(sources);

/** The schema with other words in one source. */
function schemaWith(file: string, from: string, to: string): string {
  const source = sources.get(file) ?? '';
  if (!source.includes(from)) throw new Error(`${file} has no ${from}`);
  return schemaOf(new Map([...sources, [file, source.replace(from, to)]]));
}

describe('the schema of recordings', () => {
  it('is made of every declaration that messages and states are made of', () => {
    const names = declarationsIn(sources).map(({name}) => name);
    expect(names).toEqual(
      expect.arrayContaining(['Msg', 'State', 'PollAnswer', 'Feed', 'TableMemory', 'Intent']),
    );
    // Of tables that types are made of, and of dialogs that add themselves to a type.
    expect(names).toEqual(
      expect.arrayContaining(['easyOptionTable', 'orderStatuses', 'StopReview', 'FormField']),
    );
    expect(names).not.toContain('update');
  });

  it.each([
    [
      'a field of a message',
      'desk/model/messages.ts',
      'readonly latencyMs: number;',
      'readonly tookMs: number;',
    ],
    ['a field of a record', 'api/wire/records.ts', '  entryPrice: decimal,\n', ''],
    ['a word of a union', 'desk/intents/outcome.ts', "'lost'", "'gone'"],
    ['what a dialog holds', 'desk/overlays/palette.ts', 'readonly index: number', 'readonly place: number'],
    [
      'what a table remembers',
      'desk/recorder/table-memory.ts',
      'readonly start: number',
      'readonly first: number',
    ],
  ])('is another one with another %s', (_, file, from, to) => {
    expect(schemaWith(file, from, to)).not.toBe(own);
  });

  it.each([
    ['a comment', 'desk/model/messages.ts', '/** An answer to a poll', '/** What a poll was answered'],
    ['what is done with it', 'desk/update.ts', 'const tickMs = 1_000;', 'const tickMs = 2_000;'],
  ])('is the same with another %s', (_, file, from, to) => {
    expect(schemaWith(file, from, to)).toBe(own);
  });
});
