/** What the dashboard sends while it is watched, against the least that could do. */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {Emulator} from '../helpers/emulator.ts';
import {type Cells, leastBytes} from './least.ts';
import {pause} from './machine.ts';
import {leave, settledMs} from './measure.ts';
import {optty} from './programs.ts';
import {aligned} from './report.ts';
import {startService} from './service.ts';

type WireFigures = {
  seconds: number;
  paints: number;
  sent: number;
  /** Of what is the least: the changed characters, and the moves between them. */
  characters: number;
  moves: number;
};

/** What arrives so close together is one paint. */
const paintMs = 30;

/** What is watched: the cards, as the dashboard starts, or the figures of 40 Easy Options that are held. */
export type Watched = 'cards' | 'portfolio';

export async function benchWire(
  seconds: number,
  watched: Watched,
): Promise<{text: string; json: WireFigures}> {
  const home = mkdtempSync(join(tmpdir(), 'optty-bench-'));
  const service = await startService(watched === 'portfolio' ? {options: 40} : {});
  try {
    await service.setMoving(true);
    let outputAt = 0;
    const terminal = optty('optty', service.origin, home, 1).open({
      onOutput: () => {
        outputAt = performance.now();
      },
    });
    await terminal.waitFor('to the moon');
    if (watched === 'portfolio') {
      terminal.press('6');
      await terminal.waitFor(/the whole account: 40/);
    }
    await pause(settledMs);
    const figures = {seconds, paints: 0, sent: 0, characters: 0, moves: 0};
    let shown = cellsOf(terminal.emulator);
    let cursor = cursorOf(terminal.emulator);
    let counted = terminal.bytes;
    const end = performance.now() + seconds * 1000;
    while (performance.now() < end) {
      await pause(5);
      const isSettled = terminal.bytes > counted && performance.now() - outputAt > paintMs;
      if (!isSettled) continue;
      const now = cellsOf(terminal.emulator);
      const {characters, moves} = leastBytes(shown, now, cursor);
      figures.paints += 1;
      figures.sent += terminal.bytes - counted;
      figures.characters += characters;
      figures.moves += moves;
      shown = now;
      cursor = cursorOf(terminal.emulator);
      counted = terminal.bytes;
    }
    await leave(terminal);
    return {text: text(watched, figures), json: figures};
  } finally {
    service.end();
    rmSync(home, {recursive: true, force: true});
  }
}

function cellsOf({buffer, rows, cols}: Emulator): Cells {
  return Array.from({length: rows}, (_, row) => {
    const line = buffer.active.getLine(row);
    return Array.from({length: cols}, (_, column) => {
      const cell = line?.getCell(column);
      return cell?.getWidth() === 0 ? '' : cell?.getChars() || ' ';
    });
  });
}

const cursorOf = ({buffer: {active}}: Emulator) => ({row: active.cursorY, column: active.cursorX});

function text(watched: Watched, {seconds, paints, sent, characters, moves}: WireFigures): string {
  const least = characters + moves;
  const perSecond = (bytes: number) => `${(bytes / seconds).toFixed(1)} B/s`;
  return [
    `optty --refresh 1 on ${watched} for ${seconds} s, ${paints} paints`,
    aligned([
      ['sent', perSecond(sent), `${(sent / least).toFixed(2)}x the least`],
      ['the least', perSecond(least), ''],
      ['  characters that changed', perSecond(characters), ''],
      ['  moves between them', perSecond(moves), ''],
    ]),
  ].join('\n');
}
