import fc from 'fast-check';
import {describe, expect, it, vi} from 'vitest';
import {answeredColumn, statusQuery} from '../../src/term/sequences.ts';
import {TerminalLine} from '../../src/term/terminal-line.ts';
import {fakeTime} from '../helpers/fake-time.ts';

fakeTime('setTimeout', 'clearTimeout');

/** What is on its way to a terminal: a picture of some version, and the query behind it. */
type Sent = {version: number; query: string};

/** A line by a clock of its own, and a terminal at its end that reads and answers when it is told to. */
class World {
  time = 0;
  version = 0;
  /** What the terminal has read of the newest. */
  read = 0;
  #way: Sent[] = [];
  #answers: (number | undefined)[] = [];
  readonly line = new TerminalLine({now: () => this.time, isRemote: true});

  constructor() {
    this.send();
    this.readAll();
    this.hear();
  }

  send(bytes = 600): void {
    if (this.line.isStuck || this.line.holdMs > 0) {
      this.ask();
      return;
    }
    this.version += 1;
    this.#put(this.line.send(bytes, 80).query);
  }

  ask(): void {
    this.#put(this.line.askAgain(80).query);
  }

  readOne(): void {
    const sent = this.#way.shift();
    if (sent === undefined) return;
    this.read = sent.version;
    if (sent.query === '') return;
    const place = /\x1b\[3;(\d+)H\x1b\[6n$/.exec(sent.query)?.[1];
    this.#answers.push(place === undefined ? undefined : Number(place));
  }

  readAll(): void {
    while (this.#way.length > 0) this.readOne();
  }

  hear(): void {
    if (this.#answers.length > 0) this.line.answered(this.#answers.shift());
  }

  redraw(): void {
    this.line.doubt();
    this.send(2000);
  }

  /** Another terminal is there now, to which nothing was said. */
  exchange(): void {
    this.#way = [];
    this.#answers = [];
    this.read = 0;
    this.redraw();
  }

  #put(query: string): void {
    this.#way.push({version: this.version, query});
  }
}

const step = fc.oneof(
  {weight: 4, arbitrary: fc.constant('send')},
  {weight: 6, arbitrary: fc.constantFrom('readOne', 'hear')},
  {weight: 2, arbitrary: fc.constantFrom('redraw', 'exchange', 'ask')},
  {weight: 1, arbitrary: fc.constantFrom(100, 3000, 40_000)},
);

function take(world: World, each: string | number): void {
  if (typeof each === 'number') {
    world.time += each;
    vi.advanceTimersByTime(each);
  } else world[each as 'send' | 'readOne' | 'hear' | 'ask' | 'redraw' | 'exchange']();
}

describe('the line to the terminal', () => {
  it('is free again when the terminal has read and answered, after any history', () => {
    fc.assert(
      fc.property(fc.array(step, {maxLength: 60}), steps => {
        const world = new World();
        for (const each of steps) take(world, each);
        // A stuck line is asked again within twice the time that it was silent.
        for (let turn = 0; turn < 40; turn += 1) {
          world.time += 60_000;
          world.send();
          world.readAll();
          for (let answer = 0; answer < 100; answer += 1) world.hear();
        }
        expect(world.line.isStuck).toBe(false);
        expect(world.line.holdMs).toBe(0);
        expect(world.read).toBe(world.version);
      }),
      {numRuns: 300},
    );
  });

  it('is remote when five answers in a row took over 100 ms, and stays remote', () => {
    const after = (...times: readonly number[]) => {
      let time = 0;
      let isRemote = false;
      const line = new TerminalLine({
        now: () => time,
        onQuality: quality => {
          isRemote = quality.isRemote;
        },
      });
      for (const ms of times) {
        line.send(600, 80);
        time += ms;
        line.answered();
      }
      return isRemote;
    };
    expect(after(400, 400, 400, 400)).toBe(false);
    expect(after(400, 400, 2, 400, 400)).toBe(false);
    expect(after(150, 150, 150, 150, 150)).toBe(true);
    expect(after(150, 150, 150, 150, 150, 1, 1, 1, 1, 1, 1, 1)).toBe(true);
  });

  it('adds a position to a query only if answers may be lost', () => {
    const line = new TerminalLine({now: () => 0});
    expect(line.send(600, 80).query).toBe(statusQuery);
    line.doubt();
    const {query, place} = line.send(10, 80);
    expect(query).toBe('\x1b[3;1H\x1b[6n');
    expect(place).toBe(1);
    expect(answeredColumn('\x1b[3;1R')).toBe(1);
    expect(answeredColumn('\x1b[2;1R')).toBeUndefined();
    expect(line.send(600, 80).query).toBe(statusQuery);
  });
});
