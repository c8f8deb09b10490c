/** The schema of the file, `Config`, flags, `config show`, `config init` and the docs are made from these. */
import * as z from 'zod/mini';
import {
  agentRights,
  defaultColumns,
  defaultGuardrails,
  defaultRefreshMs,
  durationMs,
  feedPanes,
  type Pane,
  paneNames,
  panes,
  type TablePane,
  tablePanes,
  themes,
} from '../account/model/vocabulary.ts';
import {byDefault, inFile, type Origin, wrongIn} from './error.ts';
import {type Environment, expandHome} from './paths.ts';
import {currency, described, profileDialectSchema} from './profile-dialect.ts';

export type KnownNames = {
  readonly actions: readonly string[];
  readonly kinds: readonly string[];
  readonly columns: Readonly<Record<TablePane, readonly string[]>>;
};

type Read<Value> = (text: string, source: string) => Value;

export type Values = readonly string[] | 'file' | 'profile';

export type OptionEntry = {
  readonly long: string;
  readonly short?: string;
  /** The value's placeholder; absent for a switch. */
  readonly value?: string | undefined;
  readonly summary: string;
  readonly values?: Values | undefined;
  readonly repeatable?: boolean;
};

/** @param spelling `--page NUMBER`; without a placeholder it is a switch. A FILE completes to files. */
export function option(spelling: string, summary: string, more: Partial<OptionEntry> = {}): OptionEntry {
  const [name = '', value] = spelling.split(' ');
  const values = value?.startsWith('FILE') ? 'file' : undefined;
  return {long: name.slice(2), value, summary, values, ...more};
}

type Row<Value> = {
  /** As written in the file. */
  readonly default?: Readonly<Value>;
  /** `~/` expands to the home folder. */
  readonly isPath?: true;
  /** No other user may write the program. Its arguments, which may hold a key, are not printed. */
  readonly isProgram?: true;
  readonly unnamed?: string;
  readonly as?: string;
  /** Converts the file's value for `Config`. */
  readonly into?: (value: Value) => unknown;
  readonly flag?: OptionEntry;
  readonly variable?: {readonly name: string; readonly about: string};
  readonly read?: Read<Value> | undefined;
  /** In the file of `config init`, if there is no default. */
  readonly sample?: Shown['value'];
};

type Setting = Omit<Row<unknown>, 'into'> & {
  readonly about: string;
  readonly schema: (known: KnownNames) => z.ZodMiniType;
  readonly into?: (value: never) => unknown;
};
export type Table = Readonly<Record<string, Setting>>;

type InFile<T extends Table> = {readonly [Name in keyof T]?: FileValue<T[Name]> | undefined};
type FileValue<S extends Setting> = z.output<ReturnType<S['schema']>>;

export type InForce<T extends Table> = {
  readonly [Name in keyof T & string as T[Name] extends {readonly as: infer As extends string}
    ? As
    : Camel<Name>]: ValueInForce<T[Name]>;
};
type ValueInForce<S extends Setting> =
  | (S extends {readonly into: (value: never) => infer Value} ? Value : FileValue<S>)
  | (S extends {readonly default: unknown} ? never : undefined);
type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

function camel(name: string): string {
  return name.replace(/[_-](\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** The name of an option in the flags of a line. */
export const flagName = (long: string) => camel(long.replace(/^no-/, ''));

function camelKeys<T extends object>(values: T) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [camel(name), value])) as {
    readonly [Name in keyof T as Camel<Name & string>]: T[Name];
  };
}

/** @param read takes what a flag or a variable says; without it a text is the value */
function kind<Schema extends z.ZodMiniType>(
  schema: (known: KnownNames) => Schema,
  read?: Read<z.output<Schema>>,
) {
  return <const R extends Row<z.output<Schema>>>(about: string, row?: R) => ({
    ...{read, ...(row as R), about, schema},
  });
}

function tableSchema<T extends Table>(table: T, known: KnownNames): z.ZodMiniType<InFile<T>> {
  const shape = Object.entries(table).map(([name, {schema, about}]) => {
    return [name, described(z.optional(schema(known)), about)];
  });
  return z.strictObject(Object.fromEntries(shape)) as unknown as z.ZodMiniType<InFile<T>>;
}

const text = () => z.string().check(z.minLength(1));
const nameOfProfile = () =>
  z.string().check(z.regex(/^[\w.-]+$/, 'a profile is named with letters, digits, - . and _'));

