import {readdirSync, readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it, onTestFinished} from 'vitest';
import {listenInRoom, type Room} from '../../../helpers/heard/room.ts';
import {enter, type as letters, pressAll} from '../../../helpers/heard/tasks.ts';
import {startTestPaper, testStart} from '../../../helpers/paper.ts';

/** What by ear leaves the program: files and the clipboard. */
async function listening(): Promise<Room> {
  const paper = await startTestPaper({clock: 'real', start: testStart});
  onTestFinished(() => paper.close());
  const room = await listenInRoom(paper);
  onTestFinished(() => room.end());
  await room.hear(/PAPER, [\s\S]*Row 1, BTC|Row 1, BTC[\s\S]*PAPER, /);
  return room;
}

it('an export says where the files are and how many rows they have', async () => {
  const room = await listening();
  await pressAll(room, [['/', /Filter, empty/], ...letters('eth'), [enter, /Cards, filter eth, \d+ rows/]]);
  const said = await room.press('e', /Exported .+\n/);
  const [, count, base = ''] = /Exported (\d+) rows to (\S+)\.csv and \.json\.\n/.exec(said) ?? [];
  expect(base.startsWith(`${room.home}/optty-cards-`)).toBe(true);
  const cards: {underlying: string}[] = JSON.parse(readFileSync(`${base}.json`, 'utf8'));
  expect(cards).toHaveLength(Number(count));
  expect(new Set(cards.map(each => each.underlying))).toEqual(new Set(['ETH']));
  const files = readdirSync(room.home).filter(each => each.startsWith('optty-cards-'));
  expect(files).toHaveLength(2);
  for (const file of files) expect(statSync(join(room.home, file)).mode & 0o777).toBe(0o600);
});

it('a copied id goes to the terminal and is announced', async () => {
  const room = await listening();
  const said = await room.press('y', /Copied \d+\.\n/);
  const [, id = ''] = /Copied (\d+)\./.exec(said) ?? [];
  expect(room.written()).toContain(`\u001b]52;c;${Buffer.from(id).toString('base64')}`);
});
