import type {Moment} from '../account/model/moment.ts';
import type {FeedPane, Look} from '../account/model/vocabulary.ts';
import type {Trade} from '../api/wire/records.ts';
import {localWay, type Way} from './feeds/way.ts';

/**
 * Listening mode: events go to a transcript that a screen reader reads, and nothing is drawn. The desk keeps
 * how much to say, and what the user asked to hear.
 */

export type Aloud = 'again' | 'where' | 'row' | 'reading' | 'details';

/** The last question, and its number of times in a row. */
type Listening = {
  readonly number: number;
  readonly what: Aloud | undefined;
  readonly about: string;
  readonly times: number;
};

export const newListening: Listening = {number: 0, what: undefined, about: '', times: 0};

/** The rows in view of the list that keys move, and the last row that can be the first of them. */
export type ListInView = {readonly page: number; readonly most: number};

/** The terminal, and what of the pane it shows. */
export type Screen = {
  readonly viewport: {readonly columns: number; readonly rows: number};
  readonly look: Look;
  readonly way: Way;
  /** undefined without screen-reader mode. */
  readonly listening?: Listening | undefined;
  /** Monotonic ms since the pane is in view. */
  readonly inViewSince: number;
  readonly fieldsInView: Readonly<Partial<Record<FeedPane, readonly string[]>>>;
  readonly details: boolean;
  readonly detailsScroll: number;
  readonly list: ListInView;
  readonly trade?: Trade | undefined;
};

export function newScreen(viewport: Screen['viewport'], look: Look, {mono: inViewSince}: Moment): Screen {
  const terminal = {viewport, look, way: localWay};
  const list = {page: tableRows(terminal), most: Number.MAX_SAFE_INTEGER};
  return {...terminal, inViewSince, fieldsInView: {}, details: false, detailsScroll: 0, list};
}

export const leastScreen = {columns: 40, rows: 10};

export function hasRoom({columns, rows}: Screen['viewport']): boolean {
  return columns >= leastScreen.columns && rows >= leastScreen.rows;
}

/** `low` has no rows but for what is vital, `high` has them for all that is said. */
export function screenHeight({rows}: Screen['viewport']): 'low' | 'usual' | 'high' {
  if (rows < 16) return 'low';
  return rows < 24 ? 'usual' : 'high';
}

export function tableRows({viewport}: Pick<Screen, 'viewport'>): number {
  return Math.max(1, viewport.rows - 7);
}