/** A TOML number is accepted; a string is exact. */
const decimal = () =>
  z.pipe(
    z.transform((value: unknown) => (typeof value === 'number' ? String(value) : value)),
    z
      .string()
      .check(
        z.regex(/^(?=.*[1-9])\d{1,24}(\.\d{1,18})?$/, 'expected a plain decimal above 0, such as "250.50"'),
      ),
  );

const keyNames = () => {
  const spelling = /^((ctrl|alt|shift)\+)*(\S|[a-z][a-z0-9]+)$/;
  const key = z.string().check(z.regex(spelling, 'expected a key, such as "x", "X", "ctrl+l", "pagedown"'));
  return z.pipe(
    z.union([key, z.array(key).check(z.minLength(1))]),
    z.transform(spelt => (typeof spelt === 'string' ? [spelt] : spelt)),
  );
};

const truth = kind(() => z.boolean(), switched);
const word = kind(text);
const words = kind(() => z.array(text()).check(z.minLength(1)));
const number = (least: number, most: number) =>
  kind(
    () => z.number().check(z.minimum(least), z.maximum(most)),
    (text, source) => numberIn(source, text, 'a number', least, most),
  );
const whole = (least: number, most: number) => kind(() => z.int().check(z.minimum(least), z.maximum(most)));
const count = whole(1, 1_000_000);
const amount = kind(decimal);
const duration = kind(() =>
  z.string().check(z.regex(/^\d{1,4}[mhd]$/, 'expected a time such as "30m", "2h" or "1d"')),
);

const table = <T extends Table>(rows: T) => kind(known => tableSchema(rows, known));

const amounts = kind(() =>
  z.pipe(
    z.union([decimal(), z.record(currency(), decimal())]),
    z.transform((value): Record<string, string> => (typeof value === 'string' ? {each: value} : value)),
  ),
);

function switched(text: string, source: string): boolean {
  if (/^(1|true|yes|on)$/i.test(text)) return true;
  if (/^(0|false|no|off)$/i.test(text)) return false;
  throw wrongIn(source, `expected 1 or 0, not ${JSON.stringify(text)}.`);
}

type Unit = 'a whole number' | 'a number' | 'seconds';

export function numberIn(source: string, text: string, unit: Unit, least: number, most: number): number {
  const number = (unit === 'a whole number' ? /^\d{1,10}$/ : /^\d+(\.\d+)?$/).test(text) ? Number(text) : NaN;
  if (number >= least && number <= most) return number;
  throw wrongIn(source, `expected ${unit} from ${least} to ${most}, not ${JSON.stringify(text)}.`);
}

/** Allowed at the top of the file, for all profiles, and in a profile. */
export const screenSettings = {
  refresh: number(0.25, 3600)('Seconds between two polls of the pane in view. Default 2.', {
    default: defaultRefreshMs / 1000,
    as: 'refreshMs',
    into: seconds => seconds * 1000,
    flag: option('--refresh SECONDS', 'time between two polls of the pane in view (2)'),
  }),
  page_size: whole(1, 100)(
    'Rows on a page of every list, if the service gives that many. By default as many as fill the screen.',
    {sample: 40},
  ),
  start_pane: kind(() => z.enum(panes.map(pane => paneNames[pane].slug)))(
    'The pane in view when the dashboard starts. Default `cards`; on `portfolio` it asks for the account first.',
    {
      default: paneNames.cards.slug,
      into: (slug): Pane => panes.find(pane => paneNames[pane].slug === slug) ?? 'cards',
    },
  ),
  ask_on_quit: truth(
    'Asks before quitting while orders stay working. Default true; with unresolved writes it always asks.',
    {default: true, as: 'asksOnQuit'},
  ),
  screen_reader: truth(
    'Describes everything in sentences, for screen readers, and draws nothing. Default false; `INK_SCREEN_READER=true` and `--screen-reader` switch it on.',
    {
      default: false,
      flag: option(
        '--screen-reader',
        'describe everything in sentences, for screen readers (as INK_SCREEN_READER=true)',
      ),
      variable: {
        name: 'INK_SCREEN_READER',
        about: '`true` describes everything in sentences, as `--screen-reader`; `false` draws the screen.',
      },
    },
  ),
  theme: kind(() => z.enum(themes))(
    'Colours. Default `auto`: `light` on a light background, else `default`. Both are safe for colour-blind readers.',
    {default: 'auto', flag: option('--theme NAME', themes.join(', '), {values: themes})},
  ),
  ascii: truth('Uses only ASCII characters, or never; by default where the terminal has no UTF-8.', {
    flag: option('--ascii', 'use only ASCII characters'),
    sample: false,
  }),
  color: truth('Default true, as many as the terminal has; `NO_COLOR` and `--no-color` switch colours off.', {
    default: true,
    flag: option('--no-color', 'no colours (as NO_COLOR does)'),
    variable: {name: 'NO_COLOR', about: 'Any value switches colours off.'},
    read: () => false,
  }),
  log_file: word('Path of the log. Default `optty.log` in the state folder.', {
    isPath: true,
    flag: option('--log-file FILE', 'where the log goes'),
  }),
};

