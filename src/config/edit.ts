import {isDeepStrictEqual} from 'node:util';
import {address, statementsOf, tryParse} from './file.ts';
import {
  agentSettings,
  alertSettings,
  guardrailSettings,
  limitSettings,
  profileSettings,
  screenSettings,
  type Table,
} from './settings.ts';

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
export const template = `# optty configuration. Everything here is optional; docs/configuration.md is the whole reference.
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

# What the service's documentation leaves open; optty doctor --write fills this in.
# [profiles.live.dialect]
# search_dto = "flat"
`;

export type Setting = {readonly key: readonly string[]; readonly value: string | boolean | readonly string[]};

/** In its place, below its table's header, or at the end; undefined if the result parses to something else. */
export function withSettings(text: string, settings: readonly Setting[]): string | undefined {
  // Lines end as they did before, if all end alike.
  const isCrLf = /^(?:[^\n]*\r\n)+[^\n]*$/.test(text);
  const inLf = settings.reduce(withSetting, isCrLf ? text.replaceAll('\r\n', '\n') : text);
  const edited = isCrLf ? inLf.replaceAll('\n', '\r\n') : inLf;
  const wanted = settings.reduce(
    (value, {key, value: set}) => put(value, key, set),
    tryParse(text) as TomlTable,
  );
  const read = tryParse(edited);
  return read !== undefined && isDeepStrictEqual(plain(read), plain(wanted)) ? edited : undefined;
}

export function tablesOf(settings: readonly Setting[]): string {
  return settings.reduce(withSetting, '').trimStart();
}

type TomlTable = {readonly [name: string]: unknown};

function withSetting(text: string, {key, value}: Setting): string {
  const table = key.slice(0, -1);
  const line = `${bare(key.at(-1) ?? '')} = ${literal(value)}`;
  const lines = text.split('\n');
  const all = statementsOf(text);
  const header = all.findIndex(each => each.isHeader && each.names.at(-1) === address(table));
  if (header === -1) {
    const gap = text === '' || text.endsWith('\n\n') ? '' : text.endsWith('\n') ? '\n' : '\n\n';
    return `${text}${gap}[${table.map(bare).join('.')}]\n${line}\n`;
  }
  const next = all.findIndex((each, index) => index > header && each.isHeader);
  const section = all.slice(header, next === -1 ? undefined : next);
  const old = section.find(each => !each.isHeader && each.names.includes(address(key)));
  if (old === undefined) {
    const last = section.findLast(({text}) => text.trim() !== '');
    return lines.toSpliced(last?.end ?? 0, 0, line).join('\n');
  }
  const edited = `${line}${commentOf(lines[old.first] ?? '')}`;
  return lines.toSpliced(old.first, old.end - old.first, edited).join('\n');
}

/** A `#` inside quotes begins no comment: the text before it is no statement. */
function commentOf(line: string): string {
  for (let at = line.indexOf('#'); at !== -1; at = line.indexOf('#', at + 1)) {
    const before = line.slice(0, at);
    if (tryParse(before) !== undefined) return line.slice(before.trimEnd().length);
  }
  return '';
}

const bare = (name: string) => (/^[\w-]+$/.test(name) ? name : JSON.stringify(name));
export const literal = (value: unknown) =>
  Array.isArray(value) ? `[${value.map(each => JSON.stringify(each)).join(', ')}]` : JSON.stringify(value);

function put(table: TomlTable, [name = '', ...rest]: readonly string[], value: unknown): TomlTable {
  const inner = Object.hasOwn(table, name) ? (table[name] as TomlTable) : {};
  return {...table, [name]: rest.length === 0 ? value : put(inner, rest, value)};
}

/** TOML tables have no prototype, which isDeepStrictEqual compares. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
