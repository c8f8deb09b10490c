/** Flags, environment and file to one validated Config, each value with where it came from. */
import {
  defaultColumns,
  defaultGuardrails,
  defaultRefreshMs,
  type FeedPane,
  feedPanes,
  type Guardrails,
  type Limits,
  type Pane,
  type ProfitMinutes,
  paneSlugs,
  panes,
  questionLetters,
  type TablePane,
  type Theme,
  type Times,
  tablePanes,
  type Verbosity,
} from '../desk/model/vocabulary.ts';
import type {ChosenCredential} from './credential.ts';
import {defaultProfileDialect, type ProfileDialect} from './dialect.ts';
import {ConfigError} from './error.ts';
import {type Flags, refreshFlag, themeFlag, truth} from './flags.ts';
import {limitsOf} from './limits.ts';
import {byFlag, byVariable, inFile, type Origin, Origins, type SettingCandidate} from './origin.ts';
import {configPath, type Environment, expandHome, type StatePaths, statePaths} from './paths.ts';
import {chooseProfile, type Profile} from './profile.ts';
import type {ProfileSettings, ViewSettings} from './schema.ts';
import {type ChosenService, chooseService, otherAddressWords, takesProfile} from './service.ts';
import type {SettingsFile} from './toml/file.ts';

export type Config = {
  /** `label` is what the header and the reviews call the account. */
  readonly profile: {readonly name: string; readonly label: string};
  /** Says what of the profile is used where it is for another address than the service's. */
  readonly otherAddress: string | undefined;
  readonly service: ChosenService;
  readonly dialect: ProfileDialect;
  readonly credential: ChosenCredential;
  readonly guardrails: Guardrails;
  /** The program that is told of events, and its arguments. */
  readonly onEvent: readonly string[] | undefined;
  readonly limits: Limits;
  readonly refreshMs: number;
  /** Rows on a page of the dashboard; undefined: as many as fill the screen. */
  readonly pageSize: number | undefined;
  readonly theme: Theme;
  readonly times: Times;
  /** undefined: as the terminal has it. */
  readonly ascii: boolean | undefined;
  readonly color: boolean;
  readonly columns: Readonly<Record<TablePane, readonly string[]>>;
  /** The pane in view when the dashboard starts. */
  readonly startPane: Pane;
  /** The dashboard is told in sentences, to be read out, in place of being drawn. */
  readonly screenReader: boolean;
  /** How much is said then, and how often the P/L is, until a key changes that. */
  readonly verbosity: Verbosity;
  readonly profitEvery: ProfitMinutes;
  /** Quitting the dashboard asks while orders work. */
  readonly asksOnQuit: boolean;
  /** The dashboard keeps what happens to it, to be looked at again. */
  readonly records: boolean;
  readonly namedFilters: Readonly<Record<FeedPane, Readonly<Record<string, string>>>>;
  /** The keys that the file gives to actions, by action. */
  readonly keys: Readonly<Record<string, readonly string[]>>;
  readonly alerts: {readonly bell: boolean; readonly desktop: boolean};
  /** Set by flag or file; without it the log is at `statePaths.log`. */
  readonly logFile?: string | undefined;
  readonly statePaths: StatePaths;
  /** The file that was read, or would have been. */
  readonly path: string;
  readonly file: SettingsFile | undefined;
  /** Where each value came from, by its name in the file: `theme`, `guardrails.read_only`, `columns.cards`. */
  readonly origins: Readonly<Record<string, Origin>>;
};

type Given = {
  readonly flags: Flags;
  readonly env: Environment;
  /** Absent when there is none. */
  readonly file?: SettingsFile | undefined;
};

