import type {ComponentType} from 'react';
import type {Block, BlockOf} from '../../desk/sheet.ts';
import type {OneLine} from '../desk.tsx';
import {noLine} from '../format.ts';
import {Fields, fieldDrawn, fieldsDrawn} from './Fields.tsx';
import {factsDrawn, pointerDrawn, textDrawn, titleDrawn, wayDrawn} from './facts.ts';
import {HelpTable, tableDrawn} from './HelpTable.tsx';
import {chartDrawn, choicesDrawn, itemsDrawn, recordDrawn, recordsDrawn, scrollDrawn} from './lists.ts';
import type {Drawn, Listed, Panel} from './panel.ts';
import {Question, questionDrawn} from './Question.tsx';

type Kind<Of> = {
  /** @param left rows that the blocks before it leave */
  readonly draw: (block: Of, panel: Panel, left: number) => Listed;
  /** It takes of the rows that other blocks leave. */
  readonly shares?: true;
  /** Lines alone, if absent. */
  readonly View?: ComponentType<Drawn & OneLine>;
};

/** Kinds that share rows get them in this order. */
export const kinds: {readonly [K in Block['is']]: Kind<BlockOf<K>>} = {
  facts: {draw: factsDrawn, shares: true},
  text: {draw: textDrawn, shares: true},
  items: {draw: itemsDrawn, shares: true},
  scroll: {draw: scrollDrawn, shares: true},
  choices: {draw: choicesDrawn, shares: true},
  table: {draw: tableDrawn, shares: true, View: HelpTable},
  record: {draw: recordDrawn, shares: true},
  records: {draw: recordsDrawn, shares: true},
  chart: {draw: chartDrawn, shares: true},
  title: {draw: titleDrawn},
  way: {draw: wayDrawn},
  question: {draw: questionDrawn, View: Question},
  field: {draw: fieldDrawn, View: Fields},
  fields: {draw: fieldsDrawn, View: Fields},
  pointer: {draw: pointerDrawn},
  // Drawn again at last, since they say which part of the list is shown.
  keys: {draw: () => ({lines: [noLine]})},
};
