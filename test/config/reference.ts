import {bindings} from '../helpers/bindings.ts';
/** Makes docs/configuration.md from the tables of settings, the key table and the command table. */

import {defaultColumns, paneNames, type TablePane, tablePanes} from '../../src/account/model/vocabulary.ts';
import {knownNames} from '../../src/commands/config-file.ts';
import {
  fileSchema,
  fileSettings,
  guardrailSettings,
  profileSettings,
  screenSettings,
  type Table,
} from '../../src/config/settings.ts';
import {expectation, type Outline, outline} from '../../src/config/settings-file.ts';
import {bindingsWith} from '../../src/desk/bindings.ts';

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
  [
    'HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, NO_PROXY',
    'As in curl, with networks (`10.0.0.0/8`); never for this machine.',
  ],
  ['NODE_EXTRA_CA_CERTS', 'A file of more certificate authorities to trust.'],
  ['XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_CACHE_HOME', 'Where files are kept, see below.'],
];

/** What there is only where the dashboard is listened to. */
const heard = bindingsWith({}, 'ears').filter(each => each.sense === 'ears');

const spoken = ['screen_reader'];

export function reference(): string {
  const shape = outline(fileSchema(knownNames));
  const top = shape.properties ?? {};
  const profiles = top.profiles?.additionalProperties;
  const profile = typeof profiles === 'object' ? (profiles.properties ?? {}) : {};
  const view = Object.keys(top).filter(name => name in profile);
  return `# Configuration

<!-- Made by \`npm run docs -- configuration\` from the schema; edit that. -->

A flag comes before the environment, the file and the default. \`optty config show\` prints every value in force and its
source, \`optty config init\` writes a file to fill in, \`optty config path\` says where it is.

## Environment

${environment.map(([name, meaning]) => `- ${code(name)}: ${meaning}`).join('\n')}

## The file

TOML, at \`$XDG_CONFIG_HOME/optty/config.toml\` (\`~/.config/optty/config.toml\`). It is read at the start: a change, also of a limit, needs a restart. A typo
ends the start, with its name and the one that may be meant.

${settings(top, ['profile'])}

### The screen

These stand at the top of the file for every profile, or in \`[profiles.NAME]\` for that one, where they win.

${settings(
  top,
  view.filter(name => !spoken.includes(name)),
)}

#### \`[columns]\`

${table(
  ['pane', 'default', 'also'],
  tablePanes.map(pane => [
    code(paneNames[pane].slug),
    defaultColumns[pane].map(code).join(' '),
    others(pane),
  ]),
)}

#### \`[keys]\`

[Keys](keys.md) says what they do. A key can be changed, not taken away.

\`\`\`toml
[keys]
${bindings
  .filter(each => each.isFixed === undefined)
  .map(keyLine)
  .join('\n')}
\`\`\`

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

The first four are off by default. The last three refuse nothing: the review warns, and its key sends. Only \`read_only\` holds back [exits](outcomes.md#the-gate).

${settings(profile.guardrails?.properties ?? {})}

#### \`[profiles.NAME.limits]\`

Limits of the account ([how they are weighed](outcomes.md#the-gate)), all off by default. They never hold back [exits](outcomes.md#the-gate), but with more than 10,000 trades [no order](portfolio.md) is proved to be one.

${settings(profile.limits?.properties ?? {})}

#### \`[profiles.NAME.dialect]\`

What the service's documentation leaves open. \`optty doctor\` finds most of it out, and \`optty doctor --write\` puts it here.

${table(['setting', 'value', 'default', 'meaning'], dialectRows(profile.dialect ?? {}))}

## For screen readers

[Listening](listening.md) says what these do. 

${settings(top, spoken)}

\`\`\`toml
${heard.map(keyLine).join('\n')}
\`\`\`
`;
}

function settings(properties: Readonly<Record<string, Outline>>, names = Object.keys(properties)): string {
  return table(
    ['setting', 'value', 'meaning'],
    names.map(name => [code(name), accepted(properties[name] ?? {}), properties[name]?.description ?? '']),
  );
}

function dialectRows(dialect: Outline): string[][] {
  const all = Object.entries(dialect.properties ?? {}).flatMap(([name, inner]) => {
    const rows =
      inner.properties === undefined
        ? [[name, inner] as const]
        : Object.entries(inner.properties).map(([each, at]) => [`${name}.${each}`, at] as const);
    return rows.map(([setting, at]) => {
      return [code(setting), accepted(at), defaultOf(at), at.description ?? ''];
    });
  });
  const isName = ([, , , about]: readonly string[]) => about === '';
  const names = all.filter(isName).map(([setting]) => setting);
  const others = all.filter(row => !isName(row));
  return [
    ...others,
    [names.join(' '), 'string', '', 'Query names: [service](service.md#list-orders-list-trades).'],
  ];
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

const named = (text: string) => (/^\w+$/.test(text) ? text : JSON.stringify(text));

/** docs/keys.md says what each does. */
function keyLine({action, keys}: (typeof bindings)[number]): string {
  if (keys.length === 0) return `# ${named(action)} has none.`;
  const [first] = keys.map(each => JSON.stringify(each));
  const value = keys.length === 1 ? first : `[${keys.map(each => JSON.stringify(each)).join(', ')}]`;
  return `${named(action)} = ${value}`;
}

function code(text: string): string {
  return `\`${text}\``;
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(heads), `|${heads.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}
