/**
 * How far behind the truth a screen is whose link carries 1,200 bytes a second, as a radio or a bad phone does.
 */
import type {TestTerminal} from '../helpers/terminal.ts';
import {median, pause} from './machine.ts';
import {clockTitle} from './market.ts';
import {leave} from './measure.ts';
import {programsFor} from './programs.ts';
import {aligned} from './report.ts';
import {startService} from './service.ts';

const bytesPerSecond = 1200;
/** The first screen of the dashboard takes some 3 s over such a link whatever is done. */
const firstScreenMs = 10_000;

type Behind = {
  name: string;
  /** How old what the screen shows is, in seconds, as the service counts them. */
  medianS: number;
  worstS: number;
  /** How long what the program wrote last was on its way, in ms: the link's part of it. */
  linkMs: number;
};

export async function benchSlow(seconds: number): Promise<{text: string; json: {behind: Behind[]}}> {
  const service = await startService();
  const {programs, end} = await programsFor(service.origin);
  try {
    await service.setMoving(true);
    const links = programs.map(() => new SlowLink(bytesPerSecond));
    const terminals = programs.map((program, index) =>
      program.open({link: (chunk, arrive) => links[index]?.carry(chunk, arrive)}),
    );
    await pause(firstScreenMs);
    const ages = programs.map(() => [] as number[]);
    for (let sample = 0; sample < seconds * 4; sample += 1) {
      await pause(250);
      const truth = (await service.asks()).get(clockTitle) ?? Number.NaN;
      terminals.forEach((terminal, index) => {
        ages[index]?.push(truth - (shownClock(terminal) ?? 7000));
      });
    }
    const behind = programs.map(({name}, index) => ({
      name,
      medianS: median(ages[index] ?? []),
      worstS: Math.max(...(ages[index] ?? [])),
      linkMs: links[index]?.delayMs() ?? Number.NaN,
    }));
    for (const link of links) link.cut();
    await Promise.all(terminals.map(leave));
    return {text: text(behind, seconds), json: {behind}};
  } finally {
    end();
    service.end();
  }
}

/** The clock card's ask, which counts the service's seconds. */
function shownClock(terminal: TestTerminal): number | undefined {
  const line = terminal
    .screen()
    .split('\n')
    .find(each => each.includes(clockTitle));
  const numbers = line?.slice(line.indexOf(clockTitle) + clockTitle.length).match(/\b7,?\d{3}(?:\.\d+)?/g);
  const ask = numbers?.at(-1)?.replace(',', '');
  return ask === undefined ? undefined : Number(ask);
}

/**
 * Carries bytes at one speed, and takes all that it is given meanwhile, as SSH and the network's buffers do.
 */
class SlowLink {
  readonly #perMs: number;
  #queue: {chunk: Buffer; arrive: (chunk: Buffer) => void}[] = [];
  #freeAt = performance.now();
  #isCarrying = false;

  constructor(perSecond: number) {
    this.#perMs = perSecond / 1000;
  }

  /** In pieces of 24 bytes, 20 ms each at 1,200 bytes a second. */
  carry(chunk: Buffer, arrive: (chunk: Buffer) => void): void {
    for (let at = 0; at < chunk.length; at += 24) {
      this.#queue.push({chunk: chunk.subarray(at, at + 24), arrive});
    }
    if (!this.#isCarrying) {
      this.#freeAt = Math.max(this.#freeAt, performance.now());
      this.#next();
    }
  }

  /** How long a byte that is written now would be on its way. */
  delayMs(): number {
    return this.#queue.reduce((sum, {chunk}) => sum + chunk.length, 0) / this.#perMs;
  }

  cut(): void {
    this.#queue = [];
  }

  #next(): void {
    const piece = this.#queue[0];
    this.#isCarrying = piece !== undefined;
    if (piece === undefined) return;
    this.#freeAt += piece.chunk.length / this.#perMs;
    setTimeout(
      () => {
        this.#queue.shift();
        piece.arrive(piece.chunk);
        this.#next();
      },
      Math.max(0, this.#freeAt - performance.now()),
    );
  }
}

function text(behind: readonly Behind[], seconds: number): string {
  const rows = behind.map(({name, medianS, worstS, linkMs}) => [
    name,
    `${medianS.toFixed(0)} s`,
    `${worstS.toFixed(0)} s`,
    `${(linkMs / 1000).toFixed(1)} s`,
  ]);
  return [
    `A link of ${bytesPerSecond} B/s for ${seconds} s, after ${firstScreenMs / 1000} s for the first screen; of the age, the period of polling is a part`,
    aligned([['', 'age of what is shown, median', 'worst', 'queue in the link at the end'], ...rows]),
  ].join('\n');
}
