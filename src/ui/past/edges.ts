import type {State} from '../../desk/model/state.ts';
import {layoutOf} from '../layout.ts';
import {messageLine, messageLines} from '../lines/footer.ts';
import {type Edges, filled, present, summaryBelow} from '../plain.ts';
import type {DrawTable} from '../table/view.ts';
import type {Paint} from '../theme.ts';
import {timeLines} from './bar.ts';
import {pastHeaderLine} from './header.ts';

/** What stands above and below a picture, as it is one of now or of the past. */
export function edgesOf({past}: State): Edges {
  return past === undefined ? present : ofThePast;
}

const ofThePast: Edges = {header: pastHeaderLine, bottom: bottomLines};

/**
 * The keys of then do nothing, so the bar of time stands in their place. On a low screen a message takes the
 * line of the summary.
 */
function bottomLines(state: State, paint: Paint, table: DrawTable): string[] {
  const {message} = layoutOf(state);
  const summary = summaryBelow(state, paint, table);
  return [
    message > 0 ? summary : messageLine(state, paint) || summary,
    ...filled(messageLines(state, message, paint), message),
    ...timeLines(state, paint),
  ];
}
