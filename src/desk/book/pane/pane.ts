import type {Moment} from '../../model/moment.ts';
import type {FeedPane, Times} from '../../model/vocabulary.ts';
import {type AccountBook, bookOf} from '../book.ts';
import {type BookRows, unreadRows} from '../rows.ts';
import type {BookLine, BookSection} from './lines.ts';
import {sectionsOf} from './sections.ts';

export type BookPane = {
  readonly rows: BookRows;
  readonly account: AccountBook;
  readonly sections: readonly BookSection[];
  readonly selected: string | undefined;
  readonly selectedIndex: number;
  /** The rows behind the line, listed instead of the figures. */
  readonly list: FigureRows | undefined;
  readonly visit: Visit | undefined;
};

export type FigureRows = {
  readonly line: BookLine;
  readonly selected: string | undefined;
  readonly selectedIndex: number;
};

type Visit = {
  readonly pane: FeedPane;
  readonly filterText: string;
  readonly before: string;
};

export function unreadBook(now: Moment, times: Times): BookPane {
  const rows = unreadRows(now.wall);
  const account = bookOf(rows, {now, times});
  return {
    rows,
    account,
    sections: sectionsOf(account, rows),
    selected: undefined,
    selectedIndex: 0,
    list: undefined,
    visit: undefined,
  };
}
