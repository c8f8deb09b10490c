import {readdirSync, readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {describe, expect, it} from 'vitest';
import {recordingVersion} from '../../../src/desk/recorder/entries.ts';
import {whyUnplayable} from '../../../src/desk/recorder/file/opened.ts';
import {declarationsIn, shapeOf} from './shape.ts';

/** The shape of what the current version records. */
const noted = {version: 56, shape: '7c4030b32fcc'};

const root = fileURLToPath(new URL('../../../src/', import.meta.url));
const sources = new Map(
  readdirSync(root, {recursive: true, encoding: 'utf8'})
    .filter(file => /\.tsx?$/.test(file))
    .map(file => [file, readFileSync(`${root}${file}`, 'utf8')]),
);
const own = shapeOf(sources);

/** The shape with other words in one source. */
function shapeWith(file: string, from: string, to: string): string {
  const source = sources.get(file) ?? '';
  if (!source.includes(from)) throw new Error(`${file} has no ${from}`);
  return shapeOf(new Map([...sources, [file, source.replace(from, to)]]));
}

describe('the version of recordings', () => {
  it('rises if messages, states or entries change their shape', () => {
    const how = `What is recorded has another shape. Raise recordingVersion, and note {version: ${noted.version + 1}, shape: '${own}'} above.`;
    expect({version: recordingVersion, shape: own}, how).toEqual(noted);
  });
});

describe('the shape of a recording', () => {
  it('includes every declaration of messages and states', () => {
    const names = declarationsIn(sources).map(({name}) => name);
    expect(names).toEqual(
      expect.arrayContaining(['Msg', 'State', 'PollAnswer', 'Feed', 'TableMemory', 'Intent']),
    );
    // Of tables that types are made of, and of dialogs that add themselves to a type.
    expect(names).toEqual(
      expect.arrayContaining(['easyOptionTable', 'orderStatuses', 'HaltReview', 'FormField', 'Review']),
    );
    expect(names).not.toContain('update');
  });

  it.each([
    ['field of a message', 'desk/messages.ts', 'readonly latencyMs: number;', 'readonly tookMs: number;'],
    ['field of a record', 'api/wire/records.ts', '  entryPrice: decimal,\n', ''],
    ['field of a draft', 'desk/intents/kinds/open.ts', '    cardId: int64(),\n', ''],
    ['member of a union', 'desk/intents/outcome.ts', "'lost'", "'gone'"],
    ['field of a dialog', 'desk/dialogs/palette.ts', 'readonly index: number', 'readonly place: number'],
    [
      'field of the table state',
      'desk/recorder/entries.ts',
      'readonly start: number',
      'readonly first: number',
    ],
  ])('changes with another %s', (_, file, from, to) => {
    expect(shapeWith(file, from, to)).not.toBe(own);
  });

  it.each([
    ['comment', 'desk/messages.ts', '/** The zero-based page', '/** The page'],
    ['value in the code', 'desk/update.ts', 'const tickMs = 1_000;', 'const tickMs = 2_000;'],
    ['name of an action', 'desk/keys.ts', "action: 'pane.next'", "action: 'pane.following'"],
    ['label of a key', 'desk/keys.ts', "label: 'Next pane'", "label: 'To the next pane'"],
    ['key', 'desk/keys.ts', "keys: ['tab']", "keys: ['7']"],
    ['export of a type', 'desk/recorder/entries.ts', 'export type Needs', 'type Needs'],
  ])('stays the same with another %s', (_, file, from, to) => {
    expect(shapeWith(file, from, to)).toBe(own);
  });
});

describe('a recording of another version', () => {
  const current = {format: 7, version: '0.3.0'};

  it('plays if it has the same format', () => {
    expect(whyUnplayable({format: 7, version: '0.2.0'}, current)).toBeUndefined();
  });

  it.each([6, 8])('names the version it needs if it has the format %d', format => {
    expect(whyUnplayable({format, version: '0.2.0'}, current)).toBe(
      'The recording has content that this version of optty does not know. It needs optty 0.2.0; this is 0.3.0.',
    );
  });

  it('asks for another build if both have the same number', () => {
    expect(whyUnplayable({...current, format: 6}, current)).toContain(
      'It needs the build of optty 0.3.0 that recorded it; this is another.',
    );
  });
});
