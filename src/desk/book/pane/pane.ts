import type {Moment} from '../../model/moment.ts';
import type {FeedPane, Times} from '../../model/vocabulary.ts';
import {type AccountBook, bookOf} from '../book.ts';
import {type BookRows, unreadRows} from '../rows.ts';
import type {BookLine, BookSection} from './lines.ts';
import {sectionsOf} from './sections.ts';

/** What the desk holds of the account, and where one stands in the pane of it. */
export type BookPane = {
  readonly rows: BookRows;
  readonly account: AccountBook;
  readonly sections: readonly BookSection[];
  /** The line that is selected, by its key; undefined while that is the first. */
  readonly selected: string | undefined;
  /** Where it stood when it was last seen. */
  readonly selectedIndex: number;
  /** The rows behind it are listed in the place of the figures. */
  readonly list: FigureRows | undefined;
  /** Another pane shows them by its filter; the way back leads to the figure, and takes that filter away. */
  readonly visit: Visit | undefined;
};

/** The rows behind a figure as they are listed, and the one of them that is selected. */
export type FigureRows = {
  readonly line: BookLine;
  readonly selected: string | undefined;
  readonly selectedIndex: number;
};

export type Visit = {
  readonly pane: FeedPane;
  readonly filterText: string;
  /** The filter that was in force there. */
  readonly before: string;
};

/** Before anything of the account was read. */
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
