/** The file that `optty config init` writes: everything commented out, so it changes nothing until edited. */
export const template = `# optty configuration. Everything here is optional; docs/configuration.md is the whole reference.
# After a change, optty doctor says whether it works and optty config show what is in force.

# The profile used when neither --profile nor OPTTY_PROFILE names one.
# profile = "live"

# ---- The screen: here for every profile, or in a profile for that one ----

# refresh = 2                  # seconds between polls of the pane in view
# theme = "auto"               # auto, default, light, high-contrast, monochrome
# times = "local"              # or "utc"
# page_size = 40               # rows on a page; by default as many as fill the screen
# start_pane = "book"          # the pane that it starts on; by default cards
# ask_on_quit = true           # asks before quitting while orders work
# record = true                # keeps a recording of each session, for optty replay
# screen_reader = true         # told in sentences, to be read out; docs/listening.md
# verbosity = "normal"         # how much is said then: short, normal, all
# say_pl = 15                  # minutes from one saying of the P/L to the next: 1, 5, 15, 60; 0 is never
# ascii = false
# color = true

# [columns]
# orders = ["orderId", "symbol", "side", "price", "size", "left", "status", "age"]

# [filters.easy-options]       # named filters: @mine in the filter line and in optty list
# mine = "status:ACTIVE investmentAmount>=100"

# [keys]                       # by action; optty's ? shows them
# "row.down" = ["j", "down"]

# [alerts]
# bell = true
# desktop = false

# ---- A service and an account ----
# [profiles.live]
# label = "Main account"
# base_url = "https://trading.example.com/api"     # without the /v1

# The token: OPTTY_TOKEN, or one of these two. Never the token itself.
# token_file = "~/.config/optty/token"             # mode 0600
# token_command = ["pass", "show", "optty"]

# on_event = ["/usr/local/bin/tell-me"]           # run for each event, which it gets as JSON

# [profiles.live.guardrails]   # refused before anything is sent
# read_only = false
# max_investment = "500"
# max_notional = "2000"
# allowed_underlyings = ["BTC", "ETH"]
# price_tolerance = 2          # percent

# [profiles.live.limits]       # of the account, over all dashboards; exits always pass
# max_open_investment = "5000" # in each currency; or {USDT = "5000", EUR = "1000"}
# max_open_notional = "20000"
# max_open_count = 10
# max_writes_per_minute = 20
# max_day_loss = "500"
# [profiles.live.limits.underlyings.BTC]
# max_open_investment = "2000"

# What the service's documentation leaves open; optty doctor --write fills this in.
# [profiles.live.dialect]
# search_dto = "flat"
`;
