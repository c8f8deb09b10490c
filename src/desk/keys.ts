/**
 * The rows of the key table. Dispatch, footer, hints, help and the command palette come from them, so they
 * cannot disagree. Each dialog names its rows, and a profile may change keys: `bindings.ts` combines these.
 */

import {feedPanes, type Pane, paneNames, panes} from '../account/model/vocabulary.ts';
import type {DialogName} from './overlay.ts';

export type Place = 'panes' | DialogName;

/**
 * In the order of the help. `rows` move the selection: who presses one has seen what the screen says. `act`
 * acts on the account: not just after the selection moved by itself. Each dialog names its own of `dialogs`.
 */
type Group = 'panes' | 'rows' | 'act' | 'look' | 'rest' | 'dialogs';

/** Hands press their keys out of habit, so none of them is drawn to confirm a question. */
export const habits: readonly Group[] = ['rows', 'act', 'rest'];

type RowSpec = {
  readonly action: string;
  readonly keys: readonly string[];
  readonly group: Group;
  readonly on?: readonly Pane[];
  /** Takes its key there from this action, which stands below it. */
  readonly over?: string;
  /** Its non-printing keys work in every dialog, before anything else. */
  readonly isAlways?: true;
  /** Its printable keys act too in a dialog with text: in a field that takes none. */
  readonly isBesideText?: true;
  /** A profile cannot change the keys that confirm a write. */
  readonly isFixed?: true;
  /** Text in the help and the palette. */
  readonly label: string;
  /** Text in the footer; without it, the row is not shown there. */
  readonly hint?: string;
  /** Works only on a screen, or only in screen-reader mode. */
  readonly sense?: Sense;
  /** Its keys in the transcript, where its usual ones have another meaning. */
  readonly heardKeys?: readonly string[];
};

export type Sense = 'eyes' | 'ears';

/** The rows of a group, in the order of the help. */
function inGroup<G extends Group, const R extends Omit<RowSpec, 'group'>>(group: G, rows: readonly R[]) {
  return rows.map(each => ({...each, group}));
}

