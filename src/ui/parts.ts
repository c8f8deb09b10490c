import type {State} from '../desk/state.ts';
import {footerLine} from './bottom/Keys.tsx';
import {answerLines, messageLines} from './bottom/Messages.tsx';
import {summaryLine} from './bottom/Summary.tsx';
import type {Line} from './format.ts';
import type {Heights} from './layout.ts';
import type {DrawTable} from './table/Table.tsx';
import {bannerLines} from './top/Banners.tsx';
import {chipsLine} from './top/Filter.tsx';
import {headerLine} from './top/Header.tsx';
import {tabsLine} from './top/Tabs.tsx';

export type Part = (state: State, rows: number) => readonly Line[];

/** Every part of the screen, from the top. `layoutOf` has the height of each. */
export const partsWith = (table: DrawTable): {readonly [K in keyof Heights]: Part} => ({
  header: state => [headerLine(state)],
  tabs: state => [tabsLine(state)],
  banners: bannerLines,
  filter: state => [chipsLine(state)],
  pane: table.lines,
  answer: answerLines,
  summary: state => [summaryLine(state, table.below(state))],
  messages: messageLines,
  keys: state => [footerLine(state)],
});

export const partNames = (parts: object) => Object.keys(parts) as (keyof Heights)[];
