import {rowId} from '../../account/model/rows.ts';
import type {FeedPane} from '../../account/model/vocabulary.ts';
import {heldPositions, type Position} from '../../account/portfolio/positions.ts';
import {contractKey} from '../../account/resources/arithmetic.ts';
import type {Trade} from '../../api/wire/records.ts';
import {serviceNow} from '../../core/intents/clock.ts';
import type {Row, State} from '../state.ts';
import type {Behind, FigureRows, PortfolioLine} from './lines.ts';
import {sectionsShown} from './sections.ts';

export function portfolioLines(state: State): readonly PortfolioLine[] {
  return sectionsShown(state).flatMap(({lines}) => lines);
}

export function figureInView(state: State): PortfolioLine | undefined {
  const lines = portfolioLines(state);
  return lines[placeOf(state.portfolio, keysOf(lines))];
}

export function positionInView(state: State): Position | undefined {
  if (state.pane !== 'portfolio' || state.portfolio.list !== undefined) return undefined;
  const {of, id} = figureInView(state) ?? {};
  return of === 'position' ? state.portfolio.account.positions.find(each => each.id === id) : undefined;
}

export const positionsHeld = (state: State): readonly Position[] =>
  heldPositions(state.portfolio.account.positions, serviceNow(state));

/** The position that a trade is of, else one of the same contract. */
export function positionOf({portfolio}: State, trade: Trade): Position | undefined {
  const contract = contractKey(trade);
  const alike = portfolio.account.positions.filter(each => each.contract === contract);
  return alike.find(each => each.positionId === trade.positionId) ?? alike[0];
}

type Selection = Pick<FigureRows, 'selected' | 'selectedIndex'>;

const keysOf = (lines: readonly PortfolioLine[]) => lines.map(({key}) => key);

const clamped = (index: number, length: number) => Math.max(0, Math.min(index, length - 1));

function placeOf({selected = '', selectedIndex}: Selection, ids: readonly string[]): number {
  const index = ids.indexOf(selected);
  return index >= 0 ? index : clamped(selectedIndex, ids.length);
}

function moved<Of extends Selection>(of: Of, ids: readonly string[], step: number): Of {
  const selectedIndex = clamped(placeOf(of, ids) + step, ids.length);
  const selected = ids[selectedIndex];
  return selected === undefined || selected === of.selected ? of : {...of, selected, selectedIndex};
}

export function moveInPortfolio(state: State, step: number): State {
  const {portfolio} = state;
  const {list} = portfolio;
  if (list === undefined) return {...state, portfolio: moved(portfolio, keysOf(portfolioLines(state)), step)};
  return {...state, portfolio: {...portfolio, list: moved(list, idsListed(state), step)}};
}

/** To the first figure of the next block, or of this or the one before; in the rows behind a figure, a row. */
export function moveByBlock(state: State, step: 1 | -1): State {
  const {portfolio} = state;
  const starts = sectionsShown(state).flatMap(({lines: [first]}) => first?.key ?? []);
  const keys = keysOf(portfolioLines(state));
  const at = placeOf(portfolio, keys);
  const places = starts.map(key => keys.indexOf(key));
  const to = step === 1 ? places.find(each => each > at) : places.findLast(each => each < at);
  return moveInPortfolio(state, portfolio.list !== undefined ? step : (to ?? at) - at);
}

/** Lists the rows behind the figure in view. */
export function showRows(state: State): State {
  const line = figureInView(state);
  if (line === undefined) return state;
  return {...state, portfolio: {...state.portfolio, selected: line.key, list: {line, selectedIndex: 0}}};
}

/** Undefined if no rows are listed. */
export function withoutRows(state: State): State | undefined {
  const {pane, portfolio} = state;
  if (pane !== 'portfolio' || portfolio.list === undefined) return undefined;
  return {...state, portfolio: {...portfolio, list: undefined}};
}

/** Those of the figure as it is now; none if it is gone. */
export function rowsListed(state: State): Behind | undefined {
  const line = state.portfolio.list?.line;
  const now = line && portfolioLines(state).find(({key}) => key === line.key);
  return now?.behind ?? (line && {...line.behind, rows: []});
}

function idsListed(state: State): readonly string[] {
  const behind = rowsListed(state);
  const rows: readonly Row[] = behind?.rows ?? [];
  return rows.map((row, at) => (behind === undefined ? '' : rowId<FeedPane>(behind.pane, row, at)));
}

export function indexInList(state: State): number {
  const {list} = state.portfolio;
  return list === undefined ? -1 : placeOf(list, idsListed(state));
}

export function rowListed(state: State): Row | undefined {
  return rowsListed(state)?.rows[indexInList(state)];
}