export const columnSettings = Object.fromEntries(
  tablePanes.map(pane => [
    paneNames[pane].slug,
    kind(({columns}) => z.array(z.enum(columns[pane])).check(z.minLength(1)))(
      `The columns of ${paneNames[pane].title}.`,
      {default: [...defaultColumns[pane]], as: pane},
    ),
  ]),
);

export const filterSettings = Object.fromEntries(
  feedPanes.map(pane => [
    paneNames[pane].slug,
    kind(() => z.record(text(), text()))(`The named filters of ${paneNames[pane].title}.`, {
      default: {},
      as: pane,
    }),
  ]),
);

export const keysOf = (action: string) => kind(keyNames)(`The keys of ${action}.`, {default: [], as: action});

export const alertSettings = {
  bell: truth("Rings the terminal's bell. Default true.", {default: true}),
  expiry: duration(
    'Alerts this long before something held expires: `"30m"` (default), `"2h"`, `"1d"`; `"0m"` is off.',
    {default: '30m', as: 'expiryAlertMs', into: durationMs},
  ),
};

export const agentSettings = {
  allow: kind(() => z.array(z.enum(agentRights)))(
    'What agents and scripts may do: `["read"]`, `["read", "propose"]`, or `[]` for nothing. By default they may read, and propose on PAPER.',
    {sample: ['read']},
  ),
  kinds: kind(({kinds}) => z.array(z.enum(kinds)))(
    'The only kinds of write that they may propose, as listed by `optty propose --help`.',
    {sample: ['close', 'cancel']},
  ),
  underlyings: words('The only underlyings in which they may propose to add risk.', {sample: ['BTC']}),
  max_notional: amount('The largest notional or investment of one proposal: a decimal.', {sample: '500'}),
};

/** Entries of a profile override the entries at the top of the file one by one. */
const screenTables = {
  columns: table(columnSettings)(
    'The columns of a pane, left to right, by these names: `["cardName", "pl", "ask"]`.',
  ),
  filters: table(filterSettings)(
    'Named filters of a pane, used as `@NAME`: `calls = "asset:BTC type:CALL"` under `[filters.orders]`.',
  ),
  keys: kind(({actions}) => z.partialRecord(z.enum(actions), keyNames()))(
    'Keys of an action, in place of its default ones: `cancel = ["x", "delete"]`. Ctrl-C and Ctrl-\\ always stay.',
  ),
  alerts: table(alertSettings)('How an alert, a fill or another event is notified.'),
  agents: table(agentSettings)('What agents and scripts may read and propose; they can send nothing.'),
};

export const guardrailSettings = {
  read_only: truth('Sends no write at all. Default false.', {
    default: defaultGuardrails.readOnly,
    flag: option('--read-only', 'send no write at all'),
    variable: {
      name: 'OPTTY_READ_ONLY',
      about: "`1` sends no write at all, `0` takes the profile's `read_only` back.",
    },
  }),
  max_investment: amount(
    'The largest investment of one Easy Option, in its currency: a decimal such as `"250.50"`.',
    {sample: '500'},
  ),
  max_notional: amount('The largest price times size of one order: a decimal.', {sample: '2000'}),
  allowed_underlyings: words(
    'The only underlyings that may be traded, as listed cards or orders show them; an order with an unknown underlying is rejected.',
    {sample: ['BTC', 'ETH']},
  ),
  price_tolerance: number(0, 100)(
    'Percent. The review warns of a BUY whose price is further above the ask, and if the ask rises by more while it is open (of a marketable BUY, or an opening without `Max ask`). Default 2.',
    {default: defaultGuardrails.priceTolerance},
  ),
  price_band: number(0, 1000)(
    'Percent that a limit price may be away from the ask of its option, else from its last trade, before the review warns. Default 10.',
    {default: defaultGuardrails.priceBand},
  ),
  first_notional: number(0, 1e12)(
    'The review warns of a first order in an asset above this notional, or a first opening above this investment. Default 1000. It warns of later ones above ten times the median of your own sizes (of fewer than five: the largest). Not of reducing orders.',
    {default: defaultGuardrails.firstNotional},
  ),
};

