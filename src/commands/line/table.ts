/** Parsing, `--help` and the completion scripts are made from it, so they cannot differ. */

import {feedPanes, paneNames} from '../../account/model/vocabulary.ts';
import {
  fileSettings,
  guardrailSettings,
  type OptionEntry,
  option,
  profileSettings,
  screenSettings,
  type Table,
  type Values,
} from '../../config/settings.ts';
import {eventKinds, eventResources} from '../../core/events/event.ts';
import {tickets} from '../../desk/order/tickets/tickets.ts';
import {exitText} from './exit.ts';

type ArgumentEntry = {
  readonly name: string;
  readonly summary: string;
  readonly values?: Values;
  readonly isOptional?: true;
};

export type CommandEntry = {
  readonly name: string;
  readonly summary: string;
  readonly arguments: readonly ArgumentEntry[];
  readonly options: readonly OptionEntry[];
  readonly more: string;
};

const day: ArgumentEntry = {
  name: 'DATE',
  summary: 'a day such as 2026-11-22; today without it',
  isOptional: true,
};

const config = option('--config FILE', 'configuration file instead of the usual one');
const noColor = screenSettings.color.flag;
const ascii = screenSettings.ascii.flag;
const json = option('--json', 'print JSON with exact ids and decimals');
const allProfiles = option('--all-profiles', 'for each profile of the configuration file, side by side');
const service: readonly OptionEntry[] = [fileSettings.profile.flag, profileSettings.base_url.flag, config];

const reportEntry = {
  name: 'report',
  summary: 'print what a bug report needs, as plain text',
  arguments: [],
  options: [fileSettings.profile.flag, config, screenSettings.log_file.flag],
  more: `Prints versions, the terminal, settings, the last 200 requests of the dashboard, unresolved writes, and the last
messages of the log, without tokens, ids, names, addresses, symbols and amounts; words of the service may stay.

Examples:
  optty report > report.txt`,
} as const satisfies CommandEntry;

const resources = feedPanes.map(pane => paneNames[pane].slug);
const listed = [...resources, paneNames.activity.slug];
const resource: ArgumentEntry = {name: 'RESOURCE', summary: resources.join(', '), values: resources};

const {screen_reader, log_file, ...drawn} = screenSettings;

export const dashboardOptions: readonly OptionEntry[] = [
  ...service,
  ...flagsOf(guardrailSettings),
  ...flagsOf({...drawn, screen_reader, log_file}),
];

function flagsOf(table: Table): readonly OptionEntry[] {
  return Object.values(table).flatMap(({flag}) => flag ?? []);
}