export const rows = [
  ...inGroup('panes', [
    ...panes.map((pane, index) => ({
      action: `pane.${pane}` as const,
      keys: [`${index + 1}`],
      label: `Go to ${paneNames[pane].title}`,
    })),
    {action: 'pane.next', keys: ['tab'], label: 'Next pane'},
    {action: 'pane.previous', keys: ['shift+tab'], label: 'Previous pane'},
  ]),
  ...inGroup('rows', [
    {
      action: 'block.next',
      keys: ['j'],
      on: ['portfolio'],
      label: 'Next block',
      hint: 'block',
      over: 'row.down',
    },
    {action: 'block.previous', keys: ['k'], on: ['portfolio'], label: 'Previous block', over: 'row.up'},
    {action: 'row.down', keys: ['j', 'down'], label: 'Row down'},
    {action: 'row.up', keys: ['k', 'up'], label: 'Row up'},
    {action: 'row.first', keys: ['g', 'home'], label: 'First row'},
    {action: 'row.last', keys: ['G', 'end'], label: 'Last row'},
    {action: 'row.pageDown', keys: ['pagedown'], label: 'Page down'},
    {action: 'row.pageUp', keys: ['pageup'], label: 'Page up'},
    {action: 'page.previous', keys: ['['], label: 'Previous page'},
    {action: 'page.next', keys: [']'], label: 'Next page'},
  ]),
  ...inGroup('act', [
    {action: 'open', keys: ['o'], on: ['cards'], label: 'Open an Easy Option from the card', hint: 'open'},
    {
      action: 'close',
      keys: ['c'],
      on: ['easyOptions', 'trades', 'portfolio'],
      label: 'Close the Easy Option or the position',
      hint: 'close',
    },
    {
      action: 'place',
      keys: ['n'],
      on: [...feedPanes, 'portfolio'],
      label: 'New limit order',
      hint: 'new order',
    },
    {
      action: 'fix',
      keys: ['f'],
      label: 'Fix a rejected or unreplaced order',
      hint: 'fix order',
    },
    {action: 'cancel', keys: ['x'], on: ['orders'], label: 'Cancel the order', hint: 'cancel'},
    {action: 'amend', keys: ['m'], on: ['orders'], label: 'Amend the order: price or size', hint: 'amend'},
    {action: 'nudge.up', keys: ['+'], on: ['orders'], label: 'Amend the order: one tick up'},
    {action: 'nudge.down', keys: ['-'], on: ['orders'], label: 'Amend the order: one tick down'},
    {action: 'cancelAll', keys: ['X'], on: ['orders'], label: 'Cancel all open orders', hint: 'cancel all'},
  ]),
  ...inGroup('look', [
    {
      action: 'details',
      keys: ['enter'],
      label: 'Details of the row, or the rows of a figure',
      hint: 'details',
    },
    {action: 'back', keys: ['escape'], label: 'Close or go back'},
    {action: 'filter', keys: ['/'], on: feedPanes, label: 'Filter', hint: 'filter'},
    {action: 'sort', keys: ['s'], on: feedPanes, label: 'Sort', hint: 'sort'},
    {action: 'refresh', keys: ['r'], label: 'Refresh now', hint: 'refresh'},
  ]),
  // It moves to the next row; the footer and the help have it after the filter.
  ...inGroup('rows', [
    {
      action: 'mark',
      keys: ['space'],
      on: ['easyOptions', 'orders'],
      label: 'Mark the row',
      hint: 'mark',
      heardKeys: ['t'],
    },
  ]),
  ...inGroup('look', [
    {action: 'copy', keys: ['y'], label: 'Copy the id'},
    {action: 'export', keys: ['e'], label: 'Export the page'},
    {
      action: 'position',
      keys: ['p'],
      on: ['easyOptions', 'orders', 'trades', 'portfolio'],
      label: 'The position: orders, trades, alerts',
    },
    {action: 'alert', keys: ['a'], label: 'Alerts: set one on the row, change, remove'},
    {action: 'pin', keys: ['t'], on: ['cards'], label: 'Pin the card to the top, or unpin it'},
    {action: 'proposals', keys: ['P'], label: 'Proposals of agents: review the oldest'},
    {action: 'messages', keys: ['M'], label: 'Messages of this session'},
    {action: 'sort.previous', keys: ['<'], on: feedPanes, label: 'Sort by the previous column'},
    {action: 'sort.next', keys: ['>'], on: feedPanes, label: 'Sort by the next column', hint: 'sort column'},
    {action: 'sort.reverse', keys: ['='], on: feedPanes, label: 'Reverse sort', hint: 'reverse'},
    {action: 'redraw', keys: ['ctrl+l'], isAlways: true, label: 'Redraw the screen', sense: 'eyes'},
    {action: 'say.again', keys: ['space'], label: 'Repeat the last sentence', sense: 'ears'},
    {
      action: 'say.where',
      keys: ['.', 'ctrl+l'],
      isAlways: true,
      label: 'Say where you are; in a field its value',
      sense: 'ears',
    },
  ]),
  ...inGroup('act', [
    {action: 'recheck', keys: ['l'], label: 'UNKNOWN: recheck'},
    {action: 'resend', keys: ['R'], label: 'UNKNOWN: resend'},
    {action: 'resolve', keys: ['H'], label: 'UNKNOWN: resolve'},
    {action: 'outcomes', keys: ['w'], label: 'UNKNOWN: details'},
    {action: 'takeOver', keys: ['T'], label: 'Take the controls'},
    {action: 'resume', keys: ['u'], label: 'Resume trading after a halt'},
  ]),
  ...inGroup('rest', [
    // HALT works at once: it is not paused after the selection moved by itself.
    {action: 'halt', keys: ['!', 'ctrl+\\'], label: 'HALT: block new risk, cancel all'},
    {action: 'help', keys: ['?'], label: 'Help', hint: 'help'},
    {action: 'palette', keys: [':'], label: 'Command palette, and cards by symbol'},
    {action: 'readOnly.on', keys: [], label: 'READ-ONLY on: send no writes in this session'},
    {action: 'readOnly.off', keys: [], label: 'READ-ONLY off: allow writes again'},
    {action: 'suspend', keys: ['ctrl+z'], isAlways: true, label: 'Suspend to the shell'},
    {action: 'quit', keys: ['q', 'ctrl+c'], isAlways: true, label: 'Quit', hint: 'quit'},
  ]),
  ...inGroup('dialogs', [
    {action: 'accept', keys: ['enter'], label: 'Accept'},
    {action: 'leave', keys: ['q'], label: 'Back'},
    {action: 'list.pageDown', keys: ['space'], label: 'One page down', sense: 'eyes'},
    {action: 'search', keys: ['/'], label: 'Search in the help'},
    {action: 'alsoClose', keys: ['c'], label: 'Also close the Easy Options, or not'},
    {action: 'field.next', keys: ['tab'], label: 'Next field'},
    {action: 'field.previous', keys: ['shift+tab'], label: 'Previous field'},
    {action: 'complete', keys: ['tab'], label: 'Complete the word'},
    {action: 'erase.line', keys: ['ctrl+u'], label: 'Erase the line'},
    {action: 'erase.word', keys: ['ctrl+w'], label: 'Erase the last word'},
    {action: 'side.buy', keys: ['b'], isBesideText: true, label: 'BUY'},
    {action: 'side.sell', keys: ['s'], isBesideText: true, label: 'SELL'},
    {action: 'side.other', keys: ['left', 'right', 'space'], isBesideText: true, label: 'Switch the side'},
    {action: 'no', keys: ['n'], label: 'No'},
    {action: 'declineAll', keys: ['D'], label: 'Decline all of a proposer'},
    {action: 'yes', keys: ['y'], isFixed: true, label: 'Yes'},
  ]),
];

