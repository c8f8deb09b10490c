import {width} from '../text/width.ts';

const firstCode = 0xf0000;
/** Many more than any screen has lines. The line cited longest ago gives up its character, so never one of this frame. */
const mostLines = 0x4000;
const cited = /([\u{f0000}-\u{f3fff}])( *)/gu;
const sgr = /\x1b\[[\d;]*m/g;

/**
 * Lines that go through Ink as one character each. Ink takes every character of every frame apart and puts it together
 * again, which is most of the time between a key and its paint. A line that is drawn already is cited instead: Ink
 * places a single private-use character, and the screen puts the line there when the frame comes out. Sanitized text
 * has no such characters, so none of it can be mistaken for a citation.
 */
export class Citations {
  /** By line, the one cited longest ago first. */
  readonly #characters = new Map<string, string>();
  readonly #lines = new Map<string, {readonly line: string; readonly width: number}>();

  /** The character that stands for a line, which may hold SGR sequences. */
  cite(line: string): string {
    if (line === '') return '';
    const known = this.#characters.get(line);
    if (known !== undefined) this.#characters.delete(line);
    const character = known ?? this.#freeCharacter();
    this.#characters.set(line, character);
    if (known === undefined) this.#lines.set(character, {line, width: width(line.replace(sgr, ''))});
    return character;
  }

  /** A frame with every cited line in its place, over the blanks that Ink left for it. */
  expand(frame: string): string {
    return frame.replace(cited, (whole, character: string, blanks: string) => {
      const found = this.#lines.get(character);
      return found === undefined ? whole : found.line + blanks.slice(found.width - 1);
    });
  }

  #freeCharacter(): string {
    const [oldest] = this.#characters;
    if (oldest === undefined || this.#characters.size < mostLines) {
      return String.fromCodePoint(firstCode + this.#characters.size);
    }
    const [line, character] = oldest;
    this.#characters.delete(line);
    return character;
  }
}
