import {sgrText} from '../../term/screen/cells.ts';
import {toAscii} from '../../term/text/sanitize.ts';
import {type Line, textOf} from '../../ui/format.ts';
import type {Styled} from '../../ui/theme.ts';

/** Lines as text; without `styled` as plain text. */
export function printed(lines: readonly Line[], styled?: Styled, isAscii = false): string {
  const texts = lines.map(line => (styled === undefined ? textOf(line) : sgrText(styled(line))));
  const text = texts.map(each => `${each.trimEnd()}\n`).join('');
  return isAscii ? toAscii(text) : text;
}
