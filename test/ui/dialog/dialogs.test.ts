import {describe, expect, it} from 'vitest';
import {bindingsWith} from '../../../src/desk/bindings.ts';
import {dialogNames, openIn, sheetOf} from '../../../src/desk/dialogs/index.ts';
import {keyLabel} from '../../../src/desk/key-words.ts';
import {remappable} from '../../../src/desk/keys.ts';
import type {DialogName} from '../../../src/desk/overlay.ts';
import {leastScreen} from '../../../src/desk/screen.ts';
import type {State} from '../../../src/desk/state.ts';
import {allot} from '../../../src/ui/dialog/allot.ts';
import {paneLines} from '../../../src/ui/early.ts';
import {createTableView} from '../../../src/ui/table/Table.tsx';
import {bindings} from '../../helpers/bindings.ts';
import {deskWith} from '../../helpers/dialogs.ts';
import {show, turn} from '../helpers/screen.tsx';
import {text, texts} from '../helpers/texts.ts';

/** Each action by a key of its own that no keyboard has, so that it is found on the screen. */
const elsewhere = Object.fromEntries(remappable.map((action, index) => [action, [`f${100 + index}`]]));

async function drawn(state: State): Promise<string> {
  const shown = show(state);
  await turn();
  const picture = shown.picture();
  shown.unmount();
  return picture;
}

/** These tell of what acts over the panes. */
const telling: readonly DialogName[] = ['help', 'search', 'palette'];

const helpRows = (state: State, columns: number) =>
  allot(sheetOf({...state, overlay: {kind: 'help', top: 0, search: ''}}), {
    columns,
    rows: 1_000,
  }).blocks.flatMap(({table = []}) => table);

const keysIn = (text: string) => [...text.matchAll(/\bf1\d\d\b/g)].map(([key]) => key);

describe('every dialog', () => {
  it.each(dialogNames)('is on the screen, and its keys on the smallest one: %s', async name => {
    const {state} = deskWith(name);
    const shown = await drawn(state);
    expect(shown).not.toBe(await drawn({...state, overlay: {kind: 'none'}}));
    const [first] = allot(sheetOf(state), {columns: 55, rows: 30}).blocks;
    const head = first?.table === undefined ? text(first?.lines[0] ?? []) : 'keys';
    expect(shown).toContain(head.trim());
    const small = {...deskWith(name, {}, true).state, viewport: leastScreen};
    const low = await drawn(small);
    for (const block of sheetOf(small))
      if (block.is === 'keys') expect(low).toContain(block.hints.split('  ')[0]);
    if (name === 'lift') expect(low).toContain('Type resume:');
  });

  it.each(dialogNames)('shows the keys of the profile, and only those that work there: %s', async name => {
    const table = bindingsWith(elsewhere);
    const {state} = deskWith(name, {bindings: table});
    const shown = await drawn(state);
    const acts = table.flatMap(each => each.at.get(name) ?? []);
    expect(keysIn(shown).filter(key => acts.includes(key))).not.toEqual([]);
    const pane = paneLines({...state, overlay: {kind: 'none'}, details: false}, createTableView());
    const around = keysIn(texts(pane ?? []).join('\n'));
    const strange = keysIn(shown).filter(key => !acts.includes(key) && !around.includes(key));
    if (!telling.includes(name)) expect(strange).toEqual([]);
  });

  it.each(dialogNames)('has a place in the help, with the keys that work in it: %s', name => {
    const {state} = deskWith(name);
    const rows = helpRows(state, 200);
    const blocks = sheetOf(state).map(({is}) => is);
    const [place] = [
      ...(blocks.includes('question') ? ['questions'] : blocks.includes('fields') ? ['forms'] : []),
      ...(openIn(state)?.line !== undefined && name !== 'palette' ? ['lines'] : ['lists']),
    ];
    const own = bindings.filter(each => each.group === 'dialogs' && !each.isFixed && each.at.has(name));
    expect(own).not.toEqual([]);
    for (const {label, keys} of own) {
      const row = rows.find(each => each.what === label);
      expect(row?.keys).toBe(keys.map(keyLabel).join(' '));
      expect(row?.where?.split(', ')).toContain(place);
    }
  });
});
