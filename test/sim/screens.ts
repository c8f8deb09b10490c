import {activityOf} from '../../src/core/events/writes.ts';
import type {Intent} from '../../src/core/intents/intent.ts';
import type {State} from '../../src/desk/state.ts';
import type {Service} from './service.ts';

/** What other dashboards did before the last polls stands in Activity as it ended. */
export function untoldActivity(states: readonly State[], intents: readonly Intent[]): string[] {
  return states.flatMap(({activity}) => {
    const told = new Map(activity.map(line => [line.id, line.outcome]));
    return intents
      .map(activityOf)
      .filter(line => told.get(line.id) !== line.outcome)
      .map(({what, target, outcome}) => `Activity does not tell: ${what} ${target}, ${outcome}`);
  });
}

/** The disk has room, and every list was read: what could not be opened before is open by now. */
export function closedJournals(states: readonly State[]): string[] {
  return states.flatMap(({journal}) =>
    journal.status === 'open' ? [] : [`The journal is ${journal.status} for good`],
  );
}

/** What a dashboard shows and the service does not hold, in words; nothing if the screen tells the truth. */
export function compareScreens({feeds}: State, service: Service): string[] {
  const {pageSize} = service.nature;
  const truth = {
    cards: service.cards(),
    easyOptions: service.easyOptions({}),
    orders: service.openOrders(),
    trades: service.trades({}),
  };
  return (['cards', 'easyOptions', 'orders', 'trades'] as const).flatMap(pane => {
    const {rows, page} = feeds[pane];
    const shown = JSON.stringify(rows);
    const size = Math.min(pageSize, feeds[pane].pageSize);
    // Where pages have become smaller, the selected row may stand on a later one than the first.
    const held = JSON.stringify(truth[pane].slice(page * size, (page + 1) * size));
    return shown === held ? [] : [`The screen's ${pane} are not the service's: ${shown} instead of ${held}`];
  });
}
