import {knownColumns} from '../account/model/rows.ts';
import {feedPanes, paneNames} from '../account/model/vocabulary.ts';
import type {Config} from '../config/config.ts';
import {placeOf, wrongAt, wrongIn} from '../config/error.ts';
import {type KnownNames, profileSettings} from '../config/settings.ts';
import {readSettings, type SettingsFile} from '../config/settings-file.ts';
import {modeText, type Source} from '../config/source.ts';
import {kinds} from '../core/intents/kinds/kinds.ts';
import {bindingsWith} from '../desk/bindings.ts';
import {parseFilter} from '../desk/filter/parse.ts';
import {remappable, sharedKey} from '../desk/keys.ts';

// This is loaded only if there is a configuration file: it reads and checks it.

export const knownNames: KnownNames = {
  actions: remappable,
  kinds: [...kinds.keys()],
  columns: knownColumns,
};

/** @throws {ConfigError} */
export function readConfigFile(path: string, source: Source): SettingsFile {
  const file = readSettings(path, source.text, knownNames);
  refuseCommandsOfOthers(file, source, process.getuid?.());
  return file;
}

/** Otherwise an invalid named filter would be found only when it is used. */
export function refuseWrongFilters({namedFilters, origins, file}: Config): void {
  const named = feedPanes.flatMap(pane =>
    Object.entries(namedFilters[pane]).map(([name, text]) => ({pane, name, text})),
  );
  for (const {pane, name, text} of named) {
    const parsed = parseFilter(pane, text, 0);
    if (parsed.ok) continue;
    const origin = origins[`filters.${paneNames[pane].slug}`];
    const table = origin?.from === 'file' ? [...origin.key, name] : [];
    throw wrongAt(file, table, `${parsed.error.message}.`);
  }
}

/** Otherwise a key of two actions in one pane would silently do only one of them. */
export function refuseSharedKeys({keys, screenReader, origins, file}: Config): void {
  if (Object.keys(keys).length === 0) return;
  const table = bindingsWith(keys, screenReader ? 'ears' : 'eyes');
  for (const binding of table.filter(each => keys[each.action] !== undefined)) {
    const {action} = binding;
    const other = table.find(each => each.action !== action && sharedKey(binding, each) !== undefined);
    if (other === undefined) continue;
    const shared = JSON.stringify(sharedKey(binding, other));
    throw wrongIn(
      placeOf(origins[`keys.${action}`], file),
      `${shared} is the key of ${other.action} already; change that one too.`,
    );
  }
}

/** The writer of a file with a command decides what its reader runs. */
export function refuseCommandsOfOthers(
  file: SettingsFile,
  {mode, ownerId}: Source,
  userId: number | undefined,
): void {
  if (userId === undefined) return;
  const programs = Object.entries(profileSettings).flatMap(([name, row]) =>
    'isProgram' in row ? [[name]] : [],
  );
  const key = Object.keys(file.settings.profiles ?? {})
    .flatMap(name => [...programs, ['dialect', 'auth', 'command']].map(path => ['profiles', name, ...path]))
    .find(path => file.holds(path));
  if (key === undefined) return;
  const wrong = (what: string) => wrongAt(file, key, `this names a program to run, and ${what}`);
  if (ownerId !== userId && ownerId !== 0)
    throw wrong(
      `the file belongs to another user (id ${ownerId}). Make a copy of your own, and read it first.`,
    );
  if ((mode & 0o022) !== 0)
    throw wrong(
      `other users can write the file (mode ${modeText(mode)}). Read it, then run chmod go-w on it.`,
    );
}
