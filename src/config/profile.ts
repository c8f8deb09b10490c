import {nearest} from '../desk/filter/nearest.ts';
import {ConfigError} from './error.ts';
import {byDefault, byFlag, byVariable, inFile, type Origin, Origins, placeOf} from './origin.ts';
import type {Environment} from './paths.ts';
import type {ProfileSettings} from './schema.ts';
import type {SettingsFile} from './toml/file.ts';

/** The profile that is always there: the embedded paper service, without a line of configuration. */
export const paperProfile = 'paper';

export type Profile = {
  readonly name: string;
  readonly origin: Origin;
  /** Absent for the profile that no file holds. */
  readonly settings: ProfileSettings | undefined;
  /** Named by flag, variable or file, rather than taken because there is no other. */
  readonly isChosen: boolean;
};

/** Those that the file has, and the one that is always there. */
export function profileNames(file: SettingsFile | undefined): readonly string[] {
  return [...new Set([...Object.keys(file?.settings.profiles ?? {}), paperProfile])];
}

/**
 * The profile by flag, environment or file; else the one named `default`, else the only one there is.
 * @throws {ConfigError} when there is no such profile, or several and none is chosen
 */
export function chooseProfile(
  flags: {readonly profile?: string | undefined},
  env: Environment,
  file: SettingsFile | undefined,
): Profile {
  const profiles = file?.settings.profiles ?? {};
  const names = Object.keys(profiles);
  const origins = new Origins();
  const chosen = origins.first(
    'profile',
    [flags.profile, byFlag('profile')],
    [env.OPTTY_PROFILE || undefined, byVariable('OPTTY_PROFILE')],
    [file?.settings.profile, inFile('profile')],
  );
  const origin = origins.all.profile ?? byDefault;
  if (chosen !== undefined) {
    const settings = Object.hasOwn(profiles, chosen) ? profiles[chosen] : undefined;
    if (settings === undefined && chosen !== paperProfile) throw unknownProfile(chosen, origin, file);
    return {name: chosen, origin, settings, isChosen: true};
  }
  const only = names.length === 1 ? names[0] : undefined;
  const name = names.includes('default') ? 'default' : only;
  if (name === undefined && names.length > 0) {
    throw new ConfigError({
      source: file?.path ?? '',
      key: 'profile',
      expectation: `there are several profiles and none is chosen. Write profile = "${names[0]}" at the top, or use --profile with one of ${names.join(', ')}.`,
    });
  }
  return {
    name: name ?? paperProfile,
    origin,
    settings: name === undefined ? undefined : profiles[name],
    isChosen: false,
  };
}

function unknownProfile(name: string, origin: Origin, file: SettingsFile | undefined): ConfigError {
  const known = profileNames(file);
  const near = nearest(name, known);
  return new ConfigError({
    source: placeOf(origin, file),
    expectation: `there is no profile ${JSON.stringify(name)}.${near === undefined ? ` There are: ${known.join(', ')}. A profile is a table [profiles.NAME] with its base_url in the configuration file.` : ''}`,
    nearest: near,
  });
}
