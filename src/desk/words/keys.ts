import {type Binding, type KeyAction, keyOf, type Place} from '../keys.ts';

const names: Record<string, string> = {
  enter: 'Enter',
  escape: 'Esc',
  tab: 'Tab',
  'shift+tab': 'Shift-Tab',
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  pageup: 'PgUp',
  pagedown: 'PgDn',
  home: 'Home',
  end: 'End',
  space: 'Space',
};

export function keyLabel(key: string): string {
  return names[key] ?? key.replace(/^ctrl\+(.)$/, (_, letter: string) => `Ctrl-${letter.toUpperCase()}`);
}

export function labelOf(table: readonly Binding[], action: KeyAction, place: Place = 'panes'): string {
  return keyLabel(keyOf(table, action, place));
}
