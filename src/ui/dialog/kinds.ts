import type {ComponentType} from 'react';
import type {Block, BlockOf} from '../../desk/sheet.ts';
import {Lines, type OneLine} from '../desk.tsx';
import {type Line, noLine} from '../format.ts';
import {Fields, fieldDrawn, fieldsDrawn} from './Fields.tsx';
import {factsDrawn} from './facts.ts';
import {HelpTable, tableDrawn} from './HelpTable.tsx';
import {choicesDrawn, itemsDrawn, recordDrawn, scrollDrawn} from './lists.ts';
import type {Drawn, Listed, Page} from './page.ts';
import {Question, questionDrawn} from './Question.tsx';
import {chartLines, recordLines} from './records.ts';
import {namesLines, pointerLines, textDrawn, titleLines, wayLines} from './text.ts';

type Kind<Of> = {
  readonly View: ComponentType<Drawn & OneLine>;
  /** @param left rows that the blocks before it leave */
  readonly draw: (block: Of, page: Page, left: number) => Listed;
  /** It takes of the rows that other blocks leave. */
  readonly shares?: true;
};

const lines =
  <Of>(draw: (block: Of, page: Page, left: number) => readonly Line[]) =>
  (...of: Parameters<typeof draw>): Listed => ({lines: draw(...of)});
const fixed = <Of>(draw: Kind<Of>['draw'], View: Kind<Of>['View'] = Lines): Kind<Of> => ({View, draw});
const sharing = <Of>(...kind: Parameters<typeof fixed<Of>>) => ({...fixed(...kind), shares: true}) as const;

/** How each kind is drawn, and its component: mostly lines. Those that share rows do so in this order. */
export const kinds: {readonly [K in Block['is']]: Kind<BlockOf<K>>} = {
  facts: sharing(factsDrawn),
  text: sharing(textDrawn),
  items: sharing(itemsDrawn),
  scroll: sharing(scrollDrawn),
  choices: sharing(choicesDrawn),
  table: sharing(tableDrawn, HelpTable),
  record: sharing(recordDrawn),
  records: sharing(lines(recordLines)),
  gap: sharing((_, {isLow}, left) => ({lines: !isLow && left > 1 ? [noLine] : []})),
  chart: sharing(lines(chartLines)),
  title: fixed(lines(titleLines)),
  way: fixed(lines(wayLines)),
  question: fixed(questionDrawn, Question),
  field: fixed(fieldDrawn, Fields),
  fields: fixed(fieldsDrawn, Fields),
  pointer: fixed(lines(pointerLines)),
  names: fixed(lines(namesLines)),
  // Drawn again at last, since they say which part of the list is shown.
  keys: fixed(() => ({lines: [noLine]})),
  // The screen draws these two itself.
  banner: fixed(() => ({lines: []})),
  summary: fixed(() => ({lines: []})),
};

export const drawBlock = (block: Block, page: Page, left: number): Listed =>
  kinds[block.is].draw(block as never, page, left);
