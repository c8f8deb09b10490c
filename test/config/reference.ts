/** Makes docs/configuration.md from the schema of the file, the key table and the command table. */

import {knownNames} from '../../src/commands/desk/names.ts';
import {dashboardOptions} from '../../src/commands/line/table.ts';
import {fileSchema} from '../../src/config/schema.ts';
import {expectation, type Outline, outline} from '../../src/config/words.ts';
import {bindings, bindingsWith} from '../../src/desk/bindings.ts';
import {
  defaultColumns,
  paneSlugs,
  questionLetters,
  type TablePane,
  tablePanes,
} from '../../src/desk/model/vocabulary.ts';

/** The dialect's schema belongs to the client, which has no words for a file. */
const dialectWords: Readonly<Record<string, string>> = {
  search_dto:
    'How cards and Easy Options are asked: `flat` is `?status=ACTIVE`, `bracket` is `?searchDto[status]=ACTIVE`, `dot` is `?searchDto.status=ACTIVE`, `json` is one `searchDto` of JSON.',
  'orders.asset': 'Query name of the underlying.',
  'orders.type': 'Query name of the option type.',
  'orders.page': 'Query name of the page.',
  'orders.page_size': 'Query name of the page size.',
  'trades.symbol': 'Query name of the option symbol.',
  'trades.order_id': "Query name of the order's id.",
  'trades.position_id': "Query name of the position's id.",
  'trades.side': 'Query name of the side.',
  'trades.start': 'Query name of the earliest time.',
  'trades.end': 'Query name of the latest time.',
  'trades.page': 'Query name of the page.',
  'trades.page_size': 'Query name of the page size.',
  'trades.side_case': 'Letter case of the side: `buy` or `BUY`.',
  'sort.cards':
    'Fields by which the service sorts cards; by the others a page is sorted here, and marked so.',
  'sort.easy_options': 'The same for Easy Options.',
  list_lag:
    'Seconds for which lists may miss what was done: for that long nothing is proved by what they do not show. The paper service misses nothing.',
  trades_lag: 'The same for fills and the list of trades.',
  investment_currency:
    'What openings are paid in, for the review. By default the one currency that all Easy Options of the account show; where they show none or two, the review says that it is not stated.',
  'auth.scheme':
    '`bearer` is `Authorization: Bearer TOKEN`, `header` is `auth.header: TOKEN`, `command` runs `auth.command` for each request. Default `bearer` where there is a token, else `none`.',
  'auth.header': 'The header that bears the token under `header`.',
  'auth.command':
    'The signing program and its arguments under `command`, run without a shell. It gets `{"method", "path", "body"}` as JSON on standard input and prints the headers as a JSON object.',
  'auth.easy_options': 'Whether cards and Easy Options get the credential too.',
};

const environment: readonly (readonly [string, string])[] = [
  ['OPTTY_CONFIG', 'Configuration file, as `--config`.'],
  ['OPTTY_PROFILE', 'Profile, as `--profile`.'],
  [
    'OPTTY_BASE_URL',
    "Service, as `--base-url`; it goes before the profile's. Of a profile with another address only guardrails, limits and settings of the screen are used, unless `--profile` or `OPTTY_PROFILE` names it too: then all but its credential.",
  ],
  ['OPTTY_TOKEN', 'Token. Beside `OPTTY_BASE_URL` or `OPTTY_PROFILE` it is for that address alone.'],
  ['OPTTY_READ_ONLY', "`1` sends no write at all, `0` takes the profile's `read_only` back."],
  ['INK_SCREEN_READER', '`true` tells the dashboard in sentences, as `--screen-reader`; `false` draws it.'],
  ['NO_COLOR', 'Anything but nothing switches colours off.'],
  ['HTTPS_PROXY, HTTP_PROXY, NO_PROXY', 'The usual; this machine is never reached through a proxy.'],
  ['NODE_EXTRA_CA_CERTS', 'A file of certificate authorities to trust besides the usual ones.'],
  ['XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_CACHE_HOME', 'Where files are kept, see below.'],
];

/** What there is only where the dashboard is listened to. */
const heard = bindingsWith({}, 'ears').filter(each => each.sense === 'ears');

export function reference(): string {
  const shape = outline(fileSchema(knownNames));
  const top = shape.properties ?? {};
  const profiles = top.profiles?.additionalProperties;
  const profile = typeof profiles === 'object' ? (profiles.properties ?? {}) : {};
  const view = Object.keys(top).filter(name => name in profile);
  return `# Configuration

<!-- Made by \`npm run docs\` from the schema; edit that. -->

A value comes from a flag, else from the environment, else from the file, else from the default. \`optty config show\`
prints every value in force with where it came from, \`optty config init\` writes a file to fill in, and
\`optty config path\` says where it is. An unknown name in the file is an error, with its line and the nearest known name.

## Flags of the dashboard

${table(
  ['flag', 'meaning'],
  dashboardOptions.map(({long, value, summary}) => [
    `\`--${long}${value === undefined ? '' : ` ${value}`}\``,
    summary,
  ]),
)}

## Environment

${table(
  ['variable', 'meaning'],
  environment.map(([name, meaning]) => [code(name), meaning]),
)}

