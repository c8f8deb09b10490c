/** The shape of config.toml. The reference in docs/configuration.md is made from the descriptions here. */
import * as z from 'zod/mini';
import {
  feedPanes,
  paneSlugs,
  profitMinutes,
  type TablePane,
  tablePanes,
  themes,
  times,
  verbosities,
} from '../desk/model/vocabulary.ts';
import {profileDialectSchema} from './dialect.ts';

/** Names that other layers own and the file may use. */
export type KnownNames = {
  /** Actions of the key table. */
  readonly actions: readonly string[];
  /** Columns that each pane can show. */
  readonly columns: Readonly<Record<TablePane, readonly string[]>>;
  /** By what stands over a column, its name. */
  readonly headings: Readonly<Record<TablePane, Readonly<Record<string, string>>>>;
};

export type FileSettings = z.output<ReturnType<typeof fileSchema>>;
export type ProfileSettings = NonNullable<FileSettings['profiles']>[string];
export type ViewSettings = Pick<
  ProfileSettings,
  | 'refresh'
  | 'page_size'
  | 'start_pane'
  | 'ask_on_quit'
  | 'record'
  | 'screen_reader'
  | 'verbosity'
  | 'say_pl'
  | 'theme'
  | 'times'
  | 'ascii'
  | 'color'
  | 'columns'
  | 'filters'
  | 'keys'
  | 'alerts'
  | 'log_file'
>;

/** @param known what the names of actions and columns are checked against */
export function fileSchema(known: KnownNames) {
  const view = viewSettings(known);
  return z.strictObject({
    profile: about(
      optional(profileName),
      'The profile used when neither `--profile` nor `OPTTY_PROFILE` names one.',
    ),
    ...view,
    profiles: about(
      optional(z.record(profileName, z.strictObject({...profileSettings, ...view}))),
      'A table for each service and account: `[profiles.NAME]`. The settings above may stand in it too, and win there.',
    ),
  });
}

const optional = z.optional;
const word = z.string().check(z.minLength(1));
const words = z.array(z.string().check(z.minLength(1))).check(z.minLength(1));
const profileName = z
  .string()
  .check(z.regex(/^[\w.-]+$/, 'a profile is named with letters, digits, - . and _'));

const plainDecimal = 'expected a plain decimal above 0, such as "250.50"';

/** A plain decimal above zero; a TOML number will do, a string is exact. */
const amount = z.pipe(
  z.transform((value: unknown) => (typeof value === 'number' ? String(value) : value)),
  z.string().check(z.regex(/^(?=.*[1-9])\d{1,24}(\.\d{1,18})?$/, plainDecimal)),
);

/** One amount for every currency by itself, or a table of them. */
const byCurrency = z.pipe(
  z.union([
    amount,
    z.record(z.string().check(z.regex(/^[A-Za-z0-9]{1,16}$/, 'must be a currency such as USDT')), amount),
  ]),
  z.transform((value): Record<string, string> => (typeof value === 'string' ? {each: value} : value)),
);
const wholeNumber = z.int().check(z.minimum(1), z.maximum(1_000_000));

/** What may be open at most, of the account or of one underlying. */
const openLimits = {
  max_open_investment: about(
    optional(byCurrency),
    'What may be invested in Easy Options that are not over, in each currency by itself: `"5000"`; or a table of the only currencies that may be invested, `{USDT = "5000", EUR = "1000"}`.',
  ),
  max_open_notional: about(
    optional(amount),
    'Price times size of what is working of all orders, and of fills that no other side of their position has netted and that have not expired.',
  ),
  max_open_count: about(optional(wholeNumber), 'How many Easy Options may be open.'),
};

const accountLimits = z.strictObject({
  ...openLimits,
  max_writes_per_minute: about(
    optional(wholeNumber),
    'How many openings and orders may be asked for in a minute.',
  ),
  max_day_loss: about(
    optional(byCurrency),
    'Nothing is opened and no order placed once so much is lost today, in any currency, by the closed P/L of the Easy Options that ended today; gains count against losses, open P/L does not count, and one that tells no P/L counts as lost whole. The day is of one time zone for all: that of the first dashboard with limits, which the journal keeps. As `max_open_investment` one amount or a table; of one that the table does not name the smallest holds.',
  ),
  underlyings: about(
    optional(z.record(word, z.strictObject(openLimits))),
    'The first three by underlying, beside those of the whole account: `[profiles.NAME.limits.underlyings.BTC]`.',
  ),
});

const profileSettings = {
  label: about(
    optional(word),
    'What the header and the reviews call the account; the name of the profile by default.',
  ),
  base_url: about(
    optional(z.string()),
    "The address under which the service's `/v1` sits, without the `/v1`. Without one the profile uses the embedded paper service.",
  ),
  token_file: about(
    optional(word),
    'A file that holds nothing but the token; only its owner may read it (mode 0600). `~/` is the home folder.',
  ),
  token_command: about(
    optional(words),
    'A program and its arguments that print the token, run without a shell: `["pass", "show", "optty"]`.',
  ),
  on_event: about(
    optional(words),
    'A program and its arguments that `optty watch` and the dashboard run for each event, without a shell: `["notify-me", "--quiet"]`. It gets the event as JSON on its standard input and 5 seconds; one runs at a time.',
  ),
  guardrails: about(
    optional(
      z.strictObject({
        read_only: about(optional(z.boolean()), 'Sends no write at all. Default false.'),
        max_investment: about(
          optional(amount),
          'The largest investment of one Easy Option, in its currency: a decimal such as `"250.50"`.',
        ),
        max_notional: about(optional(amount), 'The largest price times size of one order: a decimal.'),
        allowed_underlyings: about(
          optional(words),
          'The only underlyings that may be traded, as a listed card or order tells them; an order whose symbol none of them tells is refused.',
        ),
        price_tolerance: about(
          optional(z.number().check(z.minimum(0), z.maximum(100))),
          'Percent that a price may move between review and confirmation before the review asks again, or a BUY lie above the ask. Default 2.',
        ),
        price_band: about(
          optional(z.number().check(z.minimum(0), z.maximum(1000))),
          'Percent that the limit of an order may lie from the last ask or trade of its option before the review asks by another key. Default 10.',
        ),
      }),
    ),
    'Limits on what is sent; an action beyond one is refused before anything leaves.',
  ),
  limits: about(
    optional(accountLimits),
    'Limits of the account, which hold over all dashboards on one journal; closing and canceling are never held back.',
  ),
  dialect: about(
    optional(profileDialectSchema()),
    'How this service spells what its documentation leaves open; `optty doctor` finds it out.',
  ),
};