const openLimits = {
  max_open_investment: amounts(
    'Max investment in open Easy Options, per currency: `"5000"`; or a table of the only currencies allowed, `{USDT = "5000", EUR = "1000"}`.',
    {unnamed: 'each', sample: '5000'},
  ),
  max_open_notional: amount(
    'Max notional (price times size) of working orders, and of fills at average cost, until 5 min after expiry. Fills net only within one position.',
    {sample: '20000'},
  ),
  max_open_count: count('Max number of open Easy Options.', {sample: 10}),
};

export const limitSettings = {
  ...openLimits,
  max_writes_per_minute: count('Max openings and orders per minute.', {sample: 20}),
  max_day_loss: amounts(
    'Daily loss limit: blocks openings and orders once the realized P/L of today falls to minus this amount: the closed P/L of Easy Options, and that of positions less fees. It cancels and closes nothing: working orders may fill. It ends at midnight (`limits.day_zone`), or once a gain takes the day above it. Open P/L does not count; an Easy Option without a P/L, and a long position that expired without a settlement, count as lost; a short one that expired counts 0. One amount or a table, as `max_open_investment`; a currency missing in the table uses the smallest amount.',
    {unnamed: 'each', sample: '500'},
  ),
  underlyings: kind(known => z.record(text(), tableSchema(openLimits, known)))(
    'The first three per underlying, besides those of the whole account: `[profiles.NAME.limits.underlyings.BTC]`.',
    {
      default: {},
      unnamed: 'each',
      into: by => Object.fromEntries(Object.entries(by).map(([name, bounds]) => [name, camelKeys(bounds)])),
    },
  ),
};

/** A profile alone has these, beside its address and its credential. */
export const ownSettings = {
  ca_file: word(
    'A PEM file of the authorities that sign the certificates of this service and of an https proxy, instead of the usual ones.',
    {isPath: true, sample: '~/.config/optty/ca.pem'},
  ),
  on_event: words(
    'A program and its arguments that `optty watch` and the dashboard run for each event ([events](events.md)): `["notify-me", "--quiet"]`.',
    {isProgram: true, sample: ['/usr/local/bin/tell-me']},
  ),
  confirm: kind(() => z.enum(['letter', 'y']))(
    'The key that confirms a question: `"letter"` is drawn anew each time; `"y"` is `y`, but a letter where a review warns. Default: a letter on LIVE, `y` on PAPER.',
    {sample: 'letter'},
  ),
  amend_wait: number(0, 3600)(
    'Seconds that an amend waits between its cancel and its new order for trades that are listed late. Default 0: the new order may overfill by what the review says. With `trades_lag` or more it never does, but no order works meanwhile.',
    {default: 0, as: 'amendWaitMs', into: seconds => seconds * 1000},
  ),
  tick: amount(
    'Price step of `+` and `-` on a working order: a decimal. Default: the step of the last digit of the price as it was sent.',
    {sample: '0.5'},
  ),
};

export const profileSettings = {
  label: word(
    'Name of the account on every screen and in messages, `default` without one. It also names the journal: two accounts of one service need one each.',
    {sample: 'Main account'},
  ),
  base_url: kind(() => z.string())(
    'Address of the service, without `/v1`. Without one the profile uses the embedded paper service.',
    {
      flag: option('--base-url URL', 'service to talk to, without the /v1'),
      variable: {
        name: 'OPTTY_BASE_URL',
        about:
          "Service, as `--base-url`; overrides the profile's: only [a part](security.md#credentials) of that then holds.",
      },
      sample: 'https://trading.example.com/api',
    },
  ),
  token_file: word(
    'A plain text file with only the token, mode 0600; read again after a 401. `~/` is the home folder.',
    {isPath: true, sample: '~/.config/optty/token'},
  ),
  token_command: words(
    'A program and its arguments that print the token, run without a shell, and again, without a terminal, after a 401: `["pass", "show", "optty"]`.',
    {isProgram: true, sample: ['pass', 'show', 'optty']},
  ),
  ...ownSettings,
  guardrails: table(guardrailSettings)('Limits per write, checked before anything is sent.'),
  limits: table(limitSettings)('Limits of the account.'),
  dialect: kind(profileDialectSchema)('Dialect of the service.'),
};

const profileTable = {...profileSettings, ...screenSettings, ...screenTables};

export const fileSettings = {
  profile: kind(nameOfProfile)('The profile used when neither `--profile` nor `OPTTY_PROFILE` names one.', {
    flag: option('--profile NAME', 'profile of the configuration file; `paper` is always there', {
      values: 'profile',
    }),
    variable: {name: 'OPTTY_PROFILE', about: 'Profile, as `--profile`.'},
  }),
  ...screenSettings,
  ...screenTables,
  profiles: kind(known => z.record(nameOfProfile(), tableSchema(profileTable, known)))(
    'A table for each service and account: `[profiles.NAME]`.',
  ),
};

