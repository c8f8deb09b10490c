import type {Moment} from '../account/model/moment.ts';
import type {FeedPane, OwnPane} from '../account/model/vocabulary.ts';
import {blotterOf, indexOfLine} from './blotter.ts';
import {pollAll} from './feeds/feeds.ts';
import {refreshPortfolio, showPortfolio} from './feeds/rounds.ts';
import {figureInView, moveInPortfolio, rowListed, rowsListed} from './portfolio/move.ts';
import type {Row, State, Step} from './state.ts';

export type RowInView = {readonly pane: FeedPane; readonly row: Row};

type PaneActs = {
  readonly moveBy: (state: State, step: number) => State;
  /** Its selection, by a name that stays. */
  readonly selected: (state: State) => string | undefined;
  readonly isNoneSelected: (state: State) => boolean;
  /** The record of the service that is selected. */
  readonly record: (state: State) => RowInView | undefined;
  readonly rows: (state: State) => readonly object[];
  /** The reason that its rows cannot be copied or exported. */
  readonly whyNoRows: (state: State) => string | undefined;
  readonly whyNoPages: string;
  readonly show: (state: State, now: Moment) => Step;
  readonly refresh: (state: State, now: Moment) => Step;
};

/** The effects of the keys on a pane of no list of the service. All lists are alike. */
export const ownPanes: {readonly [P in OwnPane]: PaneActs} = {
  activity: {
    moveBy: moveActivity,
    selected: ({activitySelected}) => activitySelected,
    isNoneSelected: () => false,
    record: () => undefined,
    rows: ({activity}) => activity,
    whyNoRows: () => undefined,
    whyNoPages: 'Activity is one list, newest first.',
    show: state => [state, []],
    refresh: pollAll,
  },
  portfolio: {
    moveBy: moveInPortfolio,
    selected: ({portfolio: {list, selected}}) => list?.selected ?? selected,
    isNoneSelected: state => figureInView(state) === undefined,
    record(state) {
      const [row, pane] = [rowListed(state), rowsListed(state)?.pane];
      return row && pane && {pane, row};
    },
    rows: state => rowsListed(state)?.rows ?? [],
    whyNoRows: ({portfolio}) =>
      portfolio.list === undefined ? 'Show the rows behind a figure first.' : undefined,
    whyNoPages: 'The Portfolio has no pages.',
    show: showPortfolio,
    refresh: refreshPortfolio,
  },
};

function moveActivity(state: State, step: number): State {
  const rows = blotterOf(state.activity);
  const index = indexOfLine(rows, state.activitySelected);
  const line = rows[Math.min(Math.max(index + step, 0), rows.length - 1)];
  return line === undefined || line.id === state.activitySelected
    ? state
    : {...state, activitySelected: line.id};
}
