import type {Binding} from '../../desk/keys.ts';
import {isDrawn} from '../../desk/order/questions.ts';
import type {Question} from '../../desk/state.ts';
import {labelOf} from '../../desk/words/keys.ts';
import {width} from '../format.ts';
import type {Paint} from '../theme.ts';

export type Words = {readonly does: string; readonly insist?: string};

export function confirmedBy(
  bindings: readonly Binding[],
  isGlassProved: boolean,
): {readonly keys: string; readonly what: string} {
  const [yes, insist] = [labelOf(bindings, 'yes', 'review'), labelOf(bindings, 'insist', 'review')];
  return isGlassProved
    ? {keys: yes, what: `Yes to a question that has been on the screen; ${insist} where it asks twice`}
    : {keys: 'A-Z', what: 'Yes to a question: the letter that it shows, since the screen may lag behind'};
}

type QuestionRoom = {
  readonly columns: number;
  readonly isLow: boolean;
  readonly bindings: readonly Binding[];
};

/** A randomly drawn letter gets a block of its own if there are rows: it must be found at once. */
export function questionLines(
  question: Question,
  {does, insist = ''}: Words,
  {columns, isLow, bindings}: QuestionRoom,
  paint: Paint,
): string[] {
  const {key} = question;
  const no = labelOf(bindings, 'no', 'review');
  const back = `   ${paint('accent', no)} back`;
  const block = isLow || !isDrawn(question) ? ` ${key} ` : `   ${key}   `;
  const behind = (words: string) => width(` ${block}  ${words}   ${no} back`);
  const fitting = (brief: string) => (behind(brief + insist) > columns ? brief : brief + insist);
  if (!isDrawn(question)) return [` ${paint('danger', block)} ${fitting(does)}${back}`];
  const asked = ` ${paint('danger', block)}  ${paint('strong', fitting(`press ${key} to ${does}`))}${back}`;
  const edge = ` ${paint('danger', ' '.repeat(block.length))}`;
  return isLow ? [asked] : [edge, asked, edge];
}
