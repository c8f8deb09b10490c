import {rowId} from '../../account/model/rows.ts';
import type {FeedPane} from '../../account/model/vocabulary.ts';
import type {Position} from '../../account/portfolio/positions.ts';
import {contractKey} from '../../account/resources/arithmetic.ts';
import type {Trade} from '../../api/wire/records.ts';
import type {Row, State} from '../state.ts';
import type {Behind, FigureRows, PortfolioLine} from './lines.ts';
import {sectionsShown} from './sections.ts';

export function portfolioLines(state: State): readonly PortfolioLine[] {
  return sectionsShown(state).flatMap(({lines}) => lines);
}

export function figureInView(state: State): PortfolioLine | undefined {
  const lines = portfolioLines(state);
  return lines[placeOf(state, lines)];
}

export function positionInView(state: State): Position | undefined {
  if (state.pane !== 'portfolio' || state.portfolio.list !== undefined) return undefined;
  const {of, id} = figureInView(state) ?? {};
  return of === 'position' ? state.portfolio.account.positions.find(each => each.id === id) : undefined;
}

/** The position that a trade is of, else one of the same contract. */
export function positionOf({portfolio}: State, trade: Trade): Position | undefined {
  const contract = contractKey(trade);
  const alike = portfolio.account.positions.filter(each => each.contract === contract);
  return alike.find(each => each.positionId === trade.positionId) ?? alike[0];
}

function placeOf({portfolio}: State, lines: readonly PortfolioLine[]): number {
  const index = lines.findIndex(({key}) => key === portfolio.selected);
  return index >= 0 ? index : clamped(portfolio.selectedIndex, lines.length);
}

const clamped = (index: number, length: number) => Math.max(0, Math.min(index, length - 1));

export function moveInPortfolio(state: State, step: number): State {
  const {portfolio} = state;
  if (portfolio.list !== undefined) return moveInList(state, portfolio.list, step);
  const lines = portfolioLines(state);
  const index = clamped(placeOf(state, lines) + step, lines.length);
  const key = lines[index]?.key;
  if (key === undefined || key === portfolio.selected) return state;
  return {...state, portfolio: {...portfolio, selected: key, selectedIndex: index}};
}

function moveInList(state: State, list: FigureRows, step: number): State {
  const behind = rowsListed(state);
  const rows: readonly Row[] = behind?.rows ?? [];
  const index = clamped(indexInList(state) + step, rows.length);
  const row = rows[index];
  if (behind === undefined || row === undefined) return state;
  const selected = idAt(behind, index);
  if (selected === list.selected && index === list.selectedIndex) return state;
  return {...state, portfolio: {...state.portfolio, list: {...list, selected, selectedIndex: index}}};
}

/** Those of the figure as it is now; none if it is gone. */
export function rowsListed(state: State): Behind | undefined {
  const line = state.portfolio.list?.line;
  const now = line && portfolioLines(state).find(({key}) => key === line.key);
  return now?.behind ?? (line && {...line.behind, rows: []});
}

export function indexInList(state: State): number {
  const {list} = state.portfolio;
  const behind = rowsListed(state);
  if (list === undefined || behind === undefined) return -1;
  const index = behind.rows.findIndex((_, at) => idAt(behind, at) === list.selected);
  return index >= 0 ? index : clamped(list.selectedIndex, behind.rows.length);
}

export function rowListed(state: State): Row | undefined {
  const rows: readonly Row[] = rowsListed(state)?.rows ?? [];
  return rows[indexInList(state)];
}

function idAt({pane, rows}: Behind, index: number): string | undefined {
  const row: Row | undefined = rows[index];
  return row && rowId<FeedPane>(pane, row, index);
}
