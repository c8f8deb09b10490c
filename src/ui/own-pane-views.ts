import {feedPanes, type OwnPane, paneNames} from '../account/model/vocabulary.ts';
import type {PortfolioRows} from '../account/portfolio/rows.ts';
import {counted, nothing, number} from '../account/words/text.ts';
import {blotterOf, indexOfLine} from '../desk/blotter.ts';
import {factsIn} from '../desk/feeds/feeds.ts';
import {freshness} from '../desk/feeds/freshness.ts';
import {selectedLine} from '../desk/navigate.ts';
import {figureInView, indexInList, portfolioLines, rowsListed} from '../desk/portfolio/move.ts';
import type {State} from '../desk/state.ts';
import {sanitize} from '../text/sanitize.ts';
import {factsNow} from './table/columns.ts';
import {type ShownTable, stillTable} from './table/draw-rows.ts';
import {figureInWords, portfolioSentences} from './table/portfolio-block.ts';

type OwnPaneView = {
  readonly tabCount: (state: State) => string;
  readonly table: (state: State) => ShownTable;
  readonly emptyNote: (state: State) => string;
  readonly fault: (state: State) => string | undefined;
  /** The line below the pane. */
  readonly summary: (state: State) => readonly [rows: string, ...notes: string[]];
  /** Spoken when the pane opens; the selected row follows. */
  readonly inWords: (state: State) => readonly string[];
  /** Without `words`, the selected row is a record of the service. */
  readonly selected: (state: State) => SelectedInWords | undefined;
};

export type SelectedInWords = {
  readonly index: number;
  readonly of: number;
  readonly what?: string;
  readonly id?: string | undefined;
  readonly words?: readonly string[];
};

/** The screen and a screen reader show panes of no list by these. All lists are alike. */
export const ownPaneViews: {readonly [P in OwnPane]: OwnPaneView} = {
  activity: {
    tabCount: ({activity}) => (activity.length === 0 ? '' : String(blotterOf(activity).length)),
    table(state) {
      const rows = blotterOf(state.activity);
      const selected = indexOfLine(rows, state.activitySelected);
      return {...stillTable, pane: 'activity', rows, selected, facts: factsNow(state)};
    },
    emptyNote: ({journal}) =>
      journal.status === 'open'
        ? 'Nothing has happened yet.'
        : 'Not read yet: it comes with the first answer of the service.',
    fault: ({feeds}) => feedPanes.map(each => feeds[each].fault?.text).find(Boolean),
    summary: () => ['', 'newest first'],
    inWords: ({activity}) => [
      activity.length === 0 ? 'Activity, nothing yet' : `Activity, ${counted(activity.length, 'line')}`,
    ],
    selected(state) {
      const [line, all] = [selectedLine(state), blotterOf(state.activity)];
      if (line === undefined) return undefined;
      const words = [line.amount, line.state ?? line.outcome.split(/[.,:]/)[0] ?? ''];
      const told = words.filter(each => each !== '' && each !== nothing);
      return {index: all.indexOf(line), of: all.length, words: [`${line.what} ${line.target}`, ...told]};
    },
  },
  portfolio: {
    tabCount: () => '',
    table(state) {
      const behind = rowsListed(state) ?? {pane: 'easyOptions', rows: []};
      return {
        ...stillTable,
        ...behind,
        selected: indexInList(state),
        page: state.portfolio.list?.line.key ?? '',
        facts: {...factsNow(state), ...factsIn(state, behind.pane)},
        isWaiting: freshness(state, 'portfolio').kind === 'stale',
      };
    },
    emptyNote: accountNote,
    fault: ({portfolio: {rows}}) => feedPanes.map(each => rows[each].fault).find(Boolean),
    summary(state) {
      const {list, rows} = state.portfolio;
      if (list !== undefined)
        return [`${sanitize(list.line.name)} · ${counted(rowsListed(state)?.rows.length ?? 0, 'row')}`];
      const [lines, selected] = [portfolioLines(state), figureInView(state)];
      const place = selected && `figure ${lines.indexOf(selected) + 1} of ${lines.length}`;
      return [place ?? '', readWords(rows)];
    },
    inWords(state) {
      // The first figures are made of Easy Options.
      if (state.portfolio.rows.easyOptions.began === undefined) return ['Portfolio, reading'];
      const list = rowsListed(state);
      if (list !== undefined) return [`Rows of the figure, ${list.rows.length}`];
      if (figureInView(state) === undefined) return [`Portfolio, ${accountNote(state)}`];
      return ['Portfolio', ...portfolioSentences(state)];
    },
    selected(state) {
      const list = rowsListed(state);
      if (list !== undefined) return {index: indexInList(state), of: list.rows.length};
      const [figure, lines] = [figureInView(state), portfolioLines(state)];
      if (figure === undefined) return undefined;
      const words = [figureInWords(state, figure)];
      return {what: 'figure', id: figure.key, index: lines.indexOf(figure), of: lines.length, words};
    },
  },
};

function accountNote({portfolio: {rows, list, account}}: State): string {
  if (list !== undefined) return 'No rows.';
  const {began, fault} = rows.easyOptions;
  if (began === undefined) return fault === undefined ? 'Reading the account…' : 'No data yet.';
  return account.isPartial ? 'Nothing so far…' : 'Nothing is open, working or traded.';
}

function readWords(rows: PortfolioRows): string {
  const partly = feedPanes
    .filter(pane => !rows[pane].isWhole)
    .map(pane => {
      const {total} = rows[pane];
      const count = total === undefined ? '' : ` of ${number(String(total))}`;
      return `${number(String(rows[pane].rows.length))}${count} ${paneNames[pane].title} so far`;
    });
  if (partly.length > 0) return partly.join(', ');
  const [options, trades] = [rows.easyOptions.rows.length, rows.trades.rows.length];
  return `the whole account: ${counted(options, 'Easy Option')}, ${counted(trades, 'trade')}`;
}
