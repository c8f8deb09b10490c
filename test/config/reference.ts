/** Makes docs/configuration.md from the tables of settings, the key table and the command table. */

import {knownNames} from '../../src/commands/desk/names.ts';
import {dashboardOptions} from '../../src/commands/line/table.ts';
import {expectation, type Outline, outline} from '../../src/config/file.ts';
import {
  fileSchema,
  fileSettings,
  guardrailSettings,
  profileSettings,
  screenSettings,
  type Table,
} from '../../src/config/settings.ts';
import {bindings, bindingsWith} from '../../src/desk/bindings.ts';
import {
  defaultColumns,
  paneSlugs,
  questionLetters,
  type TablePane,
  tablePanes,
} from '../../src/desk/model/vocabulary.ts';

const variablesOf = (rows: Table) =>
  Object.values(rows).flatMap(({variable}) =>
    variable === undefined ? [] : [[variable.name, variable.about] as const],
  );

const environment: readonly (readonly [string, string])[] = [
  ['OPTTY_CONFIG', 'Configuration file, as `--config`.'],
  ...variablesOf({profile: fileSettings.profile}),
  ...variablesOf(profileSettings),
  ['OPTTY_TOKEN', 'Token. Beside `OPTTY_BASE_URL` or `OPTTY_PROFILE` it is for that address alone.'],
  ...variablesOf(guardrailSettings),
  ...variablesOf(screenSettings),
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

<!-- Made by \`npm run docs -- configuration\` from the schema; edit that. -->

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

#### \`[agents]\`

${settings(top.agents?.properties ?? {})}

### \`[profiles.NAME]\`

${top.profiles?.description}
The profile \`paper\` is always there: the embedded paper service. With one profile in the file it need not be named.
A dashboard keeps its profile: for another one quit, or start a second optty with \`--profile NAME\`.

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
No limit holds back closing and canceling.

${settings(profile.limits?.properties ?? {})}

#### \`[profiles.NAME.dialect]\`

What the service's documentation leaves open. \`optty doctor\` finds most of it out, and \`optty doctor --write\` puts it here.

${table(['setting', 'value', 'default', 'meaning'], dialectRows(profile.dialect ?? {}))}

## Other files

| file | what |
|---|---|
| \`$XDG_STATE_HOME/optty/journal.db\` | what was sent and what became of it, for good; alerts; the newest 10,000 events of each service, at most 50,000 where they are of the last hour |
| \`$XDG_STATE_HOME/optty/journal.db-count\` | how many attempts the journal has ever held: ahead of the journal, that was restored from a copy |
| \`$XDG_STATE_HOME/optty/journal.db-reserve\` | 1 MiB of the disk, given up when a disk, quota or size limit is full so that closes and cancels can still be journaled; made again when there is room |
| \`$XDG_STATE_HOME/optty/paper.db\` | the ledger of the embedded paper service |
| \`$XDG_STATE_HOME/optty/requests.log\` | the last requests of dashboards, for \`optty report\` |
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
      if (at.description === undefined) throw new Error(`the reference has no words for ${setting}`);
      return [code(setting), accepted(at), defaultOf(at), at.description];
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
