import type {AgentRules, Guardrails, Limits} from '../account/model/vocabulary.ts';
import {byDefault, inFile, placeOf} from './error.ts';
import {configPath, type Environment, statePaths} from './paths.ts';
import {defaultProfileDialect, type ProfileDialect} from './profile-dialect.ts';
import {
  chooseProfile,
  chooseService,
  otherAddressWords,
  otherTokenWords,
  type Profile,
  placeOfProfile,
  takesProfile,
} from './service.ts';
import {
  agentSettings,
  alertSettings,
  columnSettings,
  type Flags,
  filterSettings,
  guardrailSettings,
  keysOf,
  leaves,
  limitSettings,
  notSet,
  ownSettings,
  type Place,
  type ProfileSettings,
  profileSettings,
  programOnly,
  type Shown,
  Sources,
  screenSettings,
} from './settings.ts';
import type {SettingsFile} from './settings-file.ts';

export type Config = Readonly<ReturnType<typeof resolveConfig>>;

type Given = {readonly flags: Flags; readonly env: Environment; readonly file?: SettingsFile | undefined};

/** A rule without a setting would never hold. */
type Ruled<Rules> = Required<Omit<Rules, 'isReadOnlyHere'>>;

export function resolveConfig({flags, env, file}: Given) {
  const sources = new Sources(flags, env);
  const {origins, shown} = sources;
  const profile = chooseProfile(sources, file);
  const isTaken = takesProfile(profile, sources);
  const taken = isTaken ? profile : {...profile, settings: undefined};
  const dialect = taken.settings?.dialect ?? defaultProfileDialect;
  const {service, credential} = chooseService({env, file, profile, isTaken, dialect}, sources);
  const [label] = sources.find(['label'], profileSettings.label, placeOfProfile(taken));
  const paths = statePaths(env);
  const own = placeOfProfile(profile);
  const top = {values: file?.settings, key: []};
  const log_file = {...screenSettings.log_file, default: paths.log};
  const ofProfile = sources.all([], ownSettings, placeOfProfile(taken));
  const limitedBy = isTaken ? own : withoutLooser(profile);
  const agents: Ruled<AgentRules> = sources.all(['agents'], agentSettings, placeOfProfile(taken), top);
  const guardrails: Ruled<Guardrails> = sources.all(['guardrails'], guardrailSettings, limitedBy);
  const limits: Ruled<Limits> = sources.all(['limits'], limitSettings, own);
  return {
    // An address given without a profile must not be called `paper`.
    profile: {name: taken.settings === undefined && service.kind === 'remote' ? 'default' : taken.name},
    /** The one name of the account. It names the journal too, so it never depends on the token. */
    accountLabel: label ?? 'default',
    /** A note for the user when the profile belongs to another address than the service's. */
    otherAddress: otherAddressWords(profile, isTaken, service),
    /** A note for the user when the profile has a token of its own, and another one is used. */
    otherToken: otherTokenWords(taken, origins.token),
    service,
    dialect,
    credential,
    ...ofProfile,
    guardrails,
    agents,
    limits,
    ...sources.all([], {...screenSettings, log_file}, own, top),
    columns: sources.all(['columns'], columnSettings, own, top),
    namedFilters: sources.all(['filters'], filterSettings, own, top),
    keys: keysIn([top, own], sources),
    alerts: sources.all(['alerts'], alertSettings, own, top),
    statePaths: paths,
    path: file?.path ?? configPath(flags, env),
    file,
    origins,
    shown: [...shown, ...dialectShown(dialect, profile, isTaken ? file : undefined)],
  };
}

/** The guardrails of a profile for another address may only tighten the defaults. */
function withoutLooser(profile: Profile): Place {
  const given: ProfileSettings['guardrails'] = profile.settings?.guardrails ?? {};
  const stricter = (['price_tolerance', 'price_band', 'first_notional'] as const).map(name => [
    name,
    (given[name] ?? Infinity) < guardrailSettings[name].default ? given[name] : undefined,
  ]);
  return {...placeOfProfile(profile), values: {guardrails: {...given, ...Object.fromEntries(stricter)}}};
}

function keysIn(places: readonly Place[], sources: Sources) {
  const actions = places.flatMap(({values}) =>
    values !== undefined && 'keys' in values ? Object.keys(values.keys ?? {}) : [],
  );
  return sources.all(
    ['keys'],
    Object.fromEntries(actions.map(action => [action, keysOf(action)])),
    ...places.toReversed(),
  );
}

function dialectShown(dialect: ProfileDialect, {name}: Profile, file: SettingsFile | undefined): Shown[] {
  return leaves({investment_currency: notSet, ...dialect}).map(([path, leaf]) => {
    const key = ['profiles', name, 'dialect', ...path];
    const shownName = ['dialect', ...path].join('.');
    const origin = file?.holds(key) ? inFile(...key) : byDefault;
    const value = shownName === 'dialect.auth.command' ? programOnly(leaf) : leaf;
    return {name: shownName, value, origin};
  });
}

export function shownSettings({origins, file, ...config}: Config) {
  const {profile, service, credential, statePaths: paths} = config;
  const noted = (name: string, value: string) => ({name, value, origin: placeOf(origins[name], file)});
  const token = credential.kind === 'none' ? `none: ${credential.why}` : `hidden: ${credential.source}`;
  return [
    {name: 'config', value: config.path, origin: file === undefined ? 'there is no such file' : 'read'},
    noted('profile', profile.name),
    noted('label', config.accountLabel),
    noted('base_url', service.kind === 'paper' ? '(embedded paper service)' : service.baseUrl),
    noted('token', `(${token})`),
    ...config.shown.map(each => ({...each, origin: placeOf(each.origin, file)})),
    noted('paper_ledger', paths.paperDb),
  ];
}
