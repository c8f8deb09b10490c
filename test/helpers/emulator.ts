import xterm from '@xterm/headless';

export type Emulator = InstanceType<typeof xterm.Terminal>;

// East Asian Width as Unicode has it, from the table that string-width uses; the emulator's own is that of
// Unicode 6.
const {eastAsianWidth} = await import('get-east-asian-width');
const zeroWidth = /[\p{Mn}\p{Me}\p{Cf}\u1160-\u11ff\ud7b0-\ud7ff]/u;

function wcwidth(codePoint: number): 0 | 1 | 2 {
  if (codePoint < 0x7f) return codePoint < 0x20 ? 0 : 1;
  if (codePoint < 0xa0) return 0;
  return zeroWidth.test(String.fromCodePoint(codePoint)) ? 0 : (eastAsianWidth(codePoint) as 1 | 2);
}

/**
 * An emulator that measures characters as today's terminals do: by code point, marks joining the one before.
 */
export function createEmulator(columns: number, rows: number): Emulator {
  const emulator = new xterm.Terminal({
    cols: columns,
    rows,
    allowProposedApi: true,
    scrollback: 0,
    logLevel: 'off',
  });
  emulator.unicode.register({
    version: 'today',
    wcwidth,
    charProperties(codePoint, preceding) {
      const own = wcwidth(codePoint);
      const before = (preceding >> 1) & 3;
      const joins = own === 0 && preceding !== 0 && before !== 0;
      return ((joins ? before : own) << 1) | (joins ? 1 : 0);
    },
  });
  emulator.unicode.activeVersion = 'today';
  return emulator;
}

/** How a terminal differs from others; what is undefined it does not answer. */
export type Traits = {
  /** OSC 11, as `rgb:RRRR/GGGG/BBBB`. */
  background?: string | undefined;
  /** As if each byte of UTF-8 took a cell of its own. */
  isLatin1?: boolean;
};

export const darkTerminal: Traits = {background: 'rgb:0000/0000/0000'};

/** The emulator's own answers (CSI 5n, 6n, c) stay. */
export function answerFor(emulator: Emulator, traits: Traits): void {
  emulator.parser.registerCsiHandler({final: 'n'}, ([question]) => {
    if (question !== 6 || traits.isLatin1 !== true) return false;
    const {cursorX, cursorY} = emulator.buffer.active;
    const before = emulator.buffer.active.getLine(cursorY)?.translateToString(true, 0, cursorX) ?? '';
    emulator.input(`\x1b[${cursorY + 1};${Buffer.byteLength(before) + 1}R`, false);
    return true;
  });
  emulator.parser.registerOscHandler(11, text => {
    const {background} = traits;
    if (text === '?' && background !== undefined) emulator.input(`\x1b]11;${background}\x1b\\`, false);
    return true;
  });
}

/** Writes at once: the public `write` waits for a timer, which thousands of cases cannot. */
export function writeSync(emulator: Emulator, data: string): void {
  (emulator as unknown as {_core: {writeSync(data: string): void}})._core.writeSync(data);
}

/** What a person sees of an emulator's screen: rows without trailing blanks, without empty rows at the end. */
export function picture(emulator: Emulator): string {
  const buffer = emulator.buffer.active;
  return Array.from({length: emulator.rows}, (_, row) =>
    (buffer.getLine(buffer.viewportY + row)?.translateToString(false, 0, emulator.cols) ?? '').replace(
      / +$/,
      '',
    ),
  )
    .join('\n')
    .replace(/\n+$/, '');
}

const blankCell = ' |0000,,0.-1 ';

/** Every cell with its style, as one comparable line a row; of a blank only what can be seen of it. */
export function styledPicture(emulator: Emulator, columns = emulator.cols): string[] {
  const buffer = emulator.buffer.active;
  return Array.from({length: emulator.rows}, (_, row) => {
    const line = buffer.getLine(buffer.viewportY + row);
    let seen = '';
    for (let column = 0; column < columns; column += 1) {
      const cell = line?.getCell(column);
      if (cell === undefined) continue;
      // A wide character that the edge cuts in two is not drawn.
      const isCut = cell.getWidth() === 2 && column === columns - 1;
      if (isCut) return `${seen}${blankCell}`;
      const text = cell.getWidth() === 0 ? '' : cell.getChars() || ' ';
      const lines = [cell.isInverse(), cell.isUnderline(), cell.isStrikethrough(), cell.isOverline()].map(
        Boolean,
      );
      const isPlain = text === ' ' && !lines.includes(true);
      const letters = [cell.isBold(), cell.isDim(), cell.isItalic(), cell.isBlink(), cell.isInvisible()].map(
        Boolean,
      );
      const foreground = isPlain ? '' : `${cell.getFgColorMode()}.${cell.getFgColor()}`;
      const background = `${cell.getBgColorMode()}.${cell.getBgColor()}`;
      const shape = isPlain ? '' : (text === ' ' ? letters.slice(0, 2) : letters).map(Number).join('');
      seen += `${text}|${lines.map(Number).join('')}${shape},${foreground},${background} `;
    }
    return seen;
  });
}
