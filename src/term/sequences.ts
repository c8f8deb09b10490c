/** Output sequences that xterm, tmux, screen and the Linux console understand or ignore. */

export const ESC = '\x1b';
export const CSI = '\x1b[';
export const OSC = '\x1b]';
export const ST = '\x1b\\';

export const enterAlternateScreen = '\x1b[?1049h';
export const leaveAlternateScreen = '\x1b[?1049l';
/** Without an alternate screen, the shell then continues below the picture; with one, it is invisible. */
export const belowThePicture = '\x1b[999H\n';
/** Line feeds to the last row: above it, Orca ignores a line that arrives after an arrow key. */
export const downTo = (rows: number): string => '\n'.repeat(Math.max(0, rows - 1));
export const hideCursor = '\x1b[?25l';
export const showCursor = '\x1b[?25h';
export const bracketedPasteOn = '\x1b[?2004h';
export const bracketedPasteOff = '\x1b[?2004l';
export const focusReportsOn = '\x1b[?1004h';
export const focusReportsOff = '\x1b[?1004l';

export const resetStyle = '\x1b[m';
/** Home first: some terminals otherwise scroll the cleared text into the scrollback. */
export const clearScreen = '\x1b[m\x1b[H\x1b[J';
export const eraseToEndOfLine = '\x1b[K';
/** DECSC and DECRC save the cursor and its style, separately for each screen of a terminal. */
export const saveCursor = '\x1b7';
export const restoreCursor = '\x1b8';

/** Synchronized output: the terminal shows the enclosed changes at once (16 bytes). */
export const beginSynchronized = '\x1b[?2026h';
export const endSynchronized = '\x1b[?2026l';

/** A terminal that has read everything before answers `statusAnswer`. */
export const statusQuery = '\x1b[5n';
export const statusAnswer = '\x1b[0n';

/** Status query by place (CSI 6n): the answer contains the cursor position, which identifies the query. */
export const placeQuery = (column: number): string => `${CSI}${placeRow};${column}H${CSI}6n`;
/** From 1. An answer for the first row could be Shift-F3. */
export const placeRow = 3;
const placeAnswer = /^\x1b\[(\d+);(\d+)R$/;

export function answeredColumn(reply: string): number | undefined {
  const [, row, column] = placeAnswer.exec(reply) ?? [];
  return Number(row) === placeRow ? Number(column) : undefined;
}

export const pasteEnd = '\x1b[201~';

/** OSC 52: many terminals obey it, also over SSH. */
export const copyToClipboard = (text: string): string =>
  `\x1b]52;c;${Buffer.from(text, 'utf8').toString('base64')}\x07`;

export const bell = '\x07';
