import type {FeedPane, Pane} from './vocabulary.ts';

/**
 * The key table. Dispatch, footer, help and the command palette are all made from it, so none of them can tell of a
 * key that does not work. A profile may give an action other keys.
 */
export type Group = 'panes' | 'rows' | 'look' | 'act' | 'rest';

type BindingSpec = {
  readonly action: string;
  readonly keys: readonly string[];
  readonly group: Group;
  /** The panes it works on; all of them when absent. */
  readonly on?: readonly Pane[];
  /** What it does, in the help and the palette. */
  readonly label: string;
  /** The short word in the footer; without one it is not shown there. */
  readonly hint?: string;
};

const feeds: readonly FeedPane[] = ['cards', 'easyOptions', 'orders', 'trades'];

export const bindings = [
  {action: 'pane.cards', keys: ['1'], group: 'panes', label: 'Go to Cards'},
  {action: 'pane.easyOptions', keys: ['2'], group: 'panes', label: 'Go to Easy Options'},
  {action: 'pane.orders', keys: ['3'], group: 'panes', label: 'Go to Orders'},
  {action: 'pane.trades', keys: ['4'], group: 'panes', label: 'Go to Trades'},
  {action: 'pane.activity', keys: ['5'], group: 'panes', label: 'Go to Activity'},
  {action: 'pane.next', keys: ['tab'], group: 'panes', label: 'Next pane'},
  {action: 'pane.previous', keys: ['shift+tab'], group: 'panes', label: 'Previous pane'},

  {action: 'row.down', keys: ['j', 'down'], group: 'rows', label: 'Row down'},
  {action: 'row.up', keys: ['k', 'up'], group: 'rows', label: 'Row up'},
  {action: 'row.first', keys: ['g', 'home'], group: 'rows', label: 'First row'},
  {action: 'row.last', keys: ['G', 'end'], group: 'rows', label: 'Last row'},
  {action: 'row.pageDown', keys: ['pagedown'], group: 'rows', label: 'A screen down'},
  {action: 'row.pageUp', keys: ['pageup'], group: 'rows', label: 'A screen up'},
  {action: 'page.previous', keys: ['['], group: 'rows', label: 'Previous page'},
  {action: 'page.next', keys: [']'], group: 'rows', label: 'Next page'},

  {
    action: 'open',
    keys: ['o'],
    group: 'act',
    on: ['cards'],
    label: 'Open an Easy Option from the card',
    hint: 'open',
  },
  {
    action: 'close',
    keys: ['c'],
    group: 'act',
    on: ['easyOptions'],
    label: 'Close the Easy Option',
    hint: 'close',
  },
  {action: 'place', keys: ['n'], group: 'act', on: feeds, label: 'New limit order', hint: 'new order'},
  {action: 'cancel', keys: ['x'], group: 'act', on: ['orders'], label: 'Cancel the order', hint: 'cancel'},
  {
    action: 'cancelAll',
    keys: ['X'],
    group: 'act',
    on: ['orders'],
    label: 'Cancel all listed orders',
    hint: 'cancel all',
  },

  {action: 'details', keys: ['enter'], group: 'look', label: 'Details of the row', hint: 'details'},
  {action: 'back', keys: ['escape'], group: 'look', label: 'Back, or clear the filter'},
  {action: 'filter', keys: ['/'], group: 'look', on: feeds, label: 'Filter', hint: 'filter'},
  {action: 'sort', keys: ['s'], group: 'look', on: feeds, label: 'Sort', hint: 'sort'},
  {action: 'refresh', keys: ['r'], group: 'look', label: 'Refresh now', hint: 'refresh'},
  {action: 'copy', keys: ['y'], group: 'look', label: 'Copy the id'},
  {action: 'export', keys: ['e'], group: 'look', label: 'Export the page'},
  {
    action: 'position',
    keys: ['p'],
    group: 'look',
    on: ['easyOptions', 'orders', 'trades'],
    label: 'Orders and trades of the position',
  },
  {
    action: 'alert',
    keys: ['a'],
    group: 'look',
    on: ['cards', 'easyOptions'],
    label: 'Alert on a level of the row',
  },
  {action: 'redraw', keys: ['ctrl+l'], group: 'look', label: 'Redraw the screen'},

  {action: 'lookAgain', keys: ['l'], group: 'act', label: 'UNKNOWN: look again'},
  {action: 'sendAgain', keys: ['R'], group: 'act', label: 'UNKNOWN: send again with the same key'},
  {action: 'byHand', keys: ['H'], group: 'act', label: 'UNKNOWN: end it by hand'},

  {action: 'help', keys: ['?'], group: 'rest', label: 'Help', hint: 'help'},
  {action: 'palette', keys: [':'], group: 'rest', label: 'Command palette'},
  {action: 'suspend', keys: ['ctrl+z'], group: 'rest', label: 'Suspend to the shell'},
  {action: 'quit', keys: ['q', 'ctrl+c'], group: 'rest', label: 'Quit', hint: 'quit'},
] as const satisfies readonly BindingSpec[];

export type Action = (typeof bindings)[number]['action'];

/** An entry of the table in force. */
export type Binding = Omit<BindingSpec, 'action'> & {readonly action: Action};

export const actions: readonly Action[] = bindings.map(each => each.action);

/** The table with a profile's own keys put in place of the defaults. */
export function bindingsWith(remapped: Partial<Record<Action, readonly string[]>>): readonly Binding[] {
  return bindings.map(each => ({...each, keys: remapped[each.action] ?? each.keys}));
}

/** The binding that a key means on a pane, if any. */
export function bindingFor(table: readonly Binding[], key: string, pane: Pane): Binding | undefined {
  return table.find(each => each.keys.includes(key) && (each.on === undefined || each.on.includes(pane)));
}
