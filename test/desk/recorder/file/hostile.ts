import {
  createPacker,
  type FrameKind,
  magic,
  recordedLines,
} from '../../../../src/desk/recorder/file/frames.ts';
import {recordSession} from '../player/session.ts';

/** Small files whose making is no work, and whose reading would take all memory and never end. */

const [began = '', snapshot = ''] = recordedLines(recordSession({minutes: 1}).slice(0, 2));

type Frame = readonly [kind: FrameKind, text: string];

function recording(...frames: readonly Frame[]): Buffer {
  const pack = createPacker();
  const whole: readonly Frame[] = [['began', `${began}\n`], ...frames];
  return Buffer.concat([magic, ...whole.map(([kind, text]) => pack({kind, at: 0, text}))]);
}

const time = '"now":{"mono":1,"wall":1}';
const told = (rows: string) =>
  `{"msg":{"type":"arrived","pane":"cards","request":1,"rows":${rows},${time}}}\n`;
const tick = `{"msg":{"type":"tick",${time}}}\n`;
const mebibyte = 1_048_576;

export const hostile = {
  'more text than a segment can have': () =>
    recording(['snapshot', `${snapshot}\n`], ['messages', told(`"${'x'.repeat(mebibyte)}"`).repeat(33)]),
  'hundreds of thousands of lines': () =>
    recording(['snapshot', `${snapshot}\n`], ['messages', tick.repeat(600_000)]),
  'records that each repeat the previous one': () =>
    recording(
      ['snapshot', `${snapshot}\n`],
      [
        'messages',
        [
          told('{"id":"x"}'),
          ...Array.from({length: 10_000}, (_, at) => told(`{"id":"${at}","both":["~${at}","~${at}"]}`)),
        ].join(''),
      ],
    ),
  'a line that repeats a long record': () =>
    recording(
      ['snapshot', `${snapshot}\n`],
      [
        'messages',
        told(`{"id":"x","all":[${'0,'.repeat(99_999)}0]}`) + told(`[${'"~0",'.repeat(mebibyte)}0]`).repeat(6),
      ],
    ),
  'an object with many fields on many lines': () =>
    recording(
      ['snapshot', `${snapshot}\n`],
      ['messages', told(`{${Array.from({length: 100_000}, (_, at) => `"a${at}":0`).join(',')}}`).repeat(30)],
    ),
  'a line of millions of empty lists': () =>
    recording(['snapshot', `${snapshot}\n`], ['messages', told(`[${'[],'.repeat(9 * mebibyte)}[]]`)]),
  'a line of millions of numbers': () =>
    recording(['snapshot', `${snapshot}\n`], ['messages', told(`[${'0,'.repeat(15 * mebibyte)}0]`)]),
  'lines with millions of fields in total': () =>
    recording(
      ['snapshot', `${snapshot}\n`],
      ['messages', told(`[${'{"a":0},'.repeat(300_000)}0]`).repeat(12)],
    ),
  'a screen of a million by a million': () =>
    recording([
      'snapshot',
      `${snapshot.replace(/"viewport":\{"columns":\d+,"rows":\d+\}/, '"viewport":{"columns":1000000,"rows":1000000}')}\n`,
    ]),
  'a screen that grows to a hundred million columns': () =>
    recording(
      ['snapshot', `${snapshot}\n`],
      ['messages', `{"msg":{"type":"resized","columns":100000000,"rows":40,${time}}}\n`],
    ),
  'millions of frames': () =>
    Buffer.concat([
      recording(['snapshot', `${snapshot}\n`]),
      ...Array<Buffer>(250_000).fill(createPacker()({kind: 'messages', at: 0, text: ''})),
    ]),
} as const satisfies Record<string, () => Buffer>;

/** So many segments in which nothing comes. */
export function emptySegments(count: number): Buffer {
  return recording(...Array<Frame>(count).fill(['snapshot', `${snapshot}\n`]));
}
