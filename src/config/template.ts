import {
  agentSettings,
  alertSettings,
  guardrailSettings,
  isTable,
  limitSettings,
  profileSettings,
  screenSettings,
  type Table,
} from './settings.ts';

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

export function literal(value: unknown): string {
  return Array.isArray(value)
    ? `[${value.map(each => JSON.stringify(each)).join(', ')}]`
    : JSON.stringify(value);
}