/** @throws {ConfigError} naming the flag, variable or line that cannot be used */
export function resolveConfig({flags, env, file}: Given): Config {
  const origins = new Origins();
  const profile = chooseProfile(flags, env, file);
  origins.all.profile = profile.origin;
  const isTaken = takesProfile(profile, {baseUrlFlag: flags.baseUrl, env});
  const taken = isTaken ? profile : {...profile, settings: undefined};
  const dialect = taken.settings?.dialect ?? defaultProfileDialect;
  noteDialect(dialect, profile, isTaken ? file : undefined, origins);
  const {service, credential} = chooseService(
    {baseUrlFlag: flags.baseUrl, env, file, profile, isTaken, dialect},
    origins,
  );
  const view = viewOf(profile, file, origins);
  const logFile = view.one('log_file', [flags.logFile, byFlag('log-file')]);
  return {
    profile: {name: nameOf(taken, service), label: labelOf(taken, service, origins)},
    otherAddress: otherAddressWords(profile, isTaken, service),
    service,
    dialect,
    credential,
    onEvent: onEvent(taken, origins),
    guardrails: guardrails(flags, env, isTaken ? profile : withoutLooser(profile), origins),
    limits: limitsOf(profile, origins),
    refreshMs:
      (view.one('refresh', [refreshFlag(flags.refresh), byFlag('refresh')]) ?? defaultRefreshMs / 1000) *
      1000,
    pageSize: view.one('page_size'),
    startPane: paneCalled(view.one('start_pane')),
    screenReader:
      view.one(
        'screen_reader',
        [flags.screenReader, byFlag('screen-reader')],
        [truth(env.INK_SCREEN_READER, 'INK_SCREEN_READER'), byVariable('INK_SCREEN_READER')],
      ) ?? false,
    verbosity: view.one('verbosity') ?? 'normal',
    profitEvery: view.one('say_pl') ?? 0,
    asksOnQuit: view.one('ask_on_quit') ?? true,
    records: view.one('record') ?? true,
    theme: view.one('theme', [themeFlag(flags.theme), byFlag('theme')]) ?? 'auto',
    times: view.one('times') ?? 'local',
    ascii: view.one('ascii', [flags.ascii, byFlag('ascii')]),
    color:
      view.one(
        'color',
        [flags.color, byFlag('no-color')],
        [env.NO_COLOR ? false : undefined, byVariable('NO_COLOR')],
      ) ?? true,
    columns: columns(view.table('columns')),
    namedFilters: namedFilters(view.table('filters')),
    keys: keys(view.table('keys'), file?.path ?? 'keys'),
    alerts: alerts(view.table('alerts')),
    ...(logFile === undefined ? {} : {logFile: expandHome(logFile, env)}),
    statePaths: statePaths(env),
    path: file?.path ?? configPath(flags, env),
    file,
    origins: origins.all,
  };
}

function onEvent({name, settings}: Profile, origins: Origins): Config['onEvent'] {
  return origins.first('on_event', [settings?.on_event, inFile('profiles', name, 'on_event')]);
}

/** Settings that stand at the top of the file or, stronger, in the profile. */
function viewOf({name, settings}: Profile, file: SettingsFile | undefined, origins: Origins) {
  type Table = 'columns' | 'filters' | 'keys' | 'alerts';
  type One = Exclude<keyof ViewSettings, Table>;
  return {
    one: <Key extends One>(key: Key, ...stronger: readonly SettingCandidate<ViewSettings[Key]>[]) =>
      origins.first<ViewSettings[Key]>(
        key,
        ...stronger,
        [settings?.[key], inFile('profiles', name, key)],
        [file?.settings[key], inFile(key)],
      ),
    /** A profile's table adds to the one at the top, entry by entry. */
    table: <Key extends Table>(key: Key): Partial<NonNullable<ViewSettings[Key]>> => {
      const top = file?.settings[key];
      const own = settings?.[key];
      for (const entry of Object.keys(top ?? {})) origins.all[`${key}.${entry}`] = inFile(key, entry);
      for (const entry of Object.keys(own ?? {}))
        origins.all[`${key}.${entry}`] = inFile('profiles', name, key, entry);
      return {...top, ...own};
    },
  };
}

/** The panes' names are checked by the schema; without one it is the first of them. */
function paneCalled(slug: string | undefined): Pane {
  return panes.find(pane => paneSlugs[pane] === slug) ?? panes[0];
}

/** An address by flag or variable, without any profile, must not bear the name of the paper service. */
function nameOf({name, settings}: Profile, service: ChosenService): string {
  return settings === undefined && service.kind === 'remote' ? 'default' : name;
}

