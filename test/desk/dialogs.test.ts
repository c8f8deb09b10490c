import {describe, expect, it} from 'vitest';
import {bindings, bindingsWith} from '../../src/desk/bindings.ts';
import {dialogNames, dialogs} from '../../src/desk/dialogs.ts';
import {type KeyAction, keysAt, remappable, rows} from '../../src/desk/model/keys.ts';
import type {DialogName} from '../../src/desk/model/overlay.ts';
import {sortChoices} from '../../src/desk/overlays/sort.ts';
import {deskWith} from '../helpers/dialogs.ts';

type Desk = ReturnType<typeof deskWith>;

/** A key that means nothing in any table. */
const spare = 'f9';

/** Where a key would change nothing from where a dialog opens, another leads to where it does. */
const before: Partial<Record<KeyAction, KeyAction>> = {
  'row.up': 'row.down',
  'row.first': 'row.last',
  'row.pageUp': 'row.last',
  'field.previous': 'field.next',
};

const heardIn = (name: DialogName) =>
  ['back' as const, ...dialogs[name].keys]
    .filter(action => remappable.includes(action))
    .map(action => [name, action] as const);
const heard = dialogNames.flatMap(heardIn);

function press(desk: Desk, name: string) {
  const ctrl = name.startsWith('ctrl+');
  desk.pass(1_000);
  desk.press(name.replace('ctrl+', ''), ctrl ? {ctrl, text: ''} : {});
}

/** What a key does: what is open after it, what was told and what was asked for. */
function after(desk: Desk, key: string) {
  const {overlay: shown, notices: told} = desk.state;
  press(desk, key);
  const {overlay, notices} = desk.state;
  const asked = desk.asked();
  const isAnything = overlay !== shown || notices !== told || asked.length > 0;
  return {isAnything, overlay, told: notices.length - told.length, asked};
}

function prepared(name: DialogName, action: KeyAction, keys: Parameters<typeof bindingsWith>[0] = {}) {
  const table = bindingsWith(keys);
  // It is handed on where there is one.
  const desk = deskWith(name, {bindings: table}, name === 'quit' && action === 'stop');
  const first = before[action];
  const [lead] = table.filter(each => each.action === first).flatMap(each => keysAt(each, name));
  if (lead !== undefined && name !== 'filter') press(desk, lead);
  return desk;
}

const keysOf = (name: DialogName, action: KeyAction) =>
  bindings.filter(each => each.action === action).flatMap(each => keysAt(each, name));

/** In the list of what can be sorted by each field has a letter. */
function isOwnLetter(name: DialogName, key: string): boolean {
  const {state} = deskWith(name);
  const {overlay} = state;
  return overlay.kind === 'sort' && sortChoices(state, overlay).some(each => each.letter === key);
}

describe('every dialog', () => {
  it.each(dialogNames)('opens by what its file says, and holds what belongs to it: %s', name => {
    expect(deskWith(name).state.overlay.kind).toBe(name);
  });

  it.each(dialogNames)('names rows of the key table, each once, and leaves the way back to all: %s', name => {
    const {keys, side} = dialogs[name];
    const all = [...keys, ...(side?.keys ?? [])];
    expect(all.filter((action, index) => all.indexOf(action) !== index)).toEqual([]);
    expect(all.filter(action => !rows.some(row => row.action === action))).toEqual([]);
    expect(keys).not.toContain('back');
  });

  it.each(dialogNames)('goes by the way back: %s', name => {
    const desk = deskWith(name);
    press(desk, 'escape');
    expect(desk.state.overlay.kind).toBe(name === 'search' ? 'help' : 'none');
  });

  it.each(dialogNames)('hears no row that it does not name: %s', name => {
    const meant = new Set(bindings.flatMap(each => keysAt(each, name)));
    const others = bindings
      .filter(each => each.isAlways === undefined && ![...dialogs[name].keys, 'back'].includes(each.action))
      .flatMap(each => each.keys)
      .filter(key => !meant.has(key) && !isOwnLetter(name, key));
    expect(others.length).toBeGreaterThan(10);
    for (const key of others) expect(after(deskWith(name), key).isAnything, key).toBe(false);
  });
});

describe('a key that a profile gives', () => {
  it.each(heard)('does in %s what its own did, and its own does it no more: %s', (name, action) => {
    const own = keysOf(name, action);
    expect(own).not.toEqual([]);
    const done = own.map(key => after(prepared(name, action), key));
    expect(done.map(each => each.isAnything)).toEqual(own.map(() => true));
    expect(after(prepared(name, action), spare).isAnything).toBe(false);
    const remapped = after(prepared(name, action, {[action]: [spare]}), spare);
    for (const each of done) expect(remapped).toEqual(each);
    for (const key of own)
      expect(after(prepared(name, action, {[action]: [spare]}), key).isAnything, key).toBe(false);
  });
});