## The file

TOML, at \`$XDG_CONFIG_HOME/optty/config.toml\` (\`~/.config/optty/config.toml\`).

${settings(top, ['profile'])}

### The screen

These stand at the top of the file for every profile, or in \`[profiles.NAME]\` for that one, where they win.

${settings(top, view)}

#### \`[columns]\`

${table(
  ['pane', 'default', 'also'],
  tablePanes.map(pane => [code(paneSlugs[pane]), defaultColumns[pane].map(code).join(' '), others(pane)]),
)}

#### \`[keys]\`

${table(
  ['action', 'keys', 'meaning'],
  [...bindings, ...heard].map(({action, keys, label}) => [code(action), keys.map(code).join(' '), label]),
)}

Six of the letters ${questionLetters.join(' ')} must be left free: where the terminal cannot prove what it shows, a question
is confirmed by one of them ([security](security.md#writes)).

#### \`[alerts]\`

${settings(top.alerts?.properties ?? {})}

### \`[profiles.NAME]\`

${top.profiles?.description}
The profile \`paper\` is always there: the embedded paper service. With one profile in the file it need not be named.
In the dashboard \`: profile NAME\` goes to another one; a base URL, a token and \`OPTTY_READ_ONLY=0\` of the command
line and the environment stay with the profile that optty was started with.

${settings(
  profile,
  Object.keys(profile).filter(name => !view.includes(name)),
)}

#### \`[profiles.NAME.guardrails]\`

${settings(profile.guardrails?.properties ?? {})}

#### \`[profiles.NAME.limits]\`

Limits of the account. They hold over all dashboards on one journal that are of one service, and where these were started
with different limits, the least of each holds as long as its dashboard runs. Each is weighed against what the whole
account has open by this dashboard's own last reading, and what any dashboard has asked for and not seen yet, in the
transaction that journals the write. Until the account has been read whole, or when that is longer ago than three of its
periods, openings and orders are refused. What a record does not tell weighs on every currency and every underlying.
Closing and canceling are never held back.

${settings(profile.limits?.properties ?? {})}

#### \`[profiles.NAME.dialect]\`

What the service's documentation leaves open. \`optty doctor\` finds most of it out, and \`optty doctor --write\` puts it here.

${table(['setting', 'value', 'default', 'meaning'], dialectRows(profile.dialect ?? {}))}

## Other files

| file | what |
|---|---|
| \`$XDG_STATE_HOME/optty/journal.db\` | what was sent and what became of it, for good; alerts; the newest 10,000 events of each service, at most 50,000 where they are of the last hour |
| \`$XDG_STATE_HOME/optty/journal.db-count\` | how many attempts the journal has ever held: ahead of the journal, that was restored from a copy |
| \`$XDG_STATE_HOME/optty/journal.db-reserve\` | 1 MiB of the disk, given up when that is full so that closes and cancels can still be journaled; made again when there is room |
| \`$XDG_STATE_HOME/optty/paper.db\` | the ledger of the embedded paper service |
| \`$XDG_STATE_HOME/optty/recordings\` | what happened in each session of the dashboard, 64 MiB and 30 days of it, while \`record\` is on |
| \`$XDG_STATE_HOME/optty/optty.log\` | the log |
| \`$XDG_CACHE_HOME/optty/\` | compiled code; may be deleted at any time |

State is \`~/.local/state\` and the cache \`~/.cache\` where the variables are not set. All state is for its owner alone
(0600 in a 0700 folder).
`;
}

function settings(properties: Readonly<Record<string, Outline>>, names = Object.keys(properties)): string {
  return table(
    ['setting', 'value', 'meaning'],
    names.map(name => [code(name), accepted(properties[name] ?? {}), properties[name]?.description ?? '']),
  );
}

function dialectRows(dialect: Outline): string[][] {
  return Object.entries(dialect.properties ?? {}).flatMap(([name, inner]) => {
    const rows =
      inner.properties === undefined
        ? [[name, inner] as const]
        : Object.entries(inner.properties).map(([each, at]) => [`${name}.${each}`, at] as const);
    return rows.map(([setting, at]) => {
      const meaning = dialectWords[setting];
      if (meaning === undefined) throw new Error(`the reference has no words for ${setting}`);
      return [code(setting), accepted(at), defaultOf(at), meaning];
    });
  });
}

function accepted(at: Outline): string {
  if (at.enum !== undefined && at.enum.length <= 8) return at.enum.map(each => code(String(each))).join(', ');
  if (at.type === 'object') return 'table, see below';
  if (at.type === 'array') return 'list';
  return expectation(at).replace('a string in quotes that is not empty', 'string');
}

function defaultOf({default: value}: Outline): string {
  if (value === undefined) return '';
  return Array.isArray(value) ? 'all fields' : code(JSON.stringify(value));
}

function others(pane: TablePane): string {
  const usual: readonly string[] = defaultColumns[pane];
  return knownNames.columns[pane]
    .filter(name => !usual.includes(name))
    .map(code)
    .join(' ');
}

function code(text: string): string {
  return `\`${text}\``;
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(heads), `|${heads.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}
