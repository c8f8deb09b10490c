import {existsSync} from 'node:fs';
import {open} from 'node:fs/promises';
import {dirname} from 'node:path';
import {type Config, shownSettings} from '../config/config.ts';
import {wrongIn} from '../config/error.ts';
import {configPath} from '../config/paths.ts';
import {
  agentSettings,
  alertSettings,
  guardrailSettings,
  limitSettings,
  profileSettings,
  screenSettings,
  type Table,
} from '../config/settings.ts';
import {readOnly} from '../desk/journal/glimpse.ts';
import {dayZone} from '../desk/journal/limits.ts';
import {makeFolder} from '../folders.ts';
import {sanitize} from '../term/text/sanitize.ts';
import {Unable} from './line/exit.ts';
import type {CommandLine} from './line/line.ts';
import {aligned, print, printJson, say} from './output.ts';
import {loadConfig} from './settings.ts';

type Host = Pick<NodeJS.Process, 'stdout' | 'stderr' | 'env'>;

export async function runConfig(line: CommandLine, host: Host): Promise<void> {
  switch (line.arguments[0]) {
    case 'init':
      return init(configPath(line.flags, host.env), host);
    case 'path':
      return print(host.stdout, configPath(line.flags, host.env));
    default:
      return show(line, host);
  }
}

/** Readable by the owner only; never overwrites a file. */
async function init(path: string, host: Host): Promise<void> {
  try {
    makeFolder(dirname(path));
    const file = await open(path, 'wx', 0o600);
    await file.writeFile(template);
    await file.close();
  } catch (error) {
    const {code, syscall} = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && syscall === 'open')
      throw new Unable(
        `${path} already exists and was not changed. Edit it, or choose another with --config.`,
      );
    throw wrongIn(path, `it cannot be written (${code}). Choose another path with --config.`);
  }
  print(host.stdout, path);
}

async function show({flags}: CommandLine, host: Host): Promise<void> {
  const config = await loadConfig(flags, host.env);
  const rows = [...shownSettings(config), await dayShown(config)];
  if (flags.json === true) {
    const members = rows.map(({name, value, origin}) => [name, {value, origin}]);
    return printJson(host.stdout, Object.fromEntries(members));
  }
  // Sanitized line by line, so that a line break in a name cannot fake another setting.
  const line = (text: string) => sanitize(text, {maxCells: 10_000});
  const texts = rows.map(({name, value, origin}) => [
    line(`${name} = ${literal(value)}`),
    line(`# ${origin}`),
  ]);
  for (const each of aligned(texts, {mostCells: 60})) say(host.stdout, `${each.join('')}\n`);
}

/** The account's day is no setting: the first dashboard with limits stored its time zone in the journal. */
async function dayShown({statePaths: {journal}}: Config) {
  const zone = existsSync(journal) ? await readOnly(journal, dayZone) : undefined;
  const value = zone ?? "(this machine's, from the first dashboard with limits on)";
  return {name: 'limits.day_zone', value, origin: zone === undefined ? 'default' : 'journal'};
}

const {refresh, theme, times, ...otherScreen} = screenSettings;
const {label, base_url, token_file, token_command, ...otherProfile} = profileSettings;

function samples(table: Table, commentAt = 31): string {
  const lines = Object.entries(table).flatMap(([name, {sample}]) => {
    if (sample === undefined) return [];
    const [value, comment] = sample;
    const line = `# ${name} = ${value}`;
    return [comment === undefined ? line : `${line.padEnd(commentAt)}# ${comment}`];
  });
  return lines.join('\n');
}

/** Everything is commented out, so the file changes nothing until it is edited. */
const template = `# optty configuration. Everything here is optional; docs/configuration.md is the whole reference.
# Check a change with optty doctor; optty config show prints the effective values.

# The profile used when neither --profile nor OPTTY_PROFILE names one.
# profile = "live"

# ---- Screen: for every profile, or inside a profile for that one ----

${samples({refresh, theme, times, ...otherScreen})}

# [columns]
# orders = ["orderId", "symbol", "side", "price", "size", "left", "status", "age"]

# [filters.easy-options]       # named filters: @mine in the filter line and in optty list
# mine = "status:ACTIVE investmentAmount>=100"

# [keys]                       # by action; optty's ? shows them
# "row.down" = ["j", "down"]

# [alerts]
${samples(alertSettings)}

# [agents]                     # optty mcp and optty propose
${samples(agentSettings)}

# ---- A service and an account ----
# [profiles.live]
${samples({label, base_url}, 51)}

# The token: OPTTY_TOKEN, or one of these two. Never the token itself.
${samples({token_file, token_command}, 51)}

${samples(otherProfile, 50)}

# [profiles.live.guardrails]   # checked before anything is sent
${samples(guardrailSettings)}

# [profiles.live.limits]       # for the account, across all dashboards; exits always pass
${samples(limitSettings)}
# [profiles.live.limits.underlyings.BTC]
# max_open_investment = "2000"

# What the service's documentation leaves open; optty doctor prints its lines.
# [profiles.live.dialect]
# search_dto = "flat"
`;

type Setting = {readonly key: readonly string[]; readonly value: string | boolean | readonly string[]};

/** As TOML, below the header of its table. */
export function tablesOf(settings: readonly Setting[]): string {
  const tables = Map.groupBy(settings, ({key}) => key.slice(0, -1).map(bare).join('.'));
  return [...tables]
    .map(([table, rows]) => {
      const lines = rows.map(({key, value}) => `${bare(key.at(-1) ?? '')} = ${literal(value)}`);
      return `[${table}]\n${lines.join('\n')}\n`;
    })
    .join('\n');
}

const bare = (name: string) => (/^[\w-]+$/.test(name) ? name : JSON.stringify(name));

const literal = (value: unknown) =>
  Array.isArray(value) ? `[${value.map(each => JSON.stringify(each)).join(', ')}]` : JSON.stringify(value);
