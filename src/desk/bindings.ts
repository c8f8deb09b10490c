import {dialogNames, dialogs} from './dialogs/index.ts';
import {type Binding, isOfPanes, isSilent, type KeyAction, rows, type Sense, sharedKey} from './keys.ts';
import {sayKeys} from './listening.ts';

/**
 * The key table in force: one row per action, with its keys in each dialog that uses it. A profile can rebind
 * an action, both over the panes and in dialogs.
 */
type BareBinding = Omit<Binding, 'at'>;

/** Keys that no profile can take away: one quits, one halts even while text is typed. */
const kept: Partial<Record<KeyAction, string>> = {quit: 'ctrl+c', halt: 'ctrl+\\'};

/**
 * Applies a profile's keys to the default table. A dialog's own key gives way if the profile assigns that key
 * to another action of the same dialog.
 */
export function bindingsWith(
  given: Readonly<Record<string, readonly string[] | undefined>>,
  sense: Sense = 'eyes',
): readonly Binding[] {
  const remapped = rows
    .filter((each: BareBinding) => (each.sense ?? sense) === sense)
    .map((each: BareBinding) =>
      placed(each, given[each.action] ?? ((sense === 'ears' && each.heardKeys) || each.keys)),
    );
  const chosen = remapped.filter(each => given[each.action] !== undefined);
  return remapped.map(each => {
    const own = kept[each.action];
    if (own !== undefined) return placed(each, [...new Set([...each.keys, own])]);
    if (isOfPanes(each) || each.isFixed || chosen.includes(each)) return each;
    const isTaken = (key: string) => chosen.some(other => sharedKey(placed(each, [key]), other) === key);
    return placed(
      each,
      each.keys.filter(key => !isTaken(key)),
    );
  });
}

function placed(row: BareBinding, keys: readonly string[]): Binding {
  const at = dialogNames.flatMap(place => {
    const {keys: own, line} = dialogs[place];
    const heard: readonly KeyAction[] = ['back', 'halt', ...own, ...(line === undefined ? sayKeys : [])];
    const isText = line !== undefined && row.isBesideText !== true;
    return heard.includes(row.action) ? [[place, isText ? silent(row.action, keys) : keys] as const] : [];
  });
  return {...row, keys, at: new Map(at)};
}

/**
 * A printable key is text in a text field. An action that would lose all its keys keeps its default ones, so
 * that every dialog can be left.
 */
function silent(action: KeyAction, keys: readonly string[]): readonly string[] {
  const kept = keys.filter(isSilent);
  if (kept.length > 0) return kept;
  const own: readonly string[] = rows.find(each => each.action === action)?.keys ?? [];
  return own.filter(isSilent);
}
