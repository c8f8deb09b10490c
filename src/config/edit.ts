import {isDeepStrictEqual} from 'node:util';
import {stringify} from 'smol-toml';
import {
  agentSettings,
  alertSettings,
  guardrailSettings,
  isTable,
  limitSettings,
  profileSettings,
  put,
  screenSettings,
  type Table,
  valueAt,
} from './settings.ts';
import {address, statementsOf, tryParse} from './settings-file.ts';

/** Each setting with a value, below what it is. */
function commented(table: Table): string {
  const settings = Object.entries(table).flatMap(([name, {about, default: usual, sample = usual}]) => {
    if (sample === undefined || isTable(sample)) return [];
    const words = about.replace(/\[([\w ]+)\]\([\w.#-]+\)/g, '$1').replace(/(.{1,98})(?: |$)/g, '# $1\n');
    return [`${words}# ${name} = ${literal(sample)}\n`];
  });
  return settings.join('\n');
}

/** Everything is commented out, so the file changes nothing until it is edited. */
export const template = `# optty configuration. Everything here is optional; docs/configuration.md is the whole reference.
# Check a change with optty doctor; optty config show prints the effective values.

# The profile used when neither --profile nor OPTTY_PROFILE names one.
# profile = "live"

# ---- Screen: for every profile, or inside a profile for that one ----

${commented(screenSettings)}
# [columns]
# orders = ["orderId", "symbol", "side", "price", "size", "left", "status", "age"]

# Named filters: @mine in the filter line and in optty list.
# [filters.easy-options]
# mine = "status:ACTIVE investmentAmount>=100"

# By action; docs/configuration.md lists them.
# [keys]
# "row.down" = ["j", "down"]

# [alerts]
${commented(alertSettings)}
# optty mcp and optty propose.
# [agents]
${commented(agentSettings)}
# ---- A service and an account ----
# The token: OPTTY_TOKEN, token_file or token_command. Never the token itself.
# [profiles.live]
${commented(profileSettings)}
# Checked before anything is sent.
# [profiles.live.guardrails]
${commented(guardrailSettings)}
# For the account, across all dashboards; exits always pass.
# [profiles.live.limits]
${commented(limitSettings)}
# [profiles.live.limits.underlyings.BTC]
# max_open_investment = "2000"

# What the service's documentation leaves open; optty doctor --write fills this in.
# [profiles.live.dialect]
# search_dto = "flat"
`;

export type Setting = {readonly key: readonly string[]; readonly value: string | boolean | readonly string[]};

export const tablesOf = (settings: readonly Setting[]): string =>
  settings.length === 0 ? '' : stringify(settings.reduce(put, {}));

/**
 * Writes a table anew, at the end of the file. All else stays, comments between its old settings too.
 * @returns undefined if the table cannot be taken out of the file, as from `{name = {...}}`
 */
export function withTable(
  text: string,
  table: readonly string[],
  settings: readonly Setting[],
): string | undefined {
  const wanted = settings.reduce(put, tryParse(text) as Parameters<typeof put>[0]);
  const others = statementsOf(text).filter(
    each => isRemark.test(each.text) || !each.names.includes(address(table)),
  );
  const rest = others.map(each => each.text).join('');
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const written = stringify(put({}, {key: table, value: valueAt(wanted, table)}));
  const parts = [rest.trim(), written.replaceAll('\n', lineEnd)].filter(each => each !== '');
  const edited = (text.startsWith('\ufeff') ? '\ufeff' : '') + parts.join(lineEnd + lineEnd);
  return isDeepStrictEqual(plain(tryParse(edited)), plain(wanted)) ? edited : undefined;
}

/** A comment, or an empty line. */
const isRemark = /^\s*(?:#|$)/;

/** TOML tables have no prototype, which isDeepStrictEqual compares. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

export function literal(value: unknown): string {
  return Array.isArray(value)
    ? `[${value.map(each => JSON.stringify(each)).join(', ')}]`
    : JSON.stringify(value);
}
