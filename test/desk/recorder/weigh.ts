/**
 * `npm run prove -- weigh FILE` tells what each type of message weighs in a recording: how many there are,
 * letters before compression, bytes behind it, and the time that encoding one takes.
 */
import {deflateRawSync} from 'node:zlib';
import type {Msg} from '../../../src/desk/messages.ts';
import {Encoder} from '../../../src/desk/recorder/codec.ts';
import type {Entry} from '../../../src/desk/recorder/entries.ts';
import {readRecording} from '../../../src/desk/recorder/file/opened.ts';

const [path] = process.argv.slice(2);
if (path === undefined) throw new Error('npm run prove -- weigh FILE');
const {segments} = readRecording(path);
const entries = segments.flatMap(segment => segment.entries());
const encoder = new Encoder();

type Written = {readonly name: string; readonly line: string; readonly us: number; readonly segment: number};

let segment = 0;
const written = entries.map((entry): Written => {
  if (entry.type === 'snapshot') segment++;
  const began = process.hrtime.bigint();
  const line = encoder.encode(entry);
  return {name: nameOf(entry), line, us: Number(process.hrtime.bigint() - began) / 1_000, segment};
});

const seconds = secondsOf(entries);
const all = compressed(written);
const names = [...new Set(written.map(({name}) => name))];
const rows = names.map(name => {
  const own = written.filter(each => each.name === name);
  return {
    name,
    count: own.length,
    letters: own.reduce((sum, {line}) => sum + line.length, 0) / own.length,
    // What it takes away with it: beside others that are like it a line takes less than alone.
    bytes: (all - compressed(written.filter(each => each.name !== name))) / seconds,
    us: own.map(({us}) => us).sort((one, other) => one - other)[own.length >> 1] ?? 0,
    usAll: own.reduce((sum, {us}) => sum + us, 0),
  };
});

const line = (cells: readonly (string | number)[]) =>
  `${cells.map((each, at) => (at === 0 ? String(each).padEnd(28) : String(each).padStart(12))).join('')}\n`;
process.stdout.write(line(['message', 'number', 'letters', 'bytes/s', 'us, median', 'us/s']));
for (const {name, count, letters, bytes, us, usAll} of rows.sort((one, other) => other.bytes - one.bytes))
  process.stdout.write(
    line([name, count, letters.toFixed(0), bytes.toFixed(1), us.toFixed(1), (usAll / seconds).toFixed(1)]),
  );
process.stdout.write(
  `${written.length} lines of ${seconds.toFixed(0)} s: ${(all / seconds).toFixed(1)} bytes/s, ` +
    `${(((all / seconds) * 8 * 3_600) / 2 ** 20).toFixed(1)} MiB in 8 h\n`,
);

/** As the file has it: one stream from each snapshot on. */
function compressed(lines: readonly Written[]): number {
  return [...Map.groupBy(lines, each => each.segment).values()].reduce(
    (sum, each) => sum + deflateRawSync(each.map(({line}) => line).join('\n')).length,
    0,
  );
}

function nameOf(entry: Entry): string {
  return entry.type === 'msg' ? nameOfMsg(entry.msg) : entry.type;
}

function nameOfMsg(msg: Msg): string {
  switch (msg.type) {
    case 'arrived':
    case 'failed':
    case 'pollDue':
      return `${msg.type} ${msg.pane}`;
    case 'portfolio':
      return 'came' in msg ? `portfolio ${msg.came.pane}` : 'portfolio due';
    case 'intent':
    case 'halt':
      return `${msg.type} ${msg.msg.type}`;
    default:
      return msg.type;
  }
}

function secondsOf(all: readonly Entry[]): number {
  const walls = all.flatMap(entry => (entry.type === 'msg' ? [entry.msg.now.wall] : []));
  return ((walls.at(-1) ?? 0) - (walls[0] ?? 0)) / 1_000;
}
