import type {OverlayOf} from '../../desk/model/overlay.ts';
import {flat} from '../../desk/words/text.ts';
import {absolute} from '../../desk/words/times.ts';
import {wrap} from '../format.ts';
import type {Drawing} from '../panels/drawing.ts';
import {questionLines} from './question.ts';

type TakeOverFact = {readonly tone: 'plain' | 'warning'; readonly text: string};

/** What is to be known before it is taken over. */
export function takeOverFacts({held, text}: OverlayOf<'takeOver'>): readonly TakeOverFact[] {
  const {intent, holder} = held;
  return [
    {tone: 'plain', text: `${holder} has it, since ${absolute(intent.changedAt)}.`},
    {tone: 'warning', text: 'Whether it runs cannot be seen from here: if it does, it may still send.'},
    {tone: 'plain', text},
    {tone: 'plain', text: 'Taken over, it is looked for and ended from here.'},
  ];
}

/** Who holds it and since when, and what the other dashboard may do all the same. */
export const takeOverDrawing: Drawing<'takeOver'> = {
  lines: (state, overlay, {columns, rows}, paint) => {
    const words = {does: 'take it over'};
    const said = (text: string, tone: 'plain' | 'warning') =>
      wrap(flat(text), columns - 2).map(line => ` ${paint(tone, line)}`);
    return [
      ` ${paint('strong', 'Take it over?')}`,
      ...questionLines(overlay, words, {columns, isLow: rows < 16, bindings: state.settings.bindings}, paint),
      ...(overlay.notice === undefined ? [] : said(overlay.notice, 'warning')),
      ...takeOverFacts(overlay).flatMap(({tone, text}) => said(text, tone)),
    ];
  },
};
