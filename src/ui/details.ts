import {alsoFields, ownId} from '../account/model/rows.ts';
import {isFeedPane} from '../account/model/vocabulary.ts';
import {contractAt} from '../account/resources/payoff.ts';
import {resources} from '../account/resources/resources.ts';
import {nothing, words} from '../account/words/text.ts';
import {clock} from '../account/words/times.ts';
import {alertsOn, alertWords} from '../desk/alerts.ts';
import {outcomeWords} from '../desk/blotter.ts';
import {dialogOf, sheetOf} from '../desk/dialogs/index.ts';
import {factsIn} from '../desk/feeds/feeds.ts';
import {rowInView, selected, selectedLine} from '../desk/navigate.ts';
import {back, type Detail, keys, type PayoffChart, type SeenValues, type Sheet, text} from '../desk/sheet.ts';
import type {Row, State} from '../desk/state.ts';
import {sanitize} from '../text/sanitize.ts';
import {activityColumns, type Column, type Facts, factsNow, paneColumns, timeOf} from './table/columns.ts';

/** The sheet of the panel beside or over the table. */
export function panelSheet(state: State): Sheet {
  const dialog = dialogOf(state);
  return dialog === undefined || dialog.rowsAbove ? detailsSheet(state) : sheetOf(state);
}

function detailsSheet(state: State): Sheet {
  const fields = details(state) ?? [];
  if (fields.length === 0) return [text('No row is selected.', 'dim')];
  const of = optionSelected(state) ?? seenOf(state);
  return [
    {is: 'record', fields, at: state.detailsScroll},
    ...(of === undefined ? [] : [{is: 'chart', of} as const]),
    keys(state, 'panes', [back], {scrolling: [['row.pageDown', 'row.pageUp'], ''], counts: 'if more'}),
  ];
}

export function details(state: State): readonly Detail[] | undefined {
  const facts = factsNow(state);
  if (state.pane === 'activity') {
    const line = state.activitySelected === undefined ? undefined : selectedLine(state);
    const steps = line?.steps?.map(each => ({
      field: clock(timeOf(each, facts), facts.zone),
      value: words(`${each.what} ${each.amount}: ${outcomeWords(each)}`),
    }));
    return line && withoutEmpty([...detailsIn(activityColumns, line, facts), ...(steps ?? [])]);
  }
  const inView = rowInView(state);
  if (inView === undefined) return undefined;
  const {pane} = inView;
  const {trade} = state;
  // The record of `GET /v1/trades/{id}` once loaded, else that of the list.
  const isLoaded = trade && 'tradeId' in inView.row && trade.tradeId === inView.row.tradeId;
  const row: Row = isLoaded ? trade : inView.row;
  const id = ownId(pane, row as never) ?? '';
  // Another look at a field that is here.
  const own = (paneColumns[pane] as readonly Column<never>[]).filter(
    ({field, name}) => (field ?? name) === name,
  );
  return withoutEmpty([
    ...detailsIn(own, row as never, {...factsIn(state, pane), ...facts}, id),
    ...alsoFields(row).map(([name, value]) => ({field: `also ${sanitize(name)}`, value: words(value)})),
    ...alertsOn(state, state.pane, id).map(each => ({field: 'alert', value: alertWords(each)})),
  ]);
}

function detailsIn<R>(columns: readonly Column<R>[], row: R, facts: Facts, rowId = ''): readonly Detail[] {
  return columns.map(({name, heading, spoken = heading, exact, cell}) => {
    const {text, tone} = cell(row, facts, rowId);
    return {name, field: heading, spoken, value: exact?.(row, facts, rowId) ?? text, tone};
  });
}

function withoutEmpty(fields: readonly Detail[]): readonly Detail[] {
  const {empty, full = []} = Object.groupBy(fields, ({value}) =>
    value === '' || value === nothing ? 'empty' : 'full',
  );
  return empty ? [...full, {field: 'empty', value: empty.map(each => each.field).join(', ')}] : full;
}

/** Only orders have a strike with a price. */
export function optionSelected(state: State): PayoffChart | undefined {
  const order = selected(state, 'orders');
  const leg = order && contractAt(order.price, order);
  return leg && {legs: [leg], isContract: true};
}

function seenOf(state: State): SeenValues | undefined {
  const {pane} = state;
  if (!isFeedPane(pane)) return undefined;
  const {watched} = resources[pane];
  const {selected = '', seen} = state.feeds[pane];
  const values = (seen.get(selected) ?? []).map(each => each.value);
  return watched && values.length > 1 ? {name: `${watched.label} since polls began`, values} : undefined;
}