export type ProfileSettings = InFile<typeof profileTable>;

export const fileSchema = (known: KnownNames) => tableSchema(fileSettings, known);

export type Flags = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** A table of the file to look settings up in. The strongest place comes first. */
export type Place = {readonly values: object | undefined; readonly key: readonly string[]};

type Candidate<Value> = readonly [Value | undefined, Origin];

export type Shown = {
  readonly name: string;
  readonly value: string | number | boolean | readonly string[];
  readonly origin: Origin;
};

export class Sources {
  readonly origins: Record<string, Origin> = {};
  readonly shown: Shown[] = [];
  readonly #flags: Flags;
  readonly #env: Environment;

  constructor(flags: Flags, env: Environment) {
    this.#flags = flags;
    this.#env = env;
  }

  find<S extends Setting>(path: readonly string[], row: S, ...places: readonly Place[]) {
    const [value, origin] = winner<unknown>([
      ...this.#typed(row),
      ...places.map(({values, key}) => [valueAt(values, path), inFile(...key, ...path)] as const),
    ]);
    this.origins[path.join('.')] = origin;
    const isHome = row.isPath === true && typeof value === 'string';
    return [isHome ? expandHome(value, this.#env) : value, origin] as Candidate<FileValue<S>>;
  }

  all<T extends Table>(path: readonly string[], table: T, ...places: readonly Place[]): InForce<T> {
    const values = Object.entries(table).map(([last, row]) => {
      const name = [...path, last].join('.');
      const [value = row.default, origin] = this.find([...path, last], row, ...places);
      this.shown.push(...shownOf(name, row, value, origin));
      const isMade = row.into !== undefined && value !== undefined;
      return [row.as ?? camel(last), isMade ? row.into(value as never) : value];
    });
    return Object.fromEntries(values) as InForce<T>;
  }

  *#typed({flag, variable, read = text => text}: Setting): Generator<Candidate<unknown>> {
    const given = (typed: Flags[string], source: string) =>
      typeof typed === 'string' ? read(typed, source) : typed;
    if (flag !== undefined) {
      const name = `--${flag.long}`;
      yield [given(this.#flags[flagName(flag.long)], name), {from: 'flag', name}];
    }
    if (variable !== undefined) {
      const {name} = variable;
      yield [given(this.#env[name] || undefined, name), {from: 'environment', name}];
    }
  }
}

export function winner<Value>(candidates: readonly Candidate<Value>[]): Candidate<Value> {
  return candidates.find(([value]) => value !== undefined) ?? [undefined, byDefault];
}

export function valueAt(values: unknown, path: readonly string[]): unknown {
  return path.reduce((at, name) => (at as Record<string, unknown> | undefined)?.[name], values);
}

type Tree = {readonly [name: string]: unknown};

export function put(table: Tree, {key, value}: {key: readonly string[]; value: unknown}): Tree {
  const [name = '', ...rest] = key;
  const inner = Object.hasOwn(table, name) ? (table[name] as Tree) : {};
  return {...table, [name]: rest.length === 0 ? value : put(inner, {key: rest, value})};
}

/** The effect of each missing value is described in docs/configuration.md. */
export const notSet = '(not set)';

function shownOf(name: string, row: Setting, value: unknown, origin: Origin): Shown[] {
  if (value === undefined) return [{name, value: notSet, origin: byDefault}];
  return leaves(value, row.unnamed).map(([path, leaf]) => ({
    name: [name, ...path].join('.'),
    value: row.isProgram === true ? programOnly(leaf) : leaf,
    origin: origin.from === 'file' ? inFile(...origin.key, ...path) : origin,
  }));
}

export function isTable(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function leaves(value: unknown, unnamed?: string): [path: readonly string[], leaf: Shown['value']][] {
  if (!isTable(value)) return value === undefined ? [] : [[[], value as Shown['value']]];
  return Object.entries(value).flatMap(([name, inner]) =>
    leaves(inner, unnamed).map(([path, leaf]): [readonly string[], Shown['value']] => [
      name === unnamed && !isTable(inner) ? path : [name, ...path],
      leaf,
    ]),
  );
}

export function programOnly(command: Shown['value']): Shown['value'] {
  if (typeof command !== 'object' || command.length === 1) return command;
  return [String(command[0]), `(${command.length - 1} hidden)`];
}