export const commandTable = [
  {
    name: 'paper',
    summary: 'run the paper service alone, for several dashboards or other clients',
    arguments: [],
    options: [
      option('--port PORT', 'port to listen on; 0 takes a free one (8787)'),
      option('--host ADDRESS', 'address to listen on (127.0.0.1)'),
      option('--db FILE', 'ledger; `:memory:` keeps nothing'),
      option('--prefix PATH', 'prefix of every path, like /api'),
      option('--seed NUMBER', 'seed of the market; the same seed gives the same prices'),
      option('--start TIME', 'start of the market in a new ledger, like 2026-11-19T12:00:00Z (now)'),
      option('--speed FACTOR', "how fast the market's clock runs; 0 stops it (1)"),
      option('--token [NAME=]TOKEN', 'token of an account, repeatable (default: a random one)', {
        repeatable: true,
      }),
      option('--token-file FILE', 'file of tokens, one per line, as for --token'),
      option('--dialect NAME=VALUE', 'dialect of queries and credentials, like search_dto=json', {
        repeatable: true,
      }),
      option('--lag SECONDS', 'list trades this much late, as a service may (0)'),
      option('--limit READS/WRITES', 'requests a second for each account, or none (100/50)'),
      option('--faults SPEC', 'faults to play, like POST /v1/orders:drop-after*1'),
    ],
    more: `Prints the base URL and the tokens as "name=value" lines for a shell, and serves until Ctrl-C.
Every user of the machine can see a token on the command line; it is worth play money only.
SPEC is explained under "Faults" in docs/paper.md, which also has dialects and controls.

Examples:
  optty paper --port 8787 --token play
  OPTTY_BASE_URL=http://127.0.0.1:8787 OPTTY_TOKEN=play optty
  optty paper --seed 7 --start 2026-11-19T12:00:00Z --db :memory:
  optty paper --faults 'GET /v1/*:latency=500+status=503%10'`,
  },
  {
    name: 'list',
    summary: 'print one page of cards, easy-options, orders or trades, or the writes of activity',
    arguments: [{...resource, summary: listed.join(', '), values: listed}],
    options: [
      ...service,
      option('--filter QUERY', "filter, in the dashboard's language, or a named filter as @NAME"),
      option('--sort FIELD[:desc]', 'order of the rows'),
      option('--page NUMBER', 'page number, from 1 (1)'),
      option('--page-size NUMBER', 'rows per page (cards and easy-options 40, orders and trades 20)'),
      option('--all', 'all pages'),
      json,
      option('--csv', 'print CSV with a header line, values unchanged'),
      option('--csv-safe', 'print CSV that is safe to open in a spreadsheet'),
      ascii,
      noColor,
    ],
    more: `Prints a table on a terminal, otherwise CSV; --json prints an array, with every id and amount as a string, and
undocumented fields under "also". If rows cannot be read or are missing, the exit code is 6.
Orders and trades are sorted per page (with --all as a whole); cards and easy-options by the service.
--csv is exact; --csv-safe keeps a spreadsheet from reading formulas, long numbers and dates out of texts.
Activity is the writes of the journal, newest first, also while the service is away. Each word of its filter is part
of a field, or of the one that it names.

Examples:
  optty list activity --filter state:UNKNOWN --json
  optty list cards --filter 'asset:btc active:true' --sort ask:desc
  optty list trades --filter 'time:-24h..' --all --csv > trades.csv`,
  },
  {
    name: 'show',
    summary: 'print one record with all fields',
    arguments: [resource, {name: 'ID', summary: 'id of the record'}],
    options: [...service, json, ascii, noColor],
    more: `Prints one field per line on a terminal, otherwise JSON. A filled or canceled order is in no list.

Examples:
  optty show easy-options 1042 --json`,
  },
  {
    name: 'portfolio',
    summary: 'print everything held: positions, exposure, P/L, expiries',
    arguments: [],
    options: [...service, json, ascii, noColor],
    more: `Reads every page of every list; writes nothing. Prints tables on a terminal, otherwise JSON. Unreadable pages and
rows are in no figure, and the exit code is then 6. docs/portfolio.md says how figures are computed.

Examples:
  optty portfolio --json > portfolio.json`,
  },
  {
    name: 'day',
    summary: 'print the statement of a day: realized P/L, fees and fills',
    arguments: [day],
    options: [
      ...service,
      json,
      option('--csv', 'print CSV with a header line, values unchanged'),
      ascii,
      noColor,
    ],
    more: `Reads every page of every list; writes nothing. The day is in the time zone limits.day_zone of optty config show,
else by times of the profile. Prints tables on a terminal, otherwise JSON. Unreadable pages and rows are in no figure,
and the exit code is then 6.

Examples:
  optty day 2026-11-22 --csv > day.csv`,
  },
  {
    name: 'watch',
    summary: 'print account events, one line of JSON per event',
    arguments: [],
    options: [
      ...service,
      option('--since ID', "start after this event; '' is the start of the log"),
      option('--resource RESOURCE', `only events of ${eventResources.join(', ')}`, {
        values: eventResources,
      }),
      option('--filter QUERY', "filter, in the dashboard's language; needs --resource"),
      {...screenSettings.refresh.flag, summary: 'seconds between two reads of a list (2)'},
      {...json, summary: 'JSON output (always on)'},
    ],
    more: `Each line is an object with id, time, kind, resource, key and record; every id and amount is a string. Kinds are
${eventKinds.slice(0, 6).join(', ')}, ${eventKinds.slice(6).join(', ')}.
docs/events.md says what each is. It runs until a signal, or until the credential is refused. Pass the id of your
last complete line to --since to miss nothing and get nothing twice.

Examples:
  optty watch --resource orders --filter side:BUY
  optty watch --since "$(tail -n 1 log.jsonl 2>&- | jq -r .id)" >> log.jsonl`,
  },
  {
    name: 'status',
    summary: 'print P/L, UNKNOWN, STALE and HALTED from the journal, without a request',
    arguments: [],
    options: [...service, option('--line', 'print one line, for a status bar'), allProfiles, json],
    more: `Open P/L, per currency, is the last value that a dashboard of this profile or optty watch noted in the journal;
STALE shows its age if it is old, and "as of" its time once the optty that noted it has quit. UNKNOWN counts unresolved
writes, HALTED means that new risk is blocked; HALTING, that orders are left to cancel. It writes nothing and sends no request.

Examples:
  optty status --line --profile live
  optty status --all-profiles`,
  },
  {
    name: 'halt',
    summary: 'block new risk, cancel all open orders, and close Easy Options',
    arguments: [],
    options: [
      ...service,
      option('--close', 'also close every Easy Option'),
      option('--timeout SECONDS', 'give up after this time (86400)'),
      option('--status', 'print the state of the halt in one line; writes nothing'),
      allProfiles,
      {...json, summary: 'one line of JSON per event'},
    ],
    more: `From now on no optty on this machine takes new risk for this account, also after a restart, until you press u in
the dashboard and type resume. It asks nothing. The exit code is 0 when the result is confirmed: NO ORDERS, with
--close NO EASY OPTIONS too, which takes the list_lag of the dialect. It continues through outages until the timeout or
the first signal, and names what is left. The market SELL of a closing Easy Option stays working, and an order asked for
after the halt that closes a position.

Examples:
  optty halt --close
  optty halt --status || echo 'not halted, or not yet'`,
  },
  {
    name: 'mcp',
    summary: 'serve agents on standard input: what they may read, and propose; sends nothing',
    arguments: [],
    options: [...service, guardrailSettings.read_only.flag],
    more: `A server of the Model Context Protocol for one agent, whose client starts this command. The agent may propose
writes where [agents] of the profile allows that: by default on PAPER only. Only a person's key in the dashboard sends
them (P). docs/agents.md says how to add it to a client.

Examples:
  optty mcp --profile live --read-only`,
  },
  {
    name: 'propose',
    summary: 'propose a write, as JSON on standard input; a person sends it in the dashboard',
    arguments: [
      {
        name: 'KIND',
        summary: `${[...tickets.keys()].join(', ')}; else "kind" of the JSON`,
        values: [...tickets.keys()],
        isOptional: true,
      },
    ],
    options: [
      ...service,
      option('--as NAME', 'name of the proposer (script)'),
      option('--wait SECONDS', 'wait for the outcome (0)'),
      {...json, summary: 'JSON output (always on)'},
    ],
    get more() {
      const fields = [...tickets].map(
        ([kind, {proposes}]) => `  ${kind} ${Object.keys(proposes()).join(', ')}`,
      );
      return `The fields are those of the tools of optty mcp (docs/agents.md says which are optional):
${fields.join('\n')}

Each requires a reason and takes ttlSeconds (120, at most 1800). Prints {"proposalId", "state"}. Nothing is sent: a
person reviews the proposal in the dashboard (P) and sends or declines it. Each call makes a new proposal. On LIVE the
profile must allow it: [agents] allow = ["read", "propose"].

Examples:
  optty propose place <<< '{"symbol":"X","side":"BUY","price":"5","size":"1","reason":"cheap"}'`;
    },
  },
  {
    name: 'doctor',
    summary: 'check configuration, link, credentials and dialect; sends no write',
    arguments: [],
    options: [
      ...service,
      option('--write', 'write the detected dialect to the profile'),
      json,
      ascii,
      noColor,
    ],
    more: `Reads one row of each list in every spelling that the interface leaves open, to detect the dialect of the service.
Sends only GET requests.

Examples:
  optty doctor --profile live --write`,
  },
  {
    name: 'same-account',
    summary: 'say whether a new credential is of the same account',
    arguments: [],
    options: service,
    more: `Nothing is sent with a new credential until it is known whose it is. This reads Easy Options for the account number.
If that does not show it, type same or another. For another account, set label in the profile.

Examples:
  optty same-account --profile live`,
  },
  {
    name: 'resolve-old',
    summary: 'resolve the writes that an older optty left',
    arguments: [],
    options: [],
    more: `Nothing is sent for an account while the journal of an older optty has an unresolved write of its service. Check
each one at the service, then type done or nothing; any other answer skips it.

Examples:
  optty resolve-old`,
  },
  reportEntry,
  {
    name: 'config',
    summary: 'create, show or locate the configuration file',
    arguments: [
      {
        name: 'ACTION',
        summary: 'init creates a commented file, show prints the effective values, path the location',
        values: ['init', 'show', 'path'],
      },
    ],
    options: [...dashboardOptions, json],
    more: `init never overwrites a file. show prints the source of each value, and hides secrets.

Examples:
  optty config init
  optty config show --profile live`,
  },
  {
    name: 'completion',
    summary: 'print the completion script of a shell',
    arguments: [
      {name: 'SHELL', summary: 'bash, zsh or fish', values: ['bash', 'zsh', 'fish']},
      {name: 'WORD...', summary: 'words typed so far: the script asks for what fits', isOptional: true},
    ],
    options: [],
    more: `Examples:
  mkdir -p ~/.local/share/bash-completion/completions &&
    optty completion bash > ~/.local/share/bash-completion/completions/optty
  optty completion zsh > "\${fpath[1]}/_optty"
  mkdir -p ~/.config/fish/completions &&
    optty completion fish > ~/.config/fish/completions/optty.fish`,
  },
] as const satisfies readonly CommandEntry[];

export const dashboardEntry: CommandEntry = {
  name: 'dashboard',
  summary: 'Options in a tty: a dashboard for option cards, Easy Options, orders and trades.',
  arguments: [],
  options: [...dashboardOptions, {long: 'version', short: 'v', summary: 'print the version'}],
  more: `Without a command, opens the dashboard. Without a configuration, it uses the embedded paper service with play money.

Service:
  --base-url or OPTTY_BASE_URL, else base_url of the profile, else paper
Token:
  OPTTY_TOKEN, else token_file or token_command of the profile; never a flag
Environment:
  OPTTY_CONFIG, OPTTY_PROFILE, OPTTY_BASE_URL, OPTTY_TOKEN,
  OPTTY_READ_ONLY=1, NO_COLOR=1, INK_SCREEN_READER=true
Files:
  configuration in $XDG_CONFIG_HOME/optty/config.toml
  journal, paper ledger and log in $XDG_STATE_HOME/optty
Exit codes:
  ${exitText}

Every command has --help. In the dashboard, ? shows the keys.`,
};

export const helpOption: OptionEntry = {long: 'help', short: 'h', summary: 'print this help'};