/** Settings of the screen that name nothing of other layers. */
const plainView = {
  refresh: about(
    optional(z.number().check(z.minimum(0.25), z.maximum(3600))),
    'Seconds between two polls of the pane in view. Default 2.',
  ),
  page_size: about(
    optional(z.int().check(z.minimum(1), z.maximum(100))),
    'Rows on a page of every list, as far as the service gives them. By default as many as fill the screen.',
  ),
  start_pane: about(
    optional(z.enum(Object.values(paneSlugs))),
    'The pane in view when the dashboard starts. Default `cards`; on `book` it asks for the account first.',
  ),
  ask_on_quit: about(
    optional(z.boolean()),
    'Asks before quitting while orders work on, and offers to cancel them first. Default true; what is not resolved is asked about in any case.',
  ),
  record: about(
    optional(z.boolean()),
    'Keeps a recording of each session of the dashboard in the state folder, for `optty replay`. Default true.',
  ),
  screen_reader: about(
    optional(z.boolean()),
    'Tells the dashboard in sentences, to be read out, and draws nothing. Default false; `INK_SCREEN_READER=true` and `--screen-reader` switch it on. How it began it stays, over a change of profile as well.',
  ),
  verbosity: about(
    optional(z.enum(verbosities)),
    'How much is said then at the start: `short`, `normal` (default) or `all`; `v` changes it.',
  ),
  say_pl: about(
    optional(z.literal(profitMinutes)),
    'Minutes from one saying of the P/L to the next at the start; 0 (default): it is not said by itself. `V` changes it.',
  ),
  theme: about(
    optional(z.enum(themes)),
    'Colours. Default `auto`: `light` on a light background, else `default`. Both are safe for colour-blind readers.',
  ),
  times: about(
    optional(z.enum(times)),
    'Whose clock short times are told by, which what stands over them names: `local` (default) or `utc`.',
  ),
  ascii: about(
    optional(z.boolean()),
    'Draws with ASCII alone, or never; by default where the terminal has no UTF-8.',
  ),
  color: about(
    optional(z.boolean()),
    'Default true, as many as the terminal has; `NO_COLOR` and `--no-color` switch colours off.',
  ),
  log_file: about(optional(word), 'Where the log goes. Default `optty.log` in the state folder.'),
};

/** Settings of the screen: at the top of the file for every profile, or in one profile for that one. */
function viewSettings(known: KnownNames) {
  const keys = z
    .string()
    .check(
      z.regex(
        /^((ctrl|alt|shift)\+)*(\S|[a-z][a-z0-9]+)$/,
        'expected a key, such as "x", "X", "ctrl+l", "pagedown"',
      ),
    );
  return {
    ...plainView,
    columns: about(
      optional(
        z.strictObject(
          byPane(tablePanes, pane => optional(z.array(columnOf(pane, known)).check(z.minLength(1)))),
        ),
      ),
      'The columns of a pane, left to right, by their names or by what stands over them: `["card", "P/L", "ask"]`.',
    ),
    filters: about(
      optional(z.strictObject(byPane(feedPanes, () => optional(z.record(word, word))))),
      'Named filters of a pane, used as `@NAME`: `calls = "asset:BTC type:CALL"` under `[filters.orders]`.',
    ),
    keys: about(
      optional(z.partialRecord(z.enum(known.actions), z.union([keys, z.array(keys).check(z.minLength(1))]))),
      'Other keys for an action: `cancel = "x"`, `"row.down" = ["j", "down"]`.',
    ),
    alerts: about(
      optional(
        z.strictObject({
          bell: about(optional(z.boolean()), "Rings the terminal's bell. Default true."),
          desktop: about(
            optional(z.boolean()),
            'Asks the terminal for a desktop notification (OSC 9). Default false.',
          ),
        }),
      ),
      'How a level that is reached, a fill or another event is told.',
    ),
  };
}

/** A column by its name, or by its heading. */
function columnOf(pane: TablePane, {columns, headings}: KnownNames) {
  const byHeading = headings[pane];
  const names = [...new Set([...columns[pane], ...Object.keys(byHeading)])];
  return z.pipe(
    z.enum(names),
    z.transform(name => byHeading[name] ?? name),
  );
}

function byPane<P extends TablePane, Schema>(
  of: readonly P[],
  schema: (pane: P) => Schema,
): Record<string, Schema> {
  return Object.fromEntries(of.map(pane => [paneSlugs[pane], schema(pane)]));
}

function about<Schema extends z.ZodMiniType>(schema: Schema, description: string): Schema {
  z.globalRegistry.add(schema, {description});
  return schema;
}