type BindingRow = (typeof rows)[number];

export type KeyAction = BindingRow['action'];

export type Action = Exclude<BindingRow, {readonly group: 'dialogs'}>['action'];

/** Actions on the account, or actions that settle them. */
export type ActingAction = Extract<BindingRow, {readonly group: 'act'}>['action'];

export type Binding = Omit<RowSpec, 'action'> & {
  readonly action: KeyAction;
  /** Its keys in each place other than the panes. */
  readonly at: ReadonlyMap<DialogName, readonly string[]>;
};

type PaneBinding = Binding & {readonly action: Action};

export function isOfPanes(binding: Binding): binding is PaneBinding {
  return binding.group !== 'dialogs';
}

export const remappable: readonly KeyAction[] = rows
  .filter(each => !('isFixed' in each))
  .map(each => each.action);

export function sharedKey(one: Binding, other: Binding): string | undefined {
  const onPane =
    one.over !== other.action &&
    other.over !== one.action &&
    isOfPanes(one) &&
    isOfPanes(other) &&
    (one.on === undefined || other.on === undefined || one.on.some(pane => other.on?.includes(pane)));
  const isAbove = (one.isAlways && other.at.size > 0) || (other.isAlways && one.at.size > 0);
  return (
    (onPane ? common(one.keys, other.keys) : undefined) ??
    [...one.at].map(([place, keys]) => common(keys, keysAt(other, place))).find(Boolean) ??
    (isAbove ? common(one.keys.filter(isSilent), other.keys) : undefined)
  );
}

const common = (keys: readonly string[], others: readonly string[]) => keys.find(key => others.includes(key));

export function bindingOn(table: readonly Binding[], key: string, pane: Pane): PaneBinding | undefined {
  return table.filter(isOfPanes).find(each => each.keys.includes(key) && isOn(each, pane));
}

export function isOn({on}: Binding, pane: Pane): boolean {
  return on === undefined || on.includes(pane);
}

export function bindingIn(table: readonly Binding[], key: string, place: DialogName): Binding | undefined {
  return table.find(each => keysAt(each, place).includes(key));
}

export function bindingAlways(table: readonly Binding[], key: string): PaneBinding | undefined {
  return isSilent(key)
    ? table.filter(isOfPanes).find(each => each.isAlways && each.keys.includes(key))
    : undefined;
}

/** Only a non-printing key halts in a text field. */
export function isHaltKey(table: readonly Binding[], key: string, isText: boolean): boolean {
  return (!isText || isSilent(key)) && table.some(each => each.action === 'halt' && each.keys.includes(key));
}

export function keysAt({at, keys}: Binding, place: Place): readonly string[] {
  return place === 'panes' ? keys : (at.get(place) ?? []);
}

export function isSilent(key: string): boolean {
  return key !== 'space' && [...key].length > 1;
}

export function keyOf(table: readonly Binding[], action: KeyAction, place: Place = 'panes'): string {
  const binding = table.find(each => each.action === action);
  return binding === undefined ? '' : (keysAt(binding, place)[0] ?? '');
}
