import {dialogPlaces} from './dialogs.ts';
import {
  rows as allRows,
  type Binding,
  isOfPanes,
  isSilent,
  type KeyAction,
  type Sense,
  sharedKey,
} from './model/keys.ts';

/**
 * The key table in force: the rows, with their keys in each of the dialogs that names them. A profile may give
 * an action other keys, over the panes as in every dialog.
 */
type BareBinding = Omit<Binding, 'at'>;

/** Keys that no profile takes away: one quits, one sets the stop wherever text is typed. */
const kept: Partial<Record<KeyAction, string>> = {quit: 'ctrl+c', stop: 'ctrl+\\'};

/**
 * The table with a profile's own keys put in place of the defaults. A dialog's own key gives way where the
 * profile gives that key to another action of the same dialog.
 */
export function bindingsWith(
  given: Readonly<Record<string, readonly string[] | undefined>>,
  sense: Sense = 'eyes',
): readonly Binding[] {
  const remapped = allRows
    .filter((each: BareBinding) => (each.sense ?? sense) === sense)
    .map((each: BareBinding) => placed(each, given[each.action] ?? usualKeys(each, sense)));
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

const usualKeys = ({keys, heardKeys = keys}: BareBinding, sense: Sense) =>
  sense === 'ears' ? heardKeys : keys;

/** The table as it is without a profile. */
export const bindings: readonly Binding[] = bindingsWith({});

function placed(row: BareBinding, keys: readonly string[]): Binding {
  const heard = dialogPlaces.filter(({hears}) => hears.includes(row.action));
  const at = heard.map(({place, isTyped}) => [place, isTyped ? silent(row.action, keys) : keys] as const);
  return {...row, keys, at: new Map(at)};
}

/**
 * Where text is typed a key that prints is text, whatever it means elsewhere. An action that would be left
 * without a key keeps its own, or nobody could leave.
 */
function silent(action: KeyAction, keys: readonly string[]): readonly string[] {
  const kept = keys.filter(isSilent);
  if (kept.length > 0) return kept;
  const own: readonly string[] = allRows.find(each => each.action === action)?.keys ?? [];
  return own.filter(isSilent);
}