function labelOf({name, settings}: Profile, service: ChosenService, origins: Origins): string {
  const given = origins.first('label', [settings?.label, inFile('profiles', name, 'label')]);
  if (given !== undefined) return given;
  return settings === undefined && service.kind === 'remote' ? new URL(service.baseUrl).host : name;
}

function guardrails(flags: Flags, env: Environment, {name, settings}: Profile, origins: Origins): Guardrails {
  const own: ProfileSettings['guardrails'] = settings?.guardrails;
  const set = <Key extends keyof NonNullable<ProfileSettings['guardrails']>>(
    key: Key,
    ...stronger: readonly SettingCandidate<NonNullable<ProfileSettings['guardrails']>[Key]>[]
  ) =>
    origins.first(`guardrails.${key}`, ...stronger, [
      own?.[key],
      inFile('profiles', name, 'guardrails', key),
    ]);
  return {
    readOnly:
      set(
        'read_only',
        [flags.readOnly, byFlag('read-only')],
        [truth(env.OPTTY_READ_ONLY, 'OPTTY_READ_ONLY'), byVariable('OPTTY_READ_ONLY')],
      ) ?? defaultGuardrails.readOnly,
    maxInvestment: set('max_investment'),
    maxNotional: set('max_notional'),
    allowedUnderlyings: set('allowed_underlyings'),
    priceTolerance: set('price_tolerance') ?? defaultGuardrails.priceTolerance,
    priceBand: set('price_band') ?? defaultGuardrails.priceBand,
  };
}

/** Of another address' profile no guardrail may allow more than there is without it. */
function withoutLooser(profile: Profile): Profile {
  const {settings} = profile;
  const {price_tolerance = Infinity, price_band = Infinity, ...rest} = settings?.guardrails ?? {};
  const guardrails = {
    ...rest,
    ...(price_tolerance < defaultGuardrails.priceTolerance && {price_tolerance}),
    ...(price_band < defaultGuardrails.priceBand && {price_band}),
  };
  return {...profile, settings: settings && {...settings, guardrails}};
}

function alerts({
  bell,
  desktop,
}: {
  bell?: boolean | undefined;
  desktop?: boolean | undefined;
}): Config['alerts'] {
  return {bell: bell ?? true, desktop: desktop ?? false};
}

function columns(given: Readonly<Record<string, readonly string[] | undefined>>): Config['columns'] {
  const each = tablePanes.map(pane => [pane, given[paneSlugs[pane]] ?? defaultColumns[pane]] as const);
  return Object.fromEntries(each) as Record<TablePane, readonly string[]>;
}

function namedFilters(
  given: Readonly<Record<string, Readonly<Record<string, string>> | undefined>>,
): Config['namedFilters'] {
  const each = feedPanes.map(pane => [pane, given[paneSlugs[pane]] ?? {}] as const);
  return Object.fromEntries(each) as Config['namedFilters'];
}

/** Questions draw their key from letters bound to nothing; with fewer than these one could guess it. */
const leastFreeLetters = 6;

function keys(
  given: Readonly<Record<string, string | readonly string[] | undefined>>,
  source: string,
): Config['keys'] {
  const each = Object.entries(given).map(
    ([action, spelt]) => [action, typeof spelt === 'string' ? [spelt] : (spelt ?? [])] as const,
  );
  const bound = new Set(each.flatMap(([, names]) => names));
  if (questionLetters.filter(letter => !bound.has(letter)).length < leastFreeLetters)
    throw new ConfigError({
      source,
      key: 'keys',
      expectation: `leave ${leastFreeLetters} of ${questionLetters.join(' ')} free: questions are confirmed by them.`,
    });
  return Object.fromEntries(each);
}

/** The file's own dialect settings have a place; all others are the interface's likely defaults. */
function noteDialect(
  dialect: ProfileDialect,
  {name}: Profile,
  file: SettingsFile | undefined,
  origins: Origins,
): void {
  for (const [key, value] of Object.entries(dialect)) {
    const inner = typeof value === 'object' ? Object.keys(value).map(each => [key, each]) : [[key]];
    for (const path of inner) {
      const full = ['profiles', name, 'dialect', ...path];
      origins.all[['dialect', ...path].join('.')] = file?.holds(full)
        ? {from: 'file', key: full}
        : {from: 'default'};
    }
  }
}
