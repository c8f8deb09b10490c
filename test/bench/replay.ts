/**
 * How long it takes to be at another moment of a recorded day: a seeded session is written to a file as the
 * dashboard writes them, opened, and jumped about in. What a jump takes is the reading and decoding of a
 * segment, the playing of its messages up to the moment, and the drawing of the table on the way.
 */
import {mkdtempSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {drawerOf, framedBy} from '../../src/commands/past/showing.ts';
import {localWay} from '../../src/desk/feeds/way.ts';
import {usualLook} from '../../src/desk/model/vocabulary.ts';
import {readRecording} from '../../src/desk/recorder/file/opened.ts';
import {Player} from '../../src/desk/recorder/player/player.ts';
import {hash, uniform} from '../../src/paper/market/chance.ts';
import {createTableView} from '../../src/ui/table/view.ts';
import {packedSession} from '../desk/recorder/player/packed.ts';
import {recordSession} from '../desk/recorder/player/session.ts';

const goalMs = 100;
const frame = {viewport: {columns: 120, rows: 40}, look: usualLook, way: localWay};

export async function benchReplay({
  minutes,
  jumps,
}: {
  minutes: number;
  jumps: number;
}): Promise<{text: string; json: Figures}> {
  const folder = mkdtempSync(join(tmpdir(), 'optty-replay-'));
  try {
    const path = join(folder, 'day.optty');
    const messages = writeDay(path, minutes);
    const opening = timed(() => readRecording(path));
    const recording = opening.made;
    const start = timed(
      () =>
        new Player(
          recording,
          drawerOf(
            createTableView(),
            framedBy(() => frame),
          ),
        ),
    );
    const player = start.made;
    const times = Array.from({length: jumps}, (_, index) => {
      const at = recording.from + uniform(hash(1, index)) * (recording.to - recording.from);
      return timed(() => player.seek(at)).ms;
    }).sort((a, b) => a - b);
    const back = Array.from({length: 200}, () => timed(() => player.step(-1)).ms).sort((a, b) => a - b);
    const json = {
      minutes,
      messages,
      bytes: statSync(path).size,
      openMs: opening.ms,
      startMs: start.ms,
      jumpMs: at(times, 0.5),
      jumpMs95: at(times, 0.95),
      jumpMsMost: at(times, 1),
      stepBackMs: at(back, 0.5),
      stepBackMsMost: at(back, 1),
      isReached: at(times, 0.95) <= goalMs,
    };
    return {text: textOf(json, jumps), json};
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
}

/** What was recorded is let go: a player has a file, and not the day itself in its memory. */
function writeDay(path: string, minutes: number): number {
  const entries = recordSession({minutes, rows: 40});
  writeFileSync(path, packedSession(entries));
  return entries.length;
}

type Figures = Readonly<Record<string, number | boolean>>;

function textOf(figures: Figures, jumps: number): string {
  const ms = (name: string) => `${Number(figures[name]).toFixed(1)} ms`;
  return [
    `${figures.minutes} minutes, ${figures.messages} messages, ${(Number(figures.bytes) / 1_048_576).toFixed(1)} MiB`,
    `opened in ${ms('openMs')}, first picture ${ms('startMs')} behind it`,
    `${jumps} jumps: median ${ms('jumpMs')}, 95 % within ${ms('jumpMs95')}, the longest ${ms('jumpMsMost')}`,
    `a message back: median ${ms('stepBackMs')}, the longest ${ms('stepBackMsMost')}`,
    `goal: 95 % of jumps within ${goalMs} ms: ${figures.isReached ? 'reached' : 'MISSED'}`,
  ].join('\n');
}

/** CPU of this thread rather than time on a wall: it waits neither for other programs nor for the collector. */
function timed<Made>(work: () => Made): {readonly made: Made; readonly ms: number} {
  const before = process.threadCpuUsage();
  const made = work();
  return {made, ms: process.threadCpuUsage(before).user / 1_000};
}

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
