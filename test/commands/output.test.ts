import {Writable} from 'node:stream';
import {expect, it} from 'vitest';
import {csvRows, printParts} from '../../src/commands/output.ts';

/** Long enough for whatever does not wait for anybody. */
async function aWhile(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
}

it('output in pieces waits for its reader: the next piece is made only after the last one is taken', async () => {
  const taken: (() => void)[] = [];
  const out = new Writable({highWaterMark: 1, write: (_piece, _encoding, done) => void taken.push(done)});
  let made = 0;
  async function* pieces() {
    while (made < 3) yield String(made++).repeat(20_000);
  }
  const printed = printParts(out, pieces());
  for (let count = 1; count <= 3; count++) {
    await aWhile();
    expect(made).toBe(count);
    taken.at(-1)?.();
  }
  await printed;
  expect(taken).toHaveLength(3);
});

it('output before a failure is printed, and then the failure is reported', async () => {
  async function* parts() {
    yield 'a row\n';
    throw new Error('no more');
  }
  const printed: string[] = [];
  const out = new Writable({
    write(piece, _encoding, done) {
      printed.push(String(piece));
      done();
    },
  });
  await expect(printParts(out, parts())).rejects.toThrow('no more');
  expect(printed).toEqual(['a row\n']);
});

const forSpreadsheet = async (id: string) =>
  (await Array.fromAsync(csvRows(['id'], [{id}], {isForSpreadsheets: true}))).join('');

it.each(['=1+1', '+1', '@x', '-x', '\tx', '-2+3+cmd|x', '＝1+1', '\n=1+1', '\r=1+1'])(
  'a spreadsheet takes %j for text and runs nothing',
  async id => expect(await forSpreadsheet(id)).toContain(`'${id}`),
);

it.each(
  '3-4 2026-11 1/2 1/2/26 12:30 4-MAR SEPT2 mar-07 12345678901 -12345678.123456789012 007 -00.5 1E5'.split(
    ' ',
  ),
)('a spreadsheet takes %s for text, not for a date or a number that it rounds', async id => {
  expect(await forSpreadsheet(id)).toBe(`id\n"=""${id}"""\n`);
});

it.each(['0', '12.5', '-3', '-12345678.12', 'BTC-27NOV26-90000-C', 'a 3-4', '2026-11-27T08:00:00Z', 'MAY'])(
  'a spreadsheet gets %s as it is',
  async id => expect(await forSpreadsheet(id)).toBe(`id\n${id}\n`),
);
