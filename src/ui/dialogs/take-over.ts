import {flat, wrap} from '../format.ts';
import type {Drawing} from '../panels/drawing.ts';
import {absolute} from '../times.ts';
import {questionLines} from './question.ts';

/** Who holds it and since when, and what the other dashboard may do all the same. */
export const takeOverDrawing: Drawing<'takeOver'> = {
  lines: (state, overlay, {columns, rows}, paint) => {
    const {intent, holder} = overlay.held;
    const words = {does: 'take it over'};
    const said = (text: string, tone: 'plain' | 'warning') =>
      wrap(flat(text), columns - 2).map(line => ` ${paint(tone, line)}`);
    return [
      ` ${paint('strong', 'Take it over?')}`,
      ...questionLines(overlay, words, {columns, isLow: rows < 16, bindings: state.settings.bindings}, paint),
      ...(overlay.notice === undefined ? [] : said(overlay.notice, 'warning')),
      ...said(`${holder} has it, since ${absolute(intent.changedAt)}.`, 'plain'),
      ...said('Whether it runs cannot be seen from here: if it does, it may still send.', 'warning'),
      ...said(overlay.text, 'plain'),
      ...said('Taken over, it is looked for and ended from here.', 'plain'),
    ];
  },
};
