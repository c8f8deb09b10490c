import {describe, expect, it} from 'vitest';
import {isHalted} from '../../../src/core/halt/halt.ts';
import {bindingsWith} from '../../../src/desk/bindings.ts';
import {dialogNames, dialogs, openIn} from '../../../src/desk/dialogs/index.ts';
import {sortChoices} from '../../../src/desk/dialogs/sort.ts';
import {type KeyAction, keysAt, remappable, rows} from '../../../src/desk/keys.ts';
import {questionOf} from '../../../src/desk/order/questions.ts';
import type {DialogName} from '../../../src/desk/overlay.ts';
import {update} from '../../../src/desk/update.ts';
import {bindings} from '../../helpers/bindings.ts';
import {key} from '../../helpers/desk.ts';
import {deskWith, proposal} from '../../helpers/dialogs.ts';

type Desk = ReturnType<typeof deskWith>;

/** The key of the halt that no profile takes away. */
const kept = 'ctrl+\\';

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
  ['back' as const, 'halt' as const, ...dialogs[name].keys]
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
  // A question says of any other letter that it is not its key.
  const isSame =
    overlay === shown || JSON.stringify({...overlay, notice: ''}) === JSON.stringify({...shown, notice: ''});
  const isAnything = !isSame || notices !== told || asked.length > 0;
  return {isAnything, overlay, told: notices.length - told.length, asked};
}

function proposeInReview(desk: Desk): void {
  press(desk, 'escape');
  desk.send({type: 'proposed', open: [proposal('a', desk.now.wall)]});
  desk.send({type: 'ran', action: 'proposals'});
  desk.asked();
}

function prepared(name: DialogName, action: KeyAction, keys: Parameters<typeof bindingsWith>[0] = {}) {
  const table = bindingsWith(keys);
  // It is handed on where there is one.
  const desk = deskWith(name, {bindings: table}, name === 'quit' && action === 'halt');
  // Only the review of a proposal has these.
  if (name === 'review' && (action === 'accept' || action === 'declineAll')) proposeInReview(desk);
  if (action.startsWith('side')) press(desk, 'up');
  if (name === 'form' && action.startsWith('erase')) desk.fill({price: '1 2'});
  const first = before[action];
  const [lead] = table.filter(each => each.action === first).flatMap(each => keysAt(each, name));
  if (lead !== undefined && name !== 'filter') press(desk, lead);
  return desk;
}

const keysOf = (name: DialogName, action: KeyAction) =>
  bindings.filter(each => each.action === action).flatMap(each => keysAt(each, name));

/** In the list of what can be sorted by each field has a letter. */
function lettersIn({state}: Desk): (string | undefined)[] {
  const {overlay} = state;
  return overlay.kind === 'sort' ? sortChoices(state, overlay).map(each => each.letter) : [];
}

/** What is written, sent or given up. */
const acting = /^(journalAsk|attempt|setHalt|liftHalt|takeControls|freeControls|declineProposals|quit)$/;

/** The keys that decline, beside those of questions. */
const deciding: Partial<Record<DialogName, string>> = {proposals: 'D', decline: 'enter'};

describe('every dialog', () => {
  it.each(dialogNames)('names each row of the key table once, and not the back key: %s', name => {
    const keys: readonly KeyAction[] = dialogs[name].keys;
    expect(keys.filter((action, index) => keys.indexOf(action) !== index)).toEqual([]);
    expect(keys.filter(action => !rows.some(row => row.action === action))).toEqual([]);
    expect(keys).not.toContain('back');
  });

  it.each(dialogNames)('closes with the back key: %s', name => {
    const desk = deskWith(name);
    press(desk, 'escape');
    expect(desk.state.overlay.kind).toBe(name === 'search' ? 'help' : 'none');
  });

  it.each(dialogNames)('does what it asks with no other key than its own: %s', name => {
    const desk = deskWith(name);
    if (questionOf(desk.state.overlay) !== undefined) desk.readAndShow();
    desk.pass(1_000);
    const {state, now} = desk;
    const acts = (pressed: string) => {
      const at = {at: now.mono, ...(pressed.startsWith('ctrl+') && {ctrl: true, text: ''})};
      const [{halt, intents}, commands] = update(state, {
        ...{type: 'pressed', key: key(pressed.replace('ctrl+', ''), at), now},
      });
      const isSame = halt === state.halt && intents === state.intents;
      return !isSame || commands.some(each => acting.test(each.type));
    };
    const own = questionOf(state.overlay)?.key ?? deciding[name];
    const apart = bindings.filter(each => each.isAlways || each.action === 'halt').flatMap(each => each.keys);
    const all = new Set([...bindings.flatMap(each => each.keys), ...'abcdefghijklmnopqrstuvwxyz', 'space']);
    expect([...all].filter(each => !apart.includes(each) && acts(each))).toEqual(
      own === undefined ? [] : [own],
    );
  });

  it.each(dialogNames)('ignores keys that it does not name: %s', name => {
    const desk = deskWith(name);
    const meant = new Set([...bindings.flatMap(each => keysAt(each, name)), ...lettersIn(desk)]);
    const others = bindings
      .filter(
        each => each.isAlways === undefined && !['back', 'halt', ...dialogs[name].keys].includes(each.action),
      )
      .flatMap(each => each.keys)
      .filter(key => !meant.has(key));
    expect(others.length).toBeGreaterThan(10);
    for (const key of others) expect(after(desk, key).isAnything, key).toBe(false);
  });
});

