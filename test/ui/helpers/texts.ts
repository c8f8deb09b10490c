import {type Line, textOf} from '../../../src/ui/format.ts';

/** What is read in a line, without the blanks at its end. */
export const text = (line: Line): string => textOf(line).trimEnd();

export const texts = (lines: readonly Line[]): string[] => lines.map(text);
