/** What we say to a terminal: xterm, tmux, screen and the Linux console understand all of it, or ignore it. */

export const ESC = '\x1b';
export const CSI = '\x1b[';
export const OSC = '\x1b]';
/** Ends a string. */
export const ST = '\x1b\\';

export const enterAlternateScreen = '\x1b[?1049h';
export const leaveAlternateScreen = '\x1b[?1049l';
/**
 * The last row, and one more: where there is no alternate screen to be left, the shell goes on below the
 * picture. Elsewhere it is not seen, for with the screen the cursor is put back.
 */
export const belowThePicture = '\x1b[999H\n';
/**
 * Down to the last of so many rows, without moving the cursor but by lines. Above it Orca takes a line after an
 * arrow key for nothing new: what came ends one short of the cursor, which stands in the row below. In the last
 * row it ends there, for the row that came has scrolled the picture.
 */
export const downTo = (rows: number): string => '\n'.repeat(Math.max(0, rows - 1));
export const hideCursor = '\x1b[?25l';
export const showCursor = '\x1b[?25h';
export const bracketedPasteOn = '\x1b[?2004h';
export const bracketedPasteOff = '\x1b[?2004l';
export const focusReportsOn = '\x1b[?1004h';
export const focusReportsOff = '\x1b[?1004l';

export const resetStyle = '\x1b[m';
/** Home first: some terminals scroll what they clear into the scrollback when the cursor is elsewhere. */
export const clearScreen = '\x1b[m\x1b[H\x1b[J';
export const eraseToEndOfLine = '\x1b[K';
/** DECSC and DECRC: the cursor and its style. Each screen of a terminal has a place of its own for them. */
export const saveCursor = '\x1b7';
export const restoreCursor = '\x1b8';

/** Synchronized output: the terminal shows what lies between at once (16 bytes in all). */
export const beginSynchronized = '\x1b[?2026h';
export const endSynchronized = '\x1b[?2026l';

/** "Are you there?": a terminal that has read everything before it answers `statusAnswer`. */
export const statusQuery = '\x1b[5n';
export const statusAnswer = '\x1b[0n';

/**
 * The same question by place (CSI 6n): the answer names the row and the column that the cursor was put in, and
 * so the query that it belongs to.
 */
export const placeQuery = (column: number): string => `${CSI}${placeRow};${column}H${CSI}6n`;
/** The terminal's row, from 1. An answer for the first could be Shift-F3. */
export const placeRow = 3;
const placeAnswer = /^\x1b\[(\d+);(\d+)R$/;

/** The column of an answer to `placeQuery`; undefined for any other reply. */
export function answeredColumn(reply: string): number | undefined {
  const [, row, column] = placeAnswer.exec(reply) ?? [];
  return Number(row) === placeRow ? Number(column) : undefined;
}

export const pasteEnd = '\x1b[201~';

/** xterm keeps a stack of titles, so the old one can be put back without asking what it was. */
export const pushTitle = '\x1b[22;0t';
export const popTitle = '\x1b[23;0t';

/** @param title printable text alone: it must have been through `sanitize` */
export const setTitle = (title: string): string => `\x1b]2;${title}\x07`;

/** OSC 52: asks the terminal to put text on the clipboard; many obey, also over SSH. */
export const copyToClipboard = (text: string): string =>
  `\x1b]52;c;${Buffer.from(text, 'utf8').toString('base64')}\x07`;

/** OSC 9: a desktop notification where the terminal knows it. @param text printable, as from `sanitize` */
export const notification = (text: string): string => `\x1b]9;${text}\x07`;

export const bell = '\x07';