it.each(heard)(
  'a remapped key does in %s what the default key did, and the default key no longer does it: %s',
  (name, action) => {
    const own = keysOf(name, action);
    expect(own).not.toEqual([]);
    const done = own.map(key => after(prepared(name, action), key));
    expect(done.map(each => each.isAnything)).toEqual(own.map(() => true));
    expect(after(prepared(name, action), spare).isAnything).toBe(false);
    const desk = prepared(name, action, {[action]: [spare]});
    for (const key of own.filter(each => each !== kept)) expect(after(desk, key).isAnything, key).toBe(false);
    const remapped = after(prepared(name, action, {[action]: [spare]}), spare);
    for (const each of done) expect(remapped).toEqual(each);
  },
);

const isText = ({state}: Desk) => openIn(state)?.line?.isNumber === false;

describe('the halt', () => {
  const haltKeys = (name: DialogName, table = bindings) =>
    table
      .filter(each => each.action === 'halt')
      .flatMap(each => (isText(deskWith(name)) ? keysAt(each, name) : each.keys))
      .map(key => [name, key] as const);

  it('has a key in every dialog, and two unless a text field takes the first', () => {
    expect(dialogNames.filter(name => isText(deskWith(name)))).toEqual([
      ...['palette', 'filter', 'search', 'resolve', 'lift', 'decline'],
    ]);
    for (const name of dialogNames)
      expect(haltKeys(name).map(([, key]) => key)).toEqual(isText(deskWith(name)) ? [kept] : ['!', kept]);
  });

  it.each(dialogNames.flatMap(name => haltKeys(name)))(
    'is set from %s with %s, which closes the dialog',
    (name, key) => {
      const desk = deskWith(name);
      const {intents} = desk.state;
      const wasHalted = isHalted(desk.state);
      const {overlay, asked} = after(desk, key);
      expect(overlay.kind).toBe(wasHalted ? 'halt' : 'none');
      expect(isHalted(desk.state)).toBe(true);
      const others = asked.filter(each => each.type !== 'after');
      expect(others.map(each => each.type)).toEqual(
        wasHalted ? expect.not.arrayContaining(['setHalt']) : ['setHalt'],
      );
      for (const yes of ['y', 'a', 'enter', ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']) press(desk, yes);
      expect(desk.state.intents).toMatchObject({list: intents.list, asking: []});
      expect(desk.asked().map(each => each.type)).not.toContain('write');
    },
  );

  it.each(['form', 'review', 'several'] as const)('says that it has dismissed what %s would send', name => {
    const desk = deskWith(name);
    press(desk, kept);
    expect(desk.state.notices.map(each => each.text)).toContainEqual(
      expect.stringMatching(/ was dismissed: the halt key was pressed\.$/),
    );
  });

  it.each(['side', 'price', 'size', 'positionId'])('is set with its printable key in the field %s', field => {
    const desk = deskWith('form');
    const {fields} = desk.shown('form').form;
    while (fields[desk.shown('form').form.focus]?.name !== field) press(desk, 'tab');
    press(desk, '5');
    press(desk, '!');
    expect([desk.state.overlay.kind, isHalted(desk.state)]).toEqual(['none', true]);
  });

  it.each(dialogNames.filter(name => isText(deskWith(name))))(
    'leaves its printable key to the text of %s',
    name => {
      expect(after(deskWith(name), '!').isAnything).toBe(false);
    },
  );

  it('keeps its non-printable key, whatever a profile adds', () => {
    const table = bindingsWith({halt: ['D']});
    expect(table.find(each => each.action === 'halt')?.keys).toEqual(['D', kept]);
    for (const name of dialogNames) expect(haltKeys(name, table).map(([, key]) => key)).toContain(kept);
  });

  it('leaves a remapped letter to a field that accepts the letter', () => {
    const desk = deskWith('form', {bindings: bindingsWith({halt: ['k', 'D'], 'row.up': ['up']})});
    for (const key of ['tab', 'tab', 'k']) press(desk, key);
    expect(isHalted(desk.state)).toBe(false);
    press(desk, 'D');
    expect(isHalted(desk.state)).toBe(true);
  });
});
