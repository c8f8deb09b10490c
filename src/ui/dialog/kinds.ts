import type {ComponentType} from 'react';
import type {Block, BlockOf} from '../../desk/sheet.ts';
import {Lines, type OneLine} from '../desk.tsx';
import {type Line, noLine} from '../format.ts';
import {Fields, fieldDrawn, fieldsDrawn} from './Fields.tsx';
import {factLines} from './facts.ts';
import {HelpTable, tableDrawn} from './HelpTable.tsx';
import {choicesDrawn, itemsDrawn, recordDrawn, scrollDrawn} from './lists.ts';
import type {Drawn, Listed, Page} from './page.ts';
import {questionLines} from './Question.tsx';
import {chartLines, recordLines} from './records.ts';
import {namesLines, pointerLines, textLines, titleLines, wayLines} from './text.ts';

type Kind<Of> = {
  readonly View: ComponentType<Drawn & OneLine>;
  /** @param left rows that the blocks before it in order leave */
  readonly draw: (block: Of, page: Page, left: number) => Listed;
};

const listed = <Of>(draw: Kind<Of>['draw']): Kind<Of> => ({View: Lines, draw});
const lines = <Of>(draw: (block: Of, page: Page, left: number) => readonly Line[]): Kind<Of> =>
  listed((...of) => ({lines: draw(...of)}));

/** How a kind of block is drawn, and its component; most are lines alone. */
export const kinds: {readonly [K in Block['is']]: Kind<BlockOf<K>>} = {
  title: lines(titleLines),
  text: lines(textLines),
  facts: lines(factLines),
  way: lines(wayLines),
  question: lines(questionLines),
  items: listed(itemsDrawn),
  scroll: listed(scrollDrawn),
  choices: listed(choicesDrawn),
  table: {View: HelpTable, draw: tableDrawn},
  records: lines(recordLines),
  field: {View: Fields, draw: fieldDrawn},
  fields: {View: Fields, draw: fieldsDrawn},
  // Drawn again at last, since they say which part of the list is shown.
  keys: lines(() => [noLine]),
  // The screen draws these two itself.
  banner: lines(() => []),
  summary: lines(() => []),
  record: listed(recordDrawn),
  chart: lines(chartLines),
  gap: lines((_, {isLow}, left) => (!isLow && left > 1 ? [noLine] : [])),
  pointer: lines(pointerLines),
  names: lines(namesLines),
};

export const drawBlock = (block: Block, page: Page, left: number): Listed =>
  kinds[block.is].draw(block as never, page, left);
